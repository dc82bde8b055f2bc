#include "binlogdump/event_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <utility>

#include "binlogdump/reader.h"

namespace binlogdump {

std::string temporary_folder() {
  const char* folder = std::getenv("TMPDIR");
  return folder != nullptr && *folder != '\0' ? folder : "/tmp";
}

void SpoolFile::write(const char* data, std::size_t size) {
  constexpr std::size_t kWriteSize = 256 * 1024;
  if (pending_.size() + size > kWriteSize) flush();
  if (size > kWriteSize) return write_through(data, size);
  pending_.append(data, size);
}

void SpoolFile::flush() {
  write_through(pending_.data(), pending_.size());
  pending_.clear();
}

void SpoolFile::write_through(const char* data, std::size_t size) {
  if (fd_ < 0) open();
  for (std::size_t done = 0; done < size;) {
    const ssize_t written = ::pwrite(fd_, data + done, size - done, static_cast<off_t>(written_ + done));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw SideFileError(fmt::format("can't write the spool file: {}", std::strerror(errno)));
    done += static_cast<std::size_t>(written);
  }
  written_ += size;
}

void SpoolFile::open() {
  std::string path = temporary_folder() + "/binlogdump-XXXXXX";
  fd_ = ::mkostemp(path.data(), O_CLOEXEC);
  if (fd_ < 0) {
    throw SideFileError(fmt::format("can't make the spool file {}: {}", path, std::strerror(errno)));
  }
  ::unlink(path.c_str());
}

void SpoolFile::release_buffer() {
  flush();
  pending_ = {};
}

void SpoolFile::read_at(std::uint64_t offset, char* to, std::size_t size) const {
  while (size > 0) {
    const ssize_t got = ::pread(fd_, to, size, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw SideFileError(fmt::format("can't read the spool file: {}", std::strerror(errno)));
    if (got == 0) throw SideFileError("the spool file is shorter than what was written");
    to += got;
    offset += static_cast<std::uint64_t>(got);
    size -= static_cast<std::size_t>(got);
  }
}

void SpoolFile::close() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
  written_ = 0;
  pending_ = {};
}

namespace {

/// Part of a file as a source of its own.
class FileRange : public ByteSource {
 public:
  FileRange(const LogSource& file, std::uint64_t begin, std::uint64_t end) : file_(file), at_(begin), end_(end) {}

  std::size_t read(char* to, std::size_t size) override {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(size, end_ - at_));
    if (!file_.read_at(at_, to, count)) throw InputError("the file was changed while it was read");
    at_ += count;
    return count;
  }

 private:
  const LogSource& file_;
  std::uint64_t at_;
  std::uint64_t end_;
};

}  // namespace

void EventStore::Mark::add(Bytes bytes) {
  // Copies, so that they stay in registers.
  Sums sums = sums_;
  Sums sums_of_sums = sums_of_sums_;
  std::array<char, sizeof(Sums)> last{};
  const char* const end = bytes.data() + bytes.size();
  const char* block = bytes.data();
  for (; end - block >= std::ssize(last); block += last.size()) add_block(block, sums, sums_of_sums);
  if (block != end) {
    std::memcpy(last.data(), block, static_cast<std::size_t>(end - block));
    add_block(last.data(), sums, sums_of_sums);
  }
  sums_ = sums;
  sums_of_sums_ = sums_of_sums;
}

void EventStore::Mark::add_block(const char* block, Sums& sums, Sums& sums_of_sums) {
  for (std::size_t i = 0; i < sums.size(); ++i) {
    TwoWords words;
    std::memcpy(&words, block + i * sizeof words, sizeof words);
    sums[i] += words;
    sums_of_sums[i] += sums[i];
  }
}

bool EventStore::Mark::operator==(const Mark& other) const {
  return std::memcmp(&sums_, &other.sums_, sizeof sums_) == 0 &&
         std::memcmp(&sums_of_sums_, &other.sums_of_sums_, sizeof sums_of_sums_) == 0;
}

void EventStore::append(const EventView& event, const LogSource* file) {
  if (count_ == 0) file_ = file;
  if (file != file_) {
    if (place_ == Place::kFile) move_to_spool();
    file_ = nullptr;
  }
  ++count_;
  if (place_ == Place::kMemory && held_size_ + event.bytes.size() > held_bytes_) leave_memory();
  switch (place_) {
    case Place::kMemory: {
      const std::size_t room = held_room(event.bytes.size());
      if (held_capacity_ - held_size_ < room) grow(held_size_ + room);
      // Made where it lies: a copy of what has just been written in small parts would wait for it.
      new (&held_[held_size_]) Record(record_of(event));
      std::memcpy(&held_[held_size_ + sizeof(Record)], event.bytes.data(), event.bytes.size());
      held_size_ += room;
      break;
    }
    case Place::kFile:
      remember(event);
      break;
    case Place::kSpool:
      spool(event);
      break;
  }
}

/// Few events take little. From kFewBytes on there is room for all that is held: it takes addresses, but memory only
/// where events come, whereas a copy of many would stand beside them for a while.
void EventStore::grow(std::size_t needed) {
  constexpr std::size_t kFewBytes = 512 * 1024;
  set_capacity(std::max(needed, needed <= kFewBytes ? 2 * held_capacity_ : held_room(held_bytes_)));
}

void EventStore::set_capacity(std::size_t capacity) {
  std::unique_ptr<char[]> held(new char[capacity]);
  if (held_size_ > 0) std::memcpy(held.get(), held_.get(), held_size_);
  held_ = std::move(held);
  held_capacity_ = capacity;
}

void EventStore::visit_others(const Visit& visit) {
  if (place_ == Place::kFile) {
    visit_file(visit);
  } else {
    visit_spool(visit);
  }
}

void EventStore::release_buffers() {
  if (held_size_ < held_capacity_) set_capacity(held_size_);
  extents_.shrink_to_fit();
  if (place_ == Place::kSpool) spool_.release_buffer();
}

void EventStore::clear() noexcept {
  count_ = 0;
  held_size_ = 0;
  extents_.clear();
  extents_mark_ = {};
  spool_.close();
  place_ = Place::kMemory;
}

void EventStore::detach_from_file() {
  if (place_ == Place::kFile) move_to_spool();
  file_ = nullptr;
}

void EventStore::leave_memory() {
  if (file_ != nullptr && file_->seekable()) {
    const auto visit = [this](const EventView& event) { remember(event); };
    visit_held(visit);
    place_ = Place::kFile;
  } else {
    const auto visit = [this](const EventView& event) { spool(event); };
    visit_held(visit);
    place_ = Place::kSpool;
  }
  held_size_ = 0;  // Its memory is kept for the next statement.
}

void EventStore::remember(const EventView& event) {
  const Framing framing{.common_header_len = static_cast<std::uint8_t>(event.body_begin),
                        .has_checksum = event.has_checksum()};
  const std::uint64_t end = event.position + event.bytes.size();
  extents_mark_.add(event.bytes);
  if (!extents_.empty() && extents_.back().end == event.position &&
      extents_.back().framing.has_checksum == framing.has_checksum &&
      extents_.back().framing.common_header_len == framing.common_header_len) {
    extents_.back().end = end;
    return;
  }
  extents_.push_back({.begin = event.position, .end = end, .framing = framing});
  if (extents_.size() > kMaxExtents && place_ == Place::kFile) move_to_spool();
}

void EventStore::move_to_spool() {
  visit_file([this](const EventView& event) { spool(event); });
  extents_ = {};
  place_ = Place::kSpool;
}

void EventStore::spool(const EventView& event) {
  const Record record = record_of(event);
  spool_.write(reinterpret_cast<const char*>(&record), sizeof record);
  spool_.write(event.bytes.data(), event.bytes.size());
}

void EventStore::visit_file(const Visit& visit) const {
  EventReader reader;
  Mark mark;
  for (const Extent& extent : extents_) {
    FileRange range(*file_, extent.begin, extent.end);
    reader.open(range, extent.begin);
    try {
      while (const std::optional<EventView> event = reader.next(extent.framing)) {
        mark.add(event->bytes);
        visit(*event);
      }
    } catch (const FrameError&) {
      throw InputError("the file was changed while it was read");
    }
  }
  if (mark != extents_mark_) throw InputError("the file was changed while it was read");
}

void EventStore::visit_spool(const Visit& visit) {
  spool_.flush();
  std::string bytes;
  for (std::uint64_t at = 0; at < spool_.size();) {
    Record record;
    spool_.read_at(at, reinterpret_cast<char*>(&record), sizeof record);
    at += sizeof record;
    bytes.resize(static_cast<std::size_t>(record.size));
    spool_.read_at(at, bytes.data(), bytes.size());
    visit(view(record, bytes));
    at += record.size;
  }
}

}  // namespace binlogdump
