#pragma once

#include <optional>

#include "binlogdump/context.h"
#include "binlogdump/cursor.h"

namespace binlogdump {

/// What the three GTID events say of the transaction that follows. Which fields are there depends on the server.
struct GtidFields {
  static constexpr std::uint8_t kMayHaveSbr = 1;              ///< gtid_flags: may contain statement-format changes.
  static constexpr std::uint32_t kUndefinedVersion = 999999;  ///< Server version that is not known.

  /// Logical clock of the source's binary log, for parallel replicas. Since 5.7.6.
  struct LogicalTimestamps {
    std::int64_t last_committed = 0;
    std::int64_t sequence_number = 0;

    friend bool operator==(const LogicalTimestamps&, const LogicalTimestamps&) = default;
  };

  std::uint8_t gtid_flags = kMayHaveSbr;
  std::int64_t gno = 0;  ///< Transaction number; 0 for an anonymous transaction.
  std::optional<LogicalTimestamps> logical;
  std::optional<std::uint64_t> immediate_commit_timestamp;  ///< On this server, microseconds since 1970. Since 8.0.1.
  std::optional<std::uint64_t> original_commit_timestamp;   ///< On the first server; same as immediate if not stored.
  std::optional<std::uint64_t> transaction_length;          ///< Bytes of the transaction, this event included. 8.0.2.
  std::optional<std::uint32_t> immediate_server_version;    ///< E.g. 90704 for 9.7.4. Since 8.0.14.
  std::optional<std::uint32_t> original_server_version;     ///< Of the first server; same as immediate if not stored.
  std::optional<std::uint64_t> commit_group_ticket;         ///< Since 8.0.33.

  friend bool operator==(const GtidFields&, const GtidFields&) = default;
};

/// GTID_LOG_EVENT: global transaction identifier of the transaction that follows. Since 5.6.
/// Source: mysql::binlog::event::Gtid_event.
struct GtidLogEvent : GtidFields {
  static constexpr std::size_t kUuidSize = 16;
  static constexpr std::uint8_t kLogicalTimestampType = 2;

  Bytes uuid;                ///< 16 bytes in text order; zeros for an anonymous transaction.
  std::uint8_t lt_type = 0;  ///< kLogicalTimestampType from 5.7.6 on; else what follows is not defined.

  [[gnu::always_inline]] static GtidLogEvent decode(EventCursor auto& in, const DecodeContext&) {
    constexpr std::size_t kTimestampSize = 7;
    // 7 and 4 byte numbers whose top bit says that the original's value follows.
    constexpr std::uint64_t kTimestampFollows = std::uint64_t{1} << 55;
    constexpr std::uint32_t kVersionFollows = std::uint32_t{1} << 31;
    GtidLogEvent event;
    event.gtid_flags = in.u8("gtid_flags");
    event.uuid = in.bytes(kUuidSize, "uuid");
    event.gno = in.i64("gno");
    if (in.at_end()) return event;
    event.lt_type = in.u8("lt_type");
    if (event.lt_type != kLogicalTimestampType) return event;
    event.logical =
        LogicalTimestamps{.last_committed = in.i64("last_committed"), .sequence_number = in.i64("sequence_number")};
    if (in.remaining() < kTimestampSize) return event;
    const std::uint64_t commit = in.u56("immediate_commit_timestamp");
    event.immediate_commit_timestamp = commit & ~kTimestampFollows;
    event.original_commit_timestamp =
        (commit & kTimestampFollows) != 0 ? in.u56("original_commit_timestamp") : *event.immediate_commit_timestamp;
    if (in.at_end()) return event;
    event.transaction_length = in.packed("transaction_length");
    if (in.remaining() < sizeof(std::uint32_t)) return event;
    const std::uint32_t version = in.u32("immediate_server_version");
    event.immediate_server_version = version & ~kVersionFollows;
    event.original_server_version =
        (version & kVersionFollows) != 0 ? in.u32("original_server_version") : *event.immediate_server_version;
    if (in.remaining() >= sizeof(std::uint64_t)) event.commit_group_ticket = in.u64("commit_group_ticket");
    return event;
  }

  friend bool operator==(const GtidLogEvent&, const GtidLogEvent&) = default;
};

}  // namespace binlogdump
