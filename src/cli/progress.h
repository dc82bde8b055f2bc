#pragma once
// A line on stderr that tells how far a long run is.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace binlogdump {

/// Keeps one line of a terminal up to date: `binlogdump: 42 %  812 MB/s  1234567 events  0:03 left`. Runs of less than
/// a second show nothing, and while the terminal is another program's, as behind `| less`, nothing is written either.
class Progress {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Clock = std::function<Time()>;

  /// Whether there should be one: stdout goes elsewhere, stderr to a terminal, and the user has not asked for quiet.
  static bool wanted(int stdout_fd, int stderr_fd, bool quiet);

  /// `total` is the number of bytes to come, if it is known; without it there is no percentage and no time left. The
  /// time begins to run.
  Progress(std::optional<std::uint64_t> total, int fd, Clock clock = std::chrono::steady_clock::now);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { finish(); }

  /// To be called often, with what was done since the beginning: looks at the clock once in kBytes or kCalls.
  void update(std::uint64_t bytes_done, std::uint64_t events_done) {
    if (++calls_ < kCalls && bytes_done - bytes_seen_ < kBytes) return;
    calls_ = 0;
    bytes_seen_ = bytes_done;
    look_at_clock(bytes_done, events_done);
  }
  /// Clears the line, so that something else can be written; the next update() may show it again.
  void clear();
  /// Clears the line for good.
  void finish();

  static constexpr std::uint64_t kBytes = 64 * 1024;
  static constexpr unsigned kCalls = 64;

 private:
  void look_at_clock(std::uint64_t bytes_done, std::uint64_t events_done);
  std::string line(std::uint64_t bytes_done, std::uint64_t events_done, double seconds) const;
  void show(std::string text);

  std::optional<std::uint64_t> total_;
  int fd_;
  Clock clock_;
  Time start_;
  Time next_;                     ///< When to write again; the far future after finish().
  std::uint64_t bytes_seen_ = 0;  ///< When the clock was last looked at.
  unsigned calls_ = 0;            ///< Since then.
  std::size_t shown_ = 0;         ///< Length of the line on the terminal.
};

}  // namespace binlogdump
