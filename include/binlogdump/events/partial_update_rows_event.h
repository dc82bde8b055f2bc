#pragma once

#include "binlogdump/rows_event.h"

namespace binlogdump {

/// PARTIAL_UPDATE_ROWS_EVENT: as UPDATE_ROWS_EVENT, but JSON columns of an after-image may hold the differences to the
/// before-image only (binlog_row_value_options=PARTIAL_JSON). Since 8.0.3.
struct PartialUpdateRowsEvent : RowsEvent {
  static PartialUpdateRowsEvent decode(EventCursor auto& in, const DecodeContext& context) {
    return {RowsEvent::decode(in, context, EventType::PARTIAL_UPDATE_ROWS_EVENT)};
  }
};

}  // namespace binlogdump
