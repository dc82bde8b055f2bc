#pragma once
// The definition of a column, as CREATE TABLE and ALTER TABLE have it.

#include <cstdint>
#include <string>

#include "binlogdump/schema.h"
#include "schema/tokens.h"

namespace binlogdump {

/// A column whose character set may be that of its table, which is known later.
struct ParsedColumn {
  SchemaColumn column;
  bool charset_given = false;
  bool binary_collation = false;  ///< The attribute BINARY: the _bin collation of its character set.
  bool is_primary_key = false;

  /// Where ALTER TABLE wants it.
  enum class Place : std::uint8_t { kDefault, kFirst, kAfter };
  Place place = Place::kDefault;
  std::string after{};

  /// The column, once its table's collation is known (0: it is not).
  TableSchema::SharedColumn finish(std::uint64_t table_collation) const;
};

/// Reads what follows a column's name, up to the comma or parenthesis behind it. Throws SqlError.
ParsedColumn parse_column(SqlTokens& tokens, std::string name, const StatementSettings& settings);

/// Reads the name of a character set, or of a collation; gives the collation's number, 0 for DEFAULT, or if it is not
/// known here.
std::uint64_t parse_charset(SqlTokens& tokens, const StatementSettings& settings);
std::uint64_t parse_collation(SqlTokens& tokens);

}  // namespace binlogdump
