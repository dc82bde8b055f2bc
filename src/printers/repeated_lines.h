#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "binlogdump/text_buffer.h"
#include "printers/hex_digits.h"

namespace binlogdump {

/// Lines that come again, and only the offsets in them change: those of a table map's body, which comes again before
/// each statement, and of what a statement begins with.
class RepeatedLines {
 public:
  bool empty() const { return text_.empty(); }

  /// `text`: whole lines, those of fields beginning with their offset in eight digits.
  void set(std::string_view text, std::uint64_t begin);

  void append_to(TextBuffer& out, std::uint64_t begin) const {
    char* const to = out.reserve(text_.size());
    std::memcpy(to, text_.data(), text_.size());
    for (const Offset& offset : offsets_) write_hex_number(to + offset.at, begin + offset.distance);
    out.commit(to + text_.size());
  }

 private:
  static constexpr std::size_t kOffsetDigits = 8;
  struct Offset {
    std::uint32_t at;        ///< In the text.
    std::uint32_t distance;  ///< From the begin of the body.
  };

  std::string text_;
  std::vector<Offset> offsets_;
};

}  // namespace binlogdump
