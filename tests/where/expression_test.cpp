// The grammar of --where: what is refused, where, and that nothing else happens to any text.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "binlogdump/row_condition.h"

namespace binlogdump {
namespace {

/// Offset of what is wrong; the expression's size plus one if nothing is.
std::size_t fault_offset(const std::string& expression) {
  try {
    RowCondition::parse(expression);
  } catch (const ExpressionError& error) {
    return error.offset();
  }
  return expression.size() + 1;
}

std::string fault_text(const std::string& expression) {
  try {
    RowCondition::parse(expression);
  } catch (const ExpressionError& error) {
    return error.what();
  }
  return "";
}

TEST(Expression, TakesAllThatIsDocumented) {
  for (const char* expression : {
           "id = 1",
           "id == 1 AND id != 2 and id <> 3 && id < 4 || id <= 5 Or id > 6 OR id >= 7",
           "not id <=> null",
           "!(a = 1) and ! ! b = 2 and NOT NOT c = 3",
           "`a``b` = 'it''s' or x = \"say \"\"hi\"\"\" or x = 'it\\'s'",
           "@3 is null or @12 IS NOT NULL",
           "before.x <> after.x and before.`y z` = before.@3",
           "a like 'x\\%%' or a not like '_'",
           "a in (1, -2, +3.5, 1e-3, .5, 'x', NULL, 0xfF, x'00ff', b'101', 0b1, TRUE, false) and b not in (c)",
           "a between 1 and 2 and b not between 'a' and 'b'",
           "1 = a",
           "active and not deleted",
           "d = DATE '2026-11-30' or d > timestamp '2026-11-30 14:02:00.5' or t < Time '-12:00'",
           "date = 1 and time = 2 and timestamp = 3 and before = 4 and after = 5 and x = 6 and b = 7",
           "größe = 1 and 名前 = 'x'",
           "((((a = 1))))",
           "a=1\tand\nb=2",
           "id>-1",
       }) {
    EXPECT_EQ(fault_text(expression), "") << expression;
  }
}

TEST(Expression, PointsAtWhatIsWrong) {
  EXPECT_EQ(fault_offset(""), 0U);
  EXPECT_EQ(fault_offset("id = = 4"), 5U);
  EXPECT_EQ(fault_offset("id = 4 and"), 10U);
  EXPECT_EQ(fault_offset("id = 4 id"), 7U);
  EXPECT_EQ(fault_offset("(id = 4"), 7U);
  EXPECT_EQ(fault_offset("id = 4)"), 6U);
  EXPECT_EQ(fault_offset("a = b = c"), 6U);
  EXPECT_EQ(fault_offset("a = 'x"), 4U);
  EXPECT_EQ(fault_offset("a = `x"), 4U);
  EXPECT_EQ(fault_offset("`` = 1"), 0U);
  EXPECT_EQ(fault_offset("a like 5"), 7U);
  EXPECT_EQ(fault_offset("a not 5"), 6U);
  EXPECT_EQ(fault_offset("a in 5"), 5U);
  EXPECT_EQ(fault_offset("a in (5"), 7U);
  EXPECT_EQ(fault_offset("a in ()"), 6U);
  EXPECT_EQ(fault_offset("a between 1"), 11U);
  EXPECT_EQ(fault_offset("a is 5"), 5U);
  EXPECT_EQ(fault_offset("a = -b"), 5U);
  EXPECT_EQ(fault_offset("a = 1e"), 4U);
  EXPECT_EQ(fault_offset("1a = 1"), 0U);
  EXPECT_EQ(fault_offset("@0 = 1"), 0U);
  EXPECT_EQ(fault_offset("a = x'0'"), 4U);
  EXPECT_EQ(fault_offset("a = 0xg"), 4U);
  EXPECT_EQ(fault_offset("a = b'2'"), 4U);
  EXPECT_EQ(fault_offset("a # b"), 2U);
  EXPECT_EQ(fault_offset("'x'"), 3U);
  EXPECT_EQ(fault_offset("t.a = 1"), 1U);
  EXPECT_EQ(fault_offset("before.after.a = 1"), 7U);
  EXPECT_EQ(fault_offset("d = date '2026-13-01'"), 9U);
  EXPECT_EQ(fault_offset("null and in"), 9U);
}

TEST(Expression, SaysItInWords) {
  EXPECT_EQ(fault_text("größe = = 4"), "at character 9, before = 4: a column or a value is expected");
  EXPECT_EQ(fault_text("id ="), "at the end of id =: a column or a value is expected");
  EXPECT_EQ(fault_text(""), "the expression is empty: a column or a value is expected");
  std::string long_rest;
  for (int i = 0; i < 1000; ++i) long_rest += "é";
  EXPECT_THAT(fault_text("a = 1 and = " + long_rest), testing::EndsWith("éé…: a column or a value is expected"));
}

TEST(Expression, HasNoLimitButThatOfParentheses) {
  std::string chain = "id = 0";
  for (int i = 1; i < 20000; ++i) chain += (i % 2 == 0 ? " or id = " : " and id = ") + std::to_string(i);
  EXPECT_EQ(fault_text(chain), "");
  std::string negations;
  for (int i = 0; i < 100000; ++i) negations += "not !";
  EXPECT_EQ(fault_text(negations + "(id = 1)"), "");
  EXPECT_EQ(fault_text(std::string(100, '(') + "id = 1" + std::string(100, ')')), "");
  EXPECT_EQ(fault_offset(std::string(100000, '(') + "id = 1"), 100U);
  EXPECT_EQ(fault_text("id in (" + std::string(200000, '1') + ")"), "");
}

TEST(Expression, SurvivesAnyText) {
  static constexpr const char* kPieces[] = {
      "id",   "before.", "after.",  "@",    "@2",   "`x`", "`",    "'",  "'a'",       "\"b\"", "\\",
      "0x",   "0xff",    "x'41'",   "b'1'", "b'",   "1",   "-",    "+",  "1.5",       "1e5",   "1e",
      ".",    "=",       "==",      "!=",   "<>",   "<",   "<=",   ">",  ">=",        "<=>",   "(",
      ")",    ",",       "and",     "OR",   "not",  "!",   "&&",   "||", "like",      "in",    "is",
      "null", "TRUE",    "between", "date", "time", "é",   "\xff", "\0", "timestamp", ";",     "'2026-01-01'",
      "%",    "_",
  };
  std::mt19937 random(20261130);
  const auto below = [&](std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random);
  };
  int accepted = 0;
  for (int run = 0; run < 30000; ++run) {
    std::string expression;
    for (std::size_t length = below(12) + 1; length > 0; --length) {
      expression += kPieces[below(std::size(kPieces))];
      if (below(3) != 0) expression += ' ';
    }
    if (run % 10 == 0) {
      for (char& c : expression) c = static_cast<char>(below(256));
    }
    const std::size_t offset = fault_offset(expression);
    ASSERT_LE(offset, expression.size() + 1) << expression;
    if (offset > expression.size()) ++accepted;
  }
  EXPECT_GT(accepted, 100);
}

}  // namespace
}  // namespace binlogdump
