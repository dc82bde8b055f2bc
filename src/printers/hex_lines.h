#pragma once
// The layout of the hex dump: one line for each field, its offset and bytes on the left, its name and value on the
// right.
//
//   00000004  6e 0f 35 68              timestamp               1748307822  2025-05-27 01:03:42 UTC

#include <cstdint>
#include <string_view>

#include "binlogdump/bytes.h"
#include "binlogdump/text_buffer.h"
#include "printers/block_text.h"
#include "printers/palette.h"

namespace binlogdump {

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

  /// What lines at the margin begin with: "" or, inside a payload, blanks.
  std::string_view margin() const { return inside_payload_ ? "   " : ""; }

  /// Offset and first bytes of a field, then a name that is padded already. The caller appends the value and calls
  /// end_field().
  void begin_field(std::uint64_t offset, Bytes bytes, std::string_view padded_name);
  /// The same with the name indented by 2 * `depth` and padded.
  void begin_field(std::uint64_t offset, Bytes bytes, std::size_t depth, const BlockText<48>& name);
  /// Ends the line and shows the bytes that had no room in it, or how many these are. `ascii`: as text, too.
  void end_field(std::uint64_t offset, Bytes bytes, bool ascii = false);

  /// Bytes as text, what is not printable as a dot: |....abc|. Only those that stand in the field's own line.
  void append_ascii(Bytes bytes);

  /// A line without bytes of its own, for a group; the caller appends its text and the line's end.
  void begin_group(std::uint64_t offset, std::size_t depth, const BlockText<48>& name) {
    begin_field(offset, {}, depth, name);
  }
  /// A line with only a text, below the values.
  void begin_note(std::size_t depth);
  /// Blanks where other lines have offset and bytes.
  void append_blank_area();

  /// `name` with 2 * `depth` blanks before it and what it lacks to the value's column behind, two blanks at least.
  static void append_label(TextBuffer& out, std::size_t depth, std::string_view name);

 private:
  /// Longest value that is shown whole even if long ones are folded, and how much of a longer one is shown.
  static constexpr std::size_t kMostUnfolded = 32;
  static constexpr std::size_t kFolded = 16;
  static constexpr std::size_t kFullBytesPerLine = 16;
  /// "4294967295 bytes" has room there, too.
  static constexpr std::size_t kHexWidth = 3 * kBytesPerLine + 1;
  /// Characters of a usual offset and the blanks behind it, and most that stand there.
  static constexpr std::size_t kOffsetWidth = 10;
  static constexpr std::size_t kOffsetRoom = 24;

  static bool is_long(Bytes bytes) { return bytes.size() > kMostUnfolded; }
  char* write_offset(char* to, std::uint64_t offset) const;
  /// Offset and bytes; needs start_room().
  char* write_start(char* to, std::uint64_t offset, Bytes bytes) const;
  std::size_t start_room() const { return kOffsetRoom + kHexWidth + palette_.faint.size() + palette_.reset.size(); }
  void append_ascii_of(Bytes bytes);
  void append_next_line(std::uint64_t offset, Bytes line, bool ascii);
  void append_full_lines(std::uint64_t offset, Bytes bytes);

  TextBuffer& out_;
  bool full_;
  Palette palette_;
  bool inside_payload_ = false;
};

}  // namespace binlogdump
