// Expectations are what MySQL's mysqlbinlog 9.7.4 prints for the same bytes.

#include "binlogdump/values/decimal.h"

#include <gtest/gtest.h>

#include "binlogdump/values/soundness.h"
#include "value_test.h"

namespace binlogdump {
namespace {

std::string decimal(std::string_view hex, int precision, int scale) {
  const ExactBytes bytes = hex_bytes(hex);
  EXPECT_EQ(Bytes(bytes).size(), decimal_size(precision, scale));
  return text_of([&](TextBuffer& out) {
    const bool sound = append_decimal(out, bytes.data(), precision, scale);
    EXPECT_EQ(sound, out.size() > 0);
    EXPECT_EQ(sound, is_decimal(bytes.data(), precision, scale));
  });
}

TEST(Decimal, SizeCountsGroupsOfNineDigitsAndWhatIsLeftOver) {
  EXPECT_EQ(decimal_size(1, 0), 1u);
  EXPECT_EQ(decimal_size(1, 1), 1u);
  EXPECT_EQ(decimal_size(5, 2), 3u);
  EXPECT_EQ(decimal_size(9, 0), 4u);
  EXPECT_EQ(decimal_size(10, 0), 5u);
  EXPECT_EQ(decimal_size(14, 4), 7u);
  EXPECT_EQ(decimal_size(18, 9), 8u);
  EXPECT_EQ(decimal_size(65, 30), 30u);
}

TEST(Decimal, RefusesTypesThatDoNotExist) {
  for (const auto& [precision, scale] :
       {std::pair{0, 0}, {-1, 0}, {66, 0}, {255, 255}, {65, 31}, {31, 31}, {5, 6}, {5, -1}}) {
    EXPECT_FALSE(is_decimal_type(precision, scale));
    EXPECT_EQ(decimal_size(precision, scale), 0u);
    EXPECT_EQ(
        text_of([&, p = precision, s = scale](TextBuffer& out) { EXPECT_FALSE(append_decimal(out, nullptr, p, s)); }),
        "");
  }
}

TEST(Decimal, WritesPlainNotationWithAllScaleDigits) {
  EXPECT_EQ(decimal("7ef204c72dfb2d", 14, 4), "-1234567890.1234");
  EXPECT_EQ(decimal("7ffff8", 5, 0), "-7");
  EXPECT_EQ(decimal("800000", 5, 2), "0.00");
  EXPECT_EQ(decimal("83e763", 5, 2), "999.99");
  EXPECT_EQ(decimal("8000000000000001", 18, 9), "0.000000001");
  EXPECT_EQ(decimal("bb9ac9ff3b9ac9ff", 18, 9), "999999999.999999999");
  EXPECT_EQ(decimal("7ffffffecd", 11, 2), "-1.50");
  EXPECT_EQ(decimal("8000", 4, 4), "0.0000");
  EXPECT_EQ(decimal("7ffe", 4, 4), "-0.0001");
}

TEST(Decimal, KeepsInnerZeros) {
  EXPECT_EQ(decimal("8100000000 00000001", 20, 0), "1000000000000000001");
  EXPECT_EQ(decimal("8000000000 00000001", 20, 0), "1");
  EXPECT_EQ(decimal("8000000000 00000000", 20, 0), "0");
}

TEST(Decimal, HoldsTheLargestType) {
  // 35 digits before the point are groups of 8, 9, 9, 9; 30 behind it of 9, 9, 9, 3.
  const std::string nines = "85f5e0ff 3b9ac9ff 3b9ac9ff 3b9ac9ff 3b9ac9ff 3b9ac9ff 3b9ac9ff 03e7";
  EXPECT_EQ(decimal(nines, 65, 30), std::string(35, '9') + "." + std::string(30, '9'));
}

TEST(Decimal, NegativeZeroKeepsItsSignOnlyBeforeAFraction) {
  EXPECT_EQ(decimal("7fffff", 5, 2), "-0.00");
  EXPECT_EQ(decimal("7fff", 4, 4), "-0.0000");
  EXPECT_EQ(decimal("7f", 1, 0), "0");
  EXPECT_EQ(decimal("7fffffffffffffffff", 20, 0), "0");
}

TEST(Decimal, RefusesGroupsOutOfRange) {
  EXPECT_EQ(decimal("ffffff", 5, 2), "");
  EXPECT_EQ(decimal("000000", 5, 2), "");
  EXPECT_EQ(decimal("83e764", 5, 2), "") << "100 in two fraction digits";
  EXPECT_EQ(decimal("bb9aca00", 9, 0), "");
  EXPECT_EQ(decimal("a710", 4, 4), "");
  EXPECT_EQ(decimal("800000013b9aca00", 18, 9), "");
}

TEST(Decimal, FirstGroupMayHaveOneDigitMore) {
  EXPECT_EQ(decimal("83e863", 5, 2), "1000.99");
  EXPECT_EQ(decimal("a70f", 3, 0), "9999");
  EXPECT_EQ(decimal("a710", 3, 0), "");
}

TEST(Decimal, SurvivesAnyBytes) {
  for (int precision = 1; precision <= kMaxDecimalPrecision; ++precision) {
    for (int scale = 0; scale <= precision && scale <= kMaxDecimalScale; ++scale) {
      for (int byte : {0x00, 0x7f, 0x80, 0xff}) {
        const ExactBytes bytes(std::string(decimal_size(precision, scale), static_cast<char>(byte)));
        text_of([&](TextBuffer& out) {
          const bool sound = append_decimal(out, bytes.data(), precision, scale);
          EXPECT_EQ(sound, is_decimal(bytes.data(), precision, scale)) << precision << ',' << scale << ' ' << byte;
        });
      }
    }
  }
}

}  // namespace
}  // namespace binlogdump
