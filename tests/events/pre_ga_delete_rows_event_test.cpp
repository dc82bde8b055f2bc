#include "binlogdump/events/pre_ga_delete_rows_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using PreGaDeleteRowsEventTest = EventTest;

TEST_F(PreGaDeleteRowsEventTest, SyntheticBodyIsKeptUnparsed) {
  EXPECT_EQ(decode<PreGaDeleteRowsEvent>("00ff61").payload, Bytes("\0\xff\x61", 3));
  EXPECT_EQ(trace<PreGaDeleteRowsEvent>("00ff61"), R"(
0 3 unparsed = 00ff61
)");
}

TEST_F(PreGaDeleteRowsEventTest, SyntheticBodyMayHaveAnyLength) {
  EXPECT_EQ(sound_lengths<PreGaDeleteRowsEvent>("00ff61"), "0-3");
}

}  // namespace
}  // namespace binlogdump
