#include "printers/hex_lines.h"

namespace binlogdump {

namespace {

char* write_blanks(char* to, std::size_t count) {
  std::memset(to, ' ', count);
  return to + count;
}

char* write_ascii(char* to, Bytes bytes) {
  *to++ = '|';
  for (const char c : bytes) *to++ = c >= ' ' && c <= '~' ? c : '.';
  *to++ = '|';
  return to;
}

}  // namespace

void HexLines::write_size(char* to, Bytes bytes) {
  char* const end = write_text(write_number(to, bytes.size()), " bytes");
  write_blanks(end, static_cast<std::size_t>(to + kHexWidth - end));
}

void HexLines::append_label(TextBuffer& out, std::size_t depth, std::string_view name) {
  const std::size_t used = 2 * depth + name.size();
  const std::size_t padding = used + 2 < kLabelWidth ? kLabelWidth - used : 2;
  char* to = out.reserve(used + padding);
  to = write_text(write_blanks(to, 2 * depth), name);
  out.commit(write_blanks(to, padding));
}

void HexLines::append_blank_area() {
  const std::size_t width = margin().size() + kOffsetWidth + kHexWidth;
  out_.commit(write_blanks(out_.reserve(width), width));
}

void HexLines::append_ascii_of(Bytes bytes) {
  out_.commit(write_ascii(out_.reserve(bytes.size() + 2), bytes));
}

void HexLines::append_ascii(Bytes bytes) {
  if (full_ && is_long(bytes)) return;
  append_ascii_of(bytes.substr(0, kBytesPerLine));
}

void HexLines::append_full_lines(std::uint64_t offset, Bytes bytes) {
  constexpr std::size_t kWidth = 3 * kFullBytesPerLine + 1;
  for (std::size_t at = 0; at < bytes.size(); at += kFullBytesPerLine) {
    const Bytes line = bytes.substr(at, kFullBytesPerLine);
    out_.append(palette_.faint);
    char* to = write_offset(out_.reserve(kOffsetRoom + kWidth), offset + at);
    char* const end = to + kWidth;
    to = write_hex(to, line);
    out_.commit(write_blanks(to, static_cast<std::size_t>(end - to)));
    append_ascii_of(line);
    out_.append(palette_.reset);
    out_.append('\n');
  }
}

void HexLines::append_next_line(std::uint64_t offset, Bytes line, bool ascii) {
  constexpr std::size_t kWidth = kHexWidth + kLabelWidth;
  constexpr std::size_t kAsciiRoom = kBytesPerLine + 2;
  char* to = write_line_begin(out_.reserve(room() + kWidth + kAsciiRoom + 1), offset);
  char* const end = to + kWidth;
  if (can_read_line_at(line.data())) [[likely]] {
    write_spaced_hex(to, line.data());
    to += 3 * line.size() - 1;  // No blank at the line's end.
  } else {
    to = write_hex(to, line) - 1;
  }
  if (ascii) to = write_ascii(write_blanks(to, static_cast<std::size_t>(end - to)), line);
  if (!palette_.reset.empty()) to = write_text(to, palette_.reset);
  *to++ = '\n';
  out_.commit(to);
}

void HexLines::append_more_lines(std::uint64_t offset, Bytes bytes, bool ascii) {
  if (full_ && is_long(bytes)) return append_full_lines(offset, bytes);
  const std::size_t shown = is_long(bytes) ? kFolded : bytes.size();
  for (std::size_t at = kBytesPerLine; at < shown; at += kBytesPerLine) {
    append_next_line(offset + at, bytes.substr(at, std::min(kBytesPerLine, shown - at)), ascii);
  }
  if (shown == bytes.size()) return;
  append_blank_area();
  out_.append("... ");
  out_.append_number(bytes.size());
  out_.append(" bytes\n");
}

}  // namespace binlogdump
