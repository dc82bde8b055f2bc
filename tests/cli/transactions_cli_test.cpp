// Whole transactions and their neighbours: over several logs, from pipes, in payloads, large ones, and in logs without
// GTID events.

#include "cli/selection_cli.h"

namespace binlogdump::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// The number of each event's transaction, or -1: made out from the GTID events.
std::vector<int> transactions_of(const std::vector<Json>& all) {
  std::vector<int> numbers;
  int number = -1;
  for (const Json& event : all) {
    const std::string type = type_of(event);
    if (type.find("GTID_") != std::string::npos && type != "PREVIOUS_GTIDS_LOG_EVENT") ++number;
    numbers.push_back(event.contains("gtid") ? number : -1);
  }
  return numbers;
}

/// The events of the transactions with a match, and of `context` ones around each.
template <class Matches>
std::vector<Json> whole(const std::vector<Json>& all, int context, Matches matches) {
  const std::vector<int> numbers = transactions_of(all);
  std::set<int> wanted;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (numbers[i] < 0 || !matches(all[i])) continue;
    for (int number = numbers[i] - context; number <= numbers[i] + context; ++number) wanted.insert(number);
  }
  std::vector<Json> events;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (numbers[i] >= 0 && wanted.count(numbers[i])) events.push_back(all[i]);
  }
  return events;
}

std::vector<Json> without_descriptions(const std::vector<Json>& events) {
  return those(events, [](const Json& event) { return !is_description(event); });
}

class CliTransactions : public SelectionCli {
 protected:
  const Words files_ = {fixture("dml-multi-table.000001"), fixture("zstd-small.000001"),
                        fixture("stmt-mixed-format.000001"), fixture("zstd-variety.000001"),
                        fixture("dml-basic.000001")};
};

bool is_delete(const Json& event) {
  return type_of(event) == "DELETE_ROWS_EVENT";
}

TEST_F(CliTransactions, WholeOnesOfSeveralLogs) {
  const auto shown = without_descriptions(events(Words{"--whole-transaction", "--type=delete_rows"} + files_));
  const auto expected = whole(events(files_), 0, is_delete);
  ASSERT_FALSE(expected.empty());
  expect_same_events(shown, expected);
}

TEST_F(CliTransactions, ContextInEachOfSeveralLogs) {
  const std::vector<Json> all = events(files_);
  for (const int context : {1, 3, 20}) {
    SCOPED_TRACE(context);
    const Words options = {fmt::format("--context={}", context), "--type=delete_rows"};
    const std::vector<Json> shown = without_descriptions(events(options + files_));
    const std::vector<Json> across = whole(all, context, is_delete);
    for (const Json& event : shown) {
      EXPECT_NE(std::find(across.begin(), across.end(), event), across.end()) << event;
    }
    for (const std::string& file : files_) {
      for (const Json& event :
           whole(those(all, [&](const Json& one) { return one["file"] == file; }), context, is_delete)) {
        EXPECT_NE(std::find(shown.begin(), shown.end(), event), shown.end()) << event;
      }
    }
  }
}

TEST_F(CliTransactions, FromAPipeAmongFiles) {
  const std::string piped = read_file(fixture("zstd-small.000001"));
  const Words files = {files_[0], "-", files_[2]};
  const std::vector<Json> all = parsed(run_with_stdin(Words{"--format=json"} + files, piped).out);
  for (const int context : {0, 1, 4}) {  // Not so many that they reach into another log.
    const Words options = {"--format=json", "--whole-transaction", fmt::format("--context={}", context),
                           "--type=delete_rows"};
    const RunResult result = run_with_stdin(options + files, piped);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    expect_same_events(without_descriptions(parsed(result.out)), whole(all, context, is_delete));
  }
}

// --- large ones

constexpr std::size_t kLongText = 64 * 1024;  // bytes
constexpr int kLongTexts = 100;               // 6.4 MB in a transaction

/// The first events of a captured log up to its first transaction with rows of a table, which it returns.
std::vector<LogEvent> rows_of(const std::string& log, std::string_view table) {
  std::vector<LogEvent> all = events_of(read_file(fixture(log)));
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    if (all[i].type() == EventType::TABLE_MAP_EVENT && all[i].body.find(table) != std::string::npos &&
        all[i + 1].type() == EventType::WRITE_ROWS_EVENT) {
      return {all[i], all[i + 1]};
    }
  }
  throw std::runtime_error("no such rows");
}

void add_all(LogBuilder& log, const std::vector<LogEvent>& events) {
  for (const LogEvent& event : events) log.add(event);
}

void add_large_transaction(LogBuilder& log, std::string_view table) {
  log.add(first_event("dml-multi-table.000001", EventType::GTID_LOG_EVENT));
  log.add_query("BEGIN");
  for (int number = 0; number < kLongTexts; ++number) {
    log.add(EventType::ROWS_QUERY_LOG_EVENT, '\1' + std::string(kLongText, static_cast<char>('a' + number % 26)));
    add_all(log, rows_of("dml-multi-table.000001", "ord"));
  }
  add_all(log, rows_of("dml-multi-table.000001", table));
  log.add(EventType::XID_EVENT, le(7, 8));
}

TEST_F(CliTransactions, LargerThanWhatIsHeldInMemory) {
  LogBuilder log;
  add_large_transaction(log, "cust");
  const std::string file = write("binlog.000001", log.bytes());
  const Words asked = {"--format=events", "--whole-transaction", "--table=shop.cust"};
  EXPECT_TRUE(run(asked + Words{file}).out == run({"--format=events", file}).out);
  const RunResult piped = run_with_stdin(asked + Words{"-"}, log.bytes());
  EXPECT_EQ(piped.exit_code, 0) << piped.err;
  EXPECT_TRUE(piped.out == run_with_stdin({"--format=events", "-"}, log.bytes()).out);
  EXPECT_THAT(entries("tmp"), IsEmpty());
}

TEST_F(CliTransactions, LargeOnesThatDoNotMatch) {
  LogBuilder log;
  add_large_transaction(log, "stock");
  const std::size_t begin = log.add(first_event("dml-multi-table.000001", EventType::GTID_LOG_EVENT));
  const std::size_t second = log.add_query("BEGIN");
  add_all(log, rows_of("dml-multi-table.000001", "cust"));
  const std::size_t last = log.add(EventType::XID_EVENT, le(8, 8));
  const std::string file = write("binlog.000001", log.bytes());
  const Words asked = {"--format=json", "--whole-transaction", "--table=shop.cust"};
  for (const RunResult& result : {run(asked + Words{file}), run_with_stdin(asked + Words{"-"}, log.bytes())}) {
    const std::vector<Json> shown = without_descriptions(parsed(result.out));
    ASSERT_EQ(shown.size(), 5U);
    EXPECT_EQ(position_of(shown[0]), begin);
    EXPECT_EQ(position_of(shown[1]), second);
    EXPECT_EQ(position_of(shown[4]), last);
  }
  const RunResult around = run_with_stdin(asked + Words{"--context=1", "-"}, log.bytes());
  EXPECT_EQ(without_descriptions(parsed(around.out)).size(), 5U + 5U + 3U * kLongTexts);
}

// --- without GTID events

LogEvent query(std::uint32_t thread, std::string_view text, std::string_view db = "shop") {
  return {.type_code = static_cast<std::uint8_t>(EventType::QUERY_EVENT),
          .body = LogBuilder::query_body(text, db).replace(0, 4, le(thread, 4))};
}

LogEvent commit() {
  return {.type_code = static_cast<std::uint8_t>(EventType::XID_EVENT), .body = le(9, 8)};
}

using Positions = std::vector<std::uint64_t>;

class CliWithoutGtids : public SelectionCli {
 protected:
  /// The offsets of its events.
  static Positions add(LogBuilder& log, const std::vector<LogEvent>& events) {
    Positions offsets;
    for (const LogEvent& event : events) offsets.push_back(log.add(event));
    return offsets;
  }
  static std::vector<LogEvent> insert_into(std::uint32_t thread, std::string_view table) {
    std::vector<LogEvent> rows = rows_of("dml-multi-table.000001", table);
    rows.insert(rows.begin(), query(thread, "BEGIN"));
    rows.push_back(commit());
    return rows;
  }
  /// Positions of what is shown, in the file.
  Positions shown(const Words& options, const Words& files, const std::string& file) const {
    Positions offsets;
    for (const Json& event : without_descriptions(events(options + files))) {
      if (event["file"] == file) offsets.push_back(position_of(event));
    }
    return offsets;
  }
  static Positions joined(const std::vector<Positions>& parts) {
    Positions all;
    for (const Positions& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
  }
};

TEST_F(CliWithoutGtids, TransactionsReachFromBeginToCommit) {
  LogBuilder log;
  const Positions cust = add(log, insert_into(1, "cust"));
  const Positions create = add(log, {query(2, "CREATE TABLE a (i INT)")});
  const Positions statement = add(log, {query(2, "BEGIN"), query(2, "INSERT INTO a VALUES (1)"), query(2, "COMMIT")});
  const Positions stock = add(log, insert_into(1, "stock"));
  const Positions drop = add(log, {query(3, "DROP TABLE a")});
  const std::string file = write("binlog.000001", log.bytes());
  const auto of = [&](const Words& options) { return shown(options, {file}, file); };

  EXPECT_EQ(of({"--whole-transaction", "--table=shop.cust"}), cust);
  EXPECT_EQ(of({"--whole-transaction", "--table=depot.stock"}), stock);
  EXPECT_EQ(of({"--whole-transaction", "--grep=^CREATE"}), create);
  EXPECT_EQ(of({"--whole-transaction", "--grep=^INSERT"}), statement);
  EXPECT_EQ(of({"--context=1", "--grep=^CREATE"}), joined({cust, create, statement}));
  EXPECT_EQ(of({"--context=1", "--grep=^DROP"}), joined({stock, drop}));

  EXPECT_EQ(of({"--thread-id=1"}), joined({cust, stock}));
  EXPECT_EQ(of({"--thread-id=2"}), joined({create, statement}));
  EXPECT_EQ(of({"--thread-id=2,3"}), joined({create, statement, drop}));
  EXPECT_EQ(of({"--thread-id=1", "--type=xid"}), Positions({cust.back(), stock.back()}));

  EXPECT_EQ(of({"--limit-transactions=1"}), cust);
  EXPECT_EQ(of({"--limit-transactions=2"}), joined({cust, create}));
  EXPECT_EQ(of({"--limit-transactions=3"}), joined({cust, create, statement}));
  EXPECT_EQ(of({"--limit-transactions=2", "--thread-id=2"}), joined({create, statement}));
  EXPECT_EQ(of({"--limit-transactions=2", "--whole-transaction", "--type=insert"}), joined({cust, statement}));
}

TEST_F(CliWithoutGtids, BeforeStatementGoesByPositions) {
  LogBuilder log;
  add(log, insert_into(1, "cust"));
  const Positions stock = add(log, insert_into(1, "stock"));
  const std::size_t end = log.size();
  const Positions drop = add(log, {query(3, "DROP TABLE a")});
  const std::string file = write("binlog.000001", log.bytes());
  const Json rows = parsed(run_json({"--before-statement", "--table=depot.stock", file}).out).at(0);
  EXPECT_EQ(member(rows, "transaction_position"), stock.front());
  EXPECT_EQ(member(rows, "transaction_end_position"), end);
  EXPECT_EQ(rows.value("gtids_before", ""), "");
  EXPECT_THAT(rows.value("command_before", ""), HasSubstr(fmt::format("--stop-position={} ", stock.front())));
  EXPECT_THAT(rows.value("command_behind", ""), HasSubstr(fmt::format("--start-position={} ", end)));
  const Json dropped = parsed(run_json({"--before-statement", "--grep=^DROP", file}).out).at(0);
  EXPECT_EQ(member(dropped, "transaction_position"), drop.front());
  EXPECT_EQ(member(dropped, "transaction_end_position"), log.size());
}

TEST_F(CliWithoutGtids, ALogThatEndsInsideOfATransactionAndAnother) {
  LogBuilder first;
  add(first, {query(5, "CREATE TABLE a (i INT)")});
  std::vector<LogEvent> cut = insert_into(1, "cust");
  cut.pop_back();
  const Positions cust = add(first, cut);
  LogBuilder second;
  const Positions stock = add(second, insert_into(2, "stock"));
  const std::string one = write("binlog.000001", first.bytes());
  const std::string two = write("binlog.000002", second.bytes());
  const Words files = {one, two};
  EXPECT_EQ(shown({"--whole-transaction", "--table=depot.stock"}, files, one), Positions());
  EXPECT_EQ(shown({"--whole-transaction", "--table=depot.stock"}, files, two), stock);
  EXPECT_EQ(shown({"--whole-transaction", "--table=shop.cust"}, files, one), cust);
  EXPECT_EQ(shown({"--whole-transaction", "--table=shop.cust"}, files, two), Positions());
  EXPECT_EQ(shown({"--thread-id=1"}, files, one), cust);
  EXPECT_EQ(shown({"--thread-id=1"}, files, two), Positions());
  EXPECT_EQ(shown({"--thread-id=2"}, files, one), Positions());
  EXPECT_EQ(shown({"--thread-id=2"}, files, two), stock);
  const Json found = parsed(run_json(Words{"--before-statement", "--table=depot.stock"} + files).out).at(0);
  EXPECT_EQ(found.value("file", ""), two);
  EXPECT_EQ(member(found, "transaction_position"), stock.front());
}

TEST_F(CliWithoutGtids, AStatementBehindALogThatEndsInsideOfATransaction) {
  LogBuilder first;
  std::vector<LogEvent> cut = insert_into(1, "cust");
  cut.pop_back();
  const Positions cust = add(first, cut);
  LogBuilder second;
  const Positions create = add(second, {query(2, "CREATE TABLE a (i INT)")});
  const std::string one = write("binlog.000001", first.bytes());
  const std::string two = write("binlog.000002", second.bytes());
  const Words files = {one, two};
  EXPECT_EQ(shown({"--whole-transaction", "--grep=^CREATE"}, files, one), Positions());
  EXPECT_EQ(shown({"--whole-transaction", "--grep=^CREATE"}, files, two), create);
  EXPECT_EQ(shown({"--whole-transaction", "--table=shop.cust"}, files, two), Positions());
  EXPECT_EQ(shown({"--thread-id=2"}, files, two), create);
  EXPECT_EQ(shown({"--thread-id=1"}, files, two), Positions());
}

TEST_F(CliTransactions, ALogThatEndsInsideOfATransactionWithAGtid) {
  // Up to the rows of the first transaction with some; the rest of it is missing.
  const std::string bytes = read_file(fixture("dml-multi-table.000001")).substr(0, 1458);
  const std::string one = write("binlog.000001", bytes);
  const Words files = {one, fixture("dml-basic.000001")};
  const std::vector<Json> all = events(files);
  for (const std::string table : {"shop.cust", "shop.item"}) {
    const auto is_of = [&](const Json& event) { return is_rows_of(event, "shop", table.substr(5)); };
    const std::vector<Json> expected = whole(all, 0, is_of);
    ASSERT_FALSE(expected.empty());
    expect_same_events(without_descriptions(events(Words{"--whole-transaction", "--table=" + table} + files)),
                       expected);
    EXPECT_EQ(std::set<std::string>({expected.front()["file"], expected.back()["file"]}).size(), 1U);
  }
}

}  // namespace
}  // namespace binlogdump::test
