#pragma once
// Dates and times as they are given to --start-datetime and --stop-datetime.

#include <cstdint>
#include <optional>
#include <string_view>

namespace binlogdump {

/// A date and time of no particular zone. As in MySQL, February may have 31 days, and month and day may be 0.
struct CalendarTime {
  int year = 0;
  int month = 0;
  int day = 0;
  int hour = 0;
  int minute = 0;
  int second = 0;

  friend bool operator==(const CalendarTime&, const CalendarTime&) = default;
};

/// Reads what MySQL takes for a DATETIME: `2023-11-14 22:15:02`, also with T, with other punctuation, with years of two
/// digits, or as digits alone (20231114221502). The time may end after the hour or minute; fractions are not looked at.
/// Nothing for a date alone, as in mysqlbinlog, and for what is no date.
std::optional<CalendarTime> parse_calendar_time(std::string_view text);

/// Seconds since 1970 in the zone of TZ. Of a time that occurs twice the later one; one that summer time skips is where
/// the gap begins. As in mysqlbinlog, times before 1970 and from 3001-01-19 on are 0.
std::uint64_t seconds_since_1970(const CalendarTime& time);

}  // namespace binlogdump
