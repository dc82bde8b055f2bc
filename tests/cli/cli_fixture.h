#pragma once
// What the tests of the command line share: runs of the program in a folder of their own, and looks at what it says.
//
// Compile definitions: BINLOGDUMP_BINARY, path of the program; BINLOGDUMP_TESTDATA, path of the folder testdata.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "cli/log_builder.h"
#include "run_binary.h"

namespace binlogdump::test {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

inline constexpr const char* kMysqlbinlog = "--mysqlbinlog";
/// Both ways of running the program, as the arguments that choose them.
inline const std::vector<Words> kDresses = {{}, {kMysqlbinlog}};

inline std::string fixture(const std::string& name) {
  return std::string(BINLOGDUMP_TESTDATA "/") + name;
}

/// The captured logs, by name.
inline std::vector<std::string> fixtures() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(BINLOGDUMP_TESTDATA)) {
    const std::string number = entry.path().extension().string();
    if (number.size() == 7 && number.find_first_not_of("0123456789", 1) == std::string::npos) {
      names.push_back(entry.path().filename().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

inline Words operator+(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

inline int count(std::string_view text, std::string_view part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

/// The lines that begin with `start`.
inline std::string lines_with(const std::string& text, std::string_view start) {
  std::string lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    if (std::string_view(text).substr(at).starts_with(start)) lines += text.substr(at, end - at);
    at = end;
  }
  return lines;
}

/// What is behind the first line, which names the file.
inline std::string without_first_line(const std::string& text) {
  return text.substr(text.find('\n') + 1);
}

inline std::string at_line(std::size_t offset) {
  return fmt::format("# at {}\n", offset);
}

/// A folder of its own for each test, where the program runs.
class Cli : public testing::Test {
 protected:
  Cli() {
    std::string name = fs::temp_directory_path() / "binlogdump-cli-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("can't make " + name);
    folder_ = name;
    fs::create_directory(folder_ / "tmp");
  }
  ~Cli() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  std::string path(const std::string& name) const { return folder_ / name; }
  std::string write(const std::string& name, std::string_view bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }
  std::string make_folder(const std::string& name) const {
    fs::create_directory(path(name));
    return path(name);
  }
  /// Names in a folder, sorted.
  Words entries(const std::string& name) const {
    Words names;
    for (const fs::directory_entry& entry : fs::directory_iterator(path(name))) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  RunOptions options() const {
    return {.cwd = folder_, .env = {"TZ=UTC", "LC_ALL=C", "HOME=" + folder_.string(), "TMPDIR=" + path("tmp")}};
  }
  RunResult run(const Words& args) const { return run(args, options()); }
  RunResult run_with_stdin(const Words& args, const std::string& bytes) const {
    RunOptions with_stdin = options();
    with_stdin.stdin_bytes = bytes;
    return run(args, with_stdin);
  }
  static RunResult run(const Words& args, const RunOptions& options) {
    RunResult result = run_binary(args, options);
    // A sanitizer's exit code could be taken for an expected one.
    EXPECT_THAT(result.err, testing::AllOf(testing::Not(testing::HasSubstr("Sanitizer")),
                                           testing::Not(testing::HasSubstr("runtime error"))));
    EXPECT_GE(result.exit_code, 0) << "killed by a signal";
    return result;
  }

  fs::path folder_;
};

/// The first event of a type in a captured log.
inline LogEvent first_event(const std::string& fixture_name, EventType type) {
  for (LogEvent& event : events_of(read_file(fixture(fixture_name)))) {
    if (event.type() == type) return event;
  }
  throw std::runtime_error("no such event in " + fixture_name);
}

}  // namespace binlogdump::test
