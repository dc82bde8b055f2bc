#pragma once
// Walks the events of a log: one buffer, block reads, offsets of its own.

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include "binlogdump/byte_source.h"
#include "binlogdump/decode.h"

namespace binlogdump {

/// The chain of events can't be followed at `position`: what comes next in the input is no complete event.
class FrameError : public std::runtime_error {
 public:
  enum class Kind {
    kTruncated,  ///< The input ends inside the event.
    kTooSmall,   ///< event_size is smaller than a header, or than what the event must hold.
    kTooBig,     ///< event_size is larger than any server writes, or leads to where no event begins.
    kNoMemory,   ///< There is no memory for an event of this size, though the chain may be sound.
  };

  FrameError(Kind kind, std::uint64_t position, const std::string& what)
      : std::runtime_error(what), kind_(kind), position_(position) {}
  Kind kind() const { return kind_; }
  std::uint64_t position() const { return position_; }

 private:
  Kind kind_;
  std::uint64_t position_;
};

/// First bytes of a log.
inline constexpr Bytes kBinlogMagic{"\xfe\x62\x69\x6e", 4};
inline constexpr Bytes kEncryptedMagic{"\xfd\x62\x69\x6e", 4};
/// Largest event_size that a server writes or takes (max_allowed_packet's limit of 1 GiB, and some room for its
/// header).
inline constexpr std::uint32_t kMaxEventSize = (1U << 30) + 16384;

/// What the first bytes of an input are, in words, for a message; e.g. "gzip data". Empty for a version 4 binary log.
std::string describe_foreign_magic(Bytes head);

/// Hands out one event after the other. Memory: one buffer of 256 KiB; for a larger event it grows with the data that
/// arrives, not with the size that the header claims, and shrinks again behind it.
class EventReader {
 public:
  EventReader();

  /// Starts over on another source whose first byte has offset `position`. The buffer is kept.
  void open(ByteSource& source, std::uint64_t position = 0);

  /// Whether the sizes of large events are doubted: before one is read whose next position does not agree, a look is
  /// taken at what follows it, if the source can seek.
  void set_wary(bool wary) { wary_ = wary; }

  /// Consumes the 4-byte magic. Throws InputError, without the file's name, if it is not that of a plain binary log.
  void read_magic();

  /// Goes on at `position`, which is not before position(): by seeking or, where the source can't, by reading. Where
  /// the source ends before it, next() finds the end.
  void skip_to(std::uint64_t position);

  /// The next event, or nullopt at the end of the input. The view is good until the next call. Throws FrameError; then
  /// position() is still that of the damaged event.
  std::optional<EventView> next(Framing framing) {
    std::optional<EventView> event(std::in_place);
    if (!next(*event, framing)) event.reset();
    return event;
  }
  /// The same in place; false at the end of the input.
  bool next(EventView& event, Framing framing) {
    if (covered_bytes_) restore_covered_bytes();
    const std::size_t available = end_ - begin_;
    if (available < kEventHeaderSize || !is_at_next(available)) [[unlikely]]
      return next_slowly(event, framing);
    const char* const bytes = &buffer_[begin_];
    const std::size_t size = load_u32(bytes + EventHeader::kSizeOffset);
    if (size > available || size < framing.common_header_len + kChecksumSize) [[unlikely]]
      return next_slowly(event, framing);
    Cursor<NoTrace> in(Bytes(bytes, kEventHeaderSize));
    event.header.read(in);
    event.bytes = Bytes(bytes, size);
    event.position = position_;
    find_body(event, framing);
    event.checksum_verified = event.checksum_failed = false;
    event.selected_rows = nullptr;
    begin_ += size;
    position_ += size;
    return true;
  }

  /// Passes over the events before the next one to look at: calls pass(type_code, head, event_size, position) for one
  /// after the other until it returns false; that event is the next of next(). `head` is the event's beginning, all of
  /// it unless it is large: of large events that are passed over the rest is not even read, if the source can seek.
  /// Returns at the end of the buffer, too. Much faster than next().
  template <class Pass>
  void pass_over(Pass pass) {
    go_to_next();
    while (end_ - begin_ >= kHeadSize) {
      const std::size_t available = end_ - begin_;
      const char* const bytes = &buffer_[begin_];
      const std::uint32_t size = load_u32(bytes + EventHeader::kSizeOffset);
      if (size < kEventHeaderSize + kChecksumSize || (size > available && !is_large(size))) return;
      if (!pass(load_u8(bytes + EventHeader::kTypeOffset), Bytes(bytes, std::min<std::size_t>(size, available)), size,
                position_)) {
        return;
      }
      if (size > available) return pass_over_large(position_ + size, pass);
      begin_ += size;
      position_ += size;
    }
  }

  /// Gives the event that next() returned last a checksum, computed over it with an event_size that counts it. The view
  /// is good until the next call of next(). Nothing is copied: the checksum stands in the place of the following bytes
  /// for the time being.
  EventView with_checksum(const EventView& event);

  /// Consumes bytes without looking for events: what is there, empty only at the end of the input. For what follows a
  /// FrameError. Good until the next call.
  Bytes next_bytes();

  /// The bytes from position() on, `size` of them or more unless the input ends before. Nothing is consumed. Good until
  /// the next call.
  Bytes peek(std::size_t size);

  struct FreeMemory {
    void operator()(char* memory) const { std::free(memory); }
  };
  /// From malloc, since realloc moves the pages of a large event where `new` would need a second copy of them.
  using Buffer = std::unique_ptr<char[], FreeMemory>;

  /// Bytes of the input in a buffer of their own.
  struct Piece {
    Buffer buffer;
    std::size_t capacity = 0;
    Bytes bytes;
    std::uint64_t position = 0;
  };
  /// Consumes the next `size` bytes, which were peeked at, and gives them to `piece`, whose buffer may become the
  /// reader's.
  void detach(std::size_t size, Piece& piece);
  /// Makes bytes that were consumed before position(), up to there, the next ones again.
  void give_back(Bytes bytes);

  /// Makes the event that next() returned last, with no other call in between, the next one again.
  void put_back(const EventView& event);

  const ByteSource& source() const { return *source_; }

  /// Offset of the event that next() will return.
  std::uint64_t position() const { return passed_to_.value_or(position_); }

 private:
  /// Makes at least `size` bytes available if the input has them; returns how many there are.
  std::size_t fill(std::size_t size);

  static bool is_large(std::uint32_t event_size) { return event_size >= kLargeEvent && event_size <= kMaxEventSize; }

  /// The event at position_ is passed over without being read; the next one begins at `position`.
  template <class Pass>
  void pass_over_large(std::uint64_t position, Pass& pass) {
    std::uint64_t last = position_;
    char head[kHeadSize];
    while (source_->read_at(position, head, kHeadSize)) {
      const std::uint32_t size = load_u32(head + EventHeader::kSizeOffset);
      if (!is_large(size) || !pass(load_u8(head + EventHeader::kTypeOffset), Bytes(head, kHeadSize), size, position))
        break;
      last = position;
      position += size;
    }
    read_step_ = kSmallestStep;
    // An event that is not all there is for next().
    passed_to_ = source_->read_at(position - 1, head, 1) ? position : last;
  }
  /// Whether there is nothing to be done before the next event is looked at.
  bool is_at_next(std::size_t available) const {
    return !passed_to_ && (capacity_ <= kUsualStep || available > kUsualStep);
  }
  /// Of any event: one that is not in the buffer yet, or that has something wrong with its size.
  bool next_slowly(EventView& event, Framing framing);
  /// To what pass_over() has led to: only now, since the caller may still look at what it has seen.
  void go_to_next();

  void check_large_event(const EventHeader& header) const;
  std::uint64_t end_of_source() const;
  /// Makes room behind the bytes that are held.
  void move_to_front();
  void resize(std::size_t capacity);
  void restore_covered_bytes() {
    if (covered_bytes_) std::memcpy(&buffer_[begin_], &*covered_bytes_, sizeof *covered_bytes_);
    covered_bytes_.reset();
  }

  static constexpr std::size_t kUsualStep = 256 * 1024;
  static constexpr std::size_t kSmallestStep = 16 * 1024;
  static constexpr std::size_t kHeadSize = 64;      ///< Enough for a row event's table id, too.
  static constexpr std::size_t kLargeEvent = 4096;  ///< From here on it pays not to read the rest.

  ByteSource* source_ = nullptr;
  Buffer buffer_;
  std::size_t capacity_;
  std::size_t begin_ = 0;               ///< First byte not handed out.
  std::size_t end_ = 0;                 ///< Behind the last byte read.
  std::size_t read_step_ = kUsualStep;  ///< How much is read at a time at least.
  bool source_ended_ = false;
  bool wary_ = false;
  std::uint64_t position_ = 0;
  std::optional<std::uint64_t> passed_to_;      ///< Where next() has to go first.
  std::optional<std::uint32_t> covered_bytes_;  ///< What with_checksum() has written over, at begin_.
};

}  // namespace binlogdump
