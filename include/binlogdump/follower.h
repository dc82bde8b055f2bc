#pragma once
// --follow: waiting for a log to grow, or for the next one.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace binlogdump {

/// Watches one log after the other. Whoever reads them calls wait() at the end of what there is.
class Follower {
 public:
  /// `interrupted`: whether the user wants to end it.
  explicit Follower(std::function<bool()> interrupted) : interrupted_(std::move(interrupted)) {}
  Follower(const Follower&) = delete;
  Follower& operator=(const Follower&) = delete;
  ~Follower() { unwatch(); }

  /// Before a log is opened.
  void begin(const std::string& path);
  /// A ROTATE_EVENT named the log that comes next.
  void set_rotated_to(std::string_view name) { rotated_to_ = name; }

  /// Waits until the log, open as `fd`, has more bytes than have been read. False if it is finished: the next one is
  /// there, or the user wants to end. Throws DamagedInput if the file is not the same any more.
  bool wait(int fd);

  /// The log behind the one that is finished, if it is not the user who has ended it.
  const std::optional<std::string>& next() const { return next_; }
  /// Whether the user has ended it.
  bool ended_by_user() const { return ended_by_user_; }

 private:
  void check_identity(int fd) const;
  void watch();
  void unwatch();
  void wait_for_change() const;

  std::function<bool()> interrupted_;
  std::string path_;
  std::string rotated_to_;
  std::optional<std::string> next_;
  bool ended_by_user_ = false;
  std::uint64_t size_ = 0;  ///< Of the log when it was last looked at, bytes.
  int inotify_ = -1;        ///< -1: there is none, or the log can't be watched; then it looks from time to time.
};

}  // namespace binlogdump
