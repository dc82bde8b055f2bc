#include "binlogdump/events/gtid_log_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using GtidLogEventTest = EventTest;
using Logical = GtidFields::LogicalTimestamps;

const std::string kUuid = "11111111222233334444555566667777";

// As written by 9.7.4 on a replica: each optional field but the ticket is there.
const std::string kReplicated = "00" + kUuid +
                                "2c01000000000000"                      // gno
                                "02 0100000000000000 0300000000000000"  // logical timestamps
                                "92ddceec6e6186 0100a40731af05"         // commit timestamps
                                "fc2101"                                // transaction_length
                                "50620180 92380100";                    // server versions

// binlog.000024 of testdata: commit time and version are those of the first server.
const std::string kFirstHand =
    "01 3e11fa4771ca11e19e33c80aa9429562 0100000000000000"
    "02 0000000000000000 0100000000000000"
    "005637d06f6106 bf 50620100";

TEST_F(GtidLogEventTest, ReadsEveryField) {
  const GtidLogEvent event = decode<GtidLogEvent>(kReplicated);
  EXPECT_EQ(event.gtid_flags, 0);
  EXPECT_EQ(event.uuid, from_hex(kUuid));
  EXPECT_EQ(event.gno, 300);
  EXPECT_EQ(event.lt_type, 2);
  EXPECT_EQ(event.logical, (Logical{.last_committed = 1, .sequence_number = 3}));
  EXPECT_EQ(event.immediate_commit_timestamp, 1795978907540882u);
  EXPECT_EQ(event.original_commit_timestamp, 1600000000000001u);
  EXPECT_EQ(event.transaction_length, 289u);
  EXPECT_EQ(event.immediate_server_version, 90704u);
  EXPECT_EQ(event.original_server_version, 80018u);
  EXPECT_EQ(event.commit_group_ticket, std::nullopt);
  EXPECT_EQ(trace<GtidLogEvent>(kReplicated), R"(
0 1 gtid_flags = 0
1 16 uuid = 11111111222233334444555566667777
17 8 gno = 300
25 1 lt_type = 2
26 8 last_committed = 1
34 8 sequence_number = 3
42 7 immediate_commit_timestamp = 37824775926504850
49 7 original_commit_timestamp = 1600000000000001
56 3 transaction_length = 289
59 4 immediate_server_version = 2147574352
63 4 original_server_version = 80018
)");
}

TEST_F(GtidLogEventTest, OriginalsNotStoredAreTheImmediateOnes) {
  const GtidLogEvent event = decode<GtidLogEvent>(kFirstHand);
  EXPECT_EQ(event.gtid_flags, GtidFields::kMayHaveSbr);
  EXPECT_EQ(event.immediate_commit_timestamp, 1795982722815488u);
  EXPECT_EQ(event.original_commit_timestamp, 1795982722815488u);
  EXPECT_EQ(event.transaction_length, 191u);
  EXPECT_EQ(event.immediate_server_version, 90704u);
  EXPECT_EQ(event.original_server_version, 90704u);
}

TEST_F(GtidLogEventTest, OriginalVersionMayFollowWithoutAnOriginalTimestamp) {
  // gtid-auto.000001 of testdata.
  const GtidLogEvent event = decode<GtidLogEvent>(
      "00 cccccccccccccccccccccccccccccccc 0200000000000000 02 0200000000000000 0a00000000000000"
      "de660e046e6106 fc1001 50620180 8b380100");
  EXPECT_EQ(event.original_commit_timestamp, event.immediate_commit_timestamp);
  EXPECT_EQ(event.transaction_length, 272u);
  EXPECT_EQ(event.immediate_server_version, 90704u);
  EXPECT_EQ(event.original_server_version, 80011u);
}

TEST_F(GtidLogEventTest, OfServer56EndsBehindTheNumber) {
  const GtidLogEvent event = decode<GtidLogEvent>("01 006c2cf2b1ea11e490578c705a3d3e78 0100000000000000");
  EXPECT_EQ(event.gno, 1);
  EXPECT_EQ(event.lt_type, 0);
  EXPECT_EQ(event.logical, std::nullopt);
  EXPECT_EQ(event.immediate_commit_timestamp, std::nullopt);
}

TEST_F(GtidLogEventTest, SyntheticLogicalTimestampsAreSigned) {
  const GtidLogEvent event =
      decode<GtidLogEvent>("01" + kUuid + "feffffffffffff7f 02 ffffffffffffffff 0000000000000080");
  EXPECT_EQ(event.gno, 9223372036854775806);
  EXPECT_EQ(event.logical,
            (Logical{.last_committed = -1, .sequence_number = std::numeric_limits<std::int64_t>::min()}));
}

TEST_F(GtidLogEventTest, SyntheticOtherKindOfTimestampsIsUnparsed) {
  EXPECT_EQ(trace<GtidLogEvent>("01" + kUuid + "0100000000000000 01 0200000000000000"), R"(
0 1 gtid_flags = 1
1 16 uuid = 11111111222233334444555566667777
17 8 gno = 1
25 1 lt_type = 1
26 8 unparsed = 0200000000000000
)");
}

TEST_F(GtidLogEventTest, SyntheticTicketTakesEightBytes) {
  EXPECT_EQ(decode<GtidLogEvent>(kReplicated + "0807060504030201").commit_group_ticket, 0x0102030405060708u);
  EXPECT_THAT(trace<GtidLogEvent>(kReplicated + "08070605040302"),
              testing::EndsWith("\n67 7 unparsed = 08070605040302\n"));
  EXPECT_THAT(trace<GtidLogEvent>(kReplicated + "ffffffffffffffff 0a"),
              testing::EndsWith("\n67 8 commit_group_ticket = 18446744073709551615\n75 1 unparsed = 0a\n"));
}

// 25: 5.6; 42: 5.7; then with a whole commit timestamp (8.0.1), transaction_length (8.0.2), server versions (8.0.14)
// and ticket. What is too short for the next field is unparsed, but for the originals, which a bit announces.
TEST_F(GtidLogEventTest, LengthsOfServerVersionsAreSound) {
  EXPECT_EQ(sound_lengths<GtidLogEvent>(kReplicated), "25, 42-48, 56, 59-62, 67");
  EXPECT_EQ(sound_lengths<GtidLogEvent>(kFirstHand), "25, 42-54");
  EXPECT_EQ(sound_lengths<GtidLogEvent>(kFirstHand + number(1, 8)), "25, 42-62");
}

TEST_F(GtidLogEventTest, OfServer8011EndsBehindTheTransactionLength) {
  const std::string body = "01" + number(0, 16) + number(0, 8) +
                           "02 0000000000000000 0100000000000000"
                           "0d1f7c1c637605 fca902";
  const GtidLogEvent event = decode<GtidLogEvent>(body);
  EXPECT_EQ(event.immediate_commit_timestamp, 1537542935289613u);
  EXPECT_EQ(event.transaction_length, 681u);
  EXPECT_EQ(event.immediate_server_version, std::nullopt);
}

TEST_F(GtidLogEventTest, SyntheticFieldsThatMustFollowButDoNot) {
  EXPECT_EQ(error<GtidLogEvent>(cut(kReplicated, 24)), "17 gno: needs 8 bytes, 7 left");
  EXPECT_EQ(error<GtidLogEvent>(cut(kReplicated, 41)), "34 sequence_number: needs 8 bytes, 7 left");
  EXPECT_EQ(error<GtidLogEvent>(cut(kReplicated, 55)), "49 original_commit_timestamp: needs 7 bytes, 6 left");
  EXPECT_EQ(error<GtidLogEvent>(cut(kReplicated, 58)), "56 transaction_length: needs 3 bytes, 2 left");
  EXPECT_EQ(error<GtidLogEvent>(cut(kReplicated, 66)), "63 original_server_version: needs 4 bytes, 3 left");
  EXPECT_EQ(error<GtidLogEvent>(cut(kReplicated, 56) + "ff"), "56 transaction_length: not a valid packed integer");
}

}  // namespace
}  // namespace binlogdump
