#pragma once
// The few fields of a row event that are printed with no row of it.

#include <cstddef>
#include <cstdint>

#include "binlogdump/decode.h"
#include "binlogdump/rows_event.h"

namespace binlogdump {

/// What is printed of a row event besides its rows.
struct RowsHead {
  std::uint64_t table_id = 0;
  std::uint16_t flags = 0;

  /// Reads it from an event whose head is as servers write it of tables with 250 columns at the most, and complete:
  /// faster than to decode it. False for others.
  bool read_usual(const EventView& event, const DecodeContext& context) {
    constexpr std::size_t kPostHeaderSize = 8;
    constexpr std::size_t kExtraInfoSize = 2;  // Of none.
    const EventType type = event.header.type();
    const RowsEvent::Kind kind = RowsEvent::kind_of(type);
    const std::size_t width_at = kPostHeaderSize + (kind.has_extra_row_info ? kExtraInfoSize : 0);
    const Bytes body = event.body();
    if (context.format.has_short_table_id(type) || body.size() <= width_at) return false;
    if (kind.has_extra_row_info && load_u16(&body[kPostHeaderSize]) != kExtraInfoSize) return false;
    const std::uint8_t width = load_u8(&body[width_at]);
    const std::size_t images = (kind.before_image ? 1 : 0) + (kind.after_image ? 1 : 0);
    if (width == 0 || width > 250 || body.size() - width_at - 1 < images * ((width + 7U) / 8)) return false;
    table_id = load_u48(body.data());
    flags = load_u16(&body[6]);
    return true;
  }
  bool ends_statement() const { return (flags & RowsEvent::STMT_END_F) != 0; }
};

}  // namespace binlogdump
