#include "binlogdump/events/update_rows_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using UpdateRowsEventTest = EventTest;

// As written by 5.6.4 (INT, CHAR(50)).
const std::string kMap = "420000000000 0100 04 7465737400 02 743100 02 03fe 02 fe32 03";
const std::string kTwoRows =
    "420000000000 0100 0200 02 ff ff"
    "fc 00000000 036f6e65 fc 01000000 036f6e65"
    "fc 01000000 0374776f fc 02000000 0374776f";

TEST_F(UpdateRowsEventTest, HoldsBeforeAndAfterImages) {
  table(kMap);
  EXPECT_EQ(rows<UpdateRowsEvent>(kTwoRows), R"(
- @1=00000000 @2='one'
+ @1=01000000 @2='one'
- @1=01000000 @2='two'
+ @1=02000000 @2='two'
)");
  EXPECT_EQ(trace<UpdateRowsEvent>(kTwoRows), R"(
0 6 table_id = 66
6 2 flags = 1
8 2 var_header_len = 2
10 1 width = 2
11 1 columns_before_image = ff
12 1 columns_after_image = ff
13 18 row:
  13 1 null_bits = fc
  14 4 value = 00000000
  18 1 length = 3
  19 3 value = 'one'
  22 1 null_bits = fc
  23 4 value = 01000000
  27 1 length = 3
  28 3 value = 'one'
31 18 row:
  31 1 null_bits = fc
  32 4 value = 01000000
  36 1 length = 3
  37 3 value = 'two'
  40 1 null_bits = fc
  41 4 value = 02000000
  45 1 length = 3
  46 3 value = 'two'
)");
}

// (INT, INT, BLOB, TEXT, VARCHAR(10), JSON), of dml-row-image.000001 of testdata.
const std::string kMixedMap = "da0100000000 0100 04 73686f7000 02 726900 06 0303fcfc0ff5 05 02022800043e";

TEST_F(UpdateRowsEventTest, EachImageHasColumnsOfItsOwn) {
  table(kMixedMap);
  EXPECT_EQ(rows<UpdateRowsEvent>("da0100000000 1100 0200 06 01 05 00 04000000 00 0e000000 0700 6e6577626c6f62"), R"(
- @1=04000000
+ @1=0e000000 @3='newblob'
)");
  EXPECT_EQ(rows<UpdateRowsEvent>("da0100000000 1100 0200 06 01 2a 00 02000000"
                                  "03 0d000000 0001000c000b0001000501007a"),
            R"(
- @1=02000000
+ @2=NULL @4=NULL @6=0001000c000b0001000501007a
)");
}

TEST_F(UpdateRowsEventTest, PartitionsBeforeAndAfter) {
  // dml-partitioned.000001 of testdata.
  const std::string body = "b60100000000 1100 0700 01 0100 0000 02 ff ff 00 02000000 02000000 00 0c000000 02000000";
  EXPECT_EQ(decode<UpdateRowsEvent>(body).partition,
            (RowsEvent::PartitionInfo{.partition_id = 1, .source_partition_id = std::uint16_t{0}}));
  EXPECT_EQ(trace<UpdateRowsEvent>(body), R"(
0 6 table_id = 438
6 2 flags = 17
8 2 var_header_len = 7
10 5 extra_row_info:
  10 1 extra_row_info_type = 1
  11 2 partition_id = 1
  13 2 source_partition_id = 0
15 1 width = 2
16 1 columns_before_image = ff
17 1 columns_after_image = ff
18 18 rows = 000200000002000000000c00000002000000
)");
}

TEST_F(UpdateRowsEventTest, SyntheticMissingAfterImage) {
  table(kMap);
  EXPECT_EQ(rows<UpdateRowsEvent>("420000000000 0100 0200 02 ff ff fc 00000000 036f6e65"), R"(
- @1=00000000 @2='one'
! 22 null_bits: needs 1 byte, 0 left
)");
}

TEST_F(UpdateRowsEventTest, WholeRowsAreSound) {
  EXPECT_EQ(sound_lengths<UpdateRowsEvent>(kTwoRows), "13-49") << "without a map";
  table(kMap);
  EXPECT_EQ(sound_lengths<UpdateRowsEvent>(kTwoRows), "31, 49");
}

}  // namespace
}  // namespace binlogdump
