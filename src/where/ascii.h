#pragma once

namespace binlogdump::where {

constexpr bool is_ascii_digit(char c) {
  return c >= '0' && c <= '9';
}

constexpr char ascii_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace binlogdump::where
