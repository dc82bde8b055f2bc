// What mysqlbinlog 9.7.4 passes over and where it stops, as it was seen to do.

#include "pipeline/mysqlbinlog_selection.h"

#include <gtest/gtest.h>

namespace binlogdump {
namespace {

using Verdict = MysqlbinlogSelection::Verdict;

EventView event(EventType type, std::uint64_t position, std::uint32_t timestamp, std::uint32_t server_id = 1) {
  EventView view;
  view.header.type_code = static_cast<std::uint8_t>(type);
  view.header.timestamp = timestamp;
  view.header.server_id = server_id;
  view.position = position;
  return view;
}

Verdict judge(MysqlbinlogSelection& selection, const EventView& view) {
  return selection.judge(view, false, true);
}

TEST(MysqlbinlogSelection, OffsetCountsAllEventsAndSparesDescriptions) {
  MysqlbinlogSelection selection({.offset = 3});
  EXPECT_EQ(judge(selection, event(EventType::FORMAT_DESCRIPTION_EVENT, 4, 100)), Verdict::kShow);
  EXPECT_EQ(judge(selection, event(EventType::QUERY_EVENT, 127, 100)), Verdict::kSkip);
  EXPECT_EQ(selection.judge(event(EventType::QUERY_EVENT, 200, 100), true, true), Verdict::kSkip);
  EXPECT_EQ(judge(selection, event(EventType::QUERY_EVENT, 200, 100)), Verdict::kShow);
}

TEST(MysqlbinlogSelection, OnlyTheFirstEventMustBeLateEnough) {
  MysqlbinlogSelection selection({.start_datetime = 100});
  EXPECT_EQ(judge(selection, event(EventType::QUERY_EVENT, 127, 99)), Verdict::kSkip);
  EXPECT_EQ(judge(selection, event(EventType::QUERY_EVENT, 200, 100)), Verdict::kShow);
  EXPECT_EQ(judge(selection, event(EventType::QUERY_EVENT, 300, 98)), Verdict::kShow);
}

TEST(MysqlbinlogSelection, StopsAtTheFirstEventOfThatTime) {
  MysqlbinlogSelection selection({.stop_datetime = 100});
  EXPECT_EQ(judge(selection, event(EventType::QUERY_EVENT, 127, 99)), Verdict::kShow);
  EXPECT_EQ(selection.judge(event(EventType::QUERY_EVENT, 200, 100), true, false), Verdict::kStop);
  EXPECT_EQ(judge(selection, event(EventType::FORMAT_DESCRIPTION_EVENT, 4, 100)), Verdict::kStop);
}

TEST(MysqlbinlogSelection, StopPositionCountsInTheLastFileAndOutsideOfPayloads) {
  MysqlbinlogSelection selection({.stop_position = 200});
  EXPECT_EQ(judge(selection, event(EventType::QUERY_EVENT, 199, 1)), Verdict::kShow);
  EXPECT_EQ(selection.judge(event(EventType::QUERY_EVENT, 200, 1), false, false), Verdict::kShow);
  EXPECT_EQ(selection.judge(event(EventType::QUERY_EVENT, 200, 1), true, true), Verdict::kShow);
  EXPECT_EQ(judge(selection, event(EventType::QUERY_EVENT, 200, 1)), Verdict::kStop);
}

TEST(MysqlbinlogSelection, PositionsBeyond32Bits) {
  constexpr std::uint64_t kFar = (std::uint64_t{1} << 32) + 5;
  MysqlbinlogSelection selection({.stop_position = kFar});
  EXPECT_EQ(judge(selection, event(EventType::QUERY_EVENT, 5, 1)), Verdict::kShow);
  EXPECT_EQ(judge(selection, event(EventType::QUERY_EVENT, kFar, 1)), Verdict::kStop);
}

TEST(MysqlbinlogSelection, ServerIdSparesDescriptionsAndRotations) {
  MysqlbinlogSelection selection({.server_id = 74, .server_id_bits = 7});
  EXPECT_EQ(judge(selection, event(EventType::QUERY_EVENT, 127, 1, 202)), Verdict::kShow);  // 202 is 74 + 128.
  EXPECT_EQ(judge(selection, event(EventType::QUERY_EVENT, 200, 1, 101)), Verdict::kSkip);
  EXPECT_EQ(judge(selection, event(EventType::ROTATE_EVENT, 300, 1, 101)), Verdict::kShow);
  EXPECT_EQ(judge(selection, event(EventType::FORMAT_DESCRIPTION_EVENT, 4, 1, 101)), Verdict::kShow);
  EXPECT_EQ(selection.server_id(202), 74U);
}

}  // namespace
}  // namespace binlogdump
