#pragma once

#include "binlogdump/events/unknown_event.h"

namespace binlogdump {

/// START_EVENT_V3: the first event of a log of binlog version 1 and 3 (servers up to 4.1), which this program does not
/// read. Never in a version 4 log, though listed in its FORMAT_DESCRIPTION_EVENT until 5.7.
struct StartEventV3 : OpaqueEvent {
  static StartEventV3 decode(EventCursor auto& in, const DecodeContext& context) {
    return {OpaqueEvent::decode(in, context)};
  }
};

}  // namespace binlogdump
