#pragma once
// What is known of the terminal that output goes to.

#include <cstddef>
#include <string_view>

#include "options.h"

namespace binlogdump {

/// Size of a terminal in characters.
struct TerminalSize {
  std::size_t lines = 24;
  std::size_t columns = 80;
};

/// The size of the terminal behind `fd`; the default one if it is none or does not tell.
TerminalSize terminal_size(int fd);

/// Whether escape sequences are to be written. Automatically they are on terminals that understand them, unless the
/// environment has a NO_COLOR (no-color.org). To be asked before a pager stands between us and the terminal.
bool wants_color(Color choice, bool is_terminal);

/// Counts the lines of a terminal that text takes up, when long ones are wrapped. Escape sequences take up nothing.
/// Texts may be cut anywhere, within a character, too.
class ScreenLines {
 public:
  explicit ScreenLines(std::size_t columns) : columns_(columns) {}

  void add(std::string_view text);
  /// Lines taken up so far, one that has only begun included.
  std::size_t count() const { return lines_ + (line_begun_ ? 1 : 0); }

 private:
  enum class State : unsigned char { kText, kEscape, kSequence };

  void add_text(unsigned char byte);
  void advance(std::size_t width);

  std::size_t columns_;
  std::size_t lines_ = 0;   ///< Ended ones.
  std::size_t column_ = 0;  ///< Columns taken up in the line at hand.
  bool line_begun_ = false;
  State state_ = State::kText;
  char32_t code_ = 0;  ///< What is there of a character of several bytes.
  int missing_ = 0;    ///< How many of its bytes are still to come.
};

}  // namespace binlogdump
