#pragma once

#include "binlogdump/context.h"
#include "binlogdump/cursor.h"

namespace binlogdump {

/// STOP_EVENT: the server shut down cleanly; the last event of its file. No body.
/// Source: mysql::binlog::event::Stop_event.
struct StopEvent {
  static StopEvent decode(EventCursor auto&, const DecodeContext&) { return {}; }

  friend bool operator==(const StopEvent&, const StopEvent&) = default;
};

}  // namespace binlogdump
