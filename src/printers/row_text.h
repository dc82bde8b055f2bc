#pragma once
// Rows as pseudo-SQL, the ### lines of mysqlbinlog -v.

#include "binlogdump/decode.h"
#include "binlogdump/table_map.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// Writes the rows of a row event the way mysqlbinlog does: values of columns as @1, @2 ..., with types if verbose > 1.
class RowTextPrinter {
 public:
  /// `people`: print GEOMETRY, too, where mysqlbinlog gives up.
  RowTextPrinter(TextBuffer& out, int verbose, bool people)
      : out_(out), verbose_(verbose), people_(people), scratch_(nullptr, 4096) {}

  /// Prints all rows of `event`. The first fault ends the event's rows, with mysqlbinlog's words about it in their
  /// place, and is returned.
  std::optional<DecodeError> print(const EventView& event, const DecodeContext& context);

 private:
  struct Plan;
  class Visitor;

  const Plan& plan_of(const TableMap& table) const;
  void print_extra_row_info(const RowsEvent& rows);

  TextBuffer& out_;
  int verbose_;
  bool people_;
  TextBuffer scratch_;  ///< For JSON texts before they are quoted.
};

/// Bytes as 0x0AFF; "" if there are none.
void append_hex_constant(TextBuffer& out, Bytes bytes);

/// `name` in backticks, those inside doubled.
void append_identifier(TextBuffer& out, Bytes name);

}  // namespace binlogdump
