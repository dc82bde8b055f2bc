#pragma once
// The layout of the hex dump: one line for each field, its offset and bytes on the left, its name and value on the
// right.
//
//   00000004  6e 0f 35 68              timestamp                   1748307822  2025-05-27 01:03:42 UTC

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "binlogdump/ascii.h"
#include "binlogdump/bytes.h"
#include "binlogdump/digits.h"
#include "binlogdump/text_buffer.h"
#include "printers/block_text.h"
#include "printers/hex_digits.h"
#include "printers/palette.h"

namespace binlogdump {

/// A name to be written over and over, with blanks behind it.
class LabelText {
 public:
  static constexpr std::size_t kMostSize = 48;

  LabelText() : LabelText(std::string_view()) {}
  explicit LabelText(std::string_view name) : size_(std::min(name.size(), kMostSize)) {
    bytes_.fill(' ');
    std::copy_n(name.begin(), size_, bytes_.begin());
  }
  /// Writes kMostSize characters, whatever the size is: without a branch. Returns the end of the name.
  char* write(char* to) const {
    std::memcpy(to, bytes_.data(), kMostSize);
    return to + size_;
  }

 private:
  std::size_t size_;
  std::array<char, kMostSize> bytes_;
};

class HexLines {
 public:
  /// Bytes in a line beside a name.
  static constexpr std::size_t kBytesPerLine = 8;
  /// Columns from a name's beginning to its value.
  static constexpr std::size_t kLabelWidth = 28;

  /// `full`: long values are not folded.
  HexLines(TextBuffer& out, bool full, const Palette& palette) : out_(out), full_(full), palette_(palette) {}

  /// Lines inside a payload are indented, and a + before their offset marks it as one in the decompressed bytes.
  void set_inside_payload(bool inside) { inside_payload_ = inside; }
  /// What lines at the margin begin with: blanks inside a payload, else nothing.
  std::string_view margin() const { return inside_payload_ ? "   " : ""; }

  /// Bytes around those that follow, which can be read, too: with them it is faster. They must live as long.
  void set_surroundings(Bytes bytes) { surroundings_ = bytes; }

  /// Offset and first bytes of a field, then the caller appends name and value, and calls end_field().
  void begin_field(std::uint64_t offset, Bytes bytes) { out_.commit(write_start(out_.reserve(room()), offset, bytes)); }
  /// The same with a name as append_label() makes it.
  void begin_field(std::uint64_t offset, Bytes bytes, const LongBlockText& label) {
    out_.commit(label.write(write_start(out_.reserve(room() + label.room()), offset, bytes)));
  }
  /// The whole line of a number with such a name, in kBytesPerLine bytes at the most. Inline: values of many columns
  /// have one before them.
  [[gnu::always_inline]] void append_number_field(std::uint64_t offset, Bytes bytes, const LongBlockText& label,
                                                  std::uint64_t value) {
    char* to = label.write(write_start(out_.reserve(room() + label.room() + kMostDigits + 1), offset, bytes));
    to = write_number(to, value);
    *to++ = '\n';
    out_.commit(to);
  }
  /// The same with the name indented by 2 * `depth` and padded to the value's column.
  void begin_field(std::uint64_t offset, Bytes bytes, std::size_t depth, const LabelText& name) {
    out_.commit(write_field(out_.reserve(field_room(depth)), offset, bytes, depth, name));
  }
  /// The whole line of a number in `bytes`, which are kBytesPerLine at the most, if no words stand behind it.
  void append_number_field(std::uint64_t offset, Bytes bytes, std::size_t depth, const LabelText& name,
                           std::uint64_t value) {
    char* to = write_field(out_.reserve(field_room(depth) + kMostDigits + 1), offset, bytes, depth, name);
    to = write_number(to, value);
    *to++ = '\n';
    out_.commit(to);
  }
  /// Ends the line and shows the bytes that had no room in it, or how many these are. `ascii`: as text, too.
  void end_field(std::uint64_t offset, Bytes bytes, bool ascii = false) {
    out_.append('\n');
    if (bytes.size() > kBytesPerLine) append_more_lines(offset, bytes, ascii);
  }

  /// A whole line that was made before, offset and all: `text` writes what stands behind the offset, in `room`
  /// characters at the most.
  template <std::size_t room, class Text>
  void append_line(std::uint64_t offset, const Text& text) {
    char* to = out_.reserve(kOffsetRoom + palette_.faint.size() + room);
    out_.commit(text.write(write_line_begin(to, offset)));
  }
  /// Characters before the text of such a line.
  std::size_t line_begin_size(std::uint64_t offset) const {
    char unused[kOffsetRoom];
    return palette_.faint.size() + static_cast<std::size_t>(write_offset(unused, offset) - unused);
  }

  /// The bytes in the field's own line as text, what is not printable as a dot: |....abc|.
  void append_ascii(Bytes bytes);

  /// A line without bytes of its own, for a group; the caller appends its text and the line's end.
  void begin_group(std::uint64_t offset, std::size_t depth, const LabelText& name) {
    begin_field(offset, {}, depth, name);
  }
  /// Blanks where other lines have offset and bytes.
  void append_blank_area();
  /// Blanks up to where values begin.
  std::string value_indentation(std::size_t depth) const {
    return std::string(margin().size() + kOffsetWidth + kHexWidth + std::max(kLabelWidth, 2 * depth + 2), ' ');
  }

  /// `name` as begin_field() writes it, to be kept.
  static void append_label(TextBuffer& out, std::size_t depth, std::string_view name);

 private:
  /// Longest value that is shown whole even if long ones are folded, and how much of a longer one is shown.
  static constexpr std::size_t kMostUnfolded = 32;
  static constexpr std::size_t kFolded = 16;
  static constexpr std::size_t kFullBytesPerLine = 16;
  /// "4294967295 bytes" has room there, too.
  static constexpr std::size_t kHexWidth = 3 * kBytesPerLine + 1;
  /// Characters of a usual offset and the blanks behind it; the most that stands there, mark included.
  static constexpr std::size_t kOffsetWidth = 10;
  static constexpr std::size_t kOffsetRoom = 24;
  static constexpr std::size_t kUsualDepth = 8;
  static constexpr std::size_t kMostDigits = 20;
  static constexpr std::size_t kLabelRoom = LabelText::kMostSize + kLabelWidth;

  static bool is_long(Bytes bytes) { return bytes.size() > kMostUnfolded; }
  /// Of offset, bytes and colours.
  std::size_t room() const { return kOffsetRoom + 2 * kHexWidth + palette_.faint.size() + palette_.reset.size(); }

  static char* write_hex(char* to, Bytes bytes) {
    for (const char byte : bytes) {
      to = write_hex_byte(to, byte);
      *to++ = ' ';
    }
    return to;
  }

  char* write_offset(char* to, std::uint64_t offset) const {
    if (inside_payload_) [[unlikely]]
      to = write_text(to, "  +");
    to = write_hex_offset(to, offset);
    *to++ = ' ';
    *to++ = ' ';
    return to;
  }

  /// Whether the bytes of a whole line are there, be they those of the field or not. As numbers: the pointer may be
  /// null.
  bool can_read_line_at(const char* at) const {
    const std::uintptr_t offset =
        reinterpret_cast<std::uintptr_t>(at) - reinterpret_cast<std::uintptr_t>(surroundings_.data());
    return offset <= surroundings_.size() && surroundings_.size() - offset >= kBytesPerLine;
  }

  char* write_line_begin(char* to, std::uint64_t offset) const {
    if (!palette_.faint.empty()) [[unlikely]]
      to = write_text(to, palette_.faint);
    return write_offset(to, offset);
  }

  char* write_start(char* to, std::uint64_t offset, Bytes bytes) const {
    to = write_line_begin(to, offset);
    const std::size_t shown = std::min(bytes.size(), kBytesPerLine);
    if (full_ && is_long(bytes)) [[unlikely]] {
      write_size(to, bytes);
    } else if (can_read_line_at(bytes.data())) [[likely]] {
      // Always eight: a loop of unknown length costs more.
      write_spaced_hex(to, bytes.data());
      std::memset(to + 3 * shown, ' ', kHexWidth);
    } else {
      std::memset(to, ' ', kHexWidth);
      write_hex(to, bytes.substr(0, shown));
    }
    to += kHexWidth;
    return palette_.reset.empty() ? to : write_text(to, palette_.reset);
  }

  std::size_t field_room(std::size_t depth) const { return room() + 2 * depth + kLabelRoom; }

  char* write_field(char* to, std::uint64_t offset, Bytes bytes, std::size_t depth, const LabelText& name) const {
    to = write_start(to, offset, bytes);
    char* const value = to + kLabelWidth;
    std::memset(to, ' ', 2 * kUsualDepth);
    if (depth > kUsualDepth) [[unlikely]]
      std::memset(to, ' ', 2 * depth);
    to = name.write(to + 2 * depth);
    std::memset(to, ' ', 2);
    return std::max(value, to + 2);
  }

  static char* write_text(char* to, std::string_view text) {
    if (!text.empty()) std::memcpy(to, text.data(), text.size());
    return to + text.size();
  }
  static void write_size(char* to, Bytes bytes);
  void append_more_lines(std::uint64_t offset, Bytes bytes, bool ascii);
  void append_next_line(std::uint64_t offset, Bytes line, bool ascii);
  void append_full_lines(std::uint64_t offset, Bytes bytes);
  void append_ascii_of(Bytes bytes);

  TextBuffer& out_;
  bool full_;
  bool inside_payload_ = false;
  Palette palette_;
  Bytes surroundings_;
};

}  // namespace binlogdump
