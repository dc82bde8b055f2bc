// Every seed and every finding of the fuzz targets, through the build at hand.

#include <gtest/gtest.h>

#include <filesystem>

#include "cli/log_builder.h"
#include "fuzz/seeds.h"
#include "fuzz/targets.h"

namespace binlogdump::test {
namespace {

struct Target {
  const char* name;
  std::string (*run)(Bytes input);
};

constexpr Target kTargets[] = {
#define TARGET(name) {#name, fuzz_##name},
#include "fuzz/targets.def"
#undef TARGET
};

class ReplayOf : public testing::TestWithParam<Target> {};

TEST_P(ReplayOf, Seeds) {
  static const auto all = make_seeds();
  ASSERT_TRUE(all.contains(GetParam().name));
  std::size_t number = 0;
  for (const std::string& seed : all.at(GetParam().name)) {
    EXPECT_EQ(GetParam().run(seed), "") << "number " << ++number << " of fuzz_seeds";
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, ReplayOf, testing::ValuesIn(kTargets),
                         [](const auto& target) { return std::string(target.param.name); });

// Inputs that once found something, as small as libFuzzer could make them.
TEST(Replay, Findings) {
  namespace fs = std::filesystem;
  int findings = 0;
  for (const Target& target : kTargets) {
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(fs::path(BINLOGDUMP_FINDINGS) / target.name, none)) {
      EXPECT_EQ(target.run(read_file(entry.path())), "") << entry.path();
      ++findings;
    }
  }
  EXPECT_GT(findings, 0);
}

}  // namespace
}  // namespace binlogdump::test
