#include "binlogdump/events/transaction_payload_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using TransactionPayloadEventTest = EventTest;

// The head of the first one in zstd-small.000001 of testdata, with a payload cut to two bytes.
const std::string kHead = "02 01 00 03 01 d6 01 01 02 00";
const std::string kPayload = kHead + "28b5";

TEST_F(TransactionPayloadEventTest, ReadsTheFieldsInTheOrderOfTheServer) {
  EXPECT_TRUE(decode<TransactionPayloadEvent>(kPayload) ==
              (TransactionPayloadEvent{.payload_size = 2,
                                       .compression_type = TransactionPayloadEvent::kZstd,
                                       .uncompressed_size = 214,
                                       .payload = "\x28\xb5"}));
  EXPECT_EQ(trace<TransactionPayloadEvent>(kPayload), R"(
0 1 field_type = 2
1 1 field_length = 1
2 1 field:
  2 1 compression_type = 0
3 1 field_type = 3
4 1 field_length = 1
5 1 field:
  5 1 uncompressed_size = 214
6 1 field_type = 1
7 1 field_length = 1
8 1 field:
  8 1 payload_size = 2
9 1 field_type = 0
10 2 payload = 28b5
)");
}

TEST_F(TransactionPayloadEventTest, SizesMayTakeThreeBytes) {
  // The second one in zstd-small.000001 of testdata.
  const TransactionPayloadEvent event = decode<TransactionPayloadEvent>("02 01 00 03 03 fcd801 01 01 01 00 28");
  EXPECT_EQ(event.uncompressed_size, 472u);
}

TEST_F(TransactionPayloadEventTest, SyntheticFieldsMayStandInAnyOrder) {
  const TransactionPayloadEvent event = decode<TransactionPayloadEvent>("03 03 fcd600 01 01 02 02 01 00 00 28b5");
  EXPECT_EQ(event.payload_size, 2u);
  EXPECT_EQ(event.compression_type, TransactionPayloadEvent::kZstd);
  EXPECT_EQ(event.uncompressed_size, 214u);
  EXPECT_EQ(event.payload, "\x28\xb5");
}

TEST_F(TransactionPayloadEventTest, SyntheticStoredPayload) {
  const TransactionPayloadEvent event = decode<TransactionPayloadEvent>("02 03 fcff00 01 01 02 00 6162");
  EXPECT_EQ(event.compression_type, TransactionPayloadEvent::kNone);
  EXPECT_EQ(event.uncompressed_size, std::nullopt);
  EXPECT_EQ(event.payload, "ab");
}

TEST_F(TransactionPayloadEventTest, SyntheticPayloadWithoutASizeGoesToTheEnd) {
  const TransactionPayloadEvent event = decode<TransactionPayloadEvent>("00 616263");
  EXPECT_EQ(event.payload_size, std::nullopt);
  EXPECT_EQ(event.payload, "abc");
  EXPECT_EQ(decode<TransactionPayloadEvent>("00").payload, "");
}

TEST_F(TransactionPayloadEventTest, SyntheticUnknownFieldsAndTrailingBytesAreUnparsed) {
  EXPECT_EQ(trace<TransactionPayloadEvent>("fc2c01 02 aabb 01 02 01ff 00 61 6263"), R"(
0 3 field_type = 300
3 1 field_length = 2
4 2 field:
  4 2 unparsed = aabb
6 1 field_type = 1
7 1 field_length = 2
8 2 field:
  8 1 payload_size = 1
  9 1 unparsed = ff
10 1 field_type = 0
11 1 payload = 'a'
12 2 unparsed = 'bc'
)");
}

TEST_F(TransactionPayloadEventTest, HasOneLength) {
  EXPECT_EQ(sound_lengths<TransactionPayloadEvent>(kPayload), "12");
  EXPECT_EQ(error<TransactionPayloadEvent>(""), "0 field_type: no byte left");
  EXPECT_EQ(error<TransactionPayloadEvent>("02 01 00"), "3 field_type: no byte left") << "the end mark is missing";
}

TEST_F(TransactionPayloadEventTest, SyntheticSizesThatLie) {
  EXPECT_EQ(error<TransactionPayloadEvent>("01 01 03 00 6162"), "4 payload: needs 3 bytes, 2 left");
  EXPECT_EQ(error<TransactionPayloadEvent>("01 09 feffffffffffffffff 00 6162"),
            "12 payload: needs 18446744073709551615 bytes, 2 left");
  EXPECT_EQ(error<TransactionPayloadEvent>("02 05 00"), "2 field: needs 5 bytes, 1 left");
  EXPECT_EQ(error<TransactionPayloadEvent>("02 feffffffffffffffff 00"),
            "10 field: needs 18446744073709551615 bytes, 1 left");
  EXPECT_EQ(error<TransactionPayloadEvent>("01 00 00"), "2 payload_size: no byte left");
  EXPECT_EQ(error<TransactionPayloadEvent>("ff"), "0 field_type: not a valid packed integer");
}

}  // namespace
}  // namespace binlogdump
