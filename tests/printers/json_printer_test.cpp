// --format=json: what objects there are and what stands in them. json_values_test.cpp has the values of rows.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>

#include "cli/log_builder.h"
#include "core/log_files.h"
#include "printers/json_lines.h"
#include "property/log_checks.h"
#include "temporary_path.h"

namespace binlogdump::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> keys_of(const Json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

/// The objects of a log that was built in the test.
std::vector<Json> events_of_bytes(const std::string& bytes, bool string_integers = false) {
  LogFile file;
  file.set(bytes);
  return json_events(file.path(), string_integers);
}

const Json& first_of(const std::vector<Json>& events, const std::string& type) {
  for (const Json& event : events) {
    if (event.contains("type") && event["type"] == type) return event;
  }
  throw std::runtime_error("no " + type);
}

/// TABLE_MAP_EVENT of table 1 of database "d", named "t". Synthetic; `rest` is what stands behind the table's name.
std::string table_map_body(const std::string& rest) {
  return from_hex("010000000000 0000 01 6400 01 7400") + from_hex(rest);
}
/// Row event of table 1 with all of less than nine columns.
std::string rows_body(const std::string& width_and_rows) {
  return from_hex("010000000000 0100 0200") + from_hex(width_and_rows);
}

/// The WRITE_ROWS_EVENT of a log with one table and one event.
Json rows_event(const std::string& table, const std::string& rows, bool string_integers = false) {
  LogBuilder log;
  log.add(EventType::TABLE_MAP_EVENT, table_map_body(table));
  log.add(EventType::WRITE_ROWS_EVENT, rows_body(rows));
  return first_of(events_of_bytes(log.bytes(), string_integers), "WRITE_ROWS_EVENT");
}

// --- the object

TEST(JsonPrinter, ObjectsHaveTheMembersInOrder) {
  const std::vector<Json> events = json_events(log_path("binlog.000024"));
  ASSERT_EQ(events.size(), 22u);
  EXPECT_THAT(keys_of(events[0]),
              ElementsAre("file", "position", "end_position", "event_size", "time", "timestamp", "type", "type_code",
                          "server_id", "log_pos", "flags", "checksum", "body"));
  EXPECT_THAT(keys_of(events[2]),
              ElementsAre("file", "position", "end_position", "event_size", "time", "timestamp", "type", "type_code",
                          "server_id", "log_pos", "flags", "checksum", "gtid", "body"));
  EXPECT_EQ(events[0]["position"], 4);
  EXPECT_EQ(events[0]["end_position"], 127);
  EXPECT_EQ(events[0]["event_size"], 123);
  EXPECT_EQ(events[0]["time"], "2026-11-29T20:05:22Z");
  EXPECT_EQ(events[0]["timestamp"], 1795982722);
  EXPECT_EQ(events[0]["checksum"].dump(), R"({"algorithm":"CRC32","stored":"0xaa293a30","valid":true})");
  EXPECT_EQ(events[1]["flags"].dump(), R"(["LOG_EVENT_IGNORABLE_F"])");
}

TEST(JsonPrinter, UpdateHasBothImagesUnderTheNamesOfTheColumns) {
  const Json event = first_of(json_events(log_path("binlog.000024")), "UPDATE_ROWS_EVENT");
  EXPECT_THAT(keys_of(event["body"]), ElementsAre("table_id", "database", "table", "flags", "rows"));
  EXPECT_EQ(
      event["body"]["rows"].dump(),
      R"([{"before":{"id":2,"name":"José Ñúñez","birthday":"1993-11-30","status":"invited",)"
      R"("profile":{"city":"Málaga","newsletter":true},"balance":"0.00","created_at":"2024-02-29 09:16:30.500"},)"
      R"("after":{"id":2,"name":"José Ñúñez","birthday":"1993-11-30","status":"active",)"
      R"("profile":{"city":"Málaga","newsletter":true},"balance":"99.95","created_at":"2024-02-29 09:16:30.500"}}])");
}

TEST(JsonPrinter, AbsentColumnsAreLeftOutAndNamelessOnesNumbered) {
  const Json event = first_of(json_events(log_path("dml-basic-minimal.000001")), "WRITE_ROWS_EVENT");
  for (const auto& [key, value] : event["body"]["rows"][0]["after"].items()) EXPECT_EQ(key[0], '@');
  // Two columns, of which the event has the second.
  EXPECT_EQ(rows_event("02 0303 00 00", "02 02 00 07000000")["body"]["rows"].dump(), R"([{"after":{"@2":7}}])");
  EXPECT_EQ(rows_event("02 0303 00 00", "02 00")["body"]["rows"].dump(), R"([{"after":{}}])");
}

TEST(JsonPrinter, InnerEventsStandWhereTheirPayloadDoes) {
  const std::vector<Json> events = json_events(log_path("zstd-small.000001"));
  const Json* payload = nullptr;
  int inner = 0;
  for (const Json& event : events) {
    if (event["type"] == "TRANSACTION_PAYLOAD_EVENT") payload = &event;
    if (!event.contains("payload_position")) continue;
    ASSERT_NE(payload, nullptr);
    ++inner;
    EXPECT_EQ(event["position"], (*payload)["position"]);
    EXPECT_EQ(event["end_position"], (*payload)["end_position"]);
    EXPECT_EQ(event["gtid"], (*payload)["gtid"]);
    EXPECT_EQ(event["checksum"].dump(), R"({"algorithm":"NONE"})");
  }
  EXPECT_GT(inner, 10);
  EXPECT_EQ(first_of(events, "TRANSACTION_PAYLOAD_EVENT")["body"].dump(),
            R"({"payload_size":164,"compression_type":"ZSTD","uncompressed_size":214})");
}

// --- the transaction of an event

TEST(JsonPrinter, EventsOfATransactionNameIt) {
  for (const std::string& name : log_names()) {
    if (name.starts_with("relay-log") || name.starts_with("group-relay")) continue;
    std::string gtid;
    for (const Json& event : json_events(log_path(name))) {
      const std::string type = event["type"];
      if (event["body"].contains("gtid")) gtid = event["body"]["gtid"];
      const bool is_of_the_file = type == "FORMAT_DESCRIPTION_EVENT" || type == "PREVIOUS_GTIDS_LOG_EVENT" ||
                                  type == "ROTATE_EVENT" || type == "STOP_EVENT";
      if (is_of_the_file) {
        EXPECT_FALSE(event.contains("gtid")) << name << ' ' << event;
      } else {
        EXPECT_EQ(event.value("gtid", ""), gtid) << name << ' ' << event;
      }
    }
  }
}

TEST(JsonPrinter, AnonymousTransactionsAreToldSo) {
  const Json event = first_of(json_events(log_path("anon-basic.000001")), "WRITE_ROWS_EVENT");
  EXPECT_EQ(event["gtid"], "anonymous");
}

TEST(JsonPrinter, NoGtidBehindTheCommit) {
  LogBuilder log;
  log.add(EventType::ANONYMOUS_GTID_LOG_EVENT, std::string(25, '\0'));
  log.add_query("CREATE TABLE t (i INT)");
  log.add_query("BEGIN");
  log.add_query("INSERT INTO t VALUES (1)");
  const std::vector<Json> events = events_of_bytes(log.bytes());
  EXPECT_EQ(events[2]["gtid"], "anonymous");
  EXPECT_FALSE(events[3].contains("gtid"));
  EXPECT_FALSE(events[4].contains("gtid"));
}

TEST(JsonPrinter, GtidsHaveTheSamePartsWithAndWithoutTag) {
  const std::vector<Json> events = json_events(log_path("gtid-tagged.000001"));
  const Json& tagged = first_of(events, "GTID_TAGGED_LOG_EVENT")["body"];
  const Json& plain = first_of(events, "GTID_LOG_EVENT")["body"];
  EXPECT_EQ(keys_of(tagged), keys_of(plain));
  EXPECT_EQ(plain["tag"], "");
  EXPECT_EQ(tagged["gtid"], tagged["uuid"].get<std::string>() + ":" + tagged["tag"].get<std::string>() + ":" +
                                std::to_string(tagged["gno"].get<int>()));
  EXPECT_THAT(tagged["immediate_commit_timestamp"], testing::MatchesRegex("....-..-..T..:..:..\\.......Z"));
}

// --- bodies

TEST(JsonPrinter, StatusVariablesHaveNames) {
  const Json event = first_of(json_events(log_path("binlog.000024")), "QUERY_EVENT");
  EXPECT_EQ(
      event["body"].dump(),
      R"({"thread_id":10,"query_exec_time":0,"error_code":0,"status_vars":{"flags2":[],"sql_mode":)"
      R"(["ONLY_FULL_GROUP_BY","STRICT_TRANS_TABLES","NO_ZERO_IN_DATE","NO_ZERO_DATE",)"
      R"("ERROR_FOR_DIVISION_BY_ZERO","NO_ENGINE_SUBSTITUTION"],"catalog":"std","character_set_client":"utf8mb4",)"
      R"("collation_connection":"utf8mb4_0900_ai_ci","collation_server":"utf8mb4_0900_ai_ci",)"
      R"("mts_accessed_dbs":1,"mts_accessed_db_name":["people"],"ddl_xid":10,)"
      R"("default_collation_for_utf8mb4_number":"utf8mb4_0900_ai_ci","default_table_encryption":0},)"
      R"("db":"people","query":"CREATE DATABASE people"})");
}

/// QUERY_EVENT with these status variables. Synthetic.
std::string query_with_vars(const std::string& vars) {
  const std::string bytes = from_hex(vars);
  std::string body = le(8, 4) + le(0, 4) + le(0, 1) + le(0, 2) + le(bytes.size(), 2) + bytes;
  return body.append(1, '\0').append("x");
}

// The texts of earlier statements' variables are kept.
TEST(JsonPrinter, EachStatementHasItsOwnVariables) {
  LogBuilder log;
  log.add(EventType::QUERY_EVENT, query_with_vars("0d 010000"));
  log.add(EventType::QUERY_EVENT, query_with_vars("0d 40420f"));
  log.add(EventType::QUERY_EVENT, query_with_vars("0d 010000 10 01"));
  log.add(EventType::QUERY_EVENT, query_with_vars("0d 020000 10 00"));
  log.add(EventType::QUERY_EVENT, query_with_vars("00 00400000"));
  log.add(EventType::QUERY_EVENT, query_with_vars(""));
  log.add(EventType::QUERY_EVENT, query_with_vars("0d 030000 10 01"));
  log.add(EventType::QUERY_EVENT, query_with_vars("0d 000000 10 01"));
  std::vector<std::string> vars;
  for (const Json& event : events_of_bytes(log.bytes())) {
    if (event["type"] == "QUERY_EVENT") vars.push_back(event["body"]["status_vars"].dump());
  }
  EXPECT_THAT(vars, ElementsAre(R"({"microseconds":1})", R"({"microseconds":1000000})",
                                R"({"microseconds":1,"explicit_defaults_for_timestamp":1})",
                                R"({"microseconds":2,"explicit_defaults_for_timestamp":0})",
                                R"({"flags2":["OPTION_AUTO_IS_NULL"]})", "{}",
                                R"({"microseconds":3,"explicit_defaults_for_timestamp":1})",
                                R"({"explicit_defaults_for_timestamp":1})"));
}

TEST(JsonPrinter, UnknownStatusVariablesKeepTheirBytes) {
  LogBuilder log;
  log.add(EventType::QUERY_EVENT, query_with_vars("00 00000004 fe 0102"));
  EXPECT_EQ(first_of(events_of_bytes(log.bytes()), "QUERY_EVENT")["body"]["status_vars"].dump(),
            R"({"flags2":["OPTION_NO_FOREIGN_KEY_CHECKS"],"unparsed":{"$base64":"/gEC"}})");
}

TEST(JsonPrinter, StatementsAreTranscodedFromTheClientsCharacterSet) {
  LogBuilder log;
  // character_set_client: gbk_chinese_ci, latin1_swedish_ci, and sjis_japanese_ci, whose backslash is another
  // character.
  log.add(EventType::QUERY_EVENT, query_with_vars("04 1c00 1c00 1c00") + "\xba\xba\xd7\xd6");
  log.add(EventType::QUERY_EVENT, query_with_vars("04 0800 0800 0800") + "\xe9\x80");
  log.add(EventType::QUERY_EVENT, query_with_vars("04 1c00 1c00 1c00") + "\xff");
  log.add(EventType::QUERY_EVENT, query_with_vars("04 0d00 0d00 0d00") + "\x81\x5f");
  const std::vector<Json> events = events_of_bytes(log.bytes());
  EXPECT_EQ(events[1]["body"]["query"], "x汉字");
  EXPECT_EQ(events[2]["body"]["query"], "xé€");
  EXPECT_EQ(events[3]["body"]["query"].dump(), R"({"$base64":"eP8="})");
  EXPECT_EQ(events[4]["body"]["query"], "x\\");
}

TEST(JsonPrinter, ColumnsOfATableAreSpelledAsInSql) {
  const Json event = first_of(json_events(log_path("binlog.000024")), "TABLE_MAP_EVENT");
  EXPECT_THAT(keys_of(event["body"]),
              ElementsAre("table_id", "flags", "database_name", "table_name", "columns", "primary_key"));
  EXPECT_EQ(event["body"]["columns"][0].dump(),
            R"({"name":"id","type":"INT","nullable":false,"unsigned":true,"visible":true})");
  EXPECT_EQ(event["body"]["columns"][3].dump(),
            R"({"name":"status","type":"ENUM","nullable":false,"charset":"utf8mb4","collation":"utf8mb4_0900_ai_ci",)"
            R"("labels":["invited","active","blocked"],"visible":true})");
  EXPECT_EQ(event["body"]["primary_key"].dump(), R"([{"column":"id"}])");
}

TEST(JsonPrinter, OtherEventsAreShownByTheirFields) {
  EXPECT_EQ(first_of(json_events(log_path("binlog.000024")), "ROTATE_EVENT")["body"].dump(),
            R"({"position":4,"new_log_ident":"binlog.000025"})");
  EXPECT_EQ(first_of(json_events(log_path("binlog.000024")), "XID_EVENT")["body"].dump(), R"({"xid":13})");
  EXPECT_EQ(first_of(json_events(log_path("binlog.000024")), "PREVIOUS_GTIDS_LOG_EVENT")["body"].dump(),
            R"({"gtid_set":""})");
  EXPECT_EQ(first_of(json_events(log_path("file-stop.000001")), "STOP_EVENT")["body"].dump(), "{}");
  LogBuilder log;
  log.add({.type_code = 200, .body = from_hex("0102ff"), .flags = LOG_EVENT_IGNORABLE_F});
  // HEARTBEAT_LOG_EVENT_V2, not found in files: log_filename "a", log_position 4. Synthetic.
  log.add(EventType::HEARTBEAT_LOG_EVENT_V2, from_hex("01 01 61 02 01 04 00"));
  const std::vector<Json> events = events_of_bytes(log.bytes());
  EXPECT_EQ(events[1]["type"], "UNKNOWN_EVENT");
  EXPECT_EQ(events[1]["type_code"], 200);
  EXPECT_EQ(events[1]["body"].dump(), R"({"unparsed":{"$base64":"AQL/"}})");
  EXPECT_EQ(events[2]["body"].dump(),
            R"({"field_type":[1,2,0],"field_length":[1,1],"field":[{"log_filename":"a"},{"log_position":4}]})");
}

TEST(JsonPrinter, UserVariablesHaveValuesOfTheirTypes) {
  std::set<std::string> types;
  std::map<std::string, std::string> values;
  for (const Json& event : json_events(log_path("stmt-uservars.000001"))) {
    if (event["type"] != "USER_VAR_EVENT") continue;
    const Json& body = event["body"];
    if (body["is_null"] == true) {
      EXPECT_FALSE(body.contains("val"));
      continue;
    }
    types.insert(body["type"]);
    values[body["name"]] = body["val"].dump();
  }
  EXPECT_THAT(types, ElementsAre("DECIMAL", "INT", "REAL", "STRING"));
  EXPECT_EQ(values["big"], "18446744073709551615");
  EXPECT_EQ(values["neg"], "-7");
}

// --- values that are special

TEST(JsonPrinter, IntegersBeyond53BitsAreStringsIfAsked) {
  // BIGINT; BIGINT UNSIGNED, by SIGNEDNESS.
  const std::string table = "02 0808 00 00 01 01 40";
  const std::string rows = "02 03 00 0000000000002000 ffffffffffffffff 00 010000000000e0ff 0000000000002000";
  EXPECT_EQ(rows_event(table, rows)["body"]["rows"].dump(),
            R"([{"after":{"@1":9007199254740992,"@2":18446744073709551615}},)"
            R"({"after":{"@1":-9007199254740991,"@2":9007199254740992}}])");
  const std::string beyond = "02 03 00 0100000000002000 0000000000002000 00 ffffffffffffdfff ffffffffffffffff";
  EXPECT_EQ(rows_event(table, beyond, true)["body"]["rows"].dump(),
            R"([{"after":{"@1":"9007199254740993","@2":9007199254740992}},)"
            R"({"after":{"@1":"-9007199254740993","@2":"18446744073709551615"}}])");
}

TEST(JsonPrinter, FloatsThatAreNoNumbersAreStrings) {
  const std::string text = [] {
    LogBuilder log;
    // Six FLOATs: 0.1, 16777216, 1e20, -0, inf, nan; and -inf as DOUBLE.
    log.add(EventType::TABLE_MAP_EVENT, table_map_body("07 04040404040405 07 04040404040408 00"));
    log.add(EventType::WRITE_ROWS_EVENT,
            rows_body("07 7f 00 cdcccc3d 0000804b ec78ad60 00000080 0000807f 0000c07f 000000000000f0ff"));
    const std::string path = temporary_path("json.000002");
    std::ofstream(path, std::ios::binary) << log.bytes();
    std::string written = json_text(path);
    std::filesystem::remove(path);
    return written;
  }();
  EXPECT_THAT(
      text, HasSubstr(R"({"@1":0.1,"@2":16777216,"@3":1e+20,"@4":-0.0,"@5":"Infinity","@6":"NaN","@7":"-Infinity"})"));
}

TEST(JsonPrinter, TextWithoutKnownCharacterSetIsGuessed) {
  EXPECT_EQ(rows_event("02 0f0f 04 ff00ff00 00", "02 03 00 03 e282ac 02 c328")["body"]["rows"].dump(),
            R"([{"after":{"@1":"€","@2":{"$base64":"wyg="}}}])");
}

TEST(JsonPrinter, NamesWithADollarGetAnother) {
  // COLUMN_NAME "$base64" of an INT.
  EXPECT_EQ(rows_event("01 03 00 00 04 08 07 24626173653634", "01 01 00 05000000")["body"]["rows"].dump(),
            R"([{"after":{"$$base64":5}}])");
}

TEST(JsonPrinter, PartialUpdatesOfJsonAreDifferences) {
  int diffs = 0;
  for (const Json& event : json_events(log_path("dml-partial-json.000001"))) {
    if (event["type"] != "PARTIAL_UPDATE_ROWS_EVENT") continue;
    for (const Json& row : event["body"]["rows"]) {
      for (const auto& [name, value] : row["after"].items()) {
        if (!value.is_object() || !value.contains("$diff")) continue;
        for (const Json& diff : value["$diff"]) {
          ++diffs;
          EXPECT_TRUE(diff["path"].get<std::string>().starts_with("$")) << diff;
          EXPECT_EQ(diff.contains("value"), diff["op"] != "REMOVE") << diff;
        }
      }
    }
  }
  EXPECT_GT(diffs, 5);
}

// --- damage

TEST(JsonPrinter, RowsBeforeAFaultStandAndTheRestIsThereAsBytes) {
  const Json event = rows_event("02 0303 00 00", "02 03 00 07000000 08000000 00 09000000 0a0b");
  EXPECT_EQ(event["body"]["rows"].dump(), R"([{"after":{"@1":7,"@2":8}},{"after":{"@1":9}}])");
  EXPECT_EQ(event["body"]["undecoded"].dump(), R"({"$base64":"Cgs="})");
  EXPECT_EQ(event["error"].dump(),
            R"({"offset":45,"field":"value","reason":"column 2 of type 3: needs 4 bytes, 2 left"})");
  EXPECT_EQ(keys_of(event).back(), "error");
}

TEST(JsonPrinter, ADamagedDocumentIsThereAsBytesAndTheRowGoesOn) {
  const Json event = rows_event("02 f503 01 04 00", "02 03 00 03000000 ff0102 05000000");
  EXPECT_EQ(event["body"]["rows"].dump(), R"([{"after":{"@1":{"$base64":"/wEC"},"@2":5}}])");
  EXPECT_EQ(event["error"].dump(),
            R"({"offset":36,"field":"value","reason":"column 1 of type 245: no value of its type"})");
  EXPECT_FALSE(event["body"].contains("undecoded"));
}

TEST(JsonPrinter, RowsWithoutTheirTableAreThereAsBytes) {
  LogBuilder log;
  log.add(EventType::WRITE_ROWS_EVENT, rows_body("01 01 00 05000000"));
  const Json event = first_of(events_of_bytes(log.bytes()), "WRITE_ROWS_EVENT");
  EXPECT_EQ(event["body"].dump(), R"({"table_id":1,"flags":["STMT_END_F"],"undecoded":{"$base64":"AAUAAAA="}})");
  EXPECT_EQ(event["error"].dump(), R"({"offset":19,"field":"table_id","reason":"no table map for table id 1"})");
}

TEST(JsonPrinter, AnEventThatCannotBeDecodedHasItsFieldsUpToTheFault) {
  LogBuilder log;
  log.add(EventType::USER_VAR_EVENT, from_hex("01000000 61 00 02 08000000 08000000 0102"));
  const Json event = first_of(events_of_bytes(log.bytes()), "USER_VAR_EVENT");
  EXPECT_EQ(event["body"].dump(), R"({"name_len":1,"name":"a","is_null":0,"type":2,"charset_number":8,"val_len":8,)"
                                  R"("undecoded":{"$base64":"AQI="}})");
  EXPECT_EQ(event["error"]["field"], "val");
}

TEST(JsonPrinter, ABreakInTheChainIsAnObjectOfItsOwn) {
  const std::vector<Json> events = json_events(log_path("file-cut-at-1060.000001"));
  const Json& last = events.back();
  EXPECT_THAT(keys_of(last), ElementsAre("file", "position", "end_position", "error"));
  EXPECT_EQ(last["position"], events[events.size() - 2]["end_position"]);
  EXPECT_THAT(last["error"]["reason"].get<std::string>(), HasSubstr("incomplete event"));
}

TEST(JsonPrinter, AWrongChecksumIsToldAndTheEventShown) {
  std::string log = log_bytes("binlog.000024");
  log[1028 + 30] ^= 1;  // In the TABLE_MAP_EVENT's table name.
  const Json event = first_of(events_of_bytes(log), "TABLE_MAP_EVENT");
  EXPECT_EQ(event["checksum"]["valid"], false);
  EXPECT_EQ(event["body"]["table_id"], 122);
}

TEST(JsonPrinter, APayloadThatEndsTooSoonIsSaidBehindItsEvents) {
  LogBuilder log;
  // TRANSACTION_PAYLOAD_EVENT of type NONE: an XID_EVENT of 27 bytes, then ten bytes of another. Synthetic.
  const std::string xid = from_hex("00f15365 10 01000000 1b000000 00000000 0000 0500000000000000");
  log.add(EventType::TRANSACTION_PAYLOAD_EVENT, from_hex("02 03 fcff00 00") + xid + xid.substr(0, 10));
  const std::vector<Json> events = events_of_bytes(log.bytes());
  ASSERT_EQ(events.size(), 4u);
  EXPECT_EQ(events[1]["type"], "TRANSACTION_PAYLOAD_EVENT");
  EXPECT_EQ(events[2]["type"], "XID_EVENT");
  EXPECT_EQ(events[2]["payload_position"], 0);
  EXPECT_EQ(events[3]["type"], "TRANSACTION_PAYLOAD_EVENT");
  EXPECT_EQ(events[3]["position"], events[1]["position"]);
  EXPECT_FALSE(events[3].contains("body"));
  EXPECT_EQ(events[3]["error"]["field"], "payload");
}

// --- any log

/// Sees whether a name stands twice in an object.
class UniqueKeys : public nlohmann::json_sax<Json> {
 public:
  std::string twice;

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override {
    open_.emplace_back();
    return true;
  }
  bool key(string_t& name) override {
    if (!open_.back().insert(name).second) twice = name;
    return true;
  }
  bool end_object() override {
    open_.pop_back();
    return true;
  }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

 private:
  std::vector<std::set<std::string>> open_;
};

TEST(JsonPrinter, NoNameStandsTwiceInAnObject) {
  for (const std::string& name : log_names()) {
    for (const std::string& line : lines_of(json_text(log_path(name)))) {
      UniqueKeys keys;
      EXPECT_TRUE(Json::sax_parse(line, &keys)) << line;
      EXPECT_EQ(keys.twice, "") << line;
    }
  }
}

TEST(JsonPrinter, SoundLogsHaveNoErrors) {
  for (const std::string& name : log_names()) {
    for (const Json& event : json_events(log_path(name))) EXPECT_FALSE(event.contains("error")) << name << ' ' << event;
  }
}

}  // namespace
}  // namespace binlogdump::test
