#include "output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "binlogdump/error.h"

namespace binlogdump {

void check_apart(const std::string& path, const std::vector<std::string>& files) {
  struct stat own {};
  if (::stat(path.c_str(), &own) != 0 || !S_ISREG(own.st_mode)) return;
  for (const std::string& file : files) {
    struct stat other {};
    const int result = file == "-" ? ::fstat(STDIN_FILENO, &other) : ::stat(file.c_str(), &other);
    if (result == 0 && other.st_dev == own.st_dev && other.st_ino == own.st_ino) {
      throw InputError(fmt::format("can't write {}: it is one of the files to be read", path));
    }
  }
}

OutputFile::OutputFile(std::string path, bool overwrite) : path_(std::move(path)) {
  constexpr int kFlags = O_WRONLY | O_CREAT | O_CLOEXEC;
  constexpr mode_t kMode = 0666;
  fd_ = ::open(path_.c_str(), kFlags | O_EXCL, kMode);
  if (fd_ < 0 && errno == EEXIST && overwrite) {
    is_new_ = false;
    fd_ = ::open(path_.c_str(), kFlags, kMode);
  }
  if (fd_ >= 0) return;
  const char* const hint = errno == EEXIST ? " (--force overwrites it)" : "";
  throw InputError(fmt::format("can't write {}: {}{}", path_, std::strerror(errno), hint));
}

OutputFile::~OutputFile() {
  ::close(fd_);
  if (is_new_ && !begun_) ::unlink(path_.c_str());
}

void OutputFile::begin() {
  begun_ = true;
  // Pipes and devices have nothing to be emptied.
  struct stat status {};
  if (is_new_ || ::fstat(fd_, &status) != 0 || !S_ISREG(status.st_mode)) return;
  if (::ftruncate(fd_, 0) != 0) throw InputError(fmt::format("can't write {}: {}", path_, std::strerror(errno)));
}

}  // namespace binlogdump
