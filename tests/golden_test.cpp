// `binlogdump --mysqlbinlog` against what the real mysqlbinlog printed: testdata/golden/mysqlbinlog; `--format=events`
// against what a real server answered: testdata/golden/events; and our own formats against what was found right and
// good to read: testdata/golden/text, hex and json. See testdata/README.md.
//
// Compile definitions: BINLOGDUMP_BINARY, path of the program; BINLOGDUMP_TESTDATA, path of the folder testdata.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <ostream>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "run_binary.h"
#include "sha256.h"

namespace binlogdump::test {
namespace {

namespace fs = std::filesystem;

const fs::path kTestdata = BINLOGDUMP_TESTDATA;
const fs::path kGoldens = kTestdata / "golden" / "mysqlbinlog";
const fs::path kEventsGoldens = kTestdata / "golden" / "events";
const fs::path kJsonGoldens = kTestdata / "golden" / "json";
const fs::path kOwnGoldens = kTestdata / "golden";
/// Folders there, one for each format.
constexpr const char* kOwnFormats[] = {"text", "hex"};

struct GoldenCase {
  std::string file;
  std::string mode;
  std::string stored;                ///< The mode under whose name the output is kept; often the mode itself. In our
                                     ///< own formats: format and mode.
  std::vector<std::string> options;  ///< What the mode means on the command line.
};

std::ostream& operator<<(std::ostream& out, const GoldenCase& golden) {
  for (const std::string& option : golden.options) out << option << ' ';
  return out << golden.file;
}

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The words of each line of a file of ours; comment lines left out.
std::vector<std::vector<std::string>> read_words(const fs::path& path) {
  std::vector<std::vector<std::string>> lines;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::vector<std::string> list{std::istream_iterator<std::string>(words), {}};
    if (!list.empty() && list[0][0] != '#') lines.push_back(std::move(list));
  }
  return lines;
}

/// For one binlog: its modes, and for each the mode under whose name the output is kept.
std::map<std::string, std::string> modes_of(const fs::path& folder) {
  std::map<std::string, std::string> stored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string kind = entry.path().extension().string();
    if (kind == ".txt" || kind == ".sha256") stored[entry.path().stem().string()] = entry.path().stem().string();
  }
  for (const std::vector<std::string>& words : read_words(folder / "SAME")) {
    const std::size_t equals = words[0].find('=');
    stored[words[0].substr(0, equals)] = words[0].substr(equals + 1);
  }
  return stored;
}

/// Names that end in a dot and six digits, in order.
std::vector<std::string> numbered_entries(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code missing;  // An empty list then, which a test of its own reports.
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, missing)) {
    const std::string number = entry.path().extension().string();
    if (number.size() == 7 && number.find_first_not_of("0123456789", 1) == std::string::npos) {
      names.push_back(entry.path().filename().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<GoldenCase> load_cases() {
  std::vector<GoldenCase> cases;
  const std::vector<std::vector<std::string>> modes = read_words(kGoldens / "MODES");
  for (const std::string& file : numbered_entries(kGoldens)) {
    const std::map<std::string, std::string> stored = modes_of(kGoldens / file);
    for (const std::vector<std::string>& mode : modes) {
      const auto found = stored.find(mode[0]);
      if (found != stored.end()) cases.push_back({file, mode[0], found->second, {mode.begin() + 1, mode.end()}});
    }
  }
  for (const std::vector<std::string>& words : read_words(kGoldens / "CASES")) {
    const std::string stored = modes_of(kGoldens / words[0])[words[1]];
    cases.push_back({words[0], words[1], stored, {words.begin() + 2, words.end()}});
  }
  return cases;
}

std::string identifier(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

std::string case_name(const testing::TestParamInfo<GoldenCase>& info) {
  return identifier(info.param.file + "_" + info.param.mode);
}

/// While it lives nobody else who keeps to the lock has /tmp/SQL_LOAD_MB-* files: the number at the end of the printed
/// name is the first that is free, and the goldens have 0.
class CleanLoadFiles {
 public:
  CleanLoadFiles() : lock_(::open("/tmp/binlogdump-load-data.lock", O_RDONLY | O_CREAT | O_CLOEXEC, 0666)) {
    if (lock_ >= 0) ::flock(lock_, LOCK_EX);
    remove_all();
  }
  CleanLoadFiles(const CleanLoadFiles&) = delete;
  CleanLoadFiles& operator=(const CleanLoadFiles&) = delete;
  ~CleanLoadFiles() {
    remove_all();
    if (lock_ >= 0) ::close(lock_);
  }

 private:
  static void remove_all() {
    std::vector<fs::path> paths;
    for (const fs::directory_entry& entry : fs::directory_iterator("/tmp")) {
      if (entry.path().filename().string().starts_with("SQL_LOAD_MB-")) paths.push_back(entry.path());
    }
    std::error_code ignored;
    for (const fs::path& path : paths) fs::remove(path, ignored);
  }

  int lock_;
};

/// In the folder of the binlogs, so that their bare names are printed.
RunResult run_in_testdata(std::vector<std::string> args, const std::vector<std::string>& options,
                          const std::string& file) {
  args.insert(args.end(), options.begin(), options.end());
  args.push_back(file);
  // TMPDIR would move the files of LOAD DATA, whose names are printed.
  return run_binary(std::move(args), {.cwd = kTestdata.string(), .env = {"TZ=UTC", "LC_ALL=C", "TMPDIR"}});
}

RunResult run_case(const GoldenCase& golden) {
  std::optional<CleanLoadFiles> clean;
  if (golden.file.starts_with("stmt-loaddata")) clean.emplace();
  return run_in_testdata({"--mysqlbinlog"}, golden.options, golden.file);
}

/// The line of `text` that begins at `begin`, as a string literal, so that blanks and control characters can be seen.
std::string quoted_line(std::string_view text, std::size_t begin) {
  if (begin >= text.size()) return "(end of the output)";
  const std::size_t end = text.find('\n', begin);
  const std::string line(text.substr(begin, end == std::string_view::npos ? end : end - begin + 1));
  return testing::PrintToString(line.substr(0, 400)) + (line.size() > 400 ? "..." : "");
}

/// Where two texts part: "line N", both lines.
std::string first_difference(std::string_view expected, std::string_view actual) {
  const auto parting = std::mismatch(expected.begin(), expected.end(), actual.begin(), actual.end());
  const auto offset = static_cast<std::size_t>(parting.first - expected.begin());
  const std::size_t newline = offset == 0 ? std::string_view::npos : expected.rfind('\n', offset - 1);
  const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
  std::ostringstream text;
  text << "first difference in line " << std::count(expected.begin(), parting.first, '\n') + 1 << ", column "
       << offset - begin + 1 << "\n  expected: " << quoted_line(expected, begin)
       << "\n  actual:   " << quoted_line(actual, begin);
  return text.str();
}

void expect_text(const fs::path& golden, const std::string& actual) {
  const std::string expected = read_file(golden);
  if (actual != expected) {
    ADD_FAILURE() << first_difference(expected, actual) << "\n  golden:   " << golden.string();
  }
}

class GoldenTest : public testing::TestWithParam<GoldenCase> {};

TEST_P(GoldenTest, PrintsWhatMysqlbinlogPrints) {
  const GoldenCase& golden = GetParam();
  const fs::path stored = kGoldens / golden.file / golden.stored;
  const RunResult run = run_case(golden);

  const fs::path text_path = stored.string() + ".txt";
  if (fs::exists(text_path)) {
    expect_text(text_path, run.out);
  } else {
    const std::string expected = read_file(stored.string() + ".sha256");
    EXPECT_EQ(sha256_hex(run.out) + " " + std::to_string(run.out.size()) + "\n", expected)
        << "Only the hash is kept; other modes of the file have text. Compare with the real mysqlbinlog: " << golden;
  }

  const bool fails = fs::exists(stored.string() + ".rc");
  EXPECT_GE(run.exit_code, 0) << "killed by a signal";
  EXPECT_EQ(run.exit_code != 0, fails) << "exit code " << run.exit_code;
  if (HasFailure() && !run.err.empty()) std::cerr << "stderr of the program:\n" << run.err.substr(0, 2000) << '\n';
}

INSTANTIATE_TEST_SUITE_P(Mysqlbinlog, GoldenTest, testing::ValuesIn(load_cases()), case_name);

std::vector<GoldenCase> load_own_cases() {
  std::vector<GoldenCase> cases;
  for (const std::string format : kOwnFormats) {
    for (const std::vector<std::string>& mode : read_words(kOwnGoldens / format / "MODES")) {
      const std::string stored = format + "/" + mode[0];
      for (const fs::directory_entry& entry : fs::directory_iterator(kOwnGoldens / stored)) {
        cases.push_back({entry.path().stem().string(), stored, stored, {mode.begin() + 1, mode.end()}});
      }
    }
  }
  return cases;
}

class OwnGoldenTest : public testing::TestWithParam<GoldenCase> {};

TEST_P(OwnGoldenTest, PrintsWhatPeopleFoundGoodToRead) {
  const GoldenCase& golden = GetParam();
  const RunResult run = run_in_testdata({}, golden.options, golden.file);
  expect_text(kOwnGoldens / golden.stored / (golden.file + ".txt"), run.out);
  const bool is_cut = golden.file.starts_with("file-cut");
  EXPECT_EQ(run.exit_code != 0, is_cut) << "exit code " << run.exit_code << ": " << run.err;
}

INSTANTIATE_TEST_SUITE_P(Own, OwnGoldenTest, testing::ValuesIn(load_own_cases()), case_name);

class EventsGoldenTest : public testing::TestWithParam<std::string> {};

TEST_P(EventsGoldenTest, PrintsWhatShowBinlogEventsAnswers) {
  const fs::path golden = kEventsGoldens / (GetParam() + ".txt");
  const fs::path part = kEventsGoldens / (GetParam() + ".part");
  const RunResult run = run_in_testdata({"--format=events"}, {}, GetParam());
  if (fs::exists(golden)) {
    expect_text(golden, run.out);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return;
  }
  // The server refuses the file: behind what it shows of it, ours has a line that says what is wrong.
  std::string expected = read_file(part);
  if (expected.empty()) expected = "Log_name\tPos\tEvent_type\tServer_id\tEnd_log_pos\tInfo\n";
  ASSERT_EQ(run.out.substr(0, expected.size()), expected);
  const std::string rest = run.out.substr(expected.size());
  EXPECT_EQ(std::count(rest.begin(), rest.end(), '\n'), 1) << rest;
  EXPECT_NE(rest.find("\tUnknown\t0\t0\t# ERROR: incomplete event"), std::string::npos) << rest;
  EXPECT_NE(run.exit_code, 0);
}

std::string file_name(const testing::TestParamInfo<std::string>& file) {
  return identifier(file.param);
}

INSTANTIATE_TEST_SUITE_P(Events, EventsGoldenTest, testing::ValuesIn(numbered_entries(kTestdata)), file_name);

std::vector<GoldenCase> load_json_cases() {
  std::vector<GoldenCase> cases;
  for (const fs::directory_entry& entry : fs::directory_iterator(kJsonGoldens)) {
    cases.push_back({entry.path().stem().string(), "json", "json", {"--format=json"}});
  }
  return cases;
}

class JsonGoldenTest : public testing::TestWithParam<GoldenCase> {};

TEST_P(JsonGoldenTest, PrintsWhatWasReadAndFoundRight) {
  const GoldenCase& golden = GetParam();
  const RunResult run = run_in_testdata({}, golden.options, golden.file);
  expect_text(kJsonGoldens / (golden.file + ".jsonl"), run.out);
}

INSTANTIATE_TEST_SUITE_P(Json, JsonGoldenTest, testing::ValuesIn(load_json_cases()), case_name);

TEST(GoldenFiles, EveryBinlogHasAText) {
  for (const std::string& file : numbered_entries(kTestdata)) {
    // Too long; their values are compared with what the server said, and with the SQL.
    if (file.starts_with("charsets.") || file.starts_with("traps-json-large.")) continue;
    EXPECT_TRUE(fs::exists(kOwnGoldens / "text" / "default" / (file + ".txt"))) << file;
  }
}

// Without these a missing folder or a forgotten run of make-goldens would pass unseen.
TEST(GoldenFiles, EveryBinlogHasGoldens) {
  const std::vector<std::string> binlogs = numbered_entries(kTestdata);
  EXPECT_FALSE(binlogs.empty());
  EXPECT_EQ(binlogs, numbered_entries(kGoldens));
}

TEST(GoldenFiles, EveryGoldenIsOfAKnownModeAndThere) {
  std::set<std::string> known;
  for (const std::vector<std::string>& mode : read_words(kGoldens / "MODES")) known.insert(mode[0]);
  for (const std::vector<std::string>& words : read_words(kGoldens / "CASES")) known.insert(words[0] + " " + words[1]);
  for (const std::string& file : numbered_entries(kGoldens)) {
    const std::map<std::string, std::string> modes = modes_of(kGoldens / file);
    EXPECT_FALSE(modes.empty()) << file;
    for (const auto& [mode, stored] : modes) {
      EXPECT_TRUE(known.contains(mode) || known.contains(file + " " + mode)) << file << ": " << mode;
      const fs::path path = kGoldens / file / stored;
      EXPECT_TRUE(fs::exists(path.string() + ".txt") || fs::exists(path.string() + ".sha256")) << path;
    }
  }
}

}  // namespace
}  // namespace binlogdump::test
