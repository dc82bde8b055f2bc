#include "binlogdump/resync.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>

#include "cli/log_builder.h"

namespace binlogdump::test {
namespace {

/// A file in memory that counts what is read of it; where it can't seek it is like a pipe.
class CountingSource : public ByteSource {
 public:
  CountingSource(std::string bytes, bool seekable) : bytes_(std::move(bytes)), seekable_(seekable) {}

  std::size_t read(char* to, std::size_t size) override {
    const std::size_t count = std::min(size, bytes_.size() - at_);
    std::memcpy(to, bytes_.data() + at_, count);
    at_ += count;
    read_ += count;
    return count;
  }
  bool seek(std::uint64_t offset) override {
    if (seekable_) at_ = std::min<std::size_t>(offset, bytes_.size());
    return seekable_;
  }
  bool read_at(std::uint64_t offset, char* to, std::size_t size) const override {
    if (!seekable_ || offset > bytes_.size() || size > bytes_.size() - offset) return false;
    std::memcpy(to, bytes_.data() + offset, size);
    read_ += size;
    return true;
  }
  std::uint64_t bytes_read() const { return read_; }

 private:
  std::string bytes_;
  bool seekable_;
  std::size_t at_ = 0;
  mutable std::uint64_t read_ = 0;
};

class ResyncTest : public testing::TestWithParam<bool> {
 protected:
  /// Of a log with `garbage` between two of its events; the reader stands at the first of these bytes.
  DamagedRange pass(const std::string& garbage) {
    LogBuilder log;
    log.add_query("CREATE DATABASE before_it");
    begin_ = log.size();
    LogBuilder rest(log.bytes() + garbage);
    rest.add_query("CREATE DATABASE behind_it");
    rest.add_query("CREATE DATABASE and_more");
    source_.emplace(rest.bytes(), GetParam());
    reader_.open(*source_);
    reader_.skip_to(begin_);
    Resync resync(reader_);
    resync.begin_file();
    return resync.pass_damage({.framing = {.has_checksum = true}, .take = [this](std::uint64_t position, Bytes bytes) {
                                 EXPECT_EQ(position, begin_ + passed_.size());
                                 passed_ += bytes;
                               }});
  }

  void expect_range(const std::string& garbage, const std::string& looks_like) {
    const DamagedRange range = pass(garbage);
    EXPECT_EQ(range.begin, begin_);
    EXPECT_EQ(range.end, begin_ + garbage.size());
    EXPECT_FALSE(range.reaches_end);
    EXPECT_EQ(range.looks_like, looks_like);
    EXPECT_TRUE(passed_ == garbage);
    EXPECT_EQ(reader_.position(), range.end);
    const auto event = reader_.next({.has_checksum = true});
    ASSERT_TRUE(event);
    EXPECT_EQ(compute_checksum(*event), event->stored_checksum());
  }

  std::optional<CountingSource> source_;
  EventReader reader_;
  std::size_t begin_ = 0;
  std::string passed_;
};

TEST_P(ResyncTest, Zeros) {
  expect_range(std::string(5'000'000, '\0'), "zeros");
}

TEST_P(ResyncTest, OneByte) {
  expect_range(std::string(1, '\0'), "zeros");
}

TEST_P(ResyncTest, Text) {
  std::string text;
  while (text.size() < 3'000'000)
    text += "Nov 30 08:15:02 db1 mysqld: disk full; waiting for someone to free some space\n";
  expect_range(text, "text");
}

TEST_P(ResyncTest, RandomBytes) {
  std::mt19937_64 random(6);
  std::string bytes;
  while (bytes.size() < 1'000'000) bytes += le(random(), 8);
  expect_range(bytes, "neither zeros nor text");
}

TEST_P(ResyncTest, PartOfAnEvent) {
  LogBuilder log;
  const std::size_t begin = log.add_query(std::string(500, 'x'));
  expect_range(log.bytes().substr(begin, 300), "begins like a QUERY_EVENT of 537 bytes");
}

TEST_P(ResyncTest, AnotherLogsMagic) {
  expect_range(std::string(kBinlogMagic), "the first bytes of another log, which was appended");
}

// Headers in which everything is right but that no event is behind them: every 19 bytes one, each with a large size.
TEST_P(ResyncTest, WorkIsBoundedWhateverHeadersThereAre) {
  constexpr std::size_t kHeaders = 100'000;
  constexpr std::size_t kSize = 600'000;
  LogBuilder log;
  log.add_query("CREATE DATABASE before_it");
  std::string garbage;
  for (std::size_t i = 0; i < kHeaders; ++i) {
    const std::size_t end = log.size() + i * kEventHeaderSize + kSize;
    garbage += le(1700000000, 4) + le(2, 1) + le(1, 4) + le(kSize, 4) + le(end, 4) + le(0, 2);
  }
  const DamagedRange range = pass(garbage);
  EXPECT_EQ(range.begin, begin_);
  EXPECT_LE(range.end, begin_ + garbage.size());
  // The free work, what each byte allows, and what is looked at anyway.
  EXPECT_LT(source_->bytes_read(), (std::uint64_t{64} << 20) + 20 * garbage.size());
}

// Else a small event between two headers of large ones has the large ones looked at again and again.
TEST_P(ResyncTest, DoubtsAreBounded) {
  Resync resync(reader_);
  resync.begin_file();
  const std::string bytes(1 << 20, 'x');
  const EventView large{.header = {}, .bytes = bytes};
  std::uint64_t doubts = 0;
  while (resync.can_doubt(large)) ++doubts;
  EXPECT_GT(doubts, 1U);
  EXPECT_LE(doubts * bytes.size(), std::uint64_t{64} << 20);
}

TEST_P(ResyncTest, NothingComesBehind) {
  LogBuilder log;
  const std::size_t begin = log.add_query("CREATE DATABASE before_it");
  source_.emplace(log.bytes() + std::string(300'000, 'x'), GetParam());
  reader_.open(*source_);
  reader_.skip_to(log.size());
  Resync resync(reader_);
  const DamagedRange range = resync.pass_damage({.framing = {.has_checksum = true}});
  EXPECT_LT(begin, range.begin);
  EXPECT_TRUE(range.reaches_end);
  EXPECT_EQ(range.end, log.size() + 300'000);
}

INSTANTIATE_TEST_SUITE_P(Sources, ResyncTest, testing::Bool(),
                         [](const auto& source) { return source.param ? "Seekable" : "Pipe"; });

}  // namespace
}  // namespace binlogdump::test
