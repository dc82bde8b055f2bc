#pragma once
// Numbers of any size, compared exactly.

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace binlogdump::where {

/// Of 64 bits, signed or unsigned.
struct Integer {
  bool negative = false;
  std::uint64_t bits = 0;  ///< Two's complement if it is negative.

  static Integer of_signed(std::int64_t value) {
    return {.negative = value < 0, .bits = static_cast<std::uint64_t>(value)};
  }
  static Integer of_unsigned(std::uint64_t value) { return {.negative = false, .bits = value}; }
  friend std::strong_ordering operator<=>(const Integer& a, const Integer& b) {
    return a.negative != b.negative ? b.negative <=> a.negative : a.bits <=> b.bits;
  }
  friend bool operator==(const Integer&, const Integer&) = default;
};

/// 0.digits times 10 to the power `point`.
struct Number {
  bool negative = false;
  std::int64_t point = 0;
  std::string digits;  ///< Without zeros at either end; empty for 0.

  friend std::strong_ordering operator<=>(const Number& a, const Number& b);
  friend bool operator==(const Number& a, const Number& b) = default;
};

/// [+-]digits[.digits][e[+-]digits], with digits on one side of the point at least. False if `text` is anything else,
/// or the exponent has more than six digits.
bool parse_number(std::string_view text, Number& number);

/// False if it is no integer of 64 bits.
bool to_integer(const Number& number, Integer& integer);

/// The nearest one.
double to_double(const Number& number);
float to_float(const Number& number);

}  // namespace binlogdump::where
