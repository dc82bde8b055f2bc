// --salvage: captured logs that are damaged here, and what is whole of them.

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <set>

#include "cli/cli_fixture.h"

namespace binlogdump::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// An event as it stands in a log with checksums, and the number of the transaction that it is part of; -1: of none.
struct Placed {
  LogEvent event;
  std::size_t begin = 0;
  std::size_t end = 0;
  int transaction = -1;
};

/// Those of a log whose transactions have GTID events and end in nothing but the next one's.
std::vector<Placed> placed_events(const std::string& log) {
  std::vector<Placed> placed;
  std::size_t at = kBinlogMagic.size() + load_u32(&log[kBinlogMagic.size() + 9]);
  int transaction = -1;
  for (LogEvent& event : events_of(log)) {
    if (is_gtid_event(event.type())) ++transaction;
    const std::size_t end = at + kEventHeaderSize + event.body.size() + kChecksumSize;
    placed.push_back({std::move(event), at, end, transaction});
    if (is_event_of_file(placed.back().event.type())) placed.back().transaction = -1;
    at = end;
  }
  return placed;
}

using Keeps = std::function<bool(const Placed&)>;

/// The log of the events that are kept.
std::string log_of(const std::string& log, const Keeps& keeps) {
  LogBuilder built(log.substr(0, kBinlogMagic.size() + load_u32(&log[kBinlogMagic.size() + 9])));
  for (const Placed& placed : placed_events(log)) {
    if (keeps(placed)) built.add(placed.event);
  }
  return built.bytes();
}

/// Types and bodies: LogBuilder gives each event a time of its own.
std::vector<std::string> contents(const std::string& log) {
  std::vector<std::string> events;
  for (const LogEvent& event : events_of(log)) {
    std::string words = std::to_string(event.type_code);
    events.push_back(words.append(" ").append(event.body));
  }
  return events;
}

std::string flipped(std::string log, std::size_t offset) {
  log[offset] = static_cast<char>(log[offset] ^ 0x10);
  return log;
}

class CliSalvage : public Cli {
 protected:
  struct Salvaged {
    RunResult result;
    std::string log;
    bool exists = false;
  };

  Salvaged salvage(const std::string& log, const Words& options = {}) const {
    const std::string out = path("salvaged");
    fs::remove(out);
    Salvaged salvaged{.result = run(options + Words{"--salvage", out, write("binlog.000001", log)}), .log = {}};
    salvaged.exists = fs::exists(out);
    if (salvaged.exists) salvaged.log = read_file(out);
    // Nothing else is left in the folder.
    EXPECT_EQ(names_in(folder_).size(), salvaged.exists ? 3U : 2U);
    return salvaged;
  }

  static std::vector<std::string> names_in(const fs::path& folder) {
    std::vector<std::string> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
    return names;
  }

  /// The events of the log that are kept are what is salvaged of the damaged one, as a log that has no faults.
  void expect_salvaged(const std::string& log, const std::string& damaged, const Keeps& keeps,
                       const Words& options = {}) const {
    const Salvaged salvaged = salvage(damaged, options);
    EXPECT_EQ(salvaged.result.exit_code, 1) << salvaged.result.out << salvaged.result.err;
    ASSERT_TRUE(salvaged.exists);
    EXPECT_EQ(contents(salvaged.log), contents(log_of(log, keeps))) << salvaged.result.out;
    expect_sound(salvaged.log);
  }

  void expect_sound(const std::string& log) const {
    const std::string file = write("sound.000001", log);
    const RunResult result = run({file});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.err, "") << "positions agree";
    const RunResult verified = run({"--verify", file});
    EXPECT_EQ(verified.exit_code, 0) << verified.out;
    expect_real_tool_takes(file);
    fs::remove(file);
  }

  void expect_real_tool_takes(const std::string& file) const {
    const char* const tool = std::getenv("MYSQLBINLOG");
    if (tool == nullptr) return;
    RunOptions real = options();
    real.program = tool;
    const RunResult result = run({"--no-defaults", "--verify-binlog-checksum", file}, real);
    EXPECT_EQ(result.exit_code, 0) << result.err;
  }
};

bool is_relay_log(const std::string& name) {
  return name.starts_with("relay-log") || name.starts_with("group-relay");
}

TEST_F(CliSalvage, ASoundLogComesOutAsItIs) {
  constexpr std::size_t kFlags = 4 + 17;
  for (const std::string& name : fixtures()) {
    std::string log = read_file(fixture(name));
    if (name.starts_with("file-cut") || is_relay_log(name)) continue;
    const Salvaged salvaged = salvage(log);
    EXPECT_EQ(salvaged.result.exit_code, 0) << name << salvaged.result.out;
    log[kFlags] = static_cast<char>(log[kFlags] & ~LOG_EVENT_BINLOG_IN_USE_F);
    EXPECT_TRUE(salvaged.log == log) << name;
  }
}

TEST_F(CliSalvage, ARelayLogKeepsItsEventsAndHasItsOwnPositions) {
  for (const std::string& name : fixtures()) {
    if (!is_relay_log(name)) continue;
    const std::string log = read_file(fixture(name));
    const Salvaged salvaged = salvage(log);
    EXPECT_EQ(salvaged.result.exit_code, 0) << name << salvaged.result.out;
    EXPECT_EQ(contents(salvaged.log), contents(log)) << name;
    expect_real_tool_takes(path("salvaged"));
  }
}

TEST_F(CliSalvage, CutLogs) {
  const std::string log = read_file(fixture("dml-basic.000001"));
  const std::vector<Placed> all = placed_events(log);
  for (const Placed& last : all) {
    for (const std::size_t cut : {last.end, last.end - 3}) {
      const auto is_whole = [&](const Placed& placed) {
        const auto is_behind_cut = [&](const Placed& other) {
          return other.transaction == placed.transaction && other.end > cut;
        };
        return placed.end <= cut && (placed.transaction < 0 || std::none_of(all.begin(), all.end(), is_behind_cut));
      };
      const Salvaged salvaged = salvage(log.substr(0, cut));
      EXPECT_EQ(salvaged.log, log.substr(0, log_of(log, is_whole).size()));
      const bool is_clean = salvaged.log.size() == cut;
      EXPECT_EQ(salvaged.result.exit_code, is_clean ? 0 : 1) << cut;
    }
  }
}

TEST_F(CliSalvage, AFlippedBitCostsItsTransaction) {
  for (const char* name : {"stmt-loaddata.000001", "stmt-xa.000001", "gtid-tagged.000001", "zstd-small.000001"}) {
    const std::string log = read_file(fixture(name));
    for (const Placed& damaged : placed_events(log)) {
      const auto is_kept = [&](const Placed& placed) {
        if (damaged.transaction < 0) return placed.begin != damaged.begin;
        return placed.transaction != damaged.transaction;
      };
      expect_salvaged(log, flipped(log, (damaged.begin + damaged.end) / 2), is_kept);
    }
  }
}

TEST_F(CliSalvage, AHoleOfZerosCostsTheTransactionsAroundIt) {
  const std::string log = read_file(fixture("dml-basic.000001"));
  const std::vector<Placed> all = placed_events(log);
  for (std::size_t i = 2; i + 9 < all.size(); i += 7) {
    std::string damaged = log;
    const std::size_t begin = all[i].begin + 5;
    const std::size_t end = all[i + 4].begin + 5;
    damaged.replace(begin, end - begin, end - begin, '\0');
    expect_salvaged(log, damaged, [&](const Placed& placed) {
      return placed.transaction < all[i].transaction || placed.transaction > all[i + 4].transaction;
    });
  }
}

TEST_F(CliSalvage, AWrongSizeCostsItsTransactionAndAtMostTheNext) {
  const std::string log = read_file(fixture("dml-basic.000001"));
  for (const Placed& damaged : placed_events(log)) {
    std::string bytes = log;
    bytes[damaged.begin + 9] = static_cast<char>(bytes[damaged.begin + 9] + 1);
    const Salvaged salvaged = salvage(bytes);
    EXPECT_EQ(salvaged.result.exit_code, 1);
    const auto is_elsewhere = [&](const Placed& placed) {
      return damaged.transaction < 0 ? placed.begin != damaged.begin : placed.transaction != damaged.transaction;
    };
    EXPECT_EQ(contents(salvaged.log), contents(log_of(log, is_elsewhere))) << damaged.begin;
  }
}

TEST_F(CliSalvage, ALostDescriptionIsMadeAnewIfTheVersionIsGiven) {
  const std::string log = read_file(fixture("dml-basic.000001"));
  const std::size_t end = placed_events(log).front().begin;
  std::string hole = log;
  hole.replace(4, end - 4, end - 4, '\0');
  const std::string cut = log.substr(0, 4) + log.substr(end);
  // Of the version text: read as 1.7.4 it would have no checksum.
  for (const std::string& damaged : {hole, cut, flipped(log, 100), flipped(log, 30), flipped(log, 25)}) {
    const Salvaged refused = salvage(damaged);
    EXPECT_EQ(refused.result.exit_code, 2);
    EXPECT_FALSE(refused.exists);
    EXPECT_THAT(refused.result.err, HasSubstr("--server-version"));
    expect_salvaged(log, damaged, [](const Placed&) { return true; }, {"--server-version=9.7.4"});
  }
}

TEST_F(CliSalvage, ALostDescriptionOfALogWithoutChecksums) {
  const std::string log = read_file(fixture("checksum-none.000001"));
  const std::size_t end = 4 + load_u32(&log[4 + 9]);
  const Salvaged salvaged = salvage(log.substr(0, 4) + log.substr(end), {"--server-version=9.7.4"});
  EXPECT_EQ(salvaged.result.exit_code, 1);
  ASSERT_GT(salvaged.log.size(), end);
  EXPECT_TRUE(salvaged.log.substr(end) == log.substr(end));
  expect_sound(salvaged.log);
}

TEST_F(CliSalvage, ADamagedPayloadCostsItsTransaction) {
  const std::string log = read_file(fixture("zstd-small.000001"));
  const std::vector<Placed> all = placed_events(log);
  int damaged_payloads = 0;
  for (const Placed& damaged : all) {
    if (damaged.event.type() != EventType::TRANSACTION_PAYLOAD_EVENT) continue;
    if (++damaged_payloads > 5) break;
    LogBuilder built(log.substr(0, all.front().begin));
    for (const Placed& placed : all) {
      LogEvent event = placed.event;
      // With a right checksum: of the frame it is seen when it is decompressed.
      if (placed.begin == damaged.begin) event.body = flipped(event.body, event.body.size() - 1);
      built.add(event);
    }
    const auto is_kept = [&](const Placed& placed) { return placed.transaction != damaged.transaction; };
    const Salvaged salvaged = salvage(built.bytes());
    EXPECT_EQ(salvaged.result.exit_code, 1);
    EXPECT_EQ(contents(salvaged.log), contents(log_of(log, is_kept)));
    expect_sound(salvaged.log);
  }
  EXPECT_GT(damaged_payloads, 0);
}

TEST_F(CliSalvage, RowsWithoutTheirTableMapCostTheirTransaction) {
  const std::string log = read_file(fixture("dml-basic.000001"));
  const std::vector<Placed> all = placed_events(log);
  const auto map = std::find_if(all.begin(), all.end(),
                                [](const Placed& placed) { return placed.event.type() == EventType::TABLE_MAP_EVENT; });
  ASSERT_NE(map, all.end());
  const std::string damaged = log_of(log, [&](const Placed& placed) { return placed.begin != map->begin; });
  expect_salvaged(log, damaged, [&](const Placed& placed) { return placed.transaction != map->transaction; });
}

TEST_F(CliSalvage, LogsThatWereGluedTogether) {
  const std::string first = read_file(fixture("file-stop.000001"));
  // Others would have GTIDs of the first once more.
  const std::string second = read_file(fixture("anon-basic.000001"));
  const Salvaged salvaged = salvage(first + second);
  EXPECT_EQ(salvaged.result.exit_code, 1);
  std::vector<std::string> expected =
      contents(log_of(first, [](const Placed& placed) { return placed.event.type() != EventType::STOP_EVENT; }));
  const std::vector<std::string> rest = contents(
      log_of(second, [](const Placed& placed) { return placed.event.type() != EventType::PREVIOUS_GTIDS_LOG_EVENT; }));
  expected.insert(expected.end(), rest.begin(), rest.end());
  EXPECT_EQ(contents(salvaged.log), expected);
  expect_sound(salvaged.log);
}

TEST_F(CliSalvage, TransactionsThatOccurTwice) {
  const std::string once = read_file(fixture("file-stop.000001"));
  for (const Words& more : {Words{}, Words{"--partial-transactions"}}) {
    const Salvaged salvaged = salvage(once + once, more);
    EXPECT_EQ(salvaged.result.exit_code, 1);
    EXPECT_THAT(salvaged.result.out, HasSubstr("a transaction with its GTID comes before it"));
    EXPECT_EQ(contents(salvaged.log), contents(once));
    expect_sound(salvaged.log);
  }
}

// Synthetic: of each event of a log in turn the type is another one, and the checksum right.
TEST_F(CliSalvage, EventsInPlacesWhereNoServerHasThem) {
  const std::vector<LogEvent> events = events_of(read_file(fixture("file-stop.000001")));
  for (const int type_code : {15, 16, 27, 34, 41, 200}) {
    for (std::size_t changed = 0; changed < events.size(); ++changed) {
      LogBuilder log;
      for (std::size_t i = 0; i < events.size(); ++i) {
        LogEvent event = events[i];
        if (i == changed) event.type_code = static_cast<std::uint8_t>(type_code);
        log.add(event);
      }
      const Salvaged salvaged = salvage(log.bytes());
      if (salvaged.exists) expect_sound(salvaged.log);
    }
  }
}

TEST_F(CliSalvage, PayloadsThatAreTooLargeAreLeftOut) {
  EXPECT_NE(salvage(read_file(fixture("zstd-small.000001")), {"--max-payload=100"}).result.exit_code, 0);
}

TEST_F(CliSalvage, NothingToBeSalvaged) {
  for (const std::string& log : {std::string(kBinlogMagic), std::string("no log"), std::string()}) {
    const Salvaged salvaged = salvage(log);
    EXPECT_EQ(salvaged.result.exit_code, 2);
    EXPECT_FALSE(salvaged.exists);
  }
}

TEST_F(CliSalvage, MariadbIsRefused) {
  for (const fs::directory_entry& entry : fs::directory_iterator(BINLOGDUMP_TESTDATA "/mariadb")) {
    if (entry.path().extension() != ".000001") continue;
    const Salvaged salvaged = salvage(read_file(entry.path()));
    EXPECT_EQ(salvaged.result.exit_code, 2) << entry.path();
    EXPECT_FALSE(salvaged.exists);
    return;
  }
  GTEST_SKIP() << "no log of MariaDB in testdata";
}

/// A transaction of the statements, whose offsets are added to `offsets`: of the GTID event, BEGIN, the statements and
/// the XID event.
std::string log_with(const std::vector<std::string>& statements, std::vector<std::size_t>& offsets) {
  LogBuilder log;
  offsets.push_back(log.add(first_event("dml-basic.000001", EventType::GTID_LOG_EVENT)));
  offsets.push_back(log.add_query("BEGIN"));
  for (const std::string& statement : statements) offsets.push_back(log.add_query(statement));
  offsets.push_back(log.add(EventType::XID_EVENT, le(7, 8)));
  return log.bytes();
}

std::vector<std::string> queries(const std::string& log) {
  std::vector<std::string> found;
  for (const LogEvent& event : events_of(log)) {
    constexpr std::size_t kBefore = 14;  // Without status variables and database.
    if (event.type() == EventType::QUERY_EVENT) found.push_back(event.body.substr(kBefore));
  }
  return found;
}

TEST_F(CliSalvage, StatementsOfADamagedTransaction) {
  std::vector<std::size_t> at;
  const std::string log = log_with({"INSERT 1", "INSERT 2", "INSERT 3"}, at);
  const Words partial = {"--partial-transactions"};

  const Salvaged whole_only = salvage(flipped(log, at[3] + 30));
  EXPECT_EQ(contents(whole_only.log).size(), 0U);

  // Behind the damaged one the next is left out as well: the damage may have been a variable of it.
  const Salvaged middle = salvage(flipped(log, at[3] + 30), partial);
  EXPECT_THAT(queries(middle.log), testing::ElementsAre("BEGIN", "INSERT 1"));
  EXPECT_EQ(events_of(middle.log).back().type(), EventType::XID_EVENT);
  EXPECT_THAT(middle.result.out, HasSubstr("2 of the events of transaction"));

  for (const std::string& damaged : {log.substr(0, at[4]), log.substr(0, at[4] + 20)}) {
    const Salvaged cut = salvage(damaged, partial);
    EXPECT_THAT(queries(cut.log), testing::ElementsAre("BEGIN", "INSERT 1", "INSERT 2", "COMMIT"));
    EXPECT_EQ(cut.result.exit_code, 1);
    expect_sound(cut.log);
  }

  for (const std::size_t frame : {at[0], at[1]}) {
    const Salvaged lost = salvage(flipped(log, frame + 30), partial);
    EXPECT_EQ(contents(lost.log).size(), 0U) << "GTID or BEGIN is lost";
  }
}

TEST_F(CliSalvage, RowStatementsOfADamagedTransaction) {
  const std::string log = read_file(fixture("dml-multi-table.000001"));
  const std::vector<Placed> all = placed_events(log);
  int looked_at = 0;
  for (const Placed& damaged : all) {
    if (!is_rows_event(damaged.event.type())) continue;
    ++looked_at;
    const Salvaged partial = salvage(flipped(log, damaged.begin + 30), {"--partial-transactions"});
    const Salvaged whole = salvage(flipped(log, damaged.begin + 30));
    EXPECT_EQ(partial.result.exit_code, 1);
    EXPECT_GE(partial.log.size(), whole.log.size());
    expect_sound(partial.log);
    const std::vector<std::string> before = contents(log);
    const std::multiset<std::string> known(before.begin(), before.end());
    for (const std::string& event : contents(partial.log)) EXPECT_TRUE(known.contains(event));
  }
  EXPECT_GT(looked_at, 5);
}

/// As of a server that needs no GTID event before each transaction.
std::string head_of_5_6() {
  std::string head = LogBuilder().bytes();
  head.replace(kBinlogMagic.size() + kEventHeaderSize + 2, 7, "5.6.9-2");
  const Bytes covered = Bytes(head).substr(kBinlogMagic.size(), head.size() - kBinlogMagic.size() - kChecksumSize);
  head.replace(head.size() - kChecksumSize, kChecksumSize, le(libdeflate_crc32(0, covered.data(), covered.size()), 4));
  return head;
}

TEST_F(CliSalvage, WithoutGtidEventsATransactionBeginsWithBegin) {
  LogBuilder built(head_of_5_6());
  built.add_query("BEGIN");
  built.add_query("INSERT 1");
  built.add_query("COMMIT");
  const std::size_t begin = built.add_query("BEGIN");
  built.add_query("INSERT 2");
  built.add_query("COMMIT");
  built.add_query("CREATE TABLE t (i INT)");
  const Salvaged salvaged = salvage(flipped(built.bytes(), begin + 30));
  EXPECT_THAT(queries(salvaged.log), testing::ElementsAre("BEGIN", "INSERT 1", "COMMIT", "CREATE TABLE t (i INT)"));
  EXPECT_THAT(salvaged.result.out, HasSubstr("behind damage"));
}

TEST_F(CliSalvage, EventsThatWereCutOut) {
  const std::string log = read_file(fixture("dml-basic.000001"));
  const std::vector<Placed> all = placed_events(log);
  // From the rows of one transaction to those of another: all that is left has right checksums.
  const auto has_rows = [](const Placed& placed) { return is_rows_event(placed.event.type()); };
  const auto first = std::find_if(all.begin(), all.end(), has_rows);
  ASSERT_NE(first, all.end());
  const auto second = std::find_if(std::next(first), all.end(), [&](const Placed& placed) {
    return has_rows(placed) && placed.transaction > first->transaction;
  });
  ASSERT_NE(second, all.end());
  const std::string damaged = log.substr(0, first->begin) + log.substr(second->begin);
  const auto is_whole = [&](const Placed& placed) {
    return placed.transaction < first->transaction || placed.transaction > second->transaction;
  };
  for (const Words& options : {Words{}, Words{"--partial-transactions"}}) {
    EXPECT_EQ(contents(salvage(damaged, options).log), contents(log_of(log, is_whole)));
  }
}

TEST_F(CliSalvage, TellsWhatIsLeftOut) {
  const std::string log = read_file(fixture("dml-basic.000001"));
  const std::vector<Placed> all = placed_events(log);
  const Placed& damaged =
      *std::find_if(all.begin(), all.end(), [](const Placed& placed) { return is_rows_event(placed.event.type()); });
  const Salvaged salvaged = salvage(flipped(log, damaged.end - 6));
  EXPECT_THAT(salvaged.result.out, AllOf(HasSubstr("left out: "), HasSubstr("5f3a1c00-0001-11ef-8000-000000000101:"),
                                         HasSubstr(fmt::format("at {}: its checksum is wrong", damaged.begin)),
                                         HasSubstr("left out 1 transactions, ")));
}

TEST_F(CliSalvage, TheFileIsItsOwnersAndNothingIsOverwritten) {
  const std::string log = write("binlog.000001", read_file(fixture("dml-basic.000001")));
  const std::string out = path("out");
  EXPECT_EQ(run({"--salvage", out, log}).exit_code, 0);
  struct stat status {};
  ASSERT_EQ(::stat(out.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
  EXPECT_THAT(run({"--salvage", out, log}).err, HasSubstr("--force"));
  write("out", "something else");
  EXPECT_EQ(run({"--salvage", out, log}).exit_code, 2);
  EXPECT_EQ(read_file(out), "something else");
  EXPECT_EQ(run({"--force", "--salvage", out, log}).exit_code, 0);
  EXPECT_EQ(read_file(out), read_file(log));
  EXPECT_EQ(run({"--force", "--salvage", log, log}).exit_code, 2);
  EXPECT_EQ(run({"--force", "--salvage", "/dev/null", log}).exit_code, 2);
}

TEST_F(CliSalvage, FromAPipe) {
  const std::string log = read_file(fixture("dml-basic.000001"));
  const RunResult result = run_with_stdin({"--salvage", path("out"), "-"}, log.substr(0, log.size() - 5));
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(log.starts_with(read_file(path("out"))));
}

TEST_F(CliSalvage, OptionsThatDoNotGoWithIt) {
  const std::string log = fixture("dml-basic.000001");
  for (const Words& words :
       {Words{"--table=a.b"}, Words{"--start-position=4"}, Words{"--format=json"}, Words{"--follow"},
        Words{"--server-version=5.0.1"}, Words{"--server-version=8"}, Words{log}}) {
    const RunResult result = run(words + Words{"--salvage", path("out"), log});
    EXPECT_EQ(result.exit_code, 2) << words.front();
    EXPECT_FALSE(fs::exists(path("out")));
  }
  EXPECT_EQ(run({"--partial-transactions", log}).exit_code, 2);
}

}  // namespace
}  // namespace binlogdump::test
