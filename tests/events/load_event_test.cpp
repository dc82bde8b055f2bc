#include "binlogdump/events/load_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using LoadEventTest = EventTest;

TEST_F(LoadEventTest, SyntheticBodyIsKeptUnparsed) {
  EXPECT_EQ(decode<LoadEvent>("00ff61").payload, Bytes("\0\xff\x61", 3));
  EXPECT_EQ(trace<LoadEvent>("00ff61"), R"(
0 3 unparsed = 00ff61
)");
}

TEST_F(LoadEventTest, SyntheticBodyMayHaveAnyLength) {
  EXPECT_EQ(sound_lengths<LoadEvent>("00ff61"), "0-3");
}

}  // namespace
}  // namespace binlogdump
