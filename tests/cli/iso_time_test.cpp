#include "cli/iso_time.h"

#include <gtest/gtest.h>

namespace binlogdump {
namespace {

TEST(IsoTime, WithAZone) {
  constexpr std::uint64_t kTime = 1796043725'000'000;  // As date -u -d @1796043725 shows it.
  EXPECT_EQ(parse_iso_time("2026-11-30T13:02:05Z"), kTime);
  EXPECT_EQ(parse_iso_time("2026-11-30 14:02:05+01:00"), kTime);
  EXPECT_EQ(parse_iso_time("2026-11-30t14:02:05 +01"), kTime);
  EXPECT_EQ(parse_iso_time("2026-11-30T07:32:05-0530"), kTime);
  EXPECT_EQ(parse_iso_time("2026-11-30T13:02:05.5z"), kTime + 500'000);
  EXPECT_EQ(parse_iso_time("2026-11-30T13:02:05,0000019Z"), kTime + 1);
  EXPECT_EQ(parse_iso_time("2026-11-30T13:02Z"), kTime - 5'000'000);
}

TEST(IsoTime, WhatIsNone) {
  for (const char* text : {"",
                           "2026",
                           "2026-11",
                           "2026-1-30",
                           "2026-11-31",
                           "2026-13-01",
                           "2026-00-01",
                           "1969-12-31",
                           "02026-11-30",
                           "2026-11-30T",
                           "2026-11-30T14",
                           "2026-11-30T14:2",
                           "2026-11-30T24:00",
                           "2026-11-30T14:60",
                           "2026-11-30T14:02:60",
                           "2026-11-30T14:02:05.",
                           "2026-11-30T14:02:05+15",
                           "2026-11-30T14:02:05+1",
                           "2026-11-30T14:02:05+01:60",
                           "2026-11-30T14:02Zx"}) {
    EXPECT_FALSE(parse_iso_time(text)) << text;
  }
}

}  // namespace
}  // namespace binlogdump
