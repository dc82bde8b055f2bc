#include "binlogdump/gtid_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "binlogdump/events/previous_gtids_log_event.h"
#include "core/event_bytes.h"

namespace binlogdump {
namespace {

const std::string kA = "5f3a1c00-0001-11ef-8000-000000000101";
const std::string kB = "aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa";
const std::string kUuidA("\x5f\x3a\x1c\x00\x00\x01\x11\xef\x80\x00\x00\x00\x00\x00\x01\x01", 16);
const std::string kUuidB(16, '\xaa');

TEST(GtidSet, WritesWhatItReads) {
  for (const std::string& text : {std::string(), kA + ":1", kA + ":1-3:5:7-9", kA + ":1:red:1-2", kA + ":blue:4:red:5",
                                  kA + ":1,\n" + kB + ":2-3", kB + ":9223372036854775806"}) {
    EXPECT_EQ(GtidSet::parse(text).text(), text);
  }
}

// Each pair was given to mysqlbinlog --include-gtids, which chose the same transactions for both.
TEST(GtidSet, TakesAllNotationsOfMysql) {
  const std::string plain(kA.substr(0, 8) + kA.substr(9, 4) + kA.substr(14, 4) + kA.substr(19, 4) + kA.substr(24));
  const std::string same[][2] = {{kA, ""},
                                 {" , ,", ""},
                                 {kA + ":red", ""},
                                 {kA + ":2-1", ""},
                                 {kA + " : 1 - 3 , ", kA + ":1-3"},
                                 {"," + kA + ":1", kA + ":1"},
                                 {"\n" + kA + ":1,\n" + kA + ":3", kA + ":1:3"},
                                 {kA + ":1:2-3:5", kA + ":1-3:5"},
                                 {kA + ":5:1-2:4:3", kA + ":1-5"},
                                 {kA + ":01", kA + ":1"},
                                 {plain + ":1", kA + ":1"},
                                 {"{" + kA + "}:1", kA + ":1"},
                                 {"5F3A1C00-0001-11EF-8000-000000000101:1", kA + ":1"},
                                 {kA + ": RED :1", kA + ":red:1"},
                                 {kA + ":red:1:blue", kA + ":red:1"},
                                 {kA + ":red:1:red:2", kA + ":red:1-2"},
                                 {kA + ":1-2:red:5-3:1", kA + ":1-2:red:1"},
                                 {kA + ":red:1," + kA + ":2", kA + ":2:red:1"}};
  for (const auto& [text, expected] : same) EXPECT_EQ(GtidSet::parse(text).text(), expected) << text;
}

// mysqlbinlog refuses these, too.
TEST(GtidSet, RefusesWhatMysqlRefuses) {
  for (const std::string& text : {kA + ":",
                                  kA + ":1:",
                                  kA + "::1",
                                  kA + ":1-",
                                  kA + ":-3",
                                  kA + ":+1",
                                  kA + ":0",
                                  kA + ":0-3",
                                  kA + ":1x",
                                  kA + ":1-3-5",
                                  kA + ":1 2",
                                  kA + ":1;" + kA + ":2",
                                  kA + ":1 " + kB + ":2",
                                  kA + ":r ed:1",
                                  kA + ":9a:1",
                                  kA + ":red-blue:1",
                                  kA + ":red:",
                                  kA + ":\xc3\xa9:1",
                                  kA + ":a23456789012345678901234567890123:1",
                                  kA + ":9223372036854775807",
                                  kA + ":1-9223372036854775807",
                                  kA + ":99999999999999999999999",
                                  std::string("AUTOMATIC"),
                                  "+" + kA + ":1",
                                  std::string("5f3a1c00-000111ef-8000-000000000101:1"),
                                  std::string("5f3a1c00-0001-11ef-8000-00000000010g:1")}) {
    EXPECT_THROW(GtidSet::parse(text), std::invalid_argument) << text;
  }
}

TEST(GtidSet, SaysWhereTheTextIsWrong) {
  const auto message = [](const std::string& text) -> std::string {
    try {
      GtidSet::parse(text);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_EQ(message(kA + ":1;2"), "a comma should stand at ';2' (byte 38 of the GTID set)");
  EXPECT_EQ(message(kA + ":1-"), "the GTID set ends where a transaction number or a tag should stand");
}

TEST(GtidSet, ContainsWhatIsInItsIntervals) {
  const GtidSet set = GtidSet::parse(kA + ":2-3:7:red:1," + kB + ":5");
  EXPECT_FALSE(set.empty());
  for (const std::int64_t gno : {2, 3, 7}) EXPECT_TRUE(set.contains(kUuidA, "", gno)) << gno;
  for (const std::int64_t gno : {0, 1, 4, 6, 8}) EXPECT_FALSE(set.contains(kUuidA, "", gno)) << gno;
  EXPECT_TRUE(set.contains(kUuidA, "red", 1));
  EXPECT_FALSE(set.contains(kUuidA, "red", 2));
  EXPECT_FALSE(set.contains(kUuidA, "blue", 1));
  EXPECT_TRUE(set.contains(kUuidB, "", 5));
  EXPECT_FALSE(set.contains(kUuidB, "", 2));
  EXPECT_TRUE(GtidSet().empty());
  EXPECT_FALSE(GtidSet().contains(kUuidA, "", 1));
}

TEST(GtidSet, NumbersThatNoTransactionHasAreLeftOut) {
  constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t kHighest = std::numeric_limits<std::int64_t>::max();
  const std::string uuid(16, '\x11');
  GtidSet set;
  for (const std::int64_t number : {kLowest, std::int64_t{-1}, std::int64_t{0}, kHighest}) set.add(uuid, "", number);
  EXPECT_TRUE(set.empty());
  set.add(uuid, "", 5);
  set.add(uuid, "", kLowest, 3);
  set.add(uuid, "", 7, kHighest);
  EXPECT_EQ(set.text(), "11111111-1111-1111-1111-111111111111:1-3:5:7-9223372036854775806");
}

TEST(GtidSet, JoinsIntervalsThatTouch) {
  GtidSet set;
  set.add(kUuidA, "", 10, 12);
  set.add(kUuidA, "", 1);
  set.add(kUuidA, "", 5, 6);
  EXPECT_EQ(set.text(), kA + ":1:5-6:10-12");
  set.add(kUuidA, "", 7, 9);
  EXPECT_EQ(set.text(), kA + ":1:5-12");
  set.add(kUuidA, "", 2, 20);
  EXPECT_EQ(set.text(), kA + ":1-20");
  set.add(kUuidA, "", 3);
  EXPECT_EQ(set.text(), kA + ":1-20");
}

TEST(GtidSet, WhatAnotherSetLacks) {
  const auto minus = [](const std::string& a, const std::string& b) {
    return GtidSet::parse(a).minus(GtidSet::parse(b)).text(",");
  };
  EXPECT_EQ(minus(kA + ":1-10", kA + ":3:5-6"), kA + ":1-2:4:7-10");
  EXPECT_EQ(minus(kA + ":1-3:5-8:12", kA + ":2-6:8-20"), kA + ":1:7");
  EXPECT_EQ(minus(kA + ":1-3", kA + ":1-3"), "");
  EXPECT_EQ(minus(kA + ":1-3", kA + ":red:1-3"), kA + ":1-3");
  EXPECT_EQ(minus("", kA + ":1"), "");
}

TEST(GtidSet, HighestNumberOfASource) {
  const GtidSet set = GtidSet::parse(kA + ":1-3:7:red:2");
  EXPECT_EQ(set.highest(kUuidA, ""), 7);
  EXPECT_EQ(set.highest(kUuidA, "red"), 2);
  EXPECT_EQ(set.highest(kUuidB, ""), 0);
  EXPECT_EQ(set.interval_count(), 3U);
}

TEST(GtidSet, NextNumberOfASource) {
  const GtidSet set = GtidSet::parse(kA + ":1-3:7-9:red:2");
  EXPECT_EQ(set.next_behind(kUuidA, "", 1), 2);
  EXPECT_EQ(set.next_behind(kUuidA, "", 3), 7);
  EXPECT_EQ(set.next_behind(kUuidA, "", 6), 7);
  EXPECT_EQ(set.next_behind(kUuidA, "", 9), GtidSet::kMaxGno + 1);
  EXPECT_EQ(set.next_behind(kUuidA, "red", 0), 2);
  EXPECT_EQ(set.next_behind(kUuidB, "", 0), GtidSet::kMaxGno + 1);
}

// Synthetic: servers write them in order, each source once.
TEST(GtidSet, TakesEncodedIntervalsInAnyOrder) {
  const auto interval = [](std::uint64_t first, std::uint64_t end) {
    return little_endian(first, 8) + little_endian(end, 8);
  };
  const std::string falling = interval(9, 12) + interval(5, 7) + interval(6, 8) + interval(3, 3) + interval(1, 2);
  const std::string other = interval(12, 13);
  EncodedGtidSet encoded;
  for (const Bytes intervals : {Bytes(falling), Bytes(other)}) {
    encoded.entries.push_back({.uuid = kUuidB, .tag = {}, .intervals = intervals});
    encoded.entries.push_back({.uuid = kUuidA, .tag = "red", .intervals = intervals});
  }
  GtidSet set;
  set.add(encoded);
  EXPECT_EQ(set.text(), kA + ":red:1:5-7:9-12,\n" + kB + ":1:5-7:9-12");
}

}  // namespace
}  // namespace binlogdump
