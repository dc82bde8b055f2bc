#include "printers/time_text.h"

#include "binlogdump/digits.h"

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

void append_commit_time(TextBuffer& out, std::uint64_t microseconds) {
  constexpr std::uint64_t kMicrosecondsPerSecond = 1'000'000;
  const auto time = static_cast<std::time_t>(microseconds / kMicrosecondsPerSecond);
  std::tm local{};
  localtime_r(&time, &local);
  char zone[64];
  const std::size_t zone_size = std::strftime(zone, sizeof zone, "%Z", &local);
  out.append_padded(static_cast<std::uint64_t>(local.tm_year + 1900LL), 4);
  out.append('-');
  out.append_padded(static_cast<std::uint64_t>(local.tm_mon + 1), 2);
  out.append('-');
  out.append_padded(static_cast<std::uint64_t>(local.tm_mday), 2);
  out.append(' ');
  out.append_padded(static_cast<std::uint64_t>(local.tm_hour), 2);
  out.append(':');
  out.append_padded(static_cast<std::uint64_t>(local.tm_min), 2);
  out.append(':');
  out.append_padded(static_cast<std::uint64_t>(local.tm_sec), 2);
  out.append('.');
  out.append_padded(microseconds % kMicrosecondsPerSecond, 6);
  out.append(' ');
  out.append({zone, zone_size});
}

}  // namespace binlogdump
