#pragma once
// Whole events built in a test.

#include <libdeflate.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "binlogdump/event_header.h"

namespace binlogdump {

inline std::string little_endian(std::uint64_t value, std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i, value >>= 8) bytes += static_cast<char>(value & 0xff);
  return bytes;
}

struct EventParts {
  EventType type = EventType::XID_EVENT;
  std::string body;
  std::uint32_t log_pos = 0;
  std::uint16_t flags = 0;
  bool checksum = false;  ///< Whether a CRC32 follows the body.
};

inline std::string event_bytes(const EventParts& parts) {
  const std::size_t size = kEventHeaderSize + parts.body.size() + (parts.checksum ? kChecksumSize : 0);
  std::string bytes = little_endian(1700000000, 4) + static_cast<char>(parts.type) + little_endian(1, 4) +
                      little_endian(size, 4) + little_endian(parts.log_pos, 4) + little_endian(parts.flags, 2) +
                      parts.body;
  if (parts.checksum) bytes += little_endian(libdeflate_crc32(0, bytes.data(), bytes.size()), kChecksumSize);
  return bytes;
}

/// An XID_EVENT without checksum: 27 bytes.
inline std::string xid_event(std::uint64_t xid) {
  return event_bytes({.type = EventType::XID_EVENT, .body = little_endian(xid, 8)});
}

/// An event of `size` bytes without checksum, whose body repeats a character.
inline std::string event_of_size(std::size_t size, char fill = 'x') {
  return event_bytes({.type = EventType::APPEND_BLOCK_EVENT, .body = std::string(size - kEventHeaderSize, fill)});
}

}  // namespace binlogdump
