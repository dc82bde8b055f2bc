#pragma once

#include "binlogdump/events/unknown_event.h"

namespace binlogdump {

/// NEW_LOAD_EVENT: LOAD DATA INFILE of servers 4.0 and 4.1. Kept opaque: version 4 logs never hold it.
struct NewLoadEvent : OpaqueEvent {
  static NewLoadEvent decode(EventCursor auto& in, const DecodeContext& context) {
    return {OpaqueEvent::decode(in, context)};
  }
};

}  // namespace binlogdump
