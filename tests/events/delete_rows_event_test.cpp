#include "binlogdump/events/delete_rows_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using DeleteRowsEventTest = EventTest;

// As written by 5.6.4 (INT, CHAR(50)).
const std::string kMap = "420000000000 0100 04 7465737400 02 743100 02 03fe 02 fe32 03";
const std::string kOneRow = "420000000000 0100 0200 02 ff fc 02000000 0374776f";

TEST_F(DeleteRowsEventTest, HoldsBeforeImages) {
  table(kMap);
  const DeleteRowsEvent event = decode<DeleteRowsEvent>(kOneRow);
  EXPECT_EQ(event.columns_before_image, "\xff");
  EXPECT_EQ(event.columns_after_image, "");
  EXPECT_EQ(rows<DeleteRowsEvent>(kOneRow), R"(
- @1=02000000 @2='two'
)");
  EXPECT_EQ(trace<DeleteRowsEvent>(kOneRow), R"(
0 6 table_id = 66
6 2 flags = 1
8 2 var_header_len = 2
10 1 width = 2
11 1 columns_before_image = ff
12 9 row:
  12 1 null_bits = fc
  13 4 value = 02000000
  17 1 length = 3
  18 3 value = 'two'
)");
}

TEST_F(DeleteRowsEventTest, MinimalImageIsTheKey) {
  // dml-row-image.000001 of testdata.
  table("da0100000000 0100 04 73686f7000 02 726900 06 0303fcfc0ff5 05 02022800043e");
  EXPECT_EQ(rows<DeleteRowsEvent>("da0100000000 1100 0200 06 01 00 03000000"), R"(
- @1=03000000
)");
}

TEST_F(DeleteRowsEventTest, PartitionHasNoSource) {
  // dml-partitioned.000001 of testdata.
  const DeleteRowsEvent event = decode<DeleteRowsEvent>("b60100000000 1100 0500 01 0200 02 ff 00 15000000 16000000");
  EXPECT_EQ(event.partition, (RowsEvent::PartitionInfo{.partition_id = 2, .source_partition_id = std::nullopt}));
}

TEST_F(DeleteRowsEventTest, WholeRowsAreSound) {
  EXPECT_EQ(sound_lengths<DeleteRowsEvent>(kOneRow), "12-21") << "without a map";
  table(kMap);
  EXPECT_EQ(sound_lengths<DeleteRowsEvent>(kOneRow), "21");
}

}  // namespace
}  // namespace binlogdump
