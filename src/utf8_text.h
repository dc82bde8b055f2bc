#pragma once
// UTF-8 as bytes: runs of ASCII, one character in and out.

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>

#include <bit>
#endif
#if defined(__SSSE3__)
#include <tmmintrin.h>

#include <array>
#endif

#include "binlogdump/bytes.h"

namespace binlogdump::utf8 {

/// One character read: its size in bytes and what it is.
struct Step {
  /// For `code`: the bytes are no character.
  static constexpr std::uint32_t kNone = 0xffffffff;

  std::uint32_t code = kNone;
  /// 0: there are too few bytes to tell.
  std::uint32_t size = 0;
};

/// Bytes that copy_ascii() may write beyond what it copies.
inline constexpr std::size_t kCopySlack = 16;

/// Whether all of eight bytes are ASCII.
inline bool is_ascii_8(const char* p) {
  return (load_u64(p) & 0x8080808080808080U) == 0;
}

/// The first byte in [p, end) that is no ASCII, or end.
inline const char* skip_ascii(const char* p, const char* end) {
#if defined(__SSE2__)
  for (; end - p >= 16; p += 16) {
    const int high = _mm_movemask_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
    if (high != 0) return p + std::countr_zero(static_cast<unsigned>(high));
  }
#endif
  for (; end - p >= 8 && is_ascii_8(p); p += 8) {
  }
  while (p != end && load_u8(p) < 0x80) ++p;
  return p;
}

/// Copies ASCII from `p` on, up to `end`, to the first other byte, or until `to` reaches `limit`, behind which there
/// are kCopySlack bytes of room. Moves both.
inline void copy_ascii(const char*& p, const char* end, char*& to, const char* limit) {
#if defined(__SSE2__)
  while (end - p >= 16 && to < limit) {
    const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), block);
    const int high = _mm_movemask_epi8(block);
    const int count = high == 0 ? 16 : std::countr_zero(static_cast<unsigned>(high));
    p += count;
    to += count;
    if (high != 0) return;
  }
#endif
  while (p != end && to < limit && load_u8(p) < 0x80) *to++ = *p++;
}

/// Writes a code point that is no surrogate, up to 4 bytes; the end of it.
inline char* put(char* to, std::uint32_t code) {
  const auto byte = [](std::uint32_t value) { return static_cast<char>(value); };
  if (code < 0x80) {
    *to++ = byte(code);
  } else if (code < 0x800) {
    *to++ = byte(0xc0 | code >> 6);
    *to++ = byte(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    *to++ = byte(0xe0 | code >> 12);
    *to++ = byte(0x80 | (code >> 6 & 0x3f));
    *to++ = byte(0x80 | (code & 0x3f));
  } else {
    *to++ = byte(0xf0 | code >> 18);
    *to++ = byte(0x80 | (code >> 12 & 0x3f));
    *to++ = byte(0x80 | (code >> 6 & 0x3f));
    *to++ = byte(0x80 | (code & 0x3f));
  }
  return to;
}

constexpr bool is_surrogate(std::uint32_t code) {
  return code >> 11 == 0xd800 >> 11;
}

/// Reads one character of more than one byte; max_size is 3 for utf8mb3, else 4. A byte that begins no character is one
/// of size 1 by itself; as the server has it, a lead byte with too few bytes behind it is incomplete, whatever they
/// are.
inline Step read_multi_byte(const char* p, std::size_t left, std::size_t max_size) {
  const std::uint32_t lead = load_u8(p);
  const auto is_tail = [p](std::size_t i) { return (load_u8(p + i) & 0xc0) == 0x80; };
  const auto bits = [p](std::size_t i) { return std::uint32_t{load_u8(p + i)} & 0x3f; };
  if (lead < 0xc2) return {.size = 1};
  if (lead < 0xe0) {
    if (left < 2) return {};
    if (!is_tail(1)) return {.size = 1};
    return {.code = (lead & 0x1f) << 6 | bits(1), .size = 2};
  }
  if (lead < 0xf0) {
    if (left < 3) return {};
    const std::uint32_t code = (lead & 0xf) << 12 | bits(1) << 6 | bits(2);
    if (!is_tail(1) || !is_tail(2) || code < 0x800 || is_surrogate(code)) return {.size = 1};
    return {.code = code, .size = 3};
  }
  if (max_size < 4 || lead > 0xf4) return {.size = 1};
  if (left < 4) return {};
  const std::uint32_t code = (lead & 7) << 18 | bits(1) << 12 | bits(2) << 6 | bits(3);
  if (!is_tail(1) || !is_tail(2) || !is_tail(3) || code < 0x10000 || code > 0x10ffff) return {.size = 1};
  return {.code = code, .size = 4};
}

#if defined(__SSSE3__)
namespace detail {

/// Two bytes that can't stand beside each other, by the high and the low half of the first and the high half of the
/// second: three tables of sixteen bytes, a bit for each kind of fault, which is there if all three tables have its
/// bit. After J. Keiser, D. Lemire: Validating UTF-8 in less than one instruction per byte (2021).
struct PairFaults {
  using Table = std::array<std::uint8_t, 16>;
  struct Halves {
    unsigned first;
    unsigned last;
  };
  /// Of two bytes inside a character: a fault unless the second one is due as third or fourth byte.
  static constexpr std::uint8_t kTwoTails = 0x80;

  constexpr PairFaults() {
    add(1, {0xc, 0xf}, {0x0, 0xf}, {0x0, 0x7});  // A lead byte and no tail.
    add(1, {0xc, 0xf}, {0x0, 0xf}, {0xc, 0xf});
    add(2, {0x0, 0x7}, {0x0, 0xf}, {0x8, 0xb});  // A tail without a lead byte.
    add(4, {0xc, 0xc}, {0x0, 0x1}, {0x8, 0xb});  // Longer than it need be.
    add(8, {0xe, 0xe}, {0x0, 0x0}, {0x8, 0x9});
    add(16, {0xf, 0xf}, {0x0, 0x0}, {0x8, 0x8});
    add(16, {0xf, 0xf}, {0x5, 0xf}, {0x8, 0x8});  // Beyond 10ffff.
    add(32, {0xf, 0xf}, {0x4, 0xf}, {0x9, 0xb});
    add(64, {0xe, 0xe}, {0xd, 0xd}, {0xa, 0xb});  // Surrogates.
    add(kTwoTails, {0x8, 0xb}, {0x0, 0xf}, {0x8, 0xb});
  }

  Table first_high{};
  Table first_low{};
  Table second_high{};

 private:
  constexpr void add(std::uint8_t bit, Halves high, Halves low, Halves second) {
    for (unsigned i = high.first; i <= high.last; ++i) first_high[i] |= bit;
    for (unsigned i = low.first; i <= low.last; ++i) first_low[i] |= bit;
    for (unsigned i = second.first; i <= second.last; ++i) second_high[i] |= bit;
  }
};

inline __m128i load_block(const void* p) {
  return _mm_loadu_si128(static_cast<const __m128i*>(p));
}

/// Whether sixteen bytes are sound behind the sixteen before them. A character may go on behind them.
inline bool is_sound_block(__m128i before, __m128i block, std::size_t max_size) {
  static constexpr PairFaults kFaults;
  const __m128i low_half = _mm_set1_epi8(0x0f);
  const auto high_of = [&](__m128i bytes) { return _mm_and_si128(_mm_srli_epi16(bytes, 4), low_half); };
  const __m128i back1 = _mm_alignr_epi8(block, before, 15);
  const __m128i back2 = _mm_alignr_epi8(block, before, 14);
  const __m128i back3 = _mm_alignr_epi8(block, before, 13);
  const __m128i by_high = _mm_shuffle_epi8(load_block(kFaults.first_high.data()), high_of(back1));
  const __m128i by_low = _mm_shuffle_epi8(load_block(kFaults.first_low.data()), _mm_and_si128(back1, low_half));
  const __m128i by_second = _mm_shuffle_epi8(load_block(kFaults.second_high.data()), high_of(block));
  const __m128i faults = _mm_and_si128(_mm_and_si128(by_high, by_low), by_second);
  // The top bit of these is set where a third or fourth byte is due.
  const __m128i third = _mm_subs_epu8(back2, _mm_set1_epi8(0xe0 - 0x80));
  const __m128i fourth = _mm_subs_epu8(back3, _mm_set1_epi8(0xf0 - 0x80));
  const __m128i due = _mm_and_si128(_mm_or_si128(third, fourth), _mm_set1_epi8(static_cast<char>(0x80)));
  __m128i wrong = _mm_xor_si128(faults, due);
  if (max_size < 4) wrong = _mm_or_si128(wrong, _mm_subs_epu8(block, _mm_set1_epi8(static_cast<char>(0xef))));
  return _mm_movemask_epi8(_mm_cmpeq_epi8(wrong, _mm_setzero_si128())) == 0xffff;
}

/// skip_valid() by blocks of sixteen bytes, for what fills them: ends where a character begins, before the first fault.
inline const char* skip_valid_blocks(const char* p, const char* end, std::size_t max_size) {
  const char* const begin = p;
  __m128i before = _mm_setzero_si128();
  for (; end - p >= 16; p += 16) {
    const __m128i block = load_block(p);
    const bool is_ascii = _mm_movemask_epi8(_mm_or_si128(before, block)) == 0;
    if (!is_ascii && !is_sound_block(before, block, max_size)) break;
    before = block;
  }
  // The last character may not be complete.
  const char* last = p;
  while (last != begin && (load_u8(last - 1) & 0xc0) == 0x80) --last;
  return last != begin && load_u8(last - 1) >= 0xc0 ? last - 1 : last;
}

/// Whether the last bytes of a text, less than sixteen, are whole characters. There must be sixteen bytes before `end`.
inline bool is_sound_end(const char* p, const char* end, std::size_t max_size) {
  // Moved to the front, zeros behind them: indexes from 16 on have their top bit set.
  const __m128i indexes = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const __m128i skipped = _mm_set1_epi8(static_cast<char>(0x70 + 16 - (end - p)));
  const __m128i block = _mm_shuffle_epi8(load_block(end - 16), _mm_add_epi8(indexes, skipped));
  return is_sound_block(_mm_setzero_si128(), block, max_size);
}

}  // namespace detail
#endif

/// The first byte in [p, end) that belongs to no whole character of UTF-8, or end.
inline const char* skip_valid(const char* p, const char* end, std::size_t max_size) {
#if defined(__SSSE3__)
  if (end - p >= 16) {
    p = detail::skip_valid_blocks(p, end, max_size);
    if (end - p < 16 && detail::is_sound_end(p, end, max_size)) return end;
  }
#endif
  while (true) {
    p = skip_ascii(p, end);
    while (p != end && load_u8(p) >= 0x80) {
      const Step step = read_multi_byte(p, static_cast<std::size_t>(end - p), max_size);
      if (step.size == 0 || step.code == Step::kNone) return p;
      p += step.size;
    }
    if (p == end) return p;
  }
}

}  // namespace binlogdump::utf8
