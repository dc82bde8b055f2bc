#pragma once

#include <optional>

#include "binlogdump/context.h"
#include "binlogdump/cursor.h"

namespace binlogdump {

/// FORMAT_DESCRIPTION_EVENT: first event of every version 4 log: which server wrote it, and how. Since 5.0.
/// A later one in the same file (relay logs) replaces it. Source: mysql::binlog::event::Format_description_event.
struct FormatDescriptionEvent {
  static constexpr std::size_t kServerVersionSize = 50;
  /// Bytes before post_header_len; that and its own size make the event's own entry there.
  static constexpr std::size_t kFixedSize = 57;

  std::uint16_t binlog_version = 0;    ///< 4 in all logs that this program reads.
  Bytes server_version;                ///< Text without its NUL padding, e.g. "9.7.4-2".
  std::uint32_t created = 0;           ///< Time if this is the first file after a server start, else 0.
  std::uint8_t common_header_len = 0;  ///< Bytes of the other events' common headers; 19.
  Bytes post_header_len;               ///< One byte for each type code from 1 on.
  /// For the following events; absent from servers before 5.6.1, whose events have no checksum.
  std::optional<ChecksumAlgorithm> checksum_alg;

  /// Whether an event of this server version ends in an algorithm byte and four checksum bytes, whatever the algorithm.
  static bool has_checksum_alg(Bytes server_version) {
    return ServerVersion::parse(server_version) >= kFirstVersionWithChecksums;
  }

  static FormatDescriptionEvent decode(EventCursor auto& in, const DecodeContext&) {
    FormatDescriptionEvent event;
    event.binlog_version = in.u16("binlog_version");
    event.server_version = in.bytes(kServerVersionSize, "server_version");
    // The last byte counts as NUL, whatever it is.
    event.server_version = event.server_version.substr(0, kServerVersionSize - 1);
    event.server_version = event.server_version.substr(0, event.server_version.find('\0'));
    event.created = in.u32("created");
    event.common_header_len = in.u8("common_header_len");
    const bool has_alg = has_checksum_alg(event.server_version);
    if (has_alg && in.at_end()) in.fail("checksum_alg", "no byte left");
    event.post_header_len = in.bytes(in.remaining() - (has_alg ? 1 : 0), "post_header_len");
    if (has_alg) event.checksum_alg = static_cast<ChecksumAlgorithm>(in.u8("checksum_alg"));
    return event;
  }

  friend bool operator==(const FormatDescriptionEvent&, const FormatDescriptionEvent&) = default;
};

}  // namespace binlogdump
