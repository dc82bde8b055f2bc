#include "pipeline/database_rewriter.h"

#include <algorithm>

namespace binlogdump {

namespace {

/// `number` as 4 bytes.
void store_u32(char* to, std::size_t number) {
  for (std::size_t i = 0; i < sizeof(std::uint32_t); ++i) to[i] = static_cast<char>(number >> (8 * i) & 0xff);
}

}  // namespace

const std::string* DatabaseRewriter::new_name(Bytes database) const {
  const auto found = std::find_if(renames_.begin(), renames_.end(),
                                  [&](const DatabaseRename& rename) { return rename.from == database; });
  return found == renames_.end() ? nullptr : &found->to;
}

EventView DatabaseRewriter::rewrite(const EventView& event, const DecodeContext& context) {
  constexpr std::size_t kQueryLengthOffset = 8;  // Behind thread_id and query_exec_time.
  if (renames_.empty()) return event;
  try {
    Bytes database;
    std::size_t length_offset = event.body_begin + kQueryLengthOffset;
    if (event.header.type() == EventType::QUERY_EVENT) {
      database = decode_as<QueryEvent>(event, context).db;
    } else if (event.header.type() == EventType::EXECUTE_LOAD_QUERY_EVENT) {
      database = decode_as<ExecuteLoadQueryEvent>(event, context).db;
    } else if (event.header.type() == EventType::TABLE_MAP_EVENT) {
      Cursor<NoTrace> in(event.bytes, event.body_begin, event.body_end);
      database = TableMapEvent::decode_columns(in, TableMapEvent::has_short_table_id(context)).database_name;
      length_offset = static_cast<std::size_t>(database.data() - event.bytes.data()) - 1;
    } else {
      return event;
    }
    const std::string* const name = new_name(database);
    return name == nullptr ? event : replace(event, database, length_offset, *name);
  } catch (const DecodeError&) {
    return event;  // Whoever shows it will say so.
  }
}

EventView DatabaseRewriter::replace(const EventView& event, Bytes database, std::size_t length_offset,
                                    const std::string& name) {
  const auto begin = static_cast<std::size_t>(database.data() - event.bytes.data());
  bytes_.assign(event.bytes);
  bytes_.replace(begin, database.size(), name);
  bytes_[length_offset] = static_cast<char>(name.size());
  store_u32(&bytes_[EventHeader::kSizeOffset], bytes_.size());
  EventView view = event;
  view.header.event_size = static_cast<std::uint32_t>(bytes_.size());
  view.bytes = bytes_;
  view.body_end = event.body_end + name.size() - database.size();
  if (view.has_checksum()) store_u32(&bytes_[view.body_end], compute_checksum(view));
  return view;
}

}  // namespace binlogdump
