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

class Replay : public testing::TestWithParam<Target> {};

TEST_P(Replay, Seeds) {
  static const auto all = make_seeds();
  ASSERT_TRUE(all.contains(GetParam().name));
  std::size_t number = 0;
  for (const std::string& seed : all.at(GetParam().name)) {
    EXPECT_EQ(GetParam().run(seed), "") << "number " << ++number << " of fuzz_seeds";
  }
}

// Inputs that once found something, as small as libFuzzer could make them.
TEST_P(Replay, Findings) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(BINLOGDUMP_FINDINGS) / GetParam().name;
  if (!fs::exists(folder)) GTEST_SKIP() << "none so far";
  for (const auto& entry : fs::directory_iterator(folder)) {
    EXPECT_EQ(GetParam().run(read_file(entry.path())), "") << entry.path();
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, Replay, testing::ValuesIn(kTargets),
                         [](const auto& target) { return std::string(target.param.name); });

}  // namespace
}  // namespace binlogdump::test
