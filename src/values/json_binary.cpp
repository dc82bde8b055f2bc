#include "binlogdump/values/json_binary.h"

#include <array>
#include <cstring>
#include <string_view>

#include "binlogdump/base64.h"
#include "binlogdump/values/decimal.h"
#include "binlogdump/values/floating.h"
#include "binlogdump/values/quoting.h"
#include "binlogdump/values/temporal.h"
#include "escaping.h"
#include "json_format.h"
#include "json_walk.h"

namespace binlogdump {
using namespace json_format;

JsonValue JsonValue::parse(Bytes document) {
  if (document.empty()) return make(JsonKind::kScalar, 0);
  return parse(load_u8(document.data()), document.substr(kTypeSize));
}

JsonValue JsonValue::make(JsonKind kind, std::size_t own_size, Bytes bytes) {
  JsonValue value;
  value.kind_ = kind;
  value.own_size_ = own_size;
  value.bytes_ = bytes;
  return value;
}

JsonValue JsonValue::parse_scalar(std::size_t size, Bytes data) {
  return data.size() < size ? JsonValue() : make(JsonKind::kScalar, size);
}

JsonValue JsonValue::parse(std::uint8_t type, Bytes data) {
  switch (type) {
    case kSmallObject:
    case kLargeObject:
    case kSmallArray:
    case kLargeArray:
      return parse_container(type, data);
    case kLiteral:
      return data.empty() || load_u8(data.data()) > kMaxLiteral ? JsonValue() : make(JsonKind::kScalar, 1);
    case kInt16:
    case kUint16:
      return parse_scalar(2, data);
    case kInt32:
    case kUint32:
      return parse_scalar(4, data);
    case kInt64:
    case kUint64:
    case kDouble:
      return parse_scalar(8, data);
    case kString: {
      std::size_t used = 0;
      if (!take_counted(data, used)) return {};
      return make(JsonKind::kString, used + data.size(), data);
    }
    case kOpaque: {
      if (data.empty()) return {};
      const std::uint8_t column_type = load_u8(data.data());
      data.remove_prefix(1);
      std::size_t used = 0;
      if (!take_counted(data, used)) return {};
      JsonValue value = make(JsonKind::kOpaque, 1 + used + data.size(), data);
      value.opaque_type_ = column_type;
      return value;
    }
    default:
      return {};
  }
}

JsonValue JsonValue::parse_container(std::uint8_t type, Bytes data) {
  const bool large = type == kLargeObject || type == kLargeArray;
  const bool object = type == kSmallObject || type == kLargeObject;
  const std::size_t word = word_size(large);
  if (data.size() < 2 * word) return {};
  const std::uint64_t count = load_le(data.data(), word);
  const std::uint64_t size = load_le(data.data() + word, word);
  const std::uint64_t entry_size = value_entry_size(large) + (object ? key_entry_size(large) : 0);
  const std::uint64_t entries_end = 2 * word + count * entry_size;
  if (size > data.size() || entries_end > size) return {};
  return make(JsonKind::kContainer, static_cast<std::size_t>(entries_end),
              data.substr(0, static_cast<std::size_t>(size)));
}

namespace {

void append_base64_text(TextBuffer& out, const JsonValue& value, Bytes line_break) {
  constexpr std::size_t kLineBytes = 57;
  out.append("base64:type");
  out.append_number(value.opaque_type());
  out.append(':');
  Bytes data = value.bytes();
  while (data.size() > kLineBytes) {
    append_base64(out, data.substr(0, kLineBytes));
    out.append(line_break);
    data.remove_prefix(kLineBytes);
  }
  append_base64(out, data);
}

bool append_opaque_temporal(TextBuffer& out, const JsonValue& value) {
  constexpr int kDigits = 6;
  if (value.bytes().size() < kTemporalSize) return false;
  const char* const data = value.bytes().data();
  if (value.opaque_type() == kTime) {
    append_time(out, decode_json_time(data), kDigits);
  } else if (value.opaque_type() == kDate) {
    append_date(out, decode_json_date(data));
  } else {
    append_datetime(out, decode_json_datetime(data), kDigits);
  }
  return true;
}

/// The server's text of one document.
class JsonTextWriter : public JsonWalk<JsonTextWriter> {
 public:
  JsonTextWriter(TextBuffer& out, Bytes document) : JsonWalk(document), out_(out) {}

  bool literal(std::uint8_t literal) {
    struct Literal {
      char text[8];
      std::uint8_t size;
    };
    static constexpr std::array<Literal, kMaxLiteral + 1> kLiterals = {{{"null", 4}, {"true", 4}, {"false", 5}}};
    char* const to = out_.reserve(sizeof Literal::text);
    std::memcpy(to, kLiterals[literal].text, sizeof Literal::text);
    out_.commit(to + kLiterals[literal].size);
    return true;
  }

  template <class Integer>
  bool integer(Integer value) {
    out_.append_number(value);
    return true;
  }

  bool number(double value) {
    append_json_double(out_, value);
    return true;
  }

  bool string(Bytes text) {
    write_string<false>(text);
    return true;
  }

  bool opaque(const JsonValue& value) {
    if (is_json_opaque_number(value)) return append_json_opaque(out_, value, {});
    if (value.opaque_type() == kVarString) {
      append_json_string(out_, value.bytes());
      return true;
    }
    out_.append('"');
    if (!append_json_opaque(out_, value, "\\n")) return false;
    out_.append('"');
    return true;
  }

  bool name(Bytes text) {
    write_string<true>(text);
    return true;
  }

  bool misplaced_name() { return name({}); }

  void begin(bool is_object) { out_.append(is_object ? '{' : '['); }

  void separate() {
    char* const to = out_.reserve(2);
    std::memcpy(to, ", ", 2);
    out_.commit(to + 2);
  }

  void end(bool is_object) { out_.append(is_object ? '}' : ']'); }

 private:
  /// A member's name has a colon behind it.
  template <bool kName>
  void write_string(Bytes text) {
    if (text.size() > kEscapePieceSize) {
      append_json_string(out_, text);
      if (kName) out_.append(": ");
      return;
    }
    constexpr std::size_t kRoomAround = 4;
    char* to = out_.reserve(escaped_room<JsonEscapes>(text.size()) + kRoomAround);
    *to++ = '"';
    if (!text.empty()) to = write_escaped<JsonEscapes>(to, text, bytes_from(text.data()));
    std::memcpy(to, "\": ", 3);
    out_.commit(to + (kName ? 3 : 1));
  }

  TextBuffer& out_;
};

bool write_document(TextBuffer& out, Bytes document) {
  if (document.empty()) {
    out.append("null");
    return true;
  }
  return JsonTextWriter(out, document).walk();
}

bool append_text(TextBuffer& out, Bytes document, const JsonValue& value, JsonTopString top) {
  if (top == JsonTopString::kPlain) {
    if (value.kind() == JsonKind::kString) {
      out.append(value.bytes());
      return true;
    }
    if (value.kind() == JsonKind::kOpaque) return append_json_opaque(out, value, "\n");
  }
  return write_document(out, document);
}

/// Takes the text of a long document in pieces.
class EscapingSink : public Sink {
 public:
  explicit EscapingSink(TextBuffer& out) : out_(out) {}
  void write(std::string_view text) override { append_escaped(out_, text); }

 private:
  TextBuffer& out_;
};

/// For documents whose text should not be held in memory.
void append_long_quoted(TextBuffer& out, Bytes document, const JsonValue& value) {
  out.append('\'');
  EscapingSink sink(out);
  TextBuffer pieces(&sink);
  append_text(pieces, document, value, JsonTopString::kPlain);
  pieces.flush();
  out.append('\'');
}

}  // namespace

void append_json_string(TextBuffer& out, Bytes text) {
  append_quoted_text<JsonEscapes>(out, text);
}

bool append_json_opaque(TextBuffer& out, const JsonValue& value, Bytes line_break) {
  switch (value.opaque_type()) {
    case kNewDecimal:
      return append_described_decimal(out, value.bytes());
    case kTimestamp:
    case kDate:
    case kTime:
    case kDatetime:
      return append_opaque_temporal(out, value);
    case kVarString:
      out.append(value.bytes());
      return true;
    default:
      append_base64_text(out, value, line_break);
      return true;
  }
}

bool append_json_text(TextBuffer& out, Bytes document, JsonTopString top) {
  return append_text(out, document, JsonValue::parse(document), top);
}

JsonPrinted append_json_quoted(TextBuffer& out, Bytes document, TextBuffer& scratch, Bytes before, Bytes after) {
  constexpr std::size_t kLongDocument = 128 * 1024;
  const JsonValue value = JsonValue::parse(document);
  if (value.kind() == JsonKind::kInvalid) return JsonPrinted::kInvalid;
  // The text of a long document is made twice: first to see whether it can be, which takes no memory.
  const bool is_long = document.size() > kLongDocument;
  scratch.clear();
  const bool written =
      is_long ? is_json_document(document) : append_text(scratch, document, value, JsonTopString::kPlain);
  if (written) {
    out.append(before);
    if (is_long) {
      append_long_quoted(out, document, value);
    } else {
      scratch.reserve(EscapeBlock::kSize);  // So that so much can be read behind the text.
      append_quoted_text<SqlEscapes>(out, scratch.view(), scratch.size() + EscapeBlock::kSize);
    }
    out.append(after);
  }
  scratch.clear();
  return written ? JsonPrinted::kText : JsonPrinted::kFailed;
}

JsonPrinted append_json_mysqlbinlog(TextBuffer& out, Bytes document, TextBuffer& scratch) {
  const JsonPrinted printed = append_json_quoted(out, document, scratch);
  if (printed == JsonPrinted::kFailed) out.append("Failed to format JSON object as string.\n");
  if (printed == JsonPrinted::kInvalid) out.append("Invalid JSON\n");
  return printed;
}

}  // namespace binlogdump
