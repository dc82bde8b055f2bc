#pragma once
// The only thing that can consume an event's bytes. Every consuming call takes the name of what it reads: untraced, the
// name serves error messages only; traced, each call leaves a record on the field tape.

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

#include "binlogdump/bytes.h"
#include "binlogdump/error.h"
#include "binlogdump/field.h"

namespace binlogdump {

/// Records nothing and costs nothing.
struct NoTrace {
  static constexpr bool kTraces = false;
};

class RowSink;

/// Appends to a field tape.
struct FieldTrace {
  static constexpr bool kTraces = true;
  FieldTape* tape;
  std::uint16_t depth = 0;
  RowSink* rows = nullptr;  ///< Takes the rows of row events one by one; without it the tape holds them all.
};

/// Reads named fields, in order, from a bounded range. Every read that does not fit throws DecodeError with the offset
/// from the start of the event. There is no way back and no jump: group() bounds a part, rest() takes what is left.
template <class Trace>
class Cursor {
 public:
  /// Reads all of `event`; offsets in errors and fields count from its start.
  explicit Cursor(Bytes event, Trace trace = {}) : Cursor(event, 0, event.size(), trace) {}
  /// Reads the bytes [from, to) of `event`; offsets still count from the event's start.
  Cursor(Bytes event, std::size_t from, std::size_t to, Trace trace = {})
      : begin_(event.data()), position_(event.data() + from), end_(event.data() + to), trace_(trace) {}

  std::size_t remaining() const { return static_cast<std::size_t>(end_ - position_); }
  bool at_end() const { return position_ == end_; }
  /// Bytes consumed since the start of the event.
  std::size_t offset() const { return static_cast<std::size_t>(position_ - begin_); }

  std::uint8_t u8(std::string_view name) { return number<std::uint8_t>(1, name, load_u8); }
  std::uint16_t u16(std::string_view name) { return number<std::uint16_t>(2, name, load_u16); }
  std::uint32_t u24(std::string_view name) { return number<std::uint32_t>(3, name, load_u24); }
  std::uint32_t u32(std::string_view name) { return number<std::uint32_t>(4, name, load_u32); }
  std::uint64_t u48(std::string_view name) { return number<std::uint64_t>(6, name, load_u48); }
  std::uint64_t u56(std::string_view name) { return number<std::uint64_t>(7, name, load_u56); }
  std::uint64_t u64(std::string_view name) { return number<std::uint64_t>(8, name, load_u64); }
  std::int64_t i64(std::string_view name) {
    const char* at = take(8, name);
    const auto value = static_cast<std::int64_t>(load_u64(at));
    label(at, 8, name, FieldKind::kSigned, static_cast<std::uint64_t>(value));
    return value;
  }

  const Trace& trace() const { return trace_; }

  /// What is left of the range, without consuming it.
  Bytes left() const { return {position_, remaining()}; }

  /// `size` bytes as they are.
  Bytes bytes(std::size_t size, std::string_view name) {
    const char* at = take(size, name);
    label(at, size, name, FieldKind::kBytes, 0);
    return {at, size};
  }
  /// All that is left of the range; may be empty.
  Bytes rest(std::string_view name) { return bytes(remaining(), name); }
  /// Text that ends in a NUL, without the NUL (which belongs to the field).
  Bytes nul_terminated(std::string_view name) {
    const void* nul = at_end() ? nullptr : std::memchr(position_, 0, remaining());
    if (nul == nullptr) fail(name, "no terminating NUL");
    const auto size = static_cast<std::size_t>(static_cast<const char*>(nul) - position_);
    return bytes(size + 1, name).substr(0, size);
  }
  /// Bytes that this program has no meaning for.
  Bytes unparsed(std::size_t size) {
    const char* at = take(size, "unparsed");
    label(at, size, "unparsed", FieldKind::kUnparsed, 0);
    return {at, size};
  }
  Bytes unparsed_rest() { return unparsed(remaining()); }

  /// Packed integer (net_store_length): 1, 3, 4 or 9 bytes.
  std::uint64_t packed(std::string_view name) {
    if (at_end()) fail(name, "no byte left");
    const std::uint8_t first = load_u8(position_);
    if (first < 251) return u8(name);
    if (first == 251 || first == 255) fail(name, "not a valid packed integer");
    const std::size_t size = first == 252 ? 2 : first == 253 ? 3 : 8;
    const char* at = take(1 + size, name);
    const std::uint64_t value = load_le(at + 1, size);
    label(at, 1 + size, name, FieldKind::kUnsigned, value);
    return value;
  }

  /// Variable-length unsigned integer of the serialization framework: the trailing 1 bits of the first byte count the
  /// bytes that follow.
  std::uint64_t varint(std::string_view name) {
    std::size_t size = 0;
    const char* at = take_varint(name, size);
    const std::uint64_t value = varint_value(at, size);
    label(at, size, name, FieldKind::kUnsigned, value);
    return value;
  }
  /// The same, zigzag-coded.
  std::int64_t varint_signed(std::string_view name) {
    std::size_t size = 0;
    const char* at = take_varint(name, size);
    const std::uint64_t coded = varint_value(at, size);
    const auto value = static_cast<std::int64_t>((coded >> 1) ^ (~(coded & 1) + 1));
    label(at, size, name, FieldKind::kSigned, static_cast<std::uint64_t>(value));
    return value;
  }

  /// Text of a stated length. The length is a field of its own.
  Bytes packed_bytes(std::string_view size_name, std::string_view name) {
    return bytes(checked(packed(size_name), name), name);
  }
  Bytes u8_bytes(std::string_view size_name, std::string_view name) { return bytes(u8(size_name), name); }

  /// Bounds the next `size` bytes: `body(cursor)` reads them, and what it leaves is labelled unparsed.
  template <class Body>
  void group(std::string_view name, std::uint64_t size, Body&& body) {
    const char* outer_end = end_;
    end_ = position_ + checked(size, name);
    open(name, static_cast<std::size_t>(size));
    body(*this);
    if (!at_end()) unparsed_rest();
    close();
    end_ = outer_end;
  }

  /// A group that ends where its body stops reading.
  template <class Body>
  void group_rest(std::string_view name, Body&& body) {
    const OpenGroup group(*this, name);
    body(*this);
  }

  /// The value of one column: `fixed_size` bytes, or as many as the `length_bytes` bytes in front of it say.
  Bytes column_value(std::uint32_t fixed_size, std::uint8_t length_bytes, bool size_known) {
    if (length_bytes == 0) {
      if (!size_known) [[unlikely]]
        fail("value", "column type of unknown length");
      const char* at = take(fixed_size, "value");
      label(at, fixed_size, "value", FieldKind::kBytes, 0);
      return {at, fixed_size};
    }
    if (length_bytes > remaining()) [[unlikely]]
      fail_size(length_bytes, "length");
    const std::uint64_t size = load_length(position_, length_bytes);
    if (size > remaining() - length_bytes) [[unlikely]]
      fail_size(size + length_bytes, "value");
    const char* at = pass(length_bytes);
    label(at, length_bytes, "length", FieldKind::kUnsigned, size);
    at = pass(static_cast<std::size_t>(size));
    label(at, static_cast<std::size_t>(size), "value", FieldKind::kBytes, 0);
    return {at, static_cast<std::size_t>(size)};
  }

  /// A 64-bit size from the input, checked against what is left.
  std::size_t checked(std::uint64_t size, std::string_view name) const {
    if (size > remaining()) fail_size(size, name);
    return static_cast<std::size_t>(size);
  }

  [[noreturn]] [[gnu::cold]] void fail(std::string_view name, std::string_view reason) const {
    throw DecodeError(offset(), name, reason);
  }

 private:
  /// The bounds check of all but the values of rows; each caller labels what it took.
  const char* take(std::size_t size, std::string_view name) {
    if (size > remaining()) [[unlikely]]
      fail_size(size, name);
    return pass(size);
  }
  /// The one place where the position moves, by a size that has been checked.
  const char* pass(std::size_t size) {
    const char* at = position_;
    position_ += size;
    return at;
  }

  template <class T, class Load>
  T number(std::size_t size, std::string_view name, Load load) {
    const char* at = take(size, name);
    const T value = load(at);
    label(at, size, name, FieldKind::kUnsigned, value);
    return value;
  }

  const char* take_varint(std::string_view name, std::size_t& size) {
    if (at_end()) fail(name, "no byte left");
    size = static_cast<std::size_t>(std::countr_one(load_u8(position_))) + 1;
    return take(size, name);
  }
  static std::uint64_t varint_value(const char* at, std::size_t size) {
    if (size == 9) return load_u64(at + 1);
    return load_le(at, size) >> size;
  }

  void label([[maybe_unused]] const char* at, [[maybe_unused]] std::size_t size, [[maybe_unused]] std::string_view name,
             [[maybe_unused]] FieldKind kind, [[maybe_unused]] std::uint64_t value) {
    if constexpr (Trace::kTraces) {
      // Filled where it lies: a copy of what was just written in small parts is slow to read.
      Field& field = trace_.tape->emplace_back();
      field.name = name;
      field.offset = static_cast<std::size_t>(at - begin_);
      field.size = size;
      field.value = value;
      field.depth = trace_.depth;
      field.kind = kind;
    }
  }
  /// Returns the group's index on the tape.
  std::size_t open([[maybe_unused]] std::string_view name, [[maybe_unused]] std::size_t size) {
    if constexpr (Trace::kTraces) {
      label(position_, size, name, FieldKind::kGroup, 0);
      ++trace_.depth;
      return trace_.tape->size() - 1;
    }
    return 0;
  }
  void set_group_size([[maybe_unused]] std::size_t index, [[maybe_unused]] std::size_t size) {
    if constexpr (Trace::kTraces) (*trace_.tape)[index].size = size;
  }
  void close() {
    if constexpr (Trace::kTraces) --trace_.depth;
  }

  /// Closes a group of unknown size at the place where the reading of it ends, be that by a fault.
  class OpenGroup {
   public:
    OpenGroup(Cursor& cursor, std::string_view name)
        : cursor_(cursor), begin_(cursor.offset()), index_(cursor.open(name, 0)) {}
    OpenGroup(const OpenGroup&) = delete;
    OpenGroup& operator=(const OpenGroup&) = delete;
    ~OpenGroup() {
      cursor_.close();
      cursor_.set_group_size(index_, cursor_.offset() - begin_);
    }

   private:
    Cursor& cursor_;
    std::size_t begin_;
    std::size_t index_;
  };

  static std::uint64_t load_length(const char* at, std::uint8_t length_bytes) {
    switch (length_bytes) {
      case 1:
        return load_u8(at);
      case 2:
        return load_u16(at);
      case 3:
        return load_u24(at);
      default:
        return load_u32(at);
    }
  }

  [[noreturn]] [[gnu::cold]] [[gnu::noinline]] void fail_size(std::uint64_t size, std::string_view name) const {
    fail(name, "needs " + std::to_string(size) + (size == 1 ? " byte, " : " bytes, ") + std::to_string(remaining()) +
                   " left");
  }

  const char* begin_;
  const char* position_;
  const char* end_;
  [[no_unique_address]] Trace trace_;
};

/// What an event's decode function takes: a traced or an untraced cursor.
template <class T>
concept EventCursor =
    std::same_as<std::remove_cvref_t<T>, Cursor<NoTrace>> || std::same_as<std::remove_cvref_t<T>, Cursor<FieldTrace>>;

}  // namespace binlogdump
