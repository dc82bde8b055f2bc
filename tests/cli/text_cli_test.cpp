// The default output from the command line: what its options change, and what they leave.

#include <regex>

#include "cli/cli_fixture.h"
#include "values/value_test.h"

namespace binlogdump::test {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class TextCli : public Cli {
 protected:
  /// Standard output of a run without faults.
  std::string print(const Words& args) const { return print(args, options()); }
  static std::string print(const Words& args, const RunOptions& options) {
    const RunResult result = run(args, options);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.err, IsEmpty());
    return result.out;
  }
  RunOptions in_zone(const std::string& zone) const {
    RunOptions zoned = options();
    zoned.env.push_back("TZ=" + zone);
    return zoned;
  }

  const std::string story_ = fixture("binlog.000024");
};

std::string first_line(const std::string& name) {
  return "binlogdump " BINLOGDUMP_VERSION ": " + name +
         ", for reading, not for replay (--mysqlbinlog prints what mysql can run)\n";
}

// --- the first line

TEST_F(TextCli, FirstLineNamesTheFile) {
  EXPECT_THAT(print({story_}), StartsWith(first_line(story_) + "# at 4\n"));
  const RunResult from_stdin = run_with_stdin({"-"}, read_file(story_));
  EXPECT_THAT(from_stdin.out, StartsWith(first_line("-") + "# at 4\n"));
}

TEST_F(TextCli, EachFileHasItsFirstLine) {
  const std::string other = fixture("file-stop.000001");
  const std::string text = print({story_, other, story_});
  EXPECT_EQ(lines_with(text, "binlogdump "), first_line(story_) + first_line(other) + first_line(story_));
  EXPECT_THAT(text, HasSubstr("\n" + first_line(other) + "# at 4\n"));
}

TEST_F(TextCli, FileNamesAreMadeVisible) {
  const std::string name =
      "\x1b]0;title\x07 \x9b"
      "31m\n\u009b";
  fs::copy_file(story_, path(name));
  const std::string text = print({name});
  EXPECT_THAT(text, StartsWith(first_line(R"(\x1b]0;title\x07 \x9b31m\n\u009b)") + "# at 4\n"));
}

TEST_F(TextCli, FirstLineIsNoSql) {
  // A client that is fed with it by mistake must stop at once: no comment, and no statement.
  EXPECT_THAT(print({"-s", story_}), StartsWith("binlogdump "));
}

// --- what is not printed

TEST_F(TextCli, NoExecutableFraming) {
  for (const std::string& name : fixtures()) {
    if (name.starts_with("file-cut")) continue;
    for (const Words& way : {Words{}, Words{"-vv", "--print-table-metadata"}}) {
      const std::string text = print(way + Words{fixture(name)});
      for (const char* framing : {"DELIMITER", "/*!", "SET @@", "SET @OLD", "SET TIMESTAMP", "ROLLBACK/*"}) {
        // stmt-routines has such texts in statements of its own.
        EXPECT_THAT(lines_with(text, framing), IsEmpty()) << name;
      }
      EXPECT_THAT(lines_with(text, "BINLOG '"), IsEmpty()) << name;
    }
  }
}

// --- rows

TEST_F(TextCli, ColumnNames) {
  const std::string auto_names = print({story_});
  EXPECT_EQ(print({"--column-names=auto", story_}), auto_names);
  const std::string none = print({"--column-names=never", story_});
  EXPECT_THAT(none, HasSubstr("###   @1=3\n###   @2='Robert Miller'\n###   @3=NULL\n###   @4='blocked'\n"));
  EXPECT_THAT(lines_with(none, "###   `"), IsEmpty());
  // Nothing else differs.
  const std::regex names("\n###   (`[^`]*`|@[0-9]+)=");
  EXPECT_EQ(std::regex_replace(none, names, "\n###   X="), std::regex_replace(auto_names, names, "\n###   X="));
}

TEST_F(TextCli, ChangedOnly) {
  EXPECT_THAT(print({"--changed-only", story_}),
              HasSubstr("### UPDATE `people`.`person`\n### WHERE\n###   `id`=2\n### SET\n"
                        "###   `status`='invited' → 'active'\n"
                        "###   `balance`=0.00 → 99.95\n# at "));
}

TEST_F(TextCli, VerboseOnceChangesNothing) {
  EXPECT_EQ(print({"-v", story_}), print({story_}));
}

TEST_F(TextCli, VerboseTwiceAddsTheTypes) {
  const std::string plain = print({story_});
  const std::string typed = print({"-vv", story_});
  EXPECT_THAT(typed, HasSubstr("###   `name`='Robert Miller' /* VARSTRING(240) meta=240 nullable=0 is_null=0 */\n"
                               "###   `birthday`=NULL /* DATE meta=0 nullable=1 is_null=1 */\n"));
  EXPECT_EQ(std::regex_replace(typed, std::regex(" /\\* [^\n]* \\*/\n"), "\n"), plain);
}

TEST_F(TextCli, TextOfRowsQueryStandsAlways) {
  EXPECT_THAT(print({fixture("dml-rows-query.000001")}),
              HasSubstr("\tRows_query\n# INSERT /* comment */ INTO rq\n# VALUES (3,'multi\n# line'),\n"));
}

// --- times

TEST_F(TextCli, TimesInTheZoneOfTheEnvironment) {
  const std::string text = print({story_}, in_zone("CET-1CEST,M3.5.0,M10.5.0/3"));
  EXPECT_THAT(text, HasSubstr("\n#261129 21:05:22 server id 1 "));
  EXPECT_THAT(text, HasSubstr(", committed 2026-11-29 21:05:22.815488 CET, "));
  EXPECT_THAT(text, HasSubstr("`created_at`='2024-02-29 09:15:00.125' UTC\n")) << "the same everywhere";
}

TEST_F(TextCli, TimesInTheZoneAskedFor) {
  const std::string text = print({"--time-zone=+05:30", story_});
  EXPECT_THAT(text, HasSubstr("\n#261130  1:35:22 server id 1 "));
  EXPECT_THAT(text, HasSubstr(", committed 2026-11-30 01:35:22.815488 +0530, "));
  EXPECT_THAT(text, HasSubstr("`created_at`='2024-02-29 14:45:00.125' +0530\n"));
}

TEST_F(TextCli, Utc) {
  const std::string in_utc = print({story_});
  for (const char* option : {"--utc", "--time-zone=utc", "--time-zone=UTC"}) {
    EXPECT_EQ(print({option, story_}, in_zone("IST-5:30")), in_utc) << option;
  }
}

TEST_F(TextCli, ZoneOfTheDatabase) {
  if (!fs::exists("/usr/share/zoneinfo/Europe/Berlin")) GTEST_SKIP() << "no zone database";
  EXPECT_THAT(print({"--time-zone=Europe/Berlin", story_}),
              AllOf(HasSubstr("\n#261129 21:05:22 "), HasSubstr("`created_at`='2024-02-29 10:15:00.125' CET\n")));
}

// --- colours

TEST_F(TextCli, ColoursOnlyWhereAskedFor) {
  const std::string plain = print({story_});
  EXPECT_THAT(plain, Not(HasSubstr("\x1b")));
  for (const char* option : {"--color=never", "--color=auto"}) EXPECT_EQ(print({option, story_}), plain);
  EXPECT_THAT(print({"--color=always", story_}), HasSubstr("\x1b[32m### INSERT INTO `people`.`person`\x1b[0m\n"));
  EXPECT_EQ(print({"--color", story_}), print({"--color=always", story_}));
}

TEST_F(TextCli, NoColorIsForTheAutomaticChoice) {
  RunOptions no_color = options();
  no_color.env.push_back("NO_COLOR=1");
  EXPECT_THAT(print({story_}, no_color), Not(HasSubstr("\x1b")));
  EXPECT_THAT(print({"--color=always", story_}, no_color), HasSubstr("\x1b[")) << "the command line decides";
}

TEST_F(TextCli, ColoursChangeNoText) {
  const std::regex colour("\x1b\\[[0-9;]*m");
  for (const std::string& name : fixtures()) {
    for (const Words& way : {Words{}, Words{"-vv", "--changed-only", "--base64-output=auto"}, Words{"-s"}}) {
      const RunResult plain = run(way + Words{fixture(name)});
      const RunResult coloured = run(way + Words{"--color=always", fixture(name)});
      EXPECT_EQ(coloured.exit_code, plain.exit_code) << name;
      EXPECT_TRUE(std::regex_replace(coloured.out, colour, "") == plain.out) << name;
    }
  }
}

TEST_F(TextCli, ColoursEndOnTheirLine) {
  // Statements of several lines are one piece; every other colour ends before the line does.
  const std::string text = print({"--color=always", fixture("dml-basic.000001")});
  EXPECT_EQ(count(text, "\x1b[0m"), count(text, "\x1b[") - count(text, "\x1b[0m"));
}

// --- messages

TEST_F(TextCli, QuietLeavesFaults) {
  const std::string cut = fixture("file-cut-at-600.000001");
  const RunResult loud = run({cut});
  const RunResult quiet = run({"--quiet", cut});
  EXPECT_EQ(quiet.exit_code, 1);
  EXPECT_EQ(quiet.err, loud.err);
  EXPECT_EQ(quiet.out, loud.out);
}

TEST_F(TextCli, QuietDropsNotes) {
  LogBuilder log;
  log.add(EventType::APPEND_BLOCK_EVENT, le(3, 4) + "3\n");
  const std::string file = write("append", log.bytes());
  const std::string folder = "--local-load=" + make_folder("load");
  EXPECT_THAT(run({folder, file}).err, HasSubstr("without BEGIN_LOAD_QUERY_EVENT"));
  EXPECT_THAT(run({folder, "--quiet", file}).err, IsEmpty());
}

// --- BINLOG statements

/// The BINLOG statements of a text, without what ends them.
std::vector<std::string> binlog_statements(const std::string& text) {
  std::vector<std::string> all;
  const std::string begin = "\nBINLOG '\n";
  for (std::size_t at = text.find(begin); at != text.npos; at = text.find(begin, at + 1)) {
    const std::size_t first = at + begin.size();
    all.push_back(text.substr(first, text.find('\'', first) - first));
  }
  return all;
}

// Among them that of the FORMAT_DESCRIPTION_EVENT, without which the server takes no other.
TEST_F(TextCli, BinlogStatementsAreMysqlbinlogs) {
  int compared = 0;
  for (const std::string& name : fixtures()) {
    if (name.starts_with("file-cut")) continue;
    const std::vector<std::string> own = binlog_statements(print({"--base64-output=auto", fixture(name)}));
    const RunResult real = run({kMysqlbinlog, "--base64-output=auto", fixture(name)});
    EXPECT_EQ(own, binlog_statements(real.out)) << name;
    compared += static_cast<int>(own.size());
  }
  EXPECT_GT(compared, 400);
}

TEST_F(TextCli, BinlogStatementsStandBehindTheRows) {
  const std::string text = print({"--base64-output=auto", story_});
  const std::size_t row = text.find("###   `created_at`='2024-03-01 00:00:00.000' UTC\n");
  const std::size_t block = text.find("\nBINLOG '\n", text.find("\tWrite_rows: "));
  ASSERT_NE(row, text.npos);
  ASSERT_NE(block, text.npos);
  EXPECT_LT(row, block);
  EXPECT_LT(block, text.find("\tXid = 13\n"));
}

TEST_F(TextCli, BinlogStatementsAreAllThatAutoAdds) {
  const std::string with = print({"--base64-output=auto", story_});
  const std::string without = std::regex_replace(with, std::regex("\n+BINLOG '\n[^']*'[^\n]*\n"), "\n");
  EXPECT_EQ(without, print({story_}));
  for (const char* option : {"--base64-output=never", "--base64-output=decode-rows", "--base64-output=unspec"}) {
    EXPECT_EQ(print({option, story_}), print({story_})) << option;
  }
}

// --- hexdump and short form

TEST_F(TextCli, Hexdump) {
  const std::string text = print({"-H", fixture("file-stop.000001")});
  EXPECT_THAT(text, HasSubstr("# 00000478 96 67 0c 6b   03   65 00 00 00   17 00 00 00   8f 04 00 00   00 00\n"));
  // The bytes of each event come between its header line and the rest of it.
  std::string without =
      std::regex_replace(text, std::regex("\n# Position  Timestamp [^\n]*(\n# [0-9a-f]{8} [^\n]*)+\n# "), "");
  EXPECT_EQ(without, print({fixture("file-stop.000001")}));
}

TEST_F(TextCli, ShortFormWinsOverAllThatAdds) {
  const std::string statements = print({"-s", story_});
  EXPECT_THAT(statements, Not(HasSubstr("#")));
  EXPECT_EQ(print({"-s", "-vv", "-H", "--base64-output=auto", "--print-table-metadata", story_}), statements);
}

// --- faults

TEST_F(TextCli, FaultsStandWhereTheyOccurred) {
  struct Case {
    std::string what;
    EventType type;
    std::string body;
    std::string shown;  ///< Behind "# ERROR: offset N: ".
  };
  const std::string map = from_hex("010000000000 0100 01 6400 01 7400 03");
  const std::string head = from_hex("010000000000 0100 0200 03 ff 00");
  const Case cases[] = {
      {"JSON", EventType::WRITE_ROWS_EVENT,
       map + from_hex("01f501 01 04 00") + "|" + head + from_hex("05 03000000 ff0102 07"),
       "value: no JSON document in column @2 (byte 37 of the event)"},
      {"GEOMETRY", EventType::WRITE_ROWS_EVENT,
       map + from_hex("01ff01 01 01 00") + "|" + head + from_hex("05 03 010203 07"),
       "value: no GEOMETRY in column @2 (byte 34 of the event)"},
      {"unknown type", EventType::WRITE_ROWS_EVENT,
       map + from_hex("018001 00 00") + "|" + head + from_hex("05 aabb 07"), "column @2 of type 128: "},
  };
  for (const Case& fault : cases) {
    const std::size_t cut = fault.body.find('|');
    LogBuilder log;
    log.add(EventType::TABLE_MAP_EVENT, fault.body.substr(0, cut));
    const std::size_t at = log.add(fault.type, fault.body.substr(cut + 1));
    log.add_query("CREATE DATABASE after_it");
    const RunResult result = run({write("fault", log.bytes())});
    EXPECT_EQ(result.exit_code, 1) << fault.what;
    EXPECT_THAT(result.out, HasSubstr(fmt::format("\n# ERROR: offset {}: {}", at, fault.shown))) << fault.what;
    EXPECT_THAT(result.out, HasSubstr("###   @1=5\n")) << fault.what;
    EXPECT_LT(result.out.find("# ERROR: "), result.out.find("after_it")) << fault.what;
    EXPECT_THAT(result.err, AllOf(HasSubstr(fmt::format("fault: offset {}: WRITE_ROWS_EVENT: ", at)),
                                  HasSubstr("(byte "), EndsWith(" of the event)\n")))
        << fault.what;
    EXPECT_EQ(count(result.err, "\n"), 1) << fault.what;
  }
}

TEST_F(TextCli, FaultsAreColouredWhole) {
  LogBuilder log;
  log.add(EventType::XID_EVENT, "abc");
  const RunResult result = run({"--color=always", write("fault", log.bytes())});
  EXPECT_THAT(result.out, HasSubstr("\x1b[1;31m# ERROR: offset 127: xid: needs 8 bytes, 3 left (byte 19 of the "
                                    "event)\x1b[0m\n"));
}

TEST_F(TextCli, CutFileSaysSoAtItsEnd) {
  const RunResult result = run({fixture("file-cut-at-600.000001")});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(lines_with(result.out, "# ERROR: "), AllOf(HasSubstr("offset 548"), HasSubstr("incomplete event")));
  EXPECT_THAT(result.err, HasSubstr("offset 548"));
}

TEST_F(TextCli, WrongChecksumStandsBeforeItsEvent) {
  LogBuilder log;
  const std::size_t at = log.add_query("CREATE DATABASE at_it");
  std::string bytes = log.bytes();
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  const RunResult result = run({write("checksum", bytes)});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr(fmt::format("\n# ERROR: offset {}: checksum: stored 0x", at)));
  EXPECT_GT(result.out.find("# ERROR: "), result.out.find(at_line(at)));
}

// --- mysqlbinlog's place

TEST_F(TextCli, MysqlbinlogKnowsNoneOfIt) {
  for (const char* option : {"--column-names=never", "--changed-only", "--time-zone=utc", "--utc", "--color=always",
                             "--no-pager", "--quiet", "--format=text"}) {
    const RunResult result = run({kMysqlbinlog, option, story_});
    EXPECT_EQ(result.exit_code, 1) << option;
    EXPECT_THAT(result.out, IsEmpty()) << option;
    const std::string name(option, std::string_view(option).find_first_of("=") == std::string_view::npos
                                       ? std::string_view(option).size()
                                       : std::string_view(option).find('='));
    EXPECT_THAT(result.err, HasSubstr(name)) << option;
    EXPECT_EQ(run({option, story_}).exit_code, 0) << option;
  }
}

}  // namespace
}  // namespace binlogdump::test
