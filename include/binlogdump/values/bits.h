#pragma once
// BIT and SET as bit strings.

#include <cstddef>

#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// BIT(bits) (type 16): b'101' with exactly `bits` digits. The value is big-endian in `size` bytes; with `bits` above
/// 8 * size only 8 * size digits are printed.
void append_bit(TextBuffer& out, const char* data, std::size_t size, int bits);

/// SET (real type 248) as mysqlbinlog shows it: b'00000101', eight digits for each of the `size` bytes, lowest byte
/// first, highest bit of each byte first.
void append_set_bits(TextBuffer& out, const char* data, std::size_t size);

}  // namespace binlogdump
