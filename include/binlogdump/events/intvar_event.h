#pragma once

#include "binlogdump/context.h"
#include "binlogdump/cursor.h"

namespace binlogdump {

/// INTVAR_EVENT: the value of an automatic integer that the next statement uses.
/// Source: mysql::binlog::event::Intvar_event.
struct IntvarEvent {
  static constexpr std::uint8_t kLastInsertId = 1;
  static constexpr std::uint8_t kInsertId = 2;

  std::uint8_t intvar_type = 0;  ///< kLastInsertId or kInsertId; others are invalid.
  std::uint64_t val = 0;

  static IntvarEvent decode(EventCursor auto& in, const DecodeContext&) {
    return {.intvar_type = in.u8("type"), .val = in.u64("val")};
  }

  friend bool operator==(const IntvarEvent&, const IntvarEvent&) = default;
};

}  // namespace binlogdump
