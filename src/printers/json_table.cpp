#include "printers/json_table.h"

#include "printers/json_text.h"
#include "printers/json_writer.h"
#include "printers/table_text.h"

namespace binlogdump {

namespace {

/// Writes the columns' objects.
class ColumnList {
 public:
  ColumnList(JsonWriter& json, const TableMap& table) : json_(json), table_(table), columns_(describe_columns(table)) {}

  void write() {
    json_.key("columns");
    json_.begin_array();
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      json_.element();
      json_.begin_object();
      write_column(table_.columns()[i], columns_[i]);
      json_.end();
    }
    json_.end();
  }

 private:
  void write_column(const Column& column, const ColumnDescription& description) {
    if (!column.name.empty()) {
      json_.key("name");
      append_json_guess(json_.out(), column.name);
    }
    if (description.type.empty()) {
      json_.member("type", static_cast<int>(column.type));
    } else {
      json_.member("type", description.type);
    }
    json_.member("nullable", column.nullable);
    if (column.is_unsigned && column.type != MYSQL_TYPE_YEAR) json_.member("unsigned", *column.is_unsigned);
    if (description.collation != nullptr) {
      json_.member("charset", description.collation->charset);
      json_.member("collation", description.collation->name);
    }
    if (column.labels != nullptr) write_labels(column);
    if (description.visible) json_.member("visible", *description.visible);
  }

  void write_labels(const Column& column) {
    const JsonTextStyle style(column.text_collation());
    json_.key("labels");
    json_.begin_array();
    for (const Bytes label : *column.labels) {
      json_.element();
      style.append(json_.out(), label);
    }
    json_.end();
  }

  JsonWriter& json_;
  const TableMap& table_;
  std::vector<ColumnDescription> columns_;
};

void write_column_name(JsonWriter& json, const Column& column, std::size_t index) {
  if (!column.name.empty()) return append_json_guess(json.out(), column.name);
  append_json_column_name(json.out(), column, index);
}

void write_primary_key(JsonWriter& json, const TableMap& table) {
  const std::vector<TableMetadata::PrimaryKeyPart>& key = table.event().optional_metadata.primary_key;
  if (key.empty()) return;
  json.key("primary_key");
  json.begin_array();
  for (const TableMetadata::PrimaryKeyPart& part : key) {
    json.element();
    json.begin_object();
    json.key("column");
    if (part.column < table.columns().size()) {
      const auto index = static_cast<std::size_t>(part.column);
      write_column_name(json, table.columns()[index], index);
    } else {
      json.integer(part.column);
    }
    if (part.prefix_length != 0) json.member("prefix_length", part.prefix_length);
    json.end();
  }
  json.end();
}

}  // namespace

void append_json_column_name(TextBuffer& out, const Column& column, std::size_t index) {
  if (!column.name.empty()) return append_json_key(out, column.name);
  out.append("\"@");
  out.append_number(index + 1);
  out.append('"');
}

void append_table_definition(TextBuffer& out, const TableMap& table) {
  JsonWriter json(out, JsonIntegers::kNumbers);
  ColumnList(json, table).write();
  write_primary_key(json, table);
}

}  // namespace binlogdump
