#include "printers/json_text.h"

#include <algorithm>

#include "binlogdump/base64.h"
#include "binlogdump/collation.h"
#include "control_characters.h"
#include "printers/json_plain.h"
#include "utf8_text.h"
#include "values/escaping.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace binlogdump {

namespace {

constexpr std::size_t kMaxUtf8 = 4;

bool is_utf8(Bytes text, std::size_t max_size) {
  const char* const end = text.data() + text.size();
  return utf8::skip_valid(text.data(), end, max_size) == end;
}

/// The same; false, with nothing appended, if it is not all plain, or long.
template <KnownText kKnown>
bool append_plain(TextBuffer& out, Bytes text) {
  if (text.size() > kEscapePieceSize) return false;
  char* const end = write_plain_string<kKnown>(out.reserve(text.size() + 2), text);
  if (end == nullptr) return false;
  out.commit(end);
  return true;
}

/// Whether there are only bytes below 7f, of which none but those of JsonEscapes are to be escaped.
bool is_below_del(Bytes text) {
  constexpr char kDel = 0x7f;
  std::size_t at = 0;
#ifdef __SSE2__
  for (; text.size() - at >= 16; at += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + at));
    if (_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(bytes, _mm_set1_epi8(kDel)), bytes)) != 0) return false;
  }
#endif
  text.remove_prefix(at);
  return std::all_of(text.begin(), text.end(), [](char c) { return load_u8(&c) < kDel; });
}

/// What most texts with escapes are; false, with nothing appended, if it is another.
bool append_escaped_ascii(TextBuffer& out, Bytes text) {
  if (!is_below_del(text)) return false;
  append_quoted_text<JsonEscapes>(out, text);
  return true;
}

/// UTF-8 without the quotes around it. Control characters that JSON lets stand are escaped, too: terminals act on them.
void append_utf8_escaped(TextBuffer& out, Bytes text) {
  while (!text.empty()) {
    const std::size_t size = find_control_character(text);
    append_escaped_text<JsonEscapes>(out, text.substr(0, size));
    text.remove_prefix(size);
    const ControlCharacter control = control_character_at(text);
    if (control.size == 0) continue;
    out.append("\\u");
    out.append_hex(control.code, 4);
    text.remove_prefix(control.size);
  }
}

void append_utf8_string(TextBuffer& out, Bytes text) {
  if (append_plain<KnownText::kUtf8>(out, text)) return;
  out.append('"');
  append_utf8_escaped(out, text);
  out.append('"');
}

/// Without the quotes around it.
void append_lossy_escaped(TextBuffer& out, Bytes text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    const char* const bad = utf8::skip_valid(at, end, kMaxUtf8);
    append_utf8_escaped(out, Bytes(at, static_cast<std::size_t>(bad - at)));
    at = bad;
    if (at == end) break;
    out.append("\uFFFD");
    ++at;
  }
}

}  // namespace

void append_json_base64(TextBuffer& out, Bytes bytes) {
  out.append("{\"$base64\":\"");
  append_base64(out, bytes);
  out.append("\"}");
}

void append_json_guess(TextBuffer& out, Bytes text) {
  if (append_plain<KnownText::kNothing>(out, text) || append_escaped_ascii(out, text)) return;
  if (is_utf8(text, kMaxUtf8)) return append_utf8_string(out, text);
  append_json_base64(out, text);
}

void append_json_lossy(TextBuffer& out, Bytes text) {
  if (append_plain<KnownText::kNothing>(out, text)) return;
  out.append('"');
  append_lossy_escaped(out, text);
  out.append('"');
}

void append_json_key(TextBuffer& out, Bytes name) {
  if (!name.starts_with('$')) return append_json_lossy(out, name);
  out.append("\"$");
  append_lossy_escaped(out, name);
  out.append('"');
}

JsonTextStyle::JsonTextStyle(std::uint64_t collation) {
  if (collation == kBinaryCollation) {
    kind_ = Kind::kBinary;
    ascii_stands_for_itself_ = false;
    return;
  }
  set(charset_of_collation(collation));
}

JsonTextStyle JsonTextStyle::of_text(const Charset* charset) {
  JsonTextStyle style;
  if (charset != nullptr && charset->name() != "binary") style.set(charset);
  return style;
}

void JsonTextStyle::set(const Charset* charset) {
  if (charset == nullptr || charset->name() == "utf8mb4") return;
  if (charset->name() == "utf8mb3") {
    max_size_ = 3;
    return;
  }
  kind_ = Kind::kConverted;
  charset_ = charset;
  static constexpr Bytes kPlain =
      " !#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~\x7f";
  ascii_stands_for_itself_ = charset->utf8_prefix(kPlain) == kPlain.size() && charset->round_trips(kPlain);
}

void JsonTextStyle::append(TextBuffer& out, Bytes value) const {
  if (ascii_stands_for_itself_ && append_plain<KnownText::kNothing>(out, value)) return;
  append_other(out, value);
}

void JsonTextStyle::append_other(TextBuffer& out, Bytes value) const {
  switch (kind_) {
    case Kind::kUtf8:
      if (append_escaped_ascii(out, value)) return;
      if (is_utf8(value, max_size_)) return append_utf8_string(out, value);
      return append_json_base64(out, value);
    case Kind::kConverted:
      if (is_valid_text(value, *charset_)) return append_converted(out, value);
      return append_json_base64(out, value);
    case Kind::kBinary:
      return append_json_base64(out, value);
  }
}

void JsonTextStyle::append_converted(TextBuffer& out, Bytes value) const {
  const bool comes_back = round_trips(value, *charset_);
  out.append(comes_back ? std::string_view("\"") : std::string_view("{\"$text\":\""));
  for_each_utf8_piece(value, *charset_, [&](Bytes piece) { append_utf8_escaped(out, piece); });
  out.append('"');
  if (comes_back) return;
  out.append(",\"$base64\":\"");
  append_base64(out, value);
  out.append("\"}");
}

}  // namespace binlogdump
