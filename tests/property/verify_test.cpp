// --verify beside the text of the same damaged logs.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "cli/log_builder.h"
#include "pipeline/dump.h"
#include "property/corpus.h"
#include "property/mutator.h"
#include "property/settings.h"
#include "quiet_stderr.h"
#include "temporary_path.h"
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
  const std::string path = temporary_path("verify.000001");
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
  std::filesystem::remove(path);
}

/// A log of the events of some captured ones, again and again.
std::string long_log() {
  constexpr std::size_t kSize = 700'000;
  std::vector<LogEvent> events;
  for (const char* const name : {"dml-basic.000001", "zstd-small.000001", "types-json-big.000001"}) {
    for (LogEvent& event : events_of(read_file(std::string(BINLOGDUMP_TESTDATA "/") + name))) {
      if (!is_event_of_file(event.type())) events.push_back(std::move(event));
    }
  }
  LogBuilder log;
  while (log.size() < kSize) {
    for (const LogEvent& event : events) log.add(event);
  }
  return log.bytes();
}

/// The lines that tell of wrong checksums and of bytes that are no events.
std::string damage_lines(const std::string& report) {
  std::istringstream lines(report);
  std::string found;
  for (std::string line; std::getline(lines, line);) {
    const bool is_damage = line.find(": checksum: stored ") != std::string::npos ||
                           line.find("; passed over ") != std::string::npos ||
                           line.find(": log_pos: ") != std::string::npos;
    if (is_damage) found += line + '\n';
  }
  return found;
}

// --verify=quick finds the same damage to the chain of events, at the same places.
TEST(Verify, QuickAgreesAboutDamage) {
  constexpr std::uint64_t kShare = 100;
  const QuietStderr quiet;
  const std::string path = temporary_path("verify.000001");
  int damaged = 0;
  for (std::uint64_t seed = first_seed(); seed < first_seed() + mutation_count() / kShare + 1; ++seed) {
    std::ofstream(path, std::ios::binary) << Mutator(corpus(), seed).make().bytes;
    const DumpRun full = run_dump(path, Verify::kFull);
    const DumpRun quick = run_dump(path, Verify::kQuick);
    ASSERT_EQ(damage_lines(quick.text), damage_lines(full.text)) << "BINLOGDUMP_PROPERTY_SEED=" << seed;
    ASSERT_LE(quick.outcome, full.outcome) << "BINLOGDUMP_PROPERTY_SEED=" << seed;
    if (!damage_lines(full.text).empty()) ++damaged;
  }
  EXPECT_GT(damaged, 0);
  std::filesystem::remove(path);
}

// The same where events are passed over by the thousand, with a changed byte somewhere among them.
TEST(Verify, QuickAgreesAboutDamageInLongLogs) {
  const QuietStderr quiet;
  const std::string path = temporary_path("verify.000001");
  const std::string sound = long_log();
  ASSERT_GT(sound.size(), 600'000U);
  std::ofstream(path, std::ios::binary) << sound;
  ASSERT_EQ(run_dump(path, Verify::kQuick).outcome, Outcome::kClean);
  for (std::size_t at = 5'000; at < sound.size(); at += 23'456) {
    std::string bytes = sound;
    bytes[at] ^= 0x20;
    std::ofstream(path, std::ios::binary) << bytes;
    const DumpRun full = run_dump(path, Verify::kFull);
    const DumpRun quick = run_dump(path, Verify::kQuick);
    EXPECT_NE(damage_lines(full.text), "") << at;
    EXPECT_EQ(damage_lines(quick.text), damage_lines(full.text)) << at;
  }
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace binlogdump::test
