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
