#include "binlogdump/values/floating.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "binlogdump/digits.h"

namespace binlogdump {
namespace {

/// Room for sign, point, "0.000", exponent: all of a %g number but its `precision` digits.
constexpr std::size_t kNumberRoom = 32;

char* write_text(char* to, std::string_view text) {
  std::memcpy(to, text.data(), text.size());
  return to + text.size();
}

char* write_not_finite(char* to, double value) {
  if (std::signbit(value)) *to++ = '-';
  return write_text(to, std::isnan(value) ? "nan" : "inf");
}

constexpr std::array<std::uint64_t, 19> kPowersOf10 = [] {
  std::array<std::uint64_t, 19> powers{};
  std::uint64_t power = 1;
  for (std::uint64_t& p : powers) {
    p = power;
    power *= 10;
  }
  return powers;
}();

/// Digits of numerator / 2^bits behind the point, from the first one on; takes their value off the numerator.
class FractionDigits {
 public:
  FractionDigits(std::uint64_t numerator, int bits) : numerator_(numerator), bits_(bits) {}

  /// The next `count` (up to 8) digits as a number.
  std::uint32_t next(std::size_t count) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = Wide{numerator_} * kPowersOf10[count];
    numerator_ = static_cast<std::uint64_t>(product) & (half() * 2 - 1);
    return static_cast<std::uint32_t>(product >> bits_);
  }
  bool none_left() const { return numerator_ == 0; }
  /// Whether what is left is more than half of the last digit, or half of it and that digit is odd.
  bool rounds_up(bool odd) const { return numerator_ > half() || (numerator_ == half() && odd); }

 private:
  std::uint64_t half() const { return std::uint64_t{1} << (bits_ - 1); }

  std::uint64_t numerator_;
  int bits_;
};

/// A decimal fraction: `digits` digits behind the point of `numerator` / 2^`bits`, rounded to even as printf does,
/// without trailing zeros. Null if the rounding reaches the point. `bits` is 1 to 52. Writes up to 8 bytes behind the
/// end.
char* write_binary_fraction(char* to, std::uint64_t numerator, int bits, int digits) {
  constexpr std::size_t kStep = 8;
  char* const begin = to;
  FractionDigits fraction(numerator, bits);
  for (auto left = static_cast<std::size_t>(digits); left > 0 && !fraction.none_left();) {
    const std::size_t count = std::min(left, kStep);
    write_8_digits(to, fraction.next(count) * static_cast<std::uint32_t>(kPowersOf10[kStep - count]));
    to += count;
    left -= count;
  }
  // Without a digit behind the point the one before it would decide: left to the caller.
  const bool odd = to == begin || (to[-1] & 1) != 0;
  if (fraction.rounds_up(odd)) {
    while (to != begin && to[-1] == '9') --to;
    if (to == begin) return nullptr;
    ++to[-1];
    return to;
  }
  while (to != begin && to[-1] == '0') --to;
  return to;
}

/// The common case of write_double_g(): finite, from 1 up to less than 2^52, with no more digits before the point than
/// `precision`; and zero. Null if it is another case. Exact integer arithmetic, several times faster than to_chars.
char* write_ordinary_g(char* to, double value, int precision) {
  constexpr int kMantissaBits = 52;
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const int exponent = static_cast<int>(bits >> kMantissaBits & 0x7ff) - 1023;
  if (std::signbit(value)) *to++ = '-';
  if (bits << 1 == 0) {
    *to++ = '0';
    return to;
  }
  if (exponent < 0 || exponent >= kMantissaBits) return nullptr;
  const std::uint64_t mantissa = (bits & ((std::uint64_t{1} << kMantissaBits) - 1)) | std::uint64_t{1} << kMantissaBits;
  const int fraction_bits = kMantissaBits - exponent;
  const std::uint64_t integer = mantissa >> fraction_bits;
  const char* const begin = to;
  if (precision < 17 && integer >= kPowersOf10[static_cast<std::size_t>(precision)]) return nullptr;
  to = write_number(to, integer);
  const int digits = precision - static_cast<int>(to - begin);
  *to = '.';
  char* const end =
      write_binary_fraction(to + 1, mantissa & ((std::uint64_t{1} << fraction_bits) - 1), fraction_bits, digits);
  return end == to + 1 ? to : end;
}

char* write_double_g(char* to, double value, int precision) {
  if (char* const end = write_ordinary_g(to, value, precision); end != nullptr) return end;
  if (!std::isfinite(value)) return write_not_finite(to, value);
  const std::size_t room = kNumberRoom + static_cast<std::size_t>(precision);
  return std::to_chars(to, to + room, value, std::chars_format::general, precision).ptr;
}

template <class T>
char* write_shortest(char* to, T value) {
  // Plain notation is chosen only where it is not longer than scientific notation, so this never gets long.
  return std::isfinite(value) ? std::to_chars(to, to + kShortestRoom, value).ptr : write_not_finite(to, value);
}

/// A positive finite number taken apart: 0.d1d2d3… times 10 to the power `point`.
struct ShortestDigits {
  char digits[17];
  int count;
  int point;
};

ShortestDigits shortest_digits(double value) {
  char text[kNumberRoom];
  const char* const end = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific).ptr;
  ShortestDigits result{};
  const char* p = text;
  for (; p != end && *p != 'e'; ++p) {
    if (*p != '.') result.digits[result.count++] = *p;
  }
  ++p;
  if (*p == '+') ++p;  // from_chars does not take it.
  int exponent = 0;
  std::from_chars(p, end, exponent);
  result.point = exponent + 1;
  return result;
}

char* write_digits(char* to, const ShortestDigits& number, int begin, int end) {
  return write_text(to, {number.digits + begin, static_cast<std::size_t>(end - begin)});
}

char* write_zeros(char* to, int count) {
  for (; count > 0; --count) *to++ = '0';
  return to;
}

/// Plain notation, with one zero at least before the point; integers end in `integer_end`.
char* write_plain(char* to, const ShortestDigits& number, std::string_view integer_end) {
  if (number.point <= 0) {
    to = write_zeros(write_text(to, "0."), -number.point);
    return write_digits(to, number, 0, number.count);
  }
  if (number.point >= number.count) {
    to = write_zeros(write_digits(to, number, 0, number.count), number.point - number.count);
    return write_text(to, integer_end);
  }
  to = write_digits(to, number, 0, number.point);
  *to++ = '.';
  return write_digits(to, number, number.point, number.count);
}

char* write_scientific(char* to, const ShortestDigits& number) {
  *to++ = number.digits[0];
  if (number.count > 1) {
    *to++ = '.';
    to = write_digits(to, number, 1, number.count);
  }
  *to++ = 'e';
  return std::to_chars(to, to + 8, number.point - 1).ptr;
}

/// The common case of a JSON double: positive, below 10^9, with one to six digits behind the point. Null if it is
/// another case. Any number of up to 15 digits that reads back is the shortest one: no two of them are the same double.
char* write_short_decimal(char* to, double value) {
  constexpr double kScale = 1e6;
  constexpr std::uint32_t kIntegerScale = 1000000;
  if (!(value < 1e9)) return nullptr;
  const auto scaled = static_cast<std::uint64_t>(value * kScale + 0.5);
  if (static_cast<double>(scaled) / kScale != value) return nullptr;
  to = write_number(to, scaled / kIntegerScale);
  *to++ = '.';
  to = write_6_digits(to, static_cast<std::uint32_t>(scaled % kIntegerScale));
  while (to[-1] == '0') --to;
  return to;
}

/// The server's text of a double, in which an integer ends in `integer_end`. At most twice kNumberRoom.
char* write_server_double(char* to, double value, std::string_view integer_end) {
  constexpr int kMaxPlainPoint = 15;
  constexpr int kMinPlainPoint = -14;
  if (!std::isfinite(value)) value = 0;
  if (std::signbit(value)) *to++ = '-';
  value = std::fabs(value);
  // Integers are common, and this gives the same text as the general way below.
  if (value < 1e15 && value == static_cast<double>(static_cast<std::int64_t>(value))) {
    to = write_number(to, static_cast<std::uint64_t>(value));
    return write_text(to, integer_end);
  }
  if (char* const end = write_short_decimal(to, value); end != nullptr) return end;
  const ShortestDigits number = shortest_digits(value);
  // Above 10^15 plain notation is kept for numbers with a fraction only.
  const bool plain = number.point >= kMinPlainPoint && (number.point <= kMaxPlainPoint || number.point < number.count);
  return plain ? write_plain(to, number, integer_end) : write_scientific(to, number);
}

}  // namespace

void append_double_g(TextBuffer& out, double value, int precision) {
  char* const to = out.reserve(kNumberRoom + static_cast<std::size_t>(precision));
  out.commit(write_double_g(to, value, precision));
}

char* write_double_shortest(char* to, double value) {
  return write_shortest(to, value);
}
char* write_float_shortest(char* to, float value) {
  return write_shortest(to, value);
}

void append_double_shortest(TextBuffer& out, double value) {
  out.commit(write_double_shortest(out.reserve(kShortestRoom), value));
}
void append_float_shortest(TextBuffer& out, float value) {
  out.commit(write_float_shortest(out.reserve(kShortestRoom), value));
}

char* write_float_mysqlbinlog(char* to, float value) {
  constexpr int kDigits = 6;
  constexpr std::size_t kWidth = 20;
  char* const end = write_double_g(to, static_cast<double>(value), kDigits);
  std::memset(end, ' ', kWidth);
  return to + kWidth;
}

char* write_double_mysqlbinlog(char* to, double value) {
  return write_double_g(to, value, 20);
}

void append_vector_mysqlbinlog(TextBuffer& out, Bytes data) {
  constexpr int kDigits = 5;
  out.append('[');
  for (std::size_t at = 0; at + 4 <= data.size(); at += 4) {
    const auto value = static_cast<double>(std::bit_cast<float>(load_u32(data.data() + at)));
    char* to = out.reserve(kNumberRoom);
    if (at > 0) *to++ = ',';
    out.commit(std::isfinite(value)
                   ? std::to_chars(to, to + kNumberRoom - 1, value, std::chars_format::scientific, kDigits).ptr
                   : write_not_finite(to, value));
  }
  out.append(']');
}

void append_server_double(TextBuffer& out, double value) {
  out.commit(write_server_double(out.reserve(2 * kNumberRoom), value, ""));
}

void append_json_double(TextBuffer& out, double value) {
  out.commit(write_server_double(out.reserve(2 * kNumberRoom), value, ".0"));
}

}  // namespace binlogdump
