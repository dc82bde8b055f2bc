#include "binlogdump/events/append_block_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using AppendBlockEventTest = EventTest;

// The first bytes of the one in stmt-loaddata-append.000001 of testdata.
const std::string kBlock = "01000000 43434343";

TEST_F(AppendBlockEventTest, HoldsAPieceOfTheFile) {
  EXPECT_TRUE(decode<AppendBlockEvent>(kBlock) == (AppendBlockEvent{.file_id = 1, .block_data = "CCCC"}));
  EXPECT_EQ(trace<AppendBlockEvent>(kBlock), R"(
0 4 file_id = 1
4 4 block_data = 'CCCC'
)");
}

TEST_F(AppendBlockEventTest, SyntheticPieceHoldsAnyBytes) {
  EXPECT_EQ(decode<AppendBlockEvent>("ffffffff 00ff0a").block_data, Bytes("\0\xff\n", 3));
}

TEST_F(AppendBlockEventTest, PieceMayBeEmpty) {
  EXPECT_EQ(sound_lengths<AppendBlockEvent>(kBlock), "4-8");
  EXPECT_EQ(error<AppendBlockEvent>("010000"), "0 file_id: needs 4 bytes, 3 left");
}

}  // namespace
}  // namespace binlogdump
