#pragma once
// Whether rows can be decoded, without a text of them.

#include <optional>

#include "binlogdump/decode.h"
#include "binlogdump/rows_event.h"
#include "binlogdump/table_map.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// Reads all values of rows and finds those that are none of their column's type.
class RowCheck {
 public:
  RowCheck() : scratch_(nullptr, 1024), diffs_(nullptr, 1024) {}

  /// The first fault of a row event, if there is one. `table` is the map of its table id.
  std::optional<DecodeError> find_fault(const EventView& event, const RowsEvent& rows, const TableMap& table);

 private:
  struct Plan;
  class Visitor;

  static const Plan& plan_of(const TableMap& table);
  bool are_sound(const Plan& plan, const RowsEvent& rows, RowsEvent::Kind kind) const;
  /// Why the bytes are no value of the column; empty if they are one. Of a column that is_value() can tell of, they are
  /// none.
  std::string_view fault_of(const Column& column, Bytes bytes, bool partial_json);

  TextBuffer scratch_;  ///< For texts that only show whether they can be made.
  TextBuffer diffs_;
};

}  // namespace binlogdump
