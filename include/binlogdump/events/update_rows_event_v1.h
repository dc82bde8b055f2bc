#pragma once

#include "binlogdump/rows_event.h"

namespace binlogdump {

/// UPDATE_ROWS_EVENT_V1: as UPDATE_ROWS_EVENT, without extra row info. Written by 5.1.16 to 5.5, and with
/// log_bin_use_v1_row_events until 8.1.
struct UpdateRowsEventV1 : RowsEvent {
  static UpdateRowsEventV1 decode(EventCursor auto& in, const DecodeContext& context) {
    return {RowsEvent::decode(in, context, EventType::UPDATE_ROWS_EVENT_V1)};
  }
};

}  // namespace binlogdump
