// --where from the command line.

#include "cli/cli_fixture.h"

namespace binlogdump::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class WhereCli : public Cli {
 protected:
  const std::string story_ = fixture("binlog.000024");
};

TEST_F(WhereCli, ShowsTheRowsThatMatch) {
  const RunResult result = run({"--where", "id = 2 and name <> 'x'", fixture("dml-basic.000001")}, options());
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, IsEmpty());
  EXPECT_THAT(result.out, HasSubstr("# 1 of 3 rows\n### INSERT INTO `shop`.`item`\n### SET\n###   `id`=2\n"));
  EXPECT_THAT(result.out, Not(HasSubstr("`id`=3\n")));
}

TEST_F(WhereCli, SeveralAreAlternatives) {
  const Words both = {"--where=id = 2", "--where", "id = 3", "--format=json", fixture("dml-basic.000001")};
  const Words one = {"--where=id in (2, 3)", "--format=json", fixture("dml-basic.000001")};
  EXPECT_EQ(run(both, options()).out, run(one, options()).out);
}

TEST_F(WhereCli, HexAndEventsHaveTheWholeEvent) {
  // Row 3 was inserted by the event that inserted row 2.
  const std::string log = fixture("dml-basic.000001");
  const std::string hex = run({"--format=hex", "--where=id = 2", log}, options()).out;
  EXPECT_THAT(hex, HasSubstr("'pear'"));
  EXPECT_THAT(hex, HasSubstr("'plum'"));
  EXPECT_THAT(hex, Not(HasSubstr("'dup'"))) << "of an event without row 2";
  const auto row_events = [&](const Words& args) {
    return count(run(args + Words{"--format=events", log}, options()).out, "_rows\t");
  };
  EXPECT_GT(row_events({"--where=id = 2"}), 0);
  EXPECT_LT(row_events({"--where=id = 2"}), row_events({}));
}

TEST_F(WhereCli, TimestampsAreInUtcOrTheZoneAskedFor) {
  const auto rows = [&](const Words& args) {
    return count(run(args + Words{"--format=json", story_}, options()).out, "\"rows\"");
  };
  const std::string in_utc = "--where=created_at = '2024-02-29 09:15:00.125'";
  EXPECT_GT(rows({in_utc}), 0);
  EXPECT_EQ(rows({in_utc, "--time-zone=+05:30"}), 0);
  EXPECT_EQ(rows({"--where=created_at = '2024-02-29 14:45:00.125'", "--time-zone=+05:30"}), rows({in_utc}));
}

TEST_F(WhereCli, WhatCantBeUnderstoodIsToldBeforeAnythingIsPrinted) {
  const RunResult result = run({"--where=id = 1", "--where=id = = 4", story_}, options());
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.out, IsEmpty());
  EXPECT_THAT(result.err,
              StartsWith("binlogdump: --where: at character 6, before = 4: a column or a value is expected\n"));
}

TEST_F(WhereCli, MysqlbinlogDoesNotKnowIt) {
  const RunResult result = run({kMysqlbinlog, "--where=id = 1", story_}, options());
  EXPECT_NE(result.exit_code, 0);
  EXPECT_THAT(result.err, StartsWith("binlogdump: unknown option '--where"));
}

TEST_F(WhereCli, WarnsOfColumnsThatNoTableHas) {
  const RunResult result = run({"--where=stray = 1 or id = 'x'", story_}, options());
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, HasSubstr("--where: no table here has a column stray\n"));
  EXPECT_THAT(result.err, HasSubstr("--where: id is a number, and can't be compared with 'x', a text\n"));
  EXPECT_THAT(run({"--where=stray = 1", "--quiet", story_}, options()).err, IsEmpty());
  EXPECT_THAT(run({"--where=id = 1", fixture("dml-basic-minimal.000001")}, options()).err, HasSubstr("@N can be used"));
}

}  // namespace
}  // namespace binlogdump::test
