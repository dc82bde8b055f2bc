#include "cli/iso_time.h"

#include <ctime>

#include "text_scanner.h"

namespace binlogdump {

namespace {

/// Seconds east of Greenwich.
std::optional<int> take_zone(TextScanner& in) {
  if (in.accept_any("Zz")) return 0;
  const bool west = in.accept('-');
  if (!west && !in.accept('+')) return std::nullopt;
  std::uint32_t hours = 0;
  std::uint32_t minutes = 0;
  if (!in.number(2, 2, 14, hours)) return std::nullopt;
  if (!in.at_end()) {
    in.accept(':');
    if (!in.number(2, 2, 59, minutes)) return std::nullopt;
  }
  const auto offset = static_cast<int>(hours * 3600 + minutes * 60);
  return west ? -offset : offset;
}

struct Reading {
  std::tm calendar{};
  std::uint32_t microseconds = 0;
  std::optional<int> zone;
};

/// The date, then as much of the time as is there.
bool take_calendar(TextScanner& in, Reading& reading) {
  std::uint32_t year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
  if (!in.number(4, 4, 9999, year) || !in.accept('-') || !in.number(2, 2, 12, month) || !in.accept('-') ||
      !in.number(2, 2, 31, day) || year < 1970 || month < 1 || day < 1) {
    return false;
  }
  reading.calendar.tm_year = static_cast<int>(year) - 1900;
  reading.calendar.tm_mon = static_cast<int>(month) - 1;
  reading.calendar.tm_mday = static_cast<int>(day);
  if (in.at_end()) return true;
  if (!in.accept_any("Tt ") || !in.number(2, 2, 23, hour) || !in.accept(':') || !in.number(2, 2, 59, minute)) {
    return false;
  }
  reading.calendar.tm_hour = static_cast<int>(hour);
  reading.calendar.tm_min = static_cast<int>(minute);
  if (!in.accept(':')) return true;
  if (!in.number(2, 2, 59, second)) return false;
  reading.calendar.tm_sec = static_cast<int>(second);
  if (!in.accept_any(".,")) return true;
  if (!in.fraction(reading.microseconds)) return false;
  in.skip_digits();  // Beyond microseconds.
  return true;
}

}  // namespace

std::optional<std::uint64_t> parse_iso_time(std::string_view text) {
  TextScanner in(text);
  Reading reading;
  if (!take_calendar(in, reading)) return std::nullopt;
  if (!in.at_end()) {
    in.accept(' ');
    reading.zone = take_zone(in);
    if (!reading.zone || !in.at_end()) return std::nullopt;
  }
  std::tm calendar = reading.calendar;
  calendar.tm_isdst = -1;
  const std::time_t seconds = reading.zone ? ::timegm(&calendar) - *reading.zone : std::mktime(&calendar);
  // A day that its month has not was carried over to the next.
  if (seconds < 0 || calendar.tm_mday != reading.calendar.tm_mday) return std::nullopt;
  return static_cast<std::uint64_t>(seconds) * 1'000'000 + reading.microseconds;
}

}  // namespace binlogdump
