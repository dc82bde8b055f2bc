#include "binlogdump/follower.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <system_error>

#include "binlogdump/error.h"
#include "binlogdump/log_list.h"

#ifdef __linux__
#include <sys/inotify.h>
#endif

namespace binlogdump {

void Follower::begin(const std::string& path) {
  path_ = path;
  rotated_to_.clear();
  next_.reset();
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  size_ = error ? 0 : size;
  unwatch();
  watch();
}

bool Follower::wait(int fd) {
  while (true) {
    if (interrupted_()) {
      ended_by_user_ = true;
      return false;
    }
    // First the next log, then the size: what was written to this one before the next was made must not be missed.
    const std::optional<std::string> next = find_next_log(path_, rotated_to_);
    struct stat status {};
    const off_t position = ::lseek(fd, 0, SEEK_CUR);
    if (::fstat(fd, &status) != 0 || position < 0) throw DamagedInput("can't be followed");
    // The position may lie beyond the end: what is not to be shown is passed over before it is there.
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (size < size_) {
      throw DamagedInput(
          fmt::format("the file has shrunk from {} to {} bytes; it is not followed any further", size_, size));
    }
    size_ = size;
    if (status.st_size > position) return true;
    if (next) {
      next_ = next;
      return false;
    }
    check_identity(fd);
    wait_for_change();
  }
}

void Follower::check_identity(int fd) const {
  struct stat open_file {};
  struct stat named {};
  if (::fstat(fd, &open_file) != 0) return;
  if (::stat(path_.c_str(), &named) != 0) {
    throw DamagedInput("the file was removed or renamed; it is not followed any further");
  }
  if (named.st_dev != open_file.st_dev || named.st_ino != open_file.st_ino) {
    throw DamagedInput("the file was replaced by another one; it is not followed any further");
  }
}

void Follower::watch() {
#ifdef __linux__
  const std::filesystem::path folder = std::filesystem::path(path_).parent_path();
  inotify_ = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (inotify_ < 0) return;
  // Of the folder only what comes and goes: in that of a server other files are written to all the time.
  constexpr std::uint32_t kComesOrGoes = IN_CREATE | IN_MOVE | IN_DELETE;
  if (::inotify_add_watch(inotify_, path_.c_str(), IN_MODIFY) < 0 ||
      ::inotify_add_watch(inotify_, folder.empty() ? "." : folder.c_str(), kComesOrGoes) < 0) {
    unwatch();
  }
#endif
}

void Follower::unwatch() {
  if (inotify_ >= 0) ::close(inotify_);
  inotify_ = -1;
}

void Follower::wait_for_change() const {
  // Even with a watch not for ever: not every file system tells of all changes, and a signal may have come just before.
  constexpr int kPollMilliseconds = 200;
  constexpr int kWatchMilliseconds = 500;
  pollfd waiting{.fd = inotify_, .events = POLLIN, .revents = 0};
  if (::poll(&waiting, 1, inotify_ < 0 ? kPollMilliseconds : kWatchMilliseconds) <= 0) return;
  // What has changed is looked up in any case.
  std::array<char, 4096> ignored{};
  while (::read(inotify_, ignored.data(), ignored.size()) > 0) {
  }
}

}  // namespace binlogdump
