#pragma once
// Loading integers from raw bytes. The binary log is little-endian but for DECIMAL, BIT and the packed temporal types,
// which are big-endian.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace binlogdump {

/// Raw bytes of a log; not text, may hold any value.
using Bytes = std::string_view;

/// One byte as an unsigned number.
inline std::uint8_t load_u8(const char* p) {
  return static_cast<std::uint8_t>(*p);
}

namespace detail {
template <class T>
T load_le(const char* p) {
  T value;
  std::memcpy(&value, p, sizeof value);
  if constexpr (std::endian::native == std::endian::big) {
    T swapped = 0;
    for (std::size_t i = 0; i < sizeof value; ++i)
      swapped = static_cast<T>((swapped << 8) | ((value >> (8 * i)) & 0xff));
    return swapped;
  }
  return value;
}
}  // namespace detail

inline std::uint16_t load_u16(const char* p) {
  return detail::load_le<std::uint16_t>(p);
}
inline std::uint32_t load_u32(const char* p) {
  return detail::load_le<std::uint32_t>(p);
}
inline std::uint64_t load_u64(const char* p) {
  return detail::load_le<std::uint64_t>(p);
}

/// 3, 5, 6 and 7 bytes are combined by shifts: a partial memcpy into a wider integer stalls on store forwarding.
inline std::uint32_t load_u24(const char* p) {
  return load_u16(p) | std::uint32_t{load_u8(p + 2)} << 16;
}
inline std::uint64_t load_u40(const char* p) {
  return load_u32(p) | std::uint64_t{load_u8(p + 4)} << 32;
}
inline std::uint64_t load_u48(const char* p) {
  return load_u32(p) | std::uint64_t{load_u16(p + 4)} << 32;
}
inline std::uint64_t load_u56(const char* p) {
  return load_u32(p) | std::uint64_t{load_u24(p + 4)} << 32;
}

/// The first `size` (0 to 8) bytes as a little-endian number.
inline std::uint64_t load_le(const char* p, std::size_t size) {
  switch (size) {
    case 0:
      return 0;
    case 1:
      return load_u8(p);
    case 2:
      return load_u16(p);
    case 3:
      return load_u24(p);
    case 4:
      return load_u32(p);
    case 5:
      return load_u40(p);
    case 6:
      return load_u48(p);
    case 7:
      return load_u56(p);
    default:
      return load_u64(p);
  }
}

/// The first `size` (0 to 8) bytes as a big-endian number.
inline std::uint64_t load_be(const char* p, std::size_t size) {
  if (size == 0) return 0;
  return __builtin_bswap64(load_le(p, size)) >> (64 - 8 * size);
}

/// The same as ==, without a call for short texts: for names that are compared again and again.
[[gnu::always_inline]] inline bool is_same_name(Bytes a, Bytes b) {
  const std::size_t size = a.size();
  if (size != b.size()) return false;
  const char* const last_a = a.data() + size;
  const char* const last_b = b.data() + size;
  if (size >= 8) {
    if (size > 16) return a == b;
    return load_u64(a.data()) == load_u64(b.data()) && load_u64(last_a - 8) == load_u64(last_b - 8);
  }
  if (size >= 4) return load_u32(a.data()) == load_u32(b.data()) && load_u32(last_a - 4) == load_u32(last_b - 4);
  return size == 0 || (a[0] == b[0] && a[size / 2] == b[size / 2] && a[size - 1] == b[size - 1]);
}

/// A 24-bit two's complement number, widened.
inline std::int32_t sign_extend_24(std::uint32_t value) {
  return static_cast<std::int32_t>(value << 8) >> 8;
}

/// Bit i of a bitmap whose bit i is byte i/8, mask 1 << (i%8): null and column bitmaps of row events.
inline bool bit_low_first(const char* bitmap, std::size_t i) {
  return (load_u8(bitmap + i / 8) >> (i % 8) & 1) != 0;
}

/// Bit i of a bitmap whose bit i is byte i/8, mask 0x80 >> (i%8): SIGNEDNESS and COLUMN_VISIBILITY of a table map.
inline bool bit_high_first(const char* bitmap, std::size_t i) {
  return (load_u8(bitmap + i / 8) << (i % 8) & 0x80) != 0;
}

}  // namespace binlogdump
