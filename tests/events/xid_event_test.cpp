#include "binlogdump/events/xid_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using XidEventTest = EventTest;

// anon-basic.000001 of testdata.
const std::string kXid = "1c00000000000000";

TEST_F(XidEventTest, ReadsTheNumber) {
  EXPECT_EQ(decode<XidEvent>(kXid).xid, 28u);
  EXPECT_EQ(decode<XidEvent>("ffffffffffffffff").xid, 18446744073709551615u);
  EXPECT_EQ(trace<XidEvent>(kXid), R"(
0 8 xid = 28
)");
}

TEST_F(XidEventTest, HasOneLength) {
  EXPECT_EQ(sound_lengths<XidEvent>(kXid), "8");
  EXPECT_EQ(error<XidEvent>("1c000000000000"), "0 xid: needs 8 bytes, 7 left");
}

TEST_F(XidEventTest, SyntheticTrailingBytesAreUnparsed) {
  EXPECT_EQ(trace<XidEvent>(kXid + "0a"), R"(
0 8 xid = 28
8 1 unparsed = 0a
)");
}

}  // namespace
}  // namespace binlogdump
