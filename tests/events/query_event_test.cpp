#include "binlogdump/events/query_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

class QueryEventTest : public EventTest {
 protected:
  /// A body with these status variables, database "d" and statement "Q".
  static std::string with_status_vars(const std::string& vars) {
    return "01000000 00000000 01 0000" + number(from_hex(vars).size(), 2) + vars + "6400 51";
  }
  QueryStatusVars status_vars(const std::string& vars) {
    const QueryEvent event = decode<QueryEvent>(with_status_vars(vars));
    EXPECT_EQ(event.db, "d");
    EXPECT_EQ(event.query, "Q");
    return event.status_vars;
  }
  /// The lines of the tape below "status_vars", not indented.
  std::string status_vars_trace(const std::string& vars) {
    const std::string all = trace<QueryEvent>(with_status_vars(vars));
    std::string lines{"\n"};
    for (std::size_t begin = 0, end = 0; (end = all.find('\n', begin)) != std::string::npos; begin = end + 1) {
      const std::string line = all.substr(begin, end + 1 - begin);
      if (line.starts_with("  ")) lines += line.substr(2);
    }
    return lines;
  }
};

// The head of an INSERT in zstd-variety.000001 of testdata.
const std::string kInsert =
    "24020000 bd75b805 01 0000 2300"
    "00 00000000"
    "01 2000a04500000000"
    "06 03 737464"
    "04 ff00 ff00 ff00"
    "0c 01 7a00"
    "12 ff00"
    "15 00"
    "7a 00"
    "494e53455254";

TEST_F(QueryEventTest, OfServer97) {
  const QueryEvent event = decode<QueryEvent>(kInsert);
  EXPECT_EQ(event.thread_id, 548u);
  EXPECT_EQ(event.query_exec_time, 95974845u);
  EXPECT_EQ(event.error_code, 0);
  EXPECT_EQ(event.db, "z");
  EXPECT_EQ(event.query, "INSERT");
  QueryStatusVars expected;
  expected.flags2 = 0;
  expected.sql_mode = 0x45a00020;
  expected.catalog = "std";
  expected.charset = {.character_set_client = 255, .collation_connection = 255, .collation_server = 255};
  expected.mts_accessed_dbs = std::uint8_t{1};
  expected.accessed_db_names = Bytes("z\0", 2);
  expected.default_collation_for_utf8mb4_number = 255;
  expected.enable_cascade_triggers = std::uint8_t{0};
  EXPECT_TRUE(event.status_vars == expected);
  EXPECT_EQ(trace<QueryEvent>(kInsert), R"(
0 4 thread_id = 548
4 4 query_exec_time = 95974845
8 1 db_len = 1
9 2 error_code = 0
11 2 status_vars_len = 35
13 35 status_vars:
  13 1 status_var_code = 0
  14 4 flags2 = 0
  18 1 status_var_code = 1
  19 8 sql_mode = 1168113696
  27 1 status_var_code = 6
  28 1 catalog_len = 3
  29 3 catalog = 'std'
  32 1 status_var_code = 4
  33 2 character_set_client = 255
  35 2 collation_connection = 255
  37 2 collation_server = 255
  39 1 status_var_code = 12
  40 1 mts_accessed_dbs = 1
  41 2 mts_accessed_db_name = 7a00
  43 1 status_var_code = 18
  44 2 default_collation_for_utf8mb4_number = 255
  46 1 status_var_code = 21
  47 1 enable_cascade_triggers = 0
48 1 db = 'z'
49 1 db_nul = 0
50 6 query = 'INSERT'
)");
}

TEST_F(QueryEventTest, OfServer50) {
  const QueryEvent event = decode<QueryEvent>(
      "01000000 00000000 04 0000 1a00"
      "00 00400000 01 0000000000000000 06 03 737464 04 0800 0800 0800"
      "74657374 00" +
      text("CREATE TABLE t1(c INT)"));
  EXPECT_EQ(event.status_vars.flags2, QueryStatusVars::OPTION_AUTO_IS_NULL);
  EXPECT_EQ(event.status_vars.sql_mode, 0u);
  EXPECT_EQ(event.db, "test");
  EXPECT_EQ(event.query, "CREATE TABLE t1(c INT)");
}

TEST_F(QueryEventTest, SyntheticMinimum) {
  EXPECT_TRUE(decode<QueryEvent>("00000000 00000000 00 0000 0000 00") == QueryEvent{});
}

TEST_F(QueryEventTest, SyntheticDatabaseAndQueryMayBeAnyBytes) {
  const QueryEvent event = decode<QueryEvent>("00000000 00000000 03 2604 0000 61ff00 00 d6d000ff");
  EXPECT_EQ(event.error_code, 1062);
  EXPECT_EQ(event.db, Bytes("a\xff\0", 3));
  EXPECT_EQ(event.query, Bytes("\xd6\xd0\0\xff", 4));
}

TEST_F(QueryEventTest, SyntheticDatabaseOf255Bytes) {
  const std::string name(255, 'n');
  EXPECT_EQ(decode<QueryEvent>("00000000 00000000 ff 0000 0000" + text(name) + "00").db, name);
}

TEST_F(QueryEventTest, SyntheticLongerPostHeaderIsSkipped) {
  post_header_length(EventType::QUERY_EVENT, 15);
  EXPECT_EQ(trace<QueryEvent>("01000000 02000000 01 0000 0500 aabb 00 01000000 6400 51"), R"(
0 4 thread_id = 1
4 4 query_exec_time = 2
8 1 db_len = 1
9 2 error_code = 0
11 2 status_vars_len = 5
13 2 unparsed = aabb
15 5 status_vars:
  15 1 status_var_code = 0
  16 4 flags2 = 1
20 1 db = 'd'
21 1 db_nul = 0
22 1 query = 'Q'
)");
}

TEST_F(QueryEventTest, ListedPostHeaderOfUsualSizeChangesNothing) {
  for (int listed : {0, 11, 13}) {
    post_header_length(EventType::QUERY_EVENT, static_cast<std::uint8_t>(listed));
    EXPECT_EQ(decode<QueryEvent>(kInsert).query, "INSERT") << listed;
  }
}

// What stands in the comments below was written by 9.7.4 and is in files of testdata; the rest is synthetic.

TEST_F(QueryEventTest, Flags2) {
  EXPECT_EQ(status_vars("00 0040000c").flags2, 0x0c004000u);  // stmt-session.000001
  EXPECT_EQ(status_vars_trace("00 0040000c"), R"(
13 1 status_var_code = 0
14 4 flags2 = 201342976
)");
}

TEST_F(QueryEventTest, SqlMode) {
  EXPECT_EQ(status_vars("01 6000e8ed01000000").sql_mode, 0x1ede80060u);  // stmt-session.000001
  EXPECT_EQ(status_vars("01 ffffffffffffffff").sql_mode, ~std::uint64_t{0});
}

TEST_F(QueryEventTest, SyntheticCatalogOf50IsEndedByNul) {
  EXPECT_EQ(status_vars("02 03 73746400").catalog, "std");
  EXPECT_EQ(status_vars_trace("02 03 73746400"), R"(
13 1 status_var_code = 2
14 1 catalog_len = 3
15 3 catalog = 'std'
18 1 catalog_nul = 0
)");
}

TEST_F(QueryEventTest, AutoIncrement) {
  EXPECT_EQ(status_vars("03 0a00 0500").auto_increment,  // stmt-intvar-rand.000001
            (QueryStatusVars::AutoIncrement{.increment = 10, .offset = 5}));
  EXPECT_EQ(status_vars_trace("03 0a00 0500"), R"(
13 1 status_var_code = 3
14 2 auto_increment_increment = 10
16 2 auto_increment_offset = 5
)");
}

TEST_F(QueryEventTest, Charset) {
  EXPECT_EQ(status_vars("04 0800 2d00 0800").charset,  // stmt-session.000001
            (QueryStatusVars::Charset{.character_set_client = 8, .collation_connection = 45, .collation_server = 8}));
}

TEST_F(QueryEventTest, TimeZone) {
  EXPECT_EQ(status_vars("05 06 2b30353a3330").time_zone, "+05:30");        // stmt-session.000001
  EXPECT_EQ(status_vars("05 08 4669782f5a6f6e65").time_zone, "Fix/Zone");  // stmt-session.000001
  EXPECT_EQ(status_vars("05 00").time_zone, "");
  EXPECT_EQ(status_vars("").time_zone, std::nullopt);
}

TEST_F(QueryEventTest, Catalog) {
  EXPECT_EQ(status_vars("06 03 737464").catalog, "std");
  EXPECT_EQ(status_vars("06 00").catalog, "");
}

TEST_F(QueryEventTest, LcTimeNames) {
  EXPECT_EQ(status_vars("07 0400").lc_time_names_number, 4);  // stmt-session.000001
}

TEST_F(QueryEventTest, CharsetDatabase) {
  EXPECT_EQ(status_vars("08 0800").charset_database_number, 8);  // stmt-session.000001
}

TEST_F(QueryEventTest, TableMapForUpdate) {
  EXPECT_EQ(status_vars("09 ffff010000000000").table_map_for_update, 0x1ffffu);  // stmt-multidb.000001
}

TEST_F(QueryEventTest, SyntheticMasterDataWritten) {
  EXPECT_EQ(status_vars("0a 01020304").master_data_written, 0x04030201u);
}

TEST_F(QueryEventTest, Invoker) {
  EXPECT_EQ(status_vars("0b 04 726f6f74 09 6c6f63616c686f7374").invoker,  // stmt-routines.000001
            (QueryStatusVars::Invoker{.user = "root", .host = "localhost"}));
  EXPECT_EQ(status_vars("0b 00 00").invoker, (QueryStatusVars::Invoker{.user = "", .host = ""}));
  EXPECT_EQ(status_vars_trace("0b 04 726f6f74 09 6c6f63616c686f7374"), R"(
13 1 status_var_code = 11
14 1 invoker_user_len = 4
15 4 invoker_user = 'root'
19 1 invoker_host_len = 9
20 9 invoker_host = 'localhost'
)");
}

TEST_F(QueryEventTest, AccessedDatabases) {
  const QueryStatusVars vars = status_vars("0c 01 70656f706c6500");  // binlog.000024
  EXPECT_EQ(vars.mts_accessed_dbs, 1);
  EXPECT_EQ(vars.accessed_db_names, Bytes("people\0", 7));
}

TEST_F(QueryEventTest, SyntheticSixteenAccessedDatabases) {
  std::string names;
  for (char c = 'a'; c <= 'p'; ++c) names += std::string(1, c) + '\0';
  const QueryStatusVars vars = status_vars("0c 10" + text(names) + "13 01");
  EXPECT_EQ(vars.accessed_db_names, names);
  EXPECT_EQ(vars.sql_require_primary_key, 1) << "the next variable";
}

TEST_F(QueryEventTest, SyntheticNoAccessedDatabase) {
  const QueryStatusVars vars = status_vars("0c 00 13 01");
  EXPECT_EQ(vars.mts_accessed_dbs, 0);
  EXPECT_EQ(vars.accessed_db_names, "");
  EXPECT_EQ(vars.sql_require_primary_key, 1);
}

TEST_F(QueryEventTest, TooManyAccessedDatabasesAreNotListed) {
  const QueryStatusVars vars = status_vars("0c fe 12 ff00");
  EXPECT_EQ(vars.mts_accessed_dbs, 254);
  EXPECT_EQ(vars.accessed_db_names, "");
  EXPECT_EQ(vars.default_collation_for_utf8mb4_number, 255) << "the next variable";
  EXPECT_EQ(vars.unknown, "");
}

TEST_F(QueryEventTest, Microseconds) {
  EXPECT_EQ(status_vars("0d f1fb09").microseconds, 654321u);  // stmt-intvar-rand.000001
}

TEST_F(QueryEventTest, ExplicitDefaultsForTimestamp) {
  EXPECT_EQ(status_vars("10 01").explicit_defaults_for_timestamp, 1);  // types-zero-dates.000001
  EXPECT_EQ(status_vars("10 00").explicit_defaults_for_timestamp, 0);  // stmt-session.000001
}

TEST_F(QueryEventTest, DdlXid) {
  EXPECT_EQ(status_vars("11 1800000000000000").ddl_xid, 24u);  // anon-basic.000001
}

TEST_F(QueryEventTest, DefaultCollationForUtf8mb4) {
  EXPECT_EQ(status_vars("12 2d00").default_collation_for_utf8mb4_number, 45);  // stmt-session.000001
}

TEST_F(QueryEventTest, SqlRequirePrimaryKey) {
  EXPECT_EQ(status_vars("13 01").sql_require_primary_key, 1);  // stmt-session.000001
}

TEST_F(QueryEventTest, DefaultTableEncryption) {
  EXPECT_EQ(status_vars("14 00").default_table_encryption, 0);  // zstd-variety.000001
}

TEST_F(QueryEventTest, EnableCascadeTriggers) {
  EXPECT_EQ(status_vars("15 00").enable_cascade_triggers, 0);  // zstd-variety.000001
}

TEST_F(QueryEventTest, SyntheticRepeatedVariableCountsLast) {
  EXPECT_EQ(status_vars("07 0400 07 0200").lc_time_names_number, 2);
}

// 14 and 15: development versions of 5.7; 128 to 131: MariaDB.
TEST_F(QueryEventTest, SyntheticUnknownCodeEndsTheBlockButNotTheEvent) {
  for (int code : {14, 15, 22, 100, 128, 129, 130, 131, 255}) {
    const QueryStatusVars vars = status_vars("13 01" + text(std::string(1, static_cast<char>(code))) + "aabb 14 01");
    EXPECT_EQ(vars.sql_require_primary_key, 1);
    EXPECT_EQ(vars.default_table_encryption, std::nullopt);
    EXPECT_THAT(std::string(vars.unknown), testing::EndsWith("\xaa\xbb\x14\x01")) << code;
  }
  EXPECT_EQ(status_vars_trace("13 01 80 aabb 14 01"), R"(
13 1 status_var_code = 19
14 1 sql_require_primary_key = 1
15 1 status_var_code = 128
16 4 unparsed = aabb1401
)");
}

TEST_F(QueryEventTest, SyntheticUnknownIncludesItsCode) {
  EXPECT_EQ(status_vars("13 01 80 aabb").unknown, "\x80\xaa\xbb");
  EXPECT_EQ(status_vars("13 01 80").unknown, "\x80") << "a code without a value";
}

TEST_F(QueryEventTest, SyntheticVariableBeyondTheBlock) {
  const auto error_of = [this](const std::string& vars) { return error<QueryEvent>(with_status_vars(vars)); };
  EXPECT_EQ(error_of("00 000000"), "14 flags2: needs 4 bytes, 3 left");
  EXPECT_EQ(error_of("01 00000000000000"), "14 sql_mode: needs 8 bytes, 7 left");
  EXPECT_EQ(error_of("02 03 737464"), "18 catalog_nul: needs 1 byte, 0 left");
  EXPECT_EQ(error_of("03 0a00 05"), "16 auto_increment_offset: needs 2 bytes, 1 left");
  EXPECT_EQ(error_of("04 ff00 ff00 ff"), "18 collation_server: needs 2 bytes, 1 left");
  EXPECT_EQ(error_of("05"), "14 time_zone_len: needs 1 byte, 0 left");
  EXPECT_EQ(error_of("05 06 2b3035"), "15 time_zone: needs 6 bytes, 3 left");
  EXPECT_EQ(error_of("06 ff"), "15 catalog: needs 255 bytes, 0 left");
  EXPECT_EQ(error_of("0b 01 72"), "16 invoker_host_len: needs 1 byte, 0 left");
  EXPECT_EQ(error_of("0b 01 72 05 6c"), "17 invoker_host: needs 5 bytes, 1 left");
  EXPECT_EQ(error_of("0c"), "14 mts_accessed_dbs: needs 1 byte, 0 left");
  EXPECT_EQ(error_of("0c 01 6162"), "15 mts_accessed_db_name: no terminating NUL");
  EXPECT_EQ(error_of("0c 02 6100"), "17 mts_accessed_db_name: no terminating NUL");
  EXPECT_EQ(error_of("0d 0000"), "14 microseconds: needs 3 bytes, 2 left");
  EXPECT_EQ(error_of("11 00"), "14 ddl_xid: needs 8 bytes, 1 left");
  EXPECT_EQ(error_of("15"), "14 enable_cascade_triggers: needs 1 byte, 0 left");
}

TEST_F(QueryEventTest, EveryLengthWithADatabaseIsSound) {
  EXPECT_EQ(sound_lengths<QueryEvent>(kInsert), "50-56");
}

TEST_F(QueryEventTest, SyntheticLengthsThatLie) {
  EXPECT_EQ(error<QueryEvent>("00000000 00000000 00 0000 ffff 00"), "13 status_vars: needs 65535 bytes, 1 left");
  EXPECT_EQ(error<QueryEvent>("00000000 00000000 ff 0000 0000 6100"), "13 db: needs 255 bytes, 2 left");
  EXPECT_EQ(error<QueryEvent>("00000000 00000000 02 0000 0000 6162"), "15 db_nul: needs 1 byte, 0 left");
}

}  // namespace
}  // namespace binlogdump
