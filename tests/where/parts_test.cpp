// What conditions are made of: exact numbers, case folding, LIKE, dates as people write them.

#include <gtest/gtest.h>

#include "where/case_folding.h"
#include "where/like.h"
#include "where/number.h"
#include "where/temporal_text.h"

namespace binlogdump::where {
namespace {

Number number(std::string_view text) {
  Number parsed;
  EXPECT_TRUE(parse_number(text, parsed)) << text;
  return parsed;
}

TEST(WhereNumber, ComparesByValue) {
  EXPECT_EQ(number("1.50"), number("1.5"));
  EXPECT_EQ(number("-0.00"), number("0"));
  EXPECT_EQ(number("1e3"), number("1000"));
  EXPECT_EQ(number("0.012e3"), number("12"));
  EXPECT_LT(number("-3"), number("-2.999"));
  EXPECT_LT(number("-1"), number("0"));
  EXPECT_LT(number("0"), number("0.000001"));
  EXPECT_LT(number("0.0001"), number("0.001"));
  EXPECT_LT(number("9"), number("10"));
  EXPECT_LT(number("12"), number("12.00000000000000000000000000000000000001"));
  EXPECT_GT(number("18446744073709551616"), number("18446744073709551615"));
  EXPECT_GT(number("-1e-400"), number("-1e400"));
}

TEST(WhereNumber, RefusesWhatIsNone) {
  Number ignored;
  for (const char* text :
       {"", "-", ".", "e5", "1e", "1e+", "1x", " 1", "1 ", "0x1", "1e1234567", "inf", "--1", "1.2.3"}) {
    EXPECT_FALSE(parse_number(text, ignored)) << text;
  }
}

TEST(WhereNumber, BecomesAnIntegerOf64Bits) {
  const auto integer = [](std::string_view text) {
    Integer value;
    EXPECT_TRUE(to_integer(number(text), value)) << text;
    return value;
  };
  EXPECT_EQ(integer("18446744073709551615"), Integer::of_unsigned(18446744073709551615U));
  EXPECT_EQ(integer("-9223372036854775808"), Integer::of_signed(INT64_MIN));
  EXPECT_EQ(integer("1e3"), Integer::of_signed(1000));
  EXPECT_EQ(integer("-0"), Integer::of_signed(0));
  EXPECT_LT(integer("-1"), integer("18446744073709551615"));
  EXPECT_LT(integer("-2"), integer("-1"));
  Integer ignored;
  for (const char* text : {"18446744073709551616", "-9223372036854775809", "0.5", "1e19999"}) {
    EXPECT_FALSE(to_integer(number(text), ignored)) << text;
  }
}

TEST(WhereNumber, BecomesTheNearestReal) {
  EXPECT_EQ(to_double(number("0.1")), 0.1);
  EXPECT_EQ(to_float(number("3.14")), 3.14F);
  EXPECT_EQ(to_double(number("-1e400")), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(to_double(number("1e-400")), 0);
  EXPECT_EQ(to_double(number("5e-324")), 5e-324);
}

// CaseFolding.txt of the Unicode data: statuses C and S.
TEST(CaseFolding, MapsOneCharacterToOne) {
  EXPECT_EQ(folded("ABCxyz019_"), "abcxyz019_");
  EXPECT_EQ(folded("ÄÖÜẞ"), "äöüß");
  EXPECT_EQ(folded("ß"), "ß");        // Not ss: that is full folding.
  EXPECT_EQ(folded("ΣσςΆ"), "σσσά");  // All three sigmas are one.
  EXPECT_EQ(folded("ЖЁ"), "жё");
  EXPECT_EQ(folded("\u0130"), "\u0130");    // İ has no simple folding.
  EXPECT_EQ(folded("\u212A\u017F"), "ks");  // Kelvin sign, long s.
  EXPECT_EQ(folded("\u023A"), "\u2C65");    // Becomes longer.
  EXPECT_EQ(folded("\u1F88"), "\u1F80");
  EXPECT_EQ(folded("\U00010400"), "\U00010428");
  EXPECT_EQ(folded("\u01C4\u01C5\u01C6"), "\u01C6\u01C6\u01C6");
}

TEST(CaseFolding, LeavesWhatIsNoUtf8) {
  EXPECT_EQ(folded("A\xff"
                   "B\xc3"),
            "a\xff"
            "b\xc3");
}

TEST(Like, MatchesAsInSql) {
  EXPECT_TRUE(is_like("abc", "abc", false));
  EXPECT_TRUE(is_like("abc", "a%", false));
  EXPECT_TRUE(is_like("abc", "%c", false));
  EXPECT_TRUE(is_like("abc", "%b%", false));
  EXPECT_TRUE(is_like("abc", "a_c", false));
  EXPECT_TRUE(is_like("", "%", false));
  EXPECT_TRUE(is_like("", "", false));
  EXPECT_TRUE(is_like("aXbXc", "%X%c", false));
  EXPECT_TRUE(is_like("mississippi", "m%iss%ippi", false));
  EXPECT_TRUE(is_like("ab", "%a%%b%", false));
  EXPECT_FALSE(is_like("abc", "ab", false));
  EXPECT_FALSE(is_like("abc", "bc", false));
  EXPECT_FALSE(is_like("", "_", false));
  EXPECT_FALSE(is_like("abc", "a%d", false));
}

TEST(Like, TakesWhatStandsBehindABackslashAsItIs) {
  EXPECT_TRUE(is_like("50%", "50\\%", false));
  EXPECT_FALSE(is_like("50x", "50\\%", false));
  EXPECT_TRUE(is_like("a_b", "a\\_b", false));
  EXPECT_FALSE(is_like("axb", "a\\_b", false));
  EXPECT_TRUE(is_like("\\", "\\\\", false));
  EXPECT_TRUE(is_like("a\\", "a\\", false));
}

TEST(Like, CountsCharactersOrBytes) {
  EXPECT_TRUE(is_like("é", "_", false));
  EXPECT_FALSE(is_like("é", "_", true));
  EXPECT_TRUE(is_like("é", "__", true));
  EXPECT_TRUE(is_like("😀x", "_x", false));
  EXPECT_TRUE(is_like("\xff\xfe", "__", false));
  EXPECT_TRUE(is_like("\xc3", "_", false));
}

TEST(Like, TakesNoTimeBeyondTheProductOfTheSizes) {
  std::string pattern;
  for (int i = 0; i < 50; ++i) pattern += "%a";
  EXPECT_FALSE(is_like(std::string(5000, 'a') + "b", pattern + "c", false));
}

TEST(TemporalText, ReadsDates) {
  const auto read = [](std::string_view text) {
    DateTime value;
    EXPECT_TRUE(parse_datetime(text, value)) << text;
    return value;
  };
  EXPECT_EQ(read("2026-11-30"), (DateTime{.date = {2026, 11, 30}, .time = {}}));
  EXPECT_EQ(read("2026-1-3 4:05"), (DateTime{.date = {2026, 1, 3}, .time = {false, 4, 5, 0, 0}}));
  EXPECT_EQ(read("2026-11-30T14:02:03.25"), (DateTime{.date = {2026, 11, 30}, .time = {false, 14, 2, 3, 250000}}));
  EXPECT_EQ(read("0000-00-00 00:00:00.000001"), (DateTime{.date = {}, .time = {false, 0, 0, 0, 1}}));
  DateTime ignored;
  for (const char* text : {"", "2026", "2026-13-01", "2026-01-32", "26-01-01", "2026-01-01 ", "2026-01-01 24:00",
                           "2026-01-01 1", "2026-01-01 10:60", "2026-01-01 10:00:00.", "2026-01-01 10:00:00.1234567",
                           "2026-01-01x", "2026-01-01 10:00:00Z"}) {
    EXPECT_FALSE(parse_datetime(text, ignored)) << text;
  }
}

TEST(TemporalText, ReadsTimes) {
  const auto read = [](std::string_view text) {
    std::int64_t value = 0;
    EXPECT_TRUE(parse_time(text, value)) << text;
    return value;
  };
  EXPECT_EQ(read("00:00"), 0);
  EXPECT_EQ(read("-838:59:59"), -3'020'399'000'000);
  EXPECT_EQ(read("-00:00:00.5"), -500'000);
  std::int64_t ignored = 0;
  for (const char* text : {"", "-", "12", "1000:00:00", "10:60", "10:00:00.", "--1:00", "10:00:00 "}) {
    EXPECT_FALSE(parse_time(text, ignored)) << text;
  }
}

}  // namespace
}  // namespace binlogdump::where
