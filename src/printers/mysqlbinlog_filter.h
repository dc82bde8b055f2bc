#pragma once
// Which events mysqlbinlog leaves out though their "# at" line stands: those of transactions and databases that are not
// wanted.

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "binlogdump/decode.h"
#include "binlogdump/gtid_set.h"
#include "binlogdump/selection_options.h"

namespace binlogdump {

class MysqlbinlogFilter {
 public:
  explicit MysqlbinlogFilter(const SelectionOptions& options);

  /// Whether the event belongs to a transaction that was not asked for. To be called once for each event, in order.
  bool skips_transaction(const EventView& event, const DecodeContext& context) {
    return looks_at_transactions_ && looks_and_skips(event, context);
  }

  bool skips_database(Bytes database) const { return database_ && database != *database_; }

  /// The rows of this table, in this statement, are left out.
  void ignore_table(std::uint64_t table_id) { ignored_tables_.insert(table_id); }
  bool ignores_table(std::uint64_t table_id) const { return ignored_tables_.contains(table_id); }
  void end_statement() {
    if (!ignored_tables_.empty()) ignored_tables_.clear();
  }

 private:
  bool looks_and_skips(const EventView& event, const DecodeContext& context);
  bool skips_gtid(Bytes uuid, Bytes tag, std::int64_t gno) const;

  std::optional<std::string> database_;
  std::optional<GtidSet> included_;  ///< May be empty: then nothing is wanted.
  GtidSet excluded_;
  bool skip_gtids_;
  bool looks_at_transactions_;
  bool skips_this_transaction_ = false;
  std::set<std::uint64_t> ignored_tables_;
};

/// Whether the statement or event may not occur in a log of row format, as --require-row-format has it. Follows
/// transactions: to be called once for each event, in order.
class RowFormatCheck {
 public:
  bool violates(const EventView& event, const DecodeContext& context);

 private:
  bool query_violates(Bytes query);

  bool in_transaction_ = false;
};

}  // namespace binlogdump
