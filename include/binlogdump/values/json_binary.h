#pragma once
// JSON documents as stored in rows (column type 245, since 5.7.8): a bounds-checked view, and the server's text of
// them.

#include <cstddef>
#include <cstdint>

#include "binlogdump/bytes.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// Containers may be nested this deep; servers refuse to store more.
inline constexpr int kMaxJsonDepth = 100;

enum class JsonKind : std::uint8_t {
  kInvalid,  ///< Bytes that are no value: wrong type, or an offset or size that leads outside its container.
  kObject,
  kArray,
  kNull,
  kBool,
  kInt,   ///< Stored as int16, int32 or int64.
  kUint,  ///< Stored as uint16, uint32 or uint64.
  kDouble,
  kString,  ///< utf8mb4 bytes, not checked.
  kOpaque,  ///< A value of some column type: DECIMAL, DATE, BLOB ...
};

/// A value inside a JSON document. It is a view: the document's bytes must outlive it. Making one checks that the
/// value's own bytes lie inside its container (for containers: that header and all entries do, not yet what the entries
/// lead to). Nested values may lie anywhere in their container, overlap, and leave gaps.
class JsonValue {
 public:
  /// An invalid value.
  JsonValue() = default;

  /// The value that `document` (type byte, then value) holds; no bytes at all are a null, which is how the server
  /// stores a NULL forced into a NOT NULL column.
  static JsonValue parse(Bytes document);
  /// The value of a stored type that `data` begins with.
  static JsonValue parse(std::uint8_t type, Bytes data);

  JsonKind kind() const { return kind_; }
  bool is_container() const { return kind_ == JsonKind::kObject || kind_ == JsonKind::kArray; }

  /// Scalars. Each is meaningful for its kind only, and never reads outside the document for any other.
  bool as_bool() const { return number_ != 0; }
  std::int64_t as_int() const { return static_cast<std::int64_t>(number_); }
  std::uint64_t as_uint() const { return number_; }
  double as_double() const;
  /// String: its text. Opaque: its bytes. Containers: the bytes from the element count on, of the stated size.
  Bytes bytes() const { return bytes_; }
  /// Opaque: column type number, as in TABLE_MAP events.
  std::uint8_t opaque_type() const { return static_cast<std::uint8_t>(number_); }

  /// Number of elements of a container.
  std::uint32_t size() const { return is_container() ? static_cast<std::uint32_t>(number_) : 0; }
  /// Element `i` < size() of an array, or the value of member `i` of an object, in stored order (by length of key,
  /// then by bytes). kInvalid if it is damaged.
  JsonValue element(std::uint32_t i) const;
  /// The name of member `i` < size() of an object. False if it lies outside the container.
  bool key(std::uint32_t i, Bytes& name) const;

  /// Bytes that the value takes outside its entry in its container: 0 if it is stored in the entry itself. For
  /// containers the header and the entries only. For bounding the work of a walk.
  std::size_t own_size() const { return own_size_; }

 private:
  static JsonValue make(JsonKind kind, std::uint64_t number, std::size_t own_size, Bytes bytes = {});
  static JsonValue parse_number(JsonKind kind, std::size_t size, Bytes data);
  static JsonValue parse_container(std::uint8_t type, Bytes data);

  JsonKind kind_ = JsonKind::kInvalid;
  bool large_ = false;
  std::uint64_t number_ = 0;
  std::size_t own_size_ = 0;
  Bytes bytes_;
};

/// Bounds the work of a walk over a document whose values share storage, which could otherwise grow without limit: in a
/// sound document own_size() of all values and the lengths of all names never add up to more than the document's size.
class JsonBudget {
 public:
  explicit JsonBudget(Bytes document) : left_(document.size() + kSlack) {}
  /// False if that would be more than there is.
  bool spend(std::size_t size) {
    if (size > left_) return false;
    left_ -= size;
    return true;
  }

 private:
  /// Lets small documents pass whose values overlap: mysqlbinlog prints them.
  static constexpr std::size_t kSlack = 64 * 1024;
  std::size_t left_;
};

/// How a string that is the whole document is written; so are opaque values that appear as strings, such as dates.
enum class JsonTopString : std::uint8_t {
  kQuoted,  ///< "it\"s", as JSON text.
  kPlain,   ///< it"s, just its bytes, as mysqlbinlog does.
};

/// Appends the text that the server shows for a document: {"a": 1, "bb": [true, 70000, "x"]}. Members stay in stored
/// order. Opaque values are numbers (DECIMAL) or strings: dates and times (with six fraction digits), VAR_STRING as its
/// bytes, others as base64:type252:…, in lines of 76 characters.
/// False if the document is damaged anywhere, nested deeper than kMaxJsonDepth, or exceeds JsonBudget; then an
/// unspecified part of the text has been appended. A member's name that lies outside its container is no such damage
/// but appears as an empty name: mysqlbinlog shows it so.
bool append_json_text(TextBuffer& out, Bytes document, JsonTopString top = JsonTopString::kQuoted);

/// Whether append_json_text() would succeed.
bool is_json_document(Bytes document);

/// The text of an opaque value as in append_json_text(), without quotes or escapes; false if it is damaged.
/// `line_break` is what separates the lines of base64.
bool append_json_opaque(TextBuffer& out, const JsonValue& value, Bytes line_break);

/// Whether append_json_opaque() gives a JSON number, so that no quotes belong around it.
inline bool is_json_opaque_number(const JsonValue& value) {
  return value.opaque_type() == 246;
}

/// The text of a JSON string, with quotes and escapes: \" \\ \b \t \n \f \r, and \u0001 for other bytes below 0x20.
void append_json_string(TextBuffer& out, Bytes text);

/// What became of a document that was to be printed.
enum class JsonPrinted : std::uint8_t {
  kText,     ///< Its text.
  kFailed,   ///< Damage inside: the outermost value is sound, but append_json_text() fails.
  kInvalid,  ///< Not even the outermost value is sound.
};

/// The text of a document with JsonTopString::kPlain, as append_quoted() writes it; nothing at all if it is damaged.
/// `before` and `after` are put around it. `scratch` is working space without a sink; it is cleared.
JsonPrinted append_json_quoted(TextBuffer& out, Bytes document, TextBuffer& scratch, Bytes before = "",
                               Bytes after = "");

/// The value of a JSON column in mysqlbinlog's ### lines: append_json_quoted(), or what the real tool says about a
/// damaged document, which ends in a line break. Behind kFailed it goes on as usual, with the type comment of -vv and
/// the next column; with kInvalid it prints nothing more of the event.
JsonPrinted append_json_mysqlbinlog(TextBuffer& out, Bytes document, TextBuffer& scratch);

}  // namespace binlogdump
