#include "binlogdump/values/bits.h"

#include <algorithm>
#include <cstring>

#include "binlogdump/bytes.h"

namespace binlogdump {
namespace {

/// The lowest `count` (up to 8) bits, highest first.
char* write_bits(char* to, std::uint8_t value, int count) {
  for (int bit = count - 1; bit >= 0; --bit) *to++ = static_cast<char>('0' + (value >> bit & 1));
  return to;
}

constexpr std::size_t kFrame = 3;  // b' and '

char* begin_bits(TextBuffer& out, std::size_t size) {
  char* const to = out.reserve(8 * size + kFrame);
  std::memcpy(to, "b'", 2);
  return to + 2;
}

void end_bits(TextBuffer& out, char* to) {
  *to++ = '\'';
  out.commit(to);
}

}  // namespace

void append_bit(TextBuffer& out, const char* data, std::size_t size, int bits) {
  std::size_t digits = std::min(static_cast<std::size_t>(std::max(bits, 0)), 8 * size);
  char* to = begin_bits(out, size);
  while (digits > 0) {
    const std::size_t in_byte = (digits - 1) % 8 + 1;
    to = write_bits(to, load_u8(data + size - (digits + 7) / 8), static_cast<int>(in_byte));
    digits -= in_byte;
  }
  end_bits(out, to);
}

void append_set_bits(TextBuffer& out, const char* data, std::size_t size) {
  char* to = begin_bits(out, size);
  for (std::size_t i = 0; i < size; ++i) to = write_bits(to, load_u8(data + i), 8);
  end_bits(out, to);
}

}  // namespace binlogdump
