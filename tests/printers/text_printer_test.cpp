// The default output, one kind of event after the other. The wording of the text is pinned here and nowhere else.

#include <regex>

#include "cli/cli_fixture.h"
#include "values/value_test.h"

namespace binlogdump::test {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

/// Two lines of an event, up to its title, as "* ": see time_text_test.cpp for them.
std::string without_headers(const std::string& text) {
  static const std::regex kHeader(
      "# at [0-9]+\n#[0-9 :]{15} server id [0-9]+  end_log_pos [0-9]+ (CRC32 0x[0-9a-f]{8} )?\t");
  return std::regex_replace(text, kHeader, "* ");
}

class TextPrinter : public Cli {
 protected:
  /// What is printed behind the line that names the file; stderr must stay silent.
  std::string print(const std::string& log, const Words& args = {}) const {
    const RunResult result = run_with_stdin(args + Words{"-"}, log);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.err, IsEmpty());
    return without_headers(without_first_line(result.out));
  }
  std::string print_fixture(const std::string& name, const Words& args = {}) const {
    return print(read_file(fixture(name)), args);
  }
  /// What is printed of the events behind the FORMAT_DESCRIPTION_EVENT.
  std::string print(const LogBuilder& log, const Words& args = {}) const {
    const std::string description = print(LogBuilder().bytes(), args);
    const std::string text = print(log.bytes(), args);
    EXPECT_THAT(text, StartsWith(description));
    return text.substr(description.size());
  }
  std::string print_event(EventType type, const std::string& body, std::uint16_t flags = 0,
                          const Words& args = {}) const {
    LogBuilder log;
    log.add(type, body, flags);
    return print(log, args);
  }
  /// Of an event that is nothing a server writes.
  RunResult run_damaged(EventType type, const std::string& body) const {
    LogBuilder log;
    log.add(type, body);
    log.add(EventType::STOP_EVENT, "");
    RunResult result = run_with_stdin({"-"}, log.bytes());
    result.out = without_headers(without_first_line(result.out));
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.out, EndsWith("* Stop\n# the server shut down\n"));
    return result;
  }
};

/// Status variables of a QUERY_EVENT in front of its text.
std::string query_with(const std::string& status_vars, std::string_view query, std::string_view db = "") {
  std::string body = LogBuilder::query_body(query, db);
  constexpr std::size_t kLength = 11;
  body.replace(kLength, 2, le(status_vars.size(), 2));
  return body.insert(kLength + 2, status_vars);
}

/// A GTID_LOG_EVENT of MySQL 9.7.4 that was committed at 2023-11-14 22:13:21.5.
std::string gtid_body(std::int64_t gno = 5) {
  return le(1, 1) + from_hex("3e11fa4771ca11e19e33c80aa9429562") + le(static_cast<std::uint64_t>(gno), 8) + le(2, 1) +
         le(3, 8) + le(4, 8) + le(1700000001500000, 7) + le(200, 1) + le(90704, 4);
}

// --- the log itself

TEST_F(TextPrinter, FormatDescription) {
  const RunResult result = run({fixture("file-stop.000001")});
  EXPECT_THAT(result.out, HasSubstr("server id 101  end_log_pos 127 CRC32 0x"));
  EXPECT_THAT(without_headers(result.out),
              HasSubstr("* Start: binlog v 4, server v 9.7.4-2 created 261129 17:57:41 at startup\n"
                        "# checksums CRC32; the first log after a server start or RESET BINARY LOGS\n"
                        "* Previous-GTIDs\n# [empty]\n"));
}

TEST_F(TextPrinter, FormatDescriptionOfALaterLogAndOthers) {
  EXPECT_THAT(print_fixture("checksum-switch.000002"),
              StartsWith("* Start: binlog v 4, server v 9.7.4-2 created 231114 22:18:23\n# checksums none\n"));
  EXPECT_THAT(print_fixture("file-in-use.000001"),
              HasSubstr("# Warning: this binlog is either in use or was not closed properly.\n"));
  EXPECT_THAT(print_fixture("relay-log.000002"), HasSubstr("; a relay log, this event is the replica's own\n"));
}

TEST_F(TextPrinter, Rotate) {
  EXPECT_EQ(print_event(EventType::ROTATE_EVENT, le(4, 8) + "binlog.000025"),
            "* Rotate to binlog.000025  pos: 4\n# the log goes on in binlog.000025\n");
  EXPECT_EQ(print_event(EventType::ROTATE_EVENT, le(120, 8) + "source.7", LOG_EVENT_ARTIFICIAL_F),
            "* Rotate to source.7  pos: 120\n"
            "# flags: LOG_EVENT_ARTIFICIAL_F (made on the fly, in no source's log)\n"
            "# what follows comes from source.7 of the source\n");
}

TEST_F(TextPrinter, Stop) {
  EXPECT_EQ(print_event(EventType::STOP_EVENT, ""), "* Stop\n# the server shut down\n");
}

TEST_F(TextPrinter, Incident) {
  EXPECT_EQ(print_event(EventType::INCIDENT_EVENT, le(1, 2) + le(4, 1) + "lost"),
            "* Incident: LOST_EVENTS\n"
            "# changes are missing from the log here: replicas must be made anew from the source\n"
            "# message: lost\n");
  EXPECT_EQ(print_event(EventType::INCIDENT_EVENT, le(7, 2) + le(0, 1)), "* Incident: number 7\n");
}

TEST_F(TextPrinter, PreviousGtids) {
  // One source, 1-3 and 7; ends are exclusive.
  EXPECT_EQ(print_event(EventType::PREVIOUS_GTIDS_LOG_EVENT, le(1, 8) + from_hex("3e11fa4771ca11e19e33c80aa9429562") +
                                                                 le(2, 8) + le(1, 8) + le(4, 8) + le(7, 8) + le(8, 8)),
            "* Previous-GTIDs\n# 3e11fa47-71ca-11e1-9e33-c80aa9429562:1-3:7\n");
  EXPECT_EQ(print_event(EventType::PREVIOUS_GTIDS_LOG_EVENT, le(0, 8)), "* Previous-GTIDs\n# [empty]\n");
}

TEST_F(TextPrinter, PreviousGtidsThatNoServerWrites) {
  const RunResult result = run_damaged(EventType::PREVIOUS_GTIDS_LOG_EVENT,
                                       le(1, 8) + std::string(16, 'u') + le(1, 8) + le(5, 8) + le(4, 8));
  EXPECT_THAT(result.out,
              HasSubstr("* PREVIOUS_GTIDS_LOG_EVENT\n# ERROR: offset 127: gtid_set: not a set that a server "
                        "writes (byte 19 of the event)\n# "));
  EXPECT_THAT(result.err, HasSubstr("offset 127: PREVIOUS_GTIDS_LOG_EVENT: gtid_set: not a set that a server writes"));
}

// --- transactions

TEST_F(TextPrinter, GtidAndItsTransaction) {
  LogBuilder log;
  log.add(EventType::GTID_LOG_EVENT, gtid_body());
  log.add_query("BEGIN");
  log.add_query("INSERT INTO t VALUES (1)", "db");
  log.add(EventType::XID_EVENT, le(17, 8));
  EXPECT_EQ(
      print(log),
      "* GTID\tlast_committed=3\tsequence_number=4\trbr_only=no\toriginal_committed_timestamp=1700000001500000"
      "\timmediate_commit_timestamp=1700000001500000\ttransaction_length=200\n"
      "# 3e11fa47-71ca-11e1-9e33-c80aa9429562:5, committed 2023-11-14 22:13:21.500000 UTC, server 9.7.4, "
      "200 bytes, thread 8\n"
      "* Query\tthread_id=8\texec_time=0\terror_code=0\n"
      "BEGIN;\n"
      "* Query\tthread_id=8\texec_time=0\terror_code=0\tdb=db\n"
      "use `db`;\n"
      "INSERT INTO t VALUES (1);\n"
      "* Xid = 17\n"
      "COMMIT;\n"
      "# transaction 3e11fa47-71ca-11e1-9e33-c80aa9429562:5: 1 statement, up to 1.5 s from first event to commit\n"
      "\n");
}

TEST_F(TextPrinter, GtidWithoutItsTransaction) {
  LogBuilder log;
  log.add(EventType::GTID_LOG_EVENT, gtid_body(1));
  log.add(EventType::GTID_LOG_EVENT, gtid_body(2));
  const std::string text = print(log);
  const std::string first = "# transaction 3e11fa47-71ca-11e1-9e33-c80aa9429562:1: 0 statements, not ended\n";
  const std::string second =
      "# transaction 3e11fa47-71ca-11e1-9e33-c80aa9429562:2: 0 statements, not ended in this log\n";
  EXPECT_THAT(text, AllOf(HasSubstr(first), EndsWith(second + "\n")));
  EXPECT_LT(text.find("9562:1, committed"), text.find(first));
  EXPECT_LT(text.find(first), text.find("9562:2, committed"));
}

TEST_F(TextPrinter, AnonymousGtid) {
  std::string body = gtid_body(0);
  body.replace(1, 16, std::string(16, '\0'));
  LogBuilder log;
  log.add(EventType::ANONYMOUS_GTID_LOG_EVENT, body);
  log.add_query("CREATE TABLE t (a INT)");
  EXPECT_THAT(print(log),
              AllOf(HasSubstr("* Anonymous_GTID\t"), HasSubstr("\n# anonymous, committed 2023-11-14 22:13:21"),
                    HasSubstr("\n# transaction anonymous: 1 statement, up to 1.5 s")));
}

TEST_F(TextPrinter, GtidOfAnOldServer) {
  LogBuilder log;
  log.add(EventType::GTID_LOG_EVENT, gtid_body().substr(0, 25));
  log.add_query("CREATE TABLE t (a INT)");
  EXPECT_THAT(print(log), AllOf(StartsWith("* GTID\trbr_only=no\n# 3e11fa47-71ca-11e1-9e33-c80aa9429562:5, thread 8\n"),
                                EndsWith("9562:5: 1 statement\n\n")));
}

// SET original_commit_timestamp=1600000000123456; SET gtid_next='cccccccc-…:t:1'; INSERT INTO a VALUES (7);
TEST_F(TextPrinter, TaggedGtidOfAnotherTime) {
  EXPECT_THAT(print_fixture("gtid-tagged.000001"),
              HasSubstr("\n# cccccccc-cccc-cccc-cccc-cccccccccccc:t:1, committed 2026-11-29 17:56:46.364522 UTC, "
                        "server 9.7.4, 2268 d 5 h after the original commit of 2020-09-13 12:26:40.123456 UTC, "));
}

TEST_F(TextPrinter, StatementsWithoutGtid) {
  LogBuilder log;
  log.add_query("BEGIN");
  log.add_query("INSERT INTO t VALUES (1)");
  log.add_query("ROLLBACK");
  log.add_query("DROP TABLE t");
  const std::string text = print(log);
  EXPECT_THAT(text, HasSubstr("ROLLBACK;\n# transaction without GTID: 1 statement, rolled back\n\n* Query"));
  EXPECT_THAT(text, EndsWith("DROP TABLE t;\n# transaction without GTID: 1 statement\n\n"));
}

// XA START 'gt','bq',77; … XA PREPARE 'gt','bq',77; XA ROLLBACK 'gt','bq',77; XA … 'one' … XA COMMIT 'one' ONE PHASE;
TEST_F(TextPrinter, XaTransactions) {
  const std::string text = print_fixture("stmt-xa.000001");
  EXPECT_THAT(text, HasSubstr("* XA PREPARE\nXA PREPARE X'6774',X'6271',77;\n# transaction "));
  EXPECT_THAT(text, HasSubstr(": 1 statement, rows: st.x +1 ~0 -0, prepared\n"));
  EXPECT_THAT(text, HasSubstr("* XA COMMIT ONE PHASE\nXA COMMIT X'6f6e65',X'',1 ONE PHASE;\n# transaction "));
  EXPECT_THAT(text, HasSubstr("XA PREPARE X'00ff27225c0a',X'0102',4294967295;\n"));
}

TEST_F(TextPrinter, PayloadAndTheEventsInIt) {
  const std::string text = print_fixture("zstd-small.000001");
  // XA START 'xz'; INSERT INTO zt VALUES (11,'xa',NULL); …
  EXPECT_THAT(text,
              HasSubstr("* Transaction_Payload\t\tpayload_size=207\tcompression_type=ZSTD\tuncompressed_size=349\n"
                        "# Start of compressed events.\n"
                        "* Query\tthread_id=541\t"));
  EXPECT_THAT(text, HasSubstr("###   @1=11\n###   @2='xa'\n###   @3=NULL\n"));
  EXPECT_THAT(text, HasSubstr("XA PREPARE X'7a78',X'',1;\n# End of compressed events.\n# transaction "));
}

// --- statements

TEST_F(TextPrinter, QueryInItsCharacterSet) {
  const std::string latin1 = from_hex("04 0800 0800 0800");
  LogBuilder log;
  log.add(EventType::QUERY_EVENT, query_with(latin1, "INSERT INTO t VALUES ('caf\xe9')"));
  log.add_query("INSERT INTO t VALUES ('caf\xe9')");
  const std::string text = print(log);
  EXPECT_THAT(text, HasSubstr("\nINSERT INTO t VALUES ('café');\n"));
  EXPECT_THAT(text, HasSubstr("\nINSERT INTO t VALUES ('caf\\xe9');\n")) << "one that is not known";
}

TEST_F(TextPrinter, QueryKeepsItsLines) {
  LogBuilder log;
  log.add_query("CREATE TABLE t (\n\ta INT\r\n)");
  EXPECT_THAT(print(log), HasSubstr("\nCREATE TABLE t (\n\ta INT\\r\n);\n"));
}

TEST_F(TextPrinter, UseWhereTheDatabaseChanges) {
  LogBuilder log;
  log.add_query("q1", "a");
  log.add_query("q2", "a");
  log.add_query("q3", "b`");
  log.add(EventType::QUERY_EVENT, LogBuilder::query_body("q4", "c"), LOG_EVENT_SUPPRESS_USE_F);
  EXPECT_EQ(lines_with(print(log), "use "), "use `a`;\nuse `b```;\n");
}

TEST_F(TextPrinter, QueryThatFailed) {
  std::string body = LogBuilder::query_body("INSERT INTO t VALUES (1)", "");
  constexpr std::size_t kErrorCode = 9;
  body.replace(kErrorCode, 2, le(1062, 2));
  EXPECT_THAT(print_event(EventType::QUERY_EVENT, body), HasSubstr("\n# failed on the source with error 1062\n"));
}

TEST_F(TextPrinter, QueryFlags) {
  EXPECT_THAT(print_event(EventType::QUERY_EVENT, LogBuilder::query_body("q", ""), LOG_EVENT_THREAD_SPECIFIC_F),
              HasSubstr("# flags: LOG_EVENT_THREAD_SPECIFIC_F (temporary tables of its connection may be used)\n"));
  EXPECT_THAT(print_event(EventType::QUERY_EVENT, LogBuilder::query_body("q", ""), 0x360),
              HasSubstr("# flags: LOG_EVENT_ARTIFICIAL_F (made on the fly, in no source's log), LOG_EVENT_RELAY_LOG_F "
                        "(written by the replica itself), LOG_EVENT_NO_FILTER_F (not to be filtered), "
                        "LOG_EVENT_MTS_ISOLATE_F (to be applied alone)\n"));
}

TEST_F(TextPrinter, QueryStatusVariables) {
  const std::string invoker = from_hex("0b 04") + "root" + from_hex("09") + "localhost";
  const std::string microseconds = from_hex("0d 2a0000");
  const std::string two_databases = from_hex("0c 02") + std::string("a\0b`\0", 5);
  const std::string text =
      print_event(EventType::QUERY_EVENT, query_with(invoker + two_databases + microseconds, "q", "a"));
  EXPECT_THAT(text, HasSubstr("\n# statement time: 2023-11-14 22:13:20.000042 UTC\n# invoker: root@localhost\n"
                              "# changes databases `a`, `b```\nuse `a`;\nq;\n"));
  EXPECT_THAT(print_event(EventType::QUERY_EVENT, query_with(from_hex("0c fe"), "q")),
              HasSubstr("# changes databases that are not named: more than 16, or tables with foreign keys\n"));
  EXPECT_THAT(print_event(EventType::QUERY_EVENT, query_with(from_hex("80 0102"), "q")),
              HasSubstr("# status variables of unknown meaning: 0x800102\nq;\n"));
  // Only the default database is changed: nothing to tell.
  EXPECT_THAT(print_event(EventType::QUERY_EVENT, query_with(from_hex("0c 01 6100"), "q", "a")),
              Not(HasSubstr("# changes")));
}

// SET time_zone='+05:30'; … SET NAMES latin1; … SET auto_increment_increment=7, auto_increment_offset=3;
TEST_F(TextPrinter, SessionLines) {
  const std::string lines = lines_with(print_fixture("stmt-session.000001"), "# session: ");
  EXPECT_THAT(lines, HasSubstr("# session: sql_mode=PIPES_AS_CONCAT,ANSI_QUOTES,NO_BACKSLASH_ESCAPES\n"));
  EXPECT_THAT(lines, HasSubstr("# session: time_zone='-00:45'\n# session: time_zone='Fix/Zone'\n"));
  EXPECT_THAT(lines, HasSubstr("# session: character_set_client=latin1, collation_connection=latin1_swedish_ci\n"));
  EXPECT_THAT(lines, HasSubstr("# session: unique_checks=0\n# session: sql_auto_is_null=1\n"
                               "# session: foreign_key_checks=1, unique_checks=1, sql_auto_is_null=0\n"));
}

TEST_F(TextPrinter, LoadData) {
  LogBuilder log;
  log.add(EventType::BEGIN_LOAD_QUERY_EVENT, le(3, 4) + "1\n2\n");
  log.add(EventType::APPEND_BLOCK_EVENT, le(3, 4) + "3\n");
  log.add(EventType::DELETE_FILE_EVENT, le(3, 4));
  log.add(EventType::EXECUTE_LOAD_QUERY_EVENT, le(8, 4) + le(0, 4) + le(2, 1) + le(0, 2) + le(0, 2) + le(3, 4) +
                                                   le(9, 4) + le(20, 4) + le(0, 1) + std::string("db\0", 3) +
                                                   "LOAD DATA INFILE 'f' INTO TABLE t");
  EXPECT_EQ(print(log),
            "* Begin_load_query\n# file_id: 3  block_len: 4\n"
            "* Append_block\n# file_id: 3  block_len: 2\n"
            "* Delete_file\n# file_id: 3: the LOAD DATA failed, its file is not needed\n"
            "* Execute_load_query\tthread_id=8\texec_time=0\terror_code=0\tdb=db\n"
            "use `db`;\nLOAD DATA INFILE 'f' INTO TABLE t;\n# file_id: 3\n"
            "# transaction without GTID: 1 statement\n\n");
}

TEST_F(TextPrinter, IntvarAndRand) {
  EXPECT_EQ(print_event(EventType::INTVAR_EVENT, le(1, 1) + le(77, 8)), "* Intvar\n# LAST_INSERT_ID=77\n");
  EXPECT_EQ(print_event(EventType::INTVAR_EVENT, le(2, 1) + std::string(8, '\xff')),
            "* Intvar\n# INSERT_ID=18446744073709551615\n");
  EXPECT_EQ(print_event(EventType::INTVAR_EVENT, le(9, 1) + le(1, 8)), "* Intvar\n# type 9=1\n");
  EXPECT_EQ(print_event(EventType::RAND_EVENT, le(123456789, 8) + le(987654321, 8)),
            "* Rand\n# RAND_SEED1=123456789, RAND_SEED2=987654321\n");
}

// SET @i=42, @neg=-7, …: see testdata/capture/sql/gtid/stmt-uservars.sql.
TEST_F(TextPrinter, UserVariables) {
  const std::string text = print_fixture("stmt-uservars.000001");
  EXPECT_THAT(text, HasSubstr("* User_var\n# @`i`=42\n"));
  const std::string lines = lines_with(text, "# @");
  for (const std::string_view line :
       {"`neg`=-7", "`big`=18446744073709551615", "`minb`=-9223372036854775808", "`r`=1.5", "`r4`=0.3333333333333333",
        "`r7`=-0", "`d`=1.50", "`d2`=-12345678901234567890.123456789", "`d4`=0.000000000000000000000000000001",
        "`s`='plain' COLLATE utf8mb4_0900_ai_ci", R"(`q`='it\'s "q" \\ \n \0 \x1a' COLLATE utf8mb4_0900_ai_ci)",
        "`u`='日本語 é 😀' COLLATE utf8mb4_0900_ai_ci", "`bin`=0x00ff27 COLLATE binary",
        "`u16`='\u6162' COLLATE utf16_general_ci", "`n`=NULL", "`odd``name`='x' COLLATE utf8mb4_0900_ai_ci",
        "`名`=4"}) {
    EXPECT_THAT(lines, HasSubstr("# @" + std::string(line) + "\n"));
  }
}

TEST_F(TextPrinter, SyntheticUserVariablesThatAreNoValues) {
  const auto expect_no_value = [&](std::uint8_t type, const std::string& value, const std::string& shown) {
    const std::string body =
        le(1, 4) + "v" + le(0, 1) + le(type, 1) + le(255, 4) + le(value.size(), 4) + value + le(0, 1);
    const RunResult result = run_damaged(EventType::USER_VAR_EVENT, body);
    const std::string fault = "val: no value of its type (byte 34 of the event)\n";
    EXPECT_THAT(result.out, HasSubstr("* User_var\n# @`v`=" + shown + "\n# ERROR: offset 127: " + fault));
    EXPECT_THAT(result.err, HasSubstr("offset 127: USER_VAR_EVENT: " + fault));
  };
  expect_no_value(UserVarEvent::kReal, "abc", "0x616263");
  expect_no_value(UserVarEvent::kInt, "abc", "0x616263");
  expect_no_value(UserVarEvent::kDecimal, "\x05", "0x05");
  expect_no_value(UserVarEvent::kDecimal,
                  "\x05\x09"
                  "abcd",
                  "0x050961626364");
  expect_no_value(UserVarEvent::kRow, "abc", "0x616263");
  expect_no_value(200, "", "''");
}

TEST_F(TextPrinter, RowsQuery) {
  EXPECT_EQ(print_event(EventType::ROWS_QUERY_LOG_EVENT, le(1, 1) + "INSERT\n\tVALUES (1)\x1b"),
            "* Rows_query\n# INSERT\n# \tVALUES (1)\\x1b\n");
  const std::string long_text(70000, 'x');
  EXPECT_EQ(print_event(EventType::ROWS_QUERY_LOG_EVENT, le(255, 1) + long_text),
            "* Rows_query\n# " + long_text + "\n");
}

// --- rows

TEST_F(TextPrinter, TableMapAndRows) {
  EXPECT_THAT(print_fixture("binlog.000024"), HasSubstr(R"(BEGIN;
* Table_map: `people`.`person` mapped to number 122
* Delete_rows: table id 122 flags: STMT_END_F USE_SQL_FOREIGN_KEY_F
### DELETE FROM `people`.`person`
### WHERE
###   `id`=3
###   `name`='Robert Miller'
###   `birthday`=NULL
###   `status`='blocked'
###   `profile`=NULL
###   `balance`=-17.25
###   `created_at`='2024-03-01 00:00:00.000' UTC
* Xid = )"));
}

TEST_F(TextPrinter, RowsAreCounted) {
  const std::string text = print_fixture("binlog.000024");
  EXPECT_THAT(text, HasSubstr(": 1 statement, rows: people.person +3 ~0 -0, "));
  EXPECT_THAT(text, HasSubstr(": 1 statement, rows: people.person +0 ~1 -0, "));
  EXPECT_THAT(text, HasSubstr(": 1 statement, rows: people.person +0 ~0 -1, "));
}

TEST_F(TextPrinter, RowsStandUnderTheirEvent) {
  const std::string text = print_fixture("rows-small-events.000001");
  for (std::size_t at = text.find("* Write_rows: "); at != text.npos; at = text.find("* Write_rows: ", at + 1)) {
    const std::size_t next_line = text.find('\n', at) + 1;
    EXPECT_EQ(text.substr(next_line, 15), "### INSERT INTO");
  }
}

TEST_F(TextPrinter, TableMapFlags) {
  const std::string body = from_hex("010000000000 0600 01 6400 01 7400 01 03 00 00");
  EXPECT_EQ(print_event(EventType::TABLE_MAP_EVENT, body),
            "* Table_map: `d`.`t` mapped to number 1\n"
            "# has a generated invisible primary key\n# is the parent of a foreign key\n");
}

TEST_F(TextPrinter, TableMapWithDamagedMetadata) {
  const std::string body = from_hex("010000000000 0100 01 6400 01 7400 01 03 00 00 04 09 01");
  const RunResult result = run_damaged(EventType::TABLE_MAP_EVENT, body);
  EXPECT_THAT(result.out, HasSubstr("* Table_map: `d`.`t` mapped to number 1\n# ERROR: "));
  EXPECT_THAT(result.err, HasSubstr("TABLE_MAP_EVENT"));
}

// --- types that no server's file holds, and types without a layout

TEST_F(TextPrinter, SyntheticEventsOfTheReplicationProtocol) {
  EXPECT_EQ(print_event(EventType::HEARTBEAT_LOG_EVENT, "binlog.000007"),
            "* Heartbeat\n# the source is at binlog.000007 position 163\n");
  EXPECT_EQ(print_event(EventType::HEARTBEAT_LOG_EVENT_V2, from_hex("01 02 6162 02 01 09 00")),
            "* Heartbeat\n# the source is at ab position 9\n");
  EXPECT_EQ(print_event(EventType::TRANSACTION_CONTEXT_EVENT,
                        from_hex("02 07000000 01 00000000 02000000 01000000 6964 0300 616263 0000 0100 72")),
            "* Transaction_context\n# server_uuid=id, thread_id=7, 2 rows written, 1 rows read\n");
  EXPECT_EQ(print_event(EventType::VIEW_CHANGE_EVENT, "view" + std::string(36, '\0') + le(9, 8) + le(0, 4)),
            "* View_change\n# view_id=view, seq_number=9\n");
}

TEST_F(TextPrinter, TypesWithoutALayout) {
  EXPECT_EQ(print_event(EventType::LOAD_EVENT, "ab"),
            "* LOAD_EVENT\n# 00000092 61 62                                            |ab|\n");
  EXPECT_EQ(print_event(EventType::UNKNOWN_EVENT, ""), "* Unknown event type 0\n");
  EXPECT_EQ(print_event(static_cast<EventType>(200), ""), "* Unknown event type 200\n");
  EXPECT_EQ(print_event(EventType::IGNORABLE_LOG_EVENT, "", LOG_EVENT_IGNORABLE_F), "* IGNORABLE_LOG_EVENT\n");
}

// --- faults

TEST_F(TextPrinter, EventThatDoesNotDecode) {
  const RunResult result = run_damaged(EventType::XID_EVENT, "abc");
  EXPECT_THAT(result.out,
              HasSubstr("* XID_EVENT\n# ERROR: offset 127: xid: needs 8 bytes, 3 left (byte 19 of the event)\n"
                        "# 00000092 61 62 63 "));
  EXPECT_THAT(result.err, HasSubstr("offset 127: XID_EVENT: xid: needs 8 bytes, 3 left (byte 19 of the event)\n"));
}

TEST_F(TextPrinter, NothingOfATransactionWithoutEndIsLeftForTheNext) {
  LogBuilder log;
  log.add(EventType::GTID_LOG_EVENT, gtid_body());
  log.add_query("BEGIN");
  log.add(EventType::GTID_LOG_EVENT, gtid_body());
  log.add_query("CREATE TABLE t (i INT)");
  const std::string text = print(log);
  EXPECT_THAT(text, HasSubstr(": 0 statements, not ended\n"));
  EXPECT_THAT(text, HasSubstr(": 1 statement, up to 1.5 s from first event to commit\n"));
}

TEST_F(TextPrinter, TransactionWithAFaultSaysSo) {
  LogBuilder log;
  log.add(EventType::GTID_LOG_EVENT, gtid_body());
  log.add_query("BEGIN");
  log.add(EventType::TABLE_MAP_EVENT, from_hex("010000"));
  log.add(EventType::XID_EVENT, le(1, 8));
  const RunResult result = run_with_stdin({"-"}, log.bytes());
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr(": 0 statements, damaged, "));
}

// --- short form

TEST_F(TextPrinter, ShortFormIsStatementsOnly) {
  EXPECT_EQ(print_fixture("binlog.000024", {"-s"}),
            "CREATE DATABASE people;\n"
            "use `people`;\n"
            "CREATE TABLE person (\n"
            "  id         INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,\n"
            "  name       VARCHAR(60) CHARACTER SET utf8mb4 NOT NULL,\n"
            "  birthday   DATE,\n"
            "  status     ENUM('invited','active','blocked') NOT NULL DEFAULT 'invited',\n"
            "  profile    JSON,\n"
            "  balance    DECIMAL(10,2) NOT NULL DEFAULT 0.00,\n"
            "  created_at TIMESTAMP(3) NOT NULL\n"
            ");\n"
            "BEGIN;\nCOMMIT;\nBEGIN;\nCOMMIT;\nBEGIN;\nCOMMIT;\n");
}

// Whatever the kinds of events, nothing is left but statements.
TEST_F(TextPrinter, ShortFormHasNoComments) {
  for (const std::string& name : fixtures()) {
    // The names in the statements of traps-names have lines that begin with #.
    if (name.starts_with("file-cut") || name.starts_with("traps-names")) continue;
    const std::string text = print_fixture(name, {"-s"});
    EXPECT_THAT(lines_with(text, "#"), IsEmpty()) << name;
  }
}

}  // namespace
}  // namespace binlogdump::test
