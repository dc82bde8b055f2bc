// Sequences as servers log them.

#include "pipeline/transaction_bounds.h"

#include <gtest/gtest.h>

namespace binlogdump::test {
namespace {

TEST(TransactionBounds, FromGtidToXid) {
  TransactionBounds bounds;
  bounds.note(EventType::GTID_LOG_EVENT);
  EXPECT_TRUE(bounds.is_inside() && bounds.is_open());
  bounds.note(EventType::QUERY_EVENT, "BEGIN");
  bounds.note(EventType::QUERY_EVENT, "INSERT INTO t VALUES (1)");
  bounds.note(EventType::TABLE_MAP_EVENT);
  bounds.note(EventType::WRITE_ROWS_EVENT, {}, true);
  EXPECT_TRUE(bounds.is_open());
  bounds.note(EventType::XID_EVENT);
  EXPECT_TRUE(bounds.is_inside());
  EXPECT_FALSE(bounds.is_open());
  bounds.note(EventType::ROTATE_EVENT);
  EXPECT_FALSE(bounds.is_inside());
}

TEST(TransactionBounds, AStatementThatCommitsByItself) {
  TransactionBounds bounds;
  bounds.note(EventType::GTID_LOG_EVENT);
  bounds.note(EventType::QUERY_EVENT, "CREATE TABLE t (id INT)");
  EXPECT_TRUE(bounds.is_inside());
  EXPECT_FALSE(bounds.is_open());
}

TEST(TransactionBounds, WithoutGtidEvents) {
  TransactionBounds bounds;
  bounds.note(EventType::INTVAR_EVENT);
  EXPECT_TRUE(bounds.is_open()) << "it belongs to the statement behind it";
  bounds.note(EventType::QUERY_EVENT, "INSERT INTO t VALUES (NULL)");
  EXPECT_FALSE(bounds.is_open());
  bounds.note(EventType::QUERY_EVENT, "BEGIN");
  bounds.note(EventType::QUERY_EVENT, "ROLLBACK TO s");
  EXPECT_TRUE(bounds.is_open());
  bounds.note(EventType::QUERY_EVENT, "ROLLBACK");
  EXPECT_FALSE(bounds.is_open());
  bounds.note(EventType::TABLE_MAP_EVENT);
  bounds.note(EventType::WRITE_ROWS_EVENT_V1, {}, false);
  EXPECT_TRUE(bounds.is_open());
  bounds.note(EventType::WRITE_ROWS_EVENT_V1, {}, true);
  EXPECT_FALSE(bounds.is_open());
}

TEST(TransactionBounds, EventsOfTheFileDoNotEndATransactionOfARelayLog) {
  TransactionBounds bounds;
  bounds.note(EventType::GTID_LOG_EVENT);
  for (const EventType type : {EventType::ROTATE_EVENT, EventType::FORMAT_DESCRIPTION_EVENT}) {
    bounds.note(type);
    EXPECT_FALSE(bounds.is_inside());
    EXPECT_TRUE(bounds.is_open());
  }
  bounds.note(EventType::QUERY_EVENT, "BEGIN");
  EXPECT_TRUE(bounds.is_inside());
}

TEST(TransactionBounds, OneThatNeverEnded) {
  TransactionBounds bounds;
  EXPECT_FALSE(bounds.begins_anew(EventType::GTID_LOG_EVENT, {}));
  bounds.note(EventType::GTID_LOG_EVENT);
  EXPECT_FALSE(bounds.begins_anew(EventType::QUERY_EVENT, "BEGIN")) << "it is the transaction's own";
  bounds.note(EventType::QUERY_EVENT, "BEGIN");
  EXPECT_TRUE(bounds.begins_anew(EventType::GTID_TAGGED_LOG_EVENT, {}));
  EXPECT_TRUE(bounds.begins_anew(EventType::QUERY_EVENT, "BEGIN"));
}

}  // namespace
}  // namespace binlogdump::test
