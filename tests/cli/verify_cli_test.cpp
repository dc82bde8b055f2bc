// --verify: sound logs, logs with one thing wrong, logs that follow each other, and the report as JSON.

#include <functional>
#include <nlohmann/json.hpp>

#include "cli/cli_fixture.h"
#include "io/compress.h"

namespace binlogdump::test {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using Json = nlohmann::json;

constexpr const char* kLog = "dml-basic.000001";

class CliVerify : public Cli {
 protected:
  RunResult verify(const Words& more) const { return run(Words{"--verify"} + more); }

  /// What is said of a log with these bytes, one line for each fault.
  std::string faults_of(const std::string& bytes) const {
    const RunResult result = verify({write("binlog.000001", bytes)});
    EXPECT_THAT(result.err, IsEmpty());
    const std::string faults = lines_with(result.out, path("binlog.000001") + ": fault: ");
    EXPECT_EQ(result.exit_code, faults.empty() ? 0 : 1);
    return faults;
  }

  /// The events of a captured log, as `change` leaves them.
  static std::string changed(const std::string& name, const std::function<void(std::vector<LogEvent>&)>& change) {
    std::vector<LogEvent> events = events_of(read_file(fixture(name)));
    change(events);
    LogBuilder log;
    for (const LogEvent& event : events) log.add(event);
    return log.bytes();
  }
  static std::string without_first(const std::string& name, EventType type) {
    return changed(name, [&](std::vector<LogEvent>& events) {
      events.erase(std::find_if(events.begin(), events.end(), [&](const LogEvent& e) { return e.type() == type; }));
    });
  }

  std::vector<Json> objects(const Words& more) const {
    const RunResult result = verify(Words{"--format=json"} + more);
    EXPECT_THAT(result.err, IsEmpty());
    std::vector<Json> parsed;
    std::istringstream lines(result.out);
    for (std::string line; std::getline(lines, line);) parsed.push_back(Json::parse(line));
    return parsed;
  }
};

TEST_F(CliVerify, CapturedLogsAreWhole) {
  for (const std::string& name : fixtures()) {
    const RunResult result = verify({fixture(name)});
    const bool is_cut = name.starts_with("file-cut-at-");
    EXPECT_EQ(result.exit_code == 0, !is_cut) << result.out;
    EXPECT_EQ(count(result.out, ": fault: "), is_cut ? 1 : 0) << result.out;
    EXPECT_THAT(result.err, IsEmpty());
  }
}

TEST_F(CliVerify, TheLineOfALog) {
  const std::string open_log = write("binlog.000004", read_file(fixture("file-in-use.000001")));
  EXPECT_EQ(
      verify({open_log}).out,
      open_log + ": note: ends without a ROTATE_EVENT or STOP_EVENT: it is being written, or was cut off\n" + open_log +
          ": note: marked as in use: it is open, or its server did not shut down\n" + open_log +
          ": whole: 16 events, 1144 bytes, 4 transactions, 2026-11-29T17:57:41Z to 2023-11-14T22:23:21Z; the last "
          "one ends at 1144, GTID 5f3a1c00-0001-11ef-8000-000000000101:4; in use; 0 faults, 2 notes\n");
  EXPECT_THAT(verify({fixture("zstd-small.000001")}).out,
              HasSubstr(": whole: 38 events and 46 in payloads, 4418 bytes, 15 transactions, "));
}

TEST_F(CliVerify, AWrongChecksum) {
  std::string bytes = read_file(fixture(kLog));
  bytes[155] ^= 1;
  EXPECT_THAT(faults_of(bytes), HasSubstr("fault: offset 127: PREVIOUS_GTIDS_LOG_EVENT: checksum: stored 0x"));
}

TEST_F(CliVerify, ACutLog) {
  std::string bytes = read_file(fixture(kLog));
  bytes.resize(bytes.size() - 10);
  EXPECT_THAT(faults_of(bytes), HasSubstr("incomplete event"));
  const RunResult nothing = verify({write("binlog.000002", bytes.substr(0, 50))});
  EXPECT_EQ(nothing.exit_code, 2);
  EXPECT_THAT(nothing.out, HasSubstr(": unusable: 0 events, 50 bytes"));
}

TEST_F(CliVerify, NextPositionsBehindAMissingEvent) {
  std::string bytes = read_file(fixture(kLog));
  // GTID and CREATE DATABASE: whole transactions, so that only the positions tell.
  std::size_t end = 158;
  for (int i = 0; i < 2; ++i) end += load_u32(&bytes[end + 9]);
  bytes.erase(158, end - 158);
  const std::string faults = faults_of(bytes);
  EXPECT_EQ(count(faults, "\n"), 1) << "the others are moved by the same distance";
  EXPECT_THAT(faults, HasSubstr("fault: offset 158: GTID_LOG_EVENT: log_pos: the stored next position is "));
}

TEST_F(CliVerify, EventsThatAreMissing) {
  EXPECT_THAT(faults_of(without_first(kLog, EventType::TABLE_MAP_EVENT)),
              HasSubstr("WRITE_ROWS_EVENT: table_id: no table map for table id "));
  EXPECT_THAT(faults_of(without_first(kLog, EventType::XID_EVENT)),
              HasSubstr("GTID_LOG_EVENT: begins before the transaction at "));
  EXPECT_THAT(faults_of(without_first("stmt-loaddata.000001", EventType::BEGIN_LOAD_QUERY_EVENT)),
              HasSubstr("EXECUTE_LOAD_QUERY_EVENT: no BEGIN_LOAD_QUERY_EVENT of file_id 2 stands before it"));
  const std::string second_gtid = changed(kLog, [](std::vector<LogEvent>& events) {
    int gtids = 0;
    std::erase_if(events, [&](const LogEvent& e) { return e.type() == EventType::GTID_LOG_EVENT && ++gtids == 2; });
  });
  EXPECT_THAT(faults_of(second_gtid), HasSubstr("QUERY_EVENT: no GTID event stands before it"));
}

TEST_F(CliVerify, ATransactionThatIsThereTwice) {
  const std::string bytes = changed(kLog, [](std::vector<LogEvent>& events) {
    events.insert(events.end() - 1, {events[1], events[2]});
  });
  EXPECT_THAT(faults_of(bytes), HasSubstr(":1 is in the log, or in one before it, already\n"));
}

TEST_F(CliVerify, ValuesThatNoServerStores) {
  // Tables of one column: DATETIME, DECIMAL(4,2), JSON. Of the first two a sound value, too.
  LogBuilder log;
  const auto add_rows = [&](const std::string& types, const std::string& metadata, const std::string& value) {
    const std::string table_id = le(7, 6);
    log.add(EventType::TABLE_MAP_EVENT, table_id + le(1, 2) + std::string("\1d\0\1t\0", 6) + le(types.size(), 1) +
                                            types + le(metadata.size(), 1) + metadata + std::string(1, '\0'));
    log.add(EventType::WRITE_ROWS_EVENT,
            table_id + le(1, 2) + le(2, 2) + le(1, 1) + "\xff" + std::string(1, '\0') + value);
  };
  log.add(first_event("dml-basic.000001", EventType::GTID_LOG_EVENT));
  log.add_query("BEGIN");
  add_rows("\x12", std::string(1, '\0'), "\x99\x75\x7a\x51\xf7");
  add_rows("\x12", std::string(1, '\0'), "\x99\x75\x7b\xff\xff");
  add_rows("\xf6", "\x04\x02", "\x8c\x22");
  add_rows("\xf6", "\x04\x02", "\xff\xff");
  add_rows("\xf5", "\x04", le(1, 4) + "\x7f");
  log.add(EventType::XID_EVENT, le(1, 8));
  const std::string faults = faults_of(log.bytes());
  EXPECT_EQ(count(faults, "\n"), 3) << faults;
  EXPECT_THAT(faults,
              AllOf(HasSubstr("value: no date or time in column @1"), HasSubstr("value: no DECIMAL in column @1"),
                    HasSubstr("value: no JSON document in column @1")));
}

TEST_F(CliVerify, WhatIsInAPayloadIsLookedAt) {
  // The first payload, but not its GTID event: its events are no transaction.
  const std::string bytes = changed("zstd-small.000001", [](std::vector<LogEvent>& events) {
    const auto payload = std::find_if(events.begin(), events.end(), [](const LogEvent& event) {
      return event.type() == EventType::TRANSACTION_PAYLOAD_EVENT;
    });
    events.erase(payload - 1);
  });
  EXPECT_THAT(faults_of(bytes), HasSubstr("TRANSACTION_PAYLOAD_EVENT: no GTID event stands before it"));
  const std::vector<Json> report = objects({fixture("zstd-small.000001")});
  ASSERT_EQ(report.size(), 1U);
  EXPECT_GT(report[0]["payload_events"], 0);
}

TEST_F(CliVerify, UnknownTypesAreNotedOnce) {
  LogBuilder log;
  for (int i = 0; i < 3; ++i) log.add({.type_code = 100, .body = "abc"});
  const RunResult result = verify({write("binlog.000001", log.bytes())});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(count(result.out, "note: offset 127: event type 100: not a type that is decoded here"), 1) << result.out;
}

TEST_F(CliVerify, LogsThatFollowEachOther) {
  Words names;
  for (int i = 1; i <= 5; ++i) {
    const std::string bytes = read_file(fixture(fmt::format("gtid-mode-switch.{:06}", i)));
    names.push_back(write(fmt::format("binlog.{:06}{}", i, i == 3 ? ".gz" : ""),
                          i == 3 ? compress(Compression::kGzip, bytes) : bytes));
  }
  const RunResult all = verify(names);
  EXPECT_EQ(all.exit_code, 0);
  EXPECT_EQ(count(all.out, "\n"), 5) << all.out;

  const RunResult gap = verify({names[0], names[2], names[3]});
  EXPECT_EQ(gap.exit_code, 1);
  EXPECT_THAT(gap.out, HasSubstr(names[2] + ": fault: binlog.000002 is missing before it\n"));
  EXPECT_EQ(count(gap.out, ": fault: "), 1) << gap.out;

  const std::string other = write("binlog.000002", read_file(fixture("gtid-previous-intervals.000002")));
  EXPECT_THAT(verify({names[0], other}).out,
              AllOf(HasSubstr(other + ": fault: offset 127: PREVIOUS_GTIDS_LOG_EVENT: "),
                    HasSubstr("has GTIDs that neither binlog.000001 nor the logs before it have: ")));
}

TEST_F(CliVerify, FilesThatAreNoLogs) {
  const std::string text = write("binlog.000002", "INSERT INTO t VALUES (1);\n");
  const RunResult result = verify({fixture(kLog), text, path("missing")});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, IsEmpty());
  EXPECT_THAT(result.out, HasSubstr(text + ": fault: no binary log: begins with 49 4e 53 45"));
  EXPECT_THAT(result.out,
              EndsWith(path("missing") + ": unusable: 0 events, 0 bytes, 0 transactions; 1 fault, 1 note\n"));

  const std::vector<Json> report = objects({path("missing")});
  ASSERT_EQ(report.size(), 2U);
  EXPECT_EQ(report[0]["kind"], "fault");
  EXPECT_FALSE(report[0].contains("offset"));
  EXPECT_EQ(report[1]["verdict"], "unusable");
}

TEST_F(CliVerify, TheReportAsJson) {
  std::string bytes = read_file(fixture(kLog));
  bytes[155] ^= 1;
  bytes.resize(bytes.size() - 10);
  const std::string name = write("bad \"\xff\n.000001", bytes);
  const std::vector<Json> report = objects({name});
  ASSERT_EQ(report.size(), 4U);
  EXPECT_EQ(report[0]["kind"], "fault");
  EXPECT_EQ(report[0]["offset"], 127);
  EXPECT_EQ(report[0]["type"], "PREVIOUS_GTIDS_LOG_EVENT");
  EXPECT_EQ(report[0]["type_code"], 35);
  EXPECT_THAT(report[0]["reason"].get<std::string>(), HasSubstr("checksum: stored 0x"));
  EXPECT_EQ(report[2]["kind"], "note");
  const Json& file = report[3];
  EXPECT_EQ(file["kind"], "file");
  EXPECT_EQ(file["verdict"], "damaged");
  EXPECT_EQ(file["bytes"], bytes.size());
  EXPECT_EQ(file["faults"], 2);
  EXPECT_EQ(file["notes"], 1);
  EXPECT_EQ(file["in_use"], false);
}

TEST_F(CliVerify, WhatAFileHolds) {
  const std::vector<Json> report = objects({fixture("gtid-tagged.000001"), fixture("anon-basic.000001")});
  std::vector<Json> files;
  for (const Json& object : report) {
    if (object["kind"] == "file") files.push_back(object);
  }
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(files[0]["verdict"], "whole");
  EXPECT_EQ(files[0]["bytes"], fs::file_size(fixture("gtid-tagged.000001")));
  EXPECT_THAT(files[0]["last_transaction"]["gtid"].get<std::string>(),
              HasSubstr("5f3a1c00-0001-11ef-8000-000000000101:"));
  EXPECT_EQ(files[1]["last_transaction"]["gtid"], "anonymous");
}

TEST_F(CliVerify, QuickSaysWhatItDidNotLookAt) {
  const RunResult sound = run({"--verify=quick", fixture(kLog)});
  EXPECT_EQ(sound.exit_code, 0);
  EXPECT_THAT(sound.out,
              EndsWith("; 0 faults, 0 notes; quick: not checked: event bodies, rows, payloads, order of events, "
                       "transactions, GTIDs, the series of logs\n"));
  EXPECT_THAT(sound.out, Not(HasSubstr("transaction,")));

  const RunResult json = run({"--verify=quick", "--format=json", fixture("zstd-small.000001")});
  const Json file = Json::parse(json.out);
  const Json full = objects({fixture("zstd-small.000001")}).back();
  EXPECT_EQ(file["kind"], "file");
  EXPECT_EQ(file["verdict"], "whole");
  EXPECT_EQ(file["quick"], true);
  EXPECT_EQ(file["not_checked"][0], "event bodies");
  for (const char* const same : {"events", "bytes", "first_time", "last_time", "in_use", "faults", "notes"}) {
    EXPECT_EQ(file[same], full[same]) << same;
  }
  for (const char* const absent : {"payload_events", "transactions", "last_transaction"}) {
    EXPECT_FALSE(file.contains(absent)) << absent;
    EXPECT_TRUE(full.contains(absent)) << absent;
  }
  EXPECT_FALSE(full.contains("quick"));
}

TEST_F(CliVerify, QuickFindsNothingInCapturedLogs) {
  for (const std::string& name : fixtures()) {
    const bool is_cut = name.starts_with("file-cut-at-");
    const RunResult result = run({"--verify=quick", fixture(name)});
    EXPECT_EQ(result.exit_code == 0, !is_cut) << name << '\n' << result.out;
    EXPECT_THAT(result.err, IsEmpty()) << name;
  }
}

TEST_F(CliVerify, QuickFindsAChangeOfAnyByte) {
  const std::string sound = read_file(fixture("zstd-small.000001"));
  for (std::size_t i = kBinlogMagic.size(); i < sound.size(); i += 41) {
    std::string bytes = sound;
    bytes[i] ^= 0x40;
    const RunResult result = run({"--verify=quick", write("binlog.000001", bytes)});
    EXPECT_NE(result.exit_code, 0) << "byte " << i;
    EXPECT_THAT(result.out, HasSubstr(": fault: ")) << "byte " << i;
  }
}

TEST_F(CliVerify, QuickSaysThatThereAreNoChecksums) {
  const RunResult result = run({"--verify=quick", fixture("checksum-none.000001")});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("note: offset 4: FORMAT_DESCRIPTION_EVENT: the events have no checksums: only "
                                    "headers were looked at\n"));
}

TEST_F(CliVerify, QuickFindsWhatHeadersTell) {
  const auto quick = [this](const std::string& bytes) {
    return run({"--verify=quick", write("binlog.000001", bytes)}).out;
  };
  const std::string sound = read_file(fixture(kLog));
  const std::size_t first_end = load_u32(&sound[13 /* next position of the first event */ + kBinlogMagic.size()]);
  EXPECT_THAT(quick(sound.substr(0, kBinlogMagic.size()) + sound.substr(first_end)),
              HasSubstr("the log does not begin with a FORMAT_DESCRIPTION_EVENT"));
  const std::string endless = changed(kLog, [](std::vector<LogEvent>& events) { events.pop_back(); });
  EXPECT_THAT(quick(endless), HasSubstr("note: ends without a ROTATE_EVENT or STOP_EVENT"));
  const std::string extended = changed(kLog, [](std::vector<LogEvent>& events) { events.push_back(events[2]); });
  EXPECT_THAT(quick(extended), HasSubstr("stands behind the ROTATE_EVENT or STOP_EVENT that ends the log"));
  EXPECT_THAT(quick(sound.substr(0, sound.size() - 5)), HasSubstr("incomplete event"));
}

// Of rows, payloads and statements it knows nothing.
TEST_F(CliVerify, QuickDoesNotLookIntoEvents) {
  const std::string bytes = without_first(kLog, EventType::TABLE_MAP_EVENT);
  EXPECT_EQ(run({"--verify=quick", write("binlog.000001", bytes)}).exit_code, 0);
  EXPECT_EQ(verify({path("binlog.000001")}).exit_code, 1);
}

TEST_F(CliVerify, WhatDoesNotGoWithIt) {
  for (const Words& more : std::vector<Words>{{"--format=hex"},
                                              {"--format=events"},
                                              {"--follow"},
                                              {"--check-coverage"},
                                              {"--table=t"},
                                              {"--start-position=4"},
                                              {"--verify=half"}}) {
    const RunResult result = verify(more + Words{fixture(kLog)});
    EXPECT_EQ(result.exit_code, 2) << more[0];
    EXPECT_THAT(result.err, HasSubstr("--verify")) << more[0];
    EXPECT_THAT(result.out, IsEmpty()) << more[0];
  }
}

}  // namespace
}  // namespace binlogdump::test
