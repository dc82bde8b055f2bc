// Rows and the map of their table. Input: whether table ids have four bytes (bit 0), the type of the row event, two
// bytes with the size of the TABLE_MAP_EVENT's body, that, and the row event's body, whose table is always the one of
// the map.

#include <algorithm>

#include "fuzz/logs.h"
#include "fuzz/targets.h"

namespace binlogdump::test {

std::string fuzz_rows(Bytes input) {
  constexpr std::size_t kOwnSize = 4;
  constexpr std::uint8_t kShortPostHeader = 6;
  if (input.size() < kOwnSize) return "";
  const bool short_ids = (load_u8(&input[0]) & 1) != 0;
  const auto type = static_cast<EventType>(load_u8(&input[1]));
  const std::size_t map_size = load_u16(&input[2]);
  input.remove_prefix(kOwnSize);
  const Bytes map = input.substr(0, map_size);
  std::string rows(input.substr(map.size()));
  const std::size_t id_size = short_ids ? 4 : 6;
  std::copy_n(map.begin(), std::min({id_size, map.size(), rows.size()}), rows.begin());
  LogHead head;
  if (short_ids) {
    head.set_post_header_size(EventType::TABLE_MAP_EVENT, kShortPostHeader);
    head.set_post_header_size(type, kShortPostHeader);
  }
  return log_problem(head.bytes() + plain_event(EventType::TABLE_MAP_EVENT, map) + plain_event(type, rows), false);
}

}  // namespace binlogdump::test
