#pragma once

#include <vector>

#include "binlogdump/context.h"
#include "binlogdump/cursor.h"
#include "binlogdump/events/gtid_log_event.h"

namespace binlogdump {

/// A GTID set as it is encoded in PREVIOUS_GTIDS_LOG_EVENT.
struct EncodedGtidSet {
  static constexpr std::size_t kIntervalSize = 16;

  /// Transaction numbers of one source and tag.
  struct Entry {
    Bytes uuid;       ///< 16 bytes in text order.
    Bytes tag;        ///< Empty: none.
    Bytes intervals;  ///< Pairs of (first, end) 8-byte numbers; end is exclusive.

    std::size_t interval_count() const { return intervals.size() / kIntervalSize; }
    std::int64_t first(std::size_t i) const {
      return static_cast<std::int64_t>(load_u64(&intervals[i * kIntervalSize]));
    }
    std::int64_t end(std::size_t i) const {
      return static_cast<std::int64_t>(load_u64(&intervals[i * kIntervalSize + 8]));
    }
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  std::vector<Entry> entries;  ///< Sorted by uuid, then tag.

  /// Byte 7 of the head is the format: 0 untagged, where the head is the count; 1 tagged (since 8.3), where bytes 1 to
  /// 6 are the count.
  static EncodedGtidSet decode(EventCursor auto& in) {
    constexpr std::uint64_t kTagged = 1;
    EncodedGtidSet set;
    const std::uint64_t head = in.u64("sid_count");
    const std::uint64_t format = head >> 56;
    if (format > kTagged) in.fail("sid_count", "unknown format of a GTID set");
    const bool tagged = format == kTagged;
    const std::uint64_t count = tagged ? (head >> 8) & 0xffff'ffff'ffff : head;
    for (std::uint64_t i = 0; i < count; ++i) {
      Entry entry;
      entry.uuid = in.bytes(GtidLogEvent::kUuidSize, "uuid");
      if (tagged) entry.tag = in.bytes(in.checked(in.varint("tag_length"), "tag"), "tag");
      const std::uint64_t intervals = in.u64("n_intervals");
      if (intervals > in.remaining() / kIntervalSize) in.fail("intervals", "more intervals than bytes left");
      entry.intervals = in.bytes(static_cast<std::size_t>(intervals) * kIntervalSize, "intervals");
      set.entries.push_back(entry);
    }
    return set;
  }

  friend bool operator==(const EncodedGtidSet&, const EncodedGtidSet&) = default;
};

/// PREVIOUS_GTIDS_LOG_EVENT: all GTIDs of the earlier files of this log. Second event of a file since 5.6.
/// Source: mysql::binlog::event::Previous_gtids_event, Gtid_set::encode.
struct PreviousGtidsLogEvent {
  EncodedGtidSet gtid_set;

  static PreviousGtidsLogEvent decode(EventCursor auto& in, const DecodeContext&) {
    return {.gtid_set = EncodedGtidSet::decode(in)};
  }

  friend bool operator==(const PreviousGtidsLogEvent&, const PreviousGtidsLogEvent&) = default;
};

}  // namespace binlogdump
