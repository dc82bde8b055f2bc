#include "printers/load_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "binlogdump/error.h"
#include "binlogdump/event_store.h"

namespace binlogdump {

namespace {

void write_all(const std::string& name, int fd, Bytes block) {
  while (!block.empty()) {
    const ssize_t written = ::write(fd, block.data(), block.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const int cause = errno;
      ::close(fd);
      throw SideFileError(fmt::format("can't write {}: {}", name, std::strerror(cause)));
    }
    block.remove_prefix(static_cast<std::size_t>(written));
  }
  ::close(fd);
}

}  // namespace

LoadFiles::LoadFiles(const std::string& folder) : prefix_(folder.empty() ? temporary_folder() : folder) {
  if (prefix_.back() != '/') prefix_ += '/';
  prefix_ += "SQL_LOAD_MB-";
}

void LoadFiles::begin(std::uint32_t file_id, Bytes block) {
  constexpr int kMaxTries = 1000;  // As mysqlbinlog.
  for (int number = 0; number < kMaxTries; ++number) {
    const std::string name = fmt::format("{}{:x}-{:x}", prefix_, file_id, number);
    const int fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0 && errno == EEXIST) continue;
    if (fd < 0) throw SideFileError(fmt::format("can't make {}: {}", name, std::strerror(errno)));
    write_all(name, fd, block);
    names_[file_id] = name;
    return;
  }
  throw SideFileError(fmt::format("too many files {}{:x}-*", prefix_, file_id));
}

bool LoadFiles::append(std::uint32_t file_id, Bytes block) {
  const auto found = names_.find(file_id);
  if (found == names_.end()) return false;
  const int fd = ::open(found->second.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) throw SideFileError(fmt::format("can't open {}: {}", found->second, std::strerror(errno)));
  write_all(found->second, fd, block);
  return true;
}

std::optional<std::string> LoadFiles::take(std::uint32_t file_id) {
  const auto found = names_.find(file_id);
  if (found == names_.end()) return std::nullopt;
  std::string name = std::move(found->second);
  names_.erase(found);
  return name;
}

}  // namespace binlogdump
