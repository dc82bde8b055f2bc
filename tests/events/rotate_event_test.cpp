#include "binlogdump/events/rotate_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using RotateEventTest = EventTest;

// binlog.000024 of testdata.
const std::string kToFile25 = "0400000000000000 62696e6c6f672e303030303235";

TEST_F(RotateEventTest, NamesTheNextFile) {
  EXPECT_TRUE(decode<RotateEvent>(kToFile25) == (RotateEvent{.position = 4, .new_log_ident = "binlog.000025"}));
  EXPECT_EQ(trace<RotateEvent>(kToFile25), R"(
0 8 position = 4
8 13 new_log_ident = 'binlog.000025'
)");
}

TEST_F(RotateEventTest, PositionHas64Bits) {
  EXPECT_EQ(decode<RotateEvent>("ffffffffffffffff 61").position, ~std::uint64_t{0});
}

TEST_F(RotateEventTest, SyntheticNameMayBeEmpty) {
  EXPECT_EQ(decode<RotateEvent>("0400000000000000").new_log_ident, "");
}

TEST_F(RotateEventTest, EveryLengthWithAPositionIsSound) {
  EXPECT_EQ(sound_lengths<RotateEvent>(kToFile25), "8-21");
  EXPECT_EQ(error<RotateEvent>("04000000000000"), "0 position: needs 8 bytes, 7 left");
}

}  // namespace
}  // namespace binlogdump
