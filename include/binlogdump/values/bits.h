#pragma once
// BIT and SET as bit strings.

#include <cstddef>

#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// Room that write_bit() and write_set_bits() need for a value of `size` bytes.
constexpr std::size_t bits_room(std::size_t size) {
  return 8 * size + 16;
}

/// BIT(bits) (type 16): b'101' with exactly `bits` digits. The value is big-endian in `size` bytes; with `bits` above
/// 8 * size only 8 * size digits are printed.
char* write_bit(char* to, const char* data, std::size_t size, int bits);
void append_bit(TextBuffer& out, const char* data, std::size_t size, int bits);

/// SET (real type 248) as mysqlbinlog shows it: b'00000101', eight digits for each of the `size` bytes, lowest byte
/// first, highest bit of each byte first.
char* write_set_bits(char* to, const char* data, std::size_t size);

}  // namespace binlogdump
