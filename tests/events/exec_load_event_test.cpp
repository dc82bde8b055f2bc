#include "binlogdump/events/exec_load_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using ExecLoadEventTest = EventTest;

TEST_F(ExecLoadEventTest, SyntheticBodyIsKeptUnparsed) {
  EXPECT_EQ(decode<ExecLoadEvent>("00ff61").payload, Bytes("\0\xff\x61", 3));
  EXPECT_EQ(trace<ExecLoadEvent>("00ff61"), R"(
0 3 unparsed = 00ff61
)");
}

TEST_F(ExecLoadEventTest, SyntheticBodyMayHaveAnyLength) {
  EXPECT_EQ(sound_lengths<ExecLoadEvent>("00ff61"), "0-3");
}

}  // namespace
}  // namespace binlogdump
