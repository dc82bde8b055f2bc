#include "binlogdump/events/previous_gtids_log_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using Entry = EncodedGtidSet::Entry;

const std::string kUuid = "11111111222233334444555566667777";

class PreviousGtidsLogEventTest : public EventTest {
 protected:
  /// Each entry as uuid[:tag]:first-end, where the end is exclusive.
  std::string set_text(std::string_view hex) {
    std::string text;
    for (const Entry& entry : decode<PreviousGtidsLogEvent>(hex).gtid_set.entries) {
      text += text.empty() ? "" : " ";
      text += fmt::format("{:02x}..{:02x}", load_u8(&entry.uuid.front()), load_u8(&entry.uuid.back()));
      if (!entry.tag.empty()) text += fmt::format(":{}", entry.tag);
      for (std::size_t i = 0; i < entry.interval_count(); ++i) {
        text += fmt::format(":{}-{}", entry.first(i), entry.end(i));
      }
    }
    return text;
  }
};

TEST_F(PreviousGtidsLogEventTest, EmptySetHasTwoForms) {
  EXPECT_TRUE(decode<PreviousGtidsLogEvent>("0000000000000000") == PreviousGtidsLogEvent{});
  EXPECT_TRUE(decode<PreviousGtidsLogEvent>("0100000000000001") == PreviousGtidsLogEvent{}) << "after a tag was seen";
}

// gtid-mode-switch.000004 of testdata.
const std::string kUntagged =
    "0200000000000000"
    "5f3a1c00000111ef8000000000000101 0100000000000000 0100000000000000 0500000000000000"
    "dddddddddddddddddddddddddddddddd 0100000000000000 0400000000000000 0500000000000000";

TEST_F(PreviousGtidsLogEventTest, UntaggedSet) {
  EXPECT_EQ(set_text(kUntagged), "5f..01:1-5 dd..dd:4-5");
  EXPECT_EQ(trace<PreviousGtidsLogEvent>(kUntagged), R"(
0 8 sid_count = 2
8 16 uuid = 5f3a1c00000111ef8000000000000101
24 8 n_intervals = 1
32 16 intervals = 01000000000000000500000000000000
48 16 uuid = dddddddddddddddddddddddddddddddd
64 8 n_intervals = 1
72 16 intervals = 04000000000000000500000000000000
)");
}

// relay-log.000003 of testdata.
const std::string kTagged =
    "0102000000000001"
    "5f3a1c00000111ef8000000000000101 00 0100000000000000 0100000000000000 0500000000000000"
    "5f3a1c00000111ef8000000000000101 06 737263 0100000000000000 0100000000000000 0200000000000000";

TEST_F(PreviousGtidsLogEventTest, TaggedSet) {
  EXPECT_EQ(set_text(kTagged), "5f..01:1-5 5f..01:src:1-2");
  EXPECT_EQ(trace<PreviousGtidsLogEvent>(kTagged), R"(
0 8 sid_count = 72057594037928449
8 16 uuid = 5f3a1c00000111ef8000000000000101
24 1 tag_length = 0
25 0 tag = ''
25 8 n_intervals = 1
33 16 intervals = 01000000000000000500000000000000
49 16 uuid = 5f3a1c00000111ef8000000000000101
65 1 tag_length = 3
66 3 tag = 'src'
69 8 n_intervals = 1
77 16 intervals = 01000000000000000200000000000000
)");
}

TEST_F(PreviousGtidsLogEventTest, ManyIntervalsUpToTheLargestNumber) {
  // The first entries of gtid-previous-intervals.000002 of testdata.
  EXPECT_EQ(set_text("0102000000000001"
                     "11111111111111111111111111111111 00 0500000000000000"
                     "0100000000000000 0400000000000000 0700000000000000 0800000000000000"
                     "0900000000000000 0b00000000000000 e803000000000000 e903000000000000"
                     "00f2052a01000000 02f2052a01000000"
                     "22222222222222222222222222222222 00 0200000000000000"
                     "0100000000000000 0200000000000000 feffffffffffff7f ffffffffffffff7f"),
            "11..11:1-4:7-8:9-11:1000-1001:5000000000-5000000002 "
            "22..22:1-2:9223372036854775806-9223372036854775807");
}

TEST_F(PreviousGtidsLogEventTest, SyntheticEntryWithoutIntervals) {
  EXPECT_EQ(set_text("0100000000000000" + kUuid + "0000000000000000"), "11..77");
}

TEST_F(PreviousGtidsLogEventTest, SyntheticCountOfTheTaggedFormatHasSixBytes) {
  EXPECT_EQ(set_text("0101000000000001" + kUuid + "40" + text(std::string(32, 't')) + number(0, 8)),
            "11..77:" + std::string(32, 't'));
  EXPECT_EQ(error<PreviousGtidsLogEvent>("01ffffffffffff01"), "8 uuid: needs 16 bytes, 0 left");
}

TEST_F(PreviousGtidsLogEventTest, HasOneLength) {
  EXPECT_EQ(sound_lengths<PreviousGtidsLogEvent>(kUntagged), "88");
  EXPECT_EQ(sound_lengths<PreviousGtidsLogEvent>(kTagged), "93");
}

TEST_F(PreviousGtidsLogEventTest, SyntheticCountsThatLie) {
  EXPECT_EQ(error<PreviousGtidsLogEvent>("0300000000000000"), "8 uuid: needs 16 bytes, 0 left");
  EXPECT_EQ(error<PreviousGtidsLogEvent>("0100000000000000" + kUuid + "0100000000000000" + number(1, 8)),
            "32 intervals: more intervals than bytes left");
  for (const char* count : {"ffffffffffffffff", "0000000000000010", "0100000000000010"}) {
    EXPECT_EQ(error<PreviousGtidsLogEvent>("0100000000000000" + kUuid + count + number(1, 16)),
              "32 intervals: more intervals than bytes left");
  }
  EXPECT_EQ(error<PreviousGtidsLogEvent>("0101000000000001" + kUuid + "fe 61"), "25 tag: needs 127 bytes, 1 left");
}

TEST_F(PreviousGtidsLogEventTest, SyntheticUnknownFormat) {
  EXPECT_EQ(error<PreviousGtidsLogEvent>("0000000000000002"), "8 sid_count: unknown format of a GTID set");
  EXPECT_EQ(error<PreviousGtidsLogEvent>("ffffffffffffffff"), "8 sid_count: unknown format of a GTID set");
}

TEST_F(PreviousGtidsLogEventTest, SyntheticTrailingBytesAreUnparsed) {
  EXPECT_EQ(trace<PreviousGtidsLogEvent>("0000000000000000 01"), R"(
0 8 sid_count = 0
8 1 unparsed = 01
)");
}

}  // namespace
}  // namespace binlogdump
