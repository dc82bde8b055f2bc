#include "binlogdump/events/heartbeat_log_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using HeartbeatLogEventTest = EventTest;

// As a server sent it over the replication protocol.
const std::string kHeartbeat = "62696e6c6f672e303030303033";

TEST_F(HeartbeatLogEventTest, NamesTheSourcesFile) {
  EXPECT_EQ(decode<HeartbeatLogEvent>(kHeartbeat).log_ident, "binlog.000003");
  EXPECT_EQ(trace<HeartbeatLogEvent>(kHeartbeat), R"(
0 13 log_ident = 'binlog.000003'
)");
}

TEST_F(HeartbeatLogEventTest, EveryLengthIsSound) {
  EXPECT_EQ(sound_lengths<HeartbeatLogEvent>(kHeartbeat), "0-13");
}

}  // namespace
}  // namespace binlogdump
