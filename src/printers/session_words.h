#pragma once

#include <optional>
#include <string>

#include "binlogdump/events/query_event.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// What a statement's session was set to, in the words of SET, and only what differs from the statement before it; for
/// the first statement, from what is so by default on every server.
class SessionWords {
 public:
  SessionWords();
  /// The next statement is the first.
  void begin_file();
  /// Appends the line "# session: sql_mode=ANSI_QUOTES, time_zone='+02:00'", or nothing if nothing changed. `mark` is
  /// of these variables but for their microseconds: 0 if they are new, else what the last call for the same ones left
  /// there.
  void append_changes(TextBuffer& out, const QueryStatusVars& vars, std::uint64_t& mark);
  /// Whether append_changes() would append nothing: the variables with this mark are those told last.
  bool knows(std::uint64_t mark) const { return mark == changes_; }
  /// Makes all marks given so far those of variables that are not known.
  void forget_marks() { ++changes_; }

  /// Goes on where another one is.
  void go_on_with(const SessionWords& other);
  bool tells_as(const SessionWords& other) const { return told_ == other.told_ && time_zone_ == other.time_zone_; }

 private:
  class Line;

  void tell(Line& line, TextBuffer& out, const QueryStatusVars& vars);
  void add_charset(Line& line, const QueryStatusVars::Charset& now);
  void add_flags2(Line& line, std::uint32_t now);

  /// Each variable as last told, but for the time zone; what an event does not tell is as it was.
  QueryStatusVars told_;
  std::optional<std::string> time_zone_;
  /// How often told_ changed. Variables that change nothing leave it as their mark: as long as it is that, they change
  /// nothing again.
  std::uint64_t changes_ = 1;
};

/// Names of the modes of a sql_mode, joined by commas; '' if there is none.
std::string sql_mode_names(std::uint64_t sql_mode);

}  // namespace binlogdump
