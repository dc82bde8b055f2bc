#pragma once
// The one place that printed bytes go through: a buffer that writers append to and that empties itself into a sink.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>

#include "binlogdump/digits.h"

namespace binlogdump {

/// Takes the printed bytes in large pieces: a file, a pipe, a string in tests.
class Sink {
 public:
  virtual ~Sink() = default;
  /// Takes all of `text`, or throws.
  virtual void write(std::string_view text) = 0;
  /// Where the next text is best made, if the sink has memory whose bytes it need not copy: good until the next
  /// write().
  virtual std::span<char> room() { return {}; }
};

/// Keeps nothing: for finding out whether something can be written at all.
class DiscardingSink : public Sink {
 public:
  void write(std::string_view) override {}
};

/// Output text under construction. With a sink it hands its bytes over whenever it is full, so memory stays bounded as
/// long as writers of long values append in pieces; without one it grows and keeps everything (view() shows it).
class TextBuffer {
 public:
  static constexpr std::size_t kDefaultCapacity = 128 * 1024;

  explicit TextBuffer(Sink* sink = nullptr, std::size_t capacity = kDefaultCapacity);
  TextBuffer(const TextBuffer&) = delete;
  TextBuffer& operator=(const TextBuffer&) = delete;
  ~TextBuffer() = default;

  /// Room for at least `size` bytes at the end; write there, then call commit() with the end of what was written.
  /// The pointer is good until the next call of any other member.
  char* reserve(std::size_t size) {
    if (static_cast<std::size_t>(limit_ - end_) < size) make_room(size);
    return end_;
  }
  void commit(char* end) { end_ = end; }

  void append(char c) {
    *reserve(1) = c;
    ++end_;
  }
  void append(std::string_view text) {
    if (static_cast<std::size_t>(limit_ - end_) < text.size()) return append_beyond_room(text);
    if (text.empty()) return;  // An empty text may have no address.
    std::memcpy(end_, text.data(), text.size());
    end_ += text.size();
  }
  /// Decimal text of an integer, without padding.
  template <std::integral T>
  void append_number(T value) {
    char* to = reserve(24);
    auto magnitude = static_cast<std::uint64_t>(value);
    if constexpr (std::is_signed_v<T>) {
      if (value < 0) {
        *to++ = '-';
        magnitude = ~magnitude + 1;
      }
    }
    end_ = write_number(to, magnitude);
  }
  /// Decimal text with leading zeros to `width` digits at least; for unsigned values below 10^20.
  void append_padded(std::uint64_t value, int width);
  /// Lower-case hex digits, with leading zeros to `width` digits at least (0: as many as it takes).
  void append_hex(std::uint64_t value, int width = 0);

  /// What has not been handed to the sink yet; everything if there is none.
  std::string_view view() const { return {begin_, static_cast<std::size_t>(end_ - begin_)}; }
  std::size_t size() const { return static_cast<std::size_t>(end_ - begin_); }
  /// Forgets what view() shows.
  void clear() { end_ = begin_; }
  /// Hands everything to the sink, if there is one.
  void flush();

 private:
  void make_room(std::size_t size);
  void append_beyond_room(std::string_view text);

  void hand_over(std::string_view text);
  void use(std::span<char> memory);

  Sink* sink_;
  std::unique_ptr<char[]> own_;
  std::size_t own_capacity_;
  char* begin_;  ///< Of our own memory or the sink's.
  char* end_;
  char* limit_;
};

/// Appends several short pieces with one look at the room for all of them. They count when it is destroyed; until then
/// nothing else may be appended.
class ShortPieces {
 public:
  ShortPieces(TextBuffer& out, std::size_t most_bytes) : out_(out), to_(out.reserve(most_bytes)) {}
  ShortPieces(const ShortPieces&) = delete;
  ShortPieces& operator=(const ShortPieces&) = delete;
  ~ShortPieces() { out_.commit(to_); }

  void append(char c) { *to_++ = c; }
  /// Of a literal no more than a few moves remain.
  [[gnu::always_inline]] void append(std::string_view text) {
    if (text.empty()) return;
    std::memcpy(to_, text.data(), text.size());
    to_ += text.size();
  }
  /// What is copied in whole blocks: `most_bytes` must have room for the last one. See NumberText, BlockText.
  template <class Text>
  void append_blocks(const Text& text) {
    to_ = text.write_all(to_);
  }
  void append_number(std::uint64_t value) { to_ = write_number(to_, value); }
  void append_6_digits(std::uint32_t value) { to_ = write_6_digits(to_, value); }
  void append_8_hex_digits(std::uint32_t value) { to_ = write_8_hex_digits(to_, value); }
  /// For pieces that are written by other means: where the next one begins, and then where it ends.
  char* end() const { return to_; }
  void commit(char* end) { to_ = end; }

 private:
  TextBuffer& out_;
  char* to_;
};

}  // namespace binlogdump
