// Expectations are what MySQL's mysqlbinlog 9.7.4 prints for the same bytes; ordinary values come from the captures
// types-temporal and types-zero-dates, damaged ones from logs built around such bytes.

#include "binlogdump/values/temporal.h"

#include <gtest/gtest.h>

#include "binlogdump/values/soundness.h"
#include "value_test.h"

namespace binlogdump {
namespace {

std::string time2(std::string_view hex, int digits) {
  const ExactBytes bytes = hex_bytes(hex);
  EXPECT_EQ(Bytes(bytes).size(), time2_size(digits));
  const std::string at_once =
      written(kMostTemporalRoom, [&](char* to) { return write_time2(to, bytes.data(), digits); });
  EXPECT_EQ(text_of([&](TextBuffer& out) { append_time(out, decode_time2(bytes.data(), digits), digits); }), at_once);
  EXPECT_EQ(is_time2(bytes.data(), digits), is_storable(decode_time2(bytes.data(), digits)));
  return at_once;
}

std::string datetime2(std::string_view hex, int digits) {
  const ExactBytes bytes = hex_bytes(hex);
  EXPECT_EQ(Bytes(bytes).size(), datetime2_size(digits));
  const std::string at_once =
      written(kMostTemporalRoom, [&](char* to) { return write_datetime2(to, bytes.data(), digits); });
  EXPECT_EQ(text_of([&](TextBuffer& out) { append_datetime(out, decode_datetime2(bytes.data(), digits), digits); }),
            at_once);
  EXPECT_EQ(is_datetime2(bytes.data(), digits), is_storable(decode_datetime2(bytes.data(), digits)));
  return at_once;
}

std::string timestamp2(std::string_view hex, int digits) {
  const ExactBytes bytes = hex_bytes(hex);
  EXPECT_EQ(Bytes(bytes).size(), timestamp2_size(digits));
  EXPECT_EQ(is_timestamp2(bytes.data(), digits), is_storable(decode_timestamp2(bytes.data(), digits)));
  return written(kMostTemporalRoom, [&](char* to) { return write_timestamp2(to, bytes.data(), digits); });
}

std::string date(std::string_view hex) {
  return written(kTemporalRoom,
                 [&](char* to) { return write_date_mysqlbinlog(to, decode_date(hex_bytes(hex).data())); });
}

TEST(Temporal, FractionTakesAByteForTwoDigits) {
  const std::size_t sizes[] = {0, 1, 1, 2, 2, 3, 3};
  for (int digits = 0; digits <= 6; ++digits) EXPECT_EQ(temporal_fraction_size(digits), sizes[digits]);
  EXPECT_EQ(temporal_fraction_size(-1), 0u);
}

TEST(Temporal, Date) {
  EXPECT_EQ(decode_date(hex_bytes("5dd00f").data()), (Date{2024, 2, 29}));
  EXPECT_EQ(date("5dd00f"), "2024:02:29");
  EXPECT_EQ(date("000000"), "0000:00:00");
  EXPECT_EQ(date("0fce0f"), "2023:00:15");
  EXPECT_EQ(date("9f1f4e"), "9999:12:31");
  EXPECT_EQ(text_of([](TextBuffer& out) { append_date(out, {2024, 2, 29}); }), "2024-02-29");
  EXPECT_EQ(text_of([](TextBuffer& out) { append_date(out, {2024, 2, 29}, ':'); }), "2024:02:29");
}

TEST(Temporal, DateBeyondTheYear9999) {
  EXPECT_EQ(date("21204e"), ":000:01:01");
  EXPECT_EQ(date("217260"), "<345:01:01");
  EXPECT_EQ(date("ffffff"), "P767:15:31");
  EXPECT_EQ(text_of([](TextBuffer& out) { append_date(out, {32767, 15, 31}); }), "32767-15-31");
}

TEST(Temporal, Time2) {
  EXPECT_EQ(time2("800000", 0), "00:00:00");
  EXPECT_EQ(time2("7fffff", 0), "-00:00:01");
  EXPECT_EQ(time2("7ffffff6", 1), "-00:00:00.1");
  EXPECT_EQ(time2("7fffffff", 2), "-00:00:00.01");
  EXPECT_EQ(time2("7efdfbf63c", 3), "-16:08:04.250");
  EXPECT_EQ(time2("7efdfbffd875", 6), "-16:08:04.010123");
  EXPECT_EQ(time2("b46efb", 0), "838:59:59");
  EXPECT_EQ(time2("4b9105", 0), "-838:59:59");
}

TEST(Temporal, Time2IsSignedAsAWhole) {
  const ExactBytes bytes = hex_bytes("7efdfbffd875");
  EXPECT_EQ(decode_time2(bytes.data(), 6), (Time{true, 16, 8, 4, 10123}));
}

TEST(Temporal, DamagedTime2) {
  EXPECT_EQ(time2("ffffff", 0), "2047:63:63");
  EXPECT_EQ(time2("000001", 0), "-2047:63:63");
  EXPECT_EQ(time2("000000", 0), "2047:63:63") << "the number without a positive counterpart";
  EXPECT_EQ(time2("000000000000", 6), "2047:63:63.777215");
  EXPECT_EQ(time2("ffffffff", 2), "2047:63:63.55");
  EXPECT_EQ(time2("ffffffffff", 4), "2047:63:63.5535");
  EXPECT_EQ(time2("ffffffffffff", 6), "2047:63:63.777215");
  EXPECT_EQ(time2("400001", 0), "-1023:63:63");
}

TEST(Temporal, Datetime2) {
  EXPECT_EQ(datetime2("99b2bac8b8", 0), "2024-02-29 12:34:56");
  EXPECT_EQ(datetime2("99b2bac8b80c0a14", 6), "2024-02-29 12:34:56.789012");
  EXPECT_EQ(datetime2("8000000000", 0), "0000-00-00 00:00:00");
  EXPECT_EQ(datetime2("8000000000000001", 6), "0000-00-00 00:00:00.000001");
  EXPECT_EQ(datetime2("fef3ff7efb", 0), "9999-12-31 23:59:59");
  EXPECT_EQ(datetime2("99b2bac8b84e", 1), "2024-02-29 12:34:56.7");
  EXPECT_EQ(datetime2("99b2bac8b84e", 2), "2024-02-29 12:34:56.78");
}

TEST(Temporal, DamagedDatetime2) {
  EXPECT_EQ(datetime2("ffffffffff", 0), "0082-05-31 31:63:63");
  EXPECT_EQ(datetime2("ffffffffffff", 2), "0082-05-31 31:63:62.76") << "a fraction of -1 borrows";
  EXPECT_EQ(datetime2("ffffffffffffff", 4), "0082-05-31 31:63:62.7771");
  EXPECT_EQ(datetime2("ffffffffffffffff", 6), "0082-05-31 31:63:62.777215");
  EXPECT_EQ(datetime2("664dbbcefb", 0), "2024-01-02 03:04:05") << "a negative number is taken without its sign";
  EXPECT_EQ(datetime2("0000000000", 0), "0014-10-00 00:00:00");
  EXPECT_EQ(datetime2("0000000000000001", 6), "0082-05-31 31:63:63.777215");
}

TEST(Temporal, Timestamp2) {
  EXPECT_EQ(timestamp2("65e079f0", 0), "1709210096");
  EXPECT_EQ(timestamp2("65e079f04e", 2), "1709210096.78");
  EXPECT_EQ(timestamp2("00000000000000", 6), "0.000000");
  EXPECT_EQ(timestamp2("7fffffff06c81c", 6), "2147483647.444444");
  EXPECT_EQ(timestamp2("ffffffff", 0), "4294967295");
}

TEST(Temporal, DamagedTimestamp2) {
  EXPECT_EQ(timestamp2("ffffffffff", 2), "4294967295.55");
  EXPECT_EQ(timestamp2("ffffffffffff", 4), "4294967295.9671");
  EXPECT_EQ(timestamp2("ffffffffffffff", 6), "4294967295.967295");
}

TEST(Temporal, ImpossibleNumbersOfDigits) {
  EXPECT_EQ(time2("80100200000000", 7), "01:00:02.0000000");
  EXPECT_EQ(datetime2("99b2bac8b8ffffffff", 8), "2024-02-29 12:34:56.00000000");
  EXPECT_EQ(timestamp2("65e079f0ffffffffff", 9), "1709210096.000000000");
  EXPECT_EQ(timestamp2("65e079f0" + std::string(256, 'f'), 255), "1709210096." + std::string(255, '0'));
}

TEST(Temporal, OldTime) {
  const auto shown = [](std::string_view hex) {
    return text_of([&](TextBuffer& out) { append_time(out, decode_time_mysqlbinlog(hex_bytes(hex).data()), 0); });
  };
  EXPECT_EQ(shown("40e201"), "12:34:56");
  EXPECT_EQ(shown("a7f57f"), "838:59:59");
  EXPECT_EQ(shown("ffffff"), "1677:72:15") << "mysqlbinlog ignores the sign";
  EXPECT_EQ(shown("000080"), "838:86:08");
  EXPECT_EQ(decode_time(hex_bytes("ffffff").data()), (Time{true, 0, 0, 1, 0}));
  EXPECT_EQ(decode_time(hex_bytes("25d8ff").data()), (Time{true, 1, 2, 3, 0}));
  EXPECT_EQ(decode_time(hex_bytes("000080").data()), (Time{true, 838, 86, 8, 0}));
}

TEST(Temporal, OldDatetime) {
  const auto shown = [](std::string_view hex) {
    return text_of([&](TextBuffer& out) { append_datetime(out, decode_datetime(hex_bytes(hex).data()), 0); });
  };
  EXPECT_EQ(shown("0000000000000000"), "0000-00-00 00:00:00");
  EXPECT_EQ(shown("80c5aa8b68120000"), "2024-02-29 12:34:56");
  EXPECT_EQ(shown("7787d105f15a0000"), "9999-12-31 23:59:59");
  EXPECT_EQ(shown("00407a10f35a0000"), "10000-00-00 00:00:00");
  EXPECT_EQ(shown("ff830ed26a120000"), "2024-99-99 99:99:99");
  EXPECT_EQ(shown("ffffffffffffffff"), "1844674407-37-09 55:16:15");
}

TEST(Temporal, OldTimestamp) {
  const auto shown = [](std::string_view hex) {
    return written(kTemporalRoom,
                   [&](char* to) { return write_timestamp(to, decode_timestamp(hex_bytes(hex).data()), 0); });
  };
  EXPECT_EQ(shown("f079e065"), "1709210096");
  EXPECT_EQ(shown("00000000"), "0");
  EXPECT_EQ(shown("ffffffff"), "-1");
}

TEST(Temporal, Year) {
  EXPECT_EQ(decode_year(0), 1900u);
  EXPECT_EQ(decode_year(1), 1901u);
  EXPECT_EQ(decode_year(255), 2155u);
}

TEST(Temporal, InsideJson) {
  const auto datetime = [](std::string_view hex) {
    return text_of([&](TextBuffer& out) { append_datetime(out, decode_json_datetime(hex_bytes(hex).data()), 6); });
  };
  const auto time = [](std::string_view hex) {
    return text_of([&](TextBuffer& out) { append_time(out, decode_json_time(hex_bytes(hex).data()), 6); });
  };
  EXPECT_EQ(datetime("0000008310bab219"), "2024-02-29 01:02:03.000000");
  EXPECT_EQ(datetime("0000000000000080"), "0014-10-00 00:00:00.000000");
  EXPECT_EQ(datetime("ffffffffffffffff"), "0000-00-00 00:00:00.000001");
  EXPECT_EQ(decode_json_date(hex_bytes("0000000000bab219").data()), (Date{2024, 2, 29}));
  EXPECT_EQ(decode_json_date(hex_bytes("ffffffffffffffff").data()), (Date{82, 5, 31})) << "the sign does not count";
  EXPECT_EQ(time("e05ef87cefffffff"), "-01:02:03.500000");
  EXPECT_EQ(time("ffffffffffffff7f"), "1023:63:63.777215");
  EXPECT_EQ(time("0000000000000080"), "2047:63:63.777215");
}

TEST(Temporal, AppendersTakeAnyNumbers) {
  constexpr std::uint32_t kMax = ~std::uint32_t{0};
  const DateTime value{{kMax, kMax, kMax}, {true, kMax, kMax, kMax, kMax}};
  EXPECT_EQ(text_of([&](TextBuffer& out) { append_datetime(out, value, 6); }),
            "4294967295-4294967295-4294967295 4294967295:4294967295:4294967295.967295");
  EXPECT_EQ(text_of([&](TextBuffer& out) { append_time(out, value.time, 0); }), "-4294967295:4294967295:4294967295");
}

TEST(Temporal, WhatAServerStores) {
  EXPECT_TRUE(is_storable(Date{}));
  EXPECT_TRUE(is_storable(Date{2023, 2, 31})) << "with ALLOW_INVALID_DATES";
  EXPECT_FALSE(is_storable(Date{2023, 13, 1}));
  EXPECT_TRUE(is_storable(Time{true, 838, 59, 59, 0}));
  EXPECT_FALSE(is_storable(Time{false, 839, 0, 0, 0}));
  EXPECT_FALSE(is_storable(Time{false, 1, 60, 0, 0}));
  EXPECT_TRUE(is_storable(DateTime{{9999, 12, 31}, {false, 23, 59, 59, 999'999}}));
  EXPECT_FALSE(is_storable(DateTime{{9999, 12, 31}, {false, 24, 0, 0, 0}}));
  EXPECT_FALSE(is_storable(Timestamp{1, 1'000'000}));
}

}  // namespace
}  // namespace binlogdump
