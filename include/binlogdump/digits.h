#pragma once
// Digits, most of them two at a time from a table: several times faster than division by ten, and the building block of
// dates, times, decimals and fractions.

#include <cstdint>
#include <cstring>

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

/// Decimal text of any number, without padding: at most 20 characters.
inline char* write_number(char* to, std::uint64_t value) {
  constexpr std::uint64_t kEightDigits = 100000000;
  if (value >= kEightDigits) {
    to = write_number(to, value / kEightDigits);
    return write_8_digits(to, static_cast<std::uint32_t>(value % kEightDigits));
  }
  const auto small = static_cast<std::uint32_t>(value);
  if (small < 100) {
    if (small >= 10) return write_2_digits(to, small);
    *to = static_cast<char>('0' + small);
    return to + 1;
  }
  if (small < 10000) {
    if (small >= 1000) return write_4_digits(to, small);
    *to = static_cast<char>('0' + small / 100);
    return write_2_digits(to + 1, small % 100);
  }
  return write_4_digits(write_number(to, small / 10000), small % 10000);
}

/// In lower case, with leading zeros.
inline char* write_8_hex_digits(char* to, std::uint32_t value) {
  for (int shift = 28; shift >= 0; shift -= 4) *to++ = "0123456789abcdef"[value >> shift & 15];
  return to;
}

}  // namespace binlogdump
