#pragma once
// --salvage: whether an event is sound, and what of it matters for those around it.

#include <cstdint>
#include <optional>
#include <string>

#include "binlogdump/decode.h"
#include "binlogdump/gtid_set.h"
#include "binlogdump/rows_event.h"
#include "verify/row_check.h"

namespace binlogdump {

/// What a sound event says. Views are good as long as the event's bytes.
struct SoundEvent {
  Bytes query = {};                       ///< Of a statement.
  std::uint32_t thread_id = 0;            ///< Likewise.
  std::string gtid = {};                  ///< Of a GTID event: as text, or "anonymous".
  GtidSet gtids = {};                     ///< That GTID; empty if it is anonymous.
  std::optional<std::uint64_t> table_id;  ///< Of TABLE_MAP and row events.
  bool ends_statement = false;            ///< Of a row event.
};

/// Decodes all of an event but the rows of row events; table maps enter the context. Throws DecodeError.
SoundEvent decode_sound(const EventView& event, DecodeContext& context);

/// What is wrong with the rows of a row event that decode_sound() has taken, by all of their values.
std::optional<DecodeError> find_rows_fault(const EventView& event, const DecodeContext& context, RowCheck& check);

}  // namespace binlogdump
