#include "pipeline/name_pattern.h"

#include <gtest/gtest.h>

namespace binlogdump::test {
namespace {

bool matches(const char* pattern, const char* database, const char* table) {
  const std::optional<TablePattern> parsed = TablePattern::parse(pattern);
  return parsed && parsed->matches(database, table);
}

TEST(TablePattern, DatabaseAndTable) {
  EXPECT_TRUE(matches("shop.orders", "shop", "orders"));
  EXPECT_FALSE(matches("shop.orders", "shop", "orders2"));
  EXPECT_FALSE(matches("shop.orders", "shop2", "orders"));
  EXPECT_FALSE(matches("shop.orders", "Shop", "orders")) << "case matters";
}

TEST(TablePattern, ATableAloneIsThatOfAnyDatabase) {
  EXPECT_TRUE(matches("orders", "shop", "orders"));
  EXPECT_TRUE(matches("orders", "", "orders"));
  EXPECT_FALSE(matches("orders", "orders", "shop"));
}

TEST(TablePattern, Globs) {
  EXPECT_TRUE(matches("shop.*", "shop", "orders"));
  EXPECT_TRUE(matches("*.log_*", "x", "log_2026"));
  EXPECT_TRUE(matches("*", "a.b", "c/d"));
  EXPECT_TRUE(matches("s?op.[a-o]*", "shop", "orders"));
  EXPECT_FALSE(matches("s?op.[p-z]*", "shop", "orders"));
  EXPECT_TRUE(matches("shop.a\\*b", "shop", "a*b"));
  EXPECT_FALSE(matches("shop.a\\*b", "shop", "axb"));
}

TEST(TablePattern, NamesInBackticksAreTakenAsTheyAre) {
  EXPECT_TRUE(matches("`a.b`.`c.d`", "a.b", "c.d"));
  EXPECT_TRUE(matches("`*`.t", "*", "t"));
  EXPECT_FALSE(matches("`*`.t", "x", "t"));
  EXPECT_TRUE(matches("d.`a``b`", "d", "a`b"));
}

TEST(TablePattern, WhatIsNone) {
  for (const char* text : {"", ".", "a.", ".b", "a.b.c", "`a", "`a`b", "``", "`a`.", "a.`b"}) {
    EXPECT_FALSE(TablePattern::parse(text)) << text;
  }
}

}  // namespace
}  // namespace binlogdump::test
