#include "new_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "binlogdump/error.h"
#include "write_all.h"

namespace binlogdump {

namespace {

[[noreturn]] void fail(const std::string& path) {
  throw OutputError(fmt::format("can't write {}: {}", path, std::strerror(errno)), false);
}

}  // namespace

NewFile::NewFile(std::string path, bool overwrite) : path_(std::move(path)), overwrite_(overwrite) {
  struct stat status {};
  if (::lstat(path_.c_str(), &status) == 0) {
    if (!overwrite_)
      throw InputError(fmt::format("can't write {}: {} (--force overwrites it)", path_, std::strerror(EEXIST)));
    if (!S_ISREG(status.st_mode)) throw InputError(fmt::format("can't write {}: no regular file", path_));
  }
  temporary_ = path_ + ".XXXXXX";
  fd_ = ::mkostemp(temporary_.data(), O_CLOEXEC);
  if (fd_ < 0) throw InputError(fmt::format("can't write {}: {}", path_, std::strerror(errno)));
}

NewFile::~NewFile() {
  if (fd_ < 0) return;
  ::close(fd_);
  ::unlink(temporary_.c_str());
}

void NewFile::write(std::string_view bytes) {
  const int error = write_all(fd_, bytes);
  if (error == 0) return;
  errno = error;
  fail(path_);
}

void NewFile::keep() {
  // So that after a power failure there is not a name without its bytes.
  if (::fsync(fd_) != 0) fail(path_);
  rename();
  ::close(std::exchange(fd_, -1));
}

void NewFile::rename() const {
  const char* const from = temporary_.c_str();
  const char* const to = path_.c_str();
  if (!overwrite_) {
    if (::renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return;
    // Not every file system can do that.
    if (errno != EINVAL && errno != ENOSYS) fail(path_);
    if (::access(to, F_OK) == 0) {
      errno = EEXIST;
      fail(path_);
    }
  }
  if (::rename(from, to) != 0) fail(path_);
}

}  // namespace binlogdump
