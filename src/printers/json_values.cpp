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
#include "printers/json_plain.h"
#include "printers/json_text.h"
#include "values/json_format.h"
#include "values/json_walk.h"

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

/// One document as a value of JSON.
class DocumentWriter : public JsonWalk<DocumentWriter> {
 public:
  DocumentWriter(TextBuffer& out, Bytes document, JsonIntegers integers)
      : JsonWalk(document), out_(out), integers_(integers) {}

  bool literal(std::uint8_t literal) {
    static constexpr std::array<std::string_view, kMaxLiteral + 1> kWords = {"null", "true", "false"};
    out_.append(kWords[literal]);
    return leave_room();
  }

  template <class Integer>
  bool integer(Integer value) {
    out_.commit(write_json_integer(out_.reserve(kJsonIntegerRoom + kRoomBehind), value, integers_));
    return true;
  }

  bool number(double value) {
    if (!std::isfinite(value)) return false;
    append_json_double(out_, value);
    return leave_room();
  }

  bool string(Bytes text) {
    if (text.size() <= kShort) {
      if (char* const end = write_plain_string<KnownText::kNothing>(reserve_string(text), text)) {
        out_.commit(end);
        return true;
      }
    }
    append_json_guess(out_, text);
    return leave_room();
  }

  bool opaque(const JsonValue& value) {
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
    return leave_room();
  }

  bool name(Bytes text) {
    if (text.size() <= kShort && !text.starts_with('$')) {
      if (char* const end = write_plain_string<KnownText::kNothing>(reserve_string(text), text)) {
        *end = ':';
        out_.commit(end + 1);
        return true;
      }
    }
    append_json_key(out_, text);
    out_.append(':');
    return leave_room();
  }

  static bool misplaced_name() { return false; }

  void begin(bool is_object) {
    leave_room();
    put(is_object ? '{' : '[');
  }
  void separate() { put(','); }
  void end(bool is_object) { put(is_object ? '}' : ']'); }

 private:
  /// Left behind every name, value and beginning: what can stand before the next of them is written without a look at
  /// the room for it.
  static constexpr std::size_t kRoomBehind = kMaxJsonDepth + 8;
  static constexpr std::size_t kShort = 1024;

  bool leave_room() {
    out_.reserve(kRoomBehind);
    return true;
  }
  char* reserve_string(Bytes text) { return out_.reserve(text.size() + 2 + kRoomBehind); }
  void put(char c) {
    char* const to = out_.reserve(0);
    *to = c;
    out_.commit(to + 1);
  }

  TextBuffer& out_;
  JsonIntegers integers_;
};

bool write_document(TextBuffer& out, Bytes document, JsonIntegers integers) {
  if (document.empty()) {
    out.append("null");
    return true;
  }
  return DocumentWriter(out, document, integers).walk();
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
