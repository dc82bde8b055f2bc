#pragma once

#include <bitset>
#include <string>
#include <string_view>

#include "binlogdump/bytes.h"
#include "binlogdump/event_type.h"
#include "pipeline/statement_kind.h"

namespace binlogdump {

/// What --type chose: names of events (case, `_EVENT` and `_LOG` do not matter; a number for types without a name) and
/// the groups dml, ddl, insert, update, delete, transaction. Groups take statements by what they do, too.
class TypeFilter {
 public:
  /// Adds names, separated by commas. Returns what is wrong with them, or "".
  std::string add(std::string_view names);

  bool empty() const { return types_.none() && kinds_.none(); }
  /// Whether the type matches whatever the event holds.
  bool contains(EventType type) const { return types_[static_cast<std::size_t>(type)]; }
  /// Whether it depends on what statements do.
  bool asks_for_statements() const { return kinds_.any(); }
  bool contains_statement(Bytes sql) const { return kinds_[static_cast<std::size_t>(statement_kind(sql))]; }

 private:
  bool add_group(std::string_view name);
  bool add_type(std::string_view name);

  std::bitset<256> types_;
  std::bitset<16> kinds_;  ///< By StatementKind.
};

}  // namespace binlogdump
