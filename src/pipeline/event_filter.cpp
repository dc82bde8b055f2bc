#include "pipeline/event_filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "binlogdump/ascii.h"
#include "binlogdump/charset.h"
#include "pipeline/find_bytes.h"
#include "printers/session_text.h"

namespace binlogdump {

namespace {

std::vector<std::unique_ptr<RE2>> compile(const std::vector<std::string>& expressions) {
  std::vector<std::unique_ptr<RE2>> compiled;
  for (const std::string& expression : expressions) {
    compiled.push_back(std::make_unique<RE2>(expression, RE2::Quiet));
    if (!compiled.back()->ok()) {
      throw std::invalid_argument(fmt::format("--grep: '{}': {}", expression, compiled.back()->error()));
    }
  }
  return compiled;
}

template <class Counted>
std::vector<Counted> table_patterns(std::string_view option, const std::vector<std::string>& texts) {
  std::vector<Counted> patterns;
  for (const std::string& text : texts) {
    std::optional<TablePattern> pattern = TablePattern::parse(text);
    if (!pattern) throw std::invalid_argument(fmt::format("--{}: '{}' is not DATABASE.TABLE", option, text));
    patterns.push_back({.pattern = std::move(*pattern)});
  }
  return patterns;
}

template <class Counted>
std::vector<Counted> name_patterns(const std::vector<std::string>& texts) {
  std::vector<Counted> patterns;
  for (const std::string& text : texts) patterns.push_back({.pattern = NamePattern(text)});
  return patterns;
}

/// Whether any of the patterns takes it; all that do have occurred.
template <class Counted, class Matches>
bool any_matches(std::vector<Counted>& patterns, Matches matches) {
  bool any = false;
  for (Counted& entry : patterns) {
    if (!matches(entry.pattern)) continue;
    entry.occurred = true;
    any = true;
  }
  return any;
}

}  // namespace

StatementView statement_of(const EventView& event, const DecodeContext& context) {
  try {
    if (event.header.type() == EventType::EXECUTE_LOAD_QUERY_EVENT) {
      const auto load = decode_as<ExecuteLoadQueryEvent>(event, context);
      return {.thread_id = load.thread_id, .db = load.db, .query = load.query, .is_damaged = false};
    }
    Cursor<NoTrace> in(event.bytes, event.body_begin, event.body_end);
    const QueryEvent query = QueryEvent::decode_without_status_vars(in, context);
    return {.thread_id = query.thread_id, .db = query.db, .query = query.query, .is_damaged = false};
  } catch (const DecodeError&) {
    StatementView damaged;
    damaged.is_damaged = true;
    return damaged;
  }
}

namespace {

/// Filters that ask for more than the header of an event.
bool has_content_filter(const SelectionOptions& options) {
  return !options.types.empty() || !options.tables.empty() || !options.exclude_tables.empty() ||
         !options.databases.empty() || !options.exclude_databases.empty() || !options.where.empty() ||
         !options.grep.empty();
}

}  // namespace

bool EventFilter::is_given(const SelectionOptions& options) {
  return has_content_filter(options) || options.server_id.value_or(0) != 0 || options.skip_gtids;
}

EventFilter::EventFilter(const SelectionOptions& options, bool local_timestamps)
    : skip_gtids_(options.skip_gtids),
      by_content_(has_content_filter(options)),
      tables_(table_patterns<Counted<TablePattern>>("table", options.tables)),
      exclude_tables_(table_patterns<Counted<TablePattern>>("exclude-table", options.exclude_tables)),
      databases_(name_patterns<Counted<NamePattern>>(options.databases)),
      exclude_databases_(name_patterns<Counted<NamePattern>>(options.exclude_databases)),
      grep_(compile(options.grep)) {
  if (options.server_id_bits < 32) server_id_mask_ = (1U << options.server_id_bits) - 1;
  // As in mysqlbinlog, 0 is any server.
  if (options.server_id.value_or(0) != 0) server_id_ = options.server_id;
  for (const std::string& names : options.types) {
    const std::string problem = types_.add(names);
    if (!problem.empty()) throw std::invalid_argument("--type: " + problem);
  }
  if (!options.where.empty()) {
    condition_ = RowCondition::parse_any(options.where);
    condition_->use_local_timestamps(local_timestamps);
  }
  rows_only_ = !tables_.empty() || condition_;
  if (rows_only_ && !grep_.empty()) {
    throw std::invalid_argument(
        "--table and --where take rows, --grep takes statements: together nothing matches. With --whole-transaction, "
        "ask for one of them");
  }
}

void EventFilter::clear_tables() {
  maps_.clear();
  older_maps_.clear();
  newest_ = nullptr;
  condition_context_.clear_table_maps();
}

std::optional<std::uint64_t> EventFilter::table_id(const EventView& event, const DecodeContext& context) {
  const Bytes body = event.body();
  if (context.format.has_short_table_id(event.header.type())) {
    return body.size() < 4 ? std::nullopt : std::optional<std::uint64_t>(load_u32(body.data()));
  }
  return body.size() < 6 ? std::nullopt : std::optional<std::uint64_t>(load_u48(body.data()));
}

EventFilter::Table* EventFilter::find_table(std::uint64_t id) {
  for (auto* maps : {&maps_, &older_maps_}) {
    if (const auto found = maps->find(id); found != maps->end()) return &found->second;
  }
  return nullptr;
}

void EventFilter::note_table_map(const EventView& event, const DecodeContext& context) {
  const std::optional<std::uint64_t> id = table_id(event, context);
  if (!id) return;
  if (maps_.size() >= kMostTables) {
    older_maps_ = std::move(maps_);
    maps_.clear();
  }
  newest_ = &maps_[*id];
  newest_id_ = *id;
  Table& table = *newest_;
  const Bytes known = table.matches ? table.event.body() : Bytes(table.bytes);
  if (known != event.body()) {
    try {
      Cursor<NoTrace> in(event.bytes, event.body_begin, event.body_end);
      const TableMapEvent map = TableMapEvent::decode_names(in, TableMapEvent::has_short_table_id(context));
      table.matches = table_matches(std::string(map.database_name), std::string(map.table_name));
    } catch (const DecodeError&) {
      table.matches = true;  // Whatever it is must not be lost.
    }
    if (!table.matches) table.bytes = event.body();
  }
  table.waiting = table.matches;
  if (!table.matches) return;
  table.bytes = event.bytes;
  table.event = event;
  table.event.bytes = table.bytes;
  if (!condition_) return;
  condition_context_.format = context.format;
  condition_context_.schema = context.schema;
  try {
    condition_context_.add_table_map(event.bytes, event.body_begin, event.body_end);
  } catch (const DecodeError&) {
    // Then its rows are shown, as those that no condition can be asked about.
  }
}

const EventView* EventFilter::take_table_map(const EventView& rows_event, const DecodeContext& context) {
  const std::optional<std::uint64_t> id = table_id(rows_event, context);
  if (!id) return nullptr;
  Table* const table = find_table(*id);
  if (table == nullptr || !std::exchange(table->waiting, false)) return nullptr;
  return &table->event;
}

bool EventFilter::table_matches(const std::string& database, const std::string& table) {
  const auto by_name = [&](const TablePattern& pattern) { return pattern.matches(database, table); };
  const auto by_database = [&](const NamePattern& pattern) { return pattern.matches(database); };
  const bool wanted = (any_matches(tables_, by_name) || tables_.empty()) &&
                      (any_matches(databases_, by_database) || databases_.empty());
  const bool excluded = any_matches(exclude_tables_, by_name) || any_matches(exclude_databases_, by_database);
  return wanted && !excluded;
}

bool EventFilter::matches(const EventView& event, const StatementView& statement, const DecodeContext& context) {
  const EventType type = event.header.type();
  selected_rows_.clear();  // An event that is shown though it does not match has all of its rows.
  if (server_id_ && (event.header.server_id & server_id_mask_) != *server_id_) return false;
  if (skip_gtids_ && (is_gtid_event(type) || type == EventType::PREVIOUS_GTIDS_LOG_EVENT)) return false;
  if (!by_content_) return true;
  const bool is_statement = is_statement_event(type);
  if (!types_.empty() && !types_.contains(type)) {
    if (!is_statement || !types_.asks_for_statements()) return false;
    if (!statement.is_damaged && !types_.contains_statement(statement.query)) return false;
  }
  if (is_rows_event(type)) return rows_match(event, context);
  if (is_statement) return statement_matches(event, statement, context);
  if (rows_only_) return false;
  if (belongs_to_statement(type)) return types_.contains(type) && databases_.empty() && grep_.empty();
  switch (type) {
    case EventType::TABLE_MAP_EVENT: {
      // Only if it is asked for by its name: else it is shown with rows.
      const std::optional<std::uint64_t> id = table_id(event, context);
      const Table* const table = id ? find_table(*id) : nullptr;
      return types_.contains(type) && grep_.empty() && table != nullptr && table->matches;
    }
    case EventType::ROWS_QUERY_LOG_EVENT: {
      Cursor<NoTrace> in(event.bytes, event.body_begin, event.body_end);
      return databases_.empty() && text_matches(RowsQueryLogEvent::decode(in, context).rows_query);
    }
    default:
      return databases_.empty() && grep_.empty();
  }
}

bool EventFilter::rows_match(const EventView& event, const DecodeContext& context) {
  if (!grep_.empty() || !is_of_matching_table(event, context)) return false;
  if (!condition_ || condition_->select(event, condition_context_, selected_rows_)) return true;
  selected_rows_.clear();
  return false;
}

bool EventFilter::is_of_matching_table(const EventView& event, const DecodeContext& context) {
  const std::optional<std::uint64_t> id = table_id(event, context);
  if (!id) return true;
  if (newest_ != nullptr && newest_id_ == *id) return newest_->matches;
  const Table* const table = find_table(*id);
  // Rows whose map is missing may be those that are looked for.
  return table == nullptr || table->matches;
}

bool EventFilter::statement_matches(const EventView& event, const StatementView& statement,
                                    const DecodeContext& context) {
  if (rows_only_) {
    count_mention(statement.query);
    return false;
  }
  if (statement.is_damaged) return true;  // It may be the one that is looked for, and is shown with its fault.
  return database_matches(statement.db) && (grep_.empty() || grep_statement(event, statement, context));
}

bool EventFilter::database_matches(Bytes database) {
  if (databases_.empty() && exclude_databases_.empty()) return true;
  const std::string name(database);
  const auto by_name = [&](const NamePattern& pattern) { return pattern.matches(name); };
  if (!databases_.empty() && (name.empty() || !any_matches(databases_, by_name))) return false;
  return name.empty() || !any_matches(exclude_databases_, by_name);
}

bool EventFilter::text_matches(Bytes text) {
  return grep_.empty() || std::any_of(grep_.begin(), grep_.end(), [&](const std::unique_ptr<RE2>& expression) {
           return RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *expression);
         });
}

bool EventFilter::grep_statement(const EventView& event, const StatementView& statement, const DecodeContext& context) {
  const bool all_ascii = std::all_of(statement.query.begin(), statement.query.end(), is_ascii);
  if (all_ascii || event.header.type() != EventType::QUERY_EVENT) return text_matches(statement.query);
  const auto query = decode_as<QueryEvent>(event, context);
  if (!query.status_vars.charset) return text_matches(query.query);
  const Charset* charset = charset_of_collation(query.status_vars.charset->character_set_client);
  if (charset == nullptr) return text_matches(query.query);
  utf8_.clear();
  append_utf8(utf8_, query.query, *charset);
  return text_matches(utf8_.view());
}

namespace {

/// Whether `name` stands in the text as a whole word.
bool names(Bytes text, std::string_view name) {
  const auto is_part = [&](std::size_t at) {
    const char c = at < text.size() ? text[at] : ' ';
    return c == '_' || c == '$' || !is_ascii(c) || is_digit(c) || is_letter(c);
  };
  for (std::size_t at = find_bytes(text, name); at != Bytes::npos; at = find_bytes(text, name, at + 1)) {
    if ((at == 0 || !is_part(at - 1)) && !is_part(at + name.size())) return true;
  }
  return false;
}

}  // namespace

bool EventFilter::mentions_table(Bytes query) const {
  return std::any_of(tables_.begin(), tables_.end(), [&](const Counted<TablePattern>& entry) {
    return !entry.pattern.table().is_glob() && names(query, entry.pattern.table().text());
  });
}

void EventFilter::count_mention(Bytes query) {
  if (!is_transaction_keyword(query) && mentions_table(query)) ++mentions_;
}

std::vector<std::string> EventFilter::warnings() const {
  std::vector<std::string> sentences;
  const auto complain = [&](const auto& patterns, std::string_view option, std::string_view what) {
    for (const auto& entry : patterns) {
      if (!entry.occurred) sentences.push_back(fmt::format("--{}={}: no {} here", option, entry.pattern.text(), what));
    }
  };
  complain(tables_, "table", "row of such a table is");
  complain(exclude_tables_, "exclude-table", "row of such a table is");
  complain(databases_, "database", "row or statement of such a database is");
  complain(exclude_databases_, "exclude-database", "row or statement of such a database is");
  if (condition_) {
    for (const std::string& column : condition_->unknown_columns()) {
      sentences.push_back(fmt::format(
          "--where: no table here has a column {}{}", column,
          condition_->met_unnamed_columns() ? " (tables without column names in the log: @N can be used)" : ""));
    }
    for (const std::string& text : condition_->notes()) sentences.push_back("--where: " + text);
  }
  if (mentions_ > 0) {
    sentences.push_back(
        fmt::format("--table takes rows only; {} {} a table's name in its text (DDL, statement format): --grep finds "
                    "such",
                    mentions_, mentions_ == 1 ? "statement has" : "statements have"));
  }
  return sentences;
}

}  // namespace binlogdump
