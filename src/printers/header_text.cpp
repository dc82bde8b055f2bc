#include "printers/header_text.h"

#include "printers/hexdump.h"

namespace binlogdump {

void HeaderText::print_at(const EventView& event) {
  constexpr std::size_t kMostBytes = 64;
  ShortPieces line(out_, kMostBytes);
  line.append(palette_.faint);
  line.append("# at ");
  line.append_number(event.position);
  line.append(palette_.reset);
  line.append('\n');
}

void HeaderText::print_header(const EventView& event, ChecksumAlgorithm algorithm) {
  print_fields(event, algorithm);
  if (hexdump_) {
    out_.append('\n');
    append_hexdump(out_, event, event.position);
  }
}

void HeaderText::print_fields(const EventView& event, ChecksumAlgorithm algorithm) {
  constexpr std::size_t kMostBytes = 160;
  ShortPieces line(out_, kMostBytes);
  line.append(palette_.faint);
  line.append('#');
  line.append(time_.text(event.header.timestamp));
  line.append(" server id ");
  line.append_number(event.header.server_id);
  line.append("  end_log_pos ");
  line.append_number(event.header.log_pos);
  line.append(' ');
  // A FORMAT_DESCRIPTION_EVENT has its checksum in a log without checksums, too.
  if (event.has_checksum() && algorithm != ChecksumAlgorithm::kNone) {
    line.append(algorithm == ChecksumAlgorithm::kCrc32 ? "CRC32 0x" : "? 0x");
    line.append_8_hex_digits(event.stored_checksum());
    line.append(' ');
  }
  line.append(palette_.reset);
}

void HeaderText::print_query_title(std::string_view title, const QueryEvent& query) {
  constexpr std::size_t kMostBytes = 160;
  constexpr std::uint64_t kInvalidXid = UINT64_MAX;
  ShortPieces line(out_, kMostBytes);
  line.append('\t');
  line.append(title);
  line.append("\tthread_id=");
  line.append_number(query.thread_id);
  line.append("\texec_time=");
  line.append_number(query.query_exec_time);
  line.append("\terror_code=");
  line.append_number(query.error_code);
  const std::uint64_t xid = query.status_vars.ddl_xid.value_or(kInvalidXid);
  if (xid == kInvalidXid) return;
  line.append("\tXid = ");
  line.append_number(xid);
}

}  // namespace binlogdump
