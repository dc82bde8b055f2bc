#include "printers/session_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "binlogdump/collation.h"
#include "binlogdump/text_buffer.h"
#include "printers/readable_text.h"

namespace binlogdump {

namespace {

std::string collation_name(std::uint64_t id) {
  const Collation* collation = find_collation(id);
  return collation != nullptr ? std::string(collation->name) : fmt::format("{}", id);
}

std::string charset_name(std::uint64_t id) {
  const Collation* collation = find_collation(id);
  return collation != nullptr ? std::string(collation->charset) : fmt::format("{}", id);
}

std::string quoted(Bytes text) {
  TextBuffer visible(nullptr, 256);
  append_visible(visible, text, LineBreaks::kEscape);
  return fmt::format("'{}'", visible.view());
}

const char* zero_or_one(bool value) {
  return value ? "1" : "0";
}

}  // namespace

std::string sql_mode_names(std::uint64_t sql_mode) {
  // MySQL source documentation, "sql_mode bits"; the empty ones were never in use.
  static constexpr std::string_view kNames[] = {"REAL_AS_FLOAT",
                                                "PIPES_AS_CONCAT",
                                                "ANSI_QUOTES",
                                                "IGNORE_SPACE",
                                                "",
                                                "ONLY_FULL_GROUP_BY",
                                                "NO_UNSIGNED_SUBTRACTION",
                                                "NO_DIR_IN_CREATE",
                                                "POSTGRESQL",
                                                "ORACLE",
                                                "MSSQL",
                                                "DB2",
                                                "MAXDB",
                                                "NO_KEY_OPTIONS",
                                                "NO_TABLE_OPTIONS",
                                                "NO_FIELD_OPTIONS",
                                                "MYSQL323",
                                                "MYSQL40",
                                                "ANSI",
                                                "NO_AUTO_VALUE_ON_ZERO",
                                                "NO_BACKSLASH_ESCAPES",
                                                "STRICT_TRANS_TABLES",
                                                "STRICT_ALL_TABLES",
                                                "NO_ZERO_IN_DATE",
                                                "NO_ZERO_DATE",
                                                "INVALID_DATES",
                                                "ERROR_FOR_DIVISION_BY_ZERO",
                                                "TRADITIONAL",
                                                "NO_AUTO_CREATE_USER",
                                                "HIGH_NOT_PRECEDENCE",
                                                "NO_ENGINE_SUBSTITUTION",
                                                "PAD_CHAR_TO_FULL_LENGTH",
                                                "TIME_TRUNCATE_FRACTIONAL",
                                                "INTERPRET_UTF8_AS_UTF8MB4"};
  std::string names;
  for (unsigned bit = 0; bit < 64; ++bit) {
    if ((sql_mode >> bit & 1) == 0) continue;
    if (!names.empty()) names += ',';
    const bool known = bit < std::size(kNames) && !kNames[bit].empty();
    names += known ? std::string(kNames[bit]) : fmt::format("bit {}", bit);
  }
  return names.empty() ? "''" : names;
}

void SessionWords::add(std::string& text, std::string_view name, const std::string& value) {
  const auto known = std::find_if(told_.begin(), told_.end(), [&](const auto& entry) { return entry.first == name; });
  if (known != told_.end() && known->second == value) return;
  if (known != told_.end()) {
    known->second = value;
  } else {
    told_.emplace_back(name, value);
  }
  if (!text.empty()) text += ", ";
  text += name;
  text += '=';
  text += value;
}

bool SessionWords::remember(const QueryStatusVars& vars) {
  QueryStatusVars lasting = vars;
  // What belongs to the one statement.
  lasting.catalog = {};
  lasting.table_map_for_update = 0;
  lasting.master_data_written.reset();
  lasting.invoker.reset();
  lasting.mts_accessed_dbs.reset();
  lasting.accessed_db_names = {};
  lasting.microseconds = 0;
  lasting.ddl_xid.reset();
  lasting.unknown = {};
  if (last_) {
    // What an event does not tell is as it was.
    if (!lasting.time_zone) lasting.time_zone = last_->time_zone;
    if (lasting.charset_database_number == 0) lasting.charset_database_number = last_->charset_database_number;
    for (const auto member :
         {&QueryStatusVars::explicit_defaults_for_timestamp, &QueryStatusVars::sql_require_primary_key,
          &QueryStatusVars::default_table_encryption, &QueryStatusVars::enable_cascade_triggers}) {
      if (!(lasting.*member)) lasting.*member = (*last_).*member;
    }
    if (*last_ == lasting) return false;
  }
  if (lasting.time_zone) {
    time_zone_ = std::string(*lasting.time_zone);
    lasting.time_zone = Bytes(time_zone_);
  }
  last_ = lasting;
  return true;
}

std::string SessionWords::changes(const QueryStatusVars& vars) {
  using Vars = QueryStatusVars;
  if (!remember(vars)) return {};
  std::string text;
  if (vars.sql_mode) add(text, "sql_mode", sql_mode_names(*vars.sql_mode));
  if (vars.time_zone) add(text, "time_zone", quoted(*vars.time_zone));
  if (vars.charset) {
    add(text, "character_set_client", charset_name(vars.charset->character_set_client));
    add(text, "collation_connection", collation_name(vars.charset->collation_connection));
    add(text, "collation_server", collation_name(vars.charset->collation_server));
  }
  if (vars.charset_database_number != 0) {
    add(text, "collation_database", collation_name(vars.charset_database_number));
  }
  if (vars.default_collation_for_utf8mb4_number != 0) {
    add(text, "default_collation_for_utf8mb4", collation_name(vars.default_collation_for_utf8mb4_number));
  }
  if (vars.flags2) {
    add(text, "foreign_key_checks", zero_or_one((*vars.flags2 & Vars::OPTION_NO_FOREIGN_KEY_CHECKS) == 0));
    add(text, "unique_checks", zero_or_one((*vars.flags2 & Vars::OPTION_RELAXED_UNIQUE_CHECKS) == 0));
    add(text, "autocommit", zero_or_one((*vars.flags2 & Vars::OPTION_NOT_AUTOCOMMIT) == 0));
    add(text, "sql_auto_is_null", zero_or_one((*vars.flags2 & Vars::OPTION_AUTO_IS_NULL) != 0));
  }
  const Vars::AutoIncrement auto_increment = vars.auto_increment.value_or(Vars::AutoIncrement{});
  add(text, "auto_increment_increment", fmt::format("{}", auto_increment.increment));
  add(text, "auto_increment_offset", fmt::format("{}", auto_increment.offset));
  add(text, "lc_time_names", fmt::format("{}", vars.lc_time_names_number));
  const auto add_optional = [&](std::string_view name, const std::optional<std::uint8_t>& value) {
    if (value) add(text, name, fmt::format("{}", *value));
  };
  add_optional("explicit_defaults_for_timestamp", vars.explicit_defaults_for_timestamp);
  add_optional("sql_require_primary_key", vars.sql_require_primary_key);
  add_optional("default_table_encryption", vars.default_table_encryption);
  add_optional("enable_cascade_triggers", vars.enable_cascade_triggers);
  return text;
}

}  // namespace binlogdump
