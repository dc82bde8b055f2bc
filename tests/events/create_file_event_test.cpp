#include "binlogdump/events/create_file_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using CreateFileEventTest = EventTest;

TEST_F(CreateFileEventTest, SyntheticBodyIsKeptUnparsed) {
  EXPECT_EQ(decode<CreateFileEvent>("00ff61").payload, Bytes("\0\xff\x61", 3));
  EXPECT_EQ(trace<CreateFileEvent>("00ff61"), R"(
0 3 unparsed = 00ff61
)");
}

TEST_F(CreateFileEventTest, SyntheticBodyMayHaveAnyLength) {
  EXPECT_EQ(sound_lengths<CreateFileEvent>("00ff61"), "0-3");
}

}  // namespace
}  // namespace binlogdump
