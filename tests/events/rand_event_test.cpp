#include "binlogdump/events/rand_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using RandEventTest = EventTest;

// stmt-intvar-rand.000001 of testdata.
const std::string kSeeds = "15cd5b0700000000 b168de3a00000000";

TEST_F(RandEventTest, ReadsTwoSeeds) {
  EXPECT_TRUE(decode<RandEvent>(kSeeds) == (RandEvent{.seed1 = 123456789, .seed2 = 987654321}));
  EXPECT_EQ(trace<RandEvent>(kSeeds), R"(
0 8 seed1 = 123456789
8 8 seed2 = 987654321
)");
}

TEST_F(RandEventTest, HasOneLength) {
  EXPECT_EQ(sound_lengths<RandEvent>(kSeeds), "16");
  EXPECT_EQ(error<RandEvent>("0100000000000000 02"), "8 seed2: needs 8 bytes, 1 left");
}

TEST_F(RandEventTest, SyntheticTrailingBytesAreUnparsed) {
  EXPECT_EQ(trace<RandEvent>("0100000000000000 ffffffffffffffff 00"), R"(
0 8 seed1 = 1
8 8 seed2 = 18446744073709551615
16 1 unparsed = 00
)");
}

}  // namespace
}  // namespace binlogdump
