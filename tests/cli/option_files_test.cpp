// What is said of option files was looked up with mysqlbinlog 9.7.4 --print-defaults.

#include "cli/option_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/options.h"
#include "temporary_path.h"

namespace binlogdump {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Words = std::vector<std::string>;

class OptionFiles : public testing::Test {
 protected:
  OptionFiles() : folder_(test::temporary_path("option-files")) {
    std::filesystem::create_directories(folder_ + "/more");
    // So that no file of the user's who runs the test is read.
    ::setenv("HOME", folder_.c_str(), 1);
    ::unsetenv("MYSQL_HOME");
    ::unsetenv("MYSQL_GROUP_SUFFIX");
  }
  ~OptionFiles() override {
    ::unsetenv("MYSQL_HOME");
    ::unsetenv("MYSQL_GROUP_SUFFIX");
    std::filesystem::remove_all(folder_);
  }

  std::string write(const std::string& name, const std::string& text) {
    const std::string path = folder_ + "/" + name;
    std::ofstream(path, std::ios::binary) << text;
    ::chmod(path.c_str(), 0644);
    return path;
  }

  /// What the groups mysqlbinlog and client of a file with this text bring.
  Words read(const std::string& text) {
    return with_option_files({"--defaults-file=" + write("a.cnf", text)}, {"mysqlbinlog", "client"}).arguments;
  }

  /// What a line of group mysqlbinlog brings.
  std::string line(const std::string& text) {
    const Words words = read("[mysqlbinlog]\n" + text + "\n");
    EXPECT_EQ(words.size(), 1U) << text;
    return words.empty() ? "" : words[0];
  }

  std::string folder_;
};

TEST_F(OptionFiles, GroupsInTheOrderOfTheFile) {
  EXPECT_THAT(read("# c\n; c\n\n[client]\nuser=u\n[mysqld]\nx=1\n[mysqlbinlog]\nverbose\n[CLIENT] junk\nhost=h\n"),
              ElementsAre("--user=u", "--verbose", "--host=h"));
  EXPECT_THAT(read("[ client]\nuser=u\n[client \t]\nhost=h"), ElementsAre("--host=h"));
  EXPECT_THAT(read("[client]\r\nuser=x\r\n"), ElementsAre("--user=x"));
}

TEST_F(OptionFiles, Values) {
  const std::string lines[][2] = {{"user = 'a b' # c", "--user=a b"},
                                  {"user = \"a\" ", "--user=a"},
                                  {"user='a#b' # c", "--user=a#b"},
                                  {"user=a#b", "--user=a"},
                                  {"user=x ;y", "--user=x ;y"},
                                  {"user = 'a' b", "--user='a' b"},
                                  {"user='a'b'", "--user=a'b"},
                                  {"user=\"a", "--user=\"a"},
                                  {"user='x", "--user='x"},
                                  {"user=''", "--user="},
                                  {"user=", "--user="},
                                  {"  user  =  x  y  ", "--user=x  y"},
                                  {R"(user=a\sb\tc\nd\\e\"f\qg)", "--user=a b\tc\nd\\e\"f\\qg"},
                                  {R"(user=a\)", R"(--user=a\)"},
                                  {R"(user=a\'b)", "--user=a'b"},
                                  {R"(user='a\'b')", "--user=a'b"},
                                  {"result_file", "--result_file"},
                                  {"verbose#c", "--verbose"},
                                  {"-v", "---v"}};
  for (const auto& [text, expected] : lines) EXPECT_EQ(line(text), expected) << text;
}

TEST_F(OptionFiles, IncludedFilesAndFolders) {
  const std::string c = write("c.cnf", "[client]\nuser=fromc\n");
  write("more/z.cnf", "[mysqlbinlog]\nserver-id=1\n");
  write("more/a.cnf", "[mysqlbinlog]\nserver-id=2\n");
  write("more/n.ini", "[mysqlbinlog]\nserver-id=3\n");
  EXPECT_THAT(read("[mysqlbinlog]\n!include " + c + "\ndatabase=b\n! includedir " + folder_ + "/more/ # c\noffset=9\n"),
              ElementsAre("--user=fromc", "--database=b", "--server-id=2", "--server-id=1", "--offset=9"));
  EXPECT_THAT(read("[client]\n!nonsense\n!include " + folder_ + "/nosuch\nuser=u\n"), ElementsAre("--user=u"));
}

TEST_F(OptionFiles, FilesThatIncludeEachOtherComeToAnEnd) {
  const std::string path = write("loop.cnf", "[client]\nuser=u\n!include " + folder_ + "/loop.cnf\n");
  const FullArguments full = with_option_files({"--defaults-file=" + path}, {"client"});
  EXPECT_EQ(full.arguments.size(), 11U);
  EXPECT_THAT(full.warnings, HasSubstr("include each other"));
}

TEST_F(OptionFiles, Faults) {
  EXPECT_THROW(read("user=x\n"), UsageError);
  EXPECT_THROW(read("[client\n"), UsageError);
  EXPECT_THROW(read("[client]\n!include\n"), UsageError);
  EXPECT_THROW(read("[client]\n!includedir " + folder_ + "/nosuch\n"), UsageError);
  EXPECT_THROW(with_option_files({"--defaults-file=" + folder_ + "/nosuch"}, {"client"}), UsageError);
  EXPECT_THROW(with_option_files({"--defaults-extra-file=" + folder_ + "/nosuch"}, {"client"}), UsageError);
}

TEST_F(OptionFiles, WhatAnybodyMayWriteIsPassedOver) {
  const std::string path = write("a.cnf", "[client]\nuser=u\n");
  ::chmod(path.c_str(), 0646);
  const FullArguments full = with_option_files({"--defaults-file=" + path}, {"client"});
  EXPECT_THAT(full.arguments, IsEmpty());
  EXPECT_THAT(full.warnings, HasSubstr("anybody may write it"));
}

TEST_F(OptionFiles, WhichFilesAreRead) {
  write(".my.cnf", "[client]\nuser=home\n");
  const std::string extra = write("e.cnf", "[client]\nuser=extra\n");
  const auto words = [](const Words& arguments) { return with_option_files(arguments, {"client"}).arguments; };
  EXPECT_THAT(words({"x"}), ElementsAre("--user=home", "x"));
  EXPECT_THAT(words({"--defaults-extra-file=" + extra, "x"}), ElementsAre("--user=extra", "--user=home", "x"));
  EXPECT_THAT(words({"--defaults-file=~/e.cnf", "--defaults-extra-file=" + extra, "x"}),
              ElementsAre("--user=extra", "x"));
  EXPECT_THAT(words({"--defaults-file=", "x"}), ElementsAre("x"));
  EXPECT_THAT(words({"--mysqlbinlog", "--no-defaults", "x"}), ElementsAre("--mysqlbinlog", "x"));
  // Only at the beginning.
  EXPECT_THAT(words({"x", "--no-defaults"}), ElementsAre("--user=home", "x", "--no-defaults"));
}

TEST_F(OptionFiles, MysqlHomeIsReadBeforeTheExtraFile) {
  write(".my.cnf", "[client]\nuser=home\n");
  write("more/my.cnf", "[client]\nuser=more\n");
  const std::string extra = write("e.cnf", "[client]\nuser=extra\n");
  ::setenv("MYSQL_HOME", (folder_ + "/more").c_str(), 1);
  EXPECT_THAT(with_option_files({"--defaults-extra-file=" + extra, "x"}, {"client"}).arguments,
              ElementsAre("--user=more", "--user=extra", "--user=home", "x"));
  ::setenv("MYSQL_HOME", (folder_ + "/more/").c_str(), 1);
  EXPECT_THAT(with_option_files({}, {"client"}).arguments, ElementsAre("--user=more", "--user=home"));
  EXPECT_THAT(with_option_files({"--no-defaults", "x"}, {"client"}).arguments, ElementsAre("x"));
  ::setenv("MYSQL_HOME", "", 1);
  EXPECT_THAT(with_option_files({}, {"client"}).arguments, ElementsAre("--user=home"));
}

TEST_F(OptionFiles, GroupSuffix) {
  write(".my.cnf", "[client]\nuser=a\n[client-x]\nuser=b\n[client-y]\nuser=c\n");
  EXPECT_THAT(with_option_files({"--defaults-group-suffix=-x"}, {"client"}).arguments,
              ElementsAre("--user=a", "--user=b"));
  ::setenv("MYSQL_GROUP_SUFFIX", "-y", 1);
  EXPECT_THAT(with_option_files({}, {"client"}).arguments, ElementsAre("--user=a", "--user=c"));
  EXPECT_THAT(with_option_files({"--defaults-group-suffix=-x"}, {"client"}).arguments,
              ElementsAre("--user=a", "--user=b"));
}

TEST_F(OptionFiles, PrintDefaults) {
  write(".my.cnf", "[binlogdump]\nverbose\n[client]\npassword=secret\n[mysqlbinlog]\noffset=3\n");
  const ParseResult own = parse_options("binlogdump", {"--print-defaults", "x"});
  EXPECT_FALSE(own.options);
  EXPECT_EQ(own.output, "binlogdump would have been started with the following arguments:\n--verbose x \n");
  const ParseResult theirs = parse_options("/bin/mysqlbinlog", {"--print-defaults", "--start-position=5"});
  EXPECT_EQ(theirs.output,
            "/bin/mysqlbinlog would have been started with the following arguments:\n"
            "--password=***** --offset=3 --start-position=5 \n");
  EXPECT_EQ(theirs.exit_code, 0);
}

TEST_F(OptionFiles, TheCommandLineHasTheLastWord) {
  write(".my.cnf", "[mysqlbinlog]\noffset=3\nshort-form\n[binlogdump]\nutc\n");
  const ParseResult theirs = parse_options("mysqlbinlog", {"--offset=4", "file"});
  ASSERT_TRUE(theirs.options);
  EXPECT_EQ(theirs.options->selection.offset, 4U);
  EXPECT_TRUE(theirs.options->print.short_form);
  const ParseResult own = parse_options("binlogdump", {"file"});
  ASSERT_TRUE(own.options);
  EXPECT_EQ(own.options->selection.offset, 0U);
  EXPECT_EQ(own.options->time_zone, "UTC0");
}

}  // namespace
}  // namespace binlogdump
