#include "binlogdump/events/slave_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using SlaveEventTest = EventTest;

TEST_F(SlaveEventTest, SyntheticBodyIsKeptUnparsed) {
  EXPECT_EQ(decode<SlaveEvent>("00ff61").payload, Bytes("\0\xff\x61", 3));
  EXPECT_EQ(trace<SlaveEvent>("00ff61"), R"(
0 3 unparsed = 00ff61
)");
}

TEST_F(SlaveEventTest, SyntheticBodyMayHaveAnyLength) {
  EXPECT_EQ(sound_lengths<SlaveEvent>("00ff61"), "0-3");
}

}  // namespace
}  // namespace binlogdump
