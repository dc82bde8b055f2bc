#include "binlogdump/values/json_binary.h"

#include <array>
#include <bit>
#include <cstring>
#include <string_view>

#include "binlogdump/base64.h"
#include "binlogdump/values/decimal.h"
#include "binlogdump/values/floating.h"
#include "binlogdump/values/quoting.h"
#include "binlogdump/values/temporal.h"
#include "escaping.h"
#include "json_format.h"

namespace binlogdump {
namespace {

using namespace json_format;

std::uint64_t sign_extended(std::uint64_t value, std::size_t size) {
  const auto unused = static_cast<unsigned>(64 - 8 * size);
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value << unused) >> unused);
}

}  // namespace

double JsonValue::as_double() const {
  return std::bit_cast<double>(number_);
}

JsonValue JsonValue::parse(Bytes document) {
  if (document.empty()) return make(JsonKind::kNull, 0, 0);
  return parse(load_u8(document.data()), document.substr(kTypeSize));
}

JsonValue JsonValue::make(JsonKind kind, std::uint64_t number, std::size_t own_size, Bytes bytes) {
  JsonValue value;
  value.kind_ = kind;
  value.number_ = number;
  value.own_size_ = own_size;
  value.bytes_ = bytes;
  return value;
}

JsonValue JsonValue::parse_number(JsonKind kind, std::size_t size, Bytes data) {
  if (data.size() < size) return {};
  const std::uint64_t number = load_le(data.data(), size);
  return make(kind, kind == JsonKind::kInt ? sign_extended(number, size) : number, size);
}

JsonValue JsonValue::parse(std::uint8_t type, Bytes data) {
  switch (type) {
    case kSmallObject:
    case kLargeObject:
    case kSmallArray:
    case kLargeArray:
      return parse_container(type, data);
    case kLiteral:
      if (data.empty() || load_u8(data.data()) > 2) return {};
      return data[0] == 0 ? make(JsonKind::kNull, 0, 1) : make(JsonKind::kBool, data[0] == 1, 1);
    case kInt16:
      return parse_number(JsonKind::kInt, 2, data);
    case kUint16:
      return parse_number(JsonKind::kUint, 2, data);
    case kInt32:
      return parse_number(JsonKind::kInt, 4, data);
    case kUint32:
      return parse_number(JsonKind::kUint, 4, data);
    case kInt64:
      return parse_number(JsonKind::kInt, 8, data);
    case kUint64:
      return parse_number(JsonKind::kUint, 8, data);
    case kDouble:
      return parse_number(JsonKind::kDouble, 8, data);
    case kString: {
      std::size_t used = 0;
      if (!take_counted(data, used)) return {};
      return make(JsonKind::kString, 0, used + data.size(), data);
    }
    case kOpaque: {
      if (data.empty()) return {};
      const std::uint8_t column_type = load_u8(data.data());
      data.remove_prefix(1);
      std::size_t used = 0;
      if (!take_counted(data, used)) return {};
      return make(JsonKind::kOpaque, column_type, 1 + used + data.size(), data);
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
  JsonValue value = make(object ? JsonKind::kObject : JsonKind::kArray, count, static_cast<std::size_t>(entries_end),
                         data.substr(0, static_cast<std::size_t>(size)));
  value.large_ = large;
  return value;
}

JsonValue JsonValue::element(std::uint32_t i) const {
  if (i >= size()) return {};
  const std::size_t word = word_size(large_);
  const std::size_t keys_size = kind_ == JsonKind::kObject ? size() * key_entry_size(large_) : 0;
  const std::size_t entry = 2 * word + keys_size + i * value_entry_size(large_);
  const std::uint8_t type = load_u8(bytes_.data() + entry);
  if (is_inline(type, large_)) {
    JsonValue value = parse(type, bytes_.substr(entry + kTypeSize, word));
    value.own_size_ = 0;
    return value;
  }
  const std::uint64_t offset = load_le(bytes_.data() + entry + kTypeSize, word);
  // The entries end at own_size_; nothing can start before.
  if (offset < own_size_ || offset > bytes_.size()) return {};
  return parse(type, bytes_.substr(static_cast<std::size_t>(offset)));
}

bool JsonValue::key(std::uint32_t i, Bytes& name) const {
  name = {};
  if (kind_ != JsonKind::kObject || i >= size()) return false;
  const std::size_t word = word_size(large_);
  const char* const entry = bytes_.data() + 2 * word + i * key_entry_size(large_);
  const std::uint64_t offset = load_le(entry, word);
  const std::size_t length = load_u16(entry + word);
  if (offset < own_size_ || offset > bytes_.size() || length > bytes_.size() - offset) return false;
  name = bytes_.substr(static_cast<std::size_t>(offset), length);
  return true;
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

/// Writes one document in one walk over its bytes; stops at the first damage.
class JsonTextWriter {
 public:
  JsonTextWriter(TextBuffer& out, Bytes document)
      : out_(out), document_end_(document.data() + document.size()), budget_(document) {}

  /// The value of `type` that `data` begins with.
  bool write(std::uint8_t type, Bytes data, int depth) {
    switch (type) {
      case kSmallObject:
        return write_container<false, true>(data, depth);
      case kLargeObject:
        return write_container<true, true>(data, depth);
      case kSmallArray:
        return write_container<false, false>(data, depth);
      case kLargeArray:
        return write_container<true, false>(data, depth);
      case kLiteral:
        return take(data, 1) && write_inline(type, data.data());
      case kInt16:
      case kUint16:
        return take(data, 2) && write_inline(type, data.data());
      case kInt32:
      case kUint32:
        return take(data, 4) && write_inline(type, data.data());
      case kString: {
        std::size_t used = 0;
        if (!take_counted(data, used) || !budget_.spend(used + data.size())) return false;
        write_string<false>(data);
        return true;
      }
      case kInt64:
        if (!take(data, 8)) return false;
        out_.append_number(static_cast<std::int64_t>(load_u64(data.data())));
        return true;
      case kUint64:
        if (!take(data, 8)) return false;
        out_.append_number(load_u64(data.data()));
        return true;
      case kDouble:
        if (!take(data, 8)) return false;
        append_json_double(out_, std::bit_cast<double>(load_u64(data.data())));
        return true;
      case kOpaque:
        return write_opaque(JsonValue::parse(type, data));
      default:
        return false;
    }
  }

 private:
  /// Whether a value of `size` bytes can be there.
  bool take(Bytes data, std::size_t size) { return data.size() >= size && budget_.spend(size); }

  /// A value that may stand in the entry of a container.
  bool write_inline(std::uint8_t type, const char* at) {
    switch (type) {
      case kInt16:
        out_.append_number(static_cast<std::int16_t>(load_u16(at)));
        return true;
      case kUint16:
        out_.append_number(load_u16(at));
        return true;
      case kInt32:
        out_.append_number(static_cast<std::int32_t>(load_u32(at)));
        return true;
      case kUint32:
        out_.append_number(load_u32(at));
        return true;
      default:
        return write_literal(load_u8(at));
    }
  }

  bool write_literal(std::uint8_t literal) {
    struct Literal {
      char text[8];
      std::uint8_t size;
    };
    static constexpr std::array<Literal, 3> kLiterals = {{{"null", 4}, {"true", 4}, {"false", 5}}};
    if (literal >= kLiterals.size()) return false;
    char* const to = out_.reserve(sizeof Literal::text);
    std::memcpy(to, kLiterals[literal].text, sizeof Literal::text);
    out_.commit(to + kLiterals[literal].size);
    return true;
  }

  /// Not inline, so that scalars need not save the registers that this takes.
  template <bool kLarge, bool kObject>
  [[gnu::noinline]] bool write_container(Bytes data, int depth) {
    constexpr std::size_t kWord = word_size(kLarge);
    if (depth >= kMaxJsonDepth || data.size() < 2 * kWord) return false;
    const std::uint64_t count = load_le(data.data(), kWord);
    const std::uint64_t size = load_le(data.data() + kWord, kWord);
    const std::uint64_t keys_size = kObject ? count * key_entry_size(kLarge) : 0;
    const std::uint64_t entries_end = 2 * kWord + keys_size + count * value_entry_size(kLarge);
    if (size > data.size() || entries_end > size || !budget_.spend(entries_end)) return false;
    data = data.substr(0, static_cast<std::size_t>(size));
    const char* name_entry = data.data() + 2 * kWord;
    const char* entry = name_entry + keys_size;
    out_.append(kObject ? '{' : '[');
    for (std::uint64_t i = 0; i < count; ++i, entry += value_entry_size(kLarge)) {
      if (i != 0) write_separator();
      if constexpr (kObject) {
        const Bytes name = name_at<kLarge>(data, name_entry, entries_end);
        if (!budget_.spend(name.size())) return false;
        write_string<true>(name);
        name_entry += key_entry_size(kLarge);
      }
      if (!write_element<kLarge>(data, entry, entries_end, depth + 1)) return false;
    }
    out_.append(kObject ? '}' : ']');
    return true;
  }

  /// Empty if it lies outside the container.
  template <bool kLarge>
  static Bytes name_at(Bytes container, const char* entry, std::uint64_t entries_end) {
    const std::uint64_t offset = load_le(entry, word_size(kLarge));
    const std::size_t length = load_u16(entry + word_size(kLarge));
    if (offset < entries_end || offset > container.size() || length > container.size() - offset) {
      return container.substr(0, 0);
    }
    return container.substr(static_cast<std::size_t>(offset), length);
  }

  template <bool kLarge>
  bool write_element(Bytes container, const char* entry, std::uint64_t entries_end, int depth) {
    const std::uint8_t type = load_u8(entry);
    if (is_inline(type, kLarge)) return write_inline(type, entry + kTypeSize);
    const std::uint64_t offset = load_le(entry + kTypeSize, word_size(kLarge));
    // The entries end there; nothing can start before.
    if (offset < entries_end || offset > container.size()) return false;
    return write(type, container.substr(static_cast<std::size_t>(offset)), depth);
  }

  void write_separator() {
    char* const to = out_.reserve(2);
    std::memcpy(to, ", ", 2);
    out_.commit(to + 2);
  }

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
    to = write_escaped<JsonEscapes>(to, text, static_cast<std::size_t>(document_end_ - text.data()));
    std::memcpy(to, "\": ", 3);
    out_.commit(to + (kName ? 3 : 1));
  }

  bool write_opaque(const JsonValue& value) {
    if (value.kind() == JsonKind::kInvalid || !budget_.spend(value.own_size())) return false;
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

  TextBuffer& out_;
  const char* document_end_;
  JsonBudget budget_;
};

bool write_document(TextBuffer& out, Bytes document) {
  if (document.empty()) {
    out.append("null");
    return true;
  }
  return JsonTextWriter(out, document).write(load_u8(document.data()), document.substr(kTypeSize), 0);
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
      append_quoted(out, scratch.view());
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
