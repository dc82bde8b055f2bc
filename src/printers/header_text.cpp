#include "printers/header_text.h"

#include <cstring>

#include "binlogdump/digits.h"
#include "printers/hexdump.h"

namespace binlogdump {

void HeaderText::print_at(const EventView& event) {
  out_.append(palette_.faint);
  out_.append("# at ");
  out_.append_number(event.position);
  out_.append(palette_.reset);
  out_.append('\n');
}

void HeaderText::print_header(const EventView& event, ChecksumAlgorithm algorithm) {
  constexpr std::size_t kMostBytes = 128;
  static constexpr std::string_view kServerId = " server id ";
  static constexpr std::string_view kEndLogPos = "  end_log_pos ";
  out_.append(palette_.faint);
  char* to = out_.reserve(kMostBytes);
  const auto put = [&to](std::string_view text) {
    std::memcpy(to, text.data(), text.size());
    to += text.size();
  };
  *to++ = '#';
  put(time_.text(event.header.timestamp));
  put(kServerId);
  to = write_number(to, event.header.server_id);
  put(kEndLogPos);
  to = write_number(to, event.header.log_pos);
  *to++ = ' ';
  // A FORMAT_DESCRIPTION_EVENT has its checksum in a log without checksums, too.
  if (event.has_checksum() && algorithm != ChecksumAlgorithm::kNone) {
    put(algorithm == ChecksumAlgorithm::kCrc32 ? "CRC32 0x" : "? 0x");
    to = write_8_hex_digits(to, event.stored_checksum());
    *to++ = ' ';
  }
  out_.commit(to);
  out_.append(palette_.reset);
  if (hexdump_) {
    out_.append('\n');
    append_hexdump(out_, event, event.position);
  }
}

}  // namespace binlogdump
