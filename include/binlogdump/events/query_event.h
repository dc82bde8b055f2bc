#pragma once

#include <optional>

#include "binlogdump/context.h"
#include "binlogdump/cursor.h"

namespace binlogdump {

/// Session state that a QUERY_EVENT carries so that the statement does the same elsewhere. Absent: not written.
/// Source: mysql::binlog::event::Query_event, "status variables"; codes in FORMAT order.
struct QueryStatusVars {
  enum Code : std::uint8_t {
    Q_FLAGS2_CODE = 0,
    Q_SQL_MODE_CODE = 1,
    Q_CATALOG_CODE = 2,
    Q_AUTO_INCREMENT = 3,
    Q_CHARSET_CODE = 4,
    Q_TIME_ZONE_CODE = 5,
    Q_CATALOG_NZ_CODE = 6,
    Q_LC_TIME_NAMES_CODE = 7,
    Q_CHARSET_DATABASE_CODE = 8,
    Q_TABLE_MAP_FOR_UPDATE_CODE = 9,
    Q_MASTER_DATA_WRITTEN_CODE = 10,
    Q_INVOKER = 11,
    Q_UPDATED_DB_NAMES = 12,
    Q_MICROSECONDS = 13,
    Q_EXPLICIT_DEFAULTS_FOR_TIMESTAMP = 16,
    Q_DDL_LOGGED_WITH_XID = 17,
    Q_DEFAULT_COLLATION_FOR_UTF8MB4 = 18,
    Q_SQL_REQUIRE_PRIMARY_KEY = 19,
    Q_DEFAULT_TABLE_ENCRYPTION = 20,
    Q_ENABLE_CASCADE_TRIGGERS = 21,
  };
  /// Bits of flags2.
  enum Flags2 : std::uint32_t {
    OPTION_AUTO_IS_NULL = 0x4000,
    OPTION_NOT_AUTOCOMMIT = 0x80000,
    OPTION_NO_FOREIGN_KEY_CHECKS = 0x4000000,
    OPTION_RELAXED_UNIQUE_CHECKS = 0x8000000,
  };
  /// mts_accessed_dbs beyond this: too many databases, no names are listed.
  static constexpr std::uint8_t kMaxAccessedDbs = 16;

  struct AutoIncrement {
    std::uint16_t increment = 1;
    std::uint16_t offset = 1;
    friend bool operator==(const AutoIncrement&, const AutoIncrement&) = default;
  };
  /// Collation numbers.
  struct Charset {
    std::uint16_t character_set_client = 0;
    std::uint16_t collation_connection = 0;
    std::uint16_t collation_server = 0;
    friend bool operator==(const Charset&, const Charset&) = default;
  };
  struct Invoker {
    Bytes user;
    Bytes host;
    friend bool operator==(const Invoker&, const Invoker&) = default;
  };

  std::optional<std::uint32_t> flags2;
  std::optional<std::uint64_t> sql_mode;  ///< Bit mask.
  Bytes catalog;                          ///< "std".
  std::optional<AutoIncrement> auto_increment;
  std::optional<Charset> charset;
  std::optional<Bytes> time_zone;
  std::uint16_t lc_time_names_number = 0;     ///< Locale; 0 is en_US and not written.
  std::uint16_t charset_database_number = 0;  ///< Collation; 0: the server's, not written.
  std::uint64_t table_map_for_update = 0;     ///< Bit mask of tables that a multi-table UPDATE changes.
  std::optional<std::uint32_t> master_data_written;
  std::optional<Invoker> invoker;                ///< DEFINER=CURRENT_USER's user. Since 5.5.
  std::optional<std::uint8_t> mts_accessed_dbs;  ///< Count of databases changed; 254: too many to list. Since 5.6.
  Bytes accessed_db_names;                       ///< Their names, each ended by NUL.
  std::uint32_t microseconds = 0;                ///< Fraction of the header's timestamp. Since 5.6.
  std::optional<std::uint8_t> explicit_defaults_for_timestamp;
  std::optional<std::uint64_t> ddl_xid;  ///< XID of an atomic DDL statement. Since 8.0.
  std::uint16_t default_collation_for_utf8mb4_number = 0;
  std::optional<std::uint8_t> sql_require_primary_key;
  std::optional<std::uint8_t> default_table_encryption;
  std::optional<std::uint8_t> enable_cascade_triggers;  ///< Seen in 9.7.
  Bytes unknown;  ///< From the first code that is not known on, the code included: its length can't be told.

  /// Reads to the end of the range. In place: there are too many members to be copied for every statement.
  void decode(EventCursor auto& in) {
    while (!in.at_end()) {
      const Bytes left = in.left();
      if (!decode_variable(in, in.u8("status_var_code"))) {
        in.unparsed_rest();
        unknown = left;
      }
    }
  }

  /// Where in the bytes of status variables the microseconds are, the last if there are several, if any.
  static std::optional<std::size_t> find_microseconds(Bytes status_vars) {
    Cursor<NoTrace> in(status_vars);
    QueryStatusVars passed;
    std::optional<std::size_t> found;
    while (!in.at_end()) {
      const std::uint8_t code = in.u8("status_var_code");
      if (code == Q_MICROSECONDS) found = in.offset();
      if (!passed.decode_variable(in, code)) break;
    }
    return found;
  }

  friend bool operator==(const QueryStatusVars&, const QueryStatusVars&) = default;

 private:
  bool decode_variable(EventCursor auto& in, std::uint8_t code) {
    switch (code) {
      case Q_FLAGS2_CODE:
        flags2 = in.u32("flags2");
        return true;
      case Q_SQL_MODE_CODE:
        sql_mode = in.u64("sql_mode");
        return true;
      case Q_CATALOG_CODE:
        catalog = in.u8_bytes("catalog_len", "catalog");
        in.u8("catalog_nul");
        return true;
      case Q_AUTO_INCREMENT:
        auto_increment =
            AutoIncrement{.increment = in.u16("auto_increment_increment"), .offset = in.u16("auto_increment_offset")};
        return true;
      case Q_CHARSET_CODE:
        charset = Charset{.character_set_client = in.u16("character_set_client"),
                          .collation_connection = in.u16("collation_connection"),
                          .collation_server = in.u16("collation_server")};
        return true;
      case Q_TIME_ZONE_CODE:
        time_zone = in.u8_bytes("time_zone_len", "time_zone");
        return true;
      case Q_CATALOG_NZ_CODE:
        catalog = in.u8_bytes("catalog_len", "catalog");
        return true;
      case Q_LC_TIME_NAMES_CODE:
        lc_time_names_number = in.u16("lc_time_names_number");
        return true;
      case Q_CHARSET_DATABASE_CODE:
        charset_database_number = in.u16("charset_database_number");
        return true;
      case Q_TABLE_MAP_FOR_UPDATE_CODE:
        table_map_for_update = in.u64("table_map_for_update");
        return true;
      case Q_MASTER_DATA_WRITTEN_CODE:
        master_data_written = in.u32("master_data_written");
        return true;
      case Q_INVOKER: {
        const Bytes user = in.u8_bytes("invoker_user_len", "invoker_user");
        invoker = Invoker{.user = user, .host = in.u8_bytes("invoker_host_len", "invoker_host")};
        return true;
      }
      case Q_UPDATED_DB_NAMES:
        decode_accessed_dbs(in);
        return true;
      default:
        return decode_newer_variable(in, code);
    }
  }

  /// Variables of 5.6.4 and later servers.
  bool decode_newer_variable(EventCursor auto& in, std::uint8_t code) {
    switch (code) {
      case Q_MICROSECONDS:
        microseconds = in.u24("microseconds");
        return true;
      case Q_EXPLICIT_DEFAULTS_FOR_TIMESTAMP:
        explicit_defaults_for_timestamp = in.u8("explicit_defaults_for_timestamp");
        return true;
      case Q_DDL_LOGGED_WITH_XID:
        ddl_xid = in.u64("ddl_xid");
        return true;
      case Q_DEFAULT_COLLATION_FOR_UTF8MB4:
        default_collation_for_utf8mb4_number = in.u16("default_collation_for_utf8mb4_number");
        return true;
      case Q_SQL_REQUIRE_PRIMARY_KEY:
        sql_require_primary_key = in.u8("sql_require_primary_key");
        return true;
      case Q_DEFAULT_TABLE_ENCRYPTION:
        default_table_encryption = in.u8("default_table_encryption");
        return true;
      case Q_ENABLE_CASCADE_TRIGGERS:
        enable_cascade_triggers = in.u8("enable_cascade_triggers");
        return true;
      default:
        return false;
    }
  }

  void decode_accessed_dbs(EventCursor auto& in) {
    mts_accessed_dbs = in.u8("mts_accessed_dbs");
    if (*mts_accessed_dbs > kMaxAccessedDbs) return;
    const char* begin = nullptr;
    const char* end = nullptr;
    for (int i = 0; i < *mts_accessed_dbs; ++i) {
      const Bytes name = in.nul_terminated("mts_accessed_db_name");
      if (begin == nullptr) begin = name.data();
      end = name.data() + name.size() + 1;
    }
    accessed_db_names = {begin, static_cast<std::size_t>(end - begin)};
  }
};

/// QUERY_EVENT: a statement as text: DDL, BEGIN and COMMIT, and all changes in statement format.
/// Source: mysql::binlog::event::Query_event.
struct QueryEvent {
  static constexpr std::size_t kPostHeaderSize = 13;  ///< 11 in binlog version 3, without status variables.

  std::uint32_t thread_id = 0;        ///< The connection's id: pseudo_thread_id.
  std::uint32_t query_exec_time = 0;  ///< Seconds from the timestamp until the event was logged.
  std::uint16_t error_code = 0;       ///< Error that the statement ended with on the source; 0 normally.
  QueryStatusVars status_vars;
  Bytes db;     ///< Default database; empty: none.
  Bytes query;  ///< In character_set_client.

  static QueryEvent decode(EventCursor auto& in, const DecodeContext& context) {
    QueryEvent event;
    const Lengths lengths = event.decode_post_header(in);
    const std::size_t listed = context.format.post_header_length(EventType::QUERY_EVENT);
    if (listed > kPostHeaderSize) in.unparsed(listed - kPostHeaderSize);
    event.decode_variable_part(in, lengths);
    return event;
  }

  /// The same with status_vars left empty: for filters, which ask only for the rest.
  static QueryEvent decode_without_status_vars(EventCursor auto& in, const DecodeContext& context) {
    QueryEvent event;
    event.decode_all_but_status_vars(in, context);
    return event;
  }

  /// The same into an event that has been used before; status_vars stays as it is. Returns their bytes.
  Bytes decode_all_but_status_vars(EventCursor auto& in, const DecodeContext& context) {
    const Lengths lengths = decode_post_header(in);
    const std::size_t listed = context.format.post_header_length(EventType::QUERY_EVENT);
    if (listed > kPostHeaderSize) in.unparsed(listed - kPostHeaderSize);
    const Bytes vars = in.bytes(lengths.status_vars_len, "status_vars");
    decode_texts(in, lengths);
    return vars;
  }

  /// How many bytes the status variables have; 0 if the body is too short to tell.
  static std::size_t status_vars_length(Bytes body) {
    constexpr std::size_t kOffset = kPostHeaderSize - sizeof(std::uint16_t);
    return body.size() < kPostHeaderSize ? 0 : load_u16(&body[kOffset]);
  }

  friend bool operator==(const QueryEvent&, const QueryEvent&) = default;

 protected:
  struct Lengths {
    std::uint8_t db_len;
    std::uint16_t status_vars_len;
  };

  Lengths decode_post_header(EventCursor auto& in) {
    thread_id = in.u32("thread_id");
    query_exec_time = in.u32("query_exec_time");
    const std::uint8_t db_len = in.u8("db_len");
    error_code = in.u16("error_code");
    return {.db_len = db_len, .status_vars_len = in.u16("status_vars_len")};
  }

  void decode_variable_part(EventCursor auto& in, const Lengths& lengths) {
    in.group("status_vars", lengths.status_vars_len, [this](auto& vars) { status_vars.decode(vars); });
    decode_texts(in, lengths);
  }

 private:
  void decode_texts(EventCursor auto& in, const Lengths& lengths) {
    db = in.bytes(lengths.db_len, "db");
    in.u8("db_nul");
    query = in.rest("query");
  }
};

}  // namespace binlogdump
