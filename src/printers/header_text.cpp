#include "printers/header_text.h"

#include "printers/hexdump.h"

namespace binlogdump {

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
