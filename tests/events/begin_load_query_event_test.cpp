#include "binlogdump/events/begin_load_query_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using BeginLoadQueryEventTest = EventTest;

// stmt-loaddata.000001 of testdata.
const std::string kFile = "02000000 31097809790a320969742773097461620a";

TEST_F(BeginLoadQueryEventTest, HoldsTheFirstPieceOfTheFile) {
  const BeginLoadQueryEvent event = decode<BeginLoadQueryEvent>(kFile);
  EXPECT_EQ(event.file_id, 2u);
  EXPECT_EQ(event.block_data, "1\tx\ty\n2\tit's\ttab\n");
  EXPECT_EQ(trace<BeginLoadQueryEvent>(kFile), R"(
0 4 file_id = 2
4 17 block_data = 31097809790a320969742773097461620a
)");
}

TEST_F(BeginLoadQueryEventTest, PieceOfAnEmptyFileIsEmpty) {
  EXPECT_EQ(sound_lengths<BeginLoadQueryEvent>(kFile), "4-21");
  EXPECT_EQ(decode<BeginLoadQueryEvent>("02000000").block_data, "");
}

}  // namespace
}  // namespace binlogdump
