#include "binlogdump/values/floating.h"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <limits>
#include <random>

#include "json_double_cases.h"
#include "value_test.h"

namespace binlogdump {
namespace {

std::string with_printf(const char* format, int precision, double value) {
  char text[512];
  const int size = std::snprintf(text, sizeof text, format, precision, value);
  return std::string(text, static_cast<std::size_t>(size));
}

std::string double_g(double value, int precision) {
  return text_of([&](TextBuffer& out) { append_double_g(out, value, precision); });
}

std::string float_text(std::uint32_t bits) {
  return written(kFloatingRoom, [&](char* to) { return write_float_mysqlbinlog(to, std::bit_cast<float>(bits)); });
}

std::string json_double(double value) {
  return text_of([&](TextBuffer& out) { append_json_double(out, value); });
}

/// Doubles of all magnitudes, many of them with few digits or at the middle between two.
class Doubles {
 public:
  double next() {
    switch (random_() % 4) {
      case 0:
        return std::bit_cast<double>(random_());
      case 1:
        return static_cast<double>(static_cast<std::int64_t>(random_()) >> random_() % 63) / 1000.0;
      case 2:
        return static_cast<double>(static_cast<std::int64_t>(random_()) >> random_() % 63) /
               static_cast<double>(std::uint64_t{1} << random_() % 60);
      default:
        return std::bit_cast<double>(random_() & ~std::uint64_t{0xffffffff} & ~(std::uint64_t{3} << 61));
    }
  }

 private:
  std::mt19937_64 random_{1};
};

TEST(Floating, DoubleIsAsPrintfWritesIt) {
  Doubles doubles;
  for (int i = 0; i < 20000; ++i) {
    const double value = doubles.next();
    for (int precision : {1, 6, 14, 15, 16, 17, 20, 40}) {
      ASSERT_EQ(double_g(value, precision), with_printf("%.*g", precision, value))
          << std::bit_cast<std::uint64_t>(value);
    }
  }
}

TEST(Floating, TiesGoToTheEvenDigit) {
  for (double value : {0.5, 1.5, 2.5, 12.5, 13.5, 123455.5, 123454.5, 999999.5, 99999.5, 9.9999995, 1048575.5}) {
    for (int precision = 1; precision <= 20; ++precision) {
      EXPECT_EQ(double_g(value, precision), with_printf("%.*g", precision, value));
      EXPECT_EQ(double_g(-value, precision), with_printf("%.*g", precision, -value));
    }
  }
}

// The rest of the expectations, but for the shortest forms, are what mysqlbinlog 9.7.4 prints for these bits.

TEST(Floating, FloatIsPaddedTo20Columns) {
  EXPECT_EQ(float_text(0x00000000), "0                   ");
  EXPECT_EQ(float_text(0x80000000), "-0                  ");
  EXPECT_EQ(float_text(0x3f800000), "1                   ");
  EXPECT_EQ(float_text(0x00000001), "1.4013e-45          ");
  EXPECT_EQ(float_text(0x7f7fffff), "3.40282e+38         ");
  EXPECT_EQ(float_text(0x7f800000), "inf                 ");
  EXPECT_EQ(float_text(0xff800000), "-inf                ");
  EXPECT_EQ(float_text(0x7fc00000), "nan                 ");
  EXPECT_EQ(float_text(0xffc00000), "-nan                ");
  EXPECT_EQ(float_text(0x7f800001), "nan                 ");
}

TEST(Floating, DoubleHas20Digits) {
  const auto shown = [](double value) {
    return written(kFloatingRoom, [&](char* to) { return write_double_mysqlbinlog(to, value); });
  };
  EXPECT_EQ(shown(0.0), "0");
  EXPECT_EQ(shown(-0.0), "-0");
  EXPECT_EQ(shown(1.0), "1");
  EXPECT_EQ(shown(5e-324), "4.9406564584124654418e-324");
  EXPECT_EQ(shown(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(shown(-std::numeric_limits<double>::infinity()), "-inf");
  EXPECT_EQ(shown(std::bit_cast<double>(std::uint64_t{0x7ff8000000000000})), "nan");
  EXPECT_EQ(shown(std::bit_cast<double>(std::uint64_t{0xfff8000000000000})), "-nan");
}

TEST(Floating, Vector) {
  const auto shown = [](std::string_view hex) {
    const ExactBytes bytes = hex_bytes(hex);
    return text_of([&](TextBuffer& out) { append_vector_mysqlbinlog(out, bytes); });
  };
  EXPECT_EQ(shown("0000803f"), "[1.00000e+00]");
  EXPECT_EQ(shown("00000000 00000080 0000807f 000080ff 0000c07f 0000c0ff 01000000 ffff7f7f"),
            "[0.00000e+00,-0.00000e+00,inf,-inf,nan,-nan,1.40130e-45,3.40282e+38]");
  EXPECT_EQ(shown(""), "[]");
  EXPECT_EQ(shown("0000803f 000080"), "[1.00000e+00]") << "not a whole number of floats";
}

TEST(Floating, Shortest) {
  EXPECT_EQ(text_of([](TextBuffer& out) { append_float_shortest(out, 3.14f); }), "3.14");
  EXPECT_EQ(text_of([](TextBuffer& out) { append_float_shortest(out, 16777216.0f); }), "16777216");
  EXPECT_EQ(text_of([](TextBuffer& out) { append_double_shortest(out, 0.1); }), "0.1");
  EXPECT_EQ(text_of([](TextBuffer& out) { append_double_shortest(out, 1e300); }), "1e+300");
  EXPECT_EQ(text_of([](TextBuffer& out) { append_double_shortest(out, -std::numeric_limits<double>::max()); }),
            "-1.7976931348623157e+308");
  EXPECT_EQ(text_of([](TextBuffer& out) {
              append_double_shortest(out, std::bit_cast<double>(std::uint64_t{0xfff8000000000000}));
            }),
            "-nan");
}

TEST(Floating, JsonDoubleAsTheServerWritesIt) {
  EXPECT_GE(std::size(kJsonDoubleCases), 200u);
  for (const JsonDoubleCase& c : kJsonDoubleCases) {
    EXPECT_EQ(json_double(std::bit_cast<double>(c.bits)), c.text) << c.bits;
  }
}

TEST(Floating, ServerDoubleIsAJsonDoubleWithoutPointZero) {
  for (const JsonDoubleCase& c : kJsonDoubleCases) {
    std::string_view text = c.text;
    if (text.ends_with(".0")) text.remove_suffix(2);
    EXPECT_EQ(
        text_of([&](TextBuffer& out) { append_server_double(out, std::bit_cast<double>(std::uint64_t{c.bits})); }),
        text);
  }
}

TEST(Floating, JsonDoubleReadsBack) {
  Doubles doubles;
  for (int i = 0; i < 100000; ++i) {
    const double value = doubles.next();
    if (!std::isfinite(value)) continue;
    const std::string text = json_double(value);
    double back = 0;
    std::from_chars(text.data(), text.data() + text.size(), back);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(back), std::bit_cast<std::uint64_t>(value)) << text;
  }
}

}  // namespace
}  // namespace binlogdump
