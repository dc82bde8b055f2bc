#pragma once

#include <optional>
#include <string>
#include <vector>

#include "binlogdump/collation.h"
#include "binlogdump/table_map.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// A column as CREATE TABLE would spell it, beside what Column says.
struct ColumnDescription {
  std::string type;                      ///< VARCHAR(20), without UNSIGNED and labels; empty: not known.
  const Collation* collation = nullptr;  ///< Only where CREATE TABLE would name one; nullptr too if the log does not.
  std::optional<bool> visible;           ///< nullopt: the log does not tell.
};
std::vector<ColumnDescription> describe_columns(const TableMap& table);

/// The comment lines of mysqlbinlog --print-table-metadata: the table's columns as CREATE TABLE would spell them, and
/// its primary key.
void append_table_metadata(TextBuffer& out, const TableMap& table);

}  // namespace binlogdump
