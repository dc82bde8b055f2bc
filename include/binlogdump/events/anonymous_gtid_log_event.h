#pragma once

#include "binlogdump/events/gtid_log_event.h"

namespace binlogdump {

/// ANONYMOUS_GTID_LOG_EVENT: begins a transaction that has no GTID (gtid_mode=OFF). Layout as GTID_LOG_EVENT, with
/// zeros for uuid and gno. Since 5.7.
struct AnonymousGtidLogEvent : GtidLogEvent {
  static AnonymousGtidLogEvent decode(EventCursor auto& in, const DecodeContext& context) {
    return {GtidLogEvent::decode(in, context)};
  }
};

}  // namespace binlogdump
