#include "binlogdump/events/anonymous_gtid_log_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using AnonymousGtidLogEventTest = EventTest;

// anon-basic.000001 of testdata.
const std::string kFirst =
    "01 00000000000000000000000000000000 0000000000000000"
    "02 0000000000000000 0100000000000000"
    "c91e15076e6106 b3 50620100";

TEST_F(AnonymousGtidLogEventTest, HasTheLayoutOfGtidLogEventWithoutANumber) {
  const AnonymousGtidLogEvent event = decode<AnonymousGtidLogEvent>(kFirst);
  EXPECT_EQ(event.gtid_flags, 1);
  EXPECT_EQ(event.uuid, std::string(16, '\0'));
  EXPECT_EQ(event.gno, 0);
  EXPECT_EQ(event.immediate_commit_timestamp, 1795975053385417u);
  EXPECT_EQ(event.transaction_length, 179u);
  EXPECT_EQ(trace<AnonymousGtidLogEvent>(kFirst), R"(
0 1 gtid_flags = 1
1 16 uuid = 00000000000000000000000000000000
17 8 gno = 0
25 1 lt_type = 2
26 8 last_committed = 0
34 8 sequence_number = 1
42 7 immediate_commit_timestamp = 1795975053385417
49 1 transaction_length = 179
50 4 immediate_server_version = 90704
)");
}

TEST_F(AnonymousGtidLogEventTest, LengthsOfServerVersionsAreSound) {
  EXPECT_EQ(sound_lengths<AnonymousGtidLogEvent>(kFirst), "25, 42-54");
}

}  // namespace
}  // namespace binlogdump
