// --before-statement: places and GTID sets against what the whole logs as JSON say, and the commands it prints run with
// the real mysqlbinlog, where MYSQLBINLOG in the environment names it.

#include <algorithm>
#include <cstdlib>
#include <functional>

#include "binlogdump/gtid_set.h"
#include "cli/selection_cli.h"

namespace binlogdump::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// What has to be printed, made out from all events.
struct Expected {
  std::string file;
  std::uint64_t position = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::string gtid;
  std::string gtids_before;
};

using Matches = std::function<bool(const Json&)>;

bool is_gtid(const Json& event) {
  return type_of(event) == "GTID_LOG_EVENT" || type_of(event) == "ANONYMOUS_GTID_LOG_EVENT" ||
         type_of(event) == "GTID_TAGGED_LOG_EVENT";
}

Expected find_first(const std::vector<Json>& all, const Matches& matches) {
  const auto found = std::find_if(all.begin(), all.end(), matches);
  if (found == all.end()) throw std::runtime_error("nothing to find");
  auto begin = found;
  while (!is_gtid(*begin)) --begin;
  auto behind = found;
  while (behind != all.end() && member(*behind, "gtid") == member(*begin, "gtid") &&
         (behind == begin || !is_gtid(*behind))) {
    ++behind;
  }
  GtidSet before;
  for (auto event = all.begin(); event != begin; ++event) {
    if ((*event)["file"] != (*found)["file"]) continue;
    if (type_of(*event) == "PREVIOUS_GTIDS_LOG_EVENT") {
      before.add(GtidSet::parse((*event)["body"]["gtid_set"].get<std::string>()));
    }
    if (is_gtid(*event) && gtid_of(*event) != "anonymous") before.add(GtidSet::parse(gtid_of(*event)));
  }
  return {.file = (*found)["file"].get<std::string>(),
          .position = position_of(*found),
          .begin = position_of(*begin),
          .end = (*(behind - 1))["end_position"].get<std::uint64_t>(),
          .gtid = gtid_of(*begin),
          .gtids_before = before.text(",")};
}

bool drops(const Json& event) {
  return query_of(event).starts_with("DROP TABLE");
}

class CliBeforeStatement : public SelectionCli {
 protected:
  Json found(const Words& args) const {
    const RunResult result = run(Words{"--before-statement", "--format=json"} + args);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    const std::vector<Json> objects = parsed(result.out);
    EXPECT_EQ(objects.size(), 1U) << result.out;
    return objects.empty() ? Json::object() : objects[0];
  }

  void expect_found(const Words& options, const Words& files, const Matches& matches) const {
    SCOPED_TRACE(testing::PrintToString(options + files));
    const Expected expected = find_first(events(files), matches);
    const Json object = found(options + files);
    EXPECT_EQ(object.value("file", ""), expected.file);
    EXPECT_EQ(member(object, "position"), expected.position);
    EXPECT_EQ(member(object, "transaction_position"), expected.begin);
    EXPECT_EQ(member(object, "transaction_end_position"), expected.end);
    EXPECT_EQ(gtid_of(object), expected.gtid == "anonymous" ? "" : expected.gtid);
    EXPECT_EQ(object.value("gtids_before", ""), expected.gtids_before);

    const RunResult text = run(Words{"--before-statement"} + options + files);
    EXPECT_EQ(text.exit_code, 0);
    EXPECT_THAT(text.out, HasSubstr(fmt::format("\n--stop-position={}\n", expected.begin)));
    if (!expected.gtids_before.empty()) {
      EXPECT_THAT(text.out, HasSubstr(fmt::format("\n--exclude-gtids={}\n", expected.gtids_before)));
    }
    // The same commands in both forms.
    EXPECT_THAT(text.out, HasSubstr('\n' + object.value("command_before", "?") + '\n'));
    EXPECT_THAT(text.out, HasSubstr('\n' + object.value("command_behind", "?") + '\n'));
  }

  /// With the real mysqlbinlog the first command replays all transactions before it, the second all behind it.
  void expect_real_tool_agrees(const Words& options, const Words& files, const Matches& matches) const {
    SCOPED_TRACE(testing::PrintToString(options + files));
    const std::vector<Json> all = events(files);
    const Expected expected = find_first(all, matches);
    const Json object = found(options + files);
    Words before;
    Words behind;
    for (const Json& event : all) {
      if (!is_gtid(event)) continue;
      const bool is_here = event["file"] == expected.file;
      const bool is_behind = !behind.empty() || (is_here && position_of(event) >= expected.begin);
      (is_behind ? behind : before).push_back(gtid_of(event));
    }
    behind.erase(behind.begin());
    const std::string replayed = output_of(object.value("command_before", ""));
    EXPECT_EQ(gtids_in(replayed), before);
    EXPECT_EQ(gtids_in(output_of(object.value("command_behind", ""))), behind);
    const std::string end = "end_log_pos ";
    EXPECT_EQ(std::stoull(replayed.substr(replayed.rfind(end) + end.size())), expected.begin);
  }

  /// Of the transactions in mysqlbinlog's text.
  static Words gtids_in(const std::string& text) {
    const std::string start = "SET @@SESSION.GTID_NEXT= '";
    Words gtids;
    for (const std::string& line : lines_of(lines_with(text, start))) {
      const std::string gtid = line.substr(start.size(), line.find('\'', start.size()) - start.size());
      if (gtid == "AUTOMATIC") continue;  // At the end.
      gtids.push_back(gtid == "ANONYMOUS" ? "anonymous" : gtid);
    }
    return gtids;
  }

  std::string output_of(std::string command) const {
    const std::string tool = "mysqlbinlog ";
    EXPECT_TRUE(command.starts_with(tool)) << command;
    EXPECT_TRUE(command.ends_with(" | mysql")) << command;
    command = command.substr(tool.size(), command.rfind(" | ") - tool.size());
    RunOptions shell = options();
    shell.program = "/bin/sh";
    const RunResult result = run({"-c", std::string(std::getenv("MYSQLBINLOG")) + ' ' + command}, shell);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return result.out;
  }
};

/// Options that find something, and what they find.
struct Case {
  Words options;
  Words files;
  Matches matches;
};

std::vector<Case> cases() {
  const Matches in_stock = [](const Json& event) { return is_rows_of(event, "depot", "stock"); };
  const Matches in_b = [](const Json& event) { return is_rows_of(event, "z", "b"); };
  const Matches deletes = [](const Json& event) { return type_of(event) == "DELETE_ROWS_EVENT"; };
  const Matches tagged = [](const Json& event) { return is_rows(event) && count(gtid_of(event), ":") == 2; };
  std::vector<Case> all = {
      {{"--table=depot.stock"}, {fixture("dml-multi-table.000001")}, in_stock},
      {{"--type=delete"}, {fixture("dml-multi-table.000001")}, deletes},
      {{"--table=z.zt", "--type=delete"}, {fixture("zstd-small.000001")}, deletes},
      {{"--table=z.b"}, {fixture("zstd-variety.000001")}, in_b},
  };
  for (const char* name : {"dml-basic.000001", "checksum-none.000001", "anon-basic.000001"}) {
    all.push_back({{"--type=ddl", "--grep=^DROP TABLE"}, {fixture(name)}, drops});
  }
  Words files;
  for (int number = 1; number <= 3; ++number) {
    files.push_back(fixture(fmt::format("gtid-previous-intervals.00000{}", number)));
  }
  all.push_back({{"--table=gt.a"}, files, is_rows});
  const std::string third = "33333333-3333-3333-3333-333333333333";
  const Matches of_third = [third](const Json& event) { return is_rows(event) && gtid_of(event).starts_with(third); };
  all.push_back({{"--gtid=" + third + ":tag_a:4", "--type=insert"}, files, of_third});
  const std::string server = "5f3a1c00-0001-11ef-8000-000000000101";
  all.push_back({{"--gtid=" + server + ":own:1", "--table=gt.a"}, files, tagged});
  return all;
}

TEST_F(CliBeforeStatement, AgreesWithTheWholeLogs) {
  for (const Case& one : cases()) expect_found(one.options, one.files, one.matches);
}

TEST_F(CliBeforeStatement, ItsCommandsRunWithTheRealTool) {
  if (std::getenv("MYSQLBINLOG") == nullptr) GTEST_SKIP() << "MYSQLBINLOG does not name the real mysqlbinlog";
  for (const Case& one : cases()) expect_real_tool_agrees(one.options, one.files, one.matches);
}

TEST_F(CliBeforeStatement, CommandsNameTheLogsThatAreNeeded) {
  const Case last = cases().at(cases().size() - 2);
  const Json object = found(last.options + last.files);
  const Words& files = last.files;
  EXPECT_THAT(object.value("command_before", ""), HasSubstr(fmt::format("{} {} {}", files[0], files[1], files[2])));
  EXPECT_THAT(object.value("command_behind", ""), AllOf(HasSubstr(files[2]), Not(HasSubstr(files[1]))));
}

TEST_F(CliBeforeStatement, NothingFound) {
  const Words words = {"--before-statement", "--grep=no such text", fixture("dml-basic.000001")};
  for (const Words& format : {Words{}, Words{"--format=json"}}) {
    const RunResult result = run(format + words);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.out, Not(HasSubstr("position")));
    EXPECT_THAT(result.err, HasSubstr("--before-statement: nothing matches"));
  }
}

TEST_F(CliBeforeStatement, OfLaterTransactionsTheNumber) {
  const std::vector<Json> all = events({fixture("dml-multi-table.000001")});
  std::set<std::string> gtids;
  for (const Json& event : all) {
    if (is_rows_of(event, "shop", "cust")) gtids.insert(gtid_of(event));
  }
  const Json object = found({"--table=shop.cust", fixture("dml-multi-table.000001")});
  EXPECT_EQ(member(object, "later_transactions"), gtids.size() - 1);
}

/// The log with the GTID event of the transaction that has the GTID cut short, its checksum right.
std::string with_damaged_gtid(const std::string& name, int which) {
  LogBuilder log;
  for (LogEvent event : events_of(read_file(fixture(name)))) {
    if (event.type() == EventType::GTID_LOG_EVENT && --which == 0) event.body.resize(20);
    log.add(event);
  }
  return log.bytes();
}

TEST_F(CliBeforeStatement, ADamagedGtidIsNotThatOfTheTransactionBefore) {
  // The 14th transaction drops tables.
  const std::string file = write("binlog.000001", with_damaged_gtid("dml-basic.000001", 14));
  const std::string uuid = "5f3a1c00-0001-11ef-8000-000000000101";
  for (const Words& format : {Words{}, Words{"--format=json"}}) {
    const RunResult result = run(format + Words{"--before-statement", "--grep=^DROP TABLE", file});
    EXPECT_THAT(result.out, HasSubstr("4579"));
    EXPECT_THAT(result.out, AllOf(Not(HasSubstr(uuid + ":13")), Not(HasSubstr(uuid + ":1-14"))));
    const Json object = format.empty() ? Json::object() : parsed(result.out).at(0);
    EXPECT_EQ(gtid_of(object), "");
    if (!format.empty()) {
      // Nothing can leave it out but its place.
      EXPECT_THAT(object.value("command_behind", ""), HasSubstr("--start-position="));
    }
  }
}

TEST_F(CliBeforeStatement, ADamagedGtidBeforeIsNotTakenForAnother) {
  // Which one the 13th was is not known, so it can't be told as executed.
  const std::string file = write("binlog.000001", with_damaged_gtid("dml-basic.000001", 13));
  const RunResult result = run({"--format=json", "--before-statement", "--grep=^DROP TABLE", file});
  const std::vector<Json> objects = parsed(result.out);
  ASSERT_EQ(objects.size(), 1U);
  EXPECT_EQ(gtid_of(objects[0]), "5f3a1c00-0001-11ef-8000-000000000101:14");
  EXPECT_THAT(objects[0].value("gtids_before", ""), Not(HasSubstr("1-13")));
}

}  // namespace
}  // namespace binlogdump::test
