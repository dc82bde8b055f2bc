#include "pipeline/type_filter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace binlogdump::test {
namespace {

TypeFilter filter_of(const char* names) {
  TypeFilter filter;
  EXPECT_EQ(filter.add(names), "");
  return filter;
}

TEST(TypeFilter, NamesInAnyCaseWithOrWithoutEvent) {
  for (const char* name : {"QUERY_EVENT", "query_event", "Query", "2"}) {
    EXPECT_TRUE(filter_of(name).contains(EventType::QUERY_EVENT)) << name;
    EXPECT_FALSE(filter_of(name).contains(EventType::XID_EVENT)) << name;
  }
  EXPECT_TRUE(filter_of("GTID").contains(EventType::GTID_LOG_EVENT));
  EXPECT_FALSE(filter_of("GTID").contains(EventType::GTID_TAGGED_LOG_EVENT));
  EXPECT_TRUE(filter_of("write-rows-v1").contains(EventType::WRITE_ROWS_EVENT_V1));
  EXPECT_FALSE(filter_of("WRITE_ROWS_EVENT").contains(EventType::WRITE_ROWS_EVENT_V1));
}

TEST(TypeFilter, Lists) {
  const TypeFilter filter = filter_of("xid,ROTATE_EVENT");
  EXPECT_TRUE(filter.contains(EventType::XID_EVENT));
  EXPECT_TRUE(filter.contains(EventType::ROTATE_EVENT));
  EXPECT_FALSE(filter.contains(EventType::STOP_EVENT));
}

TEST(TypeFilter, GroupsTakeRowsOfAllVersionsAndStatements) {
  const TypeFilter update = filter_of("update");
  for (const EventType type :
       {EventType::UPDATE_ROWS_EVENT, EventType::UPDATE_ROWS_EVENT_V1, EventType::PARTIAL_UPDATE_ROWS_EVENT}) {
    EXPECT_TRUE(update.contains(type));
  }
  EXPECT_FALSE(update.contains(EventType::WRITE_ROWS_EVENT));
  EXPECT_TRUE(update.contains_statement("UPDATE t SET a=1"));
  EXPECT_FALSE(update.contains_statement("DELETE FROM t"));
  const TypeFilter dml = filter_of("dml");
  EXPECT_TRUE(dml.contains_statement("replace into t values (1)"));
  EXPECT_TRUE(dml.contains(EventType::DELETE_ROWS_EVENT));
  EXPECT_FALSE(dml.contains_statement("DROP TABLE t"));
  EXPECT_TRUE(filter_of("ddl").contains_statement("/*!40000 DROP TABLE t */"));
  EXPECT_TRUE(filter_of("transaction").contains_statement("XA COMMIT 'x'"));
}

TEST(TypeFilter, WhatIsNeither) {
  for (const char* name : {"", "nothing", "query,", "300", "2x"}) {
    EXPECT_THAT(TypeFilter().add(name), testing::HasSubstr("neither")) << name;
  }
}

}  // namespace
}  // namespace binlogdump::test
