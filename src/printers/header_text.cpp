#include "printers/header_text.h"

#include <fmt/format.h>

#include "printers/hexdump.h"

namespace binlogdump {

namespace {

// Of the two lines.
constexpr std::size_t kMostAt = 64;
constexpr std::size_t kMostFields = 160;

}  // namespace

[[gnu::always_inline]] void HeaderText::append_at(ShortPieces& line, const EventView& event) {
  line.append_blocks(at_);
  line.commit(position_.write(line.end(), event.position));
  line.append_blocks(at_end_);
}

[[gnu::always_inline]] void HeaderText::append_fields(ShortPieces& line, const EventView& event,
                                                      ChecksumAlgorithm algorithm) {
  if (event.header.timestamp != timestamp_ || event.header.server_id != server_id_) [[unlikely]]
    make_beginning(event.header);
  line.append_blocks(beginning_);
  line.commit(position_.write(line.end(), event.header.log_pos));
  // A FORMAT_DESCRIPTION_EVENT has its checksum in a log without checksums, too.
  if (event.has_checksum() && algorithm != ChecksumAlgorithm::kNone) {
    if (algorithm == ChecksumAlgorithm::kCrc32) {
      line.append(" CRC32 0x");
    } else {
      line.append(" ? 0x");
    }
    write_hex_number(line.end(), event.stored_checksum());
    line.commit(line.end() + 8);
  }
  line.append_blocks(end_);
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

void HeaderText::make_common_pieces() {
  at_ = BlockText<16>(fmt::format("{}# at ", palette_.faint));
  at_end_ = BlockText<8, 8>(fmt::format("{}\n", palette_.reset));
  end_ = BlockText<8, 8>(fmt::format(" {}", palette_.reset));
}

void HeaderText::make_beginning(const EventHeader& header) {
  text_.clear();
  text_.append(palette_.faint);
  text_.append('#');
  text_.append(time_.text(header.timestamp));
  text_.append(" server id ");
  text_.append_number(header.server_id);
  text_.append("  end_log_pos ");
  beginning_ = BlockText<64>(text_.view());
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
  if (query.thread_id != thread_id_ || query.query_exec_time != exec_time_ || query.error_code != error_code_ ||
      query_numbers_.empty()) {
    make_query_numbers(query);
  }
  ShortPieces line(out_, kMostBytes + title.size());
  line.append('\t');
  line.append(title);
  line.append_blocks(query_numbers_);
  const std::uint64_t xid = query.status_vars.ddl_xid.value_or(kInvalidXid);
  if (xid == kInvalidXid) return;
  line.append("\tXid = ");
  line.append_number(xid);
}

void HeaderText::make_query_numbers(const QueryEvent& query) {
  text_.clear();
  text_.append("\tthread_id=");
  text_.append_number(query.thread_id);
  text_.append("\texec_time=");
  text_.append_number(query.query_exec_time);
  text_.append("\terror_code=");
  text_.append_number(query.error_code);
  query_numbers_ = BlockText<kMostQueryNumbers>(text_.view());
  thread_id_ = query.thread_id;
  exec_time_ = query.query_exec_time;
  error_code_ = query.error_code;
}

bool HeaderPlaces::keep(Bytes text) {
  constexpr std::string_view kAt = "# at ";
  constexpr std::string_view kLogPos = "  end_log_pos ";
  constexpr std::string_view kChecksum = " CRC32 0x";
  const std::size_t log_pos = text.find(kLogPos);
  const std::size_t checksum = text.find(kChecksum);
  if (log_pos == Bytes::npos || checksum == Bytes::npos) return false;
  position_.at = kAt.size();
  position_size_ = text.find('\n') - kAt.size();
  log_pos_.at = log_pos + kLogPos.size();
  log_pos_size_ = checksum - log_pos_.at;
  checksum_ = checksum + kChecksum.size();
  position_.keep_behind(text.data());
  log_pos_.keep_behind(text.data());
  return true;
}

}  // namespace binlogdump
