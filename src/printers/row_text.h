#pragma once
// Rows as pseudo-SQL, the ### lines of mysqlbinlog -v.

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "binlogdump/decode.h"
#include "binlogdump/print_options.h"
#include "binlogdump/table_map.h"
#include "binlogdump/text_buffer.h"
#include "printers/block_text.h"

namespace binlogdump {

/// Writes the rows of a row event the way mysqlbinlog does: values of columns as @1, @2 ..., with types if verbose > 1,
/// and the names of tables as they are, whatever that makes of the comment, unless options.safe_names.
class RowTextPrinter {
 public:
  RowTextPrinter(TextBuffer& out, const PrintOptions& options)
      : out_(out), verbose_(options.verbose), safe_names_(options.safe_names), scratch_(nullptr, 4096) {}

  /// Prints all rows of `event`. The first fault ends the event's rows, with mysqlbinlog's words about it in their
  /// place, and is returned.
  std::optional<DecodeError> print(const EventView& event, const DecodeContext& context);
  /// The same of an event that has been decoded.
  std::optional<DecodeError> print(const EventView& event, const RowsEvent& rows, const DecodeContext& context);

 private:
  struct Plan;
  class Visitor;

  const Plan& plan_of(const TableMap& table) const;
  void print_extra_row_info(const RowsEvent& rows);

  TextBuffer& out_;
  int verbose_;
  bool safe_names_;
  TextBuffer scratch_;  ///< For JSON texts before they are quoted.
};

/// A row event's name in its header line.
std::string_view rows_event_title(EventType type);

/// " flags: STMT_END_F ...", or nothing if there is none.
void append_rows_flags(TextBuffer& out, std::uint16_t flags);

/// Writes "<TAB>Write_rows: table id 101 flags: STMT_END_F", behind a row event's header. Table and flags are mostly
/// those of the row event before: their text is kept.
class RowsTitle {
 public:
  RowsTitle();

  void print(TextBuffer& out, EventType type, std::uint64_t table_id, std::uint16_t flags);

 private:
  static constexpr std::size_t kTitleRoom = 32;
  static constexpr auto kTypes = static_cast<std::size_t>(EventType::PARTIAL_UPDATE_ROWS_EVENT) + 1;

  void keep(std::uint64_t table_id, std::uint16_t flags);

  std::array<BlockText<kTitleRoom>, kTypes> titles_;  ///< Up to the table's id, by type code.
  std::uint64_t table_id_ = 0;
  std::uint16_t flags_ = 0;
  LongBlockText rest_;  ///< From the table's id on.
};

/// The type of a column in the comments of -vv; empty for a type that mysqlbinlog does not know.
std::string type_comment(const Column& column);

/// Bytes as 0x0AFF; "" if there are none.
void append_hex_constant(TextBuffer& out, Bytes bytes);

/// `name` in backticks, those inside doubled.
void append_identifier(TextBuffer& out, Bytes name);

}  // namespace binlogdump
