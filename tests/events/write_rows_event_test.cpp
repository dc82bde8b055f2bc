#include "binlogdump/events/write_rows_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using WriteRowsEventTest = EventTest;

// As written by 5.6.4 (INT, CHAR(50)); the unused bits of its null bitmaps are set.
const std::string kMap = "420000000000 0100 04 7465737400 02 743100 02 03fe 02 fe32 03";
const std::string kTwoRows = "420000000000 0100 0200 02 ff fc 00000000 036f6e65 fc 01000000 0374776f";

TEST_F(WriteRowsEventTest, HoldsAfterImages) {
  table(kMap);
  EXPECT_EQ(rows<WriteRowsEvent>(kTwoRows), R"(
+ @1=00000000 @2='one'
+ @1=01000000 @2='two'
)");
  EXPECT_EQ(trace<WriteRowsEvent>(kTwoRows), R"(
0 6 table_id = 66
6 2 flags = 1
8 2 var_header_len = 2
10 1 width = 2
11 1 columns_after_image = ff
12 9 row:
  12 1 null_bits = fc
  13 4 value = 00000000
  17 1 length = 3
  18 3 value = 'one'
21 9 row:
  21 1 null_bits = fc
  22 4 value = 01000000
  26 1 length = 3
  27 3 value = 'two'
)");
}

TEST_F(WriteRowsEventTest, MinimalImageLeavesColumnsOut) {
  // dml-row-image.000001 of testdata: (INT, INT, BLOB, TEXT, VARCHAR(10), JSON), of which id and d were given.
  table("da0100000000 0100 04 73686f7000 02 726900 06 0303fcfc0ff5 05 02022800043e");
  EXPECT_EQ(rows<WriteRowsEvent>("da0100000000 1100 0200 06 11 00 03000000 036d696e"), R"(
+ @1=03000000 @5='min'
)");
}

TEST_F(WriteRowsEventTest, WithoutItsMapOnlyTheHeadCanBeCut) {
  EXPECT_EQ(sound_lengths<WriteRowsEvent>(kTwoRows), "12-30");
}

TEST_F(WriteRowsEventTest, WithItsMapWholeRowsAreSound) {
  table(kMap);
  EXPECT_EQ(sound_lengths<WriteRowsEvent>(kTwoRows), "21, 30");
}

}  // namespace
}  // namespace binlogdump
