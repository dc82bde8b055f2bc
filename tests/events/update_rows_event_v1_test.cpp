#include "binlogdump/events/update_rows_event_v1.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using UpdateRowsEventV1Test = EventTest;

// The map as written by 5.1.37 (INT, INT, INT). Its server wrote no such event; the rows are synthetic.
const std::string kMap = "2e0000000000 0000 04 7465737400 02 626100 03 030303 00 06";
const std::string kOneRow = "2e0000000000 0100 03 ff fe f8 01000000 02000000 03000000 fd 05000000";

TEST_F(UpdateRowsEventV1Test, SyntheticImages) {
  table(kMap);
  const UpdateRowsEventV1 event = decode<UpdateRowsEventV1>(kOneRow);
  EXPECT_EQ(event.columns_before_image, "\xff");
  EXPECT_EQ(event.columns_after_image, "\xfe");
  EXPECT_EQ(rows<UpdateRowsEventV1>(kOneRow), R"(
- @1=01000000 @2=02000000 @3=03000000
+ @2=NULL @3=05000000
)");
  EXPECT_EQ(trace<UpdateRowsEventV1>(kOneRow), R"(
0 6 table_id = 46
6 2 flags = 1
8 1 width = 3
9 1 columns_before_image = ff
10 1 columns_after_image = fe
11 18 row:
  11 1 null_bits = f8
  12 4 value = 01000000
  16 4 value = 02000000
  20 4 value = 03000000
  24 1 null_bits = fd
  25 4 value = 05000000
)");
}

TEST_F(UpdateRowsEventV1Test, WholeRowsAreSound) {
  EXPECT_EQ(sound_lengths<UpdateRowsEventV1>(kOneRow), "11-29") << "without a map";
  table(kMap);
  EXPECT_EQ(sound_lengths<UpdateRowsEventV1>(kOneRow), "29");
}

}  // namespace
}  // namespace binlogdump
