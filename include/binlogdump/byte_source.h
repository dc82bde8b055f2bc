#pragma once
// Where a log's bytes come from. Plain read(2) into the reader's buffers: faster than mmap for one pass, no SIGBUS when
// a log is purged under us, and the same for files and pipes.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "binlogdump/bytes.h"

namespace binlogdump {

/// After a failed read or write: waits if the descriptor does not block and just was not ready (errno EAGAIN). `events`
/// as for poll(2). False if the failure was another one.
bool wait_until_ready(int fd, short events);

/// A stream of bytes, read once from front to back.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Reads at most `size` bytes; 0 means the end. Throws InputError if the source fails.
  virtual std::size_t read(char* to, std::size_t size) = 0;
  /// Goes on at `offset` of the source. False if it can't, and then nothing has changed.
  virtual bool seek(std::uint64_t) { return false; }
  /// Reads `size` bytes from `offset` on, whatever read() has consumed. False if they are not there any more, or if the
  /// source can't seek.
  virtual bool read_at(std::uint64_t, char*, std::size_t) const { return false; }
};

/// The bytes of a log as a server wrote them, whatever was done to the file since: offsets count in these.
class LogSource : public ByteSource {
 public:
  /// Whether read_at() works.
  virtual bool seekable() const { return false; }
  /// What stands in front of an encrypted log, and is not part of it; empty for others. Lives as long as the source.
  virtual Bytes encryption_header() const { return {}; }
};

/// A file or pipe.
class FileSource : public LogSource {
 public:
  /// Opens a file, or stdin if `path` is "-". Throws InputError.
  explicit FileSource(const std::string& path);
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;
  ~FileSource() override;

  std::size_t read(char* to, std::size_t size) override;
  bool seek(std::uint64_t offset) override;

  /// Called before a read that has to wait, as only those of a pipe do: what has been printed should not wait with it.
  void set_before_waiting(std::function<void()> before_waiting) { before_waiting_ = std::move(before_waiting); }
  /// Called at the end of a regular file: returns once there is more to read, or false if the end is one. May throw
  /// InputError.
  void set_wait_for_more(std::function<bool(int fd)> wait_for_more) { wait_for_more_ = std::move(wait_for_more); }

  bool read_at(std::uint64_t offset, char* to, std::size_t size) const override;
  /// A regular file.
  bool seekable() const override { return size_.has_value(); }
  /// Size when it was opened, bytes; only of a regular file.
  std::optional<std::uint64_t> size() const { return size_; }

 private:
  std::string path_;
  int fd_;
  bool owned_;
  std::optional<std::uint64_t> size_;
  std::function<void()> before_waiting_;
  std::function<bool(int fd)> wait_for_more_;
};

/// All of a file. Throws InputError if it can't be read or has more than `most` bytes.
std::string read_whole_file(const std::string& path, std::size_t most = std::string::npos);

/// Bytes in memory.
class MemorySource : public ByteSource {
 public:
  explicit MemorySource(Bytes bytes) : bytes_(bytes) {}
  std::size_t read(char* to, std::size_t size) override;

 private:
  Bytes bytes_;
};

}  // namespace binlogdump
