#pragma once

#include <optional>

#include "binlogdump/decode.h"
#include "binlogdump/rows_event.h"

namespace binlogdump {

/// Whether a column is of type 7, 11 or 12.
bool is_old_temporal(const Column& column);

/// TIMESTAMP, TIME and DATETIME in the format before MySQL 5.6.4 (types 7, 11, 12) have no fraction, and no precision
/// in the metadata; MariaDB gave them fractions all the same, of a length that no log tells. Nothing for rows that make
/// sense without fractions, else the fault: a byte too many here would be taken for the next column.
std::optional<DecodeError> old_temporal_fault(const EventView& event, const RowsEvent& rows, const TableMap& table);

}  // namespace binlogdump
