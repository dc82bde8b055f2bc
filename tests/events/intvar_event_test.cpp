#include "binlogdump/events/intvar_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using IntvarEventTest = EventTest;

// Bodies from stmt-intvar-rand.000001 of testdata.

TEST_F(IntvarEventTest, ReadsInsertId) {
  EXPECT_TRUE(decode<IntvarEvent>("02 8813000000000000") ==
              (IntvarEvent{.intvar_type = IntvarEvent::kInsertId, .val = 5000}));
  EXPECT_EQ(trace<IntvarEvent>("02 8813000000000000"), R"(
0 1 type = 2
1 8 val = 5000
)");
}

TEST_F(IntvarEventTest, ReadsLastInsertId) {
  EXPECT_TRUE(decode<IntvarEvent>("01 ffffffffffffffff") ==
              (IntvarEvent{.intvar_type = IntvarEvent::kLastInsertId, .val = 18446744073709551615u}));
}

TEST_F(IntvarEventTest, SyntheticInvalidTypeIsKept) {
  EXPECT_EQ(decode<IntvarEvent>("ff 0100000000000000").intvar_type, 255);
}

TEST_F(IntvarEventTest, HasOneLength) {
  EXPECT_EQ(sound_lengths<IntvarEvent>("02 8813000000000000"), "9");
  EXPECT_EQ(error<IntvarEvent>(""), "0 type: needs 1 byte, 0 left");
  EXPECT_EQ(error<IntvarEvent>("02 88130000000000"), "1 val: needs 8 bytes, 7 left");
}

TEST_F(IntvarEventTest, SyntheticTrailingBytesAreUnparsed) {
  EXPECT_EQ(trace<IntvarEvent>("01 0300000000000000 ff00"), R"(
0 1 type = 1
1 8 val = 3
9 2 unparsed = ff00
)");
}

}  // namespace
}  // namespace binlogdump
