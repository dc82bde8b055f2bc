#pragma once

#include "binlogdump/events/unknown_event.h"

namespace binlogdump {

/// IGNORABLE_LOG_EVENT: a place-holder for events that older readers may skip; its body has no defined layout.
/// Since 5.6; no server writes it to a file. Source: mysql::binlog::event::Ignorable_event.
struct IgnorableLogEvent : OpaqueEvent {
  static IgnorableLogEvent decode(EventCursor auto& in, const DecodeContext& context) {
    return {OpaqueEvent::decode(in, context)};
  }
};

}  // namespace binlogdump
