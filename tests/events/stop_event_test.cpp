#include "binlogdump/events/stop_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using StopEventTest = EventTest;

TEST_F(StopEventTest, HasNoBody) {
  decode<StopEvent>("");
  EXPECT_EQ(trace<StopEvent>(""), "\n");
}

TEST_F(StopEventTest, SyntheticBytesAreUnparsed) {
  EXPECT_EQ(trace<StopEvent>("0102"), R"(
0 2 unparsed = 0102
)");
  EXPECT_EQ(sound_lengths<StopEvent>("0102"), "0-2");
}

}  // namespace
}  // namespace binlogdump
