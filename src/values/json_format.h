#pragma once
// The stored form of JSON documents: type bytes, and the sizes of what containers hold.

#include <cstddef>
#include <cstdint>

#include "binlogdump/bytes.h"

namespace binlogdump::json_format {

/// Type bytes of values.
enum StoredType : std::uint8_t {
  kSmallObject = 0,
  kLargeObject = 1,
  kSmallArray = 2,
  kLargeArray = 3,
  kLiteral = 4,
  kInt16 = 5,
  kUint16 = 6,
  kInt32 = 7,
  kUint32 = 8,
  kInt64 = 9,
  kUint64 = 10,
  kDouble = 11,
  kString = 12,
  kOpaque = 15,
};

/// Column types of opaque values that are not shown as base64.
enum OpaqueType : std::uint8_t {
  kTimestamp = 7,
  kDate = 10,
  kTime = 11,
  kDatetime = 12,
  kNewDecimal = 246,
  kVarString = 253,
};

inline constexpr std::size_t kTypeSize = 1;
inline constexpr std::size_t kKeyLengthSize = 2;
inline constexpr std::size_t kTemporalSize = 8;  ///< Of an opaque date or time.
inline constexpr std::uint8_t kMaxLiteral = 2;   ///< null, true, false.

/// Sizes of counts, offsets and inline values: 2 bytes in small containers, 4 in large ones.
constexpr std::size_t word_size(bool large) {
  return large ? 4 : 2;
}
constexpr std::size_t value_entry_size(bool large) {
  return kTypeSize + word_size(large);
}
constexpr std::size_t key_entry_size(bool large) {
  return word_size(large) + kKeyLengthSize;
}

constexpr bool is_inline(std::uint8_t type, bool large) {
  return type == kLiteral || type == kInt16 || type == kUint16 || (large && (type == kInt32 || type == kUint32));
}

/// Reads a length of 1 to 5 bytes, seven bits each, the lowest first, and cuts `data` to what it counts. `used` is the
/// size of the length itself. False if the length does not end or counts more than there is.
inline bool take_counted(Bytes& data, std::size_t& used) {
  constexpr std::size_t kMaxLengthSize = 5;
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < kMaxLengthSize && i < data.size(); ++i) {
    const std::uint8_t byte = load_u8(data.data() + i);
    length |= std::uint64_t{byte & 0x7fu} << (7 * i);
    if ((byte & 0x80) != 0) continue;
    used = i + 1;
    if (length > data.size() - used) return false;
    data = data.substr(used, static_cast<std::size_t>(length));
    return true;
  }
  return false;
}

}  // namespace binlogdump::json_format
