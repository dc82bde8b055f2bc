#pragma once

#include "binlogdump/table_map.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// The comment lines of mysqlbinlog --print-table-metadata: the table's columns as CREATE TABLE would spell them, and
/// its primary key.
void append_table_metadata(TextBuffer& out, const TableMap& table);

}  // namespace binlogdump
