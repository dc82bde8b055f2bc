#include "binlogdump/log_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/cli_fixture.h"
#include "io/compress.h"

namespace binlogdump::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class LogListTest : public Cli {
 protected:
  void write_log(const std::string& name) const { write(name, LogBuilder().bytes()); }
  /// Names without the test's folder.
  Words list(const Words& named, const SourceOptions& options = {}) {
    Words paths;
    for (const std::string& name : named) paths.push_back(path(name));
    const LogList logs = list_logs(paths, options);
    faults_ = logs.faults;
    Words names;
    for (const std::string& file : logs.files) {
      EXPECT_TRUE(file.starts_with(path(""))) << file;
      names.push_back(file.substr(path("").size()));
    }
    return names;
  }
  std::string next(const std::string& name, std::string_view rotated_to = "") const {
    const std::optional<std::string> found = find_next_log(path(name), rotated_to);
    return found ? found->substr(path("").size()) : "";
  }

  Words faults_;
};

TEST_F(LogListTest, AFolderIsItsLogsByNumber) {
  make_folder("logs");
  for (const char* name : {"logs/b.1000000", "logs/b.999999", "logs/b.000010", "logs/a.000011", "logs/saved"}) {
    write_log(name);
  }
  write("logs/b.000002.gz", compress(Compression::kGzip, LogBuilder().bytes()));
  write("logs/b.000003.zst", compress(Compression::kZstd, "a text"));
  fs::copy_file(fixture("encrypted/binlog.000001"), path("logs/b.000001"));
  write("logs/b.index", "./b.000001\n");
  write("logs/b.000004", "");
  fs::create_directory(path("logs/b.000005"));
  EXPECT_THAT(list({"logs"}), ElementsAre("logs/b.000001", "logs/b.000002.gz", "logs/b.000010", "logs/a.000011",
                                          "logs/b.999999", "logs/b.1000000", "logs/saved"));
  EXPECT_THAT(faults_, IsEmpty());
}

TEST_F(LogListTest, AFolderWithoutLogsIsAFault) {
  make_folder("logs");
  write("logs/other", "text");
  EXPECT_THAT(list({"logs"}), IsEmpty());
  EXPECT_THAT(faults_, ElementsAre(HasSubstr("no binary log is in this folder")));
}

TEST_F(LogListTest, AnIndexNamesLogs) {
  make_folder("logs");
  for (const char* name : {"logs/b.000001", "logs/b.000002", "logs/b.000004"}) write_log(name);
  write("logs/b.index", "./b.000002\nb.000001\r\n\n/var/lib/mysql/b.000004\nb.000003\n/nowhere/b.000009");
  EXPECT_THAT(list_logs({path("logs/b.index")}, {}).files,
              ElementsAre(path("logs/./b.000002"), path("logs/b.000001"), path("logs/b.000004"), path("logs/b.000003"),
                          "/nowhere/b.000009"))
      << "those that are not there, too: opening them is what fails";
}

TEST_F(LogListTest, AnEmptyIndexIsAFault) {
  write("b.index", "\n");
  EXPECT_THAT(list({"b.index"}), IsEmpty());
  EXPECT_THAT(faults_, ElementsAre(HasSubstr("names no binary log")));
}

TEST_F(LogListTest, ALogMayBeNamedIndex) {
  write_log("odd.index");
  EXPECT_THAT(list({"odd.index"}), ElementsAre("odd.index"));
}

TEST_F(LogListTest, TheLastOnesOfAllThatAreNamed) {
  make_folder("logs");
  for (const char* name : {"logs/b.000001", "logs/b.000002", "c.000001"}) write_log(name);
  EXPECT_THAT(list({"logs"}, {.last = 1}), ElementsAre("logs/b.000002"));
  EXPECT_THAT(list({"logs", "c.000001"}, {.last = 2}), ElementsAre("logs/b.000002", "c.000001"));
  EXPECT_THAT(list({"logs"}, {.last = 9}), ElementsAre("logs/b.000001", "logs/b.000002"));
}

TEST_F(LogListTest, TheNextLogHasTheNextNumberOrTheNameThatWasGiven) {
  for (const char* name : {"b.000001", "b.000002", "b.999999", "b.1000000", "c.000001"}) write_log(name);
  EXPECT_EQ(next("b.000001"), "b.000002");
  EXPECT_EQ(next("b.000002"), "");
  EXPECT_EQ(next("b.999999"), "b.1000000");
  EXPECT_EQ(next("b.000001", "c.000001"), "c.000001");
  EXPECT_EQ(next("b.000001", "d.000001"), "b.000002") << "what is not there can't be meant";
  EXPECT_EQ(next("b.000001", "b.000001"), "b.000002");
  make_folder("logs");
  write_log("logs/b.000001");
  EXPECT_EQ(next("logs/b.000001", "../c.000001"), "") << "never from another folder";
  EXPECT_EQ(next("saved"), "");
}

TEST(LogName, IsTakenApart) {
  const auto parts = [](const std::string& path) {
    const LogName name = split_log_name(path);
    return name.base + '|' + name.number + '|' + name.text();
  };
  EXPECT_EQ(parts("/var/lib/mysql/binlog.000024"), "binlog|000024|binlog.000024");
  EXPECT_EQ(parts("binlog.000024.gz"), "binlog|000024|binlog.000024");
  EXPECT_EQ(parts("db1.5.7.binlog.000024.tar.zst"), "db1.5.7.binlog|000024|db1.5.7.binlog.000024");
  EXPECT_EQ(parts("saved"), "saved||saved");
  EXPECT_EQ(parts("-"), "-||-");
}

}  // namespace
}  // namespace binlogdump::test
