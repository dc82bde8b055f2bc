// What mysqlbinlog 9.7.4 takes --start-datetime for was found out with logs of one event: which seconds it shows.

#include "cli/date_time.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <ctime>
#include <optional>
#include <string>

namespace binlogdump {
namespace {

std::optional<std::uint64_t> seconds_of(const std::string& text, const char* zone = "UTC") {
  ::setenv("TZ", zone, 1);
  ::tzset();
  const std::optional<CalendarTime> time = parse_calendar_time(text);
  if (!time) return std::nullopt;
  return seconds_since_1970(*time);
}

TEST(DateTime, AllNotationsOfMysql) {
  for (const char* text : {"2023-11-14 22:15:02", "20231114221502", "2023-11-14T22:15:02", "231114221502",
                           "23-11-14 22:15:02", "2023/11/14 22/15/02", "2023.11.14 22.15.02", "2023-11-14 22-15-02",
                           "2023-11-14-22-15-02", "2023-11-14 22:15:02.5", "2023-11-14 22:15:02.999999",
                           "20231114221502.7", "20231114T221502", " 2023-11-14 22:15:02", "2023-11-14 22:15:02 ",
                           "2023-11-14  22:15:02", "23.11.14T22:15:02", "2023.11.14T221502", "23.1114221502"}) {
    EXPECT_EQ(seconds_of(text), 1700000102U) << text;
  }
  for (const char* text : {"2023-11-14 22:15", "2023-11-14 22:15:", "2023-11-14 22:15:0", "2311142215"}) {
    EXPECT_EQ(seconds_of(text), 1700000100U) << text;
  }
  EXPECT_EQ(seconds_of("2023-11-14 22"), 1699999200U);
  EXPECT_EQ(seconds_of("2023-1-4 2:5:2"), 1672797902U);
  EXPECT_EQ(seconds_of("69-01-01 00:00:00"), 3124224000U);
  EXPECT_EQ(seconds_of("70-01-01 00:00:00"), 0U);
}

TEST(DateTime, WhatMysqlbinlogRefuses) {
  for (const char* text : {"",
                           "0",
                           "1",
                           "now",
                           "2023",
                           "2023-11",
                           "2023-11-14",
                           "20231114",
                           "231114",
                           "12-11-10",
                           "2023-11-14 22:15:02Z",
                           "2023-11-14 22:15:02+01:00",
                           "2023-11-14 22:15:02 x",
                           "2023-13-01 00:00:00",
                           "2023-11-14 24:00:00",
                           "2023-11-14 23:60:00",
                           "2023-11-14 23:59:60",
                           "2023 11 14 22 15 02",
                           "20231114 221502",
                           "2023111422150",
                           "202311142215",
                           "2023-11-14 221502",
                           "231114 22:15:02",
                           "10000-01-01 00:00:00",
                           "+2023-11-14 00:00:00"}) {
    EXPECT_EQ(seconds_of(text), std::nullopt) << text;
  }
}

TEST(DateTime, DaysThatNoCalendarHas) {
  EXPECT_EQ(seconds_of("2023-02-29 00:00:00"), seconds_of("2023-03-01 00:00:00"));
  EXPECT_EQ(seconds_of("2023-02-30 00:00:00"), seconds_of("2023-03-02 00:00:00"));
  EXPECT_EQ(seconds_of("2023-01-00 00:00:00"), seconds_of("2022-12-31 00:00:00"));
  EXPECT_EQ(seconds_of("2023-00-01 00:00:00"), seconds_of("2022-12-01 00:00:00"));
}

TEST(DateTime, EndsOfTheRange) {
  EXPECT_EQ(seconds_of("0000-00-00 00:00:00"), 0U);
  EXPECT_EQ(seconds_of("1969-12-31 23:59:59"), 0U);
  EXPECT_EQ(seconds_of("1970-01-01 00:00:01"), 1U);
  EXPECT_EQ(seconds_of("2038-01-19 03:14:08"), 2147483648U);
  EXPECT_EQ(seconds_of("2106-02-07 06:28:15"), 4294967295U);
  EXPECT_EQ(seconds_of("2106-02-07 06:28:16"), 4294967296U);
  EXPECT_EQ(seconds_of("3001-01-19 03:14:07"), 0U);
  EXPECT_EQ(seconds_of("9999-12-31 23:59:59"), 0U);
}

// Rules instead of names: the zone database may be missing.
TEST(DateTime, TimesThatOccurTwiceOrNever) {
  constexpr const char* kNewYork = "EST5EDT,M3.2.0,M11.1.0";
  EXPECT_EQ(seconds_of("2023-11-05 00:59:59", kNewYork), 1699160399U);
  EXPECT_EQ(seconds_of("2023-11-05 01:30:00", kNewYork), 1699165800U);  // The second of that name.
  EXPECT_EQ(seconds_of("2023-11-05 02:00:00", kNewYork), 1699167600U);
  EXPECT_EQ(seconds_of("2023-03-12 01:59:59", kNewYork), 1678604399U);
  EXPECT_EQ(seconds_of("2023-03-12 02:30:00", kNewYork), 1678604400U);  // There is no such time.
  EXPECT_EQ(seconds_of("2023-03-12 03:00:00", kNewYork), 1678604400U);
  constexpr const char* kLordHowe = "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0";
  EXPECT_EQ(seconds_of("2023-04-02 01:45:00", kLordHowe), 1680362100U);
  EXPECT_EQ(seconds_of("2023-10-01 02:15:00", kLordHowe), 1696088700U);  // A gap of half an hour only.
  EXPECT_EQ(seconds_of("2023-10-01 02:30:00", kLordHowe), 1696087800U);
}

}  // namespace
}  // namespace binlogdump
