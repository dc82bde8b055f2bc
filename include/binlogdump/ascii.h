#pragma once
// Kinds of ASCII characters. Unlike those of <cctype> they do not depend on the locale.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <string_view>

namespace binlogdump {

/// Asked of the byte: whether char has a sign depends on the processor.
constexpr bool is_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

constexpr bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

constexpr char to_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

constexpr char to_upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

/// Of a hexadecimal digit; -1 for anything else.
constexpr int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  const char letter = to_lower(c);
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

namespace detail {
inline constexpr std::array<char, 512> kHexPairs = [] {
  constexpr char kDigits[] = "0123456789abcdef";
  std::array<char, 512> pairs{};
  for (std::size_t i = 0; i < 256; ++i) {
    pairs[2 * i] = kDigits[i >> 4];
    pairs[2 * i + 1] = kDigits[i & 15];
  }
  return pairs;
}();
}  // namespace detail

/// Writes the two hexadecimal digits of a byte. Returns where they end.
inline char* write_hex_byte(char* to, char byte) {
  std::memcpy(to, &detail::kHexPairs[std::size_t{2} * static_cast<unsigned char>(byte)], 2);
  return to + 2;
}

/// Whether two names differ in the case of letters at most.
constexpr bool same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return to_lower(x) == to_lower(y); });
}

}  // namespace binlogdump
