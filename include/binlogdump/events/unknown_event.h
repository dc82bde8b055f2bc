#pragma once

#include "binlogdump/context.h"
#include "binlogdump/cursor.h"

namespace binlogdump {

/// The body of an event whose layout is not documented, or not for readers of version 4 logs: all of it is unparsed.
struct OpaqueEvent {
  Bytes payload;

  static OpaqueEvent decode(EventCursor auto& in, const DecodeContext&) { return {.payload = in.unparsed_rest()}; }

  friend bool operator==(const OpaqueEvent&, const OpaqueEvent&) = default;
};

/// UNKNOWN_EVENT, and every type code that is not in events.def: other vendors' events, newer servers'.
struct UnknownEvent : OpaqueEvent {
  static UnknownEvent decode(EventCursor auto& in, const DecodeContext& context) {
    return {OpaqueEvent::decode(in, context)};
  }
};

}  // namespace binlogdump
