#pragma once

#include "binlogdump/events/unknown_event.h"

namespace binlogdump {

/// PRE_GA_WRITE_ROWS_EVENT: row events of development versions of 5.1 (before 5.1.16). 5.2 alphas used codes 16 to 22
/// for other types, so that nothing is guessed about the body.
struct PreGaWriteRowsEvent : OpaqueEvent {
  static PreGaWriteRowsEvent decode(EventCursor auto& in, const DecodeContext& context) {
    return {OpaqueEvent::decode(in, context)};
  }
};

}  // namespace binlogdump
