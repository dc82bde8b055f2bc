#include "printers/transaction_text.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace binlogdump {
namespace {

constexpr std::uint64_t kSecond = 1'000'000;
constexpr std::uint32_t kBegin = 1700000000;

std::string duration_words(std::uint64_t microseconds) {
  TextBuffer out;
  append_duration_words(out, microseconds);
  return std::string(out.view());
}

class TransactionTextTest : public testing::Test {
 protected:
  static GtidFields committed_at(std::uint64_t microseconds) {
    GtidFields gtid;
    gtid.original_commit_timestamp = microseconds;
    return gtid;
  }
  /// The line at its end, which is followed by an empty one.
  std::string end(std::string_view ending = {}) {
    out_.clear();
    text_.end(ending);
    std::string line(out_.view());
    EXPECT_TRUE(line.ends_with("\n\n")) << line;
    return line.substr(0, line.size() - 2);
  }
  /// How long one took, by its text.
  std::string duration(std::uint32_t first_second, std::uint32_t fraction, std::uint64_t commit) {
    text_.begin("u:1", committed_at(commit));
    text_.note_time(first_second, fraction);
    const std::string line = end();
    const std::string before = "# transaction u:1: 0 statements";
    EXPECT_TRUE(line.starts_with(before)) << line;
    return line.substr(before.size());
  }

  TextBuffer out_{nullptr, 64};
  Palette palette_{false};
  TransactionText text_{out_, palette_, true};
};

TEST_F(TransactionTextTest, SumsUpStatementsAndRows) {
  text_.begin("u:7", committed_at(0));
  EXPECT_TRUE(text_.is_open());
  text_.add_statement();
  text_.add_rows("shop.a", {.inserted = 2, .updated = 0, .deleted = 1});
  text_.add_rows("shop.b", {.inserted = 0, .updated = 5, .deleted = 0});
  text_.add_rows("shop.a", {.inserted = 40, .updated = 0, .deleted = 0});
  text_.add_statement();
  EXPECT_EQ(end(), "# transaction u:7: 2 statements, rows: shop.a +42 ~0 -1, shop.b +0 ~5 -0");
  EXPECT_FALSE(text_.is_open());
}

TEST_F(TransactionTextTest, OneStatement) {
  text_.begin("anonymous", committed_at(0));
  text_.add_statement();
  EXPECT_EQ(end(), "# transaction anonymous: 1 statement");
}

TEST_F(TransactionTextTest, WithoutGtid) {
  text_.begin_unnamed();
  EXPECT_EQ(end(), "# transaction without GTID: 0 statements");
}

TEST_F(TransactionTextTest, OtherEndings) {
  text_.begin("u:1", committed_at(kBegin * kSecond));
  text_.note_time(kBegin, 0);
  EXPECT_EQ(end("rolled back"), "# transaction u:1: 0 statements, rolled back");
}

TEST_F(TransactionTextTest, EndsOnce) {
  text_.end();
  EXPECT_EQ(out_.view(), "");
  text_.begin_unnamed();
  end();
  out_.clear();
  text_.end("not ended");
  EXPECT_EQ(out_.view(), "");
}

TEST_F(TransactionTextTest, NothingIsLeftOfTheOneBefore) {
  text_.begin("u:1", committed_at((kBegin + 9) * kSecond));
  text_.note_time(kBegin, 1);
  text_.add_statement();
  text_.add_rows("t", {.inserted = 1});
  text_.note_damage();
  end();
  text_.begin_unnamed();
  EXPECT_EQ(end(), "# transaction without GTID: 0 statements");
}

TEST_F(TransactionTextTest, SaysWhenTheCountsMayBeTooSmall) {
  text_.begin("u:1", committed_at(0));
  text_.note_damage();
  EXPECT_EQ(end(), "# transaction u:1: 0 statements, damaged");
}

TEST_F(TransactionTextTest, DurationFromExactTimes) {
  EXPECT_EQ(duration(kBegin, 250'000, kBegin * kSecond + 750'000), ", 0.500 s from first event to commit");
  EXPECT_EQ(duration(kBegin, 1, (kBegin + 61) * kSecond + 1), ", 1 min 1 s from first event to commit");
}

// Most events have whole seconds: the first may have begun up to a second later than its time says.
TEST_F(TransactionTextTest, DurationFromWholeSecondsIsABound) {
  EXPECT_EQ(duration(kBegin, 0, kBegin * kSecond + 999'999), ", less than 1 s from first event to commit");
  EXPECT_EQ(duration(kBegin, 0, (kBegin + 2) * kSecond + 500'000), ", up to 2.5 s from first event to commit");
}

// SET timestamp moves the times of events, but not those of commits.
TEST_F(TransactionTextTest, NoDurationWhereTheTimesTellNothing) {
  EXPECT_EQ(duration(kBegin, 0, (kBegin - 1) * kSecond), "");
  EXPECT_EQ(duration(0, 0, kBegin * kSecond), "");
  EXPECT_EQ(duration(kBegin, 0, 0), "");
  text_.begin("u:1", GtidFields{});
  text_.note_time(kBegin, 0);
  EXPECT_EQ(end(), "# transaction u:1: 0 statements") << "a server that writes no commit times";
}

TEST_F(TransactionTextTest, TheFirstTimeCounts) {
  text_.begin("u:1", committed_at((kBegin + 5) * kSecond));
  text_.note_time(0, 0);
  text_.note_time(kBegin, 0);
  text_.note_time(kBegin + 4, 0);
  EXPECT_EQ(end(), "# transaction u:1: 0 statements, up to 5.0 s from first event to commit");
}

TEST_F(TransactionTextTest, ManyTablesAreCountedTogether) {
  constexpr int kTables = 1000;
  text_.begin("u:1", committed_at(0));
  for (int i = 0; i < kTables; ++i) text_.add_rows(fmt::format("d.t{}", i), {.inserted = 1});
  const std::string line = end();
  EXPECT_THAT(line, testing::StartsWith("# transaction u:1: 0 statements, rows: d.t0 +1 ~0 -0, d.t1 +1 ~0 -0, "));
  EXPECT_THAT(line, testing::EndsWith(", other tables +937 ~0 -0"));
}

TEST_F(TransactionTextTest, Durations) {
  EXPECT_EQ(duration_words(0), "0.000 s");
  EXPECT_EQ(duration_words(999'499), "0.999 s");
  EXPECT_EQ(duration_words(kSecond), "1.0 s");
  // Halves go where printf() of the seconds has them go, few of which are exact.
  EXPECT_EQ(duration_words(500), "0.001 s");
  EXPECT_EQ(duration_words(4'500), "0.004 s");
  EXPECT_EQ(duration_words(999'500), "1.000 s");
  EXPECT_EQ(duration_words(1'150'000), "1.1 s");
  EXPECT_EQ(duration_words(1'350'000), "1.4 s");
  EXPECT_EQ(duration_words(59'950'000), "60.0 s");
  EXPECT_EQ(duration_words(1'250'000), "1.2 s");
  EXPECT_EQ(duration_words(59 * kSecond), "59.0 s");
  EXPECT_EQ(duration_words(60 * kSecond), "1 min 0 s");
  EXPECT_EQ(duration_words(3599 * kSecond), "59 min 59 s");
  EXPECT_EQ(duration_words(3600 * kSecond), "1 h 0 min");
  EXPECT_EQ(duration_words(86399 * kSecond), "23 h 59 min");
  EXPECT_EQ(duration_words(86400 * kSecond), "1 d 0 h");
  EXPECT_EQ(duration_words(900000 * kSecond), "10 d 10 h");
}

}  // namespace
}  // namespace binlogdump
