#include "verify/log_sequence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "binlogdump/bytes.h"
#include "verify/recorded_findings.h"

namespace binlogdump::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::string kUuid(16, '\x11');
const std::string kUuidText = "11111111-1111-1111-1111-111111111111";

std::string number_8(std::int64_t number) {
  std::string bytes;
  for (int i = 0; i < 8; ++i) bytes += static_cast<char>(static_cast<std::uint64_t>(number) >> (8 * i));
  return bytes;
}

class LogSequenceTest : public testing::Test {
 protected:
  /// A log of one source: its PREVIOUS_GTIDS_LOG_EVENT has 1 to `previous`.
  void begin(const std::string& path, std::int64_t previous) {
    sequence_.begin_file(path);
    intervals_ = number_8(1) + number_8(previous + 1);
    EncodedGtidSet set;
    if (previous != 0) set.entries.push_back({.uuid = kUuid, .tag = {}, .intervals = intervals_});
    sequence_.note_previous(set);
  }
  void gtid(std::int64_t gno) { sequence_.note_gtid(kUuid, "", gno); }
  void end(const std::string& rotated_to = "") {
    if (!rotated_to.empty()) sequence_.note_rotation(rotated_to);
    sequence_.end_file();
  }

  RecordedFindings findings_;
  LogSequence sequence_{findings_};
  std::string intervals_;
};

TEST_F(LogSequenceTest, LogsThatFollowEachOther) {
  begin("data/binlog.000009", 0);
  gtid(1);
  gtid(2);
  end("./binlog.000010");
  begin("copy/binlog.000010.gz", 2);
  gtid(3);
  end();
  begin("copy/binlog.000011", 3);
  end();
  EXPECT_THAT(findings_.faults, IsEmpty());
  EXPECT_THAT(findings_.notes, IsEmpty());
}

TEST_F(LogSequenceTest, LogsThatAreMissing) {
  for (const char* path : {"binlog.000002", "binlog.000004", "binlog.000009"}) {
    begin(path, 0);
    end();
  }
  EXPECT_THAT(findings_.faults, ElementsAre("binlog.000003 is missing before it",
                                            "binlog.000005 to binlog.000008 are missing before it"));
}

TEST_F(LogSequenceTest, LogsInAnotherOrder) {
  begin("binlog.000002", 0);
  end();
  begin("binlog.000001", 0);
  end();
  EXPECT_THAT(findings_.faults, ElementsAre("does not belong behind binlog.000002"));
}

TEST_F(LogSequenceTest, LogsOfDifferentSeriesAreNotCompared) {
  begin("binlog.000001", 0);
  gtid(1);
  end("binlog.000002");
  begin("relay.000002", 0);
  end();
  EXPECT_THAT(findings_.faults, IsEmpty());
  EXPECT_THAT(findings_.notes, ElementsAre("not compared with binlog.000001: its name is not of the same series"));
}

TEST_F(LogSequenceTest, RotateLeadsElsewhere) {
  begin("binlog.000001", 0);
  end("binlog.000007");
  begin("binlog.000002", 0);
  end("server-bin.000003");
  begin("binlog.000003", 0);
  EXPECT_THAT(findings_.faults, ElementsAre("binlog.000001 goes on in binlog.000007, not in this log"));
  EXPECT_THAT(findings_.notes, ElementsAre("by the log before it, its name is server-bin.000003"));
}

TEST_F(LogSequenceTest, GtidsThatAreMissingOrTooMany) {
  begin("binlog.000001", 4);
  gtid(5);
  gtid(6);
  end();
  begin("binlog.000002", 5);
  end();
  begin("binlog.000003", 8);
  EXPECT_THAT(findings_.faults,
              ElementsAre("lacks GTIDs of binlog.000001 and the logs before it: " + kUuidText + ":6",
                          "has GTIDs that neither binlog.000002 nor the logs before it have: " + kUuidText + ":6-8"));
}

TEST_F(LogSequenceTest, BehindAGapOnlyMissingGtidsAreTold) {
  begin("binlog.000001", 4);
  sequence_.note_gap();
  gtid(6);
  end();
  begin("binlog.000002", 7);
  EXPECT_THAT(findings_.faults, IsEmpty());
  end();
  begin("binlog.000004", 6);
  EXPECT_THAT(findings_.faults,
              ElementsAre("binlog.000003 is missing before it",
                          "lacks GTIDs of binlog.000002 and the logs before it: " + kUuidText + ":7"));
}

TEST_F(LogSequenceTest, AGtidOccursOnce) {
  begin("binlog.000001", 4);
  gtid(4);
  gtid(5);
  gtid(5);
  gtid(0);
  EXPECT_THAT(findings_.faults, ElementsAre(kUuidText + ":4 is in the log, or in one before it, already",
                                            kUuidText + ":5 is in the log, or in one before it, already",
                                            "gno: 0 is none of a transaction"));
  end();
  begin("relay.000001", 0);
  findings_.faults.clear();
  sequence_.note_relay_log();
  gtid(5);
  gtid(5);
  EXPECT_THAT(findings_.faults, IsEmpty()) << "a transaction may be received again";
}

TEST_F(LogSequenceTest, NumbersOfASourceThatDoNotRise) {
  begin("binlog.000001", 0);
  for (const std::int64_t gno : {1, 5, 3, 2}) gtid(gno);
  EXPECT_THAT(findings_.faults, IsEmpty());
  EXPECT_THAT(findings_.notes,
              ElementsAre(kUuidText + ":3 comes behind 5 of the same source (further cases are not mentioned)"));
}

TEST_F(LogSequenceTest, ARunOfNumbersEndsWhereOthersAreKnown) {
  begin("binlog.000001", 3);
  for (const std::int64_t gno : {8, 9, 4, 5, 6, 7, 8, 9, 10, 11, 5, 11, 12}) gtid(gno);
  const auto again = [](int gno) {
    return kUuidText + ":" + std::to_string(gno) + " is in the log, or in one before it, already";
  };
  EXPECT_THAT(findings_.faults, ElementsAre(again(8), again(9), again(5), again(11)));
  end();
  begin("binlog.000002", 12);
  EXPECT_EQ(findings_.faults.size(), 4U) << "the log before has 4 to 12";
}

TEST_F(LogSequenceTest, RunsOfTwoSources) {
  begin("binlog.000001", 0);
  const std::string other(16, '\x22');
  for (const std::int64_t gno : {1, 2, 3}) {
    gtid(gno);
    sequence_.note_gtid(other, "", gno);
    sequence_.note_gtid(kUuid, "red", gno);
  }
  EXPECT_THAT(findings_.faults, IsEmpty());
  sequence_.note_gtid(other, "", 2);
  sequence_.note_gtid(kUuid, "red", 3);
  gtid(4);
  EXPECT_EQ(findings_.faults.size(), 2U);
}

TEST_F(LogSequenceTest, WhatIsKeptIsBounded) {
  begin("binlog.000001", 0);
  for (std::int64_t gno = 200000; gno > 0; gno -= 2) gtid(gno);
  end();
  begin("binlog.000002", 0);
  ASSERT_EQ(findings_.faults.size(), 1U);
  EXPECT_LT(findings_.faults[0].size(), 2000U);
  EXPECT_TRUE(findings_.faults[0].ends_with(" ..."));
}

}  // namespace
}  // namespace binlogdump::test
