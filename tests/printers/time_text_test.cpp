#include "binlogdump/time_text.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <time.h>

#include <string>

#include "printers/header_text.h"
#include "values/value_test.h"

namespace binlogdump {
namespace {

/// Zones as POSIX rules, which need no files.
constexpr const char* kBerlin = "CET-1CEST,M3.5.0,M10.5.0/3";
constexpr const char* kKolkata = "IST-5:30";

class TimeText : public testing::Test {
 protected:
  TimeText() { set_zone("UTC0"); }
  ~TimeText() override {
    ::unsetenv("TZ");
    ::tzset();
  }
  static void set_zone(const char* zone) {
    ::setenv("TZ", zone, 1);
    ::tzset();
  }
  static std::string text(const DateTime& datetime, int digits = 6) {
    return text_of([&](TextBuffer& out) { append_datetime(out, datetime, digits); });
  }
  static std::string utc(std::int64_t seconds, std::uint32_t microsecond = 0) {
    return text(utc_datetime({.seconds = seconds, .microsecond = microsecond}));
  }
  static std::string local(LocalTime& time, std::int64_t seconds, std::uint32_t microsecond = 0) {
    const std::string datetime = text(time.datetime({.seconds = seconds, .microsecond = microsecond}));
    return datetime + std::string(time.zone());
  }
  static std::string commit(CommitTime& time, std::uint64_t microseconds) {
    return text_of([&](TextBuffer& out) { time.append(out, microseconds); });
  }
};

// --- header lines

TEST_F(TimeText, HeaderTimeIsMysqlbinlogs) {
  HeaderTime time;
  EXPECT_EQ(time.text(0), "700101  0:00:00");
  EXPECT_EQ(time.text(0), "700101  0:00:00");
  EXPECT_EQ(time.text(1700000000), "231114 22:13:20");
  EXPECT_EQ(time.text(1700000001), "231114 22:13:21");
  EXPECT_EQ(time.text(1709186400), "240229  6:00:00") << "a blank before one digit";
  EXPECT_EQ(time.text(4294967295), "060207  6:28:15") << "of 2106";
}

TEST_F(TimeText, HeaderTimeIsThatOfTheZone) {
  set_zone(kBerlin);
  HeaderTime time;
  EXPECT_EQ(time.text(1700000000), "231114 23:13:20");
  EXPECT_EQ(time.text(1690000000), "230722  6:26:40") << "summer time";
}

// --- values

TEST_F(TimeText, UtcDateAndTime) {
  EXPECT_EQ(utc(0), "1970-01-01 00:00:00.000000");
  EXPECT_EQ(utc(951782399), "2000-02-28 23:59:59.000000");
  EXPECT_EQ(utc(951782400, 1), "2000-02-29 00:00:00.000001");
  EXPECT_EQ(utc(1709164800, 999999), "2024-02-29 00:00:00.999999");
  EXPECT_EQ(utc(2147483647), "2038-01-19 03:14:07.000000");
  EXPECT_EQ(utc(4294967295), "2106-02-07 06:28:15.000000");
}

TEST_F(TimeText, UtcDoesNotLookAtTheZone) {
  set_zone(kKolkata);
  EXPECT_EQ(utc(1700000000), "2023-11-14 22:13:20.000000");
}

TEST_F(TimeText, LocalDateAndTimeHasItsZone) {
  set_zone(kBerlin);
  LocalTime time;
  EXPECT_EQ(local(time, 1711846799), "2024-03-31 01:59:59.000000 CET");
  EXPECT_EQ(local(time, 1711846800), "2024-03-31 03:00:00.000000 CEST");
  EXPECT_EQ(local(time, 1729990799), "2024-10-27 02:59:59.000000 CEST");
  EXPECT_EQ(local(time, 1729990800), "2024-10-27 02:00:00.000000 CET");
}

TEST_F(TimeText, LocalDateAndTimeKeepsNoFraction) {
  set_zone(kKolkata);
  LocalTime time;
  EXPECT_EQ(local(time, 0), "1970-01-01 05:30:00.000000 IST");
  EXPECT_EQ(local(time, 0, 5), "1970-01-01 05:30:00.000005 IST");
  EXPECT_EQ(local(time, 0, 0), "1970-01-01 05:30:00.000000 IST");
  EXPECT_EQ(local(time, 1, 7), "1970-01-01 05:30:01.000007 IST");
}

TEST_F(TimeText, CommitTimeHasMicrosecondsAndZone) {
  CommitTime time;
  EXPECT_EQ(commit(time, 1795975016297583), "2026-11-29 17:56:56.297583 UTC");
  EXPECT_EQ(commit(time, 1795975016000001), "2026-11-29 17:56:56.000001 UTC");
  EXPECT_EQ(commit(time, 1795975017000000), "2026-11-29 17:56:57.000000 UTC");
  EXPECT_EQ(commit(time, 0), "1970-01-01 00:00:00.000000 UTC");
}

TEST_F(TimeText, CommitTimeOfTheFirstSecondIsMadeToo) {
  CommitTime time;
  EXPECT_EQ(commit(time, 5), "1970-01-01 00:00:00.000005 UTC");
}

TEST_F(TimeText, CommitTimeIsThatOfTheZone) {
  set_zone(kBerlin);
  CommitTime time;
  EXPECT_EQ(commit(time, 1690000000000000), "2023-07-22 06:26:40.000000 CEST");
}

// A GTID event holds 55 bits of microseconds: the year 3111.
TEST_F(TimeText, LargestCommitTimeOfAGtidEvent) {
  CommitTime time;
  EXPECT_EQ(commit(time, (std::uint64_t{1} << 55) - 1), "3111-09-16 23:10:18.963967 UTC");
}

TEST_F(TimeText, CommitTimeBeyondAllCalendarsComesToAnEnd) {
  CommitTime time;
  EXPECT_LT(commit(time, UINT64_MAX).size(), 80U);
}

// --- the two lines before an event

std::string header(const EventView& event, ChecksumAlgorithm algorithm, bool hexdump = false) {
  return text_of([&](TextBuffer& out) {
    HeaderText text(out, hexdump);
    text.print_at(event);
    text.print_header(event, algorithm);
  });
}

/// The STOP_EVENT of file-stop.000001.
const std::string kStop = from_hex("96670c6b 03 65000000 17000000 8f040000 0000 183cf7f8");

EventView stop_event(std::uint64_t position, bool has_checksum) {
  return make_event_view(kStop, position, {.has_checksum = has_checksum});
}

TEST_F(TimeText, HeaderLines) {
  EXPECT_EQ(header(stop_event(1144, true), ChecksumAlgorithm::kCrc32),
            "# at 1144\n#261129 17:57:42 server id 101  end_log_pos 1167 CRC32 0xf8f73c18 ");
  EXPECT_EQ(header(stop_event(1144, false), ChecksumAlgorithm::kNone),
            "# at 1144\n#261129 17:57:42 server id 101  end_log_pos 1167 ");
}

TEST_F(TimeText, HeaderOfAFormatDescriptionInALogWithoutChecksumsShowsNone) {
  EXPECT_EQ(header(stop_event(4, true), ChecksumAlgorithm::kNone),
            "# at 4\n#261129 17:57:42 server id 101  end_log_pos 1167 ");
}

TEST_F(TimeText, SyntheticHeaderWithAChecksumOfUnknownKind) {
  EXPECT_EQ(header(stop_event(4, true), static_cast<ChecksumAlgorithm>(7)),
            "# at 4\n#261129 17:57:42 server id 101  end_log_pos 1167 ? 0xf8f73c18 ");
}

TEST_F(TimeText, PositionsHave64Bits) {
  EXPECT_TRUE(header(stop_event(5'000'000'000, true), ChecksumAlgorithm::kCrc32).starts_with("# at 5000000000\n"));
}

TEST_F(TimeText, LargestHeaderNumbersFit) {
  const std::string bytes = from_hex("ffffffff ff ffffffff 13000000 ffffffff ffff");
  EXPECT_EQ(header(make_event_view(bytes, UINT64_MAX, {}), ChecksumAlgorithm::kNone),
            "# at 18446744073709551615\n#060207  6:28:15 server id 4294967295  end_log_pos 4294967295 ");
}

TEST_F(TimeText, HexdumpFollowsTheHeaderLine) {
  const std::string text = header(stop_event(1144, true), ChecksumAlgorithm::kCrc32, true);
  EXPECT_NE(text.find("CRC32 0xf8f73c18 \n# Position"), text.npos) << text;
}

}  // namespace
}  // namespace binlogdump
