#include "binlogdump/events/xa_prepare_log_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using XaPrepareLogEventTest = EventTest;

// stmt-xa.000001 of testdata.
const std::string kPrepare = "00 ffffffff 06000000 02000000 00ff27225c0a 0102";

TEST_F(XaPrepareLogEventTest, ReadsTheXid) {
  EXPECT_TRUE(decode<XaPrepareLogEvent>(kPrepare) ==
              (XaPrepareLogEvent{
                  .one_phase = 0, .format_id = 4294967295, .gtrid = Bytes("\0\xff'\"\\\n", 6), .bqual = "\1\2"}));
  EXPECT_EQ(trace<XaPrepareLogEvent>(kPrepare), R"(
0 1 one_phase = 0
1 4 formatID = 4294967295
5 4 gtrid_length = 6
9 4 bqual_length = 2
13 6 gtrid = 00ff27225c0a
19 2 bqual = 0102
)");
}

TEST_F(XaPrepareLogEventTest, OnePhaseAndEmptyBqual) {
  EXPECT_TRUE(decode<XaPrepareLogEvent>("01 01000000 03000000 00000000 6f6e65") ==
              (XaPrepareLogEvent{.one_phase = 1, .format_id = 1, .gtrid = "one", .bqual = ""}));
}

TEST_F(XaPrepareLogEventTest, HasOneLength) {
  EXPECT_EQ(sound_lengths<XaPrepareLogEvent>(kPrepare), "21");
}

TEST_F(XaPrepareLogEventTest, SyntheticPartsBeyondTheEnd) {
  EXPECT_EQ(error<XaPrepareLogEvent>("00 01000000 ffffffff ffffffff 61"), "13 gtrid: needs 4294967295 bytes, 1 left");
  EXPECT_EQ(error<XaPrepareLogEvent>("00 01000000 01000000 ffffffff 61"), "14 bqual: needs 4294967295 bytes, 0 left");
}

TEST_F(XaPrepareLogEventTest, SyntheticTrailingBytesAreUnparsed) {
  EXPECT_EQ(trace<XaPrepareLogEvent>("00 07000000 01000000 01000000 61 62 63"), R"(
0 1 one_phase = 0
1 4 formatID = 7
5 4 gtrid_length = 1
9 4 bqual_length = 1
13 1 gtrid = 'a'
14 1 bqual = 'b'
15 1 unparsed = 'c'
)");
}

}  // namespace
}  // namespace binlogdump
