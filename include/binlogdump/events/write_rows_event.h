#pragma once

#include "binlogdump/rows_event.h"

namespace binlogdump {

/// WRITE_ROWS_EVENT: rows inserted, each as its after-image. Version 2, since 5.6.
struct WriteRowsEvent : RowsEvent {
  static WriteRowsEvent decode(EventCursor auto& in, const DecodeContext& context) {
    return {RowsEvent::decode(in, context, EventType::WRITE_ROWS_EVENT)};
  }
};

}  // namespace binlogdump
