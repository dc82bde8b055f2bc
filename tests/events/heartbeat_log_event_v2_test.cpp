#include "binlogdump/events/heartbeat_log_event_v2.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using HeartbeatLogEventV2Test = EventTest;

// As a server sent it over the replication protocol.
const std::string kHeartbeat = "01 0d 62696e6c6f672e303030303033 02 01 c6 00";

TEST_F(HeartbeatLogEventV2Test, NamesFileAndPosition) {
  EXPECT_TRUE(decode<HeartbeatLogEventV2>(kHeartbeat) ==
              (HeartbeatLogEventV2{.log_filename = "binlog.000003", .log_position = 198}));
  EXPECT_EQ(trace<HeartbeatLogEventV2>(kHeartbeat), R"(
0 1 field_type = 1
1 1 field_length = 13
2 13 field:
  2 13 log_filename = 'binlog.000003'
15 1 field_type = 2
16 1 field_length = 1
17 1 field:
  17 1 log_position = 198
18 1 field_type = 0
)");
}

TEST_F(HeartbeatLogEventV2Test, SyntheticFieldsMayStandInAnyOrder) {
  const HeartbeatLogEventV2 event = decode<HeartbeatLogEventV2>("02 09 fe0000000001000000 01 02 6162 00");
  EXPECT_EQ(event.log_filename, "ab");
  EXPECT_EQ(event.log_position, std::uint64_t{1} << 32);
}

TEST_F(HeartbeatLogEventV2Test, SyntheticFieldsMayBeAbsent) {
  EXPECT_TRUE(decode<HeartbeatLogEventV2>("00") == HeartbeatLogEventV2{});
  EXPECT_TRUE(decode<HeartbeatLogEventV2>("") == HeartbeatLogEventV2{});
}

TEST_F(HeartbeatLogEventV2Test, SyntheticUnknownFieldsAndTrailingBytesAreUnparsed) {
  EXPECT_EQ(trace<HeartbeatLogEventV2>("fcff00 03 aabbcc 02 03 c60102 00 0909"), R"(
0 3 field_type = 255
3 1 field_length = 3
4 3 field:
  4 3 unparsed = aabbcc
7 1 field_type = 2
8 1 field_length = 3
9 3 field:
  9 1 log_position = 198
  10 2 unparsed = 0102
12 1 field_type = 0
13 2 unparsed = 0909
)");
}

TEST_F(HeartbeatLogEventV2Test, IsSoundBetweenFields) {
  EXPECT_EQ(sound_lengths<HeartbeatLogEventV2>(kHeartbeat), "0, 15, 18-19");
}

TEST_F(HeartbeatLogEventV2Test, SyntheticFieldBeyondTheEnd) {
  EXPECT_EQ(error<HeartbeatLogEventV2>("01 0d 6162"), "2 field: needs 13 bytes, 2 left");
  EXPECT_EQ(error<HeartbeatLogEventV2>("02 feffffffffffffffff c6"),
            "10 field: needs 18446744073709551615 bytes, 1 left");
  EXPECT_EQ(error<HeartbeatLogEventV2>("02 00 00"), "2 log_position: no byte left");
  EXPECT_EQ(error<HeartbeatLogEventV2>("02 01 fc 00"), "2 log_position: needs 3 bytes, 1 left");
}

}  // namespace
}  // namespace binlogdump
