#include "date_time.h"

#include <algorithm>
#include <array>
#include <ctime>

#include "binlogdump/ascii.h"

namespace binlogdump {
namespace {

constexpr std::size_t kParts = 6;  // Year to second.

bool is_punctuation(char c) {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

class CalendarTimeParser {
 public:
  explicit CalendarTimeParser(std::string_view text) : rest_(text) {}

  std::optional<CalendarTime> parse() {
    skip_spaces();
    std::size_t digits = 0;
    while (digits < rest_.size() && (is_digit(rest_[digits]) || (digits > 0 && rest_[digits] == 'T'))) ++digits;
    // Digits alone, or up to the first dot, are read by their number: YYYYMMDD... or YYMMDD...
    const bool by_number = digits == rest_.size() || rest_[digits] == '.';
    const bool short_year = by_number && digits != 4 && digits != 8 && digits < 14;
    if (!parse_parts(short_year ? 2 : 4, !by_number)) return std::nullopt;
    if (!rest_.empty() && rest_.front() == '.') skip_fraction();
    skip_spaces();
    constexpr std::size_t kDateParts = 3;
    if (!rest_.empty() || count_ <= kDateParts || !is_in_range()) return std::nullopt;
    return CalendarTime{parts_[0], parts_[1], parts_[2], parts_[3], parts_[4], parts_[5]};
  }

 private:
  /// Numbers of two digits behind the year. Spaces, or a T, may stand only between date and time.
  bool parse_parts(std::size_t year_digits, bool separated) {
    if (!take_number(year_digits)) return false;
    while (count_ < kParts && !rest_.empty()) {
      const bool found = skip_separator();
      if (rest_.empty() || is_space(rest_.front())) break;
      if ((!found && separated) || !take_number(2)) return false;
    }
    return true;
  }

  bool skip_separator() {
    const bool before_hour = count_ == 3;
    if (before_hour && rest_.front() == 'T') {
      rest_.remove_prefix(1);
      return true;
    }
    const std::size_t before = rest_.size();
    while (!rest_.empty() && (is_punctuation(rest_.front()) || (before_hour && is_space(rest_.front())))) {
      rest_.remove_prefix(1);
    }
    return rest_.size() < before;
  }

  bool take_number(std::size_t most) {
    std::size_t size = 0;
    int number = 0;
    for (; size < std::min(most, rest_.size()) && is_digit(rest_[size]); ++size)
      number = number * 10 + rest_[size] - '0';
    if (size == 0) return false;
    if (count_ == 0 && (size == 2 || most == 2)) number += number < 70 ? 2000 : 1900;
    parts_[count_++] = number;
    rest_.remove_prefix(size);
    return true;
  }

  bool is_in_range() const {
    constexpr std::array<int, kParts> kMost = {9999, 12, 31, 23, 59, 59};
    for (std::size_t i = 0; i < kParts; ++i) {
      if (parts_[i] > kMost[i]) return false;
    }
    return true;
  }

  void skip_spaces() {
    while (!rest_.empty() && is_space(rest_.front())) rest_.remove_prefix(1);
  }
  void skip_fraction() {
    rest_.remove_prefix(1);
    while (!rest_.empty() && is_digit(rest_.front())) rest_.remove_prefix(1);
  }

  std::string_view rest_;
  std::array<int, kParts> parts_{};
  std::size_t count_ = 0;
};

/// What local clocks are ahead of UTC by at that time, seconds.
std::time_t offset_at(std::time_t time) {
  std::tm local{};
  ::localtime_r(&time, &local);
  return local.tm_gmtoff;
}

/// Behind the range in which MySQL converts local times.
bool is_too_late(const CalendarTime& time) {
  return time.year > 3001 || (time.year == 3001 && (time.month > 1 || time.day > 18));
}

}  // namespace

std::optional<CalendarTime> parse_calendar_time(std::string_view text) {
  return CalendarTimeParser(text).parse();
}

std::uint64_t seconds_since_1970(const CalendarTime& time) {
  if (time.year < 1969 || is_too_late(time)) return 0;
  std::tm fields{};
  fields.tm_year = time.year - 1900;
  fields.tm_mon = time.month - 1;
  fields.tm_mday = time.day;
  fields.tm_hour = time.hour;
  fields.tm_min = time.minute;
  fields.tm_sec = time.second;
  const std::time_t local = ::timegm(&fields);  // Takes days beyond a month's end, too.
  constexpr std::time_t kDay = 86400;
  const std::time_t before = offset_at(local - kDay);
  const std::time_t after = offset_at(local + kDay);
  std::time_t result = local - std::min(before, after);
  if (offset_at(result) != std::min(before, after)) result = local - std::max(before, after);
  if (offset_at(result) != local - result) {
    // Clocks skip it. Where they skip an hour it is where the gap begins, as MySQL has it.
    result = local - before;
    if (after - before == 3600) result -= time.minute * 60 + time.second;
  }
  return result < 0 ? 0 : static_cast<std::uint64_t>(result);
}

}  // namespace binlogdump
