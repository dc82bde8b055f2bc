#include <algorithm>
#include <filesystem>

#include "binlogdump/charset.h"
#include "core/log_files.h"
#include "run_binary.h"
#include "traps/own_text.h"

namespace binlogdump::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// "Two row events before STMT_END_F: text after the base64 block, never inside."
TEST(TrapsOutput, NoTextInsideOfABase64Block) {
  PrintOptions options;
  options.base64_output = Base64Output::kAuto;
  const OwnText log = own_text("rows-small-events.000001", options);
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=\n";
  bool inside = false;
  int blocks = 0;
  for (const std::string_view line : lines_of(log.text)) {
    if (line == "BINLOG '\n") {
      EXPECT_FALSE(inside);
      inside = true;
      ++blocks;
    } else if (line == "'/*!*/;\n") {
      inside = false;
    } else if (inside) {
      EXPECT_EQ(line.find_first_not_of(digits), line.npos) << line;
    }
  }
  EXPECT_FALSE(inside);
  // The FORMAT_DESCRIPTION_EVENT; two INSERTs, an UPDATE of two tables, a DELETE, an UPDATE: 17 row events.
  EXPECT_EQ(blocks, 6);
  // All is as without the blocks, but for these.
  EXPECT_EQ(rows_and_errors(log), rows_and_errors(own_text("rows-small-events.000001")));
}

// "A line break in a schema, table or column name, printed raw inside a comment, turns the rest of the name into SQL on
// replay."
TEST(TrapsOutput, LineBreaksInNames) {
  const OwnText log = own_text("traps-rows.000001");
  EXPECT_EQ(rows_of(log, R"(INSERT INTO `schema\nDROP DATABASE s;`.`table\nDROP TABLE t;`)"), R"(
### INSERT INTO `schema\nDROP DATABASE s;`.`table\nDROP TABLE t;`
### SET
###   `column\nDROP TABLE c;`=1
###   `back``tick`=2
)");
  // It stands in the statements as they were sent (CREATE DATABASE, CREATE TABLE, DROP DATABASE), and nowhere else.
  std::vector<std::string_view> raw;
  for (const std::string_view line : lines_of(log.text)) {
    if (line.starts_with("DROP ")) raw.push_back(line);
  }
  EXPECT_THAT(
      raw, ElementsAre("DROP DATABASE s;`;\n", "DROP DATABASE s;`.`table\n", "DROP TABLE t;` (`column\n",
                       "DROP TABLE c;` INT, `back``tick` INT);\n", "DROP DATABASE `schema\n", "DROP DATABASE s;`;\n"));
}

TEST(TrapsOutput, LineBreaksInNamesOfKeyColumns) {
  PrintOptions options;
  options.print_table_metadata = true;
  EXPECT_THAT(own_text("traps-names.000001", options).text,
              HasSubstr("\n# Primary Key(k\\nINSERT INTO s.owned VALUES('key')/*!*/;\\n#)\n"));
}

// "NUL bytes, `\`, `'`, the delimiter in values: output is text and replays."
TEST(TrapsOutput, OddCharactersInValues) {
  EXPECT_THAT(values_of(rows_of(own_text("traps-strings.000001"), "INSERT INTO `strings`.`quotes`"), "v"),
              ElementsAre(R"('NUL \0 backslash \\ quote \' delimiter /*!*/; end')",
                          R"('bell x07 escape \x1b[31m tab \t line\nbreak')"));
}

// As above: whatever a log holds.
TEST(TrapsOutput, IsAlwaysText) {
  const Charset* utf8 = find_charset("utf8mb4");
  for (const std::string& name : log_names()) {
    const std::string text = own_text(name).text;
    const auto is_control = [](char c) { return (load_u8(&c) < 0x20 && c != '\n' && c != '\t') || c == 0x7f; };
    EXPECT_TRUE(std::none_of(text.begin(), text.end(), is_control)) << name;
    EXPECT_TRUE(is_valid_text(text, *utf8)) << name;
  }
}

// "`head` closes the pipe; `less` is quit: end quietly."
TEST(TrapsOutput, ClosedPipe) {
  const RunResult result =
      run_binary({BINLOGDUMP_TESTDATA "/charsets.000001"}, {.close_stdout_after = std::size_t{1000}});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, IsEmpty());
}

}  // namespace
}  // namespace binlogdump::test
