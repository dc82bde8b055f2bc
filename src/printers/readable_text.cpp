#include "printers/readable_text.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "binlogdump/collation.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace binlogdump {

namespace {

constexpr char kHexDigits[] = "0123456789abcdef";
/// Pieces of this size at most, so that the buffer of a sink stays small.
constexpr std::size_t kPiece = 16 * 1024;

/// Where a text stands: between quotes, a quote and a backslash do not stand for themselves.
/// In text that is known to be UTF-8 only one lead byte needs a second look: that of U+0080 to U+009F.
enum class Place { kBetweenQuotes, kUtf8BetweenQuotes, kOpen };

constexpr std::uint8_t kLeadOfC1 = 0xc2;

/// Bytes that stand for themselves: printable ASCII.
template <Place kPlace>
bool is_plain(char c) {
  const std::uint8_t byte = load_u8(&c);
  if (byte < 0x20 || byte == 0x7f) return false;
  if (byte >= 0x80) return kPlace == Place::kUtf8BetweenQuotes && byte != kLeadOfC1;
  return kPlace == Place::kOpen || (c != '\'' && c != '\\');
}

#ifdef __SSE2__
/// Whether all of sixteen bytes are plain.
template <Place kPlace>
bool are_plain(__m128i bytes) {
  __m128i special = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(0x7f));
  if constexpr (kPlace == Place::kUtf8BetweenQuotes) {
    special = _mm_or_si128(special, _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes));
    special = _mm_or_si128(special, _mm_cmpeq_epi8(bytes, _mm_set1_epi8(static_cast<char>(kLeadOfC1))));
  } else {
    // As signed numbers, control characters and bytes above 7f are below 20.
    special = _mm_or_si128(special, _mm_cmplt_epi8(bytes, _mm_set1_epi8(0x20)));
  }
  if constexpr (kPlace != Place::kOpen) {
    special = _mm_or_si128(special, _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\'')));
    special = _mm_or_si128(special, _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
  }
  return _mm_movemask_epi8(special) == 0;
}

/// Copies 8 to 15 bytes if all are plain: two loads that overlap cover them.
template <Place kPlace>
bool copy_short(char* to, const char* from, std::size_t size) {
  std::uint64_t head, tail;
  std::memcpy(&head, from, sizeof head);
  std::memcpy(&tail, from + size - sizeof tail, sizeof tail);
  if (!are_plain<kPlace>(_mm_set_epi64x(static_cast<long long>(tail), static_cast<long long>(head)))) return false;
  std::memcpy(to, &head, sizeof head);
  std::memcpy(to + size - sizeof tail, &tail, sizeof tail);
  return true;
}
#endif

/// Copies plain bytes from the front of `text` and takes them away; there is room for all of it.
template <Place kPlace>
char* copy_plain(char* to, Bytes& text) {
  const char* from = text.data();
  const char* const end = from + text.size();
#ifdef __SSE2__
  while (end - from >= 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
    if (!are_plain<kPlace>(bytes)) break;
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), bytes);
    to += 16;
    from += 16;
  }
  const auto left = static_cast<std::size_t>(end - from);
  if (left >= 8 && left < 16 && copy_short<kPlace>(to, from, left)) {
    text.remove_prefix(text.size());
    return to + left;
  }
#endif
  while (from != end && is_plain<kPlace>(*from)) *to++ = *from++;
  text.remove_prefix(static_cast<std::size_t>(from - text.data()));
  return to;
}

/// Bytes of the UTF-8 character at the front of `text`, 0 if it is none.
std::size_t utf8_length(Bytes text) {
  const auto at = [text](std::size_t i) { return load_u8(&text[i]); };
  const auto continues = [&](std::size_t i) { return i < text.size() && (at(i) & 0xc0) == 0x80; };
  const std::uint8_t first = at(0);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return continues(1) ? 2 : 0;
  if (first >= 0xe0 && first < 0xf0) {
    if (!continues(1) || !continues(2)) return 0;
    const bool overlong = first == 0xe0 && at(1) < 0xa0;
    const bool surrogate = first == 0xed && at(1) >= 0xa0;
    return overlong || surrogate ? 0 : 3;
  }
  if (first >= 0xf0 && first < 0xf5) {
    if (!continues(1) || !continues(2) || !continues(3)) return 0;
    const bool overlong = first == 0xf0 && at(1) < 0x90;
    const bool too_large = first == 0xf4 && at(1) >= 0x90;
    return overlong || too_large ? 0 : 4;
  }
  return 0;
}

bool is_utf8(Bytes text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

constexpr std::array<std::array<char, 2>, 256> make_hex_pairs() {
  std::array<std::array<char, 2>, 256> pairs{};
  for (unsigned byte = 0; byte < 256; ++byte) pairs[byte] = {kHexDigits[byte >> 4], kHexDigits[byte & 15]};
  return pairs;
}

char* write_hex_pair(char* to, char byte) {
  static constexpr std::array<std::array<char, 2>, 256> kPairs = make_hex_pairs();
  std::memcpy(to, kPairs[load_u8(&byte)].data(), 2);
  return to + 2;
}

char* write_hex_escape(char* to, char byte) {
  *to++ = '\\';
  *to++ = 'x';
  return write_hex_pair(to, byte);
}

/// U+0080 to U+009F, which some terminals act on.
bool is_c1_control(Bytes character) {
  return character.size() == 2 && load_u8(&character[0]) == 0xc2 && load_u8(&character[1]) < 0xa0;
}

/// One character, at most six bytes; takes it from the front of `text`.
char* write_character(char* to, Bytes& text) {
  const char first = text[0];
  const auto take_one = [&text] { text.remove_prefix(1); };
  const auto letter = [&](char c) {
    take_one();
    *to++ = '\\';
    *to++ = c;
    return to;
  };
  switch (first) {
    case '\n':
      return letter('n');
    case '\r':
      return letter('r');
    case '\t':
      return letter('t');
    case '\0':
      return letter('0');
    default:
      break;
  }
  const std::size_t length = utf8_length(text);
  const Bytes character = text.substr(0, length);
  if (length == 0 || load_u8(&first) < 0x20 || first == 0x7f) {
    take_one();
    return write_hex_escape(to, first);
  }
  if (is_c1_control(character)) {
    std::memcpy(to, "\\u00", 4);
    to[4] = kHexDigits[load_u8(&character[1]) >> 4];
    to[5] = kHexDigits[load_u8(&character[1]) & 15];
    text.remove_prefix(length);
    return to + 6;
  }
  std::memcpy(to, character.data(), length);
  text.remove_prefix(length);
  return to + length;
}

/// Text of any length between quotes, escaped; the quotes are the caller's.
template <Place kPlace>
void append_between_quotes(TextBuffer& out, Bytes text) {
  constexpr std::size_t kLongest = 6;
  while (!text.empty()) {
    // A piece may end inside a character: that is then looked at again from the whole text.
    const Bytes piece = text.substr(0, kPiece);
    char* to = out.reserve(piece.size() + kLongest);
    Bytes left = piece;
    to = copy_plain<kPlace>(to, left);
    text.remove_prefix(piece.size() - left.size());
    if (!left.empty()) {
      if (text[0] == '\'' || text[0] == '\\') {
        *to++ = '\\';
        *to++ = text[0];
        text.remove_prefix(1);
      } else {
        to = write_character(to, text);
      }
    }
    out.commit(to);
  }
}

}  // namespace

void append_visible(TextBuffer& out, Bytes text, LineBreaks line_breaks, std::string_view prefix) {
  constexpr std::size_t kLongest = 6;
  while (!text.empty()) {
    const Bytes piece = text.substr(0, kPiece);
    char* to = out.reserve(piece.size() + kLongest);
    Bytes left = piece;
    to = copy_plain<Place::kOpen>(to, left);
    text.remove_prefix(piece.size() - left.size());
    if (left.empty()) {
      out.commit(to);
      continue;
    }
    const char c = text[0];
    const bool kept = line_breaks == LineBreaks::kKeep && (c == '\n' || c == '\t');
    if (kept) {
      *to++ = c;
      text.remove_prefix(1);
    } else {
      to = write_character(to, text);
    }
    out.commit(to);
    if (kept && c == '\n') out.append(prefix);
  }
}

void append_visible(TextBuffer& out, Bytes text, const Charset* charset, LineBreaks line_breaks,
                    std::string_view prefix) {
  if (charset == nullptr || charset->utf8_prefix(text) == text.size() || !is_valid_text(text, *charset)) {
    return append_visible(out, text, line_breaks, prefix);
  }
  for_each_utf8_piece(text, *charset, [&](std::string_view piece) { append_visible(out, piece, line_breaks, prefix); });
}

void append_visible_identifier(TextBuffer& out, Bytes name) {
  out.append('`');
  while (!name.empty()) {
    const std::size_t backtick = std::min(name.find('`'), name.size());
    append_visible(out, name.substr(0, backtick), LineBreaks::kEscape);
    if (backtick == name.size()) break;
    out.append("``");
    name.remove_prefix(backtick + 1);
  }
  out.append('`');
}

void append_quoted_visible(TextBuffer& out, Bytes text) {
  out.append('\'');
  append_between_quotes<Place::kBetweenQuotes>(out, text);
  out.append('\'');
}

void append_hex_value(TextBuffer& out, Bytes bytes) {
  if (bytes.empty()) return out.append("''");
  out.append("0x");
  while (!bytes.empty()) {
    const Bytes piece = bytes.substr(0, kPiece);
    char* to = out.reserve(piece.size() * 2);
    for (const char byte : piece) to = write_hex_pair(to, byte);
    out.commit(to);
    bytes.remove_prefix(piece.size());
  }
}

StringStyle::StringStyle(std::uint64_t collation) {
  if (collation == kBinaryCollation) {
    kind_ = Kind::kBinary;
    return;
  }
  charset_ = charset_of_collation(collation);
  if (charset_ == nullptr) return;
  kind_ = Kind::kText;
  static constexpr Bytes kPrintable =
      " !\"#$%&()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~";
  ascii_stands_for_itself_ = charset_->utf8_prefix(kPrintable) == kPrintable.size();
}

bool StringStyle::is_text(Bytes value) const {
  switch (kind_) {
    case Kind::kText:
      return is_valid_text(value, *charset_);
    case Kind::kUnknown:
      return is_utf8(value);
    case Kind::kBinary:
      break;
  }
  for (const char c : value) {
    const bool layout = c == '\n' || c == '\r' || c == '\t';
    if ((load_u8(&c) < 0x20 && !layout) || c == 0x7f) return false;
  }
  return is_utf8(value);
}

void StringStyle::append(TextBuffer& out, Bytes value) const {
  // Most strings are plain ASCII: one look at each byte, no call.
  if (ascii_stands_for_itself_ && value.size() <= kPiece) {
    char* const begin = out.reserve(value.size() + 2);
    *begin = '\'';
    Bytes left = value;
    char* to = copy_plain<Place::kBetweenQuotes>(begin + 1, left);
    if (left.empty()) {
      *to++ = '\'';
      return out.commit(to);
    }
  }
  const bool is_utf8_already = charset_ != nullptr && charset_->utf8_prefix(value) == value.size();
  if (!is_utf8_already && !is_text(value)) return append_hex_value(out, value);
  out.append('\'');
  if (is_utf8_already || charset_ == nullptr) {
    append_between_quotes<Place::kUtf8BetweenQuotes>(out, value);
  } else {
    append_label(out, value);
  }
  out.append('\'');
}

void StringStyle::append_label(TextBuffer& out, Bytes label) const {
  if (charset_ == nullptr || charset_->utf8_prefix(label) == label.size()) {
    return append_between_quotes<Place::kBetweenQuotes>(out, label);
  }
  for_each_utf8_piece(label, *charset_,
                      [&](std::string_view piece) { append_between_quotes<Place::kUtf8BetweenQuotes>(out, piece); });
}

}  // namespace binlogdump
