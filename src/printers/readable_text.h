#pragma once
// Text on a person's screen: UTF-8, with everything escaped that a terminal would act on.

#include <algorithm>
#include <string>

#include "binlogdump/bytes.h"
#include "binlogdump/charset.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

enum class LineBreaks : std::uint8_t {
  kEscape,  ///< Names and values: one line.
  kKeep,    ///< SQL: line breaks and tabs are part of its layout.
};

/// Appends text that should be UTF-8. Control characters become \n \t \x1b \u0085 \u202e and the like, bytes that are
/// no UTF-8 \xff; a backslash stays. `prefix` is written after each line break that is kept.
void append_visible(TextBuffer& out, Bytes text, LineBreaks line_breaks, std::string_view prefix = {});

/// A message for stderr, in the same form.
std::string visible_message(Bytes text, LineBreaks line_breaks = LineBreaks::kEscape);

/// `name` in backticks, those inside doubled.
void append_visible_identifier(TextBuffer& out, Bytes name);

/// How the strings of one column are written: 'text', or 0x0aff where they are no text. Made once for a column.
class StringStyle {
 public:
  enum class Kind : std::uint8_t {
    kText,     ///< In a known character set.
    kBinary,   ///< Bytes: text only if they are UTF-8 without control characters.
    kUnknown,  ///< The log does not tell the character set: text if it is UTF-8.
  };

  StringStyle() = default;
  explicit StringStyle(std::uint64_t collation);

  void append(TextBuffer& out, Bytes value) const;
  /// append() behind text up to `to` that is not committed yet; `out` has room there for quoted_room(). Returns the end
  /// of what is to be committed, or null if all has been appended already, as what is not plain is.
  char* write_or_append(TextBuffer& out, char* to, Bytes value) const;
  /// Room that a value takes in write_or_append().
  static std::size_t quoted_room(Bytes value) { return std::min(value.size(), kMostQuoted) + 2; }
  /// append_sql() where there is room for the statement's size, if that is no more than kMostPlain and all of it is
  /// plain ASCII. Returns the text's end, else null.
  char* write_plain_sql(char* to, Bytes sql) const;
  static constexpr std::size_t kMostPlain = 4096;
  /// Whether append() would write it as text.
  bool is_text(Bytes value) const;
  Kind kind() const { return kind_; }
  /// Without the quotes, for labels that are put together; text only.
  void append_label(TextBuffer& out, Bytes label) const;
  /// A statement in this character set, without quotes; what does not decode as append_visible() shows it.
  void append_sql(TextBuffer& out, Bytes sql, LineBreaks line_breaks = LineBreaks::kKeep) const;

 private:
  /// Longer ones are appended in pieces.
  static constexpr std::size_t kMostQuoted = 16 * 1024;

  [[gnu::always_inline]] inline std::size_t copy_plain_text(char* to, Bytes value) const;
  bool is_utf8_from(std::size_t begin, Bytes value) const;
  void append_beyond_plain(TextBuffer& out, char* to, Bytes value, std::size_t plain_size) const;

  Kind kind_ = Kind::kUnknown;
  bool ascii_stands_for_itself_ = true;
  const Charset* charset_ = nullptr;
};

/// 'text', escaped like a string value, as append_visible() does; what should be UTF-8 need not be.
void append_quoted_visible(TextBuffer& out, Bytes text);

/// append_quoted_visible() of a long text that comes in pieces.
class QuotedVisibleSink : public Sink {
 public:
  explicit QuotedVisibleSink(TextBuffer& out) : out_(out) { out_.append('\''); }
  void write(std::string_view text) override;
  void end();

 private:
  TextBuffer& out_;
  std::string unfinished_;  ///< The beginning of a character whose end has not come yet.
};

/// 0x0aff in lower case; '' for no bytes.
void append_hex_value(TextBuffer& out, Bytes bytes);

}  // namespace binlogdump
