#pragma once

#include "binlogdump/context.h"
#include "binlogdump/cursor.h"

namespace binlogdump {

/// ROWS_QUERY_LOG_EVENT: the statement behind the row events that follow (binlog_rows_query_log_events=ON).
/// Since 5.6.2. Source: mysql::binlog::event::Rows_query_event.
struct RowsQueryLogEvent {
  std::uint8_t length = 0;  ///< Low byte of the text's length, or 0: means nothing, the text runs to the end.
  Bytes rows_query;         ///< As the client sent it; its charset is not recorded.

  static RowsQueryLogEvent decode(EventCursor auto& in, const DecodeContext&) {
    return {.length = in.u8("length"), .rows_query = in.rest("rows_query")};
  }

  friend bool operator==(const RowsQueryLogEvent&, const RowsQueryLogEvent&) = default;
};

}  // namespace binlogdump
