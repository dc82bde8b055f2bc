#include "binlogdump/events/new_load_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using NewLoadEventTest = EventTest;

TEST_F(NewLoadEventTest, SyntheticBodyIsKeptUnparsed) {
  EXPECT_EQ(decode<NewLoadEvent>("00ff61").payload, Bytes("\0\xff\x61", 3));
  EXPECT_EQ(trace<NewLoadEvent>("00ff61"), R"(
0 3 unparsed = 00ff61
)");
}

TEST_F(NewLoadEventTest, SyntheticBodyMayHaveAnyLength) {
  EXPECT_EQ(sound_lengths<NewLoadEvent>("00ff61"), "0-3");
}

}  // namespace
}  // namespace binlogdump
