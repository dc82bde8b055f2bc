#include "printers/table_text.h"

#include <fmt/format.h>

#include <string>

#include "printers/pretty_text.h"

namespace binlogdump {

namespace {

std::string with_fraction(const char* name, int digits) {
  return digits == 0 ? std::string(name) : fmt::format("{}({})", name, digits);
}

bool is_binary(const Collation* collation) {
  return collation == nullptr || collation->id == kBinaryCollation;
}

/// CHAR, VARCHAR: length in characters; BINARY, VARBINARY: in bytes. Without a known collation they count as binary.
std::string string_type(const Column& column, const Collation* collation, const char* text, const char* binary) {
  if (is_binary(collation)) return fmt::format("{}({})", binary, column.max_length);
  return fmt::format("{}({})", text, column.max_length / collation->max_length);
}

std::string blob_type(const Column& column, const Collation* collation) {
  static constexpr const char* kPrefixes[] = {"TINY", "", "MEDIUM", "LONG"};
  if (!column.size_known) return fmt::format("INVALID_BLOB({})", column.meta);
  return fmt::format("{}{}", kPrefixes[column.meta - 1], is_binary(collation) ? "BLOB" : "TEXT");
}

}  // namespace

std::string_view geometry_type_name(std::uint64_t type) {
  static constexpr std::string_view kNames[] = {"GEOMETRY",   "POINT",           "LINESTRING",   "POLYGON",
                                                "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON", "GEOMCOLLECTION"};
  return type < std::size(kNames) ? kNames[type] : "GEOMETRY";
}

std::string column_sql_type(const Column& column, const Collation* collation, std::uint64_t geometry_type) {
  switch (column.type) {
    case MYSQL_TYPE_LONG:
      return "INT";
    case MYSQL_TYPE_TINY:
      return "TINYINT";
    case MYSQL_TYPE_SHORT:
      return "SMALLINT";
    case MYSQL_TYPE_INT24:
      return "MEDIUMINT";
    case MYSQL_TYPE_LONGLONG:
      return "BIGINT";
    case MYSQL_TYPE_NEWDECIMAL:
      return fmt::format("DECIMAL({},{})", column.decimal_precision(), column.decimal_scale());
    case MYSQL_TYPE_FLOAT:
      return "FLOAT";
    case MYSQL_TYPE_DOUBLE:
      return "DOUBLE";
    case MYSQL_TYPE_BIT:
      return fmt::format("BIT({})", column.bit_count());
    case MYSQL_TYPE_TIMESTAMP2:
      return with_fraction("TIMESTAMP", column.meta);
    case MYSQL_TYPE_DATETIME2:
      return with_fraction("DATETIME", column.meta);
    case MYSQL_TYPE_TIME2:
      return with_fraction("TIME", column.meta);
    case MYSQL_TYPE_TIMESTAMP:
      return "TIMESTAMP";
    case MYSQL_TYPE_DATETIME:
      return "DATETIME";
    case MYSQL_TYPE_TIME:
      return "TIME";
    case MYSQL_TYPE_NEWDATE:
    case MYSQL_TYPE_DATE:
      return "DATE";
    case MYSQL_TYPE_YEAR:
      return "YEAR";
    case MYSQL_TYPE_BOOL:
      return "BOOLEAN";
    case MYSQL_TYPE_ENUM:
      return "ENUM";
    case MYSQL_TYPE_SET:
      return "SET";
    case MYSQL_TYPE_BLOB:
      return blob_type(column, collation);
    case MYSQL_TYPE_VARCHAR:
    case MYSQL_TYPE_VAR_STRING:
      return string_type(column, collation, "VARCHAR", "VARBINARY");
    case MYSQL_TYPE_STRING:
      return string_type(column, collation, "CHAR", "BINARY");
    case MYSQL_TYPE_JSON:
      return "JSON";
    case MYSQL_TYPE_GEOMETRY:
      return std::string(geometry_type_name(geometry_type));
    case MYSQL_TYPE_VECTOR:
      return fmt::format("VECTOR({})", column.vector_dimensions);
    default:
      return {};
  }
}

namespace {

void append_labels(TextBuffer& out, const TableMetadata::Labels& labels) {
  std::string_view separator = "(";
  for (const Bytes label : labels) {
    out.append(separator);
    out.append('\'');
    append_pretty(out, label, PrettyContext::kString);
    out.append('\'');
    separator = ", ";
  }
  out.append(")");
}

bool has_generated_key(const TableMap& table) {
  return (table.event().flags & TableMapEvent::TM_GENERATED_INVISIBLE_PK_F) != 0;
}

std::optional<bool> visibility(const TableMap& table, std::size_t i) {
  const TableMetadata& metadata = table.event().optional_metadata;
  if (metadata.column_visibility) {
    return i / 8 >= metadata.column_visibility->size() || bit_high_first(metadata.column_visibility->data(), i);
  }
  if (i == 0 && has_generated_key(table)) return false;
  return std::nullopt;
}

constexpr Bytes kGeneratedKeyName = "my_row_id";

class ColumnList {
 public:
  ColumnList(TextBuffer& out, const TableMap& table)
      : out_(out), table_(table), metadata_(table.event().optional_metadata), descriptions_(describe_columns(table)) {}

  void print() {
    out_.append("# Columns(");
    const std::size_t count = table_.columns().size();
    for (std::size_t i = 0; i < count; ++i) {
      // mysqlbinlog forgets the separator behind a type that it does not know.
      if (print_column(i) && i + 1 < count) out_.append(",\n#         ");
    }
    out_.append(")\n");
  }

 private:
  /// False for a type that is not known.
  bool print_column(std::size_t i) {
    const Column& column = table_.columns()[i];
    const ColumnDescription& description = descriptions_[i];
    // A generated invisible primary key has the same name in all tables, which the log need not tell.
    const bool is_generated_key = i == 0 && has_generated_key(table_);
    const Bytes name = is_generated_key && metadata_.column_names.empty() ? kGeneratedKeyName : column.name;
    if (!name.empty()) {
      out_.append('`');
      append_pretty(out_, name, PrettyContext::kIdentifier);
      out_.append("` ");
    }
    if (description.type.empty()) {
      out_.append(fmt::format("INVALID_TYPE({})", static_cast<int>(column.type)));
      return false;
    }
    out_.append(description.type);
    if (column.is_unsigned.value_or(false) && column.type != MYSQL_TYPE_YEAR) out_.append(" UNSIGNED");
    if (!column.nullable) out_.append(" NOT NULL");
    if (column.labels != nullptr) append_labels(out_, *column.labels);
    if (const Collation* collation = description.collation) {
      out_.append(fmt::format(" CHARSET {} COLLATE {}", collation->charset, collation->name));
    }
    if (!description.visible.value_or(true)) out_.append(" INVISIBLE");
    if (is_generated_key) out_.append(" AUTO_INCREMENT");
    return true;
  }

  TextBuffer& out_;
  const TableMap& table_;
  const TableMetadata& metadata_;
  std::vector<ColumnDescription> descriptions_;
};

void append_primary_key(TextBuffer& out, const TableMap& table, const std::function<void(Bytes)>& append_name) {
  if (has_generated_key(table)) {
    out.append("# Primary Key(my_row_id)\n");
    return;
  }
  const auto& key = table.event().optional_metadata.primary_key;
  if (key.empty()) return;
  out.append("# Primary Key(");
  std::string_view separator;
  for (const TableMetadata::PrimaryKeyPart& part : key) {
    out.append(separator);
    separator = ", ";
    const bool named = part.column < table.columns().size() && !table.columns()[part.column].name.empty();
    if (named) {
      append_name(table.columns()[part.column].name);
    } else {
      out.append_number(part.column);
    }
    if (part.prefix_length != 0) out.append(fmt::format("({})", part.prefix_length));
  }
  out.append(")\n");
}

}  // namespace

std::vector<ColumnDescription> describe_columns(const TableMap& table) {
  const std::vector<std::uint64_t>& geometry_types = table.event().optional_metadata.geometry_types;
  std::vector<ColumnDescription> descriptions(table.columns().size());
  std::size_t geometries = 0;  // The metadata lists these for columns of that type only.
  for (std::size_t i = 0; i < descriptions.size(); ++i) {
    const Column& column = table.columns()[i];
    const Collation* collation = find_collation(column.collation);
    const bool is_geometry = column.type == MYSQL_TYPE_GEOMETRY;
    const std::size_t geometry = is_geometry ? geometries++ : geometry_types.size();
    const bool has_labels = column.type == MYSQL_TYPE_ENUM || column.type == MYSQL_TYPE_SET;
    const bool has_collation = has_labels || (column.type != MYSQL_TYPE_VECTOR && !is_binary(collation));
    descriptions[i] = {
        .type = column_sql_type(column, collation, geometry < geometry_types.size() ? geometry_types[geometry] : 0),
        .collation = has_collation ? collation : nullptr,
        .visible = visibility(table, i)};
  }
  return descriptions;
}

void append_table_metadata(TextBuffer& out, const TableMap& table, const std::function<void(Bytes)>& append_key_name) {
  ColumnList(out, table).print();
  append_primary_key(out, table, append_key_name);
}

}  // namespace binlogdump
