#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "binlogdump/column_type.h"
#include "binlogdump/context.h"
#include "binlogdump/cursor.h"

namespace binlogdump {

/// Optional metadata at the end of a TABLE_MAP_EVENT: fields of (type, packed length, value). SIGNEDNESS and one of the
/// charset fields are always written, the rest with binlog_row_metadata=FULL. Since 8.0.1; unknown types are skipped.
/// Source: mysql::binlog::event::Table_map_event, Optional_metadata_field_type.
struct TableMetadata {
  enum FieldType : std::uint8_t {
    SIGNEDNESS = 1,
    DEFAULT_CHARSET = 2,
    COLUMN_CHARSET = 3,
    COLUMN_NAME = 4,
    SET_STR_VALUE = 5,
    ENUM_STR_VALUE = 6,
    GEOMETRY_TYPE = 7,
    SIMPLE_PRIMARY_KEY = 8,
    PRIMARY_KEY_WITH_PREFIX = 9,
    ENUM_AND_SET_DEFAULT_CHARSET = 10,
    ENUM_AND_SET_COLUMN_CHARSET = 11,
    COLUMN_VISIBILITY = 12,      ///< Since 8.0.23.
    VECTOR_DIMENSIONALITY = 13,  ///< Since 9.0.
  };

  /// Collations of a class of columns: a default with exceptions, or one for each.
  struct Charsets {
    std::uint64_t default_collation = 0;
    /// Index among the columns of the class, collation.
    std::vector<std::pair<std::uint64_t, std::uint64_t>> exceptions;
    std::vector<std::uint64_t> by_column;
    bool has_default = false;

    /// Whether the metadata said anything.
    bool known() const { return has_default || !by_column.empty(); }
    /// Collation of the index-th column of the class; 0 if the metadata has none.
    std::uint64_t collation(std::size_t index) const;

    friend bool operator==(const Charsets&, const Charsets&) = default;
  };
  struct PrimaryKeyPart {
    std::uint64_t column = 0;         ///< Index from 0.
    std::uint64_t prefix_length = 0;  ///< Characters; 0: the whole column.
    friend bool operator==(const PrimaryKeyPart&, const PrimaryKeyPart&) = default;
  };
  using Labels = std::vector<Bytes>;

  std::optional<Bytes> signedness;  ///< Bit high first for each numeric column: 1 is unsigned.
  Charsets charsets;                ///< Of character columns.
  std::vector<Bytes> column_names;
  std::vector<Labels> set_str_value;   ///< For each SET column, its members in the column's charset.
  std::vector<Labels> enum_str_value;  ///< For each ENUM column.
  std::vector<std::uint64_t> geometry_types;
  std::vector<PrimaryKeyPart> primary_key;
  Charsets enum_and_set_charsets;
  std::optional<Bytes> column_visibility;  ///< Bit high first for each column: 1 is visible.
  std::vector<std::uint64_t> vector_dimensionality;

  /// Reads to the end of the range.
  static TableMetadata decode(EventCursor auto& in) {
    TableMetadata metadata;
    metadata.decode_fields(in);
    return metadata;
  }

  /// The same; on a DecodeError what was read before it is kept.
  void decode_fields(EventCursor auto& in) {
    while (!in.at_end()) {
      const std::uint8_t type = in.u8("metadata_type");
      in.group(field_name(type), in.packed("metadata_length"), [&](auto& field) { decode_field(field, type); });
    }
  }

  /// Memory held, roughly, bytes.
  std::size_t cost() const;

  friend bool operator==(const TableMetadata&, const TableMetadata&) = default;

 private:
  static const char* field_name(std::uint8_t type);

  void decode_field(EventCursor auto& in, std::uint8_t type) {
    switch (type) {
      case SIGNEDNESS:
        signedness = in.rest("signedness");
        break;
      case DEFAULT_CHARSET:
        decode_default_charset(in, charsets);
        break;
      case COLUMN_CHARSET:
        decode_numbers(in, charsets.by_column, "collation");
        break;
      case COLUMN_NAME:
        while (has_more(in, column_names)) {
          column_names.push_back(in.packed_bytes("column_name_length", "column_name"));
        }
        break;
      case SET_STR_VALUE:
        decode_labels(in, set_str_value);
        break;
      case ENUM_STR_VALUE:
        decode_labels(in, enum_str_value);
        break;
      case GEOMETRY_TYPE:
        decode_numbers(in, geometry_types, "geometry_type");
        break;
      case SIMPLE_PRIMARY_KEY:
        while (has_more(in, primary_key)) primary_key.push_back({.column = in.packed("column_index")});
        break;
      case PRIMARY_KEY_WITH_PREFIX:
        while (has_more(in, primary_key)) {
          primary_key.push_back({.column = in.packed("column_index"), .prefix_length = in.packed("prefix_length")});
        }
        break;
      case ENUM_AND_SET_DEFAULT_CHARSET:
        decode_default_charset(in, enum_and_set_charsets);
        break;
      case ENUM_AND_SET_COLUMN_CHARSET:
        decode_numbers(in, enum_and_set_charsets.by_column, "collation");
        break;
      case COLUMN_VISIBILITY:
        column_visibility = in.rest("column_visibility");
        break;
      case VECTOR_DIMENSIONALITY:
        decode_numbers(in, vector_dimensionality, "vector_dimensionality");
        break;
      default:
        in.unparsed_rest();
    }
  }

  /// Whether a list goes on; none has more entries than a table can have columns.
  static bool has_more(EventCursor auto& in, const auto& list) {
    if (in.at_end()) return false;
    if (list.size() == kMaxColumns) in.fail("metadata", "more entries than a table can have columns");
    return true;
  }

  static void decode_numbers(EventCursor auto& in, std::vector<std::uint64_t>& numbers, std::string_view name) {
    while (has_more(in, numbers)) numbers.push_back(in.packed(name));
  }
  static void decode_default_charset(EventCursor auto& in, Charsets& charsets) {
    charsets.default_collation = in.packed("default_collation");
    charsets.has_default = true;
    while (has_more(in, charsets.exceptions)) {
      const std::uint64_t index = in.packed("column_index");
      charsets.exceptions.emplace_back(index, in.packed("collation"));
    }
  }
  static void decode_labels(EventCursor auto& in, std::vector<Labels>& columns) {
    while (has_more(in, columns)) {
      Labels& labels = columns.emplace_back();
      const std::uint64_t count = in.packed("value_count");
      if (count > kMaxLabels) in.fail("value_count", "more values than an ENUM can have");
      for (std::uint64_t left = count; left > 0; --left) {
        labels.push_back(in.packed_bytes("value_length", "value"));
      }
    }
  }
};

/// TABLE_MAP_EVENT: what the rows of the following row events consist of. Valid until another map of the same table_id,
/// or the next FORMAT_DESCRIPTION_EVENT. Since 5.1. Source: mysql::binlog::event::Table_map_event.
struct TableMapEvent {
  enum Flags : std::uint16_t {
    TM_BIT_LEN_EXACT_F = 1,
    TM_REFERRED_FK_DB_F = 2,          ///< The table is the parent of a foreign key.
    TM_GENERATED_INVISIBLE_PK_F = 4,  ///< Its first column is a generated invisible primary key. Since 8.0.30.
  };

  std::uint64_t table_id = 0;  ///< Links row events to the map; not stable over server restarts.
  std::uint16_t flags = 0;
  Bytes database_name;
  Bytes table_name;
  std::uint64_t column_count = 0;
  Bytes column_type;  ///< One byte for each column: ColumnType.
  Bytes metadata;     ///< The columns' type metadata, concatenated.
  Bytes null_bits;    ///< Bit low first: 1 is nullable.
  TableMetadata optional_metadata;

  static TableMapEvent decode(EventCursor auto& in, const DecodeContext& context) {
    TableMapEvent event = decode_columns(in, has_short_table_id(context));
    event.optional_metadata = TableMetadata::decode(in);
    return event;
  }

  /// 5.1 before 5.1.4 wrote table ids of 4 bytes.
  static bool has_short_table_id(const DecodeContext& context) {
    return context.format.has_short_table_id(EventType::TABLE_MAP_EVENT);
  }

  /// What comes before the columns: for filters.
  static TableMapEvent decode_names(EventCursor auto& in, bool short_table_id) {
    TableMapEvent event;
    event.table_id = short_table_id ? in.u32("table_id") : in.u48("table_id");
    event.flags = in.u16("flags");
    event.database_name = decode_name(in, "database_name_length", "database_name");
    event.table_name = decode_name(in, "table_name_length", "table_name");
    return event;
  }

  /// All but the optional metadata: rows can be read without it.
  static TableMapEvent decode_columns(EventCursor auto& in, bool short_table_id) {
    TableMapEvent event = decode_names(in, short_table_id);
    event.column_count = in.packed("column_count");
    if (event.column_count == 0) in.fail("column_count", "no columns");
    if (event.column_count > kMaxColumns) in.fail("column_count", "more columns than a table can have");
    event.column_type = in.bytes(in.checked(event.column_count, "column_type"), "column_type");
    event.metadata = in.packed_bytes("metadata_length", "metadata");
    event.null_bits = in.bytes((event.column_type.size() + 7) / 8, "null_bits");
    return event;
  }

  friend bool operator==(const TableMapEvent&, const TableMapEvent&) = default;

 private:
  /// A name with its length before it and a NUL behind.
  static Bytes decode_name(EventCursor auto& in, std::string_view length_name, std::string_view name) {
    const std::uint64_t length = in.packed(length_name);
    const Bytes text = in.bytes(in.checked(length, name), name);
    in.u8("nul");
    return text;
  }
};

}  // namespace binlogdump
