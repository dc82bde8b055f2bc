#include "binlogdump/events/gtid_tagged_log_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using GtidTaggedLogEventTest = EventTest;
using Logical = GtidFields::LogicalTimestamps;

// As written by 9.7.4 on a replica: each field but the ticket is there.
const std::string kReplicated =
    "02 84 00"
    "00 00"
    "02 22222222 44446666 8888aaaa cccceeee"
    "04 08"
    "06 0e 7461675f6f6e65"
    "08 04"
    "0a 10"
    "0c 7f2ce5ceec6e6106"
    "0e 7f0100a40731af05"
    "10 8104"
    "12 83120b"
    "14 93c409";

/// A message that holds `fields`, of less than 125 bytes.
std::string message(const std::string& fields, unsigned last_non_ignorable = 0) {
  const std::size_t size = 3 + from_hex(fields).size();
  return "02" + number(size << 1, 1) + number(last_non_ignorable << 1, 1) + fields;
}

TEST_F(GtidTaggedLogEventTest, ReadsEveryField) {
  const GtidTaggedLogEvent event = decode<GtidTaggedLogEvent>(kReplicated);
  EXPECT_EQ(event.gtid_flags, 0);
  EXPECT_EQ(Bytes(event.uuid.data(), event.uuid.size()), from_hex("11111111222233334444555566667777"));
  EXPECT_EQ(event.gno, 2);
  EXPECT_EQ(event.tag, "tag_one");
  EXPECT_EQ(event.logical, (Logical{.last_committed = 1, .sequence_number = 4}));
  EXPECT_EQ(event.immediate_commit_timestamp, 1795978907542828u);
  EXPECT_EQ(event.original_commit_timestamp, 1600000000000001u);
  EXPECT_EQ(event.transaction_length, 288u);
  EXPECT_EQ(event.immediate_server_version, 90704u);
  EXPECT_EQ(event.original_server_version, 80018u);
  EXPECT_EQ(event.commit_group_ticket, std::nullopt);
}

TEST_F(GtidTaggedLogEventTest, LabelsEveryByte) {
  EXPECT_EQ(trace<GtidTaggedLogEvent>(kReplicated), R"(
0 1 serialization_version = 1
1 1 serializable_size = 66
2 1 last_non_ignorable_field_id = 0
3 63 fields:
  3 1 field_id = 0
  4 1 gtid_flags = 0
  5 1 field_id = 1
  6 1 uuid = 17
  7 1 uuid = 17
  8 1 uuid = 17
  9 1 uuid = 17
  10 1 uuid = 34
  11 1 uuid = 34
  12 1 uuid = 51
  13 1 uuid = 51
  14 1 uuid = 68
  15 1 uuid = 68
  16 1 uuid = 85
  17 1 uuid = 85
  18 1 uuid = 102
  19 1 uuid = 102
  20 1 uuid = 119
  21 1 uuid = 119
  22 1 field_id = 2
  23 1 gno = 2
  24 1 field_id = 3
  25 1 tag_length = 7
  26 7 tag = 'tag_one'
  33 1 field_id = 4
  34 1 last_committed = 1
  35 1 field_id = 5
  36 1 sequence_number = 4
  37 1 field_id = 6
  38 8 immediate_commit_timestamp = 1795978907542828
  46 1 field_id = 7
  47 8 original_commit_timestamp = 1600000000000001
  55 1 field_id = 8
  56 2 transaction_length = 288
  58 1 field_id = 9
  59 3 immediate_server_version = 90704
  62 1 field_id = 10
  63 3 original_server_version = 80018
)");
}

TEST_F(GtidTaggedLogEventTest, OriginalsNotStoredAreTheImmediateOnes) {
  // group-replication.000001 of testdata; a byte of 128 or more of the uuid takes two.
  const GtidTaggedLogEvent event = decode<GtidTaggedLogEvent>(
      "02 7a 00 00 00 02 be743800001422bd030102000000000000 14 04 04 06 08 67746167 08 08 0a 14"
      "0c 7f308ea60a6e6106 0e 7fe58aa60a6e6106 10 6d04 12 83120b");
  EXPECT_EQ(Bytes(event.uuid.data(), event.uuid.size()), from_hex("5f3a1c00000a11ef800000000000000a"));
  EXPECT_EQ(event.gno, 1);
  EXPECT_EQ(event.tag, "gtag");
  EXPECT_EQ(event.immediate_server_version, 90704u);
  EXPECT_EQ(event.original_server_version, 90704u);
}

TEST_F(GtidTaggedLogEventTest, SyntheticFieldsNotWrittenHaveTheirDefaults) {
  const GtidTaggedLogEvent event = decode<GtidTaggedLogEvent>(message(""));
  EXPECT_EQ(event.gno, 0);
  EXPECT_EQ(event.tag, "");
  EXPECT_EQ(event.logical, std::nullopt);
  EXPECT_EQ(event.immediate_commit_timestamp, std::nullopt);
  EXPECT_EQ(event.original_commit_timestamp, std::nullopt);
  EXPECT_EQ(event.transaction_length, std::nullopt);
  EXPECT_EQ(event.original_server_version, std::nullopt);
  EXPECT_EQ(decode<GtidTaggedLogEvent>(message("0a 10")).logical, (Logical{.last_committed = 0, .sequence_number = 4}));
  EXPECT_EQ(decode<GtidTaggedLogEvent>(message("08 10")).logical, (Logical{.last_committed = 4, .sequence_number = 0}));
}

TEST_F(GtidTaggedLogEventTest, SyntheticTicketAndTimesAloneAreTaken) {
  const GtidTaggedLogEvent event = decode<GtidTaggedLogEvent>(message("0c 02 16 ff0807060504030201"));
  EXPECT_EQ(event.immediate_commit_timestamp, 1u);
  EXPECT_EQ(event.original_commit_timestamp, 1u);
  EXPECT_EQ(event.commit_group_ticket, 0x0102030405060708u);
}

TEST_F(GtidTaggedLogEventTest, SyntheticTagOf32Characters) {
  const std::string tag(32, 'z');
  EXPECT_EQ(decode<GtidTaggedLogEvent>(message("06 40" + text(tag))).tag, tag);
}

TEST_F(GtidTaggedLogEventTest, SyntheticUnknownFieldsAreUnparsedToTheEndOfTheMessage) {
  EXPECT_EQ(trace<GtidTaggedLogEvent>(message("04 08 18 0102 16 02") + "aabb"), R"(
0 1 serialization_version = 1
1 1 serializable_size = 10
2 1 last_non_ignorable_field_id = 0
3 7 fields:
  3 1 field_id = 2
  4 1 gno = 2
  5 1 field_id = 12
  6 4 unparsed = 01021602
10 2 unparsed = aabb
)");
}

TEST_F(GtidTaggedLogEventTest, SyntheticUnknownFieldThatMustNotBeIgnored) {
  EXPECT_EQ(error<GtidTaggedLogEvent>(message("04 08 18 01", 12)),
            "6 field_id: unknown field that must not be ignored");
  EXPECT_EQ(error<GtidTaggedLogEvent>(message("04 08 18 01", 11)), "");
}

TEST_F(GtidTaggedLogEventTest, HasOneLength) {
  EXPECT_EQ(sound_lengths<GtidTaggedLogEvent>(kReplicated), "66");
}

TEST_F(GtidTaggedLogEventTest, SyntheticSizesThatLie) {
  EXPECT_EQ(error<GtidTaggedLogEvent>("02 04 00 00 00"), "3 serializable_size: smaller than the message's own head");
  EXPECT_EQ(error<GtidTaggedLogEvent>("02 0c 00 00 00"), "3 fields: needs 3 bytes, 2 left");
  EXPECT_EQ(error<GtidTaggedLogEvent>("02 ffffffffffffffffff 00 00 00"),
            "11 fields: needs 18446744073709551604 bytes, 2 left");
  EXPECT_EQ(error<GtidTaggedLogEvent>("02 08 00 00 00"), "4 gtid_flags: no byte left") << "ends inside a field";
  EXPECT_EQ(error<GtidTaggedLogEvent>(message("06 0e 61")), "5 tag: needs 7 bytes, 1 left");
  EXPECT_EQ(error<GtidTaggedLogEvent>(message("06 ffffffffffffffffff 61")),
            "13 tag: needs 18446744073709551615 bytes, 1 left");
}

}  // namespace
}  // namespace binlogdump
