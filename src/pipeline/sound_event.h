#pragma once
// --salvage: whether an event is sound, and what of it matters for those around it.

#include <cstdint>
#include <optional>
#include <string>

#include "binlogdump/decode.h"
#include "binlogdump/rows_event.h"
#include "binlogdump/text_buffer.h"
#include "printers/readable_rows.h"

namespace binlogdump {

/// What a sound event says. Views are good as long as the event's bytes.
struct SoundEvent {
  Bytes query = {};                       ///< Of a statement.
  std::uint32_t thread_id = 0;            ///< Likewise.
  std::string gtid = {};                  ///< Of a GTID event: as text, or "anonymous".
  std::optional<std::uint64_t> table_id;  ///< Of TABLE_MAP and row events.
  bool ends_statement = false;            ///< Of a row event.
};

/// Decodes all of an event but the rows of row events; table maps enter the context. Throws DecodeError.
SoundEvent decode_sound(const EventView& event, DecodeContext& context);

/// Finds what is wrong with rows, by all of their values.
class RowsCheck {
 public:
  RowsCheck() : discarded_(&sink_), rows_(discarded_, PrintOptions()) {}

  /// Of a row event that decode_sound() has taken.
  std::optional<DecodeError> find_fault(const EventView& event, const DecodeContext& context);

 private:
  DiscardingSink sink_;
  TextBuffer discarded_;
  ReadableRows rows_;  ///< What it can't show is none of its column's values.
};

}  // namespace binlogdump
