#include "binlogdump/schema.h"

#include <utility>

#include "schema/statement.h"
#include "schema/tokens.h"

namespace binlogdump {

namespace {

/// The database that mysqldump names in its first lines, where it dumps one without saying USE; empty if there is none.
std::string_view database_of_dump(std::string_view text) {
  constexpr std::size_t kFirstLines = 1000;
  constexpr std::string_view kBegin = "\n-- Host: ", kName = "Database: ";
  text = text.substr(0, kFirstLines);
  const std::size_t begin = text.find(kBegin);
  if (begin == text.npos) return {};
  std::string_view line = text.substr(begin + 1);
  line = line.substr(0, line.find_first_of("\r\n"));
  const std::size_t name = line.find(kName);
  return name == line.npos ? std::string_view() : line.substr(name + kName.size());
}

/// A generated invisible primary key, which the statement that makes its table does not mention.
TableSchema::SharedColumn generated_key() {
  return std::make_shared<SchemaColumn>(SchemaColumn{
      .type = MYSQL_TYPE_LONGLONG, .name = "my_row_id", .type_text = "BIGINT", .is_unsigned = true, .visible = false});
}

std::shared_ptr<const TableSchema> with_generated_key(const TableSchema& table) {
  auto with_key = std::make_shared<TableSchema>(table);
  with_key->columns.insert(with_key->columns.begin(), generated_key());
  with_key->primary_key = {{.column = "my_row_id"}};
  with_key->prepare();
  return with_key;
}

}  // namespace

void Schema::read_sql(std::string_view text, const Warn& warn) {
  SqlTokens tokens(text);
  std::string database(database_of_dump(text));
  bool more = tokens.next_statement();
  while (more) {
    StatementSettings settings{.database = database};
    SchemaStatement statement(*this, tokens, settings);
    try {
      if (tokens.accept("USE")) {
        database = tokens.name();
      } else {
        statement.execute();
      }
    } catch (const SqlError& error) {
      const std::string title = statement.title().empty() ? "" : statement.title() + ": ";
      warn(tokens.line(), title + error.what());
    }
    // Behind a CREATE TABLE there may be another, without a semicolon.
    more = tokens.peek().is_word("CREATE") || tokens.next_statement();
  }
}

bool Schema::is_ddl(std::string_view statement) {
  SqlTokens tokens(statement);
  if (!tokens.next_statement()) return false;
  const SqlToken& first = tokens.peek();
  return first.is_word("CREATE") || first.is_word("ALTER") || first.is_word("DROP") || first.is_word("RENAME");
}

void Schema::apply(std::string_view statement, const StatementSettings& settings) {
  SqlTokens tokens(statement, settings.backslash_escapes);
  if (!tokens.next_statement()) return;
  try {
    SchemaStatement(*this, tokens, settings).execute();
  } catch (const SqlError&) {
    // The table is forgotten; the log shows what it has.
  }
}

std::shared_ptr<const TableSchema> Schema::find(std::string_view database, std::string_view table) const {
  auto found = tables_.find(Key(database, table));
  if (found == tables_.end()) found = tables_.find(Key("", table));
  return found == tables_.end() ? nullptr : found->second;
}

void Schema::complete(TableMap& map) {
  const TableMapEvent& event = map.event();
  if (!event.optional_metadata.column_names.empty()) return;  // The log tells all.
  const std::shared_ptr<const TableSchema> known = find(event.database_name, event.table_name);
  if (known == nullptr) return;
  const bool has_generated_key = (event.flags & TableMapEvent::TM_GENERATED_INVISIBLE_PK_F) != 0;
  const bool lacks_it = has_generated_key && known->columns.size() + 1 == map.columns().size();
  std::shared_ptr<const TableSchema> table = lacks_it ? with_generated_key(*known) : known;
  const std::optional<TableSchema::Disagreement> disagreement = table->disagreement(map.columns());
  if (!disagreement) return map.complete_from(std::move(table));
  if (!std::exchange(known->reported, true) && on_disagreement) on_disagreement(map, *table, *disagreement);
}

void Schema::put(const Key& key, std::shared_ptr<TableSchema> table) {
  forget(key);
  const std::size_t cost = table->cost();
  if (cost > kMostMemory - cost_) throw SqlError("no room for more tables");
  cost_ += cost;
  table->prepare();
  tables_.insert_or_assign(key, std::move(table));
}

void Schema::forget(const Key& key) {
  const auto found = tables_.find(key);
  if (found != tables_.end()) {
    if (found->second != nullptr) cost_ -= found->second->cost();
    tables_.erase(found);
  }
  if (!key.first.empty() && tables_.contains(Key("", key.second))) tables_.emplace(key, nullptr);
}

void Schema::forget_database(const std::string& database) {
  databases_.erase(database);
  for (auto at = tables_.lower_bound(Key(database, "")); at != tables_.end() && at->first.first == database;) {
    const Key key = (at++)->first;
    forget(key);
  }
}

}  // namespace binlogdump
