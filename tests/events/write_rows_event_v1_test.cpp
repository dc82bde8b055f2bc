#include "binlogdump/events/write_rows_event_v1.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using WriteRowsEventV1Test = EventTest;

// As written by 5.1.37 (INT, INT, INT).
const std::string kMap = "2e0000000000 0000 04 7465737400 02 626100 03 030303 00 06";
const std::string kTwoRows = "2e0000000000 0000 03 ff f8 03000000 03000000 03000000 f8 01000000 01000000 01000000";

TEST_F(WriteRowsEventV1Test, HasNoExtraRowInfo) {
  table(kMap);
  EXPECT_EQ(rows<WriteRowsEventV1>(kTwoRows), R"(
+ @1=03000000 @2=03000000 @3=03000000
+ @1=01000000 @2=01000000 @3=01000000
)");
  EXPECT_EQ(trace<WriteRowsEventV1>(kTwoRows), R"(
0 6 table_id = 46
6 2 flags = 0
8 1 width = 3
9 1 columns_after_image = ff
10 13 row:
  10 1 null_bits = f8
  11 4 value = 03000000
  15 4 value = 03000000
  19 4 value = 03000000
23 13 row:
  23 1 null_bits = f8
  24 4 value = 01000000
  28 4 value = 01000000
  32 4 value = 01000000
)");
}

TEST_F(WriteRowsEventV1Test, WholeRowsAreSound) {
  EXPECT_EQ(sound_lengths<WriteRowsEventV1>(kTwoRows), "10-36") << "without a map";
  table(kMap);
  EXPECT_EQ(sound_lengths<WriteRowsEventV1>(kTwoRows), "23, 36");
}

}  // namespace
}  // namespace binlogdump
