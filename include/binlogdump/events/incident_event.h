#pragma once

#include "binlogdump/context.h"
#include "binlogdump/cursor.h"

namespace binlogdump {

/// INCIDENT_EVENT: something went wrong on the source, the log is not complete here. Since 5.1.
/// 9.7 appends four more bytes (left unparsed): the checksum of the same event as it was first serialized.
/// Source: mysql::binlog::event::Incident_event.
struct IncidentEvent {
  std::uint16_t incident = 0;  ///< 0 NONE, 1 LOST_EVENTS.
  Bytes message;               ///< May be empty.

  static IncidentEvent decode(EventCursor auto& in, const DecodeContext&) {
    IncidentEvent event;
    event.incident = in.u16("incident");
    // 5.1 may end the event here when there is no message.
    if (!in.at_end()) event.message = in.u8_bytes("message_length", "message");
    return event;
  }

  friend bool operator==(const IncidentEvent&, const IncidentEvent&) = default;
};

}  // namespace binlogdump
