// Logs and events that end too early, at each of their bytes.

#include <gtest/gtest.h>

#include "property/corpus.h"
#include "property/log_checks.h"
#include "property/mutator.h"
#include "property/settings.h"

namespace binlogdump::test {
namespace {

constexpr int kMostFailures = 5;

bool is_small(const CorpusLog& log) {
  return log.bytes.size() <= largest_truncated_log();
}

/// Whether a log of that many bytes ends where an event does.
bool ends_between_events(const CorpusLog& log, std::size_t size) {
  std::size_t position = kBinlogMagic.size();
  for (const CorpusEvent& event : log.events) {
    if (position >= size) break;
    position += event.bytes.size();
  }
  return position == size;
}

WalkResult::End expected_end(const CorpusLog& log, std::size_t size) {
  if (size < kBinlogMagic.size()) return WalkResult::End::kNoLog;
  return ends_between_events(log, size) ? WalkResult::End::kComplete : WalkResult::End::kCut;
}

TEST(SoundLogs, HoldInBothWaysOfPrinting) {
  LogChecks checks;
  for (const CorpusLog& log : corpus().logs) {
    EXPECT_EQ(checks.problem(log.bytes, LogChecks::Printing::kEvents), "") << log.name;
    EXPECT_EQ(checks.problem(log.bytes, LogChecks::Printing::kFile), "") << log.name;
  }
}

TEST(Truncation, ThereAreSmallLogs) {
  EXPECT_TRUE(std::any_of(corpus().logs.begin(), corpus().logs.end(), is_small));
}

TEST(Truncation, OfLogs) {
  LogChecks checks;
  int failures = 0;
  for (const CorpusLog& log : corpus().logs) {
    if (!is_small(log)) continue;
    for (std::size_t size = 0; size <= log.bytes.size() && failures < kMostFailures; ++size) {
      const Bytes cut = Bytes(log.bytes).substr(0, size);
      const std::string problem = checks.problem(cut, LogChecks::Printing::kFile);
      if (problem.empty() && checks.walked().end == expected_end(log, size)) continue;
      ADD_FAILURE() << "the first " << size << " bytes of " << log.name << ": "
                    << (problem.empty() ? "end not recognized" : problem);
      ++failures;
    }
  }
}

/// A log of one statement whose event `index` lacks its end, though its header has the right size.
std::string with_cut_event(const CorpusLog& log, const Statement& statement, std::size_t index, std::size_t body_size) {
  std::string bytes(kBinlogMagic);
  if (statement.first > statement.description) bytes += log.events[statement.description].bytes;
  for (std::size_t i = statement.first; i <= statement.last; ++i) {
    const CorpusEvent& event = log.events[i];
    std::string copy = event.bytes;
    if (i == index) {
      copy.erase(kEventHeaderSize + body_size, copy.size() - event.checksum_size - kEventHeaderSize - body_size);
      fix_event_size(copy);
    }
    bytes += copy;
  }
  return bytes;
}

// A cut log never gets as far as the decoders with its last event.
TEST(Truncation, OfEvents) {
  LogChecks checks;
  int failures = 0;
  for (const CorpusLog& log : corpus().logs) {
    if (!is_small(log)) continue;
    for (const Statement& statement : log.statements) {
      for (std::size_t i = statement.first; i <= statement.last; ++i) {
        const CorpusEvent& event = log.events[i];
        const std::size_t whole = event.bytes.size() - event.checksum_size - kEventHeaderSize;
        for (std::size_t size = 0; size < whole && failures < kMostFailures; ++size) {
          const std::string cut = with_cut_event(log, statement, i, size);
          const std::string problem = checks.problem(cut, LogChecks::Printing::kEvents);
          if (problem.empty()) continue;
          ADD_FAILURE() << log.name << ", event " << i << ", the first " << size << " bytes of its body: " << problem;
          ++failures;
        }
      }
    }
  }
}

}  // namespace
}  // namespace binlogdump::test
