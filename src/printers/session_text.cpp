#include "printers/session_text.h"

#include "binlogdump/collation.h"
#include "printers/row_text.h"

namespace binlogdump {

namespace {

/// sql_mode bits 8 to 17 (modes of other vendors' dialects) and 28 (NO_AUTO_CREATE_USER).
constexpr std::uint64_t kDroppedSqlModes = 0x1003ff00;

}  // namespace

void SessionText::end_statement() {
  ++changes_;
  out_.append(kStatementEnd);
}

void SessionText::print_for(const EventHeader& header, const QueryEvent& query, std::uint64_t& mark) {
  print_use(header, query);
  print_timestamp(header, query.status_vars);
  if (options_.thread_id) print_thread_id(header, query.thread_id);
  if (mark == changes_) return;
  const std::uint64_t before = changes_;
  print_variables(query.status_vars);
  if (changes_ == before) mark = changes_;
}

void SessionText::print_variables(const QueryStatusVars& vars) {
  if (vars.flags2) print_flags2(*vars.flags2);
  if (vars.sql_mode && vars.sql_mode != sql_mode_) {
    set_sql_mode(*vars.sql_mode);
    sql_mode_ = vars.sql_mode;
  }
  const auto auto_increment = vars.auto_increment.value_or(QueryStatusVars::AutoIncrement{});
  if (auto_increment != auto_increment_) {
    out_.append("SET @@session.auto_increment_increment=");
    out_.append_number(auto_increment.increment);
    out_.append(", @@session.auto_increment_offset=");
    out_.append_number(auto_increment.offset);
    end_statement();
    auto_increment_ = auto_increment;
  }
  if (vars.charset && vars.charset != charset_) {
    print_charset(*vars.charset);
    charset_ = vars.charset;
  }
  print_locale(vars);
  print_newer(vars);
}

void SessionText::print_use(const EventHeader& header, const QueryEvent& query) {
  if ((header.flags & LOG_EVENT_SUPPRESS_USE_F) != 0) {
    if (!is_transaction_keyword(query.query)) db_.clear();
    return;
  }
  if (is_same_name(query.db, db_)) return;
  db_ = query.db;
  if (db_.empty()) return;
  out_.append("use ");
  append_identifier(out_, db_);
  out_.append(kStatementEnd);
}

void SessionText::print_timestamp(const EventHeader& header, const QueryStatusVars& vars) {
  constexpr std::size_t kMostBytes = 64;
  ShortPieces line(out_, kMostBytes);
  line.append("SET TIMESTAMP=");
  if (header.timestamp != timestamp_.value()) timestamp_.set(header.timestamp);
  line.append_blocks(timestamp_);
  if (vars.microseconds != 0) {
    line.append('.');
    if (vars.microseconds < 1'000'000) {
      line.append_6_digits(vars.microseconds);
    } else {
      line.append_number(vars.microseconds);  // No server writes it.
    }
  }
  line.append(kStatementEnd);
}

void SessionText::print_thread_id(const EventHeader& header, std::uint32_t thread_id) {
  const bool specific = (header.flags & LOG_EVENT_THREAD_SPECIFIC_F) != 0;
  if (thread_id_ && (!specific || *thread_id_ == thread_id)) return;
  constexpr std::uint32_t kFixedThreadId = 999999999;
  out_.append("SET @@session.pseudo_thread_id=");
  out_.append_number(options_.fixed_thread_id ? kFixedThreadId : thread_id);
  end_statement();
  thread_id_ = thread_id;
}

void SessionText::print_flags2(std::uint32_t flags2) {
  struct Flag {
    std::uint32_t bit;
    bool inverted;
    std::string_view name;
  };
  static constexpr Flag kFlags[] = {
      {QueryStatusVars::OPTION_NO_FOREIGN_KEY_CHECKS, true, "@@session.foreign_key_checks="},
      {QueryStatusVars::OPTION_AUTO_IS_NULL, false, "@@session.sql_auto_is_null="},
      {QueryStatusVars::OPTION_RELAXED_UNIQUE_CHECKS, true, "@@session.unique_checks="},
      {QueryStatusVars::OPTION_NOT_AUTOCOMMIT, true, "@@session.autocommit="},
  };
  const std::uint32_t changed = flags2_ ? *flags2_ ^ flags2 : ~std::uint32_t{0};
  flags2_ = flags2;
  if (changed == 0) return;
  out_.append("SET ");
  bool first = true;
  for (const Flag& flag : kFlags) {
    if ((changed & flag.bit) == 0) continue;
    if (!first) out_.append(", ");
    first = false;
    out_.append(flag.name);
    out_.append(((flags2 & flag.bit) != 0) != flag.inverted ? '1' : '0');
  }
  end_statement();
}

void SessionText::print_charset(const QueryStatusVars::Charset& charset) {
  if (const Collation* client = find_collation(charset.character_set_client)) {
    out_.append("/*!\\C ");
    out_.append(client->charset);
    out_.append(" */");
    end_statement();
  }
  out_.append("SET @@session.character_set_client=");
  out_.append_number(charset.character_set_client);
  out_.append(",@@session.collation_connection=");
  out_.append_number(charset.collation_connection);
  out_.append(",@@session.collation_server=");
  out_.append_number(charset.collation_server);
  end_statement();
}

void SessionText::print_locale(const QueryStatusVars& vars) {
  if (vars.time_zone && *vars.time_zone != time_zone_ && !vars.time_zone->empty()) {
    out_.append("SET @@session.time_zone='");
    out_.append(*vars.time_zone);
    out_.append('\'');
    end_statement();
    time_zone_ = *vars.time_zone;
  }
  if (vars.lc_time_names_number != lc_time_names_number_) {
    out_.append("SET @@session.lc_time_names=");
    out_.append_number(vars.lc_time_names_number);
    end_statement();
    lc_time_names_number_ = vars.lc_time_names_number;
  }
  if (vars.charset_database_number != charset_database_number_) {
    out_.append("SET @@session.collation_database=");
    if (vars.charset_database_number != 0) {
      out_.append_number(vars.charset_database_number);
    } else {
      out_.append("DEFAULT");
    }
    end_statement();
    charset_database_number_ = vars.charset_database_number;
  }
}

void SessionText::print_newer(const QueryStatusVars& vars) {
  const auto print = [this](std::string_view begin, std::uint64_t value, std::string_view end) {
    out_.append(begin);
    out_.append_number(value);
    out_.append(end);
    end_statement();
  };
  if (vars.explicit_defaults_for_timestamp) {
    print("SET @@session.explicit_defaults_for_timestamp=", *vars.explicit_defaults_for_timestamp != 0 ? 1 : 0, "");
  }
  const std::uint16_t utf8mb4_collation = vars.default_collation_for_utf8mb4_number;
  if (utf8mb4_collation != 0 && utf8mb4_collation != default_collation_for_utf8mb4_number_) {
    print("/*!80011 SET @@session.default_collation_for_utf8mb4=", utf8mb4_collation, "*/");
  }
  if (utf8mb4_collation != default_collation_for_utf8mb4_number_) ++changes_;
  default_collation_for_utf8mb4_number_ = utf8mb4_collation;
  constexpr std::uint8_t kUnset = 0xff;
  if (vars.sql_require_primary_key.value_or(kUnset) != kUnset) {
    print("/*!80013 SET @@session.sql_require_primary_key=", *vars.sql_require_primary_key, "*/");
  }
  if (vars.default_table_encryption.value_or(kUnset) != kUnset) {
    print("/*!80016 SET @@session.default_table_encryption=", *vars.default_table_encryption, "*/");
  }
  const std::uint8_t cascade_triggers = vars.enable_cascade_triggers.value_or(0);
  if (cascade_triggers != enable_cascade_triggers_) {
    print("/*!90700 SET @@session.enable_cascade_triggers=", cascade_triggers, "*/");
    enable_cascade_triggers_ = cascade_triggers;
  }
}

bool SessionText::begin_user_var(std::uint32_t connection) {
  const QueryStatusVars::Charset wanted{.character_set_client = kUtf8mb3GeneralCi,
                                        .collation_connection = static_cast<std::uint16_t>(connection),
                                        .collation_server = kUtf8mb3GeneralCi};
  if (charset_ == wanted) return false;
  print_charset(wanted);
  return charset_.has_value();
}

void SessionText::set_sql_mode(std::uint64_t sql_mode) {
  out_.append("SET @@session.sql_mode=");
  out_.append_number(sql_mode);
  // Modes that 8.0.5 dropped: a server from then on must not be asked for them.
  if ((sql_mode & kDroppedSqlModes) != 0) out_.append("/*!80005 &~0x1003ff00*/");
  end_statement();
}

void SessionText::restore_sql_mode() {
  if (sql_mode_) set_sql_mode(*sql_mode_);
}

void SessionText::restore_charset() {
  print_charset(*charset_);
}

bool detail::is_transaction_keyword(Bytes query) {
  return query == "BEGIN" || query == "COMMIT" || query.starts_with("SAVEPOINT") || query.starts_with("ROLLBACK") ||
         query.starts_with("XA START") || query.starts_with("XA END") || query.starts_with("XA PREPARE") ||
         query.starts_with("XA COMMIT") || query.starts_with("XA ROLLBACK");
}

bool ends_transaction(Bytes query) {
  if (!detail::may_be_transaction_keyword(query)) return false;
  return query == "COMMIT" || (query.starts_with("ROLLBACK") && !query.starts_with("ROLLBACK TO ")) ||
         query.starts_with("XA ROLLBACK");
}

}  // namespace binlogdump
