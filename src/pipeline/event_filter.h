#pragma once
// Which events match the filters of the command line.

#include <re2/re2.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "binlogdump/decode.h"
#include "binlogdump/row_condition.h"
#include "binlogdump/selection_options.h"
#include "binlogdump/text_buffer.h"
#include "pipeline/name_pattern.h"
#include "pipeline/type_filter.h"

namespace binlogdump {

/// The parts of a statement that filters ask about; read without its status variables.
struct StatementView {
  std::uint32_t thread_id = 0;
  Bytes db;
  Bytes query;
  bool is_damaged = false;  ///< It can't be decoded: nothing of it is known.
};

/// Of a QUERY_EVENT or EXECUTE_LOAD_QUERY_EVENT.
StatementView statement_of(const EventView& event, const DecodeContext& context);

/// The filters that look at single events: by type, server, database, table, text. The maps of tables that match are
/// remembered until their rows come.
class EventFilter {
 public:
  /// `local_timestamps`: --where compares TIMESTAMP values in the zone of TZ. Throws std::invalid_argument.
  EventFilter(const SelectionOptions& options, bool local_timestamps);

  /// Whether the options have any of these filters.
  static bool is_given(const SelectionOptions& options);
  /// Whether the matching of an event depends on more than its header, so that events such as TABLE_MAP_EVENTs, which
  /// are nothing by themselves, are shown only with what needs them.
  bool is_by_content() const { return by_content_; }

  /// Whether BEGIN, COMMIT and GTID events never match, and rows only by their table.
  bool takes_rows_only() const { return rows_only_ && !server_id_; }
  /// For takes_rows_only(): whether a TABLE_MAP or row event, by its body, is one of the table that was looked at last,
  /// which does not match.
  bool passes_over_map(Bytes body) const { return newest_ != nullptr && !newest_->matches && newest_->bytes == body; }
  bool passes_over_rows(Bytes body) const {
    return newest_ != nullptr && !newest_->matches && load_u48(body.data()) == newest_id_;
  }

  /// The same for a statement.
  bool passes_over_statement(Bytes query) const { return !mentions_table(query); }

  /// A new file or a new FORMAT_DESCRIPTION_EVENT: maps end.
  void clear_tables();

  /// Takes a TABLE_MAP_EVENT; it waits for rows.
  void note_table_map(const EventView& event, const DecodeContext& context);
  /// The map of a row event's table if it waits to be shown; it does not wait any more. Good until the next call of
  /// note_table_map().
  const EventView* take_table_map(const EventView& rows_event, const DecodeContext& context);

  /// `statement` is that of the event, if it is one.
  bool matches(const EventView& event, const StatementView& statement, const DecodeContext& context);

  /// Of the row event that was looked at last: which rows do, or nullptr for all.
  const RowSelection* selected_rows() const { return condition_ ? &selected_rows_ : nullptr; }

  /// What the options name and the logs have not: sentences for stderr.
  std::vector<std::string> warnings() const;

 private:
  /// What a TABLE_MAP_EVENT said, and what the filters say to it.
  struct Table {
    std::string bytes;  ///< The event's, if it matches; else its body.
    bool matches = false;
    bool waiting = false;
    EventView event;  ///< A view of `bytes`.
  };
  static constexpr std::size_t kMostTables = 4096;

  template <class Pattern>
  struct Counted {
    Pattern pattern;
    bool occurred = false;
  };
  using Names = std::vector<Counted<NamePattern>>;
  using Tables = std::vector<Counted<TablePattern>>;

  Table* find_table(std::uint64_t id);
  static std::optional<std::uint64_t> table_id(const EventView& event, const DecodeContext& context);
  bool table_matches(const std::string& database, const std::string& table);
  bool is_of_matching_table(const EventView& event, const DecodeContext& context);
  bool rows_match(const EventView& event, const DecodeContext& context);
  bool statement_matches(const EventView& event, const StatementView& statement, const DecodeContext& context);
  bool database_matches(Bytes database);
  bool text_matches(Bytes text);
  bool grep_statement(const EventView& event, const StatementView& statement, const DecodeContext& context);
  bool mentions_table(Bytes query) const;
  void count_mention(Bytes query);

  std::uint32_t server_id_mask_ = ~0U;
  std::optional<std::uint64_t> server_id_;
  bool skip_gtids_;
  bool by_content_;
  TypeFilter types_;
  Tables tables_;
  Tables exclude_tables_;
  Names databases_;
  Names exclude_databases_;
  std::vector<std::unique_ptr<RE2>> grep_;
  std::optional<RowCondition> condition_;  ///< --where
  DecodeContext condition_context_;        ///< With the tables that match, for it.
  RowSelection selected_rows_;
  bool rows_only_;  ///< Asked for what only rows have.

  std::unordered_map<std::uint64_t, Table> maps_;
  std::unordered_map<std::uint64_t, Table> older_maps_;  ///< So that those in use outlive a great many others.
  Table* newest_ = nullptr;
  std::uint64_t newest_id_ = 0;
  std::uint64_t mentions_ = 0;  ///< Statements that hold the name of a table asked for.
  TextBuffer utf8_{nullptr, 256};
};

}  // namespace binlogdump
