#pragma once

#include "binlogdump/context.h"
#include "binlogdump/cursor.h"

namespace binlogdump {

/// ROTATE_EVENT: the log continues in another file. Written at the end of a file, and sent first in a stream; relay
/// logs hold it in between to name the source's file. Source: mysql::binlog::event::Rotate_event.
struct RotateEvent {
  std::uint64_t position = 0;  ///< Offset of the first event to read in the next file, bytes; 4 in practice.
  Bytes new_log_ident;         ///< Name of the next file, without folder; not NUL-terminated.

  static RotateEvent decode(EventCursor auto& in, const DecodeContext&) {
    return {.position = in.u64("position"), .new_log_ident = in.rest("new_log_ident")};
  }

  friend bool operator==(const RotateEvent&, const RotateEvent&) = default;
};

}  // namespace binlogdump
