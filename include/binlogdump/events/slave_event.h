#pragma once

#include "binlogdump/events/unknown_event.h"

namespace binlogdump {

/// SLAVE_EVENT: was never written by any server.
struct SlaveEvent : OpaqueEvent {
  static SlaveEvent decode(EventCursor auto& in, const DecodeContext& context) {
    return {OpaqueEvent::decode(in, context)};
  }
};

}  // namespace binlogdump
