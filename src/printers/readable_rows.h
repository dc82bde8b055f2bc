#pragma once
// Rows as text for people: names, labels, one reading of each value.

#include <optional>
#include <vector>

#include "binlogdump/decode.h"
#include "binlogdump/print_options.h"
#include "binlogdump/table_map.h"
#include "binlogdump/text_buffer.h"
#include "printers/column_text.h"
#include "printers/palette.h"

namespace binlogdump {

/// How many rows of an event were inserted, changed, deleted.
struct RowCounts {
  std::uint64_t inserted = 0;
  std::uint64_t updated = 0;
  std::uint64_t deleted = 0;

  RowCounts& operator+=(const RowCounts& other) {
    inserted += other.inserted;
    updated += other.updated;
    deleted += other.deleted;
    return *this;
  }
};

/// Writes the rows of one row event after the other.
class ReadableRows {
 public:
  ReadableRows(TextBuffer& out, const PrintOptions& options)
      : out_(out), options_(options), palette_(options.color), values_(out, options.local_timestamps) {}

  struct Result {
    RowCounts counts;
    std::optional<DecodeError> error;  ///< The first value that could not be decoded; it has been written already.
  };
  /// `table` is the map of the event's table id, or nullptr.
  Result print(const EventView& event, const RowsEvent& rows, const TableMap* table);

  /// database.table, for a line of text.
  const std::string& table_name(const TableMap& table);
  /// "\tTable_map: `database`.`table` mapped to number 106\n"
  void print_table_map_title(const TableMap& table);

 private:
  struct Plan;
  template <bool kChangedOnly>
  class Visitor;

  inline const Plan& plan_of(const TableMap& table);
  const Plan& make_plan(const TableMap& table);
  void print_extra_row_info(const RowsEvent& rows);
  /// How many rows are shown, if not all of them.
  void print_selection(const RowSelection* selected);
  template <bool kChangedOnly>
  Result print_rows(const EventView& event, const RowsEvent& rows, const TableMap& table);
  void print_error(std::string_view text, const EventView& event, std::size_t offset);
  /// The bytes of the event that were not read for a fault.
  void print_unread(const EventView& event, const DecodeError& error);

  TextBuffer& out_;
  PrintOptions options_;
  Palette palette_;
  ColumnText values_;
};

}  // namespace binlogdump
