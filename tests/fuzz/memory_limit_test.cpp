// The program needs little memory whatever the log: it gets 256 MiB of address space, libraries included, for every
// captured log and for every finding of the fuzz targets, be that a log or not.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "binlogdump/open_log.h"
#include "cli/cli_fixture.h"
#include "fuzz/seeds.h"

namespace binlogdump::test {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

// A sanitizer's shadow alone is many times as large.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
constexpr bool kSanitized = __has_feature(address_sanitizer);
#else
constexpr bool kSanitized = false;
#endif

std::vector<std::string> inputs() {
  std::vector<std::string> paths;
  for (const fs::path& path : captured_files()) {
    if (is_log(path)) paths.push_back(path);
  }
  // There may be none, and then no folder.
  std::error_code none;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(BINLOGDUMP_FINDINGS, none)) {
    if (entry.is_regular_file()) paths.push_back(entry.path());
  }
  return paths;
}

class LittleMemory : public Cli, public testing::WithParamInterface<Words> {};

TEST_P(LittleMemory, IsEnough) {
  if (kSanitized) GTEST_SKIP() << "not with a sanitizer";
  RunOptions limited = options();
  limited.address_space = std::size_t{256} << 20;
  const std::string keys = "--keyring-file=" BINLOGDUMP_TESTDATA "/encrypted/keyring_file";
  for (const std::string& path : inputs()) {
    const RunResult result = run(GetParam() + Words{keys, path}, limited);
    EXPECT_THAT(result.exit_code, AnyOf(0, 1, 2)) << path;
    EXPECT_THAT(result.err, Not(AnyOf(HasSubstr("bad_alloc"), HasSubstr("length_error"), HasSubstr("memory")))) << path;
  }
}

/// The last word of the options.
std::string name_of(const testing::TestParamInfo<Words>& info) {
  if (info.param.empty()) return "text";
  return info.param.back().substr(info.param.back().find_last_of("-=") + 1);
}

INSTANTIATE_TEST_SUITE_P(Formats, LittleMemory,
                         testing::Values(Words{}, Words{"-vv"}, Words{"--format=events"}, Words{"--format=hex"},
                                         Words{"--format=json"}, Words{"--check-coverage"}, Words{"--verify"},
                                         Words{"--local-load=.", "-vv", "--mysqlbinlog"}),
                         name_of);

}  // namespace
}  // namespace binlogdump::test
