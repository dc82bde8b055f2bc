#include "pipe_sink.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <string>

#include "binlogdump/byte_source.h"
#include "binlogdump/error.h"
#include "write_all.h"

namespace binlogdump {

namespace {

/// Of a huge page on x86-64; on aarch64 with small pages of 4 KiB.
constexpr std::size_t kPageSize = 2 * 1024 * 1024;
/// What the system grants each user, if nobody has set that.
constexpr int kPipeSize = 1024 * 1024;
/// Half of such a pipe, so that it is filled while its other half is read.
constexpr std::size_t kRoom = kPipeSize / 2;
/// Smaller pieces would fill a pipe, which counts pages, with little.
constexpr std::size_t kLeastPiece = 64 * 1024;

bool has_huge_pages() {
  try {
    if (read_whole_file("/sys/kernel/mm/transparent_hugepage/enabled").find("[never]") != std::string::npos)
      return false;
    const std::string digits = read_whole_file("/sys/kernel/mm/transparent_hugepage/hpage_pmd_size");
    std::size_t size = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), size);
    return size == kPageSize;
  } catch (const InputError&) {
    return false;
  }
}

/// Memory where one huge page fits exactly; null if there is none.
char* map_page() {
  void* const memory = ::mmap(nullptr, 2 * kPageSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  char* const begin = static_cast<char*>(memory);
  const std::size_t in_front = (kPageSize - reinterpret_cast<std::uintptr_t>(begin) % kPageSize) % kPageSize;
  char* const page = begin + in_front;
  if (in_front > 0) ::munmap(begin, in_front);
  ::munmap(page + kPageSize, kPageSize - in_front);
  if (::madvise(page, kPageSize, MADV_HUGEPAGE) == 0) return page;
  ::munmap(page, kPageSize);
  return nullptr;
}

}  // namespace

bool PipeSink::is_pipe(int fd) {
  return ::fcntl(fd, F_GETPIPE_SZ) >= 0;
}

PipeSink::PipeSink(int fd) : fd_(fd) {
  const int before = ::fcntl(fd, F_GETPIPE_SZ);
  for (int size = kPipeSize; size > std::max(before, 0) && ::fcntl(fd, F_SETPIPE_SZ, size) < 0; size /= 2) continue;
}

PipeSink::~PipeSink() {
  if (page_ != nullptr) ::munmap(page_, kPageSize);
}

void PipeSink::write(std::string_view text) {
  if (!uses_pages_ || text.size() < kLeastPiece) {
    write_or_throw(fd_, text);
    if (page_ == nullptr && written_ < kMuch) note_written(text.size());
    return;
  }
  while (uses_pages_ && !text.empty()) {
    const std::string_view piece = text.substr(0, kPageSize - given_);
    give(piece);
    text.remove_prefix(piece.size());
  }
  write_or_throw(fd_, text);
}

std::span<char> PipeSink::room() {
  if (!uses_pages_) return {};
  const std::size_t size = std::min(kPageSize - given_, kRoom);
  return {page_ + given_, size};
}

void PipeSink::note_written(std::size_t size) {
  written_ += size;
  if (written_ < kMuch || !has_huge_pages()) return;
  page_ = map_page();
  uses_pages_ = page_ != nullptr;
}

/// Makes `text` the page's, if it was not made there, and that part of the page the pipe's.
void PipeSink::give(std::string_view text) {
  char* const begin = page_ + given_;
  if (text.data() != begin) std::memcpy(begin, text.data(), text.size());
  given_ += text.size();
  iovec rest{.iov_base = begin, .iov_len = text.size()};
  while (rest.iov_len > 0) {
    const ssize_t size = ::vmsplice(fd_, &rest, 1, 0);
    if (size < 0 && (errno == EINTR || wait_until_ready(fd_, POLLOUT))) continue;
    if (size < 0) {
      // Where it is forbidden, or not there, a pipe can be written to all the same.
      uses_pages_ = false;
      return write_or_throw(fd_, {static_cast<char*>(rest.iov_base), rest.iov_len});
    }
    rest.iov_base = static_cast<char*>(rest.iov_base) + size;
    rest.iov_len -= static_cast<std::size_t>(size);
  }
  // The remainder has to have room for more than a few words of text.
  if (kPageSize - given_ < TextBuffer::kDefaultCapacity) renew_page();
}

/// At the same addresses; it fails for a program whose memory is locked.
void PipeSink::renew_page() {
  uses_pages_ = ::madvise(page_, kPageSize, MADV_DONTNEED) == 0;
  given_ = 0;
}

}  // namespace binlogdump
