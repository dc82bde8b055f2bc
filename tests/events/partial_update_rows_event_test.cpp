#include "binlogdump/events/partial_update_rows_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

// (INT, JSON, JSON, INT), as are the row events below of dml-partial-json.000001 of testdata.
class PartialUpdateRowsEventTest : public EventTest {
 protected:
  void SetUp() override { table("7a0100000000 0100 04 73686f7000 02 706a00 04 03f5f503 02 0404 0e"); }
};

const std::string kReplaceFirst = "7a0100000000 1100 0200 04 01 02 00 03000000 01 01 00 0a000000 0004245b305d03056400";

TEST_F(PartialUpdateRowsEventTest, AfterImageMayHoldDifferences) {
  EXPECT_EQ(rows<PartialUpdateRowsEvent>(kReplaceFirst), R"(
- @1=03000000
+ @2~0004245b305d03056400
)");
  EXPECT_EQ(trace<PartialUpdateRowsEvent>(kReplaceFirst), R"(
0 6 table_id = 378
6 2 flags = 17
8 2 var_header_len = 2
10 1 width = 4
11 1 columns_before_image = 01
12 1 columns_after_image = 02
13 22 row:
  13 1 null_bits = 00
  14 4 value = 03000000
  18 1 value_options = 1
  19 1 partial_bits = 01
  20 1 null_bits = 00
  21 4 length = 10
  25 10 value = 0004245b305d03056400
)");
}

TEST_F(PartialUpdateRowsEventTest, OptionsWithoutTheBitHaveNoBitmap) {
  EXPECT_EQ(rows<PartialUpdateRowsEvent>("7a0100000000 1100 0200 04 01 08 00 03000000 00 00 09000000"), R"(
- @1=03000000
+ @4=09000000
)");
}

TEST_F(PartialUpdateRowsEventTest, BitmapCountsJsonColumnsOfTheTablePresentOrNot) {
  // k alone is in the after-image, as the second JSON column. Synthetic.
  EXPECT_EQ(rows<PartialUpdateRowsEvent>("7a0100000000 1100 0200 04 01 04 00 03000000 01 02 00 01000000 aa"), R"(
- @1=03000000
+ @3~aa
)");
}

TEST_F(PartialUpdateRowsEventTest, FullPartialAndNullColumnsInOneRow) {
  // Synthetic: j whole, k partial; then j partial and without a difference, k NULL.
  EXPECT_EQ(rows<PartialUpdateRowsEvent>("7a0100000000 0000 0200 04 01 06"
                                         "00 01000000 01 02 00 02000000 0401 01000000 bb"
                                         "00 02000000 01 01 02 00000000"),
            R"(
- @1=01000000
+ @2=0401 @3~bb
- @1=02000000
+ @2~'' @3=NULL
)");
}

TEST_F(PartialUpdateRowsEventTest, BeforeImageIsWhole) {
  EXPECT_EQ(rows<PartialUpdateRowsEvent>("7a0100000000 0000 0200 04 02 02 00 02000000 0401 01 01 00 01000000 bb"), R"(
- @2=0401
+ @2~bb
)");
}

TEST_F(PartialUpdateRowsEventTest, SyntheticBitmapOfMoreThanEightJsonColumns) {
  table("010000000000 0000 01 6400 01 7400 09 f5f5f5f5f5f5f5f5f5 09 040404040404040404 0000");
  EXPECT_EQ(rows<PartialUpdateRowsEvent>("010000000000 0000 0200 09 0000 0001 01 0001 00 01000000 aa"), R"(
-
+ @9~aa
)");
}

TEST_F(PartialUpdateRowsEventTest, SyntheticTableWithoutJson) {
  table("010000000000 0000 01 6400 01 7400 01 03 00 00");
  EXPECT_EQ(rows<PartialUpdateRowsEvent>("010000000000 0000 0200 01 01 01 00 01000000 01 00 02000000"), R"(
- @1=01000000
+ @1=02000000
)") << "a bitmap of no columns takes no byte";
}

TEST_F(PartialUpdateRowsEventTest, SyntheticUnknownOptionsAreIgnored) {
  EXPECT_EQ(rows<PartialUpdateRowsEvent>("7a0100000000 0000 0200 04 01 08 00 03000000 02 00 09000000"), R"(
- @1=03000000
+ @4=09000000
)");
  EXPECT_EQ(rows<PartialUpdateRowsEvent>("7a0100000000 0000 0200 04 01 02 00 03000000 fc0300 01 00 01000000 aa"), R"(
- @1=03000000
+ @2~aa
)");
}

TEST_F(PartialUpdateRowsEventTest, PartitionHasASource) {
  const PartialUpdateRowsEvent event = decode<PartialUpdateRowsEvent>("010000000000 0000 0700 01 0200 0100 01 01 01");
  EXPECT_EQ(event.partition, (RowsEvent::PartitionInfo{.partition_id = 2, .source_partition_id = std::uint16_t{1}}));
}

TEST_F(PartialUpdateRowsEventTest, WholeRowsAreSound) {
  EXPECT_EQ(sound_lengths<PartialUpdateRowsEvent>(kReplaceFirst), "35");
  context.clear_table_maps();
  EXPECT_EQ(sound_lengths<PartialUpdateRowsEvent>(kReplaceFirst), "13-35");
}

}  // namespace
}  // namespace binlogdump
