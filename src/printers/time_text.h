#pragma once
// Times as mysqlbinlog writes them, in the zone of TZ.

#include <cstdint>
#include <ctime>

#include "binlogdump/text_buffer.h"

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

/// "2026-11-29 17:56:35.297583 UTC": microseconds since 1970, with the zone's abbreviation.
void append_commit_time(TextBuffer& out, std::uint64_t microseconds);

}  // namespace binlogdump
