#include "printers/json_values.h"

#include <array>
#include <bit>
#include <cmath>
#include <string_view>

#include "binlogdump/column_type.h"
#include "binlogdump/values/floating.h"
#include "binlogdump/values/geometry.h"
#include "binlogdump/values/json_binary.h"
#include "binlogdump/values/json_diff.h"
#include "printers/json_text.h"
#include "values/json_format.h"

namespace binlogdump {

namespace {

using namespace json_format;

std::string_view not_finite_word(bool is_nan, bool is_negative) {
  if (is_nan) return "\"NaN\"";
  return is_negative ? "\"-Infinity\"" : "\"Infinity\"";
}

void append_finite(TextBuffer& out, float value) {
  append_float_shortest(out, value);
}
void append_finite(TextBuffer& out, double value) {
  append_double_shortest(out, value);
}

template <class T>
void append_floating(TextBuffer& out, T value) {
  if (!std::isfinite(value)) return out.append(not_finite_word(std::isnan(value), std::signbit(value)));
  append_finite(out, value);
  // As an integer it would lose its sign.
  if (value == 0 && std::signbit(value)) out.append(".0");
}

/// Name of the column type of an opaque value; empty if no server stores one there.
std::string_view opaque_type_name(std::uint8_t type) {
  switch (type) {
    case MYSQL_TYPE_NEWDECIMAL:
      return "DECIMAL";
    case MYSQL_TYPE_TIMESTAMP:
      return "TIMESTAMP";
    case MYSQL_TYPE_DATE:
      return "DATE";
    case MYSQL_TYPE_TIME:
      return "TIME";
    case MYSQL_TYPE_DATETIME:
      return "DATETIME";
    case MYSQL_TYPE_YEAR:
      return "YEAR";
    case MYSQL_TYPE_BIT:
      return "BIT";
    case MYSQL_TYPE_VARCHAR:
      return "VARCHAR";
    case MYSQL_TYPE_VAR_STRING:
      return "VAR_STRING";
    case MYSQL_TYPE_STRING:
      return "STRING";
    case MYSQL_TYPE_TINY_BLOB:
      return "TINYBLOB";
    case MYSQL_TYPE_MEDIUM_BLOB:
      return "MEDIUMBLOB";
    case MYSQL_TYPE_LONG_BLOB:
      return "LONGBLOB";
    case MYSQL_TYPE_BLOB:
      return "BLOB";
    case MYSQL_TYPE_GEOMETRY:
      return "GEOMETRY";
    default:
      return {};
  }
}

/// Whether the server shows opaque values of the type as a text that is not base64.
bool is_opaque_text(std::uint8_t type) {
  switch (type) {
    case MYSQL_TYPE_NEWDECIMAL:
    case MYSQL_TYPE_TIMESTAMP:
    case MYSQL_TYPE_DATE:
    case MYSQL_TYPE_TIME:
    case MYSQL_TYPE_DATETIME:
      return true;
    default:
      return false;
  }
}

/// Writes one document in one walk over its bytes; stops at the first damage.
class DocumentWriter {
 public:
  DocumentWriter(TextBuffer& out, Bytes document, JsonIntegers integers)
      : out_(out), budget_(document), integers_(integers) {}

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
      case kInt64:
        if (!take(data, 8)) return false;
        append_json_integer(out_, static_cast<std::int64_t>(load_u64(data.data())), integers_);
        return true;
      case kUint64:
        if (!take(data, 8)) return false;
        append_json_integer(out_, load_u64(data.data()), integers_);
        return true;
      case kDouble:
        return take(data, 8) && write_double(std::bit_cast<double>(load_u64(data.data())));
      case kString: {
        std::size_t used = 0;
        if (!take_counted(data, used) || !budget_.spend(used + data.size())) return false;
        append_json_guess(out_, data);
        return true;
      }
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
    static constexpr std::array<std::string_view, kMaxLiteral + 1> kWords = {"null", "true", "false"};
    if (literal > kMaxLiteral) return false;
    out_.append(kWords[literal]);
    return true;
  }

  bool write_double(double value) {
    if (!std::isfinite(value)) return false;
    append_json_double(out_, value);
    return true;
  }

  template <bool kLarge, bool kObject>
  [[gnu::noinline]] bool write_container(Bytes data, int depth) {
    constexpr std::size_t kWord = word_size(kLarge);
    if (data.size() < 2 * kWord) return false;
    const std::uint64_t count = load_le(data.data(), kWord);
    const std::uint64_t size = load_le(data.data() + kWord, kWord);
    const std::uint64_t keys_size = kObject ? count * key_entry_size(kLarge) : 0;
    const std::uint64_t entries_end = 2 * kWord + keys_size + count * value_entry_size(kLarge);
    if (size > data.size() || entries_end > size || !budget_.spend(static_cast<std::size_t>(entries_end))) return false;
    if (depth >= kMaxJsonDepth) return false;
    data = data.substr(0, static_cast<std::size_t>(size));
    const char* name_entry = data.data() + 2 * kWord;
    const char* entry = name_entry + keys_size;
    out_.append(kObject ? '{' : '[');
    for (std::uint64_t i = 0; i < count; ++i, entry += value_entry_size(kLarge)) {
      if (i != 0) out_.append(',');
      if constexpr (kObject) {
        if (!write_name<kLarge>(data, name_entry, entries_end)) return false;
        name_entry += key_entry_size(kLarge);
      }
      if (!write_element<kLarge>(data, entry, entries_end, depth + 1)) return false;
    }
    out_.append(kObject ? '}' : ']');
    return true;
  }

  template <bool kLarge>
  bool write_name(Bytes container, const char* entry, std::uint64_t entries_end) {
    const std::uint64_t offset = load_le(entry, word_size(kLarge));
    const std::size_t size = load_u16(entry + word_size(kLarge));
    if (offset < entries_end || offset > container.size() || size > container.size() - offset) return false;
    if (!budget_.spend(size)) return false;
    append_json_key(out_, container.substr(static_cast<std::size_t>(offset), size));
    out_.append(':');
    return true;
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

  bool write_opaque(const JsonValue& value) {
    if (value.kind() == JsonKind::kInvalid || !budget_.spend(value.own_size())) return false;
    out_.append("{\"$type\":\"");
    if (const std::string_view name = opaque_type_name(value.opaque_type()); !name.empty()) {
      out_.append(name);
    } else {
      out_.append_number(value.opaque_type());
    }
    out_.append("\",\"$value\":");
    if (is_opaque_text(value.opaque_type())) {
      out_.append('"');
      if (!append_json_opaque(out_, value, {})) return false;
      out_.append('"');
    } else if (value.opaque_type() == MYSQL_TYPE_VAR_STRING) {
      append_json_guess(out_, value.bytes());
    } else {
      append_json_base64(out_, value.bytes());
    }
    out_.append('}');
    return true;
  }

  TextBuffer& out_;
  JsonBudget budget_;
  JsonIntegers integers_;
};

bool write_document(TextBuffer& out, Bytes document, JsonIntegers integers) {
  if (document.empty()) {
    out.append("null");
    return true;
  }
  return DocumentWriter(out, document, integers).write(load_u8(document.data()), document.substr(kTypeSize), 0);
}

std::string_view operation_name(JsonDiffOperation operation) {
  switch (operation) {
    case JsonDiffOperation::kReplace:
      return "REPLACE";
    case JsonDiffOperation::kInsert:
      return "INSERT";
    case JsonDiffOperation::kRemove:
      break;
  }
  return "REMOVE";
}

bool write_diffs(TextBuffer& out, Bytes diffs, JsonIntegers integers) {
  out.append("{\"$diff\":[");
  JsonDiffReader reader(diffs);
  JsonDiff diff;
  for (std::string_view separator = ""; reader.next(diff); separator = ",") {
    out.append(separator);
    out.append("{\"op\":\"");
    out.append(operation_name(diff.operation));
    out.append("\",\"path\":");
    append_json_guess(out, diff.path);
    if (diff.operation != JsonDiffOperation::kRemove) {
      out.append(",\"value\":");
      if (!write_document(out, diff.value, integers)) return false;
    }
    out.append('}');
  }
  out.append("]}");
  return !reader.failed();
}

/// Appends what write(buffer) makes of `bytes`, but only if it succeeds. For a long value it is called twice, so that
/// the text need not be held in memory.
template <class Write>
bool append_whole(TextBuffer& out, Bytes bytes, TextBuffer& scratch, Write write) {
  constexpr std::size_t kLong = 128 * 1024;
  if (bytes.size() <= kLong) {
    scratch.clear();
    if (!write(scratch)) return false;
    out.append(scratch.view());
    return true;
  }
  DiscardingSink nowhere;
  TextBuffer trial(&nowhere);
  return write(trial) && write(out);
}

}  // namespace

void append_json_number(TextBuffer& out, float value) {
  append_floating(out, value);
}
void append_json_number(TextBuffer& out, double value) {
  append_floating(out, value);
}

bool append_json_document(TextBuffer& out, Bytes document, JsonIntegers integers, TextBuffer& scratch) {
  return append_whole(out, document, scratch, [&](TextBuffer& to) { return write_document(to, document, integers); });
}

bool append_json_diffs(TextBuffer& out, Bytes diffs, JsonIntegers integers, TextBuffer& scratch) {
  return append_whole(out, diffs, scratch, [&](TextBuffer& to) { return write_diffs(to, diffs, integers); });
}

bool append_json_geometry(TextBuffer& out, Bytes value) {
  Geometry geometry{};
  if (!parse_geometry(value, geometry) || !is_wkb(geometry.wkb)) return false;
  out.append("{\"wkt\":\"");
  append_wkt(out, geometry.wkb);
  out.append("\",\"srid\":");
  out.append_number(geometry.srid);
  out.append('}');
  return true;
}

bool append_json_vector(TextBuffer& out, Bytes value) {
  if (value.size() % sizeof(float) != 0) return false;
  out.append('[');
  for (std::size_t at = 0; at < value.size(); at += sizeof(float)) {
    if (at != 0) out.append(',');
    append_json_number(out, std::bit_cast<float>(load_u32(&value[at])));
  }
  out.append(']');
  return true;
}

}  // namespace binlogdump
