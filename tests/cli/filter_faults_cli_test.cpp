// Filters and damage: what is not asked for is passed over in silence, what may be asked for is shown with its fault.
// And passing over events without a look at them, which must change nothing.

#include "cli/selection_cli.h"

namespace binlogdump::test {
namespace {

using testing::HasSubstr;
using testing::Not;

// --- damage

class CliFilterFaults : public SelectionCli {
 protected:
  /// The log with the events of a type changed by change(body, number), with right checksums.
  template <class Change>
  std::string changed(const std::string& name, EventType type, Change change) const {
    LogBuilder log;
    int number = 0;
    for (LogEvent event : events_of(read_file(fixture(name)))) {
      if (event.type() == type) change(event.body, number++);
      log.add(event);
    }
    return write("binlog.000001", log.bytes());
  }

  /// Whether it is shown and is a fault, or neither.
  void expect_shown(bool shown, const Words& options, const std::string& file, std::uint64_t position) const {
    SCOPED_TRACE(testing::PrintToString(options));
    const RunResult result = run_json(options + Words{file});
    EXPECT_EQ(result.exit_code, shown ? 1 : 0) << result.err;
    const std::string place = fmt::format("offset {}:", position);
    const std::vector<Json> there = those(
        parsed(result.out), [&](const Json& event) { return position_of(event) == position && !is_inner(event); });
    if (shown) {
      EXPECT_THAT(result.err, HasSubstr(place));
      EXPECT_EQ(there.size(), 1U);
    } else {
      EXPECT_THAT(result.err, Not(HasSubstr(place)));
      EXPECT_EQ(places(there), Words{});
    }
    // The same from a pipe.
    const RunResult piped = run_with_stdin(Words{"--format=json"} + options + Words{"-"}, read_file(file));
    EXPECT_EQ(piped.exit_code, result.exit_code);
    EXPECT_EQ(parsed(piped.out).size(), parsed(result.out).size());
  }
};

/// The position of the only event that is a fault.
std::uint64_t position_of_fault(const std::string& err) {
  const std::size_t at = err.find("offset ");
  if (at == std::string::npos) throw std::runtime_error("no fault in: " + err);
  return std::stoull(err.substr(at + 7));
}

TEST_F(CliFilterFaults, PayloadsOfTransactionsThatAreAskedForOrNot) {
  // The third payload is of transaction 5; a byte in its compressed data.
  const std::string file =
      changed("zstd-small.000001", EventType::TRANSACTION_PAYLOAD_EVENT, [](std::string& body, int number) {
        if (number == 2) body[body.size() / 2] ^= 0x55;
      });
  const std::uint64_t place = position_of_fault(run_json({file}).err);
  const std::string uuid = "5f3a1c00-0001-11ef-8000-000000000101:";
  expect_shown(false, Words{"--gtid=" + uuid + "3", "--context=1"}, file, place);
  expect_shown(true, Words{"--gtid=" + uuid + "4", "--context=1"}, file, place);
  for (const Words& also : {Words{}, Words{"--whole-transaction"}, Words{"--type=dml"}, Words{"--table=z.zt"},
                            Words{"--limit=1000"}, Words{"--type=dml", "--whole-transaction"}}) {
    expect_shown(false, Words{"--gtid=" + uuid + "3"} + also, file, place);
    expect_shown(false, Words{"--exclude-gtids=" + uuid + "5"} + also, file, place);
    expect_shown(true, Words{"--gtid=" + uuid + "5"} + also, file, place);
    expect_shown(true, Words{"--gtid=" + uuid + "4-6"} + also, file, place);
  }
  expect_shown(false, {"--start-time=2037-01-01T00:00:00Z", "--table=z.zt"}, file, place);
  expect_shown(false, {"--start-time=2037-01-01T00:00:00Z", "--whole-transaction"}, file, place);
  // What stands in it is not known: any of these may.
  for (const Words& options : {Words{"--table=z.zt"}, Words{"--table=no.such"}, Words{"--type=delete"},
                               Words{"--grep=xyz"}, Words{"--thread-id=987654"}, Words{"--where=id = 1"},
                               Words{"--table=z.zt", "--whole-transaction"}, Words{"--grep=xyz", "--context=1"}}) {
    expect_shown(true, options, file, place);
  }
}

TEST_F(CliFilterFaults, Statements) {
  const std::string file = changed("dml-basic.000001", EventType::QUERY_EVENT, [](std::string& body, int number) {
    if (number == 3) body.resize(9);
  });
  const std::uint64_t place = position_of_fault(run_json({file}).err);
  for (const Words& options : {Words{"--grep=no such text"}, Words{"--type=ddl"}, Words{"--database=none"},
                               Words{"--grep=no such text", "--whole-transaction"}}) {
    expect_shown(true, options, file, place);
  }
  expect_shown(false, {"--table=shop.item"}, file, place);
  expect_shown(false, {"--type=xid"}, file, place);
  expect_shown(false, {"--gtid=5f3a1c00-0001-11ef-8000-000000000101:1"}, file, place);
}

TEST_F(CliFilterFaults, Rows) {
  // The first rows of the log are of shop.cust. Cut in the middle of a row: the table's id is left.
  const std::string file =
      changed("dml-multi-table.000001", EventType::WRITE_ROWS_EVENT, [](std::string& body, int number) {
        if (number == 0) body.resize(body.size() - 3);
      });
  const std::uint64_t place = position_of_fault(run_json({file}).err);
  for (const Words& options :
       {Words{"--table=shop.cust"}, Words{"--type=insert"}, Words{"--database=shop"},
        Words{"--table=shop.cust", "--where=id = 987654"}, Words{"--table=shop.cust", "--whole-transaction"}}) {
    expect_shown(true, options, file, place);
  }
  for (const Words& options :
       {Words{"--table=depot.stock"}, Words{"--exclude-table=shop.cust"}, Words{"--database=depot"},
        Words{"--grep=DROP"}, Words{"--type=delete"}, Words{"--table=depot.stock", "--whole-transaction"}}) {
    expect_shown(false, options, file, place);
  }
}

TEST_F(CliFilterFaults, RowsTooShortForATable) {
  const std::string file =
      changed("dml-multi-table.000001", EventType::WRITE_ROWS_EVENT, [](std::string& body, int number) {
        if (number == 0) body.resize(3);
      });
  const std::uint64_t place = position_of_fault(run_json({file}).err);
  for (const Words& options : {Words{"--table=shop.cust"}, Words{"--table=depot.stock"}, Words{"--table=no.such"},
                               Words{"--type=insert"}, Words{"--table=no.such", "--start-time=1970-01-02"}}) {
    expect_shown(true, options, file, place);
  }
  expect_shown(false, {"--type=delete"}, file, place);
}

TEST_F(CliFilterFaults, RowsOfADamagedTableMap) {
  // Rows of a table that is not known may be those that are looked for.
  const std::string file =
      changed("dml-multi-table.000001", EventType::TABLE_MAP_EVENT, [](std::string& body, int number) {
        if (number == 0) body.resize(12);
      });
  const std::vector<Json> all = parsed(run_json({file}).out);
  const auto rows = std::find_if(all.begin(), all.end(), is_rows);
  ASSERT_NE(rows, all.end());
  expect_shown(true, {"--table=shop.cust"}, file, position_of(*rows));
  expect_shown(true, {"--table=no.such"}, file, position_of(*rows));
}

TEST_F(CliFilterFaults, RowsWhoseChecksumIsWrongAreShownWholeWhereNoneMatches) {
  const std::vector<Json> sound = events({fixture("dml-basic.000001")});
  const auto rows = std::find_if(sound.begin(), sound.end(),
                                 [](const Json& event) { return is_rows(event) && event["body"]["rows"].size() > 1; });
  ASSERT_NE(rows, sound.end());
  std::string bytes = read_file(fixture("dml-basic.000001"));
  constexpr std::size_t kChecksumSize = 4;
  bytes[(*rows)["end_position"].get<std::size_t>() - kChecksumSize - 1] ^= 1;
  const std::string file = write("binlog.000001", bytes);
  const auto there = [&](const Words& options) {
    return those(parsed(run_json(options + Words{file}).out),
                 [&](const Json& event) { return position_of(event) == position_of(*rows); });
  };
  expect_same_events(there({"--where=id = 12345"}), there({}));
}

// --- passed over

class CliPassOver : public SelectionCli {
 protected:
  /// The same events with and without passing over: each transaction is later than 1970, but that has to be looked at.
  void expect_no_difference(const Words& options, const std::string& file) const {
    expect_no_difference_in_file(options, file);
    SCOPED_TRACE(testing::PrintToString(options) + " pipe of " + file);
    const std::string bytes = read_file(file);
    const Words words = Words{"--format=json"} + options + Words{"-"};
    expect_same(run_with_stdin(words, bytes), run_with_stdin(words + kLooksAtAll, bytes));
  }
  void expect_no_difference_in_file(const Words& options, const std::string& file) const {
    SCOPED_TRACE(testing::PrintToString(options) + ' ' + file);
    const Words words = Words{"--format=json"} + options + Words{file};
    expect_same(run(words), run(words + kLooksAtAll));
  }

 private:
  static void expect_same(const RunResult& result, const RunResult& expected) {
    EXPECT_TRUE(result.out == expected.out);
    EXPECT_EQ(result.err, expected.err);
    EXPECT_EQ(result.exit_code, expected.exit_code);
  }

  const Words kLooksAtAll = {"--start-time=1970-01-02T00:00:00Z"};
};

TEST_F(CliPassOver, ChangesNothingInCapturedLogs) {
  for (const std::string& name : fixtures()) {
    for (const Words& options : {Words{"--table=no.match"}, Words{"--table=*.[a-ct]*"}}) {
      expect_no_difference(options, fixture(name));
    }
  }
  for (const char* name : {"dml-basic.000001", "dml-multi-table.000001", "zstd-variety.000001", "relay-log.000002",
                           "row-values.000001", "binlog.000024"}) {
    expect_no_difference({"--where=id = 1"}, fixture(name));
    expect_no_difference({"--table=shop.*", "--exclude-table=shop.cust"}, fixture(name));
    expect_no_difference({"--table=shop.cust", "--type=delete"}, fixture(name));
    expect_no_difference({"--table=depot.stock", "--limit=2"}, fixture(name));
    expect_no_difference({"--table=depot.stock", "--limit-transactions=1"}, fixture(name));
  }
}

/// Maps and rows of two tables of a captured log; the rows' event can be made as large as wanted.
struct TableRows {
  explicit TableRows(std::string_view table) {
    const std::vector<LogEvent> all = events_of(read_file(fixture("dml-multi-table.000001")));
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
      if (all[i].type() != EventType::TABLE_MAP_EVENT || all[i].body.find(table) == std::string::npos) continue;
      if (all[i + 1].type() != EventType::WRITE_ROWS_EVENT) continue;
      map = all[i];
      rows = all[i + 1];
      return;
    }
    throw std::runtime_error("no such rows");
  }
  /// The same rows again and again.
  LogEvent of_size(std::size_t least) const {
    constexpr std::size_t kBehindImages = 12;  // Table id, flags, extra data, number of columns, bits of these.
    LogEvent large = rows;
    while (large.body.size() < least) large.body += rows.body.substr(kBehindImages);
    return large;
  }

  LogEvent map;
  LogEvent rows;
};

/// Transactions with rows of both tables in turns, of small and large events.
LogBuilder log_of_large_events(std::size_t size) {
  LogBuilder log;
  const TableRows cust("cust");
  const TableRows stock("stock");
  for (int round = 0; round < 12; ++round) {
    log.add(first_event("dml-multi-table.000001", EventType::GTID_LOG_EVENT));
    log.add_query("BEGIN", "shop");
    log.add(stock.map);
    for (int again = 0; again <= round % 3; ++again) log.add(stock.of_size(size));
    log.add(cust.map);
    log.add(round % 2 == 0 ? cust.rows : cust.of_size(size + 1));
    log.add(EventType::XID_EVENT, le(7, 8));
  }
  return log;
}

TEST_F(CliPassOver, ChangesNothingWithLargeEvents) {
  for (const std::size_t size : {4000U, 4050U, 4073U, 4096U, 5000U, 70'000U, 300'000U}) {
    const std::string file = write("binlog.000001", log_of_large_events(size).bytes());
    for (const char* table : {"--table=shop.cust", "--table=depot.stock", "--table=no.match"}) {
      expect_no_difference({table}, file);
    }
  }
  EXPECT_EQ(those(events({"--table=shop.cust", path("binlog.000001")}), is_rows).size(), 12U);
}

// Statements with variables before them, inside of transactions and alone; some name the table that is asked for.
TEST_F(CliPassOver, ChangesNothingWithStatements) {
  LogBuilder log;
  std::vector<std::size_t> places;
  for (int round = 0; round < 20; ++round) {
    log.add(first_event("dml-multi-table.000001", EventType::GTID_LOG_EVENT));
    if (round % 7 == 6) {
      log.add_query("CREATE TABLE shop.t7 (a INT)", "shop");
      continue;
    }
    log.add_query("BEGIN", "shop");
    for (int statement = 0; statement <= round % 4; ++statement) {
      places.push_back(log.add(EventType::INTVAR_EVENT, le(2, 1) + le(100, 8)));
      places.push_back(log.add(EventType::RAND_EVENT, le(1, 8) + le(2, 8)));
      const char* const table = (round + statement) % 5 == 0 ? "cust" : "customers";
      places.push_back(log.add_query(fmt::format("INSERT INTO {} VALUES (1, 'a long text behind it')", table), "shop"));
      if (statement == 2) log.add_query("SAVEPOINT cust", "shop");
    }
    round % 3 == 2 ? log.add_query("ROLLBACK", "shop") : log.add(EventType::XID_EVENT, le(7, 8));
  }
  const std::vector<Words> filters = {{"--table=shop.cust"}, {"--table=no.match"}, {"--table=a.cust", "--table=b.t7"}};
  for (const Words& options : filters) expect_no_difference(options, write("binlog.000001", log.bytes()));
  EXPECT_THAT(run({"--table=shop.cust", path("binlog.000001")}).err, HasSubstr("statements have a table's name"));
  // One damaged byte in any of them: the statement is shown, with its variables.
  for (const std::size_t place : places) {
    std::string bytes = log.bytes();
    bytes[place + kEventHeaderSize + 1] ^= 0x10;
    for (const Words& options : filters) expect_no_difference_in_file(options, write("binlog.000001", bytes));
  }
}

// NUL stands before the text of each statement, and may stand in it.
TEST_F(CliPassOver, AStatementThatEndsLikeAKeywordIsNone) {
  const TableRows stock("stock");
  const TableRows cust("cust");
  for (const std::string_view keyword : {"BEGIN", "COMMIT"}) {
    LogBuilder log;
    for (const std::string_view end : {"COMMIT", "ROLLBACK"}) {
      log.add(first_event("dml-multi-table.000001", EventType::GTID_LOG_EVENT));
      log.add_query("BEGIN", "shop");
      log.add(stock.map);
      log.add(stock.rows);
      log.add_query(std::string("DELETE FROM depot.x -- ") + '\0' + std::string(keyword), "shop");
      log.add(cust.map);
      log.add(cust.rows);
      log.add_query(std::string(end), "shop");
    }
    const std::string file = write("binlog.000001", log.bytes());
    for (const char* table : {"--table=shop.cust", "--table=depot.x", "--table=no.match"}) {
      expect_no_difference({table}, file);
    }
  }
}

TEST_F(CliPassOver, NothingIsReadBehindTheLastTransactionAskedFor) {
  const TableRows cust("cust");
  for (const bool by_xid : {true, false}) {
    LogBuilder log;
    log.add(first_event("dml-multi-table.000001", EventType::GTID_LOG_EVENT));
    log.add_query("BEGIN", "shop");
    log.add(cust.map);
    log.add(cust.rows);
    by_xid ? log.add(EventType::XID_EVENT, le(7, 8)) : log.add_query("COMMIT", "shop");
    const std::string file = write("binlog.000001", log.bytes() + std::string(40, '\x05'));
    const RunResult result = run({"--table=shop.cust", "--limit-transactions=1", file});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.err, "");
    EXPECT_EQ(run({"--table=shop.cust", "--limit-transactions=2", file}).exit_code, 1);
  }
}

TEST_F(CliPassOver, ALastEventThatIsCutIsAFault) {
  for (const std::size_t size : {60U, 5000U, 300'000U}) {
    LogBuilder log = log_of_large_events(size);
    const TableRows stock("stock");
    log.add(first_event("dml-multi-table.000001", EventType::GTID_LOG_EVENT));
    log.add_query("BEGIN", "shop");
    log.add(stock.map);
    const std::size_t begin = log.add(stock.of_size(size));
    for (const std::size_t left : {std::size_t{1}, std::size_t{18}, std::size_t{19}, std::size_t{30},
                                   (log.size() - begin) / 2, log.size() - begin - 1}) {
      SCOPED_TRACE(fmt::format("{} of {} bytes", left, log.size() - begin));
      const std::string bytes = log.bytes().substr(0, begin + left);
      const std::string file = write("binlog.000001", bytes);
      for (const char* table : {"--table=shop.cust", "--table=depot.stock", "--table=no.match"}) {
        for (const RunResult& result : {run({table, file}), run_with_stdin({table, "-"}, bytes)}) {
          EXPECT_EQ(result.exit_code, 1) << table;
          EXPECT_THAT(result.err, HasSubstr(fmt::format("offset {}", begin))) << table;
        }
      }
    }
  }
}

TEST_F(CliPassOver, ASizeThatNoEventHasIsAFault) {
  for (const std::uint32_t size : {0U, 18U, 0x40000001U, 0x7fffffffU, 0xffffffffU}) {
    SCOPED_TRACE(size);
    LogBuilder log = log_of_large_events(5000);
    const TableRows stock("stock");
    log.add(first_event("dml-multi-table.000001", EventType::GTID_LOG_EVENT));
    log.add_query("BEGIN", "shop");
    log.add(stock.map);
    const std::size_t begin = log.add(stock.rows);
    log.add(EventType::XID_EVENT, le(7, 8));
    std::string bytes = log.bytes();
    bytes.replace(begin + 9, 4, le(size, 4));
    const std::string file = write("binlog.000001", bytes);
    for (const char* table : {"--table=shop.cust", "--table=depot.stock", "--table=no.match"}) {
      for (const RunResult& result : {run({table, file}), run_with_stdin({table, "-"}, bytes)}) {
        EXPECT_EQ(result.exit_code, 1) << table;
        EXPECT_THAT(result.err, HasSubstr(fmt::format("offset {}", begin))) << table;
      }
    }
  }
}

TEST_F(CliPassOver, AHugeEventInAFileWithAHoleIsNotTakenForOne) {
  // The file is as long as the size says, but no event may be that large.
  LogBuilder log = log_of_large_events(60);
  const TableRows stock("stock");
  log.add(first_event("dml-multi-table.000001", EventType::GTID_LOG_EVENT));
  log.add_query("BEGIN", "shop");
  log.add(stock.map);
  const std::size_t begin = log.add(stock.rows);
  constexpr std::uint32_t kHuge = 0x50000000;
  std::string bytes = log.bytes();
  bytes.replace(begin + 9, 4, le(kHuge, 4));
  const std::string file = write("binlog.000001", bytes);
  std::error_code failed;
  fs::resize_file(file, begin + kHuge, failed);
  if (failed) GTEST_SKIP() << "no file of such a size can be made here";
  for (const char* table : {"--table=shop.cust", "--table=depot.stock", "--table=no.match"}) {
    const RunResult result = run({table, file});
    EXPECT_EQ(result.exit_code, 1) << table;
    EXPECT_THAT(result.err, HasSubstr(fmt::format("offset {}", begin))) << table;
  }
}

}  // namespace
}  // namespace binlogdump::test
