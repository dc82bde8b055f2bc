#pragma once
// Carries out one statement on a Schema.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "binlogdump/schema.h"
#include "schema/column_parser.h"
#include "schema/tokens.h"

namespace binlogdump {

/// What ALTER TABLE does to the columns of a table; carried out all at once, as the server does it.
struct TableChanges {
  struct Change {
    std::string old_name{};  ///< Empty: a new column.
    ParsedColumn now{};
    std::string new_name{};         ///< RENAME COLUMN: this only, and `now` is not used.
    std::optional<bool> visible{};  ///< SET VISIBLE, SET INVISIBLE: this only.
  };
  std::vector<std::string> dropped{};
  std::vector<Change> changes{};
  bool drops_primary_key = false;
  std::vector<TableSchema::KeyPart> primary_key{};
  std::optional<std::uint64_t> collation{};       ///< The table's new default.
  std::optional<std::uint64_t> all_collations{};  ///< CONVERT TO CHARACTER SET; 0: to one that is not known.

  /// Throws SqlError if they are no changes of that table.
  void apply_to(TableSchema& table) const;
};

class SchemaStatement {
 public:
  SchemaStatement(Schema& schema, SqlTokens& tokens, const StatementSettings& settings)
      : schema_(schema), in_(tokens), settings_(settings) {}

  /// Does nothing if it is no DDL of tables or databases. On SqlError the table that it would have changed is
  /// forgotten.
  void execute();
  /// What it is, for messages: CREATE TABLE `t`.
  const std::string& title() const { return title_; }

 private:
  using Key = Schema::Key;

  void execute_any();
  void create();
  void create_table();
  void create_like(const Key& key);
  void create_database(bool is_new);
  void parse_element(TableChanges& changes);
  bool parse_key(TableChanges& changes);
  void parse_primary_key(TableChanges& changes);
  ParsedColumn parse_column_of(TableChanges& changes);
  /// An option of a table or database, or a token of one.
  void parse_option(TableChanges& changes);
  bool accept_charset();

  void alter();
  void alter_table();
  void parse_action(TableChanges& changes);
  void parse_add(TableChanges& changes);
  void parse_drop(TableChanges& changes);
  void parse_change(TableChanges& changes, bool has_new_name);
  void parse_alter_column(TableChanges& changes);
  void parse_rename(TableChanges& changes);
  void parse_convert(TableChanges& changes);

  void drop();
  void rename();

  /// Whether a query, or the AS before one, seems to begin.
  bool at_query() const;
  Key table_key();
  /// Tables of a database that this collation stands for are made with it; 0: not known.
  std::uint64_t collation_of(const std::string& database) const;
  /// An option may have an equals sign, or not.
  void skip_equals() { in_.accept('='); }

  Schema& schema_;
  SqlTokens& in_;
  const StatementSettings& settings_;
  std::string title_;
  std::optional<Key> affected_;
  std::optional<Key> new_key_;  ///< Of ALTER TABLE ... RENAME TO.
};

}  // namespace binlogdump
