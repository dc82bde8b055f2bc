#pragma once

#include "binlogdump/events/unknown_event.h"

namespace binlogdump {

/// LOAD_EVENT: LOAD DATA INFILE of servers 3.23. Kept opaque: version 4 logs never hold it.
struct LoadEvent : OpaqueEvent {
  static LoadEvent decode(EventCursor auto& in, const DecodeContext& context) {
    return {OpaqueEvent::decode(in, context)};
  }
};

}  // namespace binlogdump
