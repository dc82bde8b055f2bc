#pragma once
// A TABLE_MAP_EVENT as JSON.

#include "binlogdump/table_map.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// The name of a column as that of a member: @1, @2 ... where the log has none. `index` counts from 0.
void append_json_column_name(TextBuffer& out, const Column& column, std::size_t index);

/// "columns":[...],"primary_key":[...], the latter only if the log tells.
void append_table_definition(TextBuffer& out, const TableMap& table);

}  // namespace binlogdump
