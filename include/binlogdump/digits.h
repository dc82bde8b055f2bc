#pragma once
// Digits, most of them two at a time from a table: several times faster than division by ten, and the building block of
// dates, times, decimals and fractions.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "binlogdump/ascii.h"

namespace binlogdump {

namespace detail {
// clang-format off
inline constexpr char kDigitPairs[] =
    "00010203040506070809101112131415161718192021222324"
    "25262728293031323334353637383940414243444546474849"
    "50515253545556575859606162636465666768697071727374"
    "75767778798081828384858687888990919293949596979899";
// clang-format on

inline constexpr std::uint64_t kEightZeros = 0x3030303030303030;

/// The eight digits of a number that has no more, as numbers, the first one in the lowest byte: all are split off at
/// the same time, in one register.
inline std::uint64_t eight_digits(std::uint32_t value) {
  // Each step leaves quotients where they are and puts remainders behind them: x << n, less q times the divisor there,
  // and q again.
  const std::uint64_t fours = (std::uint64_t{value} << 32) - value / 10000 * ((std::uint64_t{10000} << 32) - 1);
  const std::uint64_t hundreds = (fours * 10486 >> 20) & 0x0000007f0000007f;
  const std::uint64_t pairs = (fours << 16) - hundreds * ((100 << 16) - 1);
  const std::uint64_t tens = (pairs * 103 >> 10) & 0x000f000f000f000f;
  return (pairs << 8) - tens * ((10 << 8) - 1);
}

/// The characters from the lowest byte on.
inline char* store_text(char* to, std::uint64_t text) {
  if constexpr (std::endian::native == std::endian::big) text = __builtin_bswap64(text);
  std::memcpy(to, &text, sizeof text);
  return to + sizeof text;
}
}  // namespace detail

/// Exactly 2, 4, 6, 8 or 9 digits with leading zeros. `value` must have no more; the end is returned.
inline char* write_2_digits(char* to, std::uint32_t value) {
  std::memcpy(to, detail::kDigitPairs + 2 * value, 2);
  return to + 2;
}
inline char* write_4_digits(char* to, std::uint32_t value) {
  return write_2_digits(write_2_digits(to, value / 100), value % 100);
}
inline char* write_6_digits(char* to, std::uint32_t value) {
  return write_4_digits(write_2_digits(to, value / 10000), value % 10000);
}
inline char* write_8_digits(char* to, std::uint32_t value) {
  return detail::store_text(to, detail::eight_digits(value) + detail::kEightZeros);
}
inline char* write_9_digits(char* to, std::uint32_t value) {
  *to = static_cast<char>('0' + value / 100000000);
  return write_8_digits(to + 1, value % 100000000);
}

namespace detail {
inline char* write_number_below_10000(char* to, std::uint32_t value) {
  if (value < 100) {
    if (value >= 10) return write_2_digits(to, value);
    *to = static_cast<char>('0' + value);
    return to + 1;
  }
  if (value >= 1000) return write_4_digits(to, value);
  *to = static_cast<char>('0' + value / 100);
  return write_2_digits(to + 1, value % 100);
}
inline char* write_number_of_8_digits(char* to, std::uint32_t value) {
  if (value < 10000) return write_number_below_10000(to, value);
  return write_4_digits(write_number_below_10000(to, value / 10000), value % 10000);
}
}  // namespace detail

/// Decimal text of any number, without padding: at most 20 characters.
inline char* write_number(char* to, std::uint64_t value) {
  constexpr std::uint64_t kEightDigits = 100000000;
  if (value < kEightDigits) return detail::write_number_of_8_digits(to, static_cast<std::uint32_t>(value));
  std::uint64_t high = value / kEightDigits;
  if (high >= kEightDigits) {
    to = detail::write_number_below_10000(to, static_cast<std::uint32_t>(high / kEightDigits));
    high %= kEightDigits;
    to = write_8_digits(to, static_cast<std::uint32_t>(high));
  } else {
    to = detail::write_number_of_8_digits(to, static_cast<std::uint32_t>(high));
  }
  return write_8_digits(to, static_cast<std::uint32_t>(value % kEightDigits));
}

/// A number's text that is written more than once.
class NumberText {
 public:
  static constexpr std::size_t kCapacity = 24;

  NumberText() : NumberText(0) {}
  explicit NumberText(std::uint64_t value) { set(value); }

  void set(std::uint64_t value) {
    value_ = value;
    size_ = static_cast<std::size_t>(write_number(text_, value) - text_);
  }
  std::uint64_t value() const { return value_; }
  /// Writes kCapacity bytes, whatever the size is: without a branch. Returns the end of the text.
  char* write_all(char* to) const {
    std::memcpy(to, text_, kCapacity);
    return to + size_;
  }

 private:
  char text_[kCapacity]{};
  std::uint64_t value_ = 0;
  std::size_t size_ = 0;
};

/// In lower case, with leading zeros.
inline char* write_8_hex_digits(char* to, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) to = write_hex_byte(to, static_cast<char>(value >> shift));
  return to;
}

}  // namespace binlogdump
