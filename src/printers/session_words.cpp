#include "printers/session_words.h"

#include <fmt/format.h>

#include <utility>

#include "binlogdump/collation.h"
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

/// Takes over what an event tells; false if that is nothing, or nothing new.
template <class T>
bool is_news(std::optional<T>& told, const std::optional<T>& now) {
  if (!now || told == now) return false;
  told = now;
  return true;
}

bool is_news(std::uint16_t& told, std::uint16_t now) {
  if (now == 0 || told == now) return false;
  told = now;
  return true;
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

/// A line that is there only if something is added to it.
class SessionWords::Line {
 public:
  explicit Line(TextBuffer& out) : out_(out) {}

  /// "name=", for a value to be appended.
  TextBuffer& add(std::string_view name) {
    out_.append(begun_ ? ", " : "# session: ");
    begun_ = true;
    out_.append(name);
    out_.append('=');
    return out_;
  }
  bool is_begun() const { return begun_; }
  void end() {
    if (begun_) out_.append('\n');
  }

 private:
  TextBuffer& out_;
  bool begun_ = false;
};

void SessionWords::add_charset(Line& line, const QueryStatusVars::Charset& now) {
  const std::optional<QueryStatusVars::Charset> before = told_.charset;
  told_.charset = now;
  ++changes_;  // Of the names perhaps none.
  const std::string client = charset_name(now.character_set_client);
  if (!before || charset_name(before->character_set_client) != client) line.add("character_set_client").append(client);
  if (!before || before->collation_connection != now.collation_connection) {
    line.add("collation_connection").append(collation_name(now.collation_connection));
  }
  if (!before || before->collation_server != now.collation_server) {
    line.add("collation_server").append(collation_name(now.collation_server));
  }
}

void SessionWords::add_flags2(Line& line, std::uint32_t now) {
  using Vars = QueryStatusVars;
  const std::uint32_t changed = told_.flags2 ? *told_.flags2 ^ now : ~std::uint32_t{0};
  told_.flags2 = now;
  ++changes_;  // Perhaps only flags that are not told.
  const auto add = [&](std::string_view name, std::uint32_t bit, bool when_set) {
    if ((changed & bit) != 0) line.add(name).append(((now & bit) != 0) == when_set ? '1' : '0');
  };
  add("foreign_key_checks", Vars::OPTION_NO_FOREIGN_KEY_CHECKS, false);
  add("unique_checks", Vars::OPTION_RELAXED_UNIQUE_CHECKS, false);
  add("autocommit", Vars::OPTION_NOT_AUTOCOMMIT, false);
  add("sql_auto_is_null", Vars::OPTION_AUTO_IS_NULL, true);
}

SessionWords::SessionWords() {
  begin_file();
}

void SessionWords::begin_file() {
  ++changes_;
  told_ = {};
  time_zone_.reset();
  told_.flags2 = 0;
  told_.auto_increment = QueryStatusVars::AutoIncrement{};
  told_.explicit_defaults_for_timestamp = std::uint8_t{1};
  told_.sql_require_primary_key = std::uint8_t{0};
  told_.default_table_encryption = std::uint8_t{0};
  told_.enable_cascade_triggers = std::uint8_t{0};
}

void SessionWords::go_on_with(const SessionWords& other) {
  ++changes_;
  told_ = other.told_;
  time_zone_ = other.time_zone_;
}

void SessionWords::append_changes(TextBuffer& out, const QueryStatusVars& vars, std::uint64_t& mark) {
  if (mark == changes_) return;
  const std::uint64_t before = changes_;
  Line line(out);
  tell(line, out, vars);
  if (line.is_begun()) ++changes_;
  line.end();
  if (changes_ == before) mark = changes_;
}

void SessionWords::tell(Line& line, TextBuffer& out, const QueryStatusVars& vars) {
  if (is_news(told_.sql_mode, vars.sql_mode)) line.add("sql_mode").append(sql_mode_names(*vars.sql_mode));
  if (vars.time_zone && time_zone_ != *vars.time_zone) {
    time_zone_ = *vars.time_zone;
    line.add("time_zone").append('\'');
    append_visible(out, *time_zone_, LineBreaks::kEscape);
    out.append('\'');
  }
  if (vars.charset && vars.charset != told_.charset) add_charset(line, *vars.charset);
  if (is_news(told_.charset_database_number, vars.charset_database_number)) {
    line.add("collation_database").append(collation_name(vars.charset_database_number));
  }
  if (is_news(told_.default_collation_for_utf8mb4_number, vars.default_collation_for_utf8mb4_number)) {
    line.add("default_collation_for_utf8mb4").append(collation_name(vars.default_collation_for_utf8mb4_number));
  }
  if (vars.flags2 && vars.flags2 != told_.flags2) add_flags2(line, *vars.flags2);
  // Not written where they have their defaults.
  const auto auto_increment = vars.auto_increment.value_or(QueryStatusVars::AutoIncrement{});
  const auto before = std::exchange(told_.auto_increment, auto_increment).value_or(QueryStatusVars::AutoIncrement{});
  if (before.increment != auto_increment.increment) {
    line.add("auto_increment_increment").append_number(auto_increment.increment);
  }
  if (before.offset != auto_increment.offset) {
    line.add("auto_increment_offset").append_number(auto_increment.offset);
  }
  if (std::exchange(told_.lc_time_names_number, vars.lc_time_names_number) != vars.lc_time_names_number) {
    line.add("lc_time_names").append_number(vars.lc_time_names_number);
  }
  const auto add_number = [&](std::string_view name, std::optional<std::uint8_t>& told,
                              const std::optional<std::uint8_t>& now) {
    if (is_news(told, now)) line.add(name).append_number(*now);
  };
  add_number("explicit_defaults_for_timestamp", told_.explicit_defaults_for_timestamp,
             vars.explicit_defaults_for_timestamp);
  add_number("sql_require_primary_key", told_.sql_require_primary_key, vars.sql_require_primary_key);
  add_number("default_table_encryption", told_.default_table_encryption, vars.default_table_encryption);
  add_number("enable_cascade_triggers", told_.enable_cascade_triggers, vars.enable_cascade_triggers);
}

}  // namespace binlogdump
