#pragma once
// Bytes in hexadecimal, eight or sixteen at a time: by SSSE3 where the build has it (x86-64-v2 does), else by table.

#include <array>
#include <cstdint>
#include <cstring>

#include "binlogdump/ascii.h"
#include "binlogdump/bytes.h"

#ifdef __SSSE3__
#include <tmmintrin.h>
#endif

namespace binlogdump {

/// For any machine.
namespace portable {

/// "00 " to "ff ", in four bytes each.
inline constexpr auto kSpacedHex = [] {
  constexpr char kDigits[] = "0123456789abcdef";
  std::array<std::array<char, 4>, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = {kDigits[i >> 4], kDigits[i & 15], ' ', ' '};
  return table;
}();

/// The lowest eight digits of a number.
inline void write_hex_number(char* to, std::uint64_t number) {
  for (int shift = 24; shift >= 0; shift -= 8, to += 2) std::memcpy(to, kSpacedHex[number >> shift & 0xff].data(), 2);
}

/// Eight bytes, a blank behind each: 24 characters.
inline void write_spaced_hex(char* to, const char* bytes) {
  for (std::size_t i = 0; i < 8; ++i) std::memcpy(to + 3 * i, kSpacedHex[load_u8(bytes + i)].data(), 3);
}

/// Sixteen bytes, a dot for what is neither letter nor digit.
inline void write_alphanumeric(char* to, const char* bytes) {
  for (std::size_t i = 0; i < 16; ++i) to[i] = is_digit(bytes[i]) || is_letter(bytes[i]) ? bytes[i] : '.';
}

}  // namespace portable

#ifdef __SSSE3__

/// The same.
namespace ssse3 {

/// The digits of the lower eight bytes.
inline __m128i hex_digits(__m128i bytes) {
  const __m128i low_bits = _mm_set1_epi8(15);
  const __m128i high = _mm_and_si128(_mm_srli_epi16(bytes, 4), low_bits);
  const __m128i values = _mm_unpacklo_epi8(high, _mm_and_si128(bytes, low_bits));
  const __m128i digits = _mm_setr_epi8('0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f');
  return _mm_shuffle_epi8(digits, values);
}

inline void write_hex_number(char* to, std::uint64_t number) {
  const __m128i last_first = _mm_cvtsi64_si128(static_cast<std::int64_t>(number));
  const __m128i bytes = _mm_shuffle_epi8(last_first, _mm_setr_epi8(3, 2, 1, 0, 3, 2, 1, 0, 3, 2, 1, 0, 3, 2, 1, 0));
  _mm_storel_epi64(reinterpret_cast<__m128i*>(to), hex_digits(bytes));
}

inline void write_spaced_hex(char* to, const char* bytes) {
  constexpr char kNone = -1;  // Where a blank goes.
  const __m128i digits = hex_digits(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(bytes)));
  const __m128i begin = _mm_setr_epi8(0, 1, kNone, 2, 3, kNone, 4, 5, kNone, 6, 7, kNone, 8, 9, kNone, 10);
  const __m128i end = _mm_setr_epi8(11, kNone, 12, 13, kNone, 14, 15, kNone, 11, 11, 11, 11, 11, 11, 11, 11);
  const __m128i begin_blanks = _mm_setr_epi8(0, 0, ' ', 0, 0, ' ', 0, 0, ' ', 0, 0, ' ', 0, 0, ' ', 0);
  const __m128i end_blanks = _mm_setr_epi8(0, ' ', 0, 0, ' ', 0, 0, ' ', 0, 0, 0, 0, 0, 0, 0, 0);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm_or_si128(_mm_shuffle_epi8(digits, begin), begin_blanks));
  _mm_storel_epi64(reinterpret_cast<__m128i*>(to + 16), _mm_or_si128(_mm_shuffle_epi8(digits, end), end_blanks));
}

/// Which bytes are at most `most`, as unsigned numbers.
inline __m128i at_most(__m128i bytes, char most) {
  return _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(most)), bytes);
}

inline void write_alphanumeric(char* to, const char* bytes) {
  const __m128i text = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
  const __m128i lower = _mm_or_si128(text, _mm_set1_epi8('a' - 'A'));
  const __m128i digit = at_most(_mm_sub_epi8(text, _mm_set1_epi8('0')), 9);
  const __m128i letter = at_most(_mm_sub_epi8(lower, _mm_set1_epi8('a')), 'z' - 'a');
  const __m128i stays = _mm_or_si128(digit, letter);
  const __m128i dots = _mm_andnot_si128(stays, _mm_set1_epi8('.'));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm_or_si128(_mm_and_si128(stays, text), dots));
}

}  // namespace ssse3

using ssse3::write_alphanumeric;
using ssse3::write_hex_number;
using ssse3::write_spaced_hex;

#else

using portable::write_alphanumeric;
using portable::write_hex_number;
using portable::write_spaced_hex;

#endif

/// Eight digits, or as many as it takes. Returns their end.
inline char* write_hex_offset(char* to, std::uint64_t offset) {
  if (offset >> 32 != 0) [[unlikely]] {
    for (int shift = 60; shift >= 32; shift -= 4) {
      if (offset >> shift != 0) *to++ = portable::kSpacedHex[offset >> shift & 15][1];
    }
  }
  write_hex_number(to, offset);
  return to + 8;
}

}  // namespace binlogdump
