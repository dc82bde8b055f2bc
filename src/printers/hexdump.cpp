#include "printers/hexdump.h"

#include <algorithm>
#include <cstring>

#include "binlogdump/ascii.h"
#include "printers/hex_digits.h"

namespace binlogdump {

namespace {

constexpr std::size_t kBytesPerLine = 16;

/// `line`: kBytesPerLine bytes, of which the first `size` are shown. Returns the line's end.
char* write_line(char* to, const char* line, std::size_t size) {
  // Sixteen bytes of "xx ", one more blank behind the eighth.
  constexpr std::size_t kHalf = kBytesPerLine / 2;
  constexpr std::size_t kHexWidth = 3 * kBytesPerLine + 1;
  write_spaced_hex(to, line);
  to[3 * kHalf] = ' ';
  write_spaced_hex(to + 3 * kHalf + 1, line + kHalf);
  if (size < kBytesPerLine) {
    const std::size_t used = 3 * size + (size > kHalf ? 1 : 0);
    std::memset(to + used, ' ', kHexWidth - used);
  }
  to += kHexWidth;
  *to++ = '|';
  write_alphanumeric(to, line);
  to += size;
  *to++ = '|';
  *to++ = '\n';
  return to;
}

char* write_position(char* to, std::uint64_t position) {
  *to++ = '#';
  *to++ = ' ';
  return write_hex_offset(to, position);
}

/// The common header, its fields set apart.
void append_header_line(TextBuffer& out, Bytes header, std::uint64_t position) {
  static constexpr std::size_t kFieldSizes[] = {4, 1, 4, 4, 4, 2};
  constexpr std::size_t kMostBytes = 128;
  out.append("# Position  Timestamp   Type   Source ID        Size      Source Pos    Flags \n");
  char* to = write_position(out.reserve(kMostBytes), position);
  const char* at = header.data();
  for (const std::size_t size : kFieldSizes) {
    for (std::size_t i = 0; i < size; ++i) {
      *to++ = ' ';
      to = write_hex_byte(to, *at++);
    }
    *to++ = ' ';
    *to++ = ' ';
  }
  to[-2] = '\n';
  out.commit(to - 1);
}

}  // namespace

void append_hex_lines(TextBuffer& out, Bytes bytes, std::uint64_t position) {
  constexpr std::size_t kMostBytes = 112;
  for (std::size_t at = 0; at < bytes.size(); at += kBytesPerLine) {
    const std::size_t size = std::min(bytes.size() - at, kBytesPerLine);
    const char* line = bytes.data() + at;
    char padded[kBytesPerLine] = {};
    if (size < kBytesPerLine) line = static_cast<const char*>(std::memcpy(padded, line, size));
    char* to = write_position(out.reserve(kMostBytes), position + at);
    *to++ = ' ';
    out.commit(write_line(to, line, size));
  }
}

void append_hexdump(TextBuffer& out, const EventView& event, std::uint64_t position) {
  append_header_line(out, event.bytes, position);
  append_hex_lines(out, event.bytes.substr(kEventHeaderSize), position + kEventHeaderSize);
  out.append("# ");
}

}  // namespace binlogdump
