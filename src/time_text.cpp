#include "binlogdump/time_text.h"

#include <fmt/format.h>

#include <chrono>
#include <ctime>

namespace binlogdump {

namespace {

/// The abbreviation of the zone that `local` was made for, behind a blank.
std::string zone_of(const std::tm& local) {
  char zone[64];
  return ' ' + std::string(zone, std::strftime(zone, sizeof zone, "%Z", &local));
}

}  // namespace

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
  namespace chrono = std::chrono;
  const chrono::sys_seconds instant{chrono::seconds(timestamp.seconds)};
  const chrono::sys_days day = chrono::floor<chrono::days>(instant);
  const chrono::year_month_day date(day);
  const chrono::hh_mm_ss time(instant - day);
  return {.date = {.year = static_cast<std::uint32_t>(static_cast<int>(date.year())),
                   .month = static_cast<unsigned>(date.month()),
                   .day = static_cast<unsigned>(date.day())},
          .time = {.negative = false,
                   .hour = static_cast<std::uint32_t>(time.hours().count()),
                   .minute = static_cast<std::uint32_t>(time.minutes().count()),
                   .second = static_cast<std::uint32_t>(time.seconds().count()),
                   .microsecond = timestamp.microsecond}};
}

void IsoTime::make(std::uint64_t seconds) {
  const DateTime value = utc_datetime({.seconds = static_cast<std::int64_t>(seconds), .microsecond = 0});
  char* to = write_4_digits(text_, value.date.year);
  *to++ = '-';
  to = write_2_digits(to, value.date.month);
  *to++ = '-';
  to = write_2_digits(to, value.date.day);
  *to++ = 'T';
  to = write_2_digits(to, value.time.hour);
  *to++ = ':';
  to = write_2_digits(to, value.time.minute);
  *to++ = ':';
  write_2_digits(to, value.time.second);
  seconds_ = seconds;
  made_ = true;
}

DateTime LocalTime::datetime(const Timestamp& timestamp) {
  if (timestamp.seconds != seconds_ || zone_.empty()) make(timestamp.seconds);
  DateTime datetime = datetime_;
  datetime.time.microsecond = timestamp.microsecond;
  return datetime;
}

void LocalTime::make(std::int64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds);
  std::tm local{};
  localtime_r(&time, &local);
  datetime_ = {.date = {.year = static_cast<std::uint32_t>(local.tm_year + 1900),
                        .month = static_cast<std::uint32_t>(local.tm_mon + 1),
                        .day = static_cast<std::uint32_t>(local.tm_mday)},
               .time = {.negative = false,
                        .hour = static_cast<std::uint32_t>(local.tm_hour),
                        .minute = static_cast<std::uint32_t>(local.tm_min),
                        .second = static_cast<std::uint32_t>(local.tm_sec),
                        .microsecond = 0}};
  zone_ = zone_of(local);
  seconds_ = seconds;
}

void CommitTime::make(std::uint64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds);
  std::tm local{};
  localtime_r(&time, &local);
  const std::string zone = zone_of(local);
  zone_size_ = zone.copy(zone_, sizeof zone_);
  const auto second =
      fmt::format_to_n(second_, sizeof second_, "{:04}-{:02}-{:02} {:02}:{:02}:{:02}.", local.tm_year + 1900LL,
                       local.tm_mon + 1, local.tm_mday, local.tm_hour, local.tm_min, local.tm_sec);
  second_size_ = static_cast<std::size_t>(second.out - second_);
  seconds_ = seconds;
}

}  // namespace binlogdump
