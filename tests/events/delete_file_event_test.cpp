#include "binlogdump/events/delete_file_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using DeleteFileEventTest = EventTest;

// No server at hand writes these; all bytes are synthetic.

TEST_F(DeleteFileEventTest, SyntheticNumber) {
  EXPECT_EQ(decode<DeleteFileEvent>("07000000").file_id, 7u);
  EXPECT_EQ(trace<DeleteFileEvent>("07000000"), R"(
0 4 file_id = 7
)");
}

TEST_F(DeleteFileEventTest, HasOneLength) {
  EXPECT_EQ(sound_lengths<DeleteFileEvent>("07000000"), "4");
  EXPECT_EQ(error<DeleteFileEvent>("0700"), "0 file_id: needs 4 bytes, 2 left");
}

TEST_F(DeleteFileEventTest, SyntheticTrailingBytesAreUnparsed) {
  EXPECT_EQ(trace<DeleteFileEvent>("07000000 0000"), R"(
0 4 file_id = 7
4 2 unparsed = 0000
)");
}

}  // namespace
}  // namespace binlogdump
