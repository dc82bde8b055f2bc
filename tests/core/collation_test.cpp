// Expectations are what information_schema.COLLATIONS of MySQL 9.7.4 says.

#include "binlogdump/collation.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

namespace binlogdump {
namespace {

TEST(Collation, KnowsThoseOfTheServer) {
  struct {
    std::uint32_t id;
    std::string_view name, charset;
    int max_length;
    bool is_default;
  } const expected[] = {
      {1, "big5_chinese_ci", "big5", 2, true},         {8, "latin1_swedish_ci", "latin1", 1, true},
      {33, "utf8mb3_general_ci", "utf8mb3", 3, true},  {45, "utf8mb4_general_ci", "utf8mb4", 4, false},
      {47, "latin1_bin", "latin1", 1, false},          {63, "binary", "binary", 1, true},
      {95, "cp932_japanese_ci", "cp932", 2, true},     {248, "gb18030_chinese_ci", "gb18030", 4, true},
      {255, "utf8mb4_0900_ai_ci", "utf8mb4", 4, true},
  };
  for (const auto& e : expected) {
    const Collation* found = find_collation(e.id);
    ASSERT_NE(found, nullptr) << e.id;
    EXPECT_EQ(found->id, e.id);
    EXPECT_EQ(found->name, e.name);
    EXPECT_EQ(found->charset, e.charset);
    EXPECT_EQ(int{found->max_length}, e.max_length) << e.name;
    EXPECT_EQ(found->is_default, e.is_default) << e.name;
  }
}

TEST(Collation, BinaryStringsHaveANumberOfTheirOwn) {
  EXPECT_EQ(find_collation(kBinaryCollation)->charset, "binary");
}

TEST(Collation, OtherNumbersAreUnknown) {
  for (std::uint64_t id : {std::uint64_t{0}, std::uint64_t{17}, std::uint64_t{100}, std::uint64_t{1000},
                           std::uint64_t{65535}, (std::uint64_t{1} << 32) + 8, ~std::uint64_t{0}}) {
    EXPECT_EQ(find_collation(id), nullptr) << id;
  }
}

TEST(Collation, EachIsFoundAndEveryCharsetHasOneDefault) {
  std::map<std::string_view, int> defaults;
  std::set<std::string_view> names;
  for (std::uint64_t id = 0; id < 65536; ++id) {
    const Collation* found = find_collation(id);
    if (found == nullptr) continue;
    EXPECT_EQ(found->id, id);
    EXPECT_TRUE(names.insert(found->name).second) << found->name;
    EXPECT_TRUE(found->name.starts_with(found->charset)) << found->name;
    EXPECT_GE(found->max_length, 1);
    EXPECT_LE(found->max_length, 4);
    defaults[found->charset] += found->is_default ? 1 : 0;
  }
  EXPECT_GT(names.size(), 270u);
  for (const auto& [charset, count] : defaults) EXPECT_EQ(count, 1) << charset;
}

}  // namespace
}  // namespace binlogdump
