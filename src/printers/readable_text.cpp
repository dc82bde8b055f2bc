#include "printers/readable_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "binlogdump/collation.h"
#include "control_characters.h"
#include "utf8_text.h"
#include "values/escaping.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif
#ifdef __SSSE3__
#include <tmmintrin.h>
#endif

namespace binlogdump {

namespace {

constexpr char kHexDigits[] = "0123456789abcdef";
/// Pieces of this size at most, so that the buffer of a sink stays small.
constexpr std::size_t kPiece = 16 * 1024;

/// Where a text stands: between quotes, a quote and a backslash do not stand for themselves.
/// In text that is known to be UTF-8 only two lead bytes need a second look: those of control characters.
enum class Place { kBetweenQuotes, kUtf8BetweenQuotes, kOpen, kUtf8Open };

constexpr bool is_between_quotes(Place place) {
  return place == Place::kBetweenQuotes || place == Place::kUtf8BetweenQuotes;
}
constexpr bool is_known_utf8(Place place) {
  return place == Place::kUtf8BetweenQuotes || place == Place::kUtf8Open;
}

constexpr char kLeadOfC1 = '\xc2';
constexpr char kLeadOfDirections = '\xe2';

/// Bytes that stand for themselves: printable ASCII, and what is beyond it in UTF-8.
template <Place kPlace>
bool is_plain(char c) {
  const std::uint8_t byte = load_u8(&c);
  if (byte < 0x20 || byte == 0x7f) return false;
  if (byte >= 0x80) return is_known_utf8(kPlace) && c != kLeadOfC1 && c != kLeadOfDirections;
  return !is_between_quotes(kPlace) || (c != '\'' && c != '\\');
}

#ifdef __SSE2__
/// All bits of a byte are set if it is not plain.
template <Place kPlace>
__m128i special_bytes(__m128i bytes) {
  __m128i special;
  if constexpr (is_known_utf8(kPlace)) {
    special = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(0x7f));
    special = _mm_or_si128(special, _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes));
    special = _mm_or_si128(special, _mm_cmpeq_epi8(bytes, _mm_set1_epi8(kLeadOfC1)));
    special = _mm_or_si128(special, _mm_cmpeq_epi8(bytes, _mm_set1_epi8(kLeadOfDirections)));
  } else {
    // As signed numbers, one more than a control character, 7f, or a byte above that is below 21.
    special = _mm_cmplt_epi8(_mm_add_epi8(bytes, _mm_set1_epi8(1)), _mm_set1_epi8(0x21));
  }
  if constexpr (is_between_quotes(kPlace)) {
    special = _mm_or_si128(special, _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\'')));
    special = _mm_or_si128(special, _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
  }
  return special;
}

/// Bit i is set if byte i is not plain.
template <Place kPlace>
unsigned special_mask(__m128i bytes) {
  return static_cast<unsigned>(_mm_movemask_epi8(special_bytes<kPlace>(bytes)));
}

/// The same as below for sixteen bytes or more: returns how many of them were copied.
template <Place kPlace>
std::size_t copy_plain_blocks(char* to, Bytes text) {
  constexpr std::size_t kBlock = 16;
  const std::size_t size = text.size();
  const auto copy_block = [to, &text](std::size_t at) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + at));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + at), bytes);
    return special_bytes<kPlace>(bytes);
  };
  const auto first_in = [](__m128i special) {
    return static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(_mm_movemask_epi8(special))));
  };
  std::size_t at = 0;
  for (; at + 2 * kBlock < size; at += 2 * kBlock) {
    const __m128i first = copy_block(at);
    const __m128i second = copy_block(at + kBlock);
    if (_mm_movemask_epi8(_mm_or_si128(first, second)) == 0) continue;
    return at + (_mm_movemask_epi8(first) != 0 ? first_in(first) : kBlock + first_in(second));
  }
  // The rest, two blocks that may overlap; with one alone they are the same.
  const std::size_t last = size - kBlock;
  at = std::min(at, last);
  const __m128i first = copy_block(at);
  const __m128i second = copy_block(last);
  if (_mm_movemask_epi8(_mm_or_si128(first, second)) == 0) return size;
  return _mm_movemask_epi8(first) != 0 ? at + first_in(first) : last + first_in(second);
}
#endif

/// Copies plain bytes from the front of `text`, where there is room for all of it; returns how many.
template <Place kPlace>
inline std::size_t count_copied(char* to, Bytes text) {
  std::size_t count = 0;
#ifdef __SSE2__
  if (text.size() >= 16) return copy_plain_blocks<kPlace>(to, text);
  count = copy_short(to, text.data(), text.size(), [](__m128i bytes) { return special_mask<kPlace>(bytes); });
  if (count != 0) return count;
#endif
  for (; count < text.size() && is_plain<kPlace>(text[count]); ++count) to[count] = text[count];
  return count;
}

/// The same; takes them away.
template <Place kPlace>
char* copy_plain(char* to, Bytes& text) {
  const std::size_t count = count_copied<kPlace>(to, text);
  text.remove_prefix(count);
  return to + count;
}

/// The same, up to a piece of it.
template <Place kPlace>
void append_plain(TextBuffer& out, Bytes& text) {
  Bytes left = text.substr(0, kPiece);
  out.commit(copy_plain<kPlace>(out.reserve(left.size()), left));
  text.remove_prefix(static_cast<std::size_t>(left.data() - text.data()));
}

/// Bytes of the UTF-8 character at the front of `text`, 0 if it is none.
std::size_t utf8_length(Bytes text) {
  if (load_u8(text.data()) < 0x80) return 1;
  const utf8::Step step = utf8::read_multi_byte(text.data(), text.size(), 4);
  return step.code == utf8::Step::kNone ? 0 : step.size;
}

bool is_utf8(Bytes text) {
  const char* const end = text.data() + text.size();
  return utf8::skip_valid(text.data(), end, 4) == end;
}

/// Whether there are control characters, other than those of a text's layout.
bool has_control(Bytes text) {
  std::size_t at = 0;
#ifdef __SSE2__
  for (; text.size() - at >= 16; at += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + at));
    const auto is = [bytes](char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); };
    const __m128i low = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes);
    const __m128i layout = _mm_or_si128(_mm_or_si128(is('\n'), is('\r')), is('\t'));
    if (_mm_movemask_epi8(_mm_or_si128(_mm_andnot_si128(layout, low), is(0x7f))) != 0) return true;
  }
#endif
  for (const char c : text.substr(at)) {
    const bool is_layout = c == '\n' || c == '\r' || c == '\t';
    if ((load_u8(&c) < 0x20 && !is_layout) || c == 0x7f) return true;
  }
  return false;
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

char* write_hex_pairs(char* to, Bytes bytes) {
#ifdef __SSSE3__
  const __m128i digits = _mm_loadu_si128(reinterpret_cast<const __m128i*>(kHexDigits));
  const __m128i low_half = _mm_set1_epi8(0x0f);
  for (; bytes.size() >= 16; bytes.remove_prefix(16), to += 32) {
    const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes.data()));
    const __m128i high = _mm_shuffle_epi8(digits, _mm_and_si128(_mm_srli_epi16(block, 4), low_half));
    const __m128i low = _mm_shuffle_epi8(digits, _mm_and_si128(block, low_half));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm_unpacklo_epi8(high, low));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + 16), _mm_unpackhi_epi8(high, low));
  }
#endif
  for (const char byte : bytes) to = write_hex_pair(to, byte);
  return to;
}

char* write_hex_escape(char* to, char byte) {
  *to++ = '\\';
  *to++ = 'x';
  return write_hex_pair(to, byte);
}

/// \u202e.
char* write_u_escape(char* to, unsigned code) {
  *to++ = '\\';
  *to++ = 'u';
  to = write_hex_pair(to, static_cast<char>(code >> 8));
  return write_hex_pair(to, static_cast<char>(code));
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
  if (const ControlCharacter control = control_character_at(character); control.size != 0) {
    text.remove_prefix(length);
    return write_u_escape(to, control.code);
  }
  std::memcpy(to, character.data(), length);
  text.remove_prefix(length);
  return to + length;
}

/// A character between quotes that does not stand for itself, at most six bytes; takes it from the front of `text`.
char* write_between_quotes(char* to, Bytes& text) {
  if (text[0] != '\'' && text[0] != '\\') return write_character(to, text);
  *to++ = '\\';
  *to++ = text[0];
  text.remove_prefix(1);
  return to;
}

/// Text of any length between quotes, escaped; the quotes are the caller's.
template <Place kPlace>
void append_between_quotes(TextBuffer& out, Bytes text) {
  constexpr std::size_t kMostPerByte = 4;  // \xff; \u0080 stands for two bytes.
  constexpr std::size_t kLongest = 6;
  while (!text.empty()) {
    const std::size_t piece_size = std::min(text.size(), kPiece);
    const char* const piece_end = text.data() + piece_size;
    char* to = out.reserve(kMostPerByte * piece_size + kLongest);
    while (text.data() < piece_end) {  // The last character may go on behind it.
      Bytes left(text.data(), static_cast<std::size_t>(piece_end - text.data()));
      to = copy_plain<kPlace>(to, left);
      text.remove_prefix(static_cast<std::size_t>(left.data() - text.data()));
      if (!left.empty()) to = write_between_quotes(to, text);
    }
    out.commit(to);
  }
}

/// See append_visible().
template <Place kPlace>
void append_open(TextBuffer& out, Bytes text, LineBreaks line_breaks, std::string_view prefix) {
  constexpr std::size_t kLongest = 6;
  while (!text.empty()) {
    const Bytes piece = text.substr(0, kPiece);
    char* to = out.reserve(piece.size() + kLongest);
    Bytes left = piece;
    to = copy_plain<kPlace>(to, left);
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

}  // namespace

void append_visible(TextBuffer& out, Bytes text, LineBreaks line_breaks, std::string_view prefix) {
  if (is_utf8(text)) {
    append_open<Place::kUtf8Open>(out, text, line_breaks, prefix);
  } else {
    append_open<Place::kOpen>(out, text, line_breaks, prefix);
  }
}

std::string visible_message(Bytes text, LineBreaks line_breaks) {
  TextBuffer visible(nullptr, text.size());
  append_visible(visible, text, line_breaks);
  return std::string(visible.view());
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
  char* to = out.reserve(std::min(text.size(), kPiece) + 2);
  *to++ = '\'';
  if (text.size() <= kPiece) to = copy_plain<Place::kBetweenQuotes>(to, text);
  if (!text.empty()) {
    out.commit(to);
    if (is_utf8(text)) {
      append_between_quotes<Place::kUtf8BetweenQuotes>(out, text);
    } else {
      append_between_quotes<Place::kBetweenQuotes>(out, text);
    }
    to = out.reserve(1);
  }
  *to++ = '\'';
  out.commit(to);
}

void QuotedVisibleSink::write(std::string_view text) {
  unfinished_ += text;
  std::size_t whole = unfinished_.size();
  constexpr std::size_t kLongestCharacter = 4;
  for (std::size_t back = 1; back < kLongestCharacter && back <= unfinished_.size(); ++back) {
    const std::uint8_t byte = load_u8(&unfinished_[unfinished_.size() - back]);
    if ((byte & 0xc0) == 0x80) continue;
    const std::size_t size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    if (size > back) whole -= back;
    break;
  }
  append_between_quotes<Place::kBetweenQuotes>(out_, Bytes(unfinished_).substr(0, whole));
  unfinished_.erase(0, whole);
}

void QuotedVisibleSink::end() {
  append_between_quotes<Place::kBetweenQuotes>(out_, unfinished_);
  out_.append('\'');
}

void append_hex_value(TextBuffer& out, Bytes bytes) {
  if (bytes.empty()) return out.append("''");
  out.append("0x");
  while (!bytes.empty()) {
    const Bytes piece = bytes.substr(0, kPiece);
    out.commit(write_hex_pairs(out.reserve(piece.size() * 2), piece));
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
  return !has_control(value) && is_utf8(value);
}

/// Copies what stands for itself and returns how many bytes that are: all, or those of plain ASCII that it begins with.
std::size_t StringStyle::copy_plain_text(char* to, Bytes value) const {
  constexpr std::size_t kShort = 128;  // A longer text that is not to be escaped is rare.
  if (!ascii_stands_for_itself_) return 0;
  const std::size_t ascii_size = count_copied<Place::kBetweenQuotes>(to, value);
  if (ascii_size == value.size() || load_u8(&value[ascii_size]) < 0x80) return ascii_size;
  if (value.size() > kShort || kind_ == Kind::kBinary || !is_utf8_from(ascii_size, value)) return ascii_size;
  const Bytes rest = value.substr(ascii_size);
  return count_copied<Place::kUtf8BetweenQuotes>(to + ascii_size, rest) == rest.size() ? value.size() : ascii_size;
}

/// Whether it is UTF-8 as it is, of which the bytes before `begin` are known to be ASCII.
bool StringStyle::is_utf8_from(std::size_t begin, Bytes value) const {
  // Sixteen bytes are looked at faster than less.
  constexpr std::size_t kBlock = 16;
  const Bytes rest = value.substr(std::min(begin, std::max(value.size(), kBlock) - kBlock));
  return charset_ == nullptr ? is_utf8(rest) : charset_->utf8_prefix(rest) == rest.size();
}

char* StringStyle::write_plain_sql(char* to, Bytes sql) const {
  if (!ascii_stands_for_itself_ || count_copied<Place::kOpen>(to, sql) != sql.size()) return nullptr;
  return to + sql.size();
}

void StringStyle::append(TextBuffer& out, Bytes value) const {
  char* const end = write_or_append(out, out.reserve(quoted_room(value)), value);
  if (end != nullptr) out.commit(end);
}

char* StringStyle::write_or_append(TextBuffer& out, char* to, Bytes value) const {
  // Most strings are plain ASCII: one look at each byte, no call.
  char* const begin = to;
  *to++ = '\'';
  const std::size_t plain_size = value.size() <= kMostQuoted ? copy_plain_text(to, value) : 0;
  to += plain_size;
  if (plain_size != value.size()) [[unlikely]] {
    out.commit(begin);
    append_beyond_plain(out, to, value, plain_size);
    return nullptr;
  }
  *to++ = '\'';
  return to;
}

/// The rest of a string that begins with plain ASCII. It may be no text for all that: nothing of it has been committed
/// yet, though it has been written up to `to`.
void StringStyle::append_beyond_plain(TextBuffer& out, char* to, Bytes value, std::size_t plain_size) const {
  const Bytes rest = value.substr(plain_size);
  const bool is_utf8_already = charset_ != nullptr && charset_->utf8_prefix(rest) == rest.size();
  if (!is_utf8_already && !is_text(rest)) return append_hex_value(out, value);
  out.commit(to);
  if (is_utf8_already || charset_ == nullptr) {
    append_between_quotes<Place::kUtf8BetweenQuotes>(out, rest);
  } else {
    append_label(out, rest);
  }
  out.append('\'');
}

void StringStyle::append_label(TextBuffer& out, Bytes label) const {
  if (ascii_stands_for_itself_) append_plain<Place::kBetweenQuotes>(out, label);
  if (label.empty()) return;
  if (charset_ == nullptr || charset_->utf8_prefix(label) == label.size()) {
    return append_between_quotes<Place::kBetweenQuotes>(out, label);
  }
  for_each_utf8_piece(label, *charset_,
                      [&](std::string_view piece) { append_between_quotes<Place::kUtf8BetweenQuotes>(out, piece); });
}

void StringStyle::append_sql(TextBuffer& out, Bytes sql, LineBreaks line_breaks) const {
  if (ascii_stands_for_itself_ && sql.size() <= kPiece) {
    char* const to = out.reserve(sql.size());
    const std::size_t plain_size = count_copied<Place::kOpen>(to, sql);
    out.commit(to + plain_size);
    if (plain_size == sql.size()) return;
    sql.remove_prefix(plain_size);
  }
  if (charset_ == nullptr || charset_->utf8_prefix(sql) == sql.size() || !is_valid_text(sql, *charset_)) {
    return append_visible(out, sql, line_breaks);
  }
  for_each_utf8_piece(sql, *charset_, [&](std::string_view piece) { append_visible(out, piece, line_breaks); });
}

}  // namespace binlogdump
