#include "printers/mysqlbinlog_filter.h"

#include <algorithm>

#include "binlogdump/ascii.h"
#include "binlogdump/gtid_of_event.h"
#include "printers/session_text.h"

namespace binlogdump {

namespace {

std::optional<std::string> last_of(const std::vector<std::string>& values) {
  if (values.empty()) return std::nullopt;
  return values.back();
}

bool begins_with(Bytes text, std::string_view start) {
  return same_name(text.substr(0, start.size()), start);
}

}  // namespace

MysqlbinlogFilter::MysqlbinlogFilter(const SelectionOptions& options)
    : database_(last_of(options.databases)),
      excluded_(GtidSet::parse(last_of(options.exclude_gtids).value_or(""))),
      skip_gtids_(options.skip_gtids) {
  if (!options.gtids.empty()) included_ = GtidSet::parse(options.gtids.back());
  looks_at_transactions_ = included_ || !excluded_.empty() || skip_gtids_;
}

bool MysqlbinlogFilter::skips_gtid(Bytes uuid, Bytes tag, std::int64_t gno) const {
  if (included_ && !included_->contains(uuid, tag, gno)) return true;
  return excluded_.contains(uuid, tag, gno);
}

bool MysqlbinlogFilter::looks_and_skips(const EventView& event, const DecodeContext& context) {
  const bool skips = skips_this_transaction_;
  switch (event.header.type()) {
    case EventType::GTID_LOG_EVENT:
    case EventType::ANONYMOUS_GTID_LOG_EVENT:
    case EventType::GTID_TAGGED_LOG_EVENT:
      with_gtid(event, context, [this](const GtidFields& gtid, Bytes uuid, Bytes tag) {
        skips_this_transaction_ = skips_gtid(uuid, tag, gtid.gno);
      });
      return skips_this_transaction_ || skip_gtids_;
    case EventType::PREVIOUS_GTIDS_LOG_EVENT:
      return skip_gtids_;
    case EventType::XID_EVENT:
      skips_this_transaction_ = false;
      return skips;
    case EventType::QUERY_EVENT:
      if (skips && ends_transaction(decode_as<QueryEvent>(event, context).query)) skips_this_transaction_ = false;
      return skips;
    case EventType::STOP_EVENT:
    case EventType::FORMAT_DESCRIPTION_EVENT:
    case EventType::ROTATE_EVENT:
    case EventType::IGNORABLE_LOG_EVENT:
    case EventType::INCIDENT_EVENT:
      return false;
    default:
      return skips;
  }
}

bool RowFormatCheck::violates(const EventView& event, const DecodeContext& context) {
  switch (event.header.type()) {
    case EventType::INTVAR_EVENT:
    case EventType::RAND_EVENT:
    case EventType::USER_VAR_EVENT:
    case EventType::BEGIN_LOAD_QUERY_EVENT:
    case EventType::APPEND_BLOCK_EVENT:
    case EventType::DELETE_FILE_EVENT:
    case EventType::EXECUTE_LOAD_QUERY_EVENT:
      return true;
    case EventType::QUERY_EVENT:
      return query_violates(decode_as<QueryEvent>(event, context).query);
    case EventType::XID_EVENT:
    case EventType::GTID_LOG_EVENT:
    case EventType::ANONYMOUS_GTID_LOG_EVENT:
    case EventType::GTID_TAGGED_LOG_EVENT:
      in_transaction_ = false;
      return false;
    default:
      return false;
  }
}

bool RowFormatCheck::query_violates(Bytes query) {
  if (starts_transaction(query)) {
    in_transaction_ = true;
    return false;
  }
  if (ends_transaction(query)) {
    in_transaction_ = false;
    return false;
  }
  if (begins_with(query, "CREATE TEMPORARY") || begins_with(query, "DROP TEMPORARY TABLE")) return true;
  // CREATE TABLE ... SELECT is logged as a transaction with the new table's rows.
  const bool allowed = begins_with(query, "CREATE TABLE") || query.starts_with("SAVEPOINT") ||
                       query.starts_with("XA END") || query.starts_with("XA PREPARE");
  return in_transaction_ && !allowed;
}

}  // namespace binlogdump
