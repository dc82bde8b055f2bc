#pragma once
// What CREATE TABLE statements tell of tables, for logs whose TABLE_MAP_EVENTs do not tell it: names of columns, signs,
// labels of ENUM and SET, character sets.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "binlogdump/table_map.h"

namespace binlogdump {

/// A column as a CREATE TABLE statement describes it.
struct SchemaColumn {
  /// As a table map has it; MYSQL_TYPE_INVALID for a type that is not known here, which agrees with any.
  ColumnType type = MYSQL_TYPE_INVALID;
  std::string name;
  std::string type_text;  ///< For messages: VARCHAR(64), without labels.
  /// Characters or, of binary strings, bytes; digits of DECIMAL, fraction digits, bits of BIT, dimensions of VECTOR;
  /// of BLOB and TEXT 1 to 4, the bytes of a value's length, or 0: any.
  std::uint32_t length = 0;
  std::uint32_t scale = 0;       ///< Of DECIMAL.
  std::uint32_t least_room = 0;  ///< TEXT(n), BLOB(n): characters or bytes that must fit; length is 0 then.
  bool is_unsigned = false;
  bool visible = true;
  std::uint64_t collation = 0;        ///< Of strings, ENUM and SET; 0: not known.
  std::uint64_t geometry_type = 0;    ///< As GEOMETRY_TYPE in the metadata.
  std::vector<std::string> labels{};  ///< Of ENUM and SET, in UTF-8.
  /// The labels in the column's character set or, if they can't be given in that, in UTF-8; and which that is.
  std::vector<std::string> encoded_labels{};
  std::uint64_t labels_collation = 0;

  /// Whether it has a character set.
  bool is_text() const;
  /// Makes encoded_labels and labels_collation from the rest.
  void encode_labels();
  /// Whether a log's column can be this one.
  bool agrees_with(const Column& logged) const;
};

/// A table as a CREATE TABLE statement describes it. Does not change once it is in a Schema.
class TableSchema {
 public:
  struct KeyPart {
    std::string column;
    std::uint64_t prefix_length = 0;
  };
  using SharedColumn = std::shared_ptr<const SchemaColumn>;

  std::vector<SharedColumn> columns;
  std::vector<KeyPart> primary_key;
  std::uint64_t collation = 0;  ///< Default of its columns; 0: not known.

  /// Index of a column, whatever the case of ASCII letters; nullopt if there is none.
  std::optional<std::size_t> find(std::string_view name) const;

  /// Why it can't be the table that a log's map describes.
  struct Disagreement {
    std::optional<std::size_t> column;  ///< The first of another type; none: their number differs.
  };
  std::optional<Disagreement> disagreement(const std::vector<Column>& logged) const;

  /// Adds to a map's columns and metadata what the log does not tell of them. They must agree. What is added refers to
  /// this table.
  void complete(std::vector<Column>& columns, TableMetadata& metadata) const;

  /// Once it is complete: makes what complete() refers to.
  void prepare();
  /// Memory it takes, roughly, bytes.
  std::size_t cost() const;

  /// Whether it was said already that it does not agree with the log.
  mutable bool reported = false;

 private:
  std::string visibility_;  ///< As COLUMN_VISIBILITY in the metadata.
  std::vector<TableMetadata::Labels> labels_;
};

/// What a statement depends on besides its text.
struct StatementSettings {
  std::string_view database = {};         ///< The default one; empty: none.
  bool backslash_escapes = true;          ///< Not so with sql_mode NO_BACKSLASH_ESCAPES.
  bool real_is_float = false;             ///< sql_mode REAL_AS_FLOAT.
  std::uint64_t database_collation = 0;   ///< Of tables in the default database; 0: that of the database.
  std::uint64_t server_collation = 0;     ///< Of new databases; 0: not known.
  std::uint64_t utf8mb4_collation = 255;  ///< That CHARACTER SET utf8mb4 alone means.
};

/// The tables that are known, by database. Follows CREATE, ALTER, DROP and RENAME, as far as it understands them: a
/// table that is changed by what it does not understand is forgotten.
class Schema {
 public:
  /// Takes the statements of a file, such as mysqldump writes; in UTF-8. Tables of no database stand for those of their
  /// name in any. `warn` gets the line and the text of what is wrong.
  using Warn = std::function<void(std::size_t line, const std::string& text)>;
  void read_sql(std::string_view text, const Warn& warn);

  /// Whether a statement of the log may be one for apply(); told by its first word, at little cost.
  static bool is_ddl(std::string_view statement);
  /// Takes a statement of the log, in UTF-8. Where the table has a change already, as the schema may be of a later time
  /// than the log, it stays as it is.
  void apply(std::string_view statement, const StatementSettings& settings);

  /// nullptr if the table is not known.
  std::shared_ptr<const TableSchema> find(std::string_view database, std::string_view table) const;
  std::size_t table_count() const { return tables_.size(); }

  /// Completes a map by its table, if that is known and agrees with it; else what is wrong goes to on_disagreement,
  /// once for each version of the table.
  void complete(TableMap& map);
  std::function<void(const TableMap& map, const TableSchema& table, const TableSchema::Disagreement& what)>
      on_disagreement = {};

 private:
  friend class SchemaStatement;  // Carries out one statement.
  using Key = std::pair<std::string, std::string>;

  void put(const Key& key, std::shared_ptr<TableSchema> table);
  void forget(const Key& key);
  void forget_database(const std::string& database);

  // Nothing real comes near it; but a statement of some bytes can double what there is.
  static constexpr std::size_t kMostMemory = 512 << 20;

  /// nullptr for a table that is not known, though one of its name and no database is.
  std::map<Key, std::shared_ptr<const TableSchema>> tables_;
  std::map<std::string, std::uint64_t> databases_;  ///< Their default collation.
  std::size_t cost_ = 0;
};

}  // namespace binlogdump
