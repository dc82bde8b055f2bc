#pragma once
// Characters beyond C0 that a terminal acts on: they move the cursor, begin sequences, or turn round the order in which
// what follows is shown.

#include <cstddef>

#ifdef __SSE2__
#include <emmintrin.h>

#include <bit>
#endif

#include "binlogdump/bytes.h"

namespace binlogdump {

/// Which one a text of UTF-8 begins with, and its bytes.
struct ControlCharacter {
  unsigned code = 0;
  std::size_t size = 0;  ///< 0: none.
};

/// DEL, U+0080 to U+009F, and the overrides, embeddings and isolates of direction U+202A to U+202E, U+2066 to U+2069.
inline ControlCharacter control_character_at(Bytes text) {
  const unsigned first = text.empty() ? 0 : load_u8(&text[0]);
  if (first == 0x7f) return {.code = first, .size = 1};
  if (first == 0xc2 && text.size() >= 2) {
    const unsigned code = load_u8(&text[1]);
    if (code >= 0x80 && code <= 0x9f) return {.code = code, .size = 2};
  }
  if (first == 0xe2 && text.size() >= 3) {
    const unsigned second = load_u8(&text[1]);
    const unsigned third = load_u8(&text[2]);
    if (second == 0x80 && third >= 0xaa && third <= 0xae) return {.code = 0x2000 | (third & 0x3f), .size = 3};
    if (second == 0x81 && third >= 0xa6 && third <= 0xa9) return {.code = 0x2040 | (third & 0x3f), .size = 3};
  }
  return {};
}

/// Bytes of `text` before the first of them.
inline std::size_t find_control_character(Bytes text) {
  const auto may_begin_one = [](char c) { return c == '\x7f' || c == '\xc2' || c == '\xe2'; };
  std::size_t at = 0;
  while (at < text.size()) {
#ifdef __SSE2__
    for (; text.size() - at >= 16; at += 16) {
      const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + at));
      const auto is = [bytes](char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); };
      const int mask = _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(is('\x7f'), is('\xc2')), is('\xe2')));
      if (mask == 0) continue;
      at += static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(mask)));
      break;
    }
    if (at == text.size()) break;
#endif
    if (may_begin_one(text[at]) && control_character_at(text.substr(at)).size != 0) return at;
    ++at;
  }
  return text.size();
}

}  // namespace binlogdump
