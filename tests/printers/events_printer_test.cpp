// --format=events, event by event. All bytes are synthetic. Unless a comment says otherwise, logs made of such bytes
// were given to a MySQL 9.7.4 server, and expected is its answer to SHOW BINLOG EVENTS, as `mysql --batch` printed it.
// What servers write of themselves is compared in golden_test.cpp.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "binlogdump/collation.h"
#include "binlogdump/printer.h"
#include "core/event_bytes.h"

namespace binlogdump {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr std::string_view kHeader = "Log_name\tPos\tEvent_type\tServer_id\tEnd_log_pos\tInfo\n";
const std::string kNul(1, '\0');
/// 01020304-0506-0708-090a-0b0c0d0e0f10.
const std::string kUuid = "\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10";

class EventsPrinterTest : public testing::Test {
 protected:
  EventsPrinterTest() { printer->begin_file("folder/binlog.000001", file); }

  /// The last two columns that matter, Event_type and Info, with a blank between them.
  std::string line(EventType type, const std::string& body, std::uint16_t flags = 0) {
    out.clear();
    const std::string bytes = event_bytes({.type = type, .body = body, .log_pos = 189, .flags = flags});
    const EventView event = make_event_view(bytes, 158, {});
    try {
      printer->print(event, context);
    } catch (const DecodeError& error) {
      EXPECT_EQ(out.view(), "") << "a refused event must have shown nothing";
      printer->print_damaged(event, context, error);
    }
    std::string text(out.view());
    const std::string begin = "binlog.000001\t158\t";
    EXPECT_THAT(text, StartsWith(begin));
    EXPECT_EQ(text.find('\n'), text.size() - 1) << text;
    text = text.substr(begin.size(), text.size() - begin.size() - 1);
    const std::string between = "\t1\t189\t";
    const std::size_t at = text.find(between);
    if (at == std::string::npos) return "columns are wrong: " + text;
    return text.replace(at, between.size(), " ");
  }

  DecodeContext context;
  TextBuffer out;
  FileSource file{"/dev/null"};
  std::vector<std::string> faults;
  std::unique_ptr<Printer> printer = make_events_printer(
      out, {},
      {.fault = [this](const EventView&, const DecodeError& error) { faults.emplace_back(error.what()); },
       .warning = {}});
};

// --- columns

TEST_F(EventsPrinterTest, HeaderStandsOnceAboveAllFiles) {
  const std::string bytes = xid_event(5);
  printer->print(make_event_view(bytes, 4, {}), context);
  printer->end_file(true);
  printer->begin_file("/a\tb/c\td\\e\n", file);
  printer->print(make_event_view(bytes, 4, {}), context);
  EXPECT_EQ(out.view(), std::string(kHeader) +
                            "binlog.000001\t4\tXid\t1\t0\tCOMMIT /* xid=5 */\n"
                            "c\\td\\\\e\\n\t4\tXid\t1\t0\tCOMMIT /* xid=5 */\n");
}

TEST_F(EventsPrinterTest, PositionsAndServerIdsAreUnsigned) {
  std::string bytes = event_bytes({.body = little_endian(5, 8), .log_pos = 4294967295});
  bytes.replace(5, 4, little_endian(4294967295, 4));
  out.clear();
  printer->print(make_event_view(bytes, 5'000'000'000, {}), context);
  EXPECT_EQ(out.view(), "binlog.000001\t5000000000\tXid\t4294967295\t4294967295\tCOMMIT /* xid=5 */\n");
}

// --- the log itself

std::string description_body(std::uint16_t binlog_version, std::string server_version) {
  server_version.resize(50);
  // Header length, post-header lengths, no checksum algorithm: as of a server before 5.6.1.
  return little_endian(binlog_version, 2) + server_version + little_endian(0, 4) + '\x13' + std::string(27, '\0');
}

TEST_F(EventsPrinterTest, FormatDescription) {
  EXPECT_EQ(line(EventType::FORMAT_DESCRIPTION_EVENT, description_body(4, "5.5.5-x")),
            "Format_desc Server ver: 5.5.5-x, Binlog ver: 4");
  EXPECT_EQ(line(EventType::FORMAT_DESCRIPTION_EVENT, description_body(999, "5.5.5-a\tb\x1b\xff")),
            "Format_desc Server ver: 5.5.5-a\\tb\x1b\xff, Binlog ver: 999");
}

TEST_F(EventsPrinterTest, RotateHasASignedPosition) {
  EXPECT_EQ(line(EventType::ROTATE_EVENT, little_endian(5, 8) + "a;b/c"), "Rotate a;b/c;pos=5");
  EXPECT_EQ(line(EventType::ROTATE_EVENT, little_endian(~0ull, 8) + "a\tb\xff\x1b"), "Rotate a\\tb\xff\x1b;pos=-1");
}

TEST_F(EventsPrinterTest, StopHasNoInfo) {
  EXPECT_EQ(line(EventType::STOP_EVENT, ""), "Stop ");
}

TEST_F(EventsPrinterTest, IncidentShowsItsMessageOnlyWhereThereIsNone) {
  EXPECT_EQ(line(EventType::INCIDENT_EVENT, little_endian(1, 2) + kNul), "Incident #1 (LOST_EVENTS): ");
  EXPECT_EQ(line(EventType::INCIDENT_EVENT, little_endian(1, 2) + "\x03" + "why"), "Incident #1 (LOST_EVENTS)");
  // Refused by the server.
  EXPECT_EQ(line(EventType::INCIDENT_EVENT, little_endian(2, 2) + "\x03" + "why"),
            "Incident #2 (not a known incident)");
}

std::string gtid_set_entry(const std::string& uuid, std::vector<std::pair<int, int>> intervals) {
  std::string text = uuid + little_endian(intervals.size(), 8);
  for (const auto& [first, end] : intervals) {
    text += little_endian(static_cast<std::uint64_t>(first), 8) + little_endian(static_cast<std::uint64_t>(end), 8);
  }
  return text;
}

TEST_F(EventsPrinterTest, PreviousGtids) {
  const auto type = EventType::PREVIOUS_GTIDS_LOG_EVENT;
  EXPECT_EQ(line(type, little_endian(0, 8)), "Previous_gtids ");
  EXPECT_EQ(line(type, little_endian(2, 8) + gtid_set_entry(kUuid, {{1, 5}}) +
                           gtid_set_entry(std::string(16, '\0'), {{3, 4}, {7, 9}})),
            "Previous_gtids 00000000-0000-0000-0000-000000000000:3:7-8,\\n01020304-0506-0708-090a-0b0c0d0e0f10:1-4");
  EXPECT_EQ(line(type, little_endian(2, 8) + gtid_set_entry(kUuid, {{1, 2}}) + gtid_set_entry(kUuid, {{4, 5}})),
            "Previous_gtids 01020304-0506-0708-090a-0b0c0d0e0f10:1:4");
  // Refused by the server: an empty interval, intervals that touch.
  for (const std::string& entry : {gtid_set_entry(kUuid, {{5, 5}}), gtid_set_entry(kUuid, {{1, 5}, {5, 7}})}) {
    EXPECT_THAT(line(type, little_endian(1, 8) + entry), StartsWith("Previous_gtids # ERROR: gtid_set: "));
  }
}

// --- transactions

std::string gtid_body(const std::string& uuid, std::uint64_t gno) {
  return '\x01' + uuid + little_endian(gno, 8) + '\x02' + little_endian(0, 8) + little_endian(1, 8);
}

TEST_F(EventsPrinterTest, Gtid) {
  EXPECT_EQ(line(EventType::GTID_LOG_EVENT, gtid_body(kUuid, 9223372036854775806)),
            "Gtid SET @@SESSION.GTID_NEXT= '01020304-0506-0708-090a-0b0c0d0e0f10:9223372036854775806'");
  EXPECT_EQ(line(EventType::ANONYMOUS_GTID_LOG_EVENT, gtid_body(kUuid, 0)),
            "Anonymous_Gtid SET @@SESSION.GTID_NEXT= 'ANONYMOUS'");
}

TEST_F(EventsPrinterTest, TaggedGtidEscapesEvenItsTag) {
  // gtid_flags, uuid, gno 4, tag; numbers below 128 are stored doubled.
  std::string fields = kNul + kNul + '\x02';
  for (const char c : kUuid) fields += static_cast<char>(c * 2);
  fields += "\x04\x10\x06\x06" + std::string("a\tb");
  const std::string body = '\x02' + std::string(1, static_cast<char>((fields.size() + 3) * 2)) + kNul + fields;
  EXPECT_EQ(line(EventType::GTID_TAGGED_LOG_EVENT, body),
            "Gtid_tagged_log_event SET @@SESSION.GTID_NEXT= '01020304-0506-0708-090a-0b0c0d0e0f10:a\\tb:4'");
}

TEST_F(EventsPrinterTest, XidIsUnsigned) {
  EXPECT_EQ(line(EventType::XID_EVENT, little_endian(~0ull, 8)), "Xid COMMIT /* xid=18446744073709551615 */");
}

std::string xa_body(char one_phase, std::uint32_t format_id, const std::string& gtrid, const std::string& bqual) {
  return one_phase + little_endian(format_id, 4) + little_endian(gtrid.size(), 4) + little_endian(bqual.size(), 4) +
         gtrid + bqual;
}

TEST_F(EventsPrinterTest, XaPrepare) {
  const auto type = EventType::XA_PREPARE_LOG_EVENT;
  EXPECT_EQ(line(type, xa_body(0, 1, "g", "b")), "XA_prepare XA PREPARE X'67',X'62',1");
  EXPECT_EQ(line(type, xa_body(0, ~0u, "a", "")), "XA_prepare XA PREPARE X'61',X'',4294967295");
  EXPECT_EQ(line(type, xa_body(2, 0, "\xff" + kNul, "")), "XA_prepare XA COMMIT X'ff00',X'',0 ONE PHASE");
}

TEST_F(EventsPrinterTest, TransactionContextAndViewChange) {
  const std::string uuid = "ab" + kNul + "c";
  EXPECT_EQ(
      line(EventType::TRANSACTION_CONTEXT_EVENT, '\x04' + little_endian(~0u, 4) + '\x01' + little_endian(0, 12) + uuid),
      "Transaction_context server_uuid=ab\\tthread_id=4294967295");
  std::string view_id = "15:7";
  view_id.resize(40);
  EXPECT_EQ(line(EventType::VIEW_CHANGE_EVENT, view_id + little_endian(7, 8) + little_endian(0, 4)),
            "View_change view_id=15:7");
}

// --- statements

std::string query_body(const std::string& db, const std::string& sql, const std::string& status_vars = "") {
  return little_endian(7, 4) + little_endian(0, 4) + static_cast<char>(db.size()) + little_endian(0, 2) +
         little_endian(status_vars.size(), 2) + status_vars + db + kNul + sql;
}

std::string ddl_xid(std::uint64_t xid) {
  return '\x11' + little_endian(xid, 8);
}

TEST_F(EventsPrinterTest, QueryBeginsWithUseUnlessThatIsSuppressed) {
  const auto type = EventType::QUERY_EVENT;
  EXPECT_EQ(line(type, query_body("", "no db")), "Query no db");
  EXPECT_EQ(line(type, query_body("select", "x")), "Query use `select`; x");
  EXPECT_EQ(line(type, query_body("d", "x"), LOG_EVENT_SUPPRESS_USE_F), "Query x");
  EXPECT_EQ(line(type, query_body("a`b", "x")), "Query use `a``b`; x");
  EXPECT_EQ(line(type, query_body("a b\tc\nd", "x")), "Query use `a b\\tc\\nd`; x");
}

TEST_F(EventsPrinterTest, QueryEndsAtItsFirstNulAndInItsXid) {
  const auto type = EventType::QUERY_EVENT;
  EXPECT_EQ(line(type, query_body("a" + kNul + "b", "x" + kNul + "y")), "Query use `a\\0b`; x");
  EXPECT_EQ(line(type, query_body("d", "S" + kNul + "y", ddl_xid(7))), "Query use `d`; S /* xid=7 */");
  EXPECT_EQ(line(type, query_body("d", "S", ddl_xid(0))), "Query use `d`; S /* xid=0 */");
  EXPECT_EQ(line(type, query_body("d", "S", ddl_xid(~1ull))), "Query use `d`; S /* xid=18446744073709551614 */");
  EXPECT_EQ(line(type, query_body("d", "S", ddl_xid(~0ull))), "Query use `d`; S");
}

// Whatever the character sets of the statement and of the session are: sjis, no UTF-8, control characters.
TEST_F(EventsPrinterTest, TextIsItsBytesButForFourEscapes) {
  const auto type = EventType::QUERY_EVENT;
  const std::string sjis = '\x04' + little_endian(28, 2) + little_endian(28, 2) + little_endian(28, 2);
  EXPECT_EQ(line(type, query_body("d", "INSERT '\x95\x5c'", sjis)), "Query use `d`; INSERT '\x95\\\\'");
  EXPECT_EQ(line(type, query_body("\xff\xfe", "\x01\x1b[31m\x7f\r\n\t\\ \xc2\x85 \xff \x80z \xe3")),
            "Query use `\xff\xfe`; \x01\x1b[31m\x7f\r\\n\\t\\\\ \xc2\x85 \xff \x80z \xe3");
  const std::string long_text(100'000, 'x');
  EXPECT_EQ(line(type, query_body("", long_text + "\t" + long_text)), "Query " + long_text + "\\t" + long_text);
}

TEST_F(EventsPrinterTest, LoadData) {
  EXPECT_EQ(line(EventType::BEGIN_LOAD_QUERY_EVENT, little_endian(3, 4) + "ab"),
            "Begin_load_query ;file_id=3;block_len=2");
  EXPECT_EQ(line(EventType::APPEND_BLOCK_EVENT, little_endian(~0u, 4)), "Append_block ;file_id=4294967295;block_len=0");
  EXPECT_EQ(line(EventType::DELETE_FILE_EVENT, little_endian(9, 4)), "Delete_file ;file_id=9");
}

std::string load_body(const std::string& db, const std::string& sql, const std::string& status_vars = "") {
  return little_endian(7, 4) + little_endian(0, 4) + static_cast<char>(db.size()) + little_endian(0, 2) +
         little_endian(status_vars.size(), 2) + little_endian(3, 4) + little_endian(1, 4) + little_endian(2, 4) + kNul +
         status_vars + db + kNul + sql;
}

TEST_F(EventsPrinterTest, ExecuteLoadQueryIsNotLikeQuery) {
  const auto type = EventType::EXECUTE_LOAD_QUERY_EVENT;
  EXPECT_EQ(line(type, load_body("", "LOAD x")), "Execute_load_query LOAD x ;file_id=3");
  EXPECT_EQ(line(type, load_body("dd", "LOAD" + kNul + "x", ddl_xid(5)), LOG_EVENT_SUPPRESS_USE_F),
            "Execute_load_query use `dd`; LOAD\\0x ;file_id=3");
}

TEST_F(EventsPrinterTest, IntvarIsSigned) {
  const std::string value = little_endian(~0ull, 8);
  EXPECT_EQ(line(EventType::INTVAR_EVENT, kNul + value), "Intvar INVALID_INT=-1");
  EXPECT_EQ(line(EventType::INTVAR_EVENT, '\x01' + value), "Intvar LAST_INSERT_ID=-1");
  EXPECT_EQ(line(EventType::INTVAR_EVENT, '\x02' + little_endian(7, 8)), "Intvar INSERT_ID=7");
  EXPECT_EQ(line(EventType::INTVAR_EVENT, '\x03' + value), "Intvar UNKNOWN=-1");
}

TEST_F(EventsPrinterTest, RandIsUnsigned) {
  EXPECT_EQ(line(EventType::RAND_EVENT, little_endian(~0ull, 8) + little_endian(1, 8)),
            "RAND rand_seed1=18446744073709551615,rand_seed2=1");
}

std::string user_var(const std::string& name, char type, std::uint32_t collation, const std::string& value,
                     char flags = 0) {
  return little_endian(name.size(), 4) + name + kNul + type + little_endian(collation, 4) +
         little_endian(value.size(), 4) + value + flags;
}

std::string real_var(double value) {
  return user_var("r", UserVarEvent::kReal, kBinaryCollation, little_endian(std::bit_cast<std::uint64_t>(value), 8));
}

TEST_F(EventsPrinterTest, UserVarNames) {
  const auto null = [](const std::string& name) { return little_endian(name.size(), 4) + name + '\x01'; };
  EXPECT_EQ(line(EventType::USER_VAR_EVENT, null("n")), "User var @`n`=NULL");
  EXPECT_EQ(line(EventType::USER_VAR_EVENT, null("a`b\t\x1b\xff" + kNul)), "User var @`a``b\\t\x1b\xff\\0`=NULL");
}

TEST_F(EventsPrinterTest, UserVarStrings) {
  const auto text = [this](std::uint32_t collation, const std::string& value) {
    return line(EventType::USER_VAR_EVENT, user_var("s", UserVarEvent::kString, collation, value));
  };
  EXPECT_EQ(text(255, "\xff" + kNul), "User var @`s`=_utf8mb4 0xFF00 COLLATE utf8mb4_0900_ai_ci");
  EXPECT_EQ(text(255, ""), "User var @`s`=_utf8mb4 \"\" COLLATE utf8mb4_0900_ai_ci");
  EXPECT_EQ(text(33, "ab"), "User var @`s`=_utf8mb3 0x6162 COLLATE utf8mb3_general_ci");
  EXPECT_EQ(text(63, "ab"), "User var @`s`=_binary 0x6162 COLLATE binary");
  EXPECT_EQ(text(9999, "ab"), "User var @`s`=???");
}

TEST_F(EventsPrinterTest, UserVarNumbers) {
  const auto number = [this](const std::string& body) { return line(EventType::USER_VAR_EVENT, body); };
  const std::string minus_one = little_endian(~0ull, 8);
  EXPECT_EQ(number(user_var("i", UserVarEvent::kInt, 63, minus_one)), "User var @`i`=-1");
  EXPECT_EQ(number(user_var("i", UserVarEvent::kInt, 63, minus_one, 1)), "User var @`i`=18446744073709551615");
  EXPECT_EQ(number(user_var("d", UserVarEvent::kDecimal, 63, "\x04\x02\x7f\xfe")), "User var @`d`=-0.01");
  EXPECT_EQ(number(real_var(1)), "User var @`r`=1");
  EXPECT_EQ(number(real_var(1. / 3)), "User var @`r`=0.3333333333333333");
  EXPECT_EQ(number(real_var(1e14)), "User var @`r`=100000000000000");
  EXPECT_EQ(number(real_var(1e15)), "User var @`r`=1e15");
  EXPECT_EQ(number(real_var(-1e22)), "User var @`r`=-1e22");
  EXPECT_EQ(number(real_var(-0.0)), "User var @`r`=-0");
  EXPECT_EQ(number(real_var(1e-15)), "User var @`r`=0.000000000000001");
  EXPECT_EQ(number(real_var(std::bit_cast<double>(0x7ff0000000000000))), "User var @`r`=0");
  // Refused by the server.
  EXPECT_EQ(number(user_var("r", UserVarEvent::kRow, 63, "abcd")),
            "User var # ERROR: type: 3 is not a type of user variables (byte 19 of the event)");
}

TEST_F(EventsPrinterTest, RowsQuery) {
  EXPECT_EQ(line(EventType::ROWS_QUERY_LOG_EVENT, "\x05" + std::string("a\0b\x1b\xff\\", 6)),
            "Rows_query # a\\0b\x1b\xff\\\\");
}

// --- rows

std::string table_map_body(std::uint64_t table_id, const std::string& db, const std::string& table,
                           const std::string& optional_metadata = "") {
  return little_endian(table_id, 6) + little_endian(1, 2) + static_cast<char>(db.size()) + db + kNul +
         static_cast<char>(table.size()) + table + kNul + "\x01\x03" + kNul + kNul + optional_metadata;
}

TEST_F(EventsPrinterTest, TableMapShowsNamesUnquoted) {
  const auto type = EventType::TABLE_MAP_EVENT;
  EXPECT_EQ(line(type, table_map_body(281474976710655, "a`b\t\x1b", "c.d\n\xff")),
            "Table_map table_id: 281474976710655 (a`b\\t\x1b.c.d\\n\xff)");
  EXPECT_EQ(line(type, table_map_body(5, "z" + kNul + "z", "y" + kNul)), "Table_map table_id: 5 (z.y)");
}

// The server answers with whatever lies in its memory behind the first 255 bytes of such an Info.
TEST_F(EventsPrinterTest, LongNamesAreShownWhole) {
  const std::string db(128, 'd');
  const std::string table(128, 't');
  // The names' lengths are packed integers, of one byte each here.
  EXPECT_EQ(line(EventType::TABLE_MAP_EVENT, table_map_body(5, db, table)),
            "Table_map table_id: 5 (" + db + "." + table + ")");
}

TEST_F(EventsPrinterTest, BrokenColumnMetadataIsReportedBesideTheLine) {
  EXPECT_EQ(line(EventType::TABLE_MAP_EVENT, table_map_body(5, "d", "t", "\x04\x09x")), "Table_map table_id: 5 (d.t)");
  EXPECT_EQ(faults.size(), 1u);
}

std::string rows_body(std::uint64_t table_id, std::uint16_t flags, bool has_extra_row_info = true) {
  return little_endian(table_id, 6) + little_endian(flags, 2) + (has_extra_row_info ? little_endian(2, 2) : "") +
         "\x01\xff" + kNul + little_endian(1, 4);
}

TEST_F(EventsPrinterTest, RowsNeedNoTableMap) {
  EXPECT_EQ(line(EventType::WRITE_ROWS_EVENT, rows_body(5, 0)), "Write_rows table_id: 5");
  EXPECT_EQ(line(EventType::WRITE_ROWS_EVENT, rows_body(4294967297, 1)),
            "Write_rows table_id: 4294967297 flags: STMT_END_F");
  EXPECT_EQ(line(EventType::DELETE_ROWS_EVENT, rows_body(5, 0xffff)),
            "Delete_rows table_id: 5 flags: STMT_END_F NO_FOREIGN_KEY_CHECKS_F RELAXED_UNIQUE_CHECKS_F "
            "USE_SQL_FOREIGN_KEY_F COMPLETE_ROWS_F UNKNOWN_FLAG(0xffe0)");
  EXPECT_EQ(line(EventType::UPDATE_ROWS_EVENT, rows_body(5, 0)), "Update_rows table_id: 5");
  EXPECT_EQ(line(EventType::PARTIAL_UPDATE_ROWS_EVENT, rows_body(5, 0)), "Update_rows_partial table_id: 5");
}

// --- what the server refuses: names are its own, from the message or the table that it has of them

TEST_F(EventsPrinterTest, RowsOfVersion1AreShownLikeOthers) {
  EXPECT_EQ(line(EventType::WRITE_ROWS_EVENT_V1, rows_body(5, 1, false)),
            "Write_rows_v1 table_id: 5 flags: STMT_END_F");
  EXPECT_EQ(line(EventType::UPDATE_ROWS_EVENT_V1, rows_body(5, 0, false)), "Update_rows_v1 table_id: 5");
  EXPECT_EQ(line(EventType::DELETE_ROWS_EVENT_V1, rows_body(5, 0, false)), "Delete_rows_v1 table_id: 5");
}

TEST_F(EventsPrinterTest, HeartbeatsTellThePositionOfTheSource) {
  EXPECT_EQ(line(EventType::HEARTBEAT_LOG_EVENT, "binlog.000003"), "Heartbeat binlog.000003;pos=189");
  EXPECT_EQ(line(EventType::HEARTBEAT_LOG_EVENT_V2, "\x01\x0d" + std::string("binlog.000003") + "\x02\x01\x05" + kNul),
            "Unknown binlog.000003;pos=5");
  EXPECT_EQ(line(EventType::HEARTBEAT_LOG_EVENT, "a\x1b[2J"), "Heartbeat a\\\\x1b[2J;pos=189");
}

TEST_F(EventsPrinterTest, TypesThatAreNotDecoded) {
  EXPECT_EQ(line(EventType::PRE_GA_WRITE_ROWS_EVENT, "xyz"),
            "Unknown # ERROR: event type 20 (PRE_GA_WRITE_ROWS_EVENT) is not decoded");
  EXPECT_EQ(line(EventType::IGNORABLE_LOG_EVENT, "xyz"),
            "Ignorable # ERROR: event type 28 (IGNORABLE_LOG_EVENT) is not decoded");
  EXPECT_EQ(line(static_cast<EventType>(163), "xyz"), "Unknown # ERROR: event type 163 is not known");
}

// This the server does show, up to the type codes that it knows.
TEST_F(EventsPrinterTest, TypesThatMayBeIgnored) {
  const std::string body(30, '\0');
  EXPECT_EQ(line(EventType::LOAD_EVENT, body, LOG_EVENT_IGNORABLE_F), "Unknown # Unrecognized ignorable event");
  EXPECT_EQ(line(EventType::WRITE_ROWS_EVENT_V1, body, LOG_EVENT_IGNORABLE_F),
            "Write_rows_v1 # Unrecognized ignorable event");
  EXPECT_EQ(line(EventType::HEARTBEAT_LOG_EVENT, body, LOG_EVENT_IGNORABLE_F),
            "Heartbeat # Unrecognized ignorable event");
  EXPECT_EQ(line(EventType::IGNORABLE_LOG_EVENT, body, LOG_EVENT_IGNORABLE_F),
            "Ignorable # Unrecognized ignorable event");
  EXPECT_EQ(line(static_cast<EventType>(200), body, LOG_EVENT_IGNORABLE_F), "Unknown # Unrecognized ignorable event");
  EXPECT_EQ(line(EventType::ROWS_QUERY_LOG_EVENT, "\x01x", LOG_EVENT_IGNORABLE_F), "Rows_query # x");
}

TEST_F(EventsPrinterTest, DamagedEventsHaveTheirLine) {
  EXPECT_EQ(line(EventType::XID_EVENT, "abc"), "Xid # ERROR: xid: needs 8 bytes, 3 left (byte 19 of the event)");
}

TEST_F(EventsPrinterTest, FaultsOfTheFileHaveALineOfTheirOwn) {
  out.clear();
  printer->print_fault(5'000'000'000, 5'000'000'000, "in\ta\nmess");
  EXPECT_EQ(out.view(), "binlog.000001\t5000000000\tUnknown\t0\t0\t# ERROR: in\\ta\\nmess\n");
}

// --- payloads

class EventsPrinterPayloadTest : public EventsPrinterTest {
 protected:
  /// A payload event at 158 of a relay log, where the stored next position is another file's, and one of its events.
  void begin(std::uint64_t compression_type, std::optional<std::uint64_t> uncompressed_size) {
    TransactionPayloadEvent payload;
    payload.compression_type = compression_type;
    payload.uncompressed_size = uncompressed_size;
    out.clear();
    printer->begin_payload(payload_view, payload, &inner_view, context);
  }

  const std::string payload_bytes =
      event_bytes({.type = EventType::TRANSACTION_PAYLOAD_EVENT, .body = std::string(23, 'x'), .log_pos = 12345});
  const EventView payload_view = make_event_view(payload_bytes, 158, {});
  const std::string inner_bytes = event_bytes({.body = little_endian(5, 8), .log_pos = 12345});
  const EventView inner_view = make_event_view(inner_bytes, 12345, {});
};

TEST_F(EventsPrinterPayloadTest, InnerEventsStandAtItsEnd) {
  begin(TransactionPayloadEvent::kZstd, 1ull << 40);
  printer->print(inner_view, context);
  printer->end_payload();
  printer->print(make_event_view(inner_bytes, 200, {}), context);
  EXPECT_EQ(out.view(),
            "binlog.000001\t158\tTransaction_payload\t1\t12345\t"
            "compression='ZSTD', decompressed_size=1099511627776 bytes\n"
            "binlog.000001\t200\tXid\t1\t12345\tCOMMIT /* xid=5 */\n"
            "binlog.000001\t200\tXid\t1\t12345\tCOMMIT /* xid=5 */\n");
}

TEST_F(EventsPrinterPayloadTest, SizeIsWhatTheEventSays) {
  begin(TransactionPayloadEvent::kNone, std::nullopt);
  EXPECT_THAT(std::string(out.view()), HasSubstr("compression='NONE', decompressed_size=0 bytes\n"));
}

// Refused by the server as a whole.
TEST_F(EventsPrinterPayloadTest, FaultsInsideAndOfThePayloadItself) {
  begin(TransactionPayloadEvent::kZstd, 99);
  printer->print_damaged(inner_view, context, {19, "xid", "bad"});
  printer->print_damaged(payload_view, context, {42, "payload", "cut"});
  printer->print(make_event_view(inner_bytes, 300, {}), context);
  EXPECT_EQ(out.view(),
            "binlog.000001\t158\tTransaction_payload\t1\t12345\tcompression='ZSTD', decompressed_size=99 bytes\n"
            "binlog.000001\t200\tXid\t1\t12345\t# ERROR: xid: bad (byte 19 of the event)\n"
            "binlog.000001\t158\tTransaction_payload\t1\t12345\t# ERROR: payload: cut (byte 42 of the event)\n"
            "binlog.000001\t300\tXid\t1\t12345\tCOMMIT /* xid=5 */\n");
}

}  // namespace
}  // namespace binlogdump
