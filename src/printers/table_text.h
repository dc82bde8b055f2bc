#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
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
/// its primary key. `append_key_name` writes the names in the latter, which mysqlbinlog does not escape.
void append_table_metadata(TextBuffer& out, const TableMap& table, const std::function<void(Bytes)>& append_key_name);

/// A column's type as CREATE TABLE would spell it, as far as the log tells: "VARCHAR(20)". Without a known collation
/// strings count as binary. Empty for a type that is not known.
std::string column_sql_type(const Column& column, const Collation* collation, std::uint64_t geometry_type);

/// Of the numbers in GEOMETRY_TYPE.
std::string_view geometry_type_name(std::uint64_t type);

}  // namespace binlogdump
