#include "schema/statement.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace binlogdump {

namespace {

constexpr std::size_t kMostKeyParts = 64;  // Servers allow 16 or 32.

/// Changes one existing column; what it becomes.
TableSchema::SharedColumn changed(const SchemaColumn& old, const TableChanges::Change& change,
                                  std::uint64_t collation) {
  if (change.new_name.empty() && !change.visible) return change.now.finish(collation);
  auto column = std::make_shared<SchemaColumn>(old);
  if (!change.new_name.empty()) column->name = change.new_name;
  if (change.visible) column->visible = *change.visible;
  return column;
}

TableSchema::SharedColumn converted(const SchemaColumn& old, std::uint64_t collation) {
  auto column = std::make_shared<SchemaColumn>(old);
  column->collation = collation;
  // A TEXT becomes a longer one where the same characters might not fit.
  if (column->type == MYSQL_TYPE_BLOB) column->length = column->least_room = 0;
  column->encode_labels();
  return column;
}

void insert(TableSchema& table, const ParsedColumn& parsed, TableSchema::SharedColumn column) {
  auto place = table.columns.end();
  if (parsed.place == ParsedColumn::Place::kFirst) place = table.columns.begin();
  if (parsed.place == ParsedColumn::Place::kAfter) {
    const std::optional<std::size_t> before = table.find(parsed.after);
    if (!before) throw SqlError(fmt::format("no column `{}`", parsed.after));
    place = table.columns.begin() + static_cast<std::ptrdiff_t>(*before) + 1;
  }
  table.columns.insert(place, std::move(column));
}

}  // namespace

void TableChanges::apply_to(TableSchema& table) const {
  if (collation) table.collation = *collation;
  if (all_collations) table.collation = *all_collations;
  std::vector<TableSchema::SharedColumn> old = std::move(table.columns);
  table.columns.clear();
  // Those that get a new place come behind, like new ones.
  std::vector<std::pair<const ParsedColumn*, TableSchema::SharedColumn>> placed;
  const auto is_named = [](std::string_view name) {
    return [=](const std::string& each) { return same_name(each, name); };
  };
  for (TableSchema::SharedColumn& column : old) {
    if (std::any_of(dropped.begin(), dropped.end(), is_named(column->name))) continue;
    if (all_collations && column->is_text() && column->collation != kBinaryCollation) {
      column = converted(*column, *all_collations);
    }
    const auto change = std::find_if(changes.begin(), changes.end(), [&](const Change& each) {
      return !each.old_name.empty() && same_name(each.old_name, column->name);
    });
    if (change == changes.end()) {
      table.columns.push_back(std::move(column));
      continue;
    }
    TableSchema::SharedColumn now = changed(*column, *change, table.collation);
    for (TableSchema::KeyPart& part : table.primary_key) {
      if (same_name(part.column, column->name)) part.column = now->name;
    }
    if (change->now.place == ParsedColumn::Place::kDefault) {
      table.columns.push_back(std::move(now));
    } else {
      placed.emplace_back(&change->now, std::move(now));
    }
  }
  for (const Change& change : changes) {
    if (!change.old_name.empty()) {
      const auto moved =
          std::find_if(placed.begin(), placed.end(), [&](const auto& each) { return each.first == &change.now; });
      if (moved != placed.end()) insert(table, change.now, std::move(moved->second));
    } else if (!table.find(change.now.column.name)) {
      // Else the schema is of a later time, and has it already.
      insert(table, change.now, change.now.finish(table.collation));
    }
    if (table.columns.size() > kMaxColumns) throw SqlError("more columns than a table can have");
  }
  if (table.columns.empty()) throw SqlError("no columns");
  if (drops_primary_key) table.primary_key.clear();
  if (!primary_key.empty()) table.primary_key = primary_key;
  std::erase_if(table.primary_key,
                [&](const auto& part) { return std::any_of(dropped.begin(), dropped.end(), is_named(part.column)); });
}

void SchemaStatement::execute() {
  try {
    execute_any();
  } catch (const SqlError&) {
    if (affected_) schema_.forget(*affected_);
    throw;
  }
}

void SchemaStatement::execute_any() {
  if (in_.accept("CREATE")) {
    create();
  } else if (in_.accept("ALTER")) {
    alter();
  } else if (in_.accept("DROP")) {
    drop();
  } else if (in_.accept("RENAME")) {
    rename();
  }
}

SchemaStatement::Key SchemaStatement::table_key() {
  std::string name = in_.name();
  if (!in_.accept('.')) return {std::string(settings_.database), std::move(name)};
  std::string table = in_.name();
  return {std::move(name), std::move(table)};
}

std::uint64_t SchemaStatement::collation_of(const std::string& database) const {
  if (settings_.database_collation != 0 && database == settings_.database) return settings_.database_collation;
  const auto found = schema_.databases_.find(database);
  return found != schema_.databases_.end() ? found->second : 0;
}

void SchemaStatement::create() {
  in_.accept("OR", "REPLACE");
  // Temporary tables have no rows in the log, and hide others only in their session.
  if (in_.accept("TABLE")) return create_table();
  if (in_.accept("DATABASE") || in_.accept("SCHEMA")) create_database(true);
}

void SchemaStatement::create_table() {
  const bool only_if_new = in_.accept("IF", "NOT", "EXISTS");
  const Key key = table_key();
  title_ = fmt::format("CREATE TABLE `{}`", key.second);
  if (only_if_new && schema_.find(key.first, key.second) != nullptr) return;
  if (in_.accept("LIKE")) return create_like(key);
  // The columns of a query are not known. In the log's row format they stand in the statement.
  if (!in_.accept('(') || at_query() || in_.peek().is_word("WITH")) return;
  if (in_.accept("LIKE")) return create_like(key);
  affected_ = key;
  TableChanges changes;
  do {
    parse_element(changes);
    if (changes.changes.size() > kMaxColumns) throw SqlError("more columns than a table can have");
  } while (in_.accept(','));
  in_.expect(')');
  // A CREATE is the next statement, if they stand behind each other without semicolons.
  while (!in_.at_end() && !in_.peek().is_word("CREATE")) {
    // Columns of a query come to those that are listed.
    if (at_query() && !in_.peek().is_symbol('(')) return;
    parse_option(changes);
  }
  auto table = std::make_shared<TableSchema>();
  table->collation = collation_of(key.first);
  changes.apply_to(*table);
  schema_.put(key, std::move(table));
}

void SchemaStatement::create_like(const Key& key) {
  const Key source = table_key();
  const auto table = schema_.find(source.first, source.second);
  if (table == nullptr) return schema_.forget(key);
  schema_.put(key, std::make_shared<TableSchema>(*table));
}

void SchemaStatement::create_database(bool is_new) {
  const bool only_if_new = in_.accept("IF", "NOT", "EXISTS");
  std::string name(settings_.database);
  const SqlToken& next = in_.peek();
  const bool has_name = is_new || !(next.is_word("DEFAULT") || next.is_word("CHARACTER") || next.is_word("CHARSET") ||
                                    next.is_word("COLLATE") || next.is_word("ENCRYPTION") || next.is_word("READ"));
  if (has_name) name = in_.name();
  if (only_if_new && schema_.databases_.contains(name)) return;
  TableChanges options;
  if (is_new && settings_.server_collation != 0) options.collation = settings_.server_collation;
  while (!in_.at_end()) parse_option(options);
  if (options.collation) schema_.databases_[name] = *options.collation;
}

bool SchemaStatement::at_query() const {
  const SqlToken& next = in_.peek();
  return next.is_symbol('(') || next.is_word("AS") || next.is_word("SELECT") || next.is_word("VALUES") ||
         next.is_word("TABLE");
}

void SchemaStatement::parse_element(TableChanges& changes) {
  if (parse_key(changes)) return;
  changes.changes.push_back({.now = parse_column_of(changes)});
}

ParsedColumn SchemaStatement::parse_column_of(TableChanges& changes) {
  ParsedColumn parsed = parse_column(in_, in_.name(), settings_);
  if (parsed.is_primary_key) changes.primary_key = {{.column = parsed.column.name}};
  return parsed;
}

bool SchemaStatement::parse_key(TableChanges& changes) {
  const SqlToken& next = in_.peek();
  SqlTokens ahead = in_;
  if (ahead.accept("PERIOD", "FOR") || ahead.accept("VECTOR", "KEY") || ahead.accept("VECTOR", "INDEX")) {
    in_.skip_item();
    return true;
  }
  if (next.is_word("CONSTRAINT")) {
    in_.next();
    // It may have a name.
    ahead = in_;
    if (!ahead.accept("PRIMARY", "KEY") && !in_.peek().is_word("UNIQUE") && !in_.peek().is_word("FOREIGN") &&
        !in_.peek().is_word("CHECK")) {
      in_.name();
    }
  }
  if (in_.accept("PRIMARY", "KEY")) {
    parse_primary_key(changes);
    return true;
  }
  for (const std::string_view keyword : {"KEY", "INDEX", "UNIQUE", "FULLTEXT", "SPATIAL", "FOREIGN", "CHECK"}) {
    if (!in_.peek().is_word(keyword)) continue;
    in_.skip_item();
    return true;
  }
  return false;
}

void SchemaStatement::parse_primary_key(TableChanges& changes) {
  // USING BTREE, a name.
  while (!in_.at_end() && !in_.peek().is_symbol('(')) in_.next();
  in_.expect('(');
  changes.primary_key.clear();
  do {
    TableSchema::KeyPart part{.column = in_.name()};
    if (in_.accept('(')) {
      part.prefix_length = in_.number();
      in_.expect(')');
    }
    if (!in_.accept("ASC")) in_.accept("DESC");
    changes.primary_key.push_back(std::move(part));
    if (changes.primary_key.size() > kMostKeyParts) throw SqlError("more parts than a key can have");
  } while (in_.accept(','));
  in_.expect(')');
  in_.skip_item();
}

bool SchemaStatement::accept_charset() {
  return in_.accept("CHARSET") || in_.accept("CHARACTER", "SET") || in_.accept("CHAR", "SET");
}

void SchemaStatement::parse_option(TableChanges& changes) {
  if (accept_charset()) {
    skip_equals();
    changes.collation = parse_charset(in_, settings_);
  } else if (in_.accept("COLLATE")) {
    skip_equals();
    if (const std::uint64_t collation = parse_collation(in_); collation != 0) changes.collation = collation;
  } else if (in_.next().is_symbol('(')) {
    in_.skip_parenthesis();
  }
}

void SchemaStatement::alter() {
  if (in_.accept("DATABASE") || in_.accept("SCHEMA")) return create_database(false);
  if (!in_.accept("ONLINE")) in_.accept("OFFLINE");
  in_.accept("IGNORE");
  if (in_.accept("TABLE")) alter_table();
}

void SchemaStatement::alter_table() {
  in_.accept("IF", "EXISTS");
  const Key key = table_key();
  title_ = fmt::format("ALTER TABLE `{}`", key.second);
  const auto known = schema_.find(key.first, key.second);
  affected_ = key;
  if (in_.accept("WAIT")) in_.number();
  in_.accept("NOWAIT");
  TableChanges changes;
  while (!in_.at_end()) {
    if (!in_.accept(',')) parse_action(changes);
    if (changes.changes.size() + changes.dropped.size() > kMaxColumns) {
      throw SqlError("more columns than a table can have");
    }
  }
  if (known == nullptr) return;
  auto table = std::make_shared<TableSchema>(*known);
  table->reported = false;
  changes.apply_to(*table);
  if (new_key_) schema_.forget(key);
  schema_.put(new_key_.value_or(key), std::move(table));
}

void SchemaStatement::parse_action(TableChanges& changes) {
  if (in_.accept("ADD")) return parse_add(changes);
  if (in_.accept("DROP")) return parse_drop(changes);
  if (in_.accept("MODIFY")) return parse_change(changes, false);
  if (in_.accept("CHANGE")) return parse_change(changes, true);
  if (in_.accept("ALTER")) return parse_alter_column(changes);
  if (in_.accept("RENAME")) return parse_rename(changes);
  if (in_.accept("CONVERT", "TO")) return parse_convert(changes);
  // Options, which may stand behind each other without commas, and what is done to partitions.
  if (in_.peek().is_symbol(')')) in_.fail("an action");
  while (!in_.at_end() && !in_.peek().is_symbol(',')) {
    parse_option(changes);
  }
}

void SchemaStatement::parse_add(TableChanges& changes) {
  const bool is_column = in_.accept("COLUMN");
  in_.accept("IF", "NOT", "EXISTS");
  if (in_.accept('(')) {
    do {
      parse_element(changes);
    } while (in_.accept(','));
    return in_.expect(')');
  }
  if (!is_column && in_.peek().is_word("PARTITION")) return in_.skip_item();
  if (!is_column && parse_key(changes)) return;
  changes.changes.push_back({.now = parse_column_of(changes)});
}

void SchemaStatement::parse_drop(TableChanges& changes) {
  const bool is_column = in_.accept("COLUMN");
  if (!is_column && in_.accept("PRIMARY", "KEY")) {
    changes.drops_primary_key = true;
    return;
  }
  if (!is_column) {
    for (const std::string_view keyword : {"INDEX", "KEY", "FOREIGN", "CHECK", "CONSTRAINT", "PARTITION", "PERIOD"}) {
      if (!in_.peek().is_word(keyword)) continue;
      // PARTITION p0, p1
      while (!in_.at_end() && (keyword == "PARTITION" || !in_.peek().is_symbol(','))) in_.next();
      return;
    }
  }
  in_.accept("IF", "EXISTS");
  changes.dropped.push_back(in_.name());
  in_.skip_item();
}

void SchemaStatement::parse_change(TableChanges& changes, bool has_new_name) {
  in_.accept("COLUMN");
  in_.accept("IF", "EXISTS");
  SqlTokens at_name = in_;
  std::string old_name = in_.name();
  if (!has_new_name) in_ = at_name;
  ParsedColumn now = parse_column_of(changes);
  changes.changes.push_back({.old_name = std::move(old_name), .now = std::move(now)});
}

void SchemaStatement::parse_alter_column(TableChanges& changes) {
  for (const std::string_view keyword : {"INDEX", "KEY", "CHECK", "CONSTRAINT"}) {
    if (in_.peek().is_word(keyword)) return in_.skip_item();
  }
  in_.accept("COLUMN");
  in_.accept("IF", "EXISTS");
  std::string name = in_.name();
  if (in_.accept("SET", "INVISIBLE")) {
    changes.changes.push_back({.old_name = std::move(name), .visible = false});
  } else if (in_.accept("SET", "VISIBLE")) {
    changes.changes.push_back({.old_name = std::move(name), .visible = true});
  } else {
    in_.skip_item();
  }
}

void SchemaStatement::parse_rename(TableChanges& changes) {
  if (in_.peek().is_word("INDEX") || in_.peek().is_word("KEY")) return in_.skip_item();
  if (in_.accept("COLUMN")) {
    in_.accept("IF", "EXISTS");
    std::string old_name = in_.name();
    in_.expect("TO");
    changes.changes.push_back({.old_name = std::move(old_name), .new_name = in_.name()});
    return;
  }
  if (!in_.accept("TO") && !in_.accept("AS")) skip_equals();
  new_key_ = table_key();
}

void SchemaStatement::parse_convert(TableChanges& changes) {
  if (!accept_charset()) in_.fail("CHARACTER SET");
  changes.all_collations = parse_charset(in_, settings_);
  if (!in_.accept("COLLATE")) return;
  skip_equals();
  if (const std::uint64_t collation = parse_collation(in_); collation != 0) changes.all_collations = collation;
}

void SchemaStatement::drop() {
  if (in_.accept("DATABASE") || in_.accept("SCHEMA")) {
    in_.accept("IF", "EXISTS");
    return schema_.forget_database(in_.name());
  }
  if (!in_.accept("TABLE") && !in_.accept("TABLES")) return;
  in_.accept("IF", "EXISTS");
  do {
    schema_.forget(table_key());
  } while (in_.accept(','));
}

void SchemaStatement::rename() {
  if (!in_.accept("TABLE") && !in_.accept("TABLES")) return;
  in_.accept("IF", "EXISTS");
  do {
    const Key from = table_key();
    if (in_.accept("WAIT")) in_.number();
    in_.accept("NOWAIT");
    in_.expect("TO");
    const Key to = table_key();
    const auto table = schema_.find(from.first, from.second);
    // If it is not known, the schema may be of a later time, and know the new name.
    if (table == nullptr) continue;
    schema_.forget(from);
    schema_.put(to, std::make_shared<TableSchema>(*table));
  } while (in_.accept(','));
}

}  // namespace binlogdump
