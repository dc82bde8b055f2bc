#pragma once
// Texts of a log inside the comments of what mysqlbinlog prints for a replay.

#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "binlogdump/decode.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// mysqlbinlog writes names as they are, so that a line break in one ends the comment, and a replay runs what follows
/// as SQL. So does this, with a warning; or the names are escaped.
class CommentText {
 public:
  using Warning = std::function<void(const std::string&)>;

  CommentText(TextBuffer& out, bool escapes, Warning warning)
      : out_(out), escapes_(escapes), warning_(std::move(warning)) {}

  /// Warnings come once a file for each kind of text.
  void begin_file() { warned_.clear(); }

  /// Appends `text`, which is `what` of the event. `what` must live on: names of fields are meant.
  void append(const EventView& event, std::string_view what, Bytes text) { append_to(out_, event, what, text); }
  /// The same to another buffer.
  void append_to(TextBuffer& out, const EventView& event, std::string_view what, Bytes text);

 private:
  TextBuffer& out_;
  bool escapes_;
  Warning warning_;
  std::set<std::string_view> warned_;
};

}  // namespace binlogdump
