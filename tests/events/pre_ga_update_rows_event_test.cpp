#include "binlogdump/events/pre_ga_update_rows_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using PreGaUpdateRowsEventTest = EventTest;

TEST_F(PreGaUpdateRowsEventTest, SyntheticBodyIsKeptUnparsed) {
  EXPECT_EQ(decode<PreGaUpdateRowsEvent>("00ff61").payload, Bytes("\0\xff\x61", 3));
  EXPECT_EQ(trace<PreGaUpdateRowsEvent>("00ff61"), R"(
0 3 unparsed = 00ff61
)");
}

TEST_F(PreGaUpdateRowsEventTest, SyntheticBodyMayHaveAnyLength) {
  EXPECT_EQ(sound_lengths<PreGaUpdateRowsEvent>("00ff61"), "0-3");
}

}  // namespace
}  // namespace binlogdump
