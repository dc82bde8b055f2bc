#include "binlogdump/base64.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#ifdef __SSSE3__
#include <immintrin.h>
#endif

namespace binlogdump {
namespace {

constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::size_t kLineBytes = 57;
constexpr std::size_t kLineSize = 4 * kLineBytes / 3 + 1;
/// Bytes encoded in one go: whole lines, and multiples of three.
constexpr std::size_t kPieceSize = kLineBytes * 600;
/// Vector stores may write this much behind the text.
constexpr std::size_t kSlack = 16;
/// Bytes that the encoding of a full line reads: more than it has.
constexpr std::size_t kLineReads = 64;

char digit(std::uint32_t bits, int shift) {
  return kAlphabet[bits >> shift & 63];
}

/// All of `size` bytes, with padding.
char* encode_portable(char* to, const char* from, std::size_t size) {
  for (; size >= 3; size -= 3, from += 3, to += 4) {
    const std::uint32_t bits =
        std::uint32_t{load_u8(from)} << 16 | std::uint32_t{load_u8(from + 1)} << 8 | load_u8(from + 2);
    to[0] = digit(bits, 18);
    to[1] = digit(bits, 12);
    to[2] = digit(bits, 6);
    to[3] = digit(bits, 0);
  }
  if (size == 0) return to;
  const std::uint32_t bits =
      std::uint32_t{load_u8(from)} << 16 | (size == 2 ? std::uint32_t{load_u8(from + 1)} << 8 : 0);
  to[0] = digit(bits, 18);
  to[1] = digit(bits, 12);
  to[2] = size == 2 ? digit(bits, 6) : '=';
  to[3] = '=';
  return to + 4;
}

/// `count` lines with their ends, behind which kLineReads - kLineBytes bytes can be read.
char* encode_lines_portable(char* to, const char* from, std::size_t count) {
  for (; count > 0; --count, from += kLineBytes) {
    to = encode_portable(to, from, kLineBytes);
    *to++ = '\n';
  }
  return to;
}

#ifdef __SSSE3__
constexpr std::size_t kBlockBytes = 12;

// The constants below are for 16 bytes, and the same for each half of 32.

/// Each 32-bit lane gets three bytes a b c as b a c b: every six bits of a digit then lie within one 16-bit half.
__m128i spread_order() {
  return _mm_setr_epi8(1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10);
}

/// What to add to the value of a digit depends on the range: that of 26 to 51 is 0, of 52 to 63 is 1 to 12, of 0 to 25
/// is 13.
__m128i range_offsets() {
  return _mm_setr_epi8('a' - 26, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52,
                       '0' - 52, '0' - 52, '+' - 62, '/' - 63, 'A', 0, 0);
}

/// The first 12 of the bytes to 16 digits.
void encode_block(char* to, __m128i bytes) {
  const __m128i spread = _mm_shuffle_epi8(bytes, spread_order());
  // Multiplications shift the halves by different amounts: digits 0 and 2 to the right, 1 and 3 to the left.
  const __m128i even = _mm_mulhi_epu16(_mm_and_si128(spread, _mm_set1_epi32(0x0fc0fc00)), _mm_set1_epi32(0x04000040));
  const __m128i odd = _mm_mullo_epi16(_mm_and_si128(spread, _mm_set1_epi32(0x003f03f0)), _mm_set1_epi32(0x01000010));
  const __m128i values = _mm_or_si128(even, odd);
  const __m128i above = _mm_subs_epu8(values, _mm_set1_epi8(51));
  const __m128i capital = _mm_and_si128(_mm_cmpgt_epi8(_mm_set1_epi8(26), values), _mm_set1_epi8(13));
  const __m128i digits = _mm_add_epi8(values, _mm_shuffle_epi8(range_offsets(), _mm_or_si128(above, capital)));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), digits);
}

/// 12 bytes to 16 digits; reads 16 bytes.
void encode_block(char* to, const char* from) {
  encode_block(to, _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
}

/// The `size` bytes (less than 16) in front of `end`, and zeros behind them; reads the 16 bytes in front of `end`.
__m128i bytes_before(const char* end, std::size_t size) {
  static constexpr auto kOrder = [] {
    constexpr char kZero = static_cast<char>(0x80);
    std::array<char, 32> order{};
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i < 16 ? static_cast<char>(i) : kZero;
    return order;
  }();
  const __m128i order = _mm_loadu_si128(reinterpret_cast<const __m128i*>(&kOrder[16 - size]));
  return _mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(end - 16)), order);
}

/// All of `size` bytes, with padding; the 16 bytes in front of their end can be read.
char* encode_blocks(char* to, const char* from, std::size_t size) {
  const char* const end = from + size;
  const std::size_t padding = (3 - size % 3) % 3;
  for (; size >= 16; size -= kBlockBytes, from += kBlockBytes, to += 16) encode_block(to, from);
  while (size > 0) {
    const std::size_t taken = std::min(size, kBlockBytes);
    encode_block(to, bytes_before(end, size));
    to += (taken + 2) / 3 * 4;
    size -= taken;
  }
  if (padding > 0) to[-1] = '=';
  if (padding > 1) to[-2] = '=';
  return to;
}

char* encode_lines_ssse3(char* to, const char* from, std::size_t count) {
  for (; count > 0; --count, from += kLineBytes, to += kLineSize) {
    for (std::size_t block = 0; block < 5; ++block) encode_block(to + 16 * block, from + kBlockBytes * block);
    to[kLineSize - 1] = '\n';
  }
  return to;
}

/// Two blocks at a time, see encode_block().
[[gnu::target("avx2")]] void encode_two_blocks(char* to, const char* from) {
  const __m256i bytes =
      _mm256_loadu2_m128i(reinterpret_cast<const __m128i*>(from + kBlockBytes), reinterpret_cast<const __m128i*>(from));
  const __m256i spread = _mm256_shuffle_epi8(bytes, _mm256_broadcastsi128_si256(spread_order()));
  const __m256i even =
      _mm256_mulhi_epu16(_mm256_and_si256(spread, _mm256_set1_epi32(0x0fc0fc00)), _mm256_set1_epi32(0x04000040));
  const __m256i odd =
      _mm256_mullo_epi16(_mm256_and_si256(spread, _mm256_set1_epi32(0x003f03f0)), _mm256_set1_epi32(0x01000010));
  const __m256i values = _mm256_or_si256(even, odd);
  const __m256i above = _mm256_subs_epu8(values, _mm256_set1_epi8(51));
  const __m256i capital = _mm256_and_si256(_mm256_cmpgt_epi8(_mm256_set1_epi8(26), values), _mm256_set1_epi8(13));
  const __m256i offsets =
      _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(range_offsets()), _mm256_or_si256(above, capital));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm256_add_epi8(values, offsets));
}

[[gnu::target("avx2")]] char* encode_lines_avx2(char* to, const char* from, std::size_t count) {
  for (; count > 0; --count, from += kLineBytes, to += kLineSize) {
    encode_two_blocks(to, from);
    encode_two_blocks(to + 32, from + 2 * kBlockBytes);
    encode_block(to + 64, from + 4 * kBlockBytes);
    to[kLineSize - 1] = '\n';
  }
  return to;
}

/// As encode_blocks().
[[gnu::target("avx2")]] char* encode_blocks_avx2(char* to, const char* from, std::size_t size) {
  constexpr std::size_t kReads = kBlockBytes + 16;
  for (; size >= kReads; size -= 2 * kBlockBytes, from += 2 * kBlockBytes, to += 32) encode_two_blocks(to, from);
  _mm256_zeroupper();  // g++ 12 forgets it before a call at the end, and what is not AVX is slow without it.
  return encode_blocks(to, from, size);
}

#endif

/// All of `size` bytes, with padding. `readable` of the bytes before their end can be read.
char* encode(char* to, const char* from, std::size_t size, [[maybe_unused]] std::size_t readable,
             [[maybe_unused]] Vectors vectors) {
#ifdef __SSSE3__
  if (vectors == Vectors::kAvx2 && readable >= 16) return encode_blocks_avx2(to, from, size);
  if (vectors != Vectors::kNone && readable >= 16) return encode_blocks(to, from, size);
#endif
  return encode_portable(to, from, size);
}

char* encode_lines(char* to, const char* from, std::size_t count, Vectors vectors) {
  switch (vectors) {
#ifdef __SSSE3__
    case Vectors::kAvx2:
      return encode_lines_avx2(to, from, count);
    case Vectors::kSsse3:
      return encode_lines_ssse3(to, from, count);
#endif
    default:
      return encode_lines_portable(to, from, count);
  }
}

}  // namespace

void append_base64(TextBuffer& out, Bytes data, Vectors vectors) {
  while (!data.empty()) {
    const Bytes piece = data.substr(0, kPieceSize);
    char* const to = out.reserve((piece.size() + 2) / 3 * 4 + kSlack);
    out.commit(encode(to, piece.data(), piece.size(), piece.size(), vectors));
    data.remove_prefix(piece.size());
  }
}

void append_base64_lines(TextBuffer& out, Bytes data, Vectors vectors) {
  const std::size_t whole = data.size();
  do {
    const std::size_t lines =
        data.size() < kLineReads ? 0 : std::min((data.size() - kLineReads) / kLineBytes + 1, kPieceSize / kLineBytes);
    char* to = out.reserve((lines + 2) * kLineSize + kSlack);
    to = encode_lines(to, data.data(), lines, vectors);
    data.remove_prefix(lines * kLineBytes);
    while (!data.empty() && data.size() < kLineReads) {
      const Bytes line = data.substr(0, kLineBytes);
      to = encode(to, line.data(), line.size(), whole - data.size() + line.size(), vectors);
      *to++ = '\n';
      data.remove_prefix(line.size());
    }
    out.commit(to);
  } while (!data.empty());
}

}  // namespace binlogdump
