#pragma once
// JSON documents as stored in rows (column type 245, since 5.7.8), and the server's text of them.

#include <cstddef>
#include <cstdint>

#include "binlogdump/bytes.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// Containers may be nested this deep; servers refuse to store more.
inline constexpr int kMaxJsonDepth = 100;

enum class JsonKind : std::uint8_t {
  kInvalid,    ///< Bytes that are no value: wrong type, or a size that leads outside the document.
  kContainer,  ///< Object or array.
  kScalar,     ///< null, true, false, a number.
  kString,     ///< utf8mb4 bytes, not checked.
  kOpaque,     ///< A value of some column type: DECIMAL, DATE, BLOB ...
};

/// What a document is as a whole, and an opaque value anywhere in it: a view, the document's bytes must outlive it.
/// Making one checks that the value's own bytes are there; for containers that header and all entries are, not yet
/// what the entries lead to.
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
  /// String: its text. Opaque: its bytes. Containers: the bytes from the element count on, of the stated size.
  Bytes bytes() const { return bytes_; }
  /// Opaque: column type number, as in TABLE_MAP events.
  std::uint8_t opaque_type() const { return opaque_type_; }
  /// Bytes that the value takes behind its type; of containers the header and the entries only. For bounding the work
  /// of a walk.
  std::size_t own_size() const { return own_size_; }

 private:
  static JsonValue make(JsonKind kind, std::size_t own_size, Bytes bytes = {});
  static JsonValue parse_scalar(std::size_t size, Bytes data);
  static JsonValue parse_container(std::uint8_t type, Bytes data);

  JsonKind kind_ = JsonKind::kInvalid;
  std::uint8_t opaque_type_ = 0;
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
  return value.kind() == JsonKind::kOpaque && value.opaque_type() == 246;
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
