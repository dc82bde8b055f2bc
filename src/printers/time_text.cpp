#include "printers/time_text.h"

#include <fmt/format.h>

#include <ctime>

namespace binlogdump {

void HeaderTime::make(std::uint32_t timestamp) {
  const std::time_t time = timestamp;
  std::tm local{};
  localtime_r(&time, &local);
  char* to = write_2_digits(text_, static_cast<std::uint32_t>(local.tm_year % 100));
  to = write_2_digits(to, static_cast<std::uint32_t>(local.tm_mon + 1));
  to = write_2_digits(to, static_cast<std::uint32_t>(local.tm_mday));
  *to++ = ' ';
  write_2_digits(to, static_cast<std::uint32_t>(local.tm_hour));
  if (*to == '0') *to = ' ';
  to += 2;
  *to++ = ':';
  to = write_2_digits(to, static_cast<std::uint32_t>(local.tm_min));
  *to++ = ':';
  write_2_digits(to, static_cast<std::uint32_t>(local.tm_sec));
  timestamp_ = timestamp;
  made_ = true;
}

DateTime utc_datetime(const Timestamp& timestamp) {
  constexpr std::int64_t kSecondsPerDay = 86400;
  constexpr std::int64_t kDaysTo1970 = 719468;  // From 0000-03-01: years then end with the day that leap years add.
  constexpr std::int64_t kDaysPer400Years = 146097;
  std::int64_t days = timestamp.seconds / kSecondsPerDay;
  std::int64_t second = timestamp.seconds % kSecondsPerDay;
  if (second < 0) {
    second += kSecondsPerDay;
    --days;
  }
  days += kDaysTo1970;
  const std::int64_t era = days / kDaysPer400Years;
  const std::int64_t day_of_era = days % kDaysPer400Years;
  const std::int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const std::int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t month_from_march = (5 * day_of_year + 2) / 153;
  const std::int64_t month = month_from_march < 10 ? month_from_march + 3 : month_from_march - 9;
  const std::int64_t year = era * 400 + year_of_era + (month <= 2 ? 1 : 0);
  return {.date = {.year = static_cast<std::uint32_t>(year),
                   .month = static_cast<std::uint32_t>(month),
                   .day = static_cast<std::uint32_t>(day_of_year - (153 * month_from_march + 2) / 5 + 1)},
          .time = {.negative = false,
                   .hour = static_cast<std::uint32_t>(second / 3600),
                   .minute = static_cast<std::uint32_t>(second / 60 % 60),
                   .second = static_cast<std::uint32_t>(second % 60),
                   .microsecond = timestamp.microsecond}};
}

void CommitTime::make(std::uint64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds);
  std::tm local{};
  localtime_r(&time, &local);
  char zone[64];
  zone_ = ' ';
  zone_.append(zone, std::strftime(zone, sizeof zone, "%Z", &local));
  second_ = fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}", local.tm_year + 1900LL, local.tm_mon + 1, local.tm_mday,
                        local.tm_hour, local.tm_min, local.tm_sec);
  seconds_ = seconds;
}

}  // namespace binlogdump
