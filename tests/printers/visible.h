#pragma once
// What the text for people must be on a terminal, worked out the plain way.

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "binlogdump/bytes.h"
#include "values/value_test.h"

namespace binlogdump::test {

/// U+0080 to U+009F in UTF-8.
inline bool is_c1(std::string_view character) {
  return character.size() == 2 && character[0] == '\xc2' && load_u8(&character[1]) < 0xa0;
}

/// U+202A to U+202E and U+2066 to U+2069 in UTF-8: they turn round the order in which text is shown.
inline bool is_direction(std::string_view character) {
  static constexpr std::string_view kAll[] = {"\u202a", "\u202b", "\u202c", "\u202d", "\u202e",
                                              "\u2066", "\u2067", "\u2068", "\u2069"};
  return std::find(std::begin(kAll), std::end(kAll), character) != std::end(kAll);
}

/// How a control character, or a byte that is no UTF-8, is written.
inline std::string escape_of(std::string_view character) {
  if (is_c1(character)) return fmt::format("\\u{:04x}", load_u8(&character[1]));
  if (is_direction(character)) {
    return fmt::format("\\u20{:02x}", (load_u8(&character[1]) & 3) << 6 | (load_u8(&character[2]) & 0x3f));
  }
  switch (character[0]) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    case '\0':
      return "\\0";
    default:
      return fmt::format("\\x{:02x}", load_u8(&character[0]));
  }
}

/// One line of text that should be UTF-8, made visible; `special` get a backslash before them.
inline std::string visible(std::string_view text, std::string_view special = "") {
  std::string out;
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    const std::string_view character = text.substr(0, size == 0 ? 1 : size);
    const bool control = load_u8(&text[0]) < 0x20 || text[0] == '\x7f' || is_c1(character) || is_direction(character);
    if (size == 0 || control) {
      out += escape_of(character);
    } else {
      if (special.find(text[0]) != special.npos) out += '\\';
      out += character;
    }
    text.remove_prefix(character.size());
  }
  return out;
}

/// The same between quotes, as values are written.
inline std::string in_quotes(std::string_view text) {
  return '\'' + visible(text, "'\\") + '\'';
}

/// What a terminal could act on in a text of lines, and where; empty if there is nothing.
inline std::string hazard_in(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = character_size(text.substr(at));
    const std::string_view character = text.substr(at, size);
    const bool layout = text[at] == '\n' || text[at] == '\t';
    const bool control = (load_u8(&text[at]) < 0x20 && !layout) || text[at] == '\x7f';
    if (size == 0 || control || is_c1(character) || is_direction(character)) {
      return fmt::format("byte {:02x} at {} behind '{}'", load_u8(&text[at]), at,
                         text.substr(at < 60 ? 0 : at - 60, 60));
    }
    at += size;
  }
  return "";
}

}  // namespace binlogdump::test
