#pragma once

#include "binlogdump/events/query_event.h"

namespace binlogdump {

/// EXECUTE_LOAD_QUERY_EVENT: a LOAD DATA statement in statement format; BEGIN_LOAD_QUERY and APPEND_BLOCK events of the
/// same file_id brought its file. Since 5.0.3. Source: mysql::binlog::event::Execute_load_query_event.
struct ExecuteLoadQueryEvent : QueryEvent {
  enum DupHandling : std::uint8_t { kError = 0, kIgnore = 1, kReplace = 2 };
  static constexpr std::size_t kPostHeaderSize = 26;

  std::uint32_t file_id = 0;
  /// The part of `query` that a replay replaces, bytes: from the blank after DATA to the end of INTO.
  std::uint32_t fn_pos_start = 0;
  std::uint32_t fn_pos_end = 0;
  std::uint8_t dup_handling = 0;  ///< DupHandling.

  static ExecuteLoadQueryEvent decode(EventCursor auto& in, const DecodeContext& context) {
    ExecuteLoadQueryEvent event;
    const Lengths lengths = event.decode_post_header(in);
    event.file_id = in.u32("file_id");
    event.fn_pos_start = in.u32("fn_pos_start");
    event.fn_pos_end = in.u32("fn_pos_end");
    event.dup_handling = in.u8("dup_handling");
    const std::size_t listed = context.format.post_header_length(EventType::EXECUTE_LOAD_QUERY_EVENT);
    if (listed > kPostHeaderSize) in.unparsed(listed - kPostHeaderSize);
    event.decode_variable_part(in, lengths);
    if (event.fn_pos_start > event.query.size() || event.fn_pos_end > event.query.size()) {
      in.fail("fn_pos_end", "outside of the query");
    }
    return event;
  }

  friend bool operator==(const ExecuteLoadQueryEvent&, const ExecuteLoadQueryEvent&) = default;
};

}  // namespace binlogdump
