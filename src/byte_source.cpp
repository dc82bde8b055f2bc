#include "binlogdump/byte_source.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "binlogdump/error.h"

namespace binlogdump {

bool wait_until_ready(int fd, short events) {
  if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
  pollfd waiting{.fd = fd, .events = events, .revents = 0};
  ::poll(&waiting, 1, -1);
  return true;
}

namespace {

/// Whether read(2) would return at once: with bytes, the end or an error. Of a regular file always.
bool is_ready(int fd) {
  pollfd input{.fd = fd, .events = POLLIN, .revents = 0};
  return ::poll(&input, 1, 0) > 0;
}

}  // namespace

FileSource::FileSource(const std::string& path) : path_(path), fd_(STDIN_FILENO), owned_(path != "-") {
  if (owned_) {
    fd_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd_ < 0) throw InputError(fmt::format("{}: can't open: {}", path, std::strerror(errno)));
  }
  struct stat status {};
  if (::fstat(fd_, &status) == 0) {
    if (S_ISDIR(status.st_mode)) {
      ::close(fd_);
      throw InputError(fmt::format("{}: is a folder, not a binary log", path));
    }
    // A redirected stdin may start anywhere in its file: offsets would not be ours.
    if (owned_ && S_ISREG(status.st_mode)) size_ = static_cast<std::uint64_t>(status.st_size);
  }
}

FileSource::~FileSource() {
  if (owned_) ::close(fd_);
}

std::size_t FileSource::read(char* to, std::size_t size) {
  if (before_waiting_ && !seekable() && !is_ready(fd_)) before_waiting_();
  for (;;) {
    const ssize_t got = ::read(fd_, to, size);
    if (got == 0 && size > 0 && seekable() && wait_for_more_ && wait_for_more_(fd_)) continue;
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR && !wait_until_ready(fd_, POLLIN))
      throw InputError(fmt::format("{}: can't read: {}", path_, std::strerror(errno)));
  }
}

bool FileSource::seek(std::uint64_t offset) {
  return seekable() && ::lseek(fd_, static_cast<off_t>(offset), SEEK_SET) >= 0;
}

bool FileSource::read_at(std::uint64_t offset, char* to, std::size_t size) const {
  if (!seekable()) return false;
  while (size > 0) {
    const ssize_t got = ::pread(fd_, to, size, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    to += got;
    size -= static_cast<std::size_t>(got);
    offset += static_cast<std::uint64_t>(got);
  }
  return true;
}

std::string read_whole_file(const std::string& path, std::size_t most) {
  constexpr std::size_t kPiece = 64 * 1024;
  FileSource file(path);
  std::string bytes;
  while (true) {
    const std::size_t size = bytes.size();
    bytes.resize(size + kPiece);
    const std::size_t got = file.read(&bytes[size], kPiece);
    bytes.resize(size + got);
    if (bytes.size() > most) throw InputError(fmt::format("{}: has more than {} bytes", path, most));
    if (got == 0) return bytes;
  }
}

std::size_t MemorySource::read(char* to, std::size_t size) {
  const std::size_t count = std::min(size, bytes_.size());
  if (count > 0) std::memcpy(to, bytes_.data(), count);
  bytes_.remove_prefix(count);
  return count;
}

}  // namespace binlogdump
