// Random damage to sound logs. settings.h says what the environment may change and how to repeat a failure.

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>

#include "property/corpus.h"
#include "property/log_checks.h"
#include "property/mutator.h"
#include "property/settings.h"
#include "temporary_path.h"

// Of the sanitizers, if the program is built with any.
extern "C" [[gnu::weak]] void __sanitizer_set_death_callback(void (*callback)());

namespace binlogdump::test {
namespace {

// --- which mutation is to blame if the test itself dies

std::atomic<std::uint64_t> current_seed{0};

void name_current_seed() {
  std::array<char, 96> text{"property test: died at BINLOGDUMP_PROPERTY_SEED="};
  char* end = std::to_chars(text.data() + std::strlen(text.data()), text.data() + text.size() - 1, current_seed).ptr;
  *end++ = '\n';
  if (::write(STDERR_FILENO, text.data(), static_cast<std::size_t>(end - text.data())) < 0) return;
}

void die_by_signal(int number) {
  name_current_seed();
  ::signal(number, SIG_DFL);
  ::raise(number);
}

/// While it lives, the end of the process by a fault names the mutation.
class BlameMutation {
 public:
  BlameMutation() {
    if (__sanitizer_set_death_callback != nullptr) {
      __sanitizer_set_death_callback(name_current_seed);
      return;
    }
    for (const int number : kSignals) ::signal(number, die_by_signal);
  }
  BlameMutation(const BlameMutation&) = delete;
  BlameMutation& operator=(const BlameMutation&) = delete;
  ~BlameMutation() {
    if (__sanitizer_set_death_callback != nullptr) {
      __sanitizer_set_death_callback(nullptr);
      return;
    }
    for (const int number : kSignals) ::signal(number, SIG_DFL);
  }

 private:
  // SIGTERM: so that a test that hangs can be asked for its mutation.
  static constexpr std::array kSignals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM};
};

// --- the test

constexpr std::uint64_t kShards = 8;

/// Keeps the log of a failure, to be looked at with other tools.
std::string keep(const std::string& log, std::uint64_t seed) {
  const std::string path = temporary_path(std::to_string(seed) + ".binlog");
  std::ofstream(path, std::ios::binary) << log;
  return path;
}

class Mutations : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Mutations, AreDecodedAndPrintedInOrder) {
  constexpr int kMostFailures = 5;
  const std::uint64_t begin = first_seed() + mutation_count() * GetParam() / kShards;
  const std::uint64_t end = first_seed() + mutation_count() * (GetParam() + 1) / kShards;
  const BlameMutation blame;
  LogChecks checks;
  int failures = 0;
  for (std::uint64_t seed = begin; seed < end && failures < kMostFailures; ++seed) {
    current_seed = seed;
    const MutatedLog log = Mutator(corpus(), seed).make();
    const auto printing = log.whole_file ? LogChecks::Printing::kFile : LogChecks::Printing::kEvents;
    const std::string problem = checks.problem(log.bytes, printing);
    if (problem.empty()) continue;
    ADD_FAILURE() << problem << "\n  repeat with BINLOGDUMP_PROPERTY_SEED=" << seed
                  << " BINLOGDUMP_PROPERTY_MUTATIONS=1\n  the log: " << keep(log.bytes, seed);
    ++failures;
  }
}

INSTANTIATE_TEST_SUITE_P(Shards, Mutations, testing::Range<std::uint64_t>(0, kShards));

// --- the mutations themselves

TEST(Mutator, SameSeedGivesSameLog) {
  for (std::uint64_t seed = 1; seed < 50; ++seed) {
    EXPECT_EQ(Mutator(corpus(), seed).make().bytes, Mutator(corpus(), seed).make().bytes);
  }
}

/// Counts the events that decode and those that don't.
class Tally {
 public:
  void event(const EventView& event, const DecodeContext& context) {
    ++(trace_event(event, context).error ? damaged : sound);
  }
  void begin_payload(const EventView&, const TransactionPayloadEvent&, const DecodeContext&) { ++payloads; }
  void end_payload() {}
  void fault(const EventView&, const DecodeContext&, const DecodeError&) {}

  int sound = 0;
  int damaged = 0;
  int payloads = 0;
};

// Damage that all ends in the reader, or that no decoder notices, would test little.
TEST(Mutator, DamageReachesTheDecoders) {
  constexpr std::uint64_t kLogs = 1000;
  WalkBuffers buffers;
  Tally tally;
  for (std::uint64_t seed = 1; seed <= kLogs; ++seed) {
    LogWalk walk(buffers, tally);
    walk.run(Mutator(corpus(), seed).make().bytes);
  }
  EXPECT_GT(tally.sound, 1000);
  EXPECT_GT(tally.damaged, 200);
  EXPECT_GT(tally.payloads, 50);
}

}  // namespace
}  // namespace binlogdump::test
