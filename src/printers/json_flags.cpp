#include "printers/json_flags.h"

#include "binlogdump/event_header.h"
#include "binlogdump/events/gtid_log_event.h"
#include "binlogdump/events/query_event.h"
#include "binlogdump/events/table_map_event.h"
#include "binlogdump/rows_event.h"

namespace binlogdump {

void append_json_flags(JsonWriter& json, std::uint64_t flags, std::span<const FlagName> names) {
  if (flags == 0) return json.out().append("[]");
  json.begin_array();
  for (const FlagName& flag : names) {
    if ((flags & flag.bit) == 0) continue;
    json.element();
    json.text(flag.name);
    flags &= ~flag.bit;
  }
  if (flags != 0) {
    json.element();
    json.out().append("\"0x");
    json.out().append_hex(flags);
    json.out().append('"');
  }
  json.end();
}

void JsonFlags::make(std::uint64_t flags) {
  flags_ = flags;
  text_.clear();
  JsonWriter json(text_, JsonIntegers::kNumbers);
  append_json_flags(json, flags, names_);
}

std::span<const FlagName> event_flag_names() {
  static constexpr FlagName kNames[] = {
      {LOG_EVENT_BINLOG_IN_USE_F, "LOG_EVENT_BINLOG_IN_USE_F"},
      {LOG_EVENT_FORCED_ROTATE_F, "LOG_EVENT_FORCED_ROTATE_F"},
      {LOG_EVENT_THREAD_SPECIFIC_F, "LOG_EVENT_THREAD_SPECIFIC_F"},
      {LOG_EVENT_SUPPRESS_USE_F, "LOG_EVENT_SUPPRESS_USE_F"},
      {LOG_EVENT_UPDATE_TABLE_MAP_VERSION_F, "LOG_EVENT_UPDATE_TABLE_MAP_VERSION_F"},
      {LOG_EVENT_ARTIFICIAL_F, "LOG_EVENT_ARTIFICIAL_F"},
      {LOG_EVENT_RELAY_LOG_F, "LOG_EVENT_RELAY_LOG_F"},
      {LOG_EVENT_IGNORABLE_F, "LOG_EVENT_IGNORABLE_F"},
      {LOG_EVENT_NO_FILTER_F, "LOG_EVENT_NO_FILTER_F"},
      {LOG_EVENT_MTS_ISOLATE_F, "LOG_EVENT_MTS_ISOLATE_F"},
  };
  return kNames;
}

std::span<const FlagName> rows_flag_names() {
  static constexpr FlagName kNames[] = {
      {RowsEvent::STMT_END_F, "STMT_END_F"},
      {RowsEvent::NO_FOREIGN_KEY_CHECKS_F, "NO_FOREIGN_KEY_CHECKS_F"},
      {RowsEvent::RELAXED_UNIQUE_CHECKS_F, "RELAXED_UNIQUE_CHECKS_F"},
      {RowsEvent::COMPLETE_ROWS_F, "COMPLETE_ROWS_F"},
      {RowsEvent::USE_SQL_FOREIGN_KEY_F, "USE_SQL_FOREIGN_KEY_F"},
  };
  return kNames;
}

std::span<const FlagName> table_map_flag_names() {
  static constexpr FlagName kNames[] = {
      {TableMapEvent::TM_BIT_LEN_EXACT_F, "TM_BIT_LEN_EXACT_F"},
      {TableMapEvent::TM_REFERRED_FK_DB_F, "TM_REFERRED_FK_DB_F"},
      {TableMapEvent::TM_GENERATED_INVISIBLE_PK_F, "TM_GENERATED_INVISIBLE_PK_F"},
  };
  return kNames;
}

std::span<const FlagName> gtid_flag_names() {
  static constexpr FlagName kNames[] = {{GtidFields::kMayHaveSbr, "FLAG_MAY_HAVE_SBR"}};
  return kNames;
}

std::span<const FlagName> flags2_names() {
  using Vars = QueryStatusVars;
  static constexpr FlagName kNames[] = {
      {Vars::OPTION_AUTO_IS_NULL, "OPTION_AUTO_IS_NULL"},
      {Vars::OPTION_NOT_AUTOCOMMIT, "OPTION_NOT_AUTOCOMMIT"},
      {Vars::OPTION_NO_FOREIGN_KEY_CHECKS, "OPTION_NO_FOREIGN_KEY_CHECKS"},
      {Vars::OPTION_RELAXED_UNIQUE_CHECKS, "OPTION_RELAXED_UNIQUE_CHECKS"},
  };
  return kNames;
}

}  // namespace binlogdump
