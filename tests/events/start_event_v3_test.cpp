#include "binlogdump/events/start_event_v3.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using StartEventV3Test = EventTest;

TEST_F(StartEventV3Test, SyntheticBodyIsKeptUnparsed) {
  EXPECT_EQ(decode<StartEventV3>("00ff61").payload, Bytes("\0\xff\x61", 3));
  EXPECT_EQ(trace<StartEventV3>("00ff61"), R"(
0 3 unparsed = 00ff61
)");
}

TEST_F(StartEventV3Test, SyntheticBodyMayHaveAnyLength) {
  EXPECT_EQ(sound_lengths<StartEventV3>("00ff61"), "0-3");
}

}  // namespace
}  // namespace binlogdump
