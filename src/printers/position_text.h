#pragma once
// Numbers in texts that are kept: they are written over, digit by digit, where another event has others.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "binlogdump/ascii.h"
#include "binlogdump/bytes.h"
#include "binlogdump/digits.h"

namespace binlogdump {

/// The eight digits of a number below 10^8 as a number, the first one in the lowest byte.
class EightDigits {
 public:
  static constexpr std::uint64_t kEnd = 100'000'000;
  static constexpr std::size_t kRoom = 8;

  EightDigits() = default;
  explicit EightDigits(std::uint32_t value) : digits_(detail::eight_digits(value)) {}

  /// False, with nothing added, if the sum has more digits.
  bool add(EightDigits other) {
    constexpr std::uint64_t kToCarry = 0xf6f6f6f6f6f6f6f6;  // Ten becomes 0x100.
    const std::uint64_t ready = __builtin_bswap64(digits_) + kToCarry;
    const std::uint64_t sum = ready + __builtin_bswap64(other.digits_);
    if (sum < ready) return false;
    const std::uint64_t not_carried = (sum & 0x8080808080808080) >> 7;
    digits_ = __builtin_bswap64(sum - not_carried * 0xf6);
    return true;
  }

  /// Bits of the zeros that are not written.
  int leading_zeros() const {
    constexpr std::uint64_t kLastDigit = std::uint64_t{1} << 56;
    return std::countr_zero(digits_ | kLastDigit) & ~7;
  }
  /// The text, its first character in the lowest byte.
  std::uint64_t text(int leading_zeros) const { return (digits_ | detail::kEightZeros) >> leading_zeros; }
  /// Writes kRoom bytes. Returns the end of the text.
  char* write(char* to, int leading_zeros) const {
    detail::store_text(to, text(leading_zeros));
    return to + (64 - leading_zeros) / 8;
  }

 private:
  std::uint64_t digits_ = 0;
};

/// Writes where an event stands. Each position stands there several times: where an event ends the next one begins, and
/// it says so itself. The text is kept as numbers, as what was written a moment before is slow to be read.
class PositionText {
 public:
  static constexpr std::size_t kRoom = 24;

  /// Two words that overlap. If the text has no more than eight characters both stand in the same place, so that the
  /// first one, whatever it is, is written over.
  struct Text {
    std::uint64_t begin = 0;
    std::uint64_t end = '0';
    std::size_t end_at = 0;
    std::size_t size = 1;

    char* write(char* to) const {
      overwrite(to, 0);
      return to + size;
    }
    /// Writes over a text of the same size. `others`: see NumberPlace.
    void overwrite(char* at, std::uint64_t others) const {
      detail::store_text(at, begin | others);
      detail::store_text(at + end_at, end | others);
    }
  };

  /// False if the position has too many digits for this class.
  bool go_to(std::uint64_t position) {
    if (position == position_) return true;
    if (position - range_.begin >= range_.size) [[unlikely]] {
      if (!find_range(position)) return false;
    }
    set(position, EightDigits(static_cast<std::uint32_t>(position - range_.base)));
    return true;
  }
  /// Goes on to where an event ends that begins at the position gone to last. False, with nothing done, if that has
  /// more digits, or others before the last eight.
  bool pass(std::uint32_t size, EightDigits digits) {
    if (position_ + size - range_.begin >= range_.size) return false;
    EightDigits last = last_;
    last.add(digits);
    set(position_ + size, last);
    return true;
  }
  const Text& text() const { return text_; }

  /// Returns the end of the text.
  char* write(char* to, std::uint64_t position) {
    return go_to(position) ? text_.write(to) : write_number(to, position);
  }

 private:
  /// Positions whose texts have the same size, and the same digits before the last eight.
  struct Range {
    std::uint64_t begin = 0;
    std::uint64_t size = 10;
    std::uint64_t base = 0;  ///< The number that those digits are.
    int leading_zeros = 56;  ///< Of the last eight: bits of the zeros that are not written.
  };

  void set(std::uint64_t position, EightDigits last) {
    position_ = position;
    last_ = last;
    text_.end = last.text(range_.leading_zeros);
  }

  [[gnu::noinline]] bool find_range(std::uint64_t position) {
    if (position >= EightDigits::kEnd * EightDigits::kEnd) return false;
    const EightDigits last(static_cast<std::uint32_t>(position % EightDigits::kEnd));
    if (position >= EightDigits::kEnd) {
      const EightDigits first(static_cast<std::uint32_t>(position / EightDigits::kEnd));
      const int zeros = first.leading_zeros();
      const std::uint64_t base = position - position % EightDigits::kEnd;
      range_ = {.begin = base, .size = EightDigits::kEnd, .base = base, .leading_zeros = 0};
      text_.begin = first.text(zeros);
      text_.end_at = static_cast<std::size_t>(64 - zeros) / 8;
      text_.size = text_.end_at + EightDigits::kRoom;
      return true;
    }
    std::uint64_t begin = 0;
    std::uint64_t end = 10;
    text_.end_at = 0;
    for (text_.size = 1; position >= end; ++text_.size) {
      begin = end;
      end *= 10;
    }
    range_ = {.begin = begin, .size = end - begin, .base = 0, .leading_zeros = last.leading_zeros()};
    return true;
  }

  std::uint64_t position_ = 0;
  EightDigits last_;
  Range range_;
  Text text_;
};

/// A number that grows by a little from event to event, in a text that is kept: its last four digits are written over.
class CounterPlace {
 public:
  std::size_t end = 0;  ///< Of the number in the text.

  /// Four bytes in front of `end` are of the text, though the number may have less digits.
  void keep(const char* text, std::uint64_t number) {
    base_ = number - number % kBase;
    begin_ = base_;
    count_ = kBase;
    int others_bits = 0;
    if (base_ == 0) {
      others_bits = 24;
      begin_ = 0;
      for (count_ = 10; number - begin_ >= count_; others_bits -= 8) {
        begin_ += count_;
        count_ = 9 * begin_;
      }
    }
    const std::uint32_t others = load_u32(text + end - kDigits) & ((std::uint32_t{1} << others_bits) - 1);
    others_ = others | kZeros << others_bits;
  }

  /// Whether the number has as many digits, and the same before the last four.
  bool fits(std::uint64_t number) const { return number - begin_ < count_; }
  void overwrite(char* text, std::uint64_t number) const {
    // As detail::eight_digits().
    const auto value = static_cast<std::uint32_t>(number - base_);
    const std::uint32_t hundreds = value * 5243 >> 19;
    const std::uint32_t pairs = (value << 16) - hundreds * ((100 << 16) - 1);
    const std::uint32_t tens = (pairs * 103 >> 10) & 0x000f000f;
    std::uint32_t digits = ((pairs << 8) - tens * ((10 << 8) - 1)) | others_;
    if constexpr (std::endian::native == std::endian::big) digits = __builtin_bswap32(digits);
    std::memcpy(text + end - kDigits, &digits, sizeof digits);
  }

 private:
  static constexpr std::size_t kDigits = 4;
  static constexpr std::uint64_t kBase = 10'000;
  static constexpr std::uint32_t kZeros = 0x30303030;

  // Numbers that fit: so many from the first on.
  std::uint64_t begin_ = 0;
  std::uint64_t count_ = 10;
  std::uint64_t base_ = 0;
  std::uint32_t others_ = kZeros;  ///< The four bytes, zeros in place of digits.
};

/// A number in a text that is kept.
struct NumberPlace {
  std::size_t at = 0;
  std::uint64_t others = 0;  ///< The eight bytes from there on, those of digits being zeros.

  /// The text has eight bytes from there on.
  void keep_behind(const char* text) {
    const std::uint64_t bytes = load_u64(text + at);
    int bits = 0;
    while (bits < 64 && is_digit(static_cast<char>(bytes >> bits))) bits += 8;
    others = bits == 64 ? 0 : bytes >> bits << bits;
  }
  /// Puts a number there with as many digits, eight at the most.
  void overwrite(char* text, std::uint64_t digits) const { detail::store_text(text + at, digits | others); }
  void overwrite(char* text, const PositionText::Text& position) const { position.overwrite(text + at, others); }
};

}  // namespace binlogdump
