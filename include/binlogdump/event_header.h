#pragma once

#include <cstdint>

#include "binlogdump/cursor.h"
#include "binlogdump/event_type.h"

namespace binlogdump {

/// Bytes of the common header that every version 4 event begins with.
inline constexpr std::size_t kEventHeaderSize = 19;
/// Bytes of a CRC32 at the end of an event.
inline constexpr std::size_t kChecksumSize = 4;

/// Flags of the common header; MySQL source documentation, "Common-Header".
enum EventFlags : std::uint16_t {
  LOG_EVENT_BINLOG_IN_USE_F = 0x0001,             ///< FDE only: the file is open or was not closed cleanly.
  LOG_EVENT_FORCED_ROTATE_F = 0x0002,             ///< Not used.
  LOG_EVENT_THREAD_SPECIFIC_F = 0x0004,           ///< The statement depends on the connection (temporary tables).
  LOG_EVENT_SUPPRESS_USE_F = 0x0008,              ///< The statement does not need its default database.
  LOG_EVENT_UPDATE_TABLE_MAP_VERSION_F = 0x0010,  ///< Up to 5.1.
  LOG_EVENT_ARTIFICIAL_F = 0x0020,                ///< Made on the fly, in no source's file.
  LOG_EVENT_RELAY_LOG_F = 0x0040,                 ///< Created by a replica for its relay log.
  LOG_EVENT_IGNORABLE_F = 0x0080,                 ///< A reader that does not know the type may skip the event.
  LOG_EVENT_NO_FILTER_F = 0x0100,                 ///< Not to be filtered.
  LOG_EVENT_MTS_ISOLATE_F = 0x0200,               ///< To be applied alone.
};

/// Flags of events whose log_pos means another log, or nothing.
inline constexpr std::uint16_t kForeignFlags = LOG_EVENT_ARTIFICIAL_F | LOG_EVENT_RELAY_LOG_F;

/// The common header of binlog version 4.
struct EventHeader {
  // Where its fields stand, for a look at single ones.
  static constexpr std::size_t kTypeOffset = 4;
  static constexpr std::size_t kSizeOffset = 9;
  static constexpr std::size_t kLogPosOffset = 13;
  static constexpr std::size_t kFlagsOffset = 17;

  std::uint32_t timestamp = 0;   ///< Start of the statement, seconds since 1970 UTC; 0 in artificial events.
  std::uint8_t type_code = 0;    ///< EventType, or a code unknown to us.
  std::uint32_t server_id = 0;   ///< Server that created the event.
  std::uint32_t event_size = 0;  ///< Bytes of the whole event: header, body, checksum.
  std::uint32_t log_pos = 0;     ///< Position after the event in the first writer's file, modulo 2^32; 0 if artificial.
  std::uint16_t flags = 0;       ///< EventFlags.

  EventType type() const { return static_cast<EventType>(type_code); }

  static EventHeader decode(EventCursor auto& in) {
    EventHeader header;
    header.read(in);
    return header;
  }

  /// The same in place.
  void read(EventCursor auto& in) {
    timestamp = in.u32("timestamp");
    type_code = in.u8("type_code");
    server_id = in.u32("server_id");
    event_size = in.u32("event_size");
    log_pos = in.u32("log_pos");
    flags = in.u16("flags");
  }

  friend bool operator==(const EventHeader&, const EventHeader&) = default;
};

}  // namespace binlogdump
