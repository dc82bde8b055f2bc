#include "printers/json_head.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace binlogdump {
namespace {

std::string written(PositionText& text, std::uint64_t position) {
  std::array<char, PositionText::kRoom> room{};
  return {room.data(), text.write(room.data(), position)};
}

TEST(PositionText, IsTheDecimalText) {
  PositionText text;
  for (std::uint64_t position = 1; position < 10'000'000'000'000'000'000U; position *= 10) {
    for (const std::uint64_t near : {position - 1, position, position + 1, position * 3 / 2}) {
      EXPECT_EQ(written(text, near), std::to_string(near));
    }
  }
  EXPECT_EQ(written(text, ~std::uint64_t{0}), "18446744073709551615");
}

TEST(PositionText, GoesOnToWhereAnEventEnds) {
  for (const std::uint64_t begin :
       {0U, 4U, 97U, 9'999'950U, 99'999'900U, 123'456'789U, 1'099'999'990U, 4'294'967'200U}) {
    PositionText text;
    std::uint64_t position = begin;
    for (const std::uint32_t size : {19U, 31U, 79U, 100U, 9'999'999U, 90'000'001U, 99'999'999U}) {
      ASSERT_EQ(written(text, position), std::to_string(position));
      const bool same_size = text.pass(size, EightDigits(size));
      const bool expected = std::to_string(position).size() == std::to_string(position + size).size();
      EXPECT_TRUE(!same_size || expected) << position << " + " << size;
      position += size;
      EXPECT_EQ(written(text, position), std::to_string(position));
    }
  }
}

TEST(PositionText, WritesOverATextOfItsSize) {
  for (const std::uint64_t position : {7U, 4'711U, 12'345'678U, 123'456'789U}) {
    PositionText text;
    ASSERT_TRUE(text.go_to(position));
    const std::string digits = std::to_string(position);
    std::string line = std::string(digits.size(), '9') + ",\"end_position\":";
    const std::string behind = line.substr(digits.size());
    std::uint64_t rest = 0;
    if (digits.size() < 8) rest = load_u64(line.data()) >> (8 * digits.size()) << (8 * digits.size());
    text.text().overwrite(line.data(), rest);
    EXPECT_EQ(line, digits + behind);
  }
}

TEST(EightDigits, AddsWithCarries) {
  EightDigits digits(99'999'899);
  ASSERT_TRUE(digits.add(EightDigits(100)));
  std::array<char, EightDigits::kRoom> room{};
  EXPECT_EQ(std::string(room.data(), digits.write(room.data(), digits.leading_zeros())), "99999999");
  EXPECT_FALSE(digits.add(EightDigits(1)));
  EXPECT_EQ(std::string(room.data(), digits.write(room.data(), digits.leading_zeros())), "99999999");
}

}  // namespace
}  // namespace binlogdump
