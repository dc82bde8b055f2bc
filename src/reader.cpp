#include "binlogdump/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace binlogdump {

namespace {

EventReader::Buffer new_buffer(std::size_t capacity) {
  EventReader::Buffer buffer(static_cast<char*>(std::malloc(capacity + kChecksumSize)));
  if (buffer == nullptr) throw std::bad_alloc();
  return buffer;
}

std::string damage(std::string_view what, std::uint64_t position, const EventHeader& header) {
  const std::string_view name = event_type_name(header.type_code);
  return fmt::format("{} at offset {} (type {}{}{}, event_size {})", what, position, header.type_code,
                     name.empty() ? "" : " ", name, header.event_size);
}

FrameError cut_event(std::uint64_t available, std::uint64_t position, const EventHeader& header) {
  return {FrameError::Kind::kTruncated, position,
          damage(fmt::format("incomplete event, {} of {} bytes,", available, header.event_size), position, header)};
}

}  // namespace

std::string describe_foreign_magic(Bytes head) {
  if (head.starts_with(kBinlogMagic)) return {};
  struct Known {
    Bytes magic;
    const char* description;
  };
  static constexpr Known kKnown[] = {
      {kEncryptedMagic, "an encrypted binary log (binlog_encryption=ON)"},
      {Bytes("\x1f\x8b", 2), "gzip data; decompress it first"},
      {Bytes("\x28\xb5\x2f\xfd", 4), "zstd data; decompress it first"},
      {Bytes("\xfe\xfe\x0d\x01", 4), "a page file of a MariaDB server (.ibb); only plain binary logs can be read"},
      {Bytes("# The proper term is pseudo_replica_mode"), "text printed by mysqlbinlog, not the binary log itself"},
      {Bytes("/*!50530 SET"), "text printed by mysqlbinlog, not the binary log itself"},
      {Bytes("/*!40019 SET"), "text printed by mysqlbinlog, not the binary log itself"},
  };
  for (const Known& known : kKnown) {
    if (head.starts_with(known.magic)) return known.description;
  }
  if (head.size() < kBinlogMagic.size()) return fmt::format("no binary log: only {} bytes long", head.size());
  return fmt::format("no binary log: begins with {:02x} {:02x} {:02x} {:02x} in place of fe 62 69 6e",
                     load_u8(&head[0]), load_u8(&head[1]), load_u8(&head[2]), load_u8(&head[3]));
}

EventReader::EventReader() : buffer_(new_buffer(kUsualStep)), capacity_(kUsualStep) {}

void EventReader::open(ByteSource& source, std::uint64_t position) {
  source_ = &source;
  begin_ = end_ = 0;
  read_step_ = kUsualStep;
  source_ended_ = false;
  position_ = position;
  covered_bytes_.reset();
  passed_to_.reset();
}

void EventReader::read_magic() {
  constexpr std::size_t kLongestMagic = 48;
  const std::size_t available = fill(kLongestMagic);
  const Bytes head(&buffer_[begin_], std::min(available, kLongestMagic));
  const std::string description = describe_foreign_magic(head);
  if (!description.empty()) throw InputError(description);
  begin_ += kBinlogMagic.size();
  position_ += kBinlogMagic.size();
}

void EventReader::go_to_next() {
  restore_covered_bytes();
  if (passed_to_) skip_to(*std::exchange(passed_to_, std::nullopt));
}

void EventReader::skip_to(std::uint64_t position) {
  restore_covered_bytes();
  passed_to_.reset();
  if (position - position_ > end_ - begin_ && source_->seek(position)) {
    begin_ = end_ = 0;
    source_ended_ = false;
    position_ = position;
  }
  while (position_ < position) {
    const std::size_t available = fill(1);
    if (available == 0) return;
    const auto skipped = static_cast<std::size_t>(std::min<std::uint64_t>(available, position - position_));
    begin_ += skipped;
    position_ += skipped;
  }
}

bool EventReader::next_slowly(EventView& event, Framing framing) {
  go_to_next();
  std::size_t available = end_ - begin_;
  if (capacity_ > kUsualStep && available <= kUsualStep) resize(kUsualStep);
  if (available < kEventHeaderSize) available = fill(kEventHeaderSize);
  if (available == 0) return false;
  if (available < kEventHeaderSize) {
    throw FrameError(
        FrameError::Kind::kTruncated, position_,
        fmt::format("incomplete event at offset {}: {} of the 19 bytes of its header", position_, available));
  }
  const EventHeader header = decode_header(&buffer_[begin_]);
  if (header.event_size < kEventHeaderSize) {
    throw FrameError(FrameError::Kind::kTooSmall, position_,
                     damage("event_size smaller than an event header", position_, header));
  }
  if (header.event_size > kMaxEventSize) {
    throw FrameError(FrameError::Kind::kTooBig, position_, damage("event_size beyond 1 GiB", position_, header));
  }
  if (available < header.event_size) {
    check_large_event(header);
    available = fill(header.event_size);
  }
  if (available < header.event_size) throw cut_event(available, position_, header);
  try {
    event = make_event_view(Bytes(&buffer_[begin_], header.event_size), position_, framing);
    begin_ += header.event_size;
    position_ += header.event_size;
    return true;
  } catch (const DecodeError& error) {
    throw FrameError(FrameError::Kind::kTooSmall, position_, damage(error.what(), position_, header));
  }
}

/// Otherwise a damaged size would bring much of the file into memory.
void EventReader::check_large_event(const EventHeader& header) const {
  constexpr std::uint32_t kLarge = 1 << 20;
  const std::uint64_t end = position_ + header.event_size;
  if (!wary_ || header.event_size < kLarge || header.log_pos == static_cast<std::uint32_t>(end)) return;
  char next[kEventHeaderSize];
  if (!source_->read_at(position_, next, 1)) return;
  if (!source_->read_at(end - 1, next, 1)) throw cut_event(end_of_source() - position_, position_, header);
  if (!source_->read_at(end, next, sizeof next)) return;
  const EventHeader behind = decode_header(next);
  const bool is_placed = behind.log_pos == static_cast<std::uint32_t>(end + behind.event_size);
  const bool is_event = behind.event_size >= kEventHeaderSize && behind.event_size <= kMaxEventSize &&
                        (is_placed || !event_type_name(behind.type_code).empty());
  if (is_event || Bytes(next, sizeof next).starts_with(kBinlogMagic)) return;
  throw FrameError(FrameError::Kind::kTooBig, position_,
                   damage("event_size leads to where no event begins,", position_, header));
}

/// Of a source that can seek and has a byte at position_.
std::uint64_t EventReader::end_of_source() const {
  std::uint64_t before = position_;
  char byte = 0;
  for (std::uint64_t step = std::uint64_t{1} << 40; step > 0; step /= 2) {
    while (source_->read_at(before + step, &byte, 1)) before += step;
  }
  return before + 1;
}

Bytes EventReader::peek(std::size_t size) {
  go_to_next();
  // In steps: often a little more is asked for, time after time.
  if (size > capacity_) resize((size + kUsualStep - 1) / kUsualStep * kUsualStep);
  const std::size_t available = fill(size);
  return Bytes(&buffer_[begin_], available);
}

void EventReader::detach(std::size_t size, Piece& piece) {
  const std::size_t rest = end_ - begin_ - size;
  if (size <= rest) {
    if (piece.capacity < size) {
      piece.buffer = new_buffer(size);
      piece.capacity = size;
    }
    std::memcpy(piece.buffer.get(), &buffer_[begin_], size);
    piece.bytes = Bytes(piece.buffer.get(), size);
    begin_ += size;
  } else {
    if (piece.capacity < capacity_) {
      piece.buffer = new_buffer(capacity_);
      piece.capacity = capacity_;
    }
    std::memcpy(piece.buffer.get(), &buffer_[begin_ + size], rest);
    std::swap(piece.buffer, buffer_);
    std::swap(piece.capacity, capacity_);
    piece.bytes = Bytes(&piece.buffer[begin_], size);
    begin_ = 0;
    end_ = rest;
  }
  piece.position = position_;
  position_ += size;
}

void EventReader::give_back(Bytes bytes) {
  go_to_next();
  const std::size_t held = end_ - begin_;
  if (bytes.size() > begin_) {
    const std::size_t needed = bytes.size() + held;
    if (needed > capacity_) resize((needed + kUsualStep - 1) / kUsualStep * kUsualStep);
    std::memmove(&buffer_[bytes.size()], &buffer_[begin_], held);
    begin_ = bytes.size();
    end_ = begin_ + held;
  }
  begin_ -= bytes.size();
  std::memcpy(&buffer_[begin_], bytes.data(), bytes.size());
  position_ -= bytes.size();
}

void EventReader::put_back(const EventView& event) {
  restore_covered_bytes();
  begin_ -= event.bytes.size();
  position_ -= event.bytes.size();
}

Bytes EventReader::next_bytes() {
  go_to_next();
  const std::size_t available = fill(1);
  const Bytes bytes(&buffer_[begin_], available);
  begin_ += available;
  position_ += available;
  return bytes;
}

EventView EventReader::with_checksum(const EventView& event) {
  const std::size_t size = event.bytes.size();
  char* const bytes = &buffer_[begin_ - size];
  std::uint32_t covered = 0;
  std::memcpy(&covered, bytes + size, sizeof covered);  // The buffer has room for a checksum behind its last event.
  covered_bytes_ = covered;
  EventView view = event;
  view.header.event_size += kChecksumSize;
  for (std::size_t i = 0; i < 4; ++i)
    bytes[EventHeader::kSizeOffset + i] = static_cast<char>(view.header.event_size >> (8 * i));
  view.bytes = Bytes(bytes, size + kChecksumSize);
  view.body_end = size;
  const std::uint32_t checksum = compute_checksum(view);
  for (std::size_t i = 0; i < kChecksumSize; ++i) bytes[size + i] = static_cast<char>(checksum >> (8 * i));
  return view;
}

std::size_t EventReader::fill(std::size_t size) {
  if (source_ended_) return end_ - begin_;
  if (size > capacity_ - begin_) move_to_front();
  while (end_ - begin_ < size && !source_ended_) {
    if (end_ == capacity_) resize(std::min(size, capacity_ * 2));
    // Of what follows a large event no more than usual is read ahead.
    const std::size_t wanted = std::min(capacity_ - end_, std::max(size - (end_ - begin_), read_step_));
    const std::size_t got = source_->read(&buffer_[end_], wanted);
    if (read_step_ < kUsualStep) read_step_ = std::min(4 * read_step_, kUsualStep);
    source_ended_ = got == 0;
    end_ += got;
  }
  return end_ - begin_;
}

void EventReader::move_to_front() {
  if (begin_ == 0) return;
  std::memmove(&buffer_[0], &buffer_[begin_], end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
}

void EventReader::resize(std::size_t capacity) {
  move_to_front();
  char* const resized = static_cast<char*>(std::realloc(buffer_.get(), capacity + kChecksumSize));
  if (resized == nullptr) {
    throw FrameError(FrameError::Kind::kNoMemory, position_,
                     fmt::format("no memory for an event of more than {} bytes at offset {}", capacity_, position_));
  }
  std::ignore = buffer_.release();  // What it was is freed, or is `resized`.
  buffer_.reset(resized);
  capacity_ = capacity;
}

}  // namespace binlogdump
