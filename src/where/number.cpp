#include "where/number.h"

#include <charconv>
#include <limits>

#include "binlogdump/ascii.h"

namespace binlogdump::where {

namespace {

bool accept_sign(std::string_view& text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  return negative;
}

/// Moves the digits at the front of `text` to the end of `digits`; how many there are.
std::size_t take_digits(std::string_view& text, std::string& digits) {
  std::size_t count = 0;
  while (count < text.size() && is_digit(text[count])) ++count;
  digits.append(text.substr(0, count));
  text.remove_prefix(count);
  return count;
}

/// The exponent that is all of `text`, if there is one.
bool parse_exponent(std::string_view text, std::int64_t& exponent) {
  constexpr std::size_t kMostDigits = 6;
  exponent = 0;
  if (text.empty()) return true;
  if (text.front() != 'e' && text.front() != 'E') return false;
  text.remove_prefix(1);
  const bool negative = accept_sign(text);
  if (text.empty() || text.size() > kMostDigits) return false;
  for (const char c : text) {
    if (!is_digit(c)) return false;
    exponent = 10 * exponent + (c - '0');
  }
  if (negative) exponent = -exponent;
  return true;
}

/// Takes the zeros at both ends away.
void normalize(Number& number) {
  std::string& digits = number.digits;
  const std::size_t last = digits.find_last_not_of('0');
  digits.resize(last == std::string::npos ? 0 : last + 1);
  const std::size_t zeros = digits.find_first_not_of('0');
  if (digits.empty()) {
    number.negative = false;
    number.point = 0;
  } else if (zeros > 0) {
    digits.erase(0, zeros);
    number.point -= static_cast<std::int64_t>(zeros);
  }
}

template <class Real>
Real to_real(const Number& number) {
  std::string text = number.negative ? "-0." : "0.";
  text += number.digits.empty() ? "0" : number.digits;
  text += 'e' + std::to_string(number.point);
  Real value = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc::result_out_of_range) {
    value = number.point > 0 ? std::numeric_limits<Real>::infinity() : Real{0};
    if (number.negative) value = -value;
  }
  return value;
}

}  // namespace

std::strong_ordering operator<=>(const Number& a, const Number& b) {
  if (a.negative != b.negative) return b.negative <=> a.negative;
  const Number& low = a.negative ? b : a;
  const Number& high = a.negative ? a : b;
  // 0 has no place for its point.
  if (low.digits.empty() || high.digits.empty()) return low.digits.size() <=> high.digits.size();
  if (low.point != high.point) return low.point <=> high.point;
  return low.digits <=> high.digits;
}

bool parse_number(std::string_view text, Number& number) {
  number.digits.clear();
  number.negative = accept_sign(text);
  const std::size_t whole = take_digits(text, number.digits);
  std::size_t fraction = 0;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    fraction = take_digits(text, number.digits);
  }
  if (whole + fraction == 0 || !parse_exponent(text, number.point)) return false;
  number.point += static_cast<std::int64_t>(whole);
  normalize(number);
  return true;
}

bool to_integer(const Number& number, Integer& integer) {
  constexpr std::int64_t kMostDigits = std::numeric_limits<std::uint64_t>::digits10 + 1;
  const auto size = static_cast<std::int64_t>(number.digits.size());
  if (number.point > kMostDigits || size > number.point) {
    integer = {};
    return size == 0;
  }
  std::uint64_t magnitude = 0;
  for (std::int64_t i = 0; i < number.point; ++i) {
    const auto digit = static_cast<std::uint64_t>(i < size ? number.digits[static_cast<std::size_t>(i)] - '0' : 0);
    if (magnitude > (std::numeric_limits<std::uint64_t>::max() - digit) / 10) return false;
    magnitude = 10 * magnitude + digit;
  }
  constexpr std::uint64_t kLowest = std::uint64_t{1} << 63;
  if (number.negative && magnitude > kLowest) return false;
  integer = {.negative = number.negative, .bits = number.negative ? 0 - magnitude : magnitude};
  return true;
}

double to_double(const Number& number) {
  return to_real<double>(number);
}
float to_float(const Number& number) {
  return to_real<float>(number);
}

}  // namespace binlogdump::where
