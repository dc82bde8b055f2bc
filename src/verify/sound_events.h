#pragma once

#include <libdeflate.h>

#include <array>
#include <cstdint>

#include "binlogdump/decode.h"
#include "binlogdump/rows_event.h"

namespace binlogdump {

/// Finds events that are beyond doubt without decoding them: whole, of a common type, in their place, and with the
/// right checksum where the log has checksums.
class SoundEvents {
 public:
  /// `shift`: how far next positions are behind the ends of their events.
  SoundEvents(const FormatDescription& format, std::uint32_t shift)
      : shift_(shift),
        has_checksums_(format.events_have_checksum()),
        can_tell_(format.common_header_len == kEventHeaderSize &&
                  (!has_checksums_ || format.checksum_alg == ChecksumAlgorithm::kCrc32)) {}

  /// `bytes`: an event of `size` bytes, or its beginning.
  bool contain(std::uint8_t type_code, Bytes bytes, std::size_t size, std::uint64_t position) const {
    if (bytes.size() < size || !kIsCommon[type_code] || !can_tell_) return false;
    const std::uint32_t log_pos = load_u32(&bytes[EventHeader::kLogPosOffset]);
    const bool is_placed = log_pos + shift_ == static_cast<std::uint32_t>(position + size) && log_pos != 0;
    if (!is_placed || (load_u16(&bytes[EventHeader::kFlagsOffset]) & kForeignFlags) != 0) return false;
    if (!has_checksums_) return true;
    const char* const end = bytes.data() + size - kChecksumSize;
    return libdeflate_crc32(0, bytes.data(), size - kChecksumSize) == load_u32(end);
  }

 private:
  static constexpr std::array<bool, 256> kIsCommon = [] {
    std::array<bool, 256> common{};
    for (std::size_t code = 0; code < common.size(); ++code) {
      common[code] = is_event_of_transaction(static_cast<EventType>(code));
    }
    return common;
  }();

  std::uint32_t shift_;
  bool has_checksums_;
  bool can_tell_;
};

}  // namespace binlogdump
