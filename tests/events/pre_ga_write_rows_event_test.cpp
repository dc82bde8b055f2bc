#include "binlogdump/events/pre_ga_write_rows_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using PreGaWriteRowsEventTest = EventTest;

TEST_F(PreGaWriteRowsEventTest, SyntheticBodyIsKeptUnparsed) {
  EXPECT_EQ(decode<PreGaWriteRowsEvent>("00ff61").payload, Bytes("\0\xff\x61", 3));
  EXPECT_EQ(trace<PreGaWriteRowsEvent>("00ff61"), R"(
0 3 unparsed = 00ff61
)");
}

TEST_F(PreGaWriteRowsEventTest, SyntheticBodyMayHaveAnyLength) {
  EXPECT_EQ(sound_lengths<PreGaWriteRowsEvent>("00ff61"), "0-3");
}

}  // namespace
}  // namespace binlogdump
