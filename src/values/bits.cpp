#include "binlogdump/values/bits.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "binlogdump/bytes.h"

namespace binlogdump {
namespace {

using Digits = std::array<char, 8>;

/// The digits of each byte, highest bit first.
constexpr std::array<Digits, 256> kDigits = [] {
  std::array<Digits, 256> all{};
  for (unsigned byte = 0; byte < all.size(); ++byte) {
    for (unsigned i = 0; i < 8; ++i) all[byte][i] = static_cast<char>('0' + (byte >> (7 - i) & 1));
  }
  return all;
}();

char* write_byte(char* to, char byte) {
  std::memcpy(to, kDigits[load_u8(&byte)].data(), 8);
  return to + 8;
}

char* begin_bits(char* to) {
  std::memcpy(to, "b'", 2);
  return to + 2;
}

char* end_bits(char* to) {
  *to = '\'';
  return to + 1;
}

}  // namespace

char* write_bit(char* to, const char* data, std::size_t size, int bits) {
  const std::size_t digits = std::min(static_cast<std::size_t>(std::max(bits, 0)), 8 * size);
  const std::size_t in_first = digits % 8;
  const char* at = data + size - (digits + 7) / 8;
  to = begin_bits(to);
  if (in_first != 0) {
    // The digits that do not count are shifted out to the left.
    write_byte(to, static_cast<char>(load_u8(at++) << (8 - in_first)));
    to += in_first;
  }
  while (at != data + size) to = write_byte(to, *at++);
  return end_bits(to);
}

void append_bit(TextBuffer& out, const char* data, std::size_t size, int bits) {
  out.commit(write_bit(out.reserve(bits_room(size)), data, size, bits));
}

char* write_set_bits(char* to, const char* data, std::size_t size) {
  to = begin_bits(to);
  for (std::size_t i = 0; i < size; ++i) to = write_byte(to, data[i]);
  return end_bits(to);
}

}  // namespace binlogdump
