#pragma once
// Times as mysqlbinlog writes them, in the zone of TZ, and in UTC.

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "binlogdump/digits.h"
#include "binlogdump/text_buffer.h"
#include "binlogdump/values/temporal.h"

namespace binlogdump {

/// Writes the time of event headers. Events come in runs of the same second, so the last text is kept.
class HeaderTime {
 public:
  static constexpr std::size_t kSize = 15;

  /// "231114 22:15:01": year, month, day of two digits each, then the hour padded with a blank.
  std::string_view text(std::uint32_t timestamp) {
    if (timestamp != timestamp_ || !made_) make(timestamp);
    return {text_, kSize};
  }

 private:
  void make(std::uint32_t timestamp);

  char text_[kSize]{};
  std::uint32_t timestamp_ = 0;
  bool made_ = false;
};

/// The calendar date and time in UTC.
DateTime utc_datetime(const Timestamp& timestamp);

/// The same, of many values that often have the same second.
class UtcTime {
 public:
  DateTime datetime(const Timestamp& timestamp) {
    if (timestamp.seconds != seconds_) {
      datetime_ = utc_datetime({.seconds = timestamp.seconds, .microsecond = 0});
      seconds_ = timestamp.seconds;
    }
    DateTime datetime = datetime_;
    datetime.time.microsecond = timestamp.microsecond;
    return datetime;
  }

 private:
  DateTime datetime_ = utc_datetime({});  ///< Of seconds_, without a fraction.
  std::int64_t seconds_ = 0;
};

/// Writes instants in the form of ISO 8601, in UTC. The last second is kept.
class IsoTime {
 public:
  /// From here on years have more than four digits: 10000-01-01.
  static constexpr std::uint64_t kEndOfSeconds = 253'402'300'800;

  /// 2026-11-29T17:56:35Z; `seconds` since 1970, below kEndOfSeconds.
  void append(TextBuffer& out, std::uint64_t seconds) {
    if (seconds != seconds_ || !made_) make(seconds);
    out.append(std::string_view(text_, kSize));
    out.append('Z');
  }
  /// 2026-11-29T17:56:35.297583Z. Returns its end.
  char* write(char* to, std::uint64_t seconds, std::uint32_t microseconds) {
    if (seconds != seconds_ || !made_) make(seconds);
    std::memcpy(to, text_, kSize);
    to += kSize;
    *to++ = '.';
    to = write_6_digits(to, microseconds);
    *to++ = 'Z';
    return to;
  }

 private:
  static constexpr std::size_t kSize = 19;

  void make(std::uint64_t seconds);

  char text_[kSize]{};
  std::uint64_t seconds_ = 0;
  bool made_ = false;
};

/// The calendar date and time in the zone of TZ. The last one is kept: rows of a statement often have the same.
class LocalTime {
 public:
  DateTime datetime(const Timestamp& timestamp);
  /// The zone's abbreviation at that time, behind a blank.
  std::string_view zone() const { return zone_; }

 private:
  void make(std::int64_t seconds);

  DateTime datetime_;  ///< Of seconds_, without a fraction.
  std::string zone_;
  std::int64_t seconds_ = 0;
};

/// Writes commit times, which come in runs of the same second, too.
class CommitTime {
 public:
  static constexpr std::size_t kMostBytes = 128;

  /// "2026-11-29 17:56:35.297583 UTC": microseconds since 1970, with the zone's abbreviation.
  void append(TextBuffer& out, std::uint64_t microseconds) { out.commit(write(out.reserve(kMostBytes), microseconds)); }
  /// The same where there is room for kMostBytes. Returns the text's end.
  char* write(char* to, std::uint64_t microseconds) {
    constexpr std::uint64_t kMicrosecondsPerSecond = 1'000'000;
    const std::uint64_t seconds = microseconds / kMicrosecondsPerSecond;
    if (seconds != seconds_ || second_size_ == 0) make(seconds);
    std::memcpy(to, second_, sizeof second_);
    to += second_size_;
    to = write_6_digits(to, static_cast<std::uint32_t>(microseconds % kMicrosecondsPerSecond));
    std::memcpy(to, zone_, kUsualZone);
    if (zone_size_ > kUsualZone) std::memcpy(to + kUsualZone, zone_ + kUsualZone, zone_size_ - kUsualZone);
    return to + zone_size_;
  }

 private:
  static constexpr std::size_t kUsualZone = 8;  // Of most zones no more than " CEST" or " +0530" is to be copied.

  void make(std::uint64_t seconds);

  char second_[32]{};  ///< With the point behind it.
  char zone_[80]{};    ///< With a blank before it.
  std::size_t second_size_ = 0;
  std::size_t zone_size_ = 0;
  std::uint64_t seconds_ = 0;
};

}  // namespace binlogdump
