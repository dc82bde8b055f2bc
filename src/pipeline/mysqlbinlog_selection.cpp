#include "pipeline/mysqlbinlog_selection.h"

#include <algorithm>

namespace binlogdump {

namespace {

std::uint32_t mask_of(unsigned bits) {
  constexpr unsigned kFewest = 7, kMost = 32;  // As mysqlbinlog; others are taken as the nearest of these.
  return UINT32_MAX >> (kMost - std::clamp(bits, kFewest, kMost));
}

}  // namespace

MysqlbinlogSelection::MysqlbinlogSelection(const SelectionOptions& options)
    : offset_(options.offset),
      start_datetime_(options.start_datetime.value_or(0)),
      stop_position_(options.stop_position.value_or(UINT64_MAX)),
      stop_datetime_(options.stop_datetime ? *options.stop_datetime : UINT64_MAX),
      server_id_(options.server_id.value_or(0)),
      server_id_mask_(mask_of(options.server_id_bits)),
      shows_all_(offset_ == 0 && start_datetime_ == 0 && stop_position_ == UINT64_MAX && stop_datetime_ == UINT64_MAX &&
                 server_id_ == 0) {}

MysqlbinlogSelection::Verdict MysqlbinlogSelection::judge_by_options(const EventView& event, bool in_payload,
                                                                     bool in_last_file) {
  const Verdict result = verdict(event, in_payload, in_last_file);
  ++events_;
  return result;
}

MysqlbinlogSelection::Verdict MysqlbinlogSelection::verdict(const EventView& event, bool in_payload,
                                                            bool in_last_file) {
  const bool is_description = event.header.type() == EventType::FORMAT_DESCRIPTION_EVENT;
  if (!is_description) {
    if (events_ < offset_ || event.header.timestamp < start_datetime_) return Verdict::kSkip;
    offset_ = 0;
    start_datetime_ = 0;
    const bool of_any_server = event.header.type() == EventType::ROTATE_EVENT;
    if (server_id_ != 0 && !of_any_server && server_id_ != server_id(event.header.server_id)) return Verdict::kSkip;
  }
  if (event.header.timestamp >= stop_datetime_) return Verdict::kStop;
  if (!in_payload && in_last_file && event.position >= stop_position_) return Verdict::kStop;
  return Verdict::kShow;
}

}  // namespace binlogdump
