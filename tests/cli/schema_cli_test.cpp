// --schema: what a dump and the DDL of a log tell of its tables.

#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/cli_fixture.h"

namespace binlogdump::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class SchemaCli : public Cli {
 protected:
  /// The bodies of what has to do with rows, one a line, without the ids that the server gave its tables.
  std::string row_events(const Words& args) const {
    std::string bodies;
    std::istringstream lines(run(Words{"--format=json"} + args).out);
    for (std::string line; std::getline(lines, line);) {
      nlohmann::ordered_json event = nlohmann::ordered_json::parse(line);
      const auto type = event["type"].get<std::string>();
      if (type != "TABLE_MAP_EVENT" && type.find("_ROWS_EVENT") == type.npos) continue;
      event["body"].erase("table_id");
      bodies += event["body"].dump() + '\n';
    }
    return bodies;
  }

  /// A captured log without its statements: the path of one that tells nothing of its tables but their types.
  std::string rows_of(const std::string& log) const {
    LogBuilder rows;
    for (const LogEvent& event : events_of(read_file(fixture(log)))) {
      const EventType type = event.type();
      if (type != EventType::QUERY_EVENT && type != EventType::FORMAT_DESCRIPTION_EVENT) rows.add(event);
    }
    return write("rows", rows.bytes());
  }

  static std::string dump_of(const std::string& name) { return fixture("schema/" + name + ".sql"); }
};

/// NAME of each pair of logs NAME and NAME-minimal, which the same SQL made.
Words twins() {
  constexpr std::string_view kEnd = "-minimal.000001";
  Words names;
  for (const std::string& log : fixtures()) {
    if (log.ends_with(kEnd)) names.push_back(log.substr(0, log.size() - kEnd.size()));
  }
  return names;
}

TEST_F(SchemaCli, MinimalMetadataShowsWhatFullMetadataShows) {
  ASSERT_GT(twins().size(), 15u);
  for (const std::string& name : twins()) {
    SCOPED_TRACE(name);
    const std::string full = fixture(name + ".000001"), minimal = fixture(name + "-minimal.000001");
    const std::string schema = "--schema=" + dump_of(name);
    const RunResult result = run({schema, minimal});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.err, IsEmpty());
    EXPECT_EQ(lines_with(result.out, "###"), lines_with(run({full}).out, "###"));
    EXPECT_EQ(row_events({schema, minimal}), row_events({full}));
    const Words metadata = {"--print-table-metadata"};
    EXPECT_EQ(lines_with(run(metadata + Words{schema, minimal}).out, "# Columns("),
              lines_with(run(metadata + Words{full}).out, "# Columns("));
  }
}

TEST_F(SchemaCli, DdlOfTheLogIsEnough) {
  for (const std::string& name : twins()) {
    SCOPED_TRACE(name);
    const RunResult result = run({"--schema=/dev/null", fixture(name + "-minimal.000001")});
    EXPECT_THAT(result.err, IsEmpty());
    EXPECT_EQ(lines_with(result.out, "###"), lines_with(run({fixture(name + ".000001")}).out, "###"));
  }
}

TEST_F(SchemaCli, WithoutItsDdlTheDumpIsEnough) {
  const std::string path = rows_of("types-enum-set-minimal.000001");
  const RunResult result = run({"--quiet", "--schema=" + dump_of("types-enum-set"), path});
  EXPECT_EQ(lines_with(result.out, "###"), lines_with(run({fixture("types-enum-set.000001")}).out, "###"));
  EXPECT_THAT(run({"--quiet", path}).out, HasSubstr("@1=1"));
}

TEST_F(SchemaCli, ShownInHexToo) {
  const std::string log = fixture("types-enum-set-minimal.000001");
  EXPECT_THAT(run({"-x", log}).out, HasSubstr("  @2 ENUM                 1\n"));
  EXPECT_THAT(run({"-x", "--schema=" + dump_of("types-enum-set"), log}).out,
              HasSubstr("  `e` ENUM                'red'\n"));
}

TEST_F(SchemaCli, ATableThatDoesNotAgreeIsShownWithoutIt) {
  const std::string schema = write("s.sql",
                                   "USE lab; CREATE TABLE ints (a INT, b VARCHAR(64));\n"
                                   "CREATE TABLE strs (id VARCHAR(64) PRIMARY KEY);\nCREATE TABLE (;");
  const std::string path = rows_of("types-integers-minimal.000001");
  const RunResult result = run({"--schema=" + schema, path});
  EXPECT_EQ(count(result.err,
                  "lab.ints is shown without --schema, as it does not agree with the log: 2 columns in "
                  "the schema, "),
            1);
  EXPECT_THAT(result.err, HasSubstr("s.sql: line 3: a name expected at \"(\"\n"));
  EXPECT_EQ(lines_with(result.out, "###"), lines_with(run({path}).out, "###"));
  EXPECT_THAT(run({"--quiet", "--schema=" + schema, path}).err, Not(HasSubstr("--schema")));
}

TEST_F(SchemaCli, TheColumnThatDoesNotAgreeIsNamed) {
  std::string dump = read_file(dump_of("types-strings"));
  const std::string name = "`c10` char(10)";
  dump.replace(dump.find(name), name.size(), "`c10` varchar(9)");
  EXPECT_THAT(run({"--schema=" + write("s.sql", dump), rows_of("types-strings-minimal.000001")}).err,
              HasSubstr("column 3 (`c10`) is VARCHAR(9) CHARACTER SET utf8mb4 in the schema, CHAR(10) CHARACTER SET "
                        "utf8mb4 in the log\n"));
}

TEST_F(SchemaCli, MayBeGivenMoreThanOnce) {
  const std::string path = rows_of("dml-basic-minimal.000001");
  const std::string item = write("1.sql",
                                 "CREATE TABLE item (i INT PRIMARY KEY, n VARCHAR(40), q INT, p DECIMAL(8,2), "
                                 "d TIMESTAMP(3))");
  const std::string nokey = write("2.sql", "CREATE TABLE nokey (x INT, y VARCHAR(5))");
  const std::string out = run({"--quiet", "--schema=" + item, "--schema", nokey, path}).out;
  EXPECT_THAT(out, HasSubstr("###   `n`="));
  EXPECT_THAT(out, HasSubstr("###   `y`="));
  EXPECT_THAT(out, Not(HasSubstr("@1")));
}

TEST_F(SchemaCli, FilesThatAreNoneOrSayNothing) {
  const std::string log = fixture("dml-basic.000001");
  const RunResult missing = run({"--schema=" + path("none.sql"), log});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.err, HasSubstr("none.sql"));
  EXPECT_THAT(missing.out, IsEmpty());
  const RunResult empty = run({"--schema=" + write("s.sql", "SELECT 1;"), log});
  EXPECT_EQ(empty.exit_code, 0);
  EXPECT_THAT(empty.err, HasSubstr("s.sql: no CREATE TABLE statement of a new table\n"));
}

TEST_F(SchemaCli, UnknownToMysqlbinlog) {
  const RunResult result = run({kMysqlbinlog, "--schema=/dev/null", fixture("dml-basic.000001")});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, IsEmpty());
}

}  // namespace
}  // namespace binlogdump::test
