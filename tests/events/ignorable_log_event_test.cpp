#include "binlogdump/events/ignorable_log_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using IgnorableLogEventTest = EventTest;

TEST_F(IgnorableLogEventTest, SyntheticBodyIsKeptUnparsed) {
  EXPECT_EQ(decode<IgnorableLogEvent>("00ff61").payload, Bytes("\0\xff\x61", 3));
  EXPECT_EQ(trace<IgnorableLogEvent>("00ff61"), R"(
0 3 unparsed = 00ff61
)");
}

TEST_F(IgnorableLogEventTest, SyntheticBodyMayHaveAnyLength) {
  EXPECT_EQ(sound_lengths<IgnorableLogEvent>("00ff61"), "0-3");
}

}  // namespace
}  // namespace binlogdump
