// --check-coverage: each byte of each captured log has a label, and what no decoder knows is in a list with its reason.
//
// BINLOGDUMP_FIXTURES=FOLDER in the environment has the logs in that folder's folders checked as well.

#include <fnmatch.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "cli/log_builder.h"
#include "printers/dumped.h"

namespace binlogdump::test {
namespace {

namespace fs = std::filesystem;

struct Coverage {
  std::uint64_t bytes = 0;
  std::uint64_t labelled = 0;
  std::uint64_t unparsed = 0;
  std::uint64_t undecoded = 0;
  std::uint64_t inside = 0;
  std::uint64_t unparsed_inside = 0;
};

Coverage parse_line(const std::string& text, const std::string& path) {
  std::istringstream lines(text);
  std::string header;
  std::string line;
  std::getline(lines, header);
  std::getline(lines, line);
  EXPECT_EQ(header, "file\tbytes\tlabelled\tunparsed\tundecoded\tbytes inside payloads\tunparsed inside payloads");
  EXPECT_TRUE(line.starts_with(path + "\t")) << line;
  std::istringstream numbers(line.substr(std::min(line.size(), path.size())));
  Coverage coverage;
  numbers >> coverage.bytes >> coverage.labelled >> coverage.unparsed >> coverage.undecoded >> coverage.inside >>
      coverage.unparsed_inside;
  EXPECT_FALSE(numbers.fail()) << line;
  return coverage;
}

Coverage coverage_of(const std::string& path) {
  return parse_line(dump_file(path, {.check_coverage = true}).text, path);
}

/// A line of testdata/coverage-allowed.
struct Allowed {
  std::string pattern;
  std::string unparsed;  ///< A number, or * for any.
  std::string undecoded;

  bool matches(const fs::path& path) const {
    const std::string name = (path.parent_path().filename() / path.filename()).string();
    return ::fnmatch(pattern.c_str(), name.c_str(), FNM_PATHNAME) == 0;
  }
  static bool allows(const std::string& number, std::uint64_t count) {
    return number == "*" || number == std::to_string(count);
  }
};

std::vector<Allowed> read_allowed() {
  std::vector<Allowed> list;
  std::ifstream in(BINLOGDUMP_TESTDATA "/coverage-allowed");
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    Allowed& allowed = list.emplace_back();
    std::string reason;
    words >> allowed.pattern >> allowed.unparsed >> allowed.undecoded;
    EXPECT_TRUE(std::getline(words, reason) && reason.size() > 1) << line;
  }
  EXPECT_FALSE(list.empty());
  return list;
}

std::vector<fs::path> logs_in(const fs::path& folder) {
  std::vector<fs::path> logs;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::string head(kBinlogMagic.size(), '\0');
    std::ifstream(entry.path(), std::ios::binary).read(head.data(), static_cast<std::streamsize>(head.size()));
    if (head == kBinlogMagic) logs.push_back(entry.path());
  }
  return logs;
}

void check_folder(const fs::path& folder) {
  const std::vector<Allowed> list = read_allowed();
  const std::vector<fs::path> logs = logs_in(folder);
  EXPECT_FALSE(logs.empty()) << folder;
  for (const fs::path& path : logs) {
    SCOPED_TRACE(path.string());
    const Coverage coverage = coverage_of(path.string());
    EXPECT_EQ(coverage.bytes, fs::file_size(path));
    EXPECT_EQ(coverage.labelled, coverage.bytes);
    Allowed allowed{.pattern = "", .unparsed = "0", .undecoded = "0"};
    for (const Allowed& entry : list) {
      if (entry.matches(path)) allowed = entry;
    }
    EXPECT_TRUE(Allowed::allows(allowed.unparsed, coverage.unparsed)) << coverage.unparsed << " unparsed";
    EXPECT_TRUE(Allowed::allows(allowed.undecoded, coverage.undecoded)) << coverage.undecoded << " undecoded";
    EXPECT_EQ(coverage.unparsed_inside, 0U);
  }
}

TEST(Coverage, OfTheCapturedLogs) {
  check_folder(BINLOGDUMP_TESTDATA);
}

TEST(Coverage, OfFurtherFixtures) {
  const char* fixtures = std::getenv("BINLOGDUMP_FIXTURES");
  if (fixtures == nullptr) GTEST_SKIP() << "BINLOGDUMP_FIXTURES is not set";
  for (const char* folder : {"mysql-9.7", "corpus", "mariadb-10.11"}) check_folder(fs::path(fixtures) / folder);
}

TEST(Coverage, CountsWhatIsInsideOfPayloads) {
  // The sum of the uncompressed sizes that the server has written into the payloads' heads.
  const Coverage coverage = coverage_of(BINLOGDUMP_TESTDATA "/zstd-variety.000001");
  EXPECT_EQ(coverage.inside, 844U);
  EXPECT_EQ(coverage.unparsed_inside, 0U);
}

TEST(Coverage, CountsUnknownTypesAndFaults) {
  LogBuilder log;
  log.add({.type_code = 200, .body = "what?"});
  log.add(EventType::XID_EVENT, "short");
  const std::string bytes = log.bytes() + "tail";
  const std::string text = dump_bytes(bytes, {.check_coverage = true}).text;
  const std::size_t size = bytes.size();
  EXPECT_NE(text.find("\t" + std::to_string(size) + "\t" + std::to_string(size) + "\t5\t9\t0\t0\n"), std::string::npos)
      << text;
}

TEST(Coverage, RowsWithoutTheirTableAreUndecoded) {
  LogBuilder log;
  log.add(EventType::WRITE_ROWS_EVENT, le(7, 6) + le(1, 2) + le(2, 2) + le(1, 1) + "\xff" + "rows");
  const Dumped dumped = dump_bytes(log.bytes(), {.check_coverage = true});
  EXPECT_NE(dumped.text.find("\t0\t4\t0\t0\n"), std::string::npos) << dumped.text;
  EXPECT_EQ(dumped.outcome, Outcome::kDamaged);
}

TEST(Coverage, PayloadsThatCantBeReadAreUndecoded) {
  LogBuilder log;
  log.add(EventType::TRANSACTION_PAYLOAD_EVENT, std::string("\2\1\0\1\1\4\0zstd", 11));
  const std::string text = dump_bytes(log.bytes(), {.check_coverage = true}).text;
  EXPECT_NE(text.find("\t0\t4\t0\t0\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace binlogdump::test
