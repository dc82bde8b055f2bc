// Options of mysqlbinlog from the command line: what they do in our own mode, and what no golden can show.

#include "cli/cli_fixture.h"

namespace binlogdump::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class OptionsCli : public Cli {
 protected:
  RunOptions in_zone(const std::string& zone) const {
    RunOptions zoned = options();
    zoned.env.push_back("TZ=" + zone);
    return zoned;
  }

  const std::string log_ = fixture("anon-basic.000001");  // Its first event is of 2026-11-29 17:57:33 UTC.
};

TEST_F(OptionsCli, ResultFileOfOurOwnIsNotOverwritten) {
  const std::string expected = run({log_}).out;
  const RunResult made = run({"--result-file=out.txt", log_});
  EXPECT_EQ(made.exit_code, 0) << made.err;
  EXPECT_THAT(made.out, IsEmpty());
  EXPECT_EQ(read_file(path("out.txt")), expected);

  write("out.txt", "mine");
  const RunResult refused = run({"-r", "out.txt", log_});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("can't write out.txt"), HasSubstr("--force")));
  EXPECT_EQ(read_file(path("out.txt")), "mine");
  EXPECT_EQ(run({"-r", "out.txt", "--force", log_}).exit_code, 0);
  EXPECT_EQ(read_file(path("out.txt")), expected);
}

TEST_F(OptionsCli, ResultFileIsNotWrittenThroughALink) {
  write("precious", "mine");
  fs::create_symlink(path("precious"), path("link"));
  fs::create_symlink(path("nothing"), path("dangling"));
  for (const std::string name : {"link", "dangling"}) {
    const RunResult refused = run({"-r", name, log_});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.err, HasSubstr("can't write " + name));
  }
  EXPECT_EQ(read_file(path("precious")), "mine");
  EXPECT_FALSE(fs::exists(path("nothing")));
}

TEST_F(OptionsCli, ResultFileIsLeftAloneWhereOptionsAreWrong) {
  for (const std::string wrong : {"--grep=(", "--where=(", "--start-time=soon", "--schema=nosuch"}) {
    EXPECT_EQ(run({"--result-file=out.txt", wrong, log_}).exit_code, 2) << wrong;
    EXPECT_FALSE(fs::exists(path("out.txt"))) << wrong;
  }
  write("out.txt", "mine");
  EXPECT_EQ(run({"--result-file=out.txt", "--force", "--grep=(", log_}).exit_code, 2);
  EXPECT_EQ(read_file(path("out.txt")), "mine");
}

TEST_F(OptionsCli, ResultFileIsNoneOfTheLogs) {
  const std::string bytes = read_file(log_);
  write("binlog.000001", bytes);
  fs::create_hard_link(path("binlog.000001"), path("other"));
  for (const Words& words : {Words{log_, "binlog.000001"}, Words{folder_.string()}, Words{"other"}}) {
    const RunResult result = run(Words{"--result-file=binlog.000001", "--force"} + words);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.err, HasSubstr("can't write binlog.000001: it is one of the files to be read"));
    EXPECT_TRUE(read_file(path("binlog.000001")) == bytes);
  }
}

TEST_F(OptionsCli, ResultFileOfMysqlbinlogIsTruncated) {
  write("out.txt", std::string(1 << 20, 'x'));
  EXPECT_EQ(run({kMysqlbinlog, "--result-file=out.txt", log_}).exit_code, 0);
  EXPECT_EQ(read_file(path("out.txt")), run({kMysqlbinlog, log_}).out);
  EXPECT_EQ(run({kMysqlbinlog, "--result-file=", log_}).exit_code, 1);
  EXPECT_EQ(run({kMysqlbinlog, "--result-file=nosuch/x", log_}).exit_code, 1);
}

TEST_F(OptionsCli, DatetimesAreThoseOfTheZone) {
  // No line of the first event: it is not before the stop.
  const Words at_once = {kMysqlbinlog, "--stop-datetime=2026-11-29 18:57:33", log_};
  EXPECT_THAT(run(at_once, in_zone("XYZ-1")).out, Not(HasSubstr("# at ")));
  EXPECT_THAT(run(at_once, in_zone("XYZ-2")).out, Not(HasSubstr("# at ")));
  EXPECT_THAT(run(at_once, in_zone("UTC")).out, HasSubstr("# at 4\n"));
  const Words later = {kMysqlbinlog, "--stop-datetime=2026-11-29 18:57:34", log_};
  EXPECT_THAT(run(later, in_zone("XYZ-1")).out, HasSubstr("# at 4\n"));
}

TEST_F(OptionsCli, RewriteDbIsForText) {
  const std::string log = fixture("dml-multi-table.000001");
  const std::string text = run({"--rewrite-db=shop->store", log}).out;
  EXPECT_THAT(text, AllOf(HasSubstr("Table_map: `store`.`cust`"), HasSubstr("### INSERT INTO `store`.`cust`"),
                          HasSubstr("db=store"), HasSubstr("CREATE DATABASE shop"), Not(HasSubstr("`shop`.`"))));
  for (const char* format : {"--format=json", "--format=hex", "--format=events"}) {
    EXPECT_EQ(run({format, "--rewrite-db=shop->store", log}).out, run({format, log}).out) << format;
  }
}

// What mysqlbinlog printed for the same logs.
TEST_F(OptionsCli, AStatementLeftOutBehindItsGtidGetsACommit) {
  const LogEvent gtid = first_event("anon-basic.000001", EventType::ANONYMOUS_GTID_LOG_EVENT);
  const auto transactions_of = [this](const LogBuilder& log) {
    const std::string out = run({kMysqlbinlog, "-s", "--database=nosuch", write("log.000001", log.bytes())}).out;
    return lines_with(out, "BEGIN") + lines_with(out, "COMMIT");
  };
  LogBuilder statements;
  statements.add(gtid);
  statements.add_query("CREATE TABLE a (i INT)", "shop");
  // Not behind a GTID of its own, as from servers before 5.6: it gets one at the end of the output.
  statements.add_query("CREATE TABLE b (i INT)", "shop");
  EXPECT_EQ(transactions_of(statements),
            "COMMIT /* added by mysqlbinlog *//*!*/;\nCOMMIT /* added by mysqlbinlog *//*!*/;\n");

  LogBuilder transaction;
  transaction.add(gtid);
  transaction.add_query("BEGIN", "shop");
  transaction.add_query("INSERT INTO a VALUES (1)", "shop");
  transaction.add_query("COMMIT", "shop");
  EXPECT_EQ(transactions_of(transaction), "BEGIN\nCOMMIT\n");
}

TEST_F(OptionsCli, WhatIsNotInRowFormatIsAFault) {
  const std::string log = fixture("stmt-intvar-rand.000001");
  const RunResult result = run({"--require-row-format", log});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("# INSERT_ID=1\n# ERROR: INTVAR_EVENT: not in row format"));
  EXPECT_GT(count(result.out, "# ERROR: "), 2);
  EXPECT_EQ(count(result.err, "not in row format"), count(result.out, "# ERROR: "));
  EXPECT_EQ(count(result.out, "# at "), count(run({log}).out, "# at "));

  const RunResult clean = run({"--require-row-format", fixture("dml-basic.000001")});
  EXPECT_EQ(clean.exit_code, 0);
  EXPECT_THAT(clean.out, Not(HasSubstr("# ERROR")));
}

TEST_F(OptionsCli, OptionsForAReplayChangeNothingForPeople) {
  EXPECT_EQ(run({"-D", "-i", "--set-charset=utf8mb4", "--binlog-row-event-max-size=8192", log_}).out, run({log_}).out);
}

TEST_F(OptionsCli, StartPositionBeyond32BitsIsNotCutShort) {
  // The file is shorter: nothing but its description is left.
  const std::string out = run({kMysqlbinlog, "--start-position=4294967296", log_}).out;
  EXPECT_EQ(count(out, "# at "), 1);
  EXPECT_EQ(out, run({kMysqlbinlog, "--start-position=999999", log_}).out);
}

TEST_F(OptionsCli, MysqlbinlogTakesNoFormatWithShorterHeaders) {
  // mysqlbinlog 9.7.4 prints its frame around nothing and ends with 1, for any length below 19.
  constexpr std::size_t kHeaderLength = 56;
  const LogBuilder plain;
  LogEvent format{.type_code = static_cast<std::uint8_t>(EventType::FORMAT_DESCRIPTION_EVENT), .body = {}};
  format.body = plain.bytes().substr(kBinlogMagic.size() + kEventHeaderSize);
  format.body.resize(format.body.size() - kChecksumSize);
  format.body[kHeaderLength] = 18;
  LogBuilder changed{std::string(kBinlogMagic)};
  changed.add(format);
  write("changed", changed.bytes() + read_file(log_).substr(plain.size()));
  for (const Words& words : {Words{}, Words{"--start-position=158"}}) {
    const RunResult result = run(Words{kMysqlbinlog, "changed"} + words);
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_EQ(count(result.out, "\n"), 10);
    EXPECT_EQ(count(result.out, "# at "), 0);
    EXPECT_THAT(result.err, HasSubstr("FORMAT_DESCRIPTION_EVENT: common_header_len"));
  }
  EXPECT_EQ(run({"changed"}).exit_code, 0);
}

TEST_F(OptionsCli, OptionFilesOfBothModes) {
  write(".my.cnf", "[client]\nuser=u\n[mysqlbinlog]\nstop-position=158\n[binlogdump]\nutc\n");
  EXPECT_EQ(count(run({kMysqlbinlog, log_}).out, "# at "), 2);
  EXPECT_GT(count(run({kMysqlbinlog, "--no-defaults", log_}).out, "# at "), 2);
  EXPECT_GT(count(run({log_}).out, "# at "), 2);
  const RunResult printed = run({kMysqlbinlog, "--print-defaults"});
  EXPECT_EQ(printed.exit_code, 0);
  EXPECT_THAT(printed.out, HasSubstr("--user=u --stop-position=158 "));

  write(".my.cnf", "[binlogdump]\nnonsense\n");
  const RunResult unknown = run({log_});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, StartsWith("binlogdump: unknown option '--nonsense'"));
  EXPECT_EQ(run({"--no-defaults", log_}).exit_code, 0);
}

}  // namespace
}  // namespace binlogdump::test
