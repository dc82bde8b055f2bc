// --verify beside the text of the same damaged logs.

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "pipeline/dump.h"
#include "property/corpus.h"
#include "property/mutator.h"
#include "property/settings.h"
#include "quiet_stderr.h"
#include "values/value_test.h"

namespace binlogdump::test {
namespace {

struct DumpRun {
  Outcome outcome;
  std::string text;
};

DumpRun run_dump(const std::string& path, Verify verify) {
  StringSink sink;
  TextBuffer out(&sink);
  DumpOptions options;
  options.print.verify = verify;
  const Outcome outcome = Dump(out, options).run({path});
  return {.outcome = outcome, .text = sink.text};
}

// What the text shows as an error, --verify must find.
TEST(Verify, FindsAllThatTheTextFinds) {
  constexpr std::uint64_t kShare = 100;
  const QuietStderr quiet;
  const std::string path = testing::TempDir() + "binlogdump-verify.000001";
  int damaged = 0;
  for (std::uint64_t seed = first_seed(); seed < first_seed() + mutation_count() / kShare + 1; ++seed) {
    std::ofstream(path, std::ios::binary) << Mutator(corpus(), seed).make().bytes;
    const DumpRun text = run_dump(path, Verify::kNo);
    const DumpRun report = run_dump(path, Verify::kFull);
    ASSERT_GE(report.outcome, text.outcome) << "BINLOGDUMP_PROPERTY_SEED=" << seed << '\n' << report.text;
    // What it finds it says, and with what it says nothing about nothing is wrong.
    ASSERT_EQ(report.outcome != Outcome::kClean, report.text.find(": fault: ") != std::string::npos)
        << "BINLOGDUMP_PROPERTY_SEED=" << seed << '\n'
        << report.text;
    if (report.outcome != Outcome::kClean) ++damaged;
  }
  EXPECT_GT(damaged, 0);
}

}  // namespace
}  // namespace binlogdump::test
