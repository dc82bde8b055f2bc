// Names that end the comments which they are printed in, so that a replay runs the rest of them: what --mysqlbinlog
// says of them, and --safe-names.

#include "cli/cli_fixture.h"

namespace binlogdump::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// The statements that the mysql client takes out of its input: # to the end of the line is a comment, unless between
/// quotes.
Words statements_in(std::string_view text) {
  Words statements;
  std::string statement;
  std::string delimiter = ";";
  char quote = '\0';
  while (!text.empty()) {
    if (quote == '\0' && statement.empty() && text.starts_with("DELIMITER ")) {
      const std::size_t size = text.find('\n');
      delimiter = text.substr(10, size - 10);
      text.remove_prefix(size + 1);
    } else if (quote == '\0' && text.starts_with('#')) {
      text.remove_prefix(std::min(text.find('\n'), text.size()));
    } else if (quote == '\0' && text.starts_with(delimiter)) {
      statements.push_back(std::exchange(statement, ""));
      text.remove_prefix(delimiter.size());
    } else {
      const char c = text[0];
      const std::size_t size = quote != '\0' && quote != '`' && c == '\\' ? 2 : 1;
      if (quote == c) {
        quote = '\0';
      } else if (quote == '\0' && (c == '\'' || c == '"' || c == '`')) {
        quote = c;
      }
      if (!statement.empty() || c != '\n') statement += text.substr(0, size);
      text.remove_prefix(size);
    }
  }
  return statements;
}

/// Those that the names of the log bring in.
std::size_t smuggled_in(const std::string& text) {
  const Words statements = statements_in(text);
  return static_cast<std::size_t>(std::count_if(statements.begin(), statements.end(), [](const std::string& statement) {
    return statement.starts_with("INSERT INTO s.owned");
  }));
}

class SafeNames : public Cli {
 protected:
  const std::string log_ = fixture("traps-names.000001");
};

// As many as a real server had rows in s.owned when the mysql client had read that text: of the text without options 1
// by the name of a database and 4 by that of a table; with these 2, 9 and 3 by that of a column.
TEST_F(SafeNames, WithoutTheOptionAReplayRunsThem) {
  EXPECT_EQ(smuggled_in(run({kMysqlbinlog, log_}).out), 5u);
  EXPECT_EQ(smuggled_in(run({kMysqlbinlog, "-v", "--print-table-metadata", log_}).out), 14u);
}

// And there were none, all else being the same.
TEST_F(SafeNames, WithTheOptionItDoesNot) {
  const Words options = {kMysqlbinlog, "-v", "--print-table-metadata"};
  const RunResult plain = run(options + Words{log_});
  const RunResult safe = run(options + Words{"--safe-names", log_});
  EXPECT_EQ(smuggled_in(safe.out), 0u);
  EXPECT_EQ(statements_in(safe.out).size() + 14, statements_in(plain.out).size());
  EXPECT_THAT(safe.out,
              HasSubstr("\tTable_map: `d\\nINSERT INTO s.owned VALUES('db')/*!*/;\\n#`.`t` mapped to number "));
  EXPECT_THAT(safe.out, HasSubstr("\n### UPDATE `s`.`t\\nINSERT INTO s.owned VALUES('table')/*!*/;\\n#`\n"));
  EXPECT_THAT(safe.out, HasSubstr("\n# Primary Key(k\\nINSERT INTO s.owned VALUES('key')/*!*/;\\n#)\n"));
  EXPECT_THAT(safe.err, IsEmpty());
}

TEST_F(SafeNames, OtherNamesStayAsTheyAre) {
  for (const std::string name : {"dml-long-names.000001", "types-metadata.000001", "file-rotate-size.000001"}) {
    const Words options = {kMysqlbinlog, "-vv", "--print-table-metadata"};
    EXPECT_EQ(run(options + Words{"--safe-names", fixture(name)}).out, run(options + Words{fixture(name)}).out) << name;
  }
}

// Once a file for each kind of name: each name comes several times in the log.
TEST_F(SafeNames, AWarningTellsOfTheFirstOfEachKind) {
  const auto line = [this](int offset, std::string_view field) {
    return fmt::format(
        "binlogdump: {}: offset {}: TABLE_MAP_EVENT: {} has a line break, which ends the comment that it is printed "
        "in: "
        "a replay runs what follows as SQL (--safe-names prevents that)\n",
        log_, offset, field);
  };
  const std::string names = line(1265, "database_name") + line(1830, "table_name");
  EXPECT_EQ(run({kMysqlbinlog, log_}).err, names);
  EXPECT_EQ(run({kMysqlbinlog, log_, log_}).err, names + names);
  EXPECT_EQ(run({kMysqlbinlog, "--print-table-metadata", log_}).err, names + line(3190, "column_name"));
  EXPECT_THAT(run({kMysqlbinlog, "-s", log_}).err, IsEmpty()) << "no names are printed then";
  EXPECT_THAT(run({log_}).err, IsEmpty()) << "the text for people always escapes";
}

// Synthetic.
TEST_F(SafeNames, OfEventsThatNoFileOfAServerHolds) {
  const std::string text = "x\nINSERT INTO s.owned VALUES('x')/*!*/;\n#";
  const std::string shown = "x\\nINSERT INTO s.owned VALUES('x')/*!*/;\\n#";
  LogBuilder plain;
  std::string head = plain.bytes();
  const std::string version = "9.7.4" + text.substr(1);
  head.replace(head.find("9.7.4"), version.size(), version);
  LogBuilder log(head);
  log.add(EventType::ROTATE_EVENT, le(4, 8) + text);
  log.add(EventType::HEARTBEAT_LOG_EVENT, text);
  log.add(EventType::HEARTBEAT_LOG_EVENT_V2, le(1, 1) + le(text.size(), 1) + text + le(0, 1));
  log.add(EventType::VIEW_CHANGE_EVENT, (text + std::string(40, '\0')).substr(0, 40) + le(1, 8) + le(0, 4));
  log.add(EventType::TRANSACTION_CONTEXT_EVENT,
          le(text.size(), 1) + le(1, 4) + le(0, 1) + std::string(12, '\0') + text);
  const RunResult as_it_is = run_with_stdin({kMysqlbinlog, "--base64-output=never", "-"}, log.bytes());
  // That of VIEW_CHANGE_EVENT has no room for the last character, so that the next line is no comment.
  EXPECT_EQ(smuggled_in(as_it_is.out), 6u);
  for (const std::string field :
       {"server_version", "new_log_ident", "log_ident", "log_filename", "view_id", "server_uuid"}) {
    EXPECT_THAT(as_it_is.err, HasSubstr(": " + field + " has a line break"));
  }
  const RunResult safe = run_with_stdin({kMysqlbinlog, "--base64-output=never", "--safe-names", "-"}, log.bytes());
  EXPECT_EQ(smuggled_in(safe.out), 0u);
  EXPECT_THAT(safe.out, HasSubstr("server v 9.7.4" + shown.substr(1) + " created "));
  EXPECT_THAT(safe.out, HasSubstr("\tRotate to " + shown + "  pos: 4\n"));
  EXPECT_THAT(safe.out, HasSubstr("log_ident=" + shown + "\n"));
  EXPECT_THAT(safe.err, Not(HasSubstr("line break")));
}

}  // namespace
}  // namespace binlogdump::test
