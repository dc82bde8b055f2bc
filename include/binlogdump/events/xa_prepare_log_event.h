#pragma once

#include "binlogdump/context.h"
#include "binlogdump/cursor.h"

namespace binlogdump {

/// XA_PREPARE_LOG_EVENT: an XA transaction was prepared, or committed in one phase; stands where an XID_EVENT would.
/// Since 5.7. Source: mysql::binlog::event::XA_prepare_event.
struct XaPrepareLogEvent {
  std::uint8_t one_phase = 0;   ///< 1: XA COMMIT ... ONE PHASE.
  std::uint32_t format_id = 0;  ///< formatID of the xid.
  Bytes gtrid;                  ///< Global transaction identifier, at most 64 bytes.
  Bytes bqual;                  ///< Branch qualifier, at most 64 bytes.

  static XaPrepareLogEvent decode(EventCursor auto& in, const DecodeContext&) {
    XaPrepareLogEvent event;
    event.one_phase = in.u8("one_phase");
    event.format_id = in.u32("formatID");
    const std::uint32_t gtrid_length = in.u32("gtrid_length");
    const std::uint32_t bqual_length = in.u32("bqual_length");
    event.gtrid = in.bytes(in.checked(gtrid_length, "gtrid"), "gtrid");
    event.bqual = in.bytes(in.checked(bqual_length, "bqual"), "bqual");
    return event;
  }

  friend bool operator==(const XaPrepareLogEvent&, const XaPrepareLogEvent&) = default;
};

}  // namespace binlogdump
