#include "terminal.h"

#include <sys/ioctl.h>

#include <cstdlib>
#include <string_view>

namespace binlogdump {
namespace {

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

struct CodeRange {
  char32_t first;
  char32_t last;
};

/// Characters that take up two columns, in blocks. Some narrow ones are among them: better a pager too many than lines
/// that have scrolled away.
constexpr CodeRange kWide[] = {{0x1100, 0x115F}, {0x2E80, 0xA4CF},   {0xAC00, 0xD7A3},
                               {0xF900, 0xFAFF}, {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},
                               {0xFFE0, 0xFFE6}, {0x1F300, 0x1FAFF}, {0x20000, 0x3FFFD}};

std::size_t width_of(char32_t code) {
  for (const CodeRange& range : kWide) {
    if (code <= range.last) return code >= range.first ? 2 : 1;
  }
  return 1;
}

}  // namespace

TerminalSize terminal_size(int fd) {
  TerminalSize size;
  winsize found{};
  // Serial consoles say 0 for what they do not know.
  if (::ioctl(fd, TIOCGWINSZ, &found) != 0) return size;
  if (found.ws_row > 0) size.lines = found.ws_row;
  if (found.ws_col > 0) size.columns = found.ws_col;
  return size;
}

bool wants_color(Color choice, bool is_terminal) {
  if (choice != Color::kAuto) return choice == Color::kAlways;
  if (!is_terminal || is_set("NO_COLOR") || !is_set("TERM")) return false;
  return std::string_view(std::getenv("TERM")) != "dumb";
}

void ScreenLines::add(std::string_view text) {
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    switch (state_) {
      case State::kText:
        add_text(byte);
        break;
      case State::kEscape:
        // A letter ends it at once; only behind a [ there may be more.
        state_ = byte == '[' ? State::kSequence : State::kText;
        break;
      case State::kSequence:
        if (byte >= 0x40 && byte <= 0x7E) state_ = State::kText;
        break;
    }
  }
}

void ScreenLines::add_text(unsigned char byte) {
  constexpr unsigned char kEscape = 0x1B;
  constexpr std::size_t kTabWidth = 8;
  if (missing_ > 0 && (byte & 0xC0) == 0x80) {
    code_ = code_ << 6 | (byte & 0x3F);
    if (--missing_ == 0) advance(width_of(code_));
    return;
  }
  missing_ = 0;
  if (byte == kEscape) {
    state_ = State::kEscape;
  } else if (byte == '\n') {
    ++lines_;
    column_ = 0;
    line_begun_ = false;
  } else if (byte == '\r') {
    column_ = 0;
  } else if (byte == '\t') {
    advance(kTabWidth - column_ % kTabWidth);
  } else if (byte >= 0xC0) {
    missing_ = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : 1;
    code_ = byte & (0x3Fu >> missing_);
  } else {
    advance(1);
  }
}

void ScreenLines::advance(std::size_t width) {
  line_begun_ = true;
  // A line that is just full is not wrapped before more comes.
  if (column_ > 0 && column_ + width > columns_) {
    ++lines_;
    column_ = 0;
  }
  column_ += width;
}

}  // namespace binlogdump
