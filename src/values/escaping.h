#pragma once
// Copying text while replacing some bytes by escapes: what quoted strings and JSON strings have in common.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "binlogdump/bytes.h"
#include "binlogdump/text_buffer.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace binlogdump {

/// What is written for a byte: eight bytes are stored, of which `size` count.
struct Escape {
  std::array<char, 8> text;
  std::size_t size;
};

/// The escape of a byte below 0x20, a backslash or `quote`; any other byte stands for itself. Control characters that
/// have no letter of their own get `hex_prefix` and two hex digits.
constexpr Escape make_escape(unsigned byte, char quote, Bytes hex_prefix) {
  constexpr char kHex[] = "0123456789abcdef";
  const auto letter = [](char c) { return Escape{{'\\', c}, 2}; };
  switch (byte) {
    case '\b':
      return letter('b');
    case '\t':
      return letter('t');
    case '\n':
      return letter('n');
    case '\f':
      return letter('f');
    case '\r':
      return letter('r');
    default:
      break;
  }
  const char c = static_cast<char>(byte);
  if (c == quote || c == '\\') return letter(c);
  if (byte >= 0x20) return {{c}, 1};
  Escape escape{};
  for (char prefix : hex_prefix) escape.text[escape.size++] = prefix;
  escape.text[escape.size++] = kHex[byte >> 4];
  escape.text[escape.size++] = kHex[byte & 15];
  return escape;
}

using EscapeTable = std::array<Escape, 256>;

constexpr EscapeTable make_escapes(char quote, Bytes hex_prefix) {
  EscapeTable table{};
  for (unsigned byte = 0; byte < 256; ++byte) table[byte] = make_escape(byte, quote, hex_prefix);
  return table;
}

/// A way of writing strings: `kQuote` around them and escaped in them, `kEscapes` made for it, `kMaxSize` the longest.
struct SqlEscapes {
  static constexpr char kQuote = '\'';
  static constexpr std::size_t kMaxSize = 4;
  static constexpr EscapeTable kEscapes = make_escapes(kQuote, "\\x");
};
struct JsonEscapes {
  static constexpr char kQuote = '"';
  static constexpr std::size_t kMaxSize = 6;
  static constexpr EscapeTable kEscapes = make_escapes(kQuote, "\\u00");
};

template <class Style>
char* write_escape(char* to, char byte) {
  const Escape& escape = Style::kEscapes[static_cast<std::uint8_t>(byte)];
  std::memcpy(to, escape.text.data(), escape.text.size());
  return to + escape.size;
}

#ifdef __SSE2__
/// Bit i is set if byte i must be escaped.
inline unsigned escape_mask(__m128i bytes, char quote_byte) {
  const __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes);
  const __m128i quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(quote_byte));
  const __m128i backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
  return static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(control, _mm_or_si128(quote, backslash))));
}

/// Copies text of one to two words: two loads that overlap cover it. Returns how many of its bytes stand before the
/// first one of `special`, a mask as escape_mask() makes it.
template <class Word, class SpecialMask>
std::size_t copy_overlapping(char* to, const char* from, std::size_t size, SpecialMask special) {
  constexpr std::size_t kWord = sizeof(Word);
  Word head, tail;
  std::memcpy(&head, from, kWord);
  std::memcpy(&tail, from + size - kWord, kWord);
  std::memcpy(to, &head, kWord);
  std::memcpy(to + size - kWord, &tail, kWord);
  const __m128i both =
      kWord == 8 ? _mm_set_epi64x(static_cast<long long>(tail), static_cast<long long>(head))
                 : _mm_set_epi64x(0, static_cast<long long>(std::uint64_t{tail} << (4 * kWord) << (4 * kWord) | head));
  const unsigned mask = special(both) & ((1U << (2 * kWord)) - 1);
  if (mask == 0) return size;
  const auto first = static_cast<std::size_t>(std::countr_zero(mask));
  return first < kWord ? first : first + size - 2 * kWord;
}

/// The same for text of less than sixteen bytes.
template <class SpecialMask>
std::size_t copy_short(char* to, const char* from, std::size_t size, SpecialMask special) {
  if (size >= 8) return copy_overlapping<std::uint64_t>(to, from, size, special);
  if (size >= 4) return copy_overlapping<std::uint32_t>(to, from, size, special);
  if (size >= 2) return copy_overlapping<std::uint16_t>(to, from, size, special);
  return size == 1 ? copy_overlapping<std::uint8_t>(to, from, size, special) : 0;
}

/// Blocks of sixteen bytes.
struct VectorBlock {
  static constexpr std::size_t kSize = 16;

  /// Copies a block; in the result bit i is set if byte i must be escaped.
  template <class Style>
  static unsigned copy(char* to, const char* from) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), bytes);
    return escape_mask(bytes, Style::kQuote);
  }
  /// Copies less than a block; true if it is known that no byte must be escaped. Reads nothing behind it.
  template <class Style>
  static bool copy_plain(char* to, const char* from, std::size_t size) {
    return copy_short(to, from, size, [](__m128i bytes) { return escape_mask(bytes, Style::kQuote); }) == size;
  }
  static unsigned first_bytes(unsigned special, std::size_t count) { return special & ((1U << count) - 1); }
  static std::size_t bytes_before(unsigned special) { return static_cast<std::size_t>(std::countr_zero(special)); }
};
#endif

/// The same with any processor: blocks of eight bytes, eight bits for each of them.
struct PortableBlock {
  static constexpr std::size_t kSize = 8;

  /// The lowest bit that is set is in the first byte that must be escaped; those above say nothing.
  template <class Style>
  static std::uint64_t copy(char* to, const char* from) {
    std::memcpy(to, from, kSize);
    const std::uint64_t bytes = load_u64(from);
    const auto below = [](std::uint64_t values, std::uint64_t limit) { return (values - kOnes * limit) & ~values; };
    const auto is = [&](char c) { return below(bytes ^ (kOnes * load_u8(&c)), 1); };
    return (below(bytes, 0x20) | is(Style::kQuote) | is('\\')) & (kOnes * 0x80);
  }
  template <class Style>
  static bool copy_plain(char*, const char*, std::size_t size) {
    return size == 0;
  }
  static std::uint64_t first_bytes(std::uint64_t special, std::size_t count) {
    return count == kSize ? special : special & ((std::uint64_t{1} << (8 * count)) - 1);
  }
  static std::size_t bytes_before(std::uint64_t special) {
    return static_cast<std::size_t>(std::countr_zero(special)) / 8;
  }

 private:
  static constexpr std::uint64_t kOnes = 0x0101010101010101;
};

#ifdef __SSE2__
using EscapeBlock = VectorBlock;
#else
using EscapeBlock = PortableBlock;
#endif

/// All of [from, end), behind which a block can be read.
template <class Style, class Block>
char* write_escaped_blocks(char* to, const char* from, const char* end) {
  const auto left = [&] { return static_cast<std::size_t>(end - from); };
  const auto write_up_to = [&](auto special) {
    const std::size_t run = Block::bytes_before(special);
    to = write_escape<Style>(to + run, from[run]);
    from += run + 1;
  };
  while (left() > Block::kSize) {
    const auto special = Block::template copy<Style>(to, from);
    if (special != 0) {
      write_up_to(special);
    } else {
      to += Block::kSize;
      from += Block::kSize;
    }
  }
  while (true) {
    const auto special = Block::first_bytes(Block::template copy<Style>(to, from), left());
    if (special == 0) return to + left();
    write_up_to(special);
  }
}

/// Room that write_escaped() needs for `size` bytes: it may write a little behind the end that it returns.
template <class Style>
constexpr std::size_t escaped_room(std::size_t size) {
  return Style::kMaxSize * size + 16;
}

/// All of `text`, whose last block is copied to where bytes behind it can be read.
template <class Style, class Block>
char* write_escaped_at_end(char* to, Bytes text) {
  std::array<char, 2 * Block::kSize> copy{};
  if (text.size() < Block::kSize) {
    if (!text.empty()) std::memcpy(copy.data(), text.data(), text.size());
    return write_escaped_blocks<Style, Block>(to, copy.data(), copy.data() + text.size());
  }
  const char* const last = text.data() + text.size() - Block::kSize;
  if (text.size() > Block::kSize) to = write_escaped_blocks<Style, Block>(to, text.data(), last);
  std::memcpy(copy.data(), last, Block::kSize);
  return write_escaped_blocks<Style, Block>(to, copy.data(), copy.data() + Block::kSize);
}

/// `readable`: bytes that can be read from text.data() on, at least its size. Where there are a few behind the text, it
/// is faster: what is less than a block need not be copied to where there are. Inline for what most texts are: short,
/// and without anything to be escaped.
template <class Style, class Block = EscapeBlock>
[[gnu::always_inline]] inline char* write_escaped(char* to, Bytes text, std::size_t readable) {
  if (text.size() <= Block::kSize) {
    const bool plain = readable >= Block::kSize
                           ? Block::first_bytes(Block::template copy<Style>(to, text.data()), text.size()) == 0
                           : Block::template copy_plain<Style>(to, text.data(), text.size());
    if (plain) [[likely]]
      return to + text.size();
  }
  if (readable >= text.size() + Block::kSize) [[likely]]
    return write_escaped_blocks<Style, Block>(to, text.data(), text.data() + text.size());
  return write_escaped_at_end<Style, Block>(to, text);
}

/// Long text is taken in pieces of this size, so that a buffer with a sink need not grow.
inline constexpr std::size_t kEscapePieceSize = 10 * 1024;

template <class Style>
void append_escaped_text(TextBuffer& out, Bytes text) {
  while (!text.empty()) {
    const Bytes piece = text.substr(0, kEscapePieceSize);
    out.commit(write_escaped<Style>(out.reserve(escaped_room<Style>(piece.size())), piece, text.size()));
    text.remove_prefix(piece.size());
  }
}

/// With the quotes around it. `readable`: see write_escaped().
template <class Style>
void append_quoted_text(TextBuffer& out, Bytes text, std::size_t readable) {
  if (text.size() > kEscapePieceSize) {
    out.append(Style::kQuote);
    append_escaped_text<Style>(out, text);
    return out.append(Style::kQuote);
  }
  char* to = out.reserve(escaped_room<Style>(text.size()) + 2);
  *to++ = Style::kQuote;
  to = write_escaped<Style>(to, text, readable);
  *to++ = Style::kQuote;
  out.commit(to);
}
template <class Style>
void append_quoted_text(TextBuffer& out, Bytes text) {
  append_quoted_text<Style>(out, text, text.size());
}

}  // namespace binlogdump
