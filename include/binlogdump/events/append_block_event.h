#pragma once

#include "binlogdump/context.h"
#include "binlogdump/cursor.h"

namespace binlogdump {

/// APPEND_BLOCK_EVENT: a further piece of the file of a LOAD DATA statement, after BEGIN_LOAD_QUERY_EVENT.
/// Source: mysql::binlog::event::Append_block_event.
struct AppendBlockEvent {
  std::uint32_t file_id = 0;  ///< Number of the LOAD DATA, shared by its events.
  Bytes block_data;           ///< Contents of the file.

  static AppendBlockEvent decode(EventCursor auto& in, const DecodeContext&) {
    return {.file_id = in.u32("file_id"), .block_data = in.rest("block_data")};
  }

  friend bool operator==(const AppendBlockEvent&, const AppendBlockEvent&) = default;
};

}  // namespace binlogdump
