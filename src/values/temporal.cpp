#include "binlogdump/values/temporal.h"

#include <array>
#include <limits>

#include "binlogdump/bytes.h"
#include "binlogdump/digits.h"
#include "binlogdump/values/soundness.h"

namespace binlogdump {
namespace {

/// Microseconds per unit of a fraction of 0, 1, 2 and 3 bytes.
constexpr std::array<std::uint32_t, 4> kFractionUnit = {0, 10000, 100, 1};

/// Bytes of a fraction that can be read; none if the number of digits is impossible.
std::size_t readable_fraction_size(int digits) {
  return digits > kMaxFractionDigits ? 0 : temporal_fraction_size(digits);
}

std::int32_t load_be_signed(const char* data, std::size_t size) {
  const auto unused = static_cast<unsigned>(32 - 8 * size);
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(load_be(data, size)) << unused) >> unused;
}

std::uint32_t low_bits(std::uint64_t value, int count) {
  return static_cast<std::uint32_t>(value & ((std::uint64_t{1} << count) - 1));
}

/// hour << 36 | minute << 30 | second << 24 | microsecond, the sign taken off.
Time unpack_time(std::uint64_t packed, bool negative) {
  return {.negative = negative,
          .hour = static_cast<std::uint32_t>(packed >> 36),
          .minute = low_bits(packed >> 30, 6),
          .second = low_bits(packed >> 24, 6),
          .microsecond = low_bits(packed, 24)};
}

/// What mysqlbinlog makes of numbers that no server writes: all zero bytes in a row, in JSON a negative number without
/// any bit of a time.
constexpr Time kNegativeZeroTime = {
    .negative = false, .hour = 2047, .minute = 63, .second = 63, .microsecond = (1 << 24) - 1};

/// (year * 13 + month) << 46 | day << 41 | anything.
Date unpack_date(std::uint64_t value) {
  const auto year_month = static_cast<std::uint32_t>(value >> 46);
  return {.year = year_month / 13 % 10000, .month = year_month % 13, .day = low_bits(value >> 41, 5)};
}

/// (year * 13 + month) << 46 | day << 41 | hour << 36 | minute << 30 | second << 24 | microsecond, maybe negated.
DateTime unpack_datetime(std::int64_t packed) {
  // The one number that has no positive counterpart, all zero bytes in a row: mysqlbinlog makes this of it.
  if (packed == std::numeric_limits<std::int64_t>::min())
    return {.date = {.year = 14, .month = 10, .day = 0}, .time = {}};
  const auto value = static_cast<std::uint64_t>(packed < 0 ? -packed : packed);
  return {.date = unpack_date(value),
          .time = {.negative = false,
                   .hour = low_bits(value >> 36, 5),
                   .minute = low_bits(value >> 30, 6),
                   .second = low_bits(value >> 24, 6),
                   .microsecond = low_bits(value, 24)}};
}

Time split_hhmmss(std::uint32_t value, bool negative) {
  return {.negative = negative,
          .hour = value / 10000,
          .minute = value / 100 % 100,
          .second = value % 100,
          .microsecond = 0};
}

/// Digits of a number: two as a rule, more in the values of damaged logs and in long times.
char* write_at_least_2(char* to, std::uint32_t value) {
  if (value < 100) [[likely]]
    return write_2_digits(to, value);
  return write_number(to, value);
}

char* write_year(char* to, std::uint32_t year) {
  if (year < 10000) [[likely]]
    return write_4_digits(to, year);
  return write_number(to, year);
}

char* write_clock(char* to, const Time& time) {
  to = write_at_least_2(to, time.hour);
  *to++ = ':';
  to = write_at_least_2(to, time.minute);
  *to++ = ':';
  return write_at_least_2(to, time.second);
}

char* write_fraction(char* to, std::uint32_t microsecond, int digits) {
  if (digits <= 0) return to;
  *to++ = '.';
  write_6_digits(to, microsecond % 1000000);
  for (int i = kMaxFractionDigits; i < digits; ++i) to[i] = '0';
  return to + digits;
}

/// Damaged table maps may claim any number of digits.
std::size_t temporal_room(int digits) {
  return kTemporalRoom + static_cast<std::size_t>(digits > kMaxFractionDigits ? digits : 0);
}

}  // namespace

Date decode_date(const char* data) {
  const std::uint32_t value = load_u24(data);
  return {.year = value >> 9, .month = value >> 5 & 15, .day = value & 31};
}

Time decode_time2(const char* data, int digits) {
  const std::size_t fraction_size = readable_fraction_size(digits);
  const std::uint64_t biased = load_be(data, 3 + fraction_size);
  if (biased == 0) return kNegativeZeroTime;
  const int fraction_bits = static_cast<int>(8 * fraction_size);
  const std::uint64_t bias = std::uint64_t{0x800000} << fraction_bits;
  const bool negative = biased < bias;
  const std::uint64_t value = negative ? bias - biased : biased - bias;
  const std::uint64_t fraction = low_bits(value, fraction_bits) * kFractionUnit[fraction_size];
  return unpack_time(value >> fraction_bits << 24 | fraction, negative);
}

DateTime decode_datetime2(const char* data, int digits) {
  const std::size_t fraction_size = readable_fraction_size(digits);
  std::uint64_t packed = (load_be(data, 5) - 0x8000000000) << 24;
  if (fraction_size > 0) {
    // Signed, as part of a number that could be negative. Added and not or-ed: a damaged one borrows from the seconds.
    const std::int64_t fraction = load_be_signed(data + 5, fraction_size);
    packed += static_cast<std::uint64_t>(fraction * kFractionUnit[fraction_size]);
  }
  return unpack_datetime(static_cast<std::int64_t>(packed));
}

Timestamp decode_timestamp2(const char* data, int digits) {
  const std::size_t fraction_size = readable_fraction_size(digits);
  Timestamp value{.seconds = static_cast<std::int64_t>(load_be(data, 4)), .microsecond = 0};
  if (fraction_size == 1) {
    value.microsecond = load_u8(data + 4) * kFractionUnit[1];
  } else if (fraction_size > 1) {
    // mysqlbinlog takes damaged fractions as signed here, and prints what they are as unsigned numbers.
    value.microsecond =
        static_cast<std::uint32_t>(load_be_signed(data + 4, fraction_size)) * kFractionUnit[fraction_size];
  }
  return value;
}

Timestamp decode_timestamp(const char* data) {
  return {.seconds = static_cast<std::int32_t>(load_u32(data)), .microsecond = 0};
}

Time decode_time(const char* data) {
  const std::int32_t value = sign_extend_24(load_u24(data));
  return split_hhmmss(static_cast<std::uint32_t>(value < 0 ? -value : value), value < 0);
}

Time decode_time_mysqlbinlog(const char* data) {
  return split_hhmmss(load_u24(data), false);
}

DateTime decode_datetime(const char* data) {
  const std::uint64_t value = load_u64(data);
  const std::uint64_t date = value / 1000000;
  return {.date = {.year = static_cast<std::uint32_t>(date / 10000),
                   .month = static_cast<std::uint32_t>(date / 100 % 100),
                   .day = static_cast<std::uint32_t>(date % 100)},
          .time = split_hhmmss(static_cast<std::uint32_t>(value % 1000000), false)};
}

DateTime decode_json_datetime(const char* data) {
  return unpack_datetime(static_cast<std::int64_t>(load_u64(data)));
}

Date decode_json_date(const char* data) {
  // Only the bits of the date, whatever the sign.
  return unpack_date(load_u64(data) & ~(std::uint64_t{1} << 63));
}

Time decode_json_time(const char* data) {
  const auto packed = static_cast<std::int64_t>(load_u64(data));
  const bool negative = packed < 0;
  const std::uint64_t value = (negative ? 0 - static_cast<std::uint64_t>(packed) : static_cast<std::uint64_t>(packed)) &
                              ((std::uint64_t{1} << 46) - 1);
  return negative && value == 0 ? kNegativeZeroTime : unpack_time(value, negative);
}

bool is_storable(const Date& date) {
  return date.year <= 9999 && date.month <= 12 && date.day <= 31;
}

bool is_storable(const Time& time) {
  return time.hour <= 838 && time.minute < 60 && time.second < 60 && time.microsecond < 1'000'000;
}

bool is_storable(const DateTime& value) {
  return is_storable(value.date) && value.time.hour < 24 && is_storable(value.time);
}

bool is_storable(const Timestamp& value) {
  return value.microsecond < 1'000'000;
}

// Flattened, as below.

[[gnu::flatten]] bool is_time2(const char* data, int digits) {
  return is_storable(decode_time2(data, digits));
}

[[gnu::flatten]] bool is_datetime2(const char* data, int digits) {
  return is_storable(decode_datetime2(data, digits));
}

[[gnu::flatten]] bool is_timestamp2(const char* data, int digits) {
  return is_storable(decode_timestamp2(data, digits));
}

char* write_date(char* to, const Date& date, char separator) {
  to = write_year(to, date.year);
  *to++ = separator;
  to = write_at_least_2(to, date.month);
  *to++ = separator;
  return write_at_least_2(to, date.day);
}

char* write_date_mysqlbinlog(char* to, const Date& date) {
  *to++ = static_cast<char>('0' + date.year / 1000);
  *to++ = static_cast<char>('0' + date.year / 100 % 10);
  to = write_2_digits(to, date.year % 100);
  *to++ = ':';
  to = write_at_least_2(to, date.month);
  *to++ = ':';
  return write_at_least_2(to, date.day);
}

char* write_time(char* to, const Time& time, int digits) {
  *to = '-';  // Written over if it is not negative, since a branch would often be foretold wrongly.
  to += time.negative ? 1 : 0;
  return write_fraction(write_clock(to, time), time.microsecond, digits);
}

char* write_datetime(char* to, const DateTime& value, int digits) {
  to = write_date(to, value.date, '-');
  *to++ = ' ';
  return write_fraction(write_clock(to, value.time), value.time.microsecond, digits);
}

char* write_timestamp(char* to, const Timestamp& value, int digits) {
  auto seconds = static_cast<std::uint64_t>(value.seconds);
  if (value.seconds < 0) {
    *to++ = '-';
    seconds = ~seconds + 1;
  }
  return write_fraction(write_number(to, seconds), value.microsecond, digits);
}

// Flattened: a value's parts then never are in memory, and the ranges of most of them are known.

[[gnu::flatten]] char* write_time2(char* to, const char* data, int digits) {
  return write_time(to, decode_time2(data, digits), digits);
}

[[gnu::flatten]] char* write_datetime2(char* to, const char* data, int digits) {
  return write_datetime(to, decode_datetime2(data, digits), digits);
}

[[gnu::flatten]] char* write_timestamp2(char* to, const char* data, int digits) {
  return write_timestamp(to, decode_timestamp2(data, digits), digits);
}

void append_date(TextBuffer& out, const Date& date, char separator) {
  out.commit(write_date(out.reserve(kTemporalRoom), date, separator));
}

void append_time(TextBuffer& out, const Time& time, int digits) {
  out.commit(write_time(out.reserve(temporal_room(digits)), time, digits));
}

void append_datetime(TextBuffer& out, const DateTime& value, int digits) {
  out.commit(write_datetime(out.reserve(temporal_room(digits)), value, digits));
}

void append_timestamp(TextBuffer& out, const Timestamp& value, int digits) {
  out.commit(write_timestamp(out.reserve(temporal_room(digits)), value, digits));
}

}  // namespace binlogdump
