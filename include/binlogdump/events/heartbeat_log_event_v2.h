#pragma once

#include <optional>

#include "binlogdump/context.h"
#include "binlogdump/cursor.h"

namespace binlogdump {

/// HEARTBEAT_LOG_EVENT_V2: as HEARTBEAT_LOG_EVENT, with a 64-bit position. Sent over the replication protocol, never in
/// a file. Since 8.0.26. Layout: fields of (packed type, packed length, value) up to an end mark of type 0.
/// Source: mysql::binlog::event::Heartbeat_event_v2.
struct HeartbeatLogEventV2 {
  Bytes log_filename;                         ///< Name of the source's current file.
  std::optional<std::uint64_t> log_position;  ///< Position in it, bytes.

  static HeartbeatLogEventV2 decode(EventCursor auto& in, const DecodeContext&) {
    constexpr std::uint64_t kEndMark = 0;
    constexpr std::uint64_t kLogFilename = 1;
    constexpr std::uint64_t kLogPosition = 2;
    HeartbeatLogEventV2 event;
    while (!in.at_end()) {
      const std::uint64_t type = in.packed("field_type");
      if (type == kEndMark) break;
      in.group("field", in.packed("field_length"), [&](auto& field) {
        if (type == kLogFilename) event.log_filename = field.rest("log_filename");
        if (type == kLogPosition) event.log_position = field.packed("log_position");
      });
    }
    return event;
  }

  friend bool operator==(const HeartbeatLogEventV2&, const HeartbeatLogEventV2&) = default;
};

}  // namespace binlogdump
