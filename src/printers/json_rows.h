#pragma once
// Rows as JSON: [{"before":{"id":1},"after":{"id":2}}].

#include <optional>
#include <string>

#include "binlogdump/decode.h"
#include "binlogdump/table_map.h"
#include "binlogdump/text_buffer.h"
#include "binlogdump/time_text.h"
#include "printers/json_writer.h"

namespace binlogdump {

/// Writes the rows of one row event after the other.
class JsonRows {
 public:
  JsonRows(TextBuffer& out, JsonIntegers integers) : out_(out), integers_(integers), scratch_(nullptr, 4096) {}

  /// ,"database":...,"table":...
  std::string_view table_name(const TableMap& table);

  /// ,"database_name":...,"table_name":... and append_table_definition(), which are kept from one statement to the
  /// next.
  void append_definition(const TableMap& table);

  struct Result {
    std::optional<DecodeError> error;  ///< What ended the rows, or else the first value that could not be decoded.
    std::size_t undecoded_from;        ///< Offset in the event of what was not read; its body's end if all was.
  };
  /// The list, closed in any case.
  Result append_rows(const EventView& event, const RowsEvent& rows, const TableMap& table);

 private:
  struct Plan;
  class Visitor;

  inline const Plan& plan_of(const TableMap& table);
  const Plan& make_plan(const TableMap& table);

  TextBuffer& out_;
  JsonIntegers integers_;
  UtcTime time_;
  TextBuffer scratch_;  ///< For values that may turn out to be damaged.
};

}  // namespace binlogdump
