#pragma once

#include "binlogdump/context.h"
#include "binlogdump/cursor.h"

namespace binlogdump {

/// HEARTBEAT_LOG_EVENT: the source is alive but has nothing new. Sent over the replication protocol, never in a file;
/// the header's log_pos is the source's position. Since 5.5. Source: mysql::binlog::event::Heartbeat_event.
struct HeartbeatLogEvent {
  Bytes log_ident;  ///< Name of the source's current file; not NUL-terminated.

  static HeartbeatLogEvent decode(EventCursor auto& in, const DecodeContext&) {
    return {.log_ident = in.rest("log_ident")};
  }

  friend bool operator==(const HeartbeatLogEvent&, const HeartbeatLogEvent&) = default;
};

}  // namespace binlogdump
