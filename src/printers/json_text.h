#pragma once
// Texts and bytes of a log as JSON: always valid UTF-8, and no byte lost but where it is said.

#include <algorithm>

#include "binlogdump/bytes.h"
#include "binlogdump/charset.h"
#include "binlogdump/text_buffer.h"
#include "printers/json_plain.h"

namespace binlogdump {

/// {"$base64":"..."}
void append_json_base64(TextBuffer& out, Bytes bytes);

/// A text in no known character set: a string if it is UTF-8, else {"$base64":"..."}.
void append_json_guess(TextBuffer& out, Bytes text);

/// A string whatever the bytes are: what is no UTF-8 in them becomes U+FFFD. For where there can be nothing but a
/// string.
void append_json_lossy(TextBuffer& out, Bytes text);

/// A name from user data as the name of a member, without the colon: where it begins with $ there is another one before
/// it, so that it is never taken for one of ours, such as $base64. Not UTF-8: as append_json_lossy().
void append_json_key(TextBuffer& out, Bytes name);

/// How the strings of one column are written. Made once for a column.
class JsonTextStyle {
 public:
  JsonTextStyle() = default;
  /// Of a column's collation; 0 is one that is not known.
  explicit JsonTextStyle(std::uint64_t collation);
  /// Text that is none of a column, so that `binary` means no known character set. nullptr: likewise.
  static JsonTextStyle of_text(const Charset* charset);

  void append(TextBuffer& out, Bytes value) const;

  /// append() in parts, for callers that have more to write. Room for write_plain():
  std::size_t plain_room(Bytes value) const { return std::min(value.size(), kLongestPlain) + 2; }
  /// The whole string, if it is ASCII that needs no escapes; returns its end. Else nullptr: append_other() is due.
  char* write_plain(char* to, Bytes value) const {
    if (!ascii_stands_for_itself_ || value.size() > kLongestPlain) return nullptr;
    return write_plain_string<KnownText::kNothing>(to, value);
  }
  void append_other(TextBuffer& out, Bytes value) const;

 private:
  static constexpr std::size_t kLongestPlain = 8 * 1024;
  enum class Kind : std::uint8_t { kBinary, kUtf8, kConverted };

  void set(const Charset* charset);
  void append_converted(TextBuffer& out, Bytes value) const;

  Kind kind_ = Kind::kUtf8;
  bool ascii_stands_for_itself_ = true;  ///< And comes back as it was.
  std::uint8_t max_size_ = 4;            ///< Bytes of a character, for kUtf8.
  const Charset* charset_ = nullptr;     ///< For kConverted.
};

}  // namespace binlogdump
