#pragma once

#include "binlogdump/context.h"
#include "binlogdump/cursor.h"

namespace binlogdump {

/// XID_EVENT: commit of a transaction of transactional tables. Source: mysql::binlog::event::Xid_event.
struct XidEvent {
  std::uint64_t xid = 0;  ///< Transaction number inside the server; for matching with its storage engines only.

  static XidEvent decode(EventCursor auto& in, const DecodeContext&) { return {.xid = in.u64("xid")}; }

  friend bool operator==(const XidEvent&, const XidEvent&) = default;
};

}  // namespace binlogdump
