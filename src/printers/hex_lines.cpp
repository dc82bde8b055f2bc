#include "printers/hex_lines.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "binlogdump/digits.h"

namespace binlogdump {

namespace {

/// "00 " to "ff ", in four bytes each.
constexpr auto kHexBytes = [] {
  constexpr char kDigits[] = "0123456789abcdef";
  std::array<std::array<char, 4>, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = {kDigits[i >> 4], kDigits[i & 15], ' ', ' '};
  return table;
}();

/// Writes one byte more than it takes.
char* write_hex_byte(char* to, char byte) {
  std::memcpy(to, kHexBytes[load_u8(&byte)].data(), 4);
  return to + 3;
}

char* write_hex(char* to, Bytes bytes) {
  for (const char byte : bytes) to = write_hex_byte(to, byte);
  return to;
}

char* write_blanks(char* to, std::size_t count) {
  std::memset(to, ' ', count);
  return to + count;
}

char* write_text(char* to, std::string_view text) {
  if (!text.empty()) std::memcpy(to, text.data(), text.size());
  return to + text.size();
}

}  // namespace

char* HexLines::write_offset(char* to, std::uint64_t offset) const {
  if (inside_payload_) to = write_text(to, "  +");
  if (offset >> 32 != 0) [[unlikely]] {
    for (int shift = 60; shift >= 32; shift -= 4) {
      if (offset >> shift != 0) *to++ = kHexBytes[offset >> shift & 15][1];
    }
  }
  for (int shift = 24; shift >= 0; shift -= 8) {
    std::memcpy(to, kHexBytes[offset >> shift & 0xff].data(), 2);
    to += 2;
  }
  *to++ = ' ';
  *to++ = ' ';
  return to;
}

char* HexLines::write_start(char* to, std::uint64_t offset, Bytes bytes) const {
  to = write_offset(write_text(to, palette_.faint), offset);
  if (full_ && is_long(bytes)) [[unlikely]] {
    char* const end = write_text(write_number(to, bytes.size()), " bytes");
    write_blanks(end, static_cast<std::size_t>(to + kHexWidth - end));
  } else {
    std::memset(to, ' ', kHexWidth);
    write_hex(to, bytes.substr(0, kBytesPerLine));
  }
  return write_text(to + kHexWidth, palette_.reset);
}

void HexLines::begin_field(std::uint64_t offset, Bytes bytes, std::string_view padded_name) {
  char* to = write_start(out_.reserve(start_room() + padded_name.size()), offset, bytes);
  out_.commit(write_text(to, padded_name));
}

void HexLines::begin_field(std::uint64_t offset, Bytes bytes, std::size_t depth, const BlockText<48>& name) {
  constexpr std::size_t kMostName = 48 + kLabelWidth;
  char* to = write_start(out_.reserve(start_room() + 2 * depth + kMostName), offset, bytes);
  char* const value = to + kLabelWidth;
  to = name.write(write_blanks(to, 2 * depth));
  std::memset(to, ' ', kLabelWidth);
  out_.commit(std::max(value, to + 2));
}

void HexLines::append_label(TextBuffer& out, std::size_t depth, std::string_view name) {
  const std::size_t used = 2 * depth + name.size();
  const std::size_t padding = used + 2 < kLabelWidth ? kLabelWidth - used : 2;
  char* to = out.reserve(used + padding);
  to = write_text(write_blanks(to, 2 * depth), name);
  out.commit(write_blanks(to, padding));
}

void HexLines::begin_note(std::size_t depth) {
  append_blank_area();
  append_label(out_, depth, {});
}

void HexLines::append_blank_area() {
  const std::size_t width = margin().size() + kOffsetWidth + kHexWidth;
  out_.commit(write_blanks(out_.reserve(width), width));
}

void HexLines::append_ascii_of(Bytes bytes) {
  char* to = out_.reserve(bytes.size() + 2);
  *to++ = '|';
  for (const char c : bytes) *to++ = c >= ' ' && c <= '~' ? c : '.';
  *to++ = '|';
  out_.commit(to);
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
  out_.append(palette_.faint);
  char* to = write_offset(out_.reserve(kOffsetRoom + kWidth), offset);
  char* const end = to + kWidth;
  to = write_hex(to, line) - 1;  // No blank at the line's end.
  if (ascii) to = write_blanks(to, static_cast<std::size_t>(end - to));
  out_.commit(to);
  if (ascii) append_ascii_of(line);
  out_.append(palette_.reset);
  out_.append('\n');
}

void HexLines::end_field(std::uint64_t offset, Bytes bytes, bool ascii) {
  out_.append('\n');
  if (bytes.size() <= kBytesPerLine) return;
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
