#pragma once
// The two lines that every event of the text begins with, up to its title.

#include <cstdint>
#include <cstring>
#include <string_view>

#include "binlogdump/decode.h"
#include "binlogdump/text_buffer.h"
#include "binlogdump/time_text.h"
#include "printers/block_text.h"
#include "printers/hex_digits.h"
#include "printers/palette.h"
#include "printers/position_text.h"

namespace binlogdump {

/// Writes the same as HeaderText::print(), of events that are as most are: without a hex dump, and with a CRC32 if with
/// a checksum.
class TextHead {
 public:
  static constexpr std::size_t kRoom = 192;

  /// `algorithm`: as for HeaderText.
  static bool is_usual(const EventView& event, ChecksumAlgorithm algorithm) {
    return !event.checksum_failed && algorithm <= ChecksumAlgorithm::kCrc32 &&
           event.header.type() != EventType::FORMAT_DESCRIPTION_EVENT;
  }

  explicit TextHead(const Palette& palette) : palette_(palette) {
    opening_ = join(palette.faint, "# at ");
    closing_ = join(" ", palette.reset);
    make_middle({});
  }

  /// Where there is room for kRoom bytes. Returns the text's end, or null for a position beyond all that is usual.
  [[gnu::always_inline]] char* write(char* to, const EventView& event, ChecksumAlgorithm algorithm) {
    if (!position_.go_to(event.position)) [[unlikely]]
      return nullptr;
    if (event.header.timestamp != timestamp_ || event.header.server_id != server_id_) [[unlikely]]
      make_middle(event.header);
    to = opening_.write_all(to);
    to = position_.text().write(to);
    to = middle_.write_all(to);
    const std::size_t size = event.bytes.size();
    const bool is_behind = event.header.log_pos == event.position + size && size < EightDigits::kEnd;
    const auto digits = EightDigits(static_cast<std::uint32_t>(size));
    if (!is_behind || !position_.pass(static_cast<std::uint32_t>(size), digits)) [[unlikely]]
      position_.go_to(event.header.log_pos);
    to = position_.text().write(to);
    if (event.has_checksum() && algorithm != ChecksumAlgorithm::kNone) {
      static constexpr std::string_view kName = " CRC32 0x";
      std::memcpy(to, kName.data(), kName.size());
      to += kName.size();
      write_hex_number(to, event.stored_checksum());
      to += 8;
    }
    return closing_.write_all(to);
  }

 private:
  static BlockText<16> join(std::string_view first, std::string_view second) {
    TextBuffer text(nullptr, 32);
    text.append(first);
    text.append(second);
    return BlockText<16>(text.view());
  }

  /// "\n#231114 22:15:01 server id 1  end_log_pos "
  [[gnu::noinline]] void make_middle(const EventHeader& header) {
    TextBuffer text(nullptr, 96);
    text.append(palette_.reset);
    text.append('\n');
    text.append(palette_.faint);
    text.append('#');
    text.append(time_.text(header.timestamp));
    text.append(" server id ");
    text.append_number(header.server_id);
    text.append("  end_log_pos ");
    middle_ = BlockText<64>(text.view());
    timestamp_ = header.timestamp;
    server_id_ = header.server_id;
  }

  Palette palette_;
  HeaderTime time_;
  PositionText position_;
  std::uint32_t timestamp_ = 0;
  std::uint32_t server_id_ = 0;
  BlockText<16> opening_;
  BlockText<64> middle_;
  BlockText<16> closing_;
};

}  // namespace binlogdump
