#pragma once
// Digits, most of them two at a time from a table: several times faster than division by ten, and the building block of
// dates, times, decimals and fractions.

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
  return write_4_digits(write_4_digits(to, value / 10000), value % 10000);
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
  /// The text that write_number() has written to [begin, end); kCapacity bytes from `begin` on can be read.
  void take(std::uint64_t value, const char* begin, const char* end) {
    value_ = value;
    size_ = static_cast<std::size_t>(end - begin);
    std::memcpy(text_, begin, kCapacity);
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
