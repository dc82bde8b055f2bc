// Selections by place and time in our own ways, against the whole log as JSON; and what is said about options that
// nothing answers to.

#include "cli/selection_cli.h"

namespace binlogdump::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// --- --start-position

/// A relay log whose own events have checksums, and those that it got from the source none.
std::string relay_log_of_source_without_checksums() {
  constexpr std::size_t kBehindRotate = 202;
  const std::string source = read_file(fixture("checksum-none.000001"));
  return read_file(fixture("relay-log.000002")).substr(0, kBehindRotate) + source.substr(kBinlogMagic.size());
}

/// The other way round.
std::string relay_log_without_checksums() {
  constexpr std::size_t kFlagsOffset = 17;
  constexpr std::size_t kBehindRotate = 202;
  const std::string replica = read_file(fixture("checksum-none.000001"));
  std::string description = replica.substr(4, load_u32(&replica[4 + 9]));
  description[kFlagsOffset] = static_cast<char>(LOG_EVENT_RELAY_LOG_F);
  description.resize(description.size() - kChecksumSize);
  description += crc(description);
  return std::string(kBinlogMagic) + description + read_file(fixture("relay-log.000002")).substr(kBehindRotate);
}

class CliStartPosition : public SelectionCli {
 protected:
  /// What of the whole run has to come from the first event at or behind `start` on.
  static void expect_rest(const std::vector<Json>& shown, const std::vector<Json>& all, std::uint64_t start) {
    const auto from = [start](const Json& event) { return position_of(event) >= start; };
    for (const Json& event : shown) EXPECT_TRUE(from(event) || is_description(event)) << event;
    const std::vector<Json> rest = those(shown, from);
    const std::vector<Json> expected = those(all, from);
    ASSERT_EQ(places(rest), places(expected)) << start;
    // In the middle of a transaction its GTID and its tables are not known yet.
    bool whole = false;
    for (std::size_t i = 0; i < rest.size(); ++i) {
      whole = whole || type_of(rest[i]).find("GTID_") != std::string::npos;
      if (whole) {
        EXPECT_EQ(rest[i], expected[i]);
      } else {
        for (const char* name : {"checksum", "event_size", "timestamp", "server_id"}) {
          EXPECT_EQ(member(rest[i], name), member(expected[i], name)) << expected[i];
        }
      }
    }
  }

  void expect_each_boundary(const std::string& file) const {
    SCOPED_TRACE(file);
    const std::string bytes = read_file(file);
    const std::vector<Json> all = parsed(run_json({file}).out);
    const std::vector<Json> all_of_stdin = parsed(run_with_stdin({"--format=json", "-"}, bytes).out);
    for (const std::uint64_t start : boundaries(all)) {
      if (HasFailure()) return;
      const std::string option = fmt::format("--start-position={}", start);
      const RunResult result = run_json({option, file});
      EXPECT_THAT(result.err, Not(HasSubstr("--start-position"))) << start;
      expect_rest(parsed(result.out), all, start);
      const RunResult piped = run_with_stdin({"--format=json", option, "-"}, bytes);
      EXPECT_EQ(piped.exit_code, result.exit_code);
      EXPECT_THAT(piped.err, Not(HasSubstr("--start-position"))) << start;
      expect_rest(parsed(piped.out), all_of_stdin, start);
    }
  }

  void expect_each_offset(const std::string& file) const {
    SCOPED_TRACE(file);
    const std::vector<Json> all = events({file});
    const std::vector<std::uint64_t> begins = boundaries(all);
    for (std::uint64_t start = begins[1]; start <= begins.back() && !HasFailure(); ++start) {
      const RunResult result = run_json({fmt::format("--start-position={}", start), file});
      const auto next = std::lower_bound(begins.begin(), begins.end(), start);
      if (*next == start) {
        EXPECT_THAT(result.err, Not(HasSubstr("--start-position"))) << start;
      } else {
        EXPECT_THAT(result.err, HasSubstr(fmt::format("--start-position={}: no event begins there; the nearest begin "
                                                      "at {} and {};",
                                                      start, *(next - 1), *next)));
      }
      expect_rest(parsed(result.out), all, start);
    }
  }
};

TEST_F(CliStartPosition, OnTheBoundariesOfEachEvent) {
  for (const char* name : {"dml-basic.000001", "zstd-small.000001", "gtid-tagged.000001", "checksum-none.000001",
                           "relay-log.000002", "relay-log-channel2.000002"}) {
    expect_each_boundary(fixture(name));
  }
}

TEST_F(CliStartPosition, InRelayLogsOfTwoKindsOfChecksums) {
  expect_each_boundary(write("relay.000001", relay_log_of_source_without_checksums()));
  expect_each_boundary(write("relay.000002", relay_log_without_checksums()));
}

TEST_F(CliStartPosition, OnEachOffsetOfALog) {
  LogBuilder log;
  log.add_query("CREATE TABLE a (i INT)", "d");
  log.add_query("DROP TABLE a", "d");
  expect_each_offset(write("binlog.000001", log.bytes()));
}

TEST_F(CliStartPosition, OnEachOffsetOfRelayLogs) {
  constexpr std::size_t kEventsOfSource = 700;  // bytes
  for (const std::string& bytes : {relay_log_of_source_without_checksums(), relay_log_without_checksums()}) {
    std::string whole;
    const std::vector<Json> all = events({write("whole", bytes)});
    for (const Json& event : all) {
      if (event["end_position"].get<std::size_t>() <= kEventsOfSource) {
        whole = bytes.substr(0, event["end_position"].get<std::size_t>());
      }
    }
    expect_each_offset(write("relay.000001", whole));
  }
}

TEST_F(CliStartPosition, InsideOfTheDescription) {
  const std::string file = fixture("dml-basic.000001");
  const std::vector<Json> all = events({file});
  for (const std::uint64_t start : {5U, 50U, 126U}) {
    const RunResult result = run_json({fmt::format("--start-position={}", start), file});
    EXPECT_THAT(result.err, HasSubstr(fmt::format("--start-position={}: no event begins there; the nearest begin at 4 "
                                                  "and 127;",
                                                  start)));
    EXPECT_EQ(result.exit_code, 0);
    expect_rest(parsed(result.out), all, start);
  }
}

TEST_F(CliStartPosition, BetweenEventsOfAPipe) {
  const std::string bytes = read_file(fixture("dml-basic.000001"));
  const RunResult result = run_with_stdin({"--format=json", "--start-position=300", "-"}, bytes);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, AllOf(HasSubstr("--start-position=300: no event begins there"), HasSubstr("235 and 343")));
  expect_rest(parsed(result.out), events_from_stdin({}, bytes), 343);
}

TEST_F(CliStartPosition, BehindTheEnd) {
  const std::string file = fixture("dml-basic.000001");
  for (const std::string start : {"4838", "99999999", "4294967296", "9999999999999"}) {
    for (const RunResult& result :
         {run_json({"--start-position=" + start, file}),
          run_with_stdin({"--format=json", "--start-position=" + start, "-"}, read_file(file))}) {
      EXPECT_EQ(result.exit_code, 0);
      EXPECT_THAT(result.err, HasSubstr("--start-position=" + start));
      for (const Json& event : parsed(result.out)) EXPECT_TRUE(is_description(event)) << event;
    }
  }
  EXPECT_THAT(run_json({"--quiet", "--start-position=99999999", file}).err, IsEmpty());
}

TEST_F(CliStartPosition, CountsInTheFirstAndStopPositionInTheLastFile) {
  const Words files = {fixture("dml-multi-table.000001"), fixture("dml-basic.000001")};
  const std::vector<Json> all = events(files);
  const std::vector<Json> expected = those(all, [&](const Json& event) {
    if (event["file"] == files[0]) return position_of(event) >= 2099 || is_description(event);
    return position_of(event) < 749;
  });
  expect_same_events(events(Words{"--start-position=2099", "--stop-position=749"} + files), expected);
}

TEST_F(CliStartPosition, Beyond32Bits) {
  constexpr std::uint64_t kFar = (std::uint64_t{1} << 32) + 1000;
  constexpr std::size_t kHead = 343;  // Up to the end of the first transaction.
  constexpr std::size_t kGtid = 343;  // Of the second transaction: a GTID event and a statement.
  constexpr std::size_t kStatement = 422;
  constexpr std::size_t kNext = 670;
  const std::string log = read_file(fixture("dml-basic.000001"));
  const auto moved = [&](std::size_t begin, std::size_t end) {
    std::string event = log.substr(begin, end - begin - kChecksumSize);
    event.replace(13, 4, le(kFar + end - kGtid, 4));  // The next position, in the 32 bits it has.
    return event + crc(event);
  };
  const std::string file = path("binlog.000001");
  std::ofstream out(file, std::ios::binary);
  out << log.substr(0, kHead);
  out.seekp(static_cast<std::streamoff>(kFar));
  out << moved(kGtid, kStatement) << moved(kStatement, kNext) << moved(kNext, 749);
  out.close();
  if (!out) GTEST_SKIP() << "no file of such a size can be made here";
  const RunResult result = run_json(
      {fmt::format("--start-position={}", kFar), fmt::format("--stop-position={}", kFar + kNext - kGtid), file});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, IsEmpty());
  const std::vector<Json> shown = parsed(result.out);
  ASSERT_EQ(shown.size(), 3U);
  EXPECT_EQ(position_of(shown[1]), kFar);
  EXPECT_EQ(gtid_of(shown[1]), "5f3a1c00-0001-11ef-8000-000000000101:2");
  EXPECT_EQ(position_of(shown[2]), kFar + kStatement - kGtid);
  EXPECT_THAT(query_of(shown[2]), HasSubstr("CREATE TABLE"));
}

// --- where it ends, and what is left out

class CliSelection : public SelectionCli {
 protected:
  const std::string log_ = fixture("dml-multi-table.000001");
};

/// "2023-11-14T22:15:01Z" as an option of mysqlbinlog has it.
std::string date_time(const Json& event) {
  std::string text = event["time"].get<std::string>();
  text[text.find('T')] = ' ';
  text.pop_back();
  return text;
}

TEST_F(CliSelection, StopPosition) {
  for (const char* name : {"zstd-variety.000001", "relay-log.000002"}) {
    const std::string file = fixture(name);
    const std::vector<Json> all = events({file});
    for (const std::uint64_t offset : boundaries(all)) {
      for (const std::uint64_t stop : {offset, offset + 1}) {
        if (stop <= 5) continue;
        const auto before = [stop](const Json& event) { return position_of(event) < stop; };
        const std::string option = fmt::format("--stop-position={}", stop);
        const RunResult result = run_json({option, file});
        EXPECT_THAT(result.err, Not(HasSubstr("--stop-position"))) << stop;
        expect_same_events(parsed(result.out), those(all, before));
        if (stop != offset) continue;
        const std::vector<Json> rows = those(events({option, "--type=dml", file}), is_rows);
        expect_same_events(rows, those(all, [&](const Json& event) { return before(event) && is_rows(event); }));
      }
    }
  }
}

TEST_F(CliSelection, StartDatetime) {
  for (const char* name : {"dml-multi-table.000001", "charsets.000001", "relay-log.000002", "stmt-xa.000001"}) {
    const std::string file = fixture(name);
    const std::vector<Json> all = events({file});
    std::set<std::string> times;
    for (const Json& event : all) {
      if (event["timestamp"] != 0) times.insert(date_time(event));
    }
    for (const std::string& time : times) {
      bool started = false;
      const std::vector<Json> expected = those(all, [&](const Json& event) {
        if (is_description(event)) return true;
        return started = started || (!is_inner(event) && date_time(event) >= time);
      });
      expect_same_events(events({"--start-datetime=" + time, file}), expected);
      const auto rows = those(events({"--start-datetime=" + time, "--type=dml", file}), is_rows);
      expect_same_events(rows, those(expected, is_rows));
    }
  }
}

TEST_F(CliSelection, StopDatetime) {
  for (const char* name : {"dml-multi-table.000001", "charsets.000001", "relay-log.000002", "stmt-xa.000001"}) {
    const std::string file = fixture(name);
    const std::vector<Json> all = events({file});
    std::set<std::string> times;
    for (const Json& event : all) {
      // The description of the file is always shown, whatever its time.
      if (event["timestamp"] != 0 && !is_description(event)) times.insert(date_time(event));
    }
    for (const std::string& time : times) {
      bool ended = false;
      const std::vector<Json> expected = those(all, [&](const Json& event) {
        ended = ended || (event["timestamp"] != 0 && !is_description(event) && date_time(event) >= time);
        return !ended;
      });
      const RunResult result = run_json({"--stop-datetime=" + time, file});
      EXPECT_THAT(result.err, Not(HasSubstr("--stop-datetime")));
      expect_same_events(parsed(result.out), expected);
    }
  }
}

/// Without what is only known from the beginning of the transaction.
std::vector<Json> without_gtids(std::vector<Json> events) {
  for (Json& event : events) event.erase("gtid");
  return events;
}

TEST_F(CliSelection, Offset) {
  const std::string file = fixture("checksum-none.000001");
  const std::vector<Json> all = events({file});
  for (std::size_t offset = 0; offset <= all.size() + 1; ++offset) {
    SCOPED_TRACE(offset);
    std::size_t number = 0;
    const std::vector<Json> expected =
        those(all, [&](const Json& event) { return number++ >= offset || is_description(event); });
    const std::uint64_t begin = expected.size() > 1 ? position_of(expected[1]) : ~std::uint64_t{0};
    const std::string option = fmt::format("--offset={}", offset);
    // The map of the first rows may stand before them; without it they could not be shown.
    const auto shown = those(events({option, file}), [&](const Json& event) {
      return position_of(event) >= begin || type_of(event) != "TABLE_MAP_EVENT";
    });
    expect_same_events(without_gtids(shown), without_gtids(expected));
    const std::vector<Json> rows = those(events({option, "--type=dml", file}), is_rows);
    expect_same_events(without_gtids(rows), without_gtids(those(expected, is_rows)));
  }
}

TEST_F(CliSelection, SkipGtids) {
  for (const char* name : {"dml-multi-table.000001", "gtid-tagged.000001", "anon-basic.000001", "zstd-small.000001"}) {
    const std::string file = fixture(name);
    const std::vector<Json> all = events({file});
    const auto is_wanted = [](const Json& event) { return type_of(event).find("GTID") == std::string::npos; };
    expect_same_events(events({"--skip-gtids", file}), those(all, is_wanted));
    const auto statements = [](const Json& event) { return type_of(event) == "QUERY_EVENT"; };
    expect_same_events(those(events({"--skip-gtids", "--type=query", file}), statements), those(all, statements));
  }
}

// --- servers

TEST_F(CliSelection, ServerIdZeroIsAnyServer) {
  for (const char* name : {"dml-multi-table.000001", "relay-log.000002"}) {
    expect_same_events(events({"--server-id=0", fixture(name)}), events({fixture(name)}));
  }
}

TEST_F(CliSelection, ServerIdIsNotCutTo32Bits) {
  // 101 + 2^32; the log is of server 101.
  const std::vector<Json> shown = events({"--server-id=4294967397", log_});
  EXPECT_EQ(places(those(shown, [](const Json& event) { return !is_description(event); })), Words{});
  EXPECT_EQ(places(events({"--server-id=101", log_})), places(events({log_})));
}

// --- what never comes

class CliWarnings : public SelectionCli {
 protected:
  /// stderr of a run that shows what it can.
  std::string told(const Words& args) const {
    const RunResult result = run(args);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(run(Words{"--quiet"} + args).err, IsEmpty());
    return result.err;
  }

  const std::string log_ = fixture("dml-multi-table.000001");
  const std::string uuid_ = "5f3a1c00-0001-11ef-8000-000000000101";
};

TEST_F(CliWarnings, OfWhatNeverComes) {
  for (const std::string option :
       {"--stop-position=99999999", "--stop-datetime=2037-01-01 00:00:00", "--start-datetime=2037-01-01 00:00:00",
        "--stop-time=2037-01-01T00:00:00Z", "--gtid=00000000-0001-11ef-8000-000000000101:1", "--thread-id=987654",
        "--table=shop.none", "--exclude-table=shop.none", "--database=none", "--exclude-database=none"}) {
    const std::string name = option.substr(0, option.find('='));
    EXPECT_THAT(told({option, log_}), HasSubstr("binlogdump: " + name)) << option;
  }
  EXPECT_THAT(told({"--where=none = 1", log_}), HasSubstr("no table here has a column none"));
}

TEST_F(CliWarnings, NotOfWhatComes) {
  const std::vector<Json> all = events({log_});
  const std::string thread = std::to_string(all[3]["body"]["thread_id"].get<std::uint64_t>());
  for (const std::string& option :
       {std::string("--stop-position=2099"), std::string("--stop-datetime=2023-11-14 22:15:02"),
        std::string("--start-datetime=2023-11-14 22:15:02"), std::string("--start-time=2037-01-01T00:00:00Z"),
        std::string("--stop-time=2026-11-29T17:56:37.390742Z"), "--gtid=" + uuid_ + ":1-3", "--thread-id=" + thread,
        std::string("--exclude-table=shop.cust"), std::string("--database=depot"),
        std::string("--exclude-database=depot"), std::string("--grep=no such text"), std::string("--limit=3")}) {
    EXPECT_THAT(told({option, log_}), IsEmpty()) << option;
  }
  EXPECT_THAT(told({"--table=shop.cust", log_}), Not(HasSubstr("--table=shop.cust: no row")));
  EXPECT_THAT(told({"--where=id = 1", fixture("dml-basic.000001")}), Not(HasSubstr("no table")));
}

TEST_F(CliWarnings, TheStopPositionIsThatOfTheLastLog) {
  const std::string size = std::to_string(fs::file_size(log_));
  const std::string behind = std::to_string(fs::file_size(log_) + 1);
  EXPECT_THAT(told({"--stop-position=" + size, log_}), IsEmpty());
  EXPECT_THAT(told({"--stop-position=" + behind, log_}), HasSubstr("--stop-position=" + behind));
  const std::string longer = fixture("row-values.000001");
  ASSERT_GT(fs::file_size(longer), fs::file_size(log_) + 1);
  EXPECT_THAT(told({"--stop-position=" + behind, longer, log_}), HasSubstr("--stop-position=" + behind));
  EXPECT_THAT(told({"--stop-position=" + behind, log_, longer}), Not(HasSubstr("--stop-position")));
}

TEST_F(CliWarnings, OnlyOfTheGtidsThatAreMissing) {
  const std::string err = told({"--gtid=" + uuid_ + ":1-2:500-501:tag:7", log_});
  EXPECT_THAT(err, AllOf(HasSubstr(uuid_ + ":500-501"), HasSubstr(uuid_ + ":tag:7"), Not(HasSubstr(":1-2"))));
}

TEST_F(CliWarnings, OfAllTheLogsTogether) {
  const Words files = {fixture("dml-basic.000001"), log_};
  EXPECT_THAT(told(Words{"--table=shop.cust"} + files), Not(HasSubstr("--table=shop.cust: no row")));
  EXPECT_THAT(told(Words{"--table=shop.item"} + files), Not(HasSubstr("--table=shop.item: no row")));
  EXPECT_THAT(told(Words{"--database=depot"} + files), IsEmpty());
  EXPECT_THAT(told(Words{"--table=shop.cust", "--table=a.b"} + files), HasSubstr("--table=a.b: no row"));
}

TEST_F(CliWarnings, NotOfWhatMayComeBehindTheEndOfTheReading) {
  for (const char* option : {"--stop-position=99999999", "--stop-time=2037-01-01T00:00:00Z", "--thread-id=987654"}) {
    EXPECT_THAT(told({"--limit=0", option, log_}), Not(HasSubstr(option))) << option;
  }
  EXPECT_THAT(told({"--limit=1", "--stop-position=99999999", log_}), IsEmpty());
  // The log has rows of this table, but further behind.
  EXPECT_THAT(told({"--table=shop.cust", "--exclude-table=depot.stock", "--limit=1", log_}),
              Not(HasSubstr("depot.stock: no row")));
}

}  // namespace
}  // namespace binlogdump::test
