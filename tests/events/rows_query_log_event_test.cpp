#include "binlogdump/events/rows_query_log_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using RowsQueryLogEventTest = EventTest;

// dml-rows-query-minimal.000001 of testdata; the text is latin1 there.
const std::string kInsert = "00 494e5345525420494e544f2072712056414c55455320283330302c27636166e92729";

TEST_F(RowsQueryLogEventTest, HoldsTheStatementAsTheClientSentIt) {
  EXPECT_TRUE(decode<RowsQueryLogEvent>(kInsert) ==
              (RowsQueryLogEvent{.length = 0, .rows_query = "INSERT INTO rq VALUES (300,'caf\xe9')"}));
  EXPECT_EQ(trace<RowsQueryLogEvent>(kInsert), R"(
0 1 length = 0
1 34 rows_query = 494e5345525420494e544f2072712056414c55455320283330302c27636166e92729
)");
}

TEST_F(RowsQueryLogEventTest, SyntheticLengthByteMeansNothing) {
  for (std::size_t size : {0u, 1u, 255u, 256u, 300u, 70000u}) {
    const std::string query(size, 'q');
    EXPECT_EQ(decode<RowsQueryLogEvent>("00" + text(query)).rows_query, query);
    EXPECT_EQ(decode<RowsQueryLogEvent>(number(size, 1) + text(query)).rows_query, query);
    EXPECT_EQ(decode<RowsQueryLogEvent>("ff" + text(query)).rows_query, query);
  }
}

TEST_F(RowsQueryLogEventTest, EveryLengthWithALengthByteIsSound) {
  EXPECT_EQ(sound_lengths<RowsQueryLogEvent>(kInsert), "1-35");
  EXPECT_EQ(error<RowsQueryLogEvent>(""), "0 length: needs 1 byte, 0 left");
}

}  // namespace
}  // namespace binlogdump
