#include "printers/hexdump.h"

#include "binlogdump/ascii.h"

namespace binlogdump {

namespace {

constexpr std::size_t kBytesPerLine = 16;

bool is_alphanumeric(char c) {
  return is_digit(c) || is_letter(c);
}

void append_position(TextBuffer& out, std::uint64_t position) {
  out.append("# ");
  out.append_hex(position, 8);
}

void append_header_line(TextBuffer& out, Bytes header, std::uint64_t position) {
  // Bytes of each field of the common header, which are set apart.
  static constexpr std::size_t kFieldSizes[] = {4, 1, 4, 4, 4, 2};
  out.append("# Position  Timestamp   Type   Source ID        Size      Source Pos    Flags \n");
  append_position(out, position);
  std::size_t at = 0;
  for (const std::size_t size : kFieldSizes) {
    if (at != 0) out.append("  ");
    for (std::size_t i = 0; i < size; ++i, ++at) {
      char* to = out.reserve(3);
      *to++ = ' ';
      out.commit(write_hex_byte(to, header[at]));
    }
  }
  out.append('\n');
}

void append_line(TextBuffer& out, Bytes line, std::uint64_t position) {
  // Sixteen bytes of "xx ", one more blank behind the eighth; cut to 48 characters.
  constexpr std::size_t kHexWidth = 48;
  append_position(out, position);
  out.append(' ');
  char* to = out.reserve(kHexWidth + kBytesPerLine + 8);
  const char* const hex_end = to + kHexWidth;
  for (std::size_t i = 0; i < line.size(); ++i) {
    to = write_hex_byte(to, line[i]);
    if (to < hex_end) *to++ = ' ';
    if (i == 7) *to++ = ' ';
  }
  while (to < hex_end) *to++ = ' ';
  *to++ = ' ';
  *to++ = '|';
  for (const char c : line) *to++ = is_alphanumeric(c) ? c : '.';
  *to++ = '|';
  *to++ = '\n';
  out.commit(to);
}

}  // namespace

void append_hex_lines(TextBuffer& out, Bytes bytes, std::uint64_t position) {
  for (std::size_t at = 0; at < bytes.size(); at += kBytesPerLine) {
    append_line(out, bytes.substr(at, kBytesPerLine), position + at);
  }
}

void append_hexdump(TextBuffer& out, const EventView& event, std::uint64_t position) {
  append_header_line(out, event.bytes, position);
  append_hex_lines(out, event.bytes.substr(kEventHeaderSize), position + kEventHeaderSize);
  out.append("# ");
}

}  // namespace binlogdump
