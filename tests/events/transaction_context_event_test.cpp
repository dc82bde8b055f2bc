#include "binlogdump/events/transaction_context_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using TransactionContextEventTest = EventTest;

// Members of a replication group send these to each other and never log them: all bytes are synthetic.
const std::string kContext =
    "02 07000000 01 08000000 02000000 01000000"  // lengths
    "6964" +                                     // server_uuid
    number(0, 8) +                               // an empty GTID set
    "0300 616263 0000"                           // two items written
    "0100 72";                                   // one read

TEST_F(TransactionContextEventTest, SyntheticSets) {
  const TransactionContextEvent event = decode<TransactionContextEvent>(kContext);
  EXPECT_EQ(event.thread_id, 7u);
  EXPECT_EQ(event.gtid_specified, 1);
  EXPECT_EQ(event.server_uuid, "id");
  EXPECT_EQ(event.encoded_snapshot_version, std::string(8, '\0'));
  EXPECT_THAT(event.write_set, testing::ElementsAre("abc", ""));
  EXPECT_THAT(event.read_set, testing::ElementsAre("r"));
  EXPECT_EQ(trace<TransactionContextEvent>(kContext), R"(
0 1 server_uuid_len = 2
1 4 thread_id = 7
5 1 gtid_specified = 1
6 4 encoded_snapshot_version_length = 8
10 4 write_set_len = 2
14 4 read_set_len = 1
18 2 server_uuid = 'id'
20 8 encoded_snapshot_version = 0000000000000000
28 2 item_length = 3
30 3 write_set = 'abc'
33 2 item_length = 0
35 0 write_set = ''
35 2 item_length = 1
37 1 read_set = 'r'
)");
}

TEST_F(TransactionContextEventTest, SyntheticEmptySets) {
  const TransactionContextEvent event = decode<TransactionContextEvent>("00 00000000 00 00000000 00000000 00000000");
  EXPECT_TRUE(event == TransactionContextEvent{});
}

TEST_F(TransactionContextEventTest, HasOneLength) {
  EXPECT_EQ(sound_lengths<TransactionContextEvent>(kContext), "38");
}

TEST_F(TransactionContextEventTest, SyntheticCountsThatLie) {
  EXPECT_EQ(error<TransactionContextEvent>("00 00000000 00 00000000 ffffffff 00000000 0000"),
            "20 item_length: needs 2 bytes, 0 left");
  EXPECT_EQ(error<TransactionContextEvent>("00 00000000 00 00000000 00000000 01000000 0500 61"),
            "20 read_set: needs 5 bytes, 1 left");
  EXPECT_EQ(error<TransactionContextEvent>("00 00000000 00 ffffffff 00000000 00000000"),
            "18 encoded_snapshot_version: needs 4294967295 bytes, 0 left");
}

TEST_F(TransactionContextEventTest, SyntheticTrailingBytesAreUnparsed) {
  EXPECT_THAT(trace<TransactionContextEvent>(kContext + "ff"), testing::EndsWith("\n38 1 unparsed = ff\n"));
}

}  // namespace
}  // namespace binlogdump
