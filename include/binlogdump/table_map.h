#pragma once
// A TABLE_MAP_EVENT that outlives its event, with its columns worked out.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "binlogdump/collation.h"
#include "binlogdump/column_type.h"
#include "binlogdump/error.h"
#include "binlogdump/events/table_map_event.h"

namespace binlogdump {

class TableSchema;

/// One column of a table map: all that is needed to find the end of its values and to read them.
struct Column {
  /// The type after looking into MYSQL_TYPE_STRING: ENUM and SET stand here by themselves.
  ColumnType type = MYSQL_TYPE_NULL;
  /// Type metadata as one number, the way mysqlbinlog shows it: STRING, ENUM, SET and NEWDECIMAL have the first byte in
  /// the high half, the other types of two bytes in the low half.
  std::uint16_t meta = 0;
  bool nullable = false;
  // What the log does not tell may come from a schema: TableMap::complete_from().

  /// From the metadata; nullopt: the log does not tell (servers before 8.0.1), or the type has no sign.
  std::optional<bool> is_unsigned{};
  /// Whether the length of a value can be told at all.
  bool size_known = true;
  /// Bytes of the length in front of each value; 0: every value has fixed_size bytes.
  std::uint8_t length_bytes = 0;
  std::uint32_t fixed_size = 0;
  /// CHAR, BINARY, VARCHAR, VARBINARY: most bytes of a value.
  std::uint32_t max_length = 0;
  std::uint16_t json_index = 0;                   ///< JSON: its index among the table's JSON columns.
  std::uint64_t vector_dimensions = 0;            ///< VECTOR: declared number of floats.
  std::uint64_t collation = 0;                    ///< 0: the log does not tell.
  Bytes name{};                                   ///< Empty: the log does not tell.
  const TableMetadata::Labels* labels = nullptr;  ///< Of ENUM and SET columns, or nullptr.
  std::uint64_t labels_collation = 0;             ///< Of labels that come from a schema; 0: the column's.

  /// What the text of its values is in.
  std::uint64_t text_collation() const { return labels_collation != 0 ? labels_collation : collation; }
  int decimal_precision() const { return meta >> 8; }
  int decimal_scale() const { return meta & 0xff; }
  /// TIMESTAMP2, DATETIME2, TIME2: 0 to 6 in sound logs.
  int fraction_digits() const { return meta; }
  int bit_count() const { return (meta >> 8) * 8 + (meta & 0xff); }
  /// Whether the log leaves zero bytes at the end of values out: BINARY(n). Longer ones no server has.
  bool is_padded_binary() const {
    return type == MYSQL_TYPE_STRING && collation == kBinaryCollation && max_length <= kMostPadded;
  }
  static constexpr std::uint32_t kMostPadded = 255;
};

/// What a printer or a condition prepared for the rows of one table; lives and dies with the table map.
struct TablePlan {
  virtual ~TablePlan() = default;
};

/// A TABLE_MAP_EVENT kept for the row events after it. Its bytes are held; what is made of them is dropped when many
/// maps are in force, and made again when it is needed.
class TableMap {
 public:
  /// `event` is a whole TABLE_MAP_EVENT, [body_begin, body_end) its body. Throws DecodeError, offsets counting from the
  /// start of the event; but broken optional metadata is noted, not thrown: rows can be read without it.
  TableMap(Bytes event, std::size_t body_begin, std::size_t body_end, const DecodeContext& context);
  /// The same event, for another context.
  TableMap(const TableMap& other);
  TableMap& operator=(const TableMap&) = delete;

  /// References into these are good until release().
  const TableMapEvent& event() const { return decoded().event; }
  const std::vector<Column>& columns() const { return decoded().columns; }
  std::size_t json_column_count() const { return decoded().json_column_count; }
  Bytes body() const { return bytes_; }
  /// The fault in the optional metadata, if there is one.
  const std::optional<DecodeError>& metadata_error() const { return metadata_error_; }

  /// Takes from the schema what the log does not tell of the columns; they must agree.
  void complete_from(std::shared_ptr<const TableSchema> schema);
  bool is_completed() const { return schema_ != nullptr; }

  /// Memory of what release() drops, roughly, bytes.
  std::size_t cost() const { return decoded_ == nullptr ? 0 : cost_; }
  void release() const;

  /// Kept by the one printer that shows the rows of this log.
  mutable std::unique_ptr<TablePlan> plan;
  /// Kept by the RowCondition that looked at rows of this table last.
  mutable std::unique_ptr<TablePlan> condition_plan;
  /// Number of the context's last look-up of this map.
  mutable std::uint64_t last_use = 0;
  /// Number of the part of the log that it was added in last.
  mutable std::uint64_t part = 0;

 private:
  struct Decoded {
    TableMapEvent event;  ///< Points into bytes_.
    std::vector<Column> columns;
    std::size_t json_column_count = 0;
  };
  static constexpr std::size_t kPlanCostPerColumn = 400;

  const Decoded& decoded() const {
    if (decoded_ == nullptr) decode();
    return *decoded_;
  }
  void decode() const;
  static void make_columns(Decoded& decoded);
  static void add_metadata(Decoded& decoded);

  std::string bytes_;  ///< The body.
  bool short_table_id_;
  std::shared_ptr<const TableSchema> schema_;
  std::optional<DecodeError> metadata_error_;
  mutable std::unique_ptr<Decoded> decoded_;
  mutable std::size_t cost_ = 0;
};

}  // namespace binlogdump
