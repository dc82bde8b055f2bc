#include "printers/table_text.h"

#include <fmt/format.h>

#include <string>

#include "binlogdump/collation.h"
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

constexpr Bytes kGeneratedKeyName = "my_row_id";

bool has_generated_key(const TableMap& table) {
  return (table.event().flags & TableMapEvent::TM_GENERATED_INVISIBLE_PK_F) != 0;
}

/// Walks the columns; the metadata lists some facts for columns of some types only.
class ColumnList {
 public:
  ColumnList(TextBuffer& out, const TableMap& table)
      : out_(out), table_(table), metadata_(table.event().optional_metadata) {}

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
    const Collation* collation = find_collation(column.collation);
    // A generated invisible primary key has the same name in all tables, which the log need not tell.
    const bool is_generated_key = i == 0 && has_generated_key(table_);
    const Bytes name = is_generated_key && metadata_.column_names.empty() ? kGeneratedKeyName : column.name;
    if (!name.empty()) {
      out_.append('`');
      append_pretty(out_, name, PrettyContext::kIdentifier);
      out_.append("` ");
    }
    const std::uint64_t geometry = column.type == MYSQL_TYPE_GEOMETRY ? next(metadata_.geometry_types, geometries_) : 0;
    const std::string type = column_sql_type(column, collation, geometry);
    if (type.empty()) {
      out_.append(fmt::format("INVALID_TYPE({})", static_cast<int>(column.type)));
      return false;
    }
    out_.append(type);
    if (column.is_unsigned.value_or(false) && column.type != MYSQL_TYPE_YEAR) out_.append(" UNSIGNED");
    if (!column.nullable) out_.append(" NOT NULL");
    if (column.labels != nullptr) append_labels(out_, *column.labels);
    if (collation != nullptr && column.type != MYSQL_TYPE_VECTOR &&
        (column.type == MYSQL_TYPE_ENUM || column.type == MYSQL_TYPE_SET || !is_binary(collation))) {
      out_.append(fmt::format(" CHARSET {} COLLATE {}", collation->charset, collation->name));
    }
    if (!is_visible(i, is_generated_key)) out_.append(" INVISIBLE");
    if (is_generated_key) out_.append(" AUTO_INCREMENT");
    return true;
  }

  bool is_visible(std::size_t i, bool is_generated_key) const {
    if (!metadata_.column_visibility) return !is_generated_key;
    return i / 8 >= metadata_.column_visibility->size() || bit_high_first(metadata_.column_visibility->data(), i);
  }

  static std::uint64_t next(const std::vector<std::uint64_t>& values, std::size_t& index) {
    return index < values.size() ? values[index++] : 0;
  }

  TextBuffer& out_;
  const TableMap& table_;
  const TableMetadata& metadata_;
  std::size_t geometries_ = 0;
};

void append_primary_key(TextBuffer& out, const TableMap& table) {
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
      out.append(table.columns()[part.column].name);
    } else {
      out.append_number(part.column);
    }
    if (part.prefix_length != 0) out.append(fmt::format("({})", part.prefix_length));
  }
  out.append(")\n");
}

}  // namespace

void append_table_metadata(TextBuffer& out, const TableMap& table) {
  ColumnList(out, table).print();
  append_primary_key(out, table);
}

}  // namespace binlogdump
