#include "where/temporal_text.h"

#include <tuple>

#include "text_scanner.h"

namespace binlogdump::where {

namespace {

constexpr std::uint32_t kMicrosecondsPerSecond = 1'000'000;

/// :mm, :ss and a fraction, behind the hours, to the end of the text.
bool scan_rest_of_time(TextScanner& in, Time& time) {
  constexpr std::uint32_t kLast = 59;
  if (!in.accept(':') || !in.number(1, 2, kLast, time.minute)) return false;
  if (in.at_end()) return true;
  if (!in.accept(':') || !in.number(1, 2, kLast, time.second)) return false;
  if (in.at_end()) return true;
  return in.accept('.') && in.fraction(time.microsecond) && in.at_end();
}

/// Damaged values may have more; the text that is shown has the last six digits.
std::uint32_t shown_microsecond(const Time& time) {
  return time.microsecond % kMicrosecondsPerSecond;
}

}  // namespace

bool parse_datetime(std::string_view text, DateTime& datetime) {
  constexpr std::uint32_t kLastYear = 9999;
  constexpr std::uint32_t kLastMonth = 12;
  constexpr std::uint32_t kLastDay = 31;
  constexpr std::uint32_t kLastHour = 23;
  datetime = {};
  TextScanner in(text);
  Date& date = datetime.date;
  if (!in.number(4, 4, kLastYear, date.year) || !in.accept('-') || !in.number(1, 2, kLastMonth, date.month) ||
      !in.accept('-') || !in.number(1, 2, kLastDay, date.day)) {
    return false;
  }
  if (in.at_end()) return true;
  if (!in.accept(' ') && !in.accept('T')) return false;
  return in.number(1, 2, kLastHour, datetime.time.hour) && scan_rest_of_time(in, datetime.time);
}

bool parse_time(std::string_view text, std::int64_t& microseconds) {
  constexpr std::uint32_t kLastHour = 999;
  Time time;
  TextScanner in(text);
  time.negative = in.accept('-');
  if (!in.number(1, 3, kLastHour, time.hour) || !scan_rest_of_time(in, time)) return false;
  microseconds = to_microseconds(time);
  return true;
}

std::strong_ordering compare(const DateTime& a, const DateTime& b) {
  const auto key = [](const DateTime& value) {
    return std::tuple(value.date.year, value.date.month, value.date.day, value.time.hour, value.time.minute,
                      value.time.second, shown_microsecond(value.time));
  };
  return key(a) <=> key(b);
}

std::int64_t to_microseconds(const Time& time) {
  const std::int64_t seconds = (std::int64_t{time.hour} * 60 + time.minute) * 60 + time.second;
  const std::int64_t microseconds = seconds * kMicrosecondsPerSecond + shown_microsecond(time);
  return time.negative ? -microseconds : microseconds;
}

}  // namespace binlogdump::where
