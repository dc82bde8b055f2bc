#pragma once

#include "binlogdump/rows_event.h"

namespace binlogdump {

/// DELETE_ROWS_EVENT: rows deleted, each as its before-image. Version 2, since 5.6.
struct DeleteRowsEvent : RowsEvent {
  static DeleteRowsEvent decode(EventCursor auto& in, const DecodeContext& context) {
    return {RowsEvent::decode(in, context, EventType::DELETE_ROWS_EVENT)};
  }
};

}  // namespace binlogdump
