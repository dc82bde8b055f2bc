#include "pipeline/log_schema.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "binlogdump/byte_source.h"
#include "binlogdump/charset.h"
#include "printers/table_text.h"

namespace binlogdump {

namespace {

// Bits of sql_mode.
constexpr std::uint64_t kRealAsFloat = 1;
constexpr std::uint64_t kNoBackslashEscapes = 1 << 20;

StatementSettings settings_of(const QueryEvent& query) {
  const QueryStatusVars& vars = query.status_vars;
  const std::uint64_t sql_mode = vars.sql_mode.value_or(0);
  StatementSettings settings{.database = query.db,
                             .backslash_escapes = (sql_mode & kNoBackslashEscapes) == 0,
                             .real_is_float = (sql_mode & kRealAsFloat) != 0,
                             .database_collation = vars.charset_database_number};
  if (vars.charset) settings.server_collation = vars.charset->collation_server;
  if (vars.default_collation_for_utf8mb4_number != 0) {
    settings.utf8mb4_collation = vars.default_collation_for_utf8mb4_number;
  }
  return settings;
}

std::string with_charset(std::string type, std::uint64_t collation) {
  const Collation* found = find_collation(collation);
  if (found == nullptr || found->id == kBinaryCollation) return type;
  return fmt::format("{} CHARACTER SET {}", type, found->charset);
}

std::string type_in_schema(const SchemaColumn& column) {
  const std::string type = column.type_text + (column.is_unsigned ? " UNSIGNED" : "");
  return column.is_text() ? with_charset(type, column.collation) : type;
}

std::string type_in_log(const Column& column) {
  const bool is_string = column.type == MYSQL_TYPE_VARCHAR || column.type == MYSQL_TYPE_STRING;
  if (is_string && column.collation == 0) {
    return fmt::format("{} of {} bytes", column.type == MYSQL_TYPE_VARCHAR ? "VARCHAR" : "CHAR", column.max_length);
  }
  std::string type = column_sql_type(column, find_collation(column.collation), 0);
  if (type.empty()) type = fmt::format("of type {}", static_cast<int>(column.type));
  if (column.is_unsigned.value_or(false) && column.type != MYSQL_TYPE_YEAR) type += " UNSIGNED";
  return with_charset(std::move(type), column.collation);
}

std::string describe(const TableMap& map, const TableSchema& table, const TableSchema::Disagreement& what) {
  std::string text =
      fmt::format("{}.{} is shown without --schema, as it does not agree with the log: ", map.event().database_name,
                  map.event().table_name);
  if (!what.column) {
    return text + fmt::format("{} columns in the schema, {} in the log", table.columns.size(), map.columns().size());
  }
  const SchemaColumn& column = *table.columns[*what.column];
  return text + fmt::format("column {} (`{}`) is {} in the schema, {} in the log", *what.column + 1, column.name,
                            type_in_schema(column), type_in_log(map.columns()[*what.column]));
}

}  // namespace

LogSchema::LogSchema(std::function<void(const std::string& text)> warn) : warn_(std::move(warn)) {
  schema_.on_disagreement = [this](const TableMap& map, const TableSchema& table,
                                   const TableSchema::Disagreement& what) { warn_(describe(map, table, what)); };
}

void LogSchema::read_file(const std::string& path) {
  const std::string text = read_whole_file(path);
  const std::size_t before = schema_.table_count();
  constexpr std::size_t kMostFaults = 20;
  std::size_t faults = 0;
  schema_.read_sql(text, [&](std::size_t line, const std::string& what) {
    if (++faults <= kMostFaults) warn_(fmt::format("{}: line {}: {}", path, line, what));
  });
  if (faults > kMostFaults) warn_(fmt::format("{}: {} more statements are not understood", path, faults - kMostFaults));
  if (schema_.table_count() == before && faults == 0 && !text.empty()) {
    warn_(fmt::format("{}: no CREATE TABLE statement of a new table", path));
  }
}

void LogSchema::watch(const EventView& event, const DecodeContext& context) {
  if (event.header.type() != EventType::QUERY_EVENT) return;
  try {
    const auto query = decode_as<QueryEvent>(event, context);
    if (!Schema::is_ddl(query.query)) return;
    const auto& charsets = query.status_vars.charset;
    const Charset* charset = charsets ? charset_of_collation(charsets->character_set_client) : nullptr;
    if (charset == nullptr || charset->utf8_prefix(query.query) == query.query.size()) {
      return schema_.apply(query.query, settings_of(query));
    }
    TextBuffer utf8;
    append_utf8(utf8, query.query, *charset);
    schema_.apply(utf8.view(), settings_of(query));
  } catch (const DecodeError&) {
    // The printer tells.
  }
}

}  // namespace binlogdump
