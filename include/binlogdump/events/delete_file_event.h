#pragma once

#include "binlogdump/context.h"
#include "binlogdump/cursor.h"

namespace binlogdump {

/// DELETE_FILE_EVENT: the LOAD DATA of that number failed; its file is not needed.
/// Source: mysql::binlog::event::Delete_file_event.
struct DeleteFileEvent {
  std::uint32_t file_id = 0;  ///< Number of the LOAD DATA.

  static DeleteFileEvent decode(EventCursor auto& in, const DecodeContext&) { return {.file_id = in.u32("file_id")}; }

  friend bool operator==(const DeleteFileEvent&, const DeleteFileEvent&) = default;
};

}  // namespace binlogdump
