#pragma once
// DATE, TIME, DATETIME, TIMESTAMP and YEAR: plain structs, their decoders, and their text. Decoders give what the bits
// say: month 15, day 31 of February or 1023 hours are passed on and printed as they are.

#include <cstddef>
#include <cstdint>

#include "binlogdump/text_buffer.h"

namespace binlogdump {

struct Date {
  std::uint32_t year = 0;
  std::uint32_t month = 0;
  std::uint32_t day = 0;
  bool operator==(const Date&) const = default;
};

struct Time {
  bool negative = false;
  std::uint32_t hour = 0;
  std::uint32_t minute = 0;
  std::uint32_t second = 0;
  std::uint32_t microsecond = 0;  ///< Damaged values may have more than 999999; the text shows the last six digits.
  bool operator==(const Time&) const = default;
};

struct DateTime {
  Date date;
  Time time;  ///< Never negative.
  bool operator==(const DateTime&) const = default;
};

/// Seconds since 1970-01-01 00:00:00 UTC; all zero is the zero date.
struct Timestamp {
  std::int64_t seconds = 0;
  std::uint32_t microsecond = 0;  ///< As in Time.
  bool operator==(const Timestamp&) const = default;
};

/// Bytes of the fraction of TIME2, DATETIME2 and TIMESTAMP2 with `digits` fraction digits: one for every two digits.
constexpr std::size_t temporal_fraction_size(int digits) {
  return digits <= 0 ? 0 : (static_cast<std::size_t>(digits) + 1) / 2;
}

/// Bytes of a value with `digits` fraction digits.
constexpr std::size_t time2_size(int digits) {
  return 3 + temporal_fraction_size(digits);
}
constexpr std::size_t datetime2_size(int digits) {
  return 5 + temporal_fraction_size(digits);
}
constexpr std::size_t timestamp2_size(int digits) {
  return 4 + temporal_fraction_size(digits);
}

/// DATE (type 10): 3 bytes, little-endian, year << 9 | month << 5 | day.
Date decode_date(const char* data);

/// TIME (type 19, since 5.6.4): time2_size(digits) bytes, big-endian, one signed number with a bias.
/// Table maps may claim more than 6 digits, which no server writes: the decoders of the three types then ignore the
/// fraction's bytes, and the text gets zeros, as in mysqlbinlog.
Time decode_time2(const char* data, int digits);

/// DATETIME (type 18, since 5.6.4): datetime2_size(digits) bytes, big-endian. Years from 10000 on fit into the bits but
/// are never written; they are taken modulo 10000, and a negative number as its absolute value, as mysqlbinlog does.
DateTime decode_datetime2(const char* data, int digits);

/// TIMESTAMP (type 17, since 5.6.4): timestamp2_size(digits) bytes, big-endian.
Timestamp decode_timestamp2(const char* data, int digits);

/// TIMESTAMP before 5.6.4 (type 7): 4 bytes, little-endian, read as a signed number like mysqlbinlog does.
Timestamp decode_timestamp(const char* data);

/// TIME before 5.6.4 (type 11): 3 bytes, little-endian, the signed decimal number HHMMSS.
Time decode_time(const char* data);

/// The same bytes as mysqlbinlog reads them: as an unsigned number, so that '-00:00:01' is shown as '1677:72:15'.
Time decode_time_mysqlbinlog(const char* data);

/// DATETIME before 5.6.4 (type 12): 8 bytes, little-endian, the decimal number YYYYMMDDHHMMSS.
DateTime decode_datetime(const char* data);

/// Temporal values inside JSON documents: opaque values of 8 bytes, little-endian, that hold one signed number,
/// (date and time as in DATETIME2 without bias) << 24 | microseconds. decode_json_datetime() is for column types 7 and
/// 12 (TIMESTAMP, DATETIME), the others for 10 (DATE) and 11 (TIME).
DateTime decode_json_datetime(const char* data);
Date decode_json_date(const char* data);
Time decode_json_time(const char* data);

/// YEAR (type 13): one byte, years since 1900. The reserved value 0 stands for 0000, but mysqlbinlog shows 1900; this
/// is the stored number + 1900.
constexpr std::uint32_t decode_year(std::uint8_t stored) {
  return 1900u + stored;
}

/// Whether a server can have stored it. Zero dates and days that no month has can be stored, hours up to 838 in a TIME.
bool is_storable(const Date& date);
bool is_storable(const Time& time);
bool is_storable(const DateTime& value);
bool is_storable(const Timestamp& value);

/// What a server stores: microseconds. Damaged table maps may claim up to 255.
inline constexpr int kMaxFractionDigits = 6;
/// Room that the write_ functions below need, with up to 6 fraction digits; more of them need that much more.
inline constexpr std::size_t kTemporalRoom = 96;
/// A table map has a byte for the number of fraction digits.
inline constexpr std::size_t kMostTemporalRoom = kTemporalRoom + 255;

// Those named append_ make room, and write the same.

/// 2024-02-29 with the given separator. At least 4, 2, 2 digits.
char* write_date(char* to, const Date& date, char separator = '-');
void append_date(TextBuffer& out, const Date& date, char separator = '-');

/// 2024:02:29: DATE in mysqlbinlog's ### lines. It has four places for the year; the first one of years from 10000 on,
/// which no server writes, is the character as far behind '0' as there are thousands.
char* write_date_mysqlbinlog(char* to, const Date& date);

/// [-]hh:mm:ss, then, if `digits` > 0, a point and exactly `digits` digits of the microseconds (zeros from the seventh
/// on). At least two digits each for the rest; hours may have more.
char* write_time(char* to, const Time& time, int digits);
void append_time(TextBuffer& out, const Time& time, int digits);

/// YYYY-MM-DD hh:mm:ss and a fraction as in write_time(). mysqlbinlog puts all but the old DATETIME (type 12) in
/// quotes.
char* write_datetime(char* to, const DateTime& value, int digits);
void append_datetime(TextBuffer& out, const DateTime& value, int digits);

/// Seconds as a plain number and a fraction as in write_time(): TIMESTAMP in mysqlbinlog's ### lines.
char* write_timestamp(char* to, const Timestamp& value, int digits);

/// What decode_time2() and its like make of a value, written at once.
char* write_time2(char* to, const char* data, int digits);
char* write_datetime2(char* to, const char* data, int digits);
char* write_timestamp2(char* to, const char* data, int digits);

}  // namespace binlogdump
