#include "binlogdump/events/delete_rows_event_v1.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using DeleteRowsEventV1Test = EventTest;

// As written by 5.1.37 with NDB (INT, INT, INT): the key alone.
const std::string kMap = "2e0000000000 0000 04 7465737400 02 626100 03 030303 00 06";
const std::string kOneRow = "2e0000000000 0100 03 01 fe 02000000";

TEST_F(DeleteRowsEventV1Test, HoldsBeforeImages) {
  table(kMap);
  EXPECT_EQ(rows<DeleteRowsEventV1>(kOneRow), R"(
- @1=02000000
)");
  EXPECT_EQ(trace<DeleteRowsEventV1>(kOneRow), R"(
0 6 table_id = 46
6 2 flags = 1
8 1 width = 3
9 1 columns_before_image = 01
10 5 row:
  10 1 null_bits = fe
  11 4 value = 02000000
)");
}

TEST_F(DeleteRowsEventV1Test, WholeRowsAreSound) {
  EXPECT_EQ(sound_lengths<DeleteRowsEventV1>(kOneRow), "10-15") << "without a map";
  table(kMap);
  EXPECT_EQ(sound_lengths<DeleteRowsEventV1>(kOneRow), "15");
}

}  // namespace
}  // namespace binlogdump
