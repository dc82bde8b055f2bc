#pragma once
// Strings that are the same in JSON as in the log, which most are: copied while they are looked at.

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "binlogdump/bytes.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace binlogdump {

/// What a text is known to be: in UTF-8 only two lead bytes need a second look, those of control characters.
enum class KnownText { kNothing, kUtf8 };

namespace detail {

inline constexpr char kLeadOfC1 = '\xc2';
inline constexpr char kLeadOfDirections = '\xe2';

#ifdef __SSE2__
/// Those of sixteen bytes that need an escape, or are neither ASCII nor known to be UTF-8.
template <KnownText kKnown>
__m128i special_bytes(__m128i bytes) {
  const auto is = [bytes](char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); };
  const __m128i marks = _mm_or_si128(is('"'), is('\\'));
  if constexpr (kKnown == KnownText::kUtf8) {
    const __m128i low = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes);
    const __m128i controls = _mm_or_si128(low, is(0x7f));
    return _mm_or_si128(_mm_or_si128(marks, controls), _mm_or_si128(is(kLeadOfC1), is(kLeadOfDirections)));
  } else {
    // As signed numbers, the bytes behind those from 7f on are below 21, too.
    const __m128i next = _mm_add_epi8(bytes, _mm_set1_epi8(1));
    return _mm_or_si128(marks, _mm_cmplt_epi8(next, _mm_set1_epi8(0x21)));
  }
}

/// Two loads that overlap cover any size from one to two times theirs.
template <class T>
std::uint64_t copy_half(char* to, const char* from) {
  T half;
  std::memcpy(&half, from, sizeof half);
  std::memcpy(to, &half, sizeof half);
  return half;
}

/// Copies it if it is plain.
template <KnownText kKnown>
bool copy_plain(char* to, const char* from, std::size_t size) {
  const auto copy_block = [&](std::size_t at) {
    const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + at));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + at), block);
    return special_bytes<kKnown>(block);
  };
  const auto none = [](__m128i special) { return _mm_movemask_epi8(special) == 0; };
  if (size >= 16) {
    // Most texts are plain, so that one look behind the last block is best.
    __m128i special = copy_block(size - 16);
    for (std::size_t at = 0; at + 16 <= size; at += 16) special = _mm_or_si128(special, copy_block(at));
    return none(special);
  }
  if (size >= 8) {
    const std::uint64_t head = copy_half<std::uint64_t>(to, from);
    const std::uint64_t tail = copy_half<std::uint64_t>(to + size - 8, from + size - 8);
    const __m128i both = _mm_set_epi64x(static_cast<long long>(tail), static_cast<long long>(head));
    return none(special_bytes<kKnown>(both));
  }
  if (size >= 4) {
    const std::uint64_t head = copy_half<std::uint32_t>(to, from);
    const std::uint64_t both = head | copy_half<std::uint32_t>(to + size - 4, from + size - 4) << 32;
    return none(special_bytes<kKnown>(_mm_set1_epi64x(static_cast<long long>(both))));
  }
  if (size == 0) return true;
  // First, middle and last: of one or two bytes some are the same.
  std::uint32_t all = 0;
  for (const std::size_t i : {std::size_t{0}, size / 2, size - 1}) {
    to[i] = from[i];
    all = all << 8 | load_u8(from + i);
  }
  return none(special_bytes<kKnown>(_mm_set1_epi32(static_cast<int>(all << 8 | (all & 0xff)))));
}
#else
/// The same.
template <KnownText kKnown>
bool copy_plain(char* to, const char* from, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint8_t byte = load_u8(from + i);
    if (byte < 0x20 || byte == 0x7f || byte == '"' || byte == '\\') return false;
    if (byte >= 0x80 && (kKnown == KnownText::kNothing || from[i] == kLeadOfC1 || from[i] == kLeadOfDirections))
      return false;
    to[i] = from[i];
  }
  return true;
}
#endif

}  // namespace detail

/// A string; nullptr if it is not all plain.
template <KnownText kKnown>
char* write_plain_string(char* to, Bytes text) {
  if (!detail::copy_plain<kKnown>(to + 1, text.data(), text.size())) return nullptr;
  *to = '"';
  to[text.size() + 1] = '"';
  return to + text.size() + 2;
}

}  // namespace binlogdump
