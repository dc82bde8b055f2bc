#include "verify/next_positions.h"

namespace binlogdump {

bool NextPositions::is_wrong(const EventView& event, const DecodeContext& context) {
  const EventHeader& header = event.header;
  if (header.log_pos == 0 || (header.flags & (LOG_EVENT_ARTIFICIAL_F | LOG_EVENT_RELAY_LOG_F)) != 0) return false;
  const auto end = static_cast<std::uint32_t>(event.position + event.bytes.size());
  const std::uint32_t shift = end - header.log_pos;
  if (shift == 0) {
    shift_ = 0;
    return false;
  }
  if (shift == shift_) return false;
  const bool is_old = ServerVersion::parse(context.format.server_version) < kFirstVersionWithChecksums;
  if (is_old && shift == transaction_begin_) return false;
  shift_ = shift;
  return true;
}

}  // namespace binlogdump
