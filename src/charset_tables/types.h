#pragma once
// What the tables beside this file are made of.

#include <array>
#include <cstdint>

namespace binlogdump::charset_tables {

struct ByteRange {
  std::uint8_t first;
  std::uint8_t last;
};

/// Codes as big-endian numbers.
struct CodeRange {
  std::uint32_t first;
  std::uint32_t last;
};

/// Consecutive codes of four bytes that stand for consecutive code points.
struct FourByteRun {
  std::uint32_t index;
  std::uint32_t code_point;
  std::uint32_t count;
};

}  // namespace binlogdump::charset_tables
