#pragma once

#include <cstdint>

namespace binlogdump {

/// Column types as TABLE_MAP_EVENT stores them, under MySQL's names (enum_field_types).
enum ColumnType : std::uint8_t {
  MYSQL_TYPE_DECIMAL = 0,  ///< Before 5.0; of unknown length.
  MYSQL_TYPE_TINY = 1,     ///< TINYINT
  MYSQL_TYPE_SHORT = 2,    ///< SMALLINT
  MYSQL_TYPE_LONG = 3,     ///< INT
  MYSQL_TYPE_FLOAT = 4,
  MYSQL_TYPE_DOUBLE = 5,
  MYSQL_TYPE_NULL = 6,
  MYSQL_TYPE_TIMESTAMP = 7,  ///< Before 5.6.4.
  MYSQL_TYPE_LONGLONG = 8,   ///< BIGINT
  MYSQL_TYPE_INT24 = 9,      ///< MEDIUMINT
  MYSQL_TYPE_DATE = 10,
  MYSQL_TYPE_TIME = 11,      ///< Before 5.6.4.
  MYSQL_TYPE_DATETIME = 12,  ///< Before 5.6.4.
  MYSQL_TYPE_YEAR = 13,
  MYSQL_TYPE_NEWDATE = 14,  ///< Internal.
  MYSQL_TYPE_VARCHAR = 15,
  MYSQL_TYPE_BIT = 16,
  MYSQL_TYPE_TIMESTAMP2 = 17,  ///< With 0 to 6 fraction digits, since 5.6.4.
  MYSQL_TYPE_DATETIME2 = 18,
  MYSQL_TYPE_TIME2 = 19,
  MYSQL_TYPE_TYPED_ARRAY = 20,  ///< Multi-valued index; not in row events.
  MYSQL_TYPE_VECTOR = 242,      ///< Since 9.0.
  MYSQL_TYPE_INVALID = 243,
  MYSQL_TYPE_BOOL = 244,  ///< Internal.
  MYSQL_TYPE_JSON = 245,
  MYSQL_TYPE_NEWDECIMAL = 246,  ///< DECIMAL
  MYSQL_TYPE_ENUM = 247,        ///< In a table map only inside MYSQL_TYPE_STRING.
  MYSQL_TYPE_SET = 248,         ///< In a table map only inside MYSQL_TYPE_STRING.
  MYSQL_TYPE_TINY_BLOB = 249,
  MYSQL_TYPE_MEDIUM_BLOB = 250,
  MYSQL_TYPE_LONG_BLOB = 251,
  MYSQL_TYPE_BLOB = 252,  ///< All BLOB and TEXT types.
  MYSQL_TYPE_VAR_STRING = 253,
  MYSQL_TYPE_STRING = 254,  ///< CHAR, BINARY, ENUM, SET
  MYSQL_TYPE_GEOMETRY = 255,
};

/// Most columns that a table can have; mysqlbinlog refuses rows of more.
inline constexpr std::uint64_t kMaxColumns = 4096;
/// Most members of an ENUM.
inline constexpr std::uint64_t kMaxLabels = 65535;

/// Whether the type takes a bit in the SIGNEDNESS metadata. YEAR, DECIMAL and the floating types do; BIT does not.
constexpr bool is_numeric_type(std::uint8_t type) {
  switch (type) {
    case MYSQL_TYPE_TINY:
    case MYSQL_TYPE_SHORT:
    case MYSQL_TYPE_INT24:
    case MYSQL_TYPE_LONG:
    case MYSQL_TYPE_LONGLONG:
    case MYSQL_TYPE_FLOAT:
    case MYSQL_TYPE_DOUBLE:
    case MYSQL_TYPE_NEWDECIMAL:
    case MYSQL_TYPE_YEAR:
      return true;
    default:
      return false;
  }
}

/// Whether the type takes an entry in the charset metadata of character columns; binary strings and VECTOR do (63).
/// `type` is the real type: ENUM and SET have a list of their own.
constexpr bool is_character_type(std::uint8_t type) {
  switch (type) {
    case MYSQL_TYPE_STRING:
    case MYSQL_TYPE_VAR_STRING:
    case MYSQL_TYPE_VARCHAR:
    case MYSQL_TYPE_TINY_BLOB:
    case MYSQL_TYPE_MEDIUM_BLOB:
    case MYSQL_TYPE_LONG_BLOB:
    case MYSQL_TYPE_BLOB:
    case MYSQL_TYPE_VECTOR:
      return true;
    default:
      return false;
  }
}

}  // namespace binlogdump
