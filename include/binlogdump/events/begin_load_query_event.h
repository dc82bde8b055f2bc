#pragma once

#include "binlogdump/events/append_block_event.h"

namespace binlogdump {

/// BEGIN_LOAD_QUERY_EVENT: the first piece of the file of a LOAD DATA statement in statement format; may be empty.
/// Layout as APPEND_BLOCK_EVENT. Since 5.0.3. Source: mysql::binlog::event::Begin_load_query_event.
struct BeginLoadQueryEvent : AppendBlockEvent {
  static BeginLoadQueryEvent decode(EventCursor auto& in, const DecodeContext& context) {
    return {AppendBlockEvent::decode(in, context)};
  }
};

}  // namespace binlogdump
