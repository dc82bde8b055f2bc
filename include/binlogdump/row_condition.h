#pragma once
// Conditions over the columns of a row: what --where takes. README.md says what they mean.

#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "binlogdump/decode.h"
#include "binlogdump/row_selection.h"

namespace binlogdump {

/// An expression can't be understood. what() is a sentence that shows the place.
class ExpressionError : public std::runtime_error {
 public:
  /// `offset` in bytes of `expression`.
  ExpressionError(std::string_view expression, std::size_t offset, std::string_view problem);
  std::size_t offset() const { return offset_; }

 private:
  std::size_t offset_;
};

/// One condition for all rows of a run, which are looked at one after the other. What depends on a table is worked out
/// once for each of its maps.
class RowCondition {
 public:
  /// Throws ExpressionError.
  static RowCondition parse(std::string_view expression);
  /// That one of them holds; there must be one at least.
  static RowCondition parse_any(std::span<const std::string> expressions);

  RowCondition(RowCondition&&) noexcept;
  RowCondition& operator=(RowCondition&&) noexcept;
  ~RowCondition();

  /// TIMESTAMP values are compared as times in the zone of TZ, not in UTC.
  void use_local_timestamps(bool local);

  /// Looks at all rows of a row event. `selection` gets an entry for each. True if any is to be shown; so it is, too,
  /// if the event is damaged: rows from the fault on are not asked about, and if not even the first can be read all of
  /// them count as selected. A value that does not decode makes no condition true.
  bool select(const EventView& event, const DecodeContext& context, RowSelection& selection);

  /// Columns of the expression that no table looked at so far has, as they are written there.
  std::vector<std::string> unknown_columns() const;
  /// Whether the map of a table looked at so far had no column names, so that only @N can be used for it.
  bool met_unnamed_columns() const;
  /// What can't be compared, and values that are none of their column's type, one sentence each; only for tables looked
  /// at so far.
  const std::vector<std::string>& notes() const;

 private:
  class Implementation;
  explicit RowCondition(std::unique_ptr<Implementation> implementation);
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace binlogdump
