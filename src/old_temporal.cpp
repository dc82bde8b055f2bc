#include "binlogdump/old_temporal.h"

#include <algorithm>

#include "binlogdump/values/temporal.h"

namespace binlogdump {

namespace {

/// Notes whether a value is none that a server stores.
struct CheckOldTemporal {
  const std::vector<Column>& columns;
  bool sound = true;

  void begin_row() {}
  void begin_image(RowImage) {}
  void null(std::size_t) {}
  void begin_value(std::size_t) {}
  void value(std::size_t i, Bytes bytes, bool) {
    if (columns[i].type == MYSQL_TYPE_TIME) sound = sound && is_storable(decode_time(bytes.data()));
    if (columns[i].type == MYSQL_TYPE_DATETIME) sound = sound && is_storable(decode_datetime(bytes.data()));
  }
  void end_row() {}
};

}  // namespace

bool is_old_temporal(const Column& column) {
  return column.type == MYSQL_TYPE_TIMESTAMP || column.type == MYSQL_TYPE_TIME || column.type == MYSQL_TYPE_DATETIME;
}

std::optional<DecodeError> old_temporal_fault(const EventView& event, const RowsEvent& rows, const TableMap& table) {
  const std::vector<Column>& columns = table.columns();
  if (std::none_of(columns.begin(), columns.end(), is_old_temporal)) return std::nullopt;
  const std::size_t begin = event.body_end - rows.rows.size();
  CheckOldTemporal check{.columns = columns};
  try {
    Cursor<NoTrace> in(event.bytes, begin, event.body_end);
    for_each_row(in, rows, table, RowsEvent::kind_of(event.header.type()), check);
  } catch (const DecodeError&) {
    check.sound = false;
  }
  if (check.sound) return std::nullopt;
  return DecodeError(begin, "rows",
                     "no values of TIMESTAMP, TIME or DATETIME columns in the old format without fractions; with "
                     "fractions, as in MariaDB, the log does not tell their length");
}

}  // namespace binlogdump
