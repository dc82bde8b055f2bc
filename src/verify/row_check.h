#pragma once
// Whether rows can be decoded, without a text of them.

#include <optional>

#include "binlogdump/decode.h"
#include "binlogdump/table_map.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// Reads all values of rows and finds those that are none of their column's type.
class RowCheck {
 public:
  RowCheck() : discarded_(&sink_), scratch_(nullptr, 1024), diffs_(nullptr, 1024) {}

  /// The first fault of a row event, if there is one. `table` is the map of its table id.
  std::optional<DecodeError> find_fault(const EventView& event, const RowsEvent& rows, const TableMap& table);

 private:
  struct Plan;
  class Visitor;

  static const Plan& plan_of(const TableMap& table);
  /// Why the bytes are no value of the column; empty if they are one.
  std::string_view fault_of(const Column& column, Bytes bytes, bool partial_json);

  DiscardingSink sink_;
  TextBuffer discarded_;  ///< For texts that only show whether they can be made.
  TextBuffer scratch_;
  TextBuffer diffs_;
};

}  // namespace binlogdump
