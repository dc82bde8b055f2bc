#pragma once

#include "binlogdump/rows_event.h"

namespace binlogdump {

/// UPDATE_ROWS_EVENT: rows changed, each as its before-image and its after-image. Version 2, since 5.6.
struct UpdateRowsEvent : RowsEvent {
  static UpdateRowsEvent decode(EventCursor auto& in, const DecodeContext& context) {
    return {RowsEvent::decode(in, context, EventType::UPDATE_ROWS_EVENT)};
  }
};

}  // namespace binlogdump
