#pragma once

#include "binlogdump/decode.h"

namespace binlogdump {

/// Calls take(fields, uuid, tag) with what a GTID event says, whichever of the three it is (is_gtid_event()): its
/// GtidFields, the 16 bytes of the UUID (zeros if it is anonymous), and the tag ("" without one). The views are good
/// during the call. Throws DecodeError.
template <class Take>
void with_gtid(const EventView& event, const DecodeContext& context, Take take) {
  if (event.header.type() == EventType::GTID_TAGGED_LOG_EVENT) {
    const auto gtid = decode_as<GtidTaggedLogEvent>(event, context);
    take(gtid, Bytes(gtid.uuid.data(), gtid.uuid.size()), gtid.tag);
  } else {
    const auto gtid = decode_as<GtidLogEvent>(event, context);
    take(gtid, gtid.uuid, Bytes());
  }
}

}  // namespace binlogdump
