#include "printers/header_text.h"

#include "printers/hexdump.h"

namespace binlogdump {

namespace {

// Of the two lines.
constexpr std::size_t kMostAt = 64;
constexpr std::size_t kMostFields = 160;

}  // namespace

[[gnu::always_inline]] void HeaderText::append_at(ShortPieces& line, const EventView& event) {
  line.append(palette_.faint);
  line.append("# at ");
  if (event.position != end_.value()) end_.set(event.position);
  line.append_blocks(end_);
  line.append(palette_.reset);
  line.append('\n');
}

[[gnu::always_inline]] void HeaderText::append_fields(ShortPieces& line, const EventView& event,
                                                      ChecksumAlgorithm algorithm) {
  if (event.header.timestamp != timestamp_ || event.header.server_id != server_id_) make_beginning(event.header);
  line.append_blocks(beginning_);
  line.commit(end_.write_new(line.end(), event.header.log_pos));
  line.append(' ');
  // A FORMAT_DESCRIPTION_EVENT has its checksum in a log without checksums, too.
  if (event.has_checksum() && algorithm != ChecksumAlgorithm::kNone) {
    if (algorithm == ChecksumAlgorithm::kCrc32) {
      line.append("CRC32 0x");
    } else {
      line.append("? 0x");
    }
    line.append_8_hex_digits(event.stored_checksum());
    line.append(' ');
  }
  line.append(palette_.reset);
}

void HeaderText::print_at(const EventView& event) {
  ShortPieces line(out_, kMostAt);
  append_at(line, event);
}

void HeaderText::print_header(const EventView& event, ChecksumAlgorithm algorithm) {
  {
    ShortPieces line(out_, kMostFields);
    append_fields(line, event, algorithm);
  }
  if (hexdump_) print_hexdump(event);
}

void HeaderText::print(const EventView& event, ChecksumAlgorithm algorithm) {
  {
    ShortPieces lines(out_, kMostAt + kMostFields);
    append_at(lines, event);
    append_fields(lines, event, algorithm);
  }
  if (hexdump_) print_hexdump(event);
}

void HeaderText::make_beginning(const EventHeader& header) {
  TextBuffer text(nullptr, 64);
  text.append(palette_.faint);
  text.append('#');
  text.append(time_.text(header.timestamp));
  text.append(" server id ");
  text.append_number(header.server_id);
  text.append("  end_log_pos ");
  beginning_ = BlockText<64>(text.view());
  timestamp_ = header.timestamp;
  server_id_ = header.server_id;
}

void HeaderText::print_hexdump(const EventView& event) {
  out_.append('\n');
  append_hexdump(out_, event, event.position);
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
