#include "binlogdump/base64.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#ifdef __SSSE3__
#include <tmmintrin.h>
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

#ifdef __SSSE3__
constexpr std::size_t kBlockBytes = 12;

/// 12 bytes to 16 digits; reads 16 bytes.
void encode_block(char* to, const char* from) {
  // Each 32-bit lane gets three bytes a b c as b a c b: every six bits of a digit then lie within one 16-bit half.
  const __m128i spread = _mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)),
                                          _mm_setr_epi8(1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10));
  // Multiplications shift the halves by different amounts: digits 0 and 2 to the right, 1 and 3 to the left.
  const __m128i even = _mm_mulhi_epu16(_mm_and_si128(spread, _mm_set1_epi32(0x0fc0fc00)), _mm_set1_epi32(0x04000040));
  const __m128i odd = _mm_mullo_epi16(_mm_and_si128(spread, _mm_set1_epi32(0x003f03f0)), _mm_set1_epi32(0x01000010));
  const __m128i values = _mm_or_si128(even, odd);
  // What to add depends on the range: 26 to 51 become 0, 52 to 63 become 1 to 12, 0 to 25 become 13.
  const __m128i above = _mm_subs_epu8(values, _mm_set1_epi8(51));
  const __m128i capital = _mm_and_si128(_mm_cmpgt_epi8(_mm_set1_epi8(26), values), _mm_set1_epi8(13));
  const __m128i offsets = _mm_setr_epi8('a' - 26, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52,
                                        '0' - 52, '0' - 52, '0' - 52, '+' - 62, '/' - 63, 'A', 0, 0);
  const __m128i digits = _mm_add_epi8(values, _mm_shuffle_epi8(offsets, _mm_or_si128(above, capital)));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), digits);
}

char* encode(char* to, const char* from, std::size_t size) {
  for (; size >= 16; size -= kBlockBytes, from += kBlockBytes, to += 16) encode_block(to, from);
  return encode_portable(to, from, size);
}

/// A full line without its end; `readable` bytes follow from `from` on.
void encode_line(char* to, const char* from, std::size_t readable) {
  if (readable < 4 * kBlockBytes + 16) {
    encode(to, from, kLineBytes);
    return;
  }
  for (std::size_t block = 0; block < 5; ++block) encode_block(to + 16 * block, from + kBlockBytes * block);
}
#else
char* encode(char* to, const char* from, std::size_t size) {
  return encode_portable(to, from, size);
}
void encode_line(char* to, const char* from, std::size_t) {
  encode(to, from, kLineBytes);
}
#endif

}  // namespace

void append_base64(TextBuffer& out, Bytes data) {
  while (!data.empty()) {
    const Bytes piece = data.substr(0, kPieceSize);
    char* const to = out.reserve((piece.size() + 2) / 3 * 4 + kSlack);
    out.commit(encode(to, piece.data(), piece.size()));
    data.remove_prefix(piece.size());
  }
}

void append_base64_lines(TextBuffer& out, Bytes data) {
  while (!data.empty()) {
    Bytes piece = data.substr(0, kPieceSize);
    data.remove_prefix(piece.size());
    char* to = out.reserve((piece.size() / kLineBytes + 1) * kLineSize + kSlack);
    for (; piece.size() >= kLineBytes; piece.remove_prefix(kLineBytes)) {
      encode_line(to, piece.data(), piece.size());
      to[kLineSize - 1] = '\n';
      to += kLineSize;
    }
    if (!piece.empty()) {
      to = encode(to, piece.data(), piece.size());
      *to++ = '\n';
    }
    out.commit(to);
  }
}

}  // namespace binlogdump
