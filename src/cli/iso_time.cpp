#include "cli/iso_time.h"

#include <ctime>

namespace binlogdump {

namespace {

/// Takes things from the front of a text.
class Taker {
 public:
  explicit Taker(std::string_view text) : text_(text) {}

  bool at_end() const { return text_.empty(); }

  bool take(std::string_view any_of) {
    if (text_.empty() || any_of.find(text_.front()) == any_of.npos) return false;
    text_.remove_prefix(1);
    return true;
  }

  /// A number of exactly so many digits.
  std::optional<int> digits(std::size_t count) {
    if (text_.size() < count) return std::nullopt;
    int number = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (text_[i] < '0' || text_[i] > '9') return std::nullopt;
      number = number * 10 + (text_[i] - '0');
    }
    text_.remove_prefix(count);
    return number;
  }

  /// Up to six digits of a fraction, as microseconds; further ones are left out.
  std::optional<std::uint64_t> fraction() {
    std::uint64_t value = 0;
    std::size_t count = 0;
    for (; !text_.empty() && text_.front() >= '0' && text_.front() <= '9'; ++count) {
      if (count < 6) value = value * 10 + static_cast<std::uint64_t>(text_.front() - '0');
      text_.remove_prefix(1);
    }
    if (count == 0) return std::nullopt;
    for (; count < 6; ++count) value *= 10;
    return value;
  }

 private:
  std::string_view text_;
};

/// Seconds east of Greenwich.
std::optional<int> take_zone(Taker& in) {
  if (in.take("Zz")) return 0;
  const bool west = in.take("-");
  if (!west && !in.take("+")) return std::nullopt;
  const std::optional<int> hours = in.digits(2);
  if (!hours || *hours > 14) return std::nullopt;
  int minutes = 0;
  if (!in.at_end()) {
    in.take(":");
    const std::optional<int> given = in.digits(2);
    if (!given || *given > 59) return std::nullopt;
    minutes = *given;
  }
  const int offset = *hours * 3600 + minutes * 60;
  return west ? -offset : offset;
}

struct Reading {
  std::tm calendar{};
  std::uint64_t microseconds = 0;
  std::optional<int> zone;
};

/// The date, then as much of the time as is there.
bool take_calendar(Taker& in, Reading& reading) {
  const auto year = in.digits(4);
  if (!year || !in.take("-")) return false;
  const auto month = in.digits(2);
  if (!month || !in.take("-")) return false;
  const auto day = in.digits(2);
  if (!day || *year < 1970 || *month < 1 || *month > 12 || *day < 1 || *day > 31) return false;
  reading.calendar.tm_year = *year - 1900;
  reading.calendar.tm_mon = *month - 1;
  reading.calendar.tm_mday = *day;
  if (in.at_end()) return true;
  if (!in.take("Tt ")) return false;
  const auto hour = in.digits(2);
  if (!hour || *hour > 23 || !in.take(":")) return false;
  const auto minute = in.digits(2);
  if (!minute || *minute > 59) return false;
  reading.calendar.tm_hour = *hour;
  reading.calendar.tm_min = *minute;
  if (!in.take(":")) return true;
  const auto second = in.digits(2);
  if (!second || *second > 59) return false;
  reading.calendar.tm_sec = *second;
  if (!in.take(".,")) return true;
  const auto fraction = in.fraction();
  reading.microseconds = fraction.value_or(0);
  return fraction.has_value();
}

}  // namespace

std::optional<std::uint64_t> parse_iso_time(std::string_view text) {
  Taker in(text);
  Reading reading;
  if (!take_calendar(in, reading)) return std::nullopt;
  if (!in.at_end()) {
    in.take(" ");
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
