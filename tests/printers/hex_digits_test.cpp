#include "printers/hex_digits.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <string>

namespace binlogdump {
namespace {

/// All ways there are in this build.
struct Way {
  void (*write_hex_number)(char*, std::uint64_t);
  void (*write_spaced_hex)(char*, const char*);
  void (*write_alphanumeric)(char*, const char*);
};

constexpr Way kWays[] = {
    {portable::write_hex_number, portable::write_spaced_hex, portable::write_alphanumeric},
#ifdef __SSSE3__
    {ssse3::write_hex_number, ssse3::write_spaced_hex, ssse3::write_alphanumeric},
#endif
};

/// What `write` writes, which may not be more than `size` characters.
template <class Write>
std::string written(std::size_t size, Write write) {
  constexpr std::size_t kMore = 32;
  std::string text(size + kMore, '#');
  write(text.data());
  EXPECT_EQ(text.substr(size), std::string(kMore, '#'));
  return text.substr(0, size);
}

TEST(HexDigits, LowestEightOfANumber) {
  const std::uint64_t numbers[] = {0, 1, 0x9a, 0xbcdef012, 0xffffffff, 0x123456789abcdef0, UINT64_MAX};
  for (const Way& way : kWays) {
    for (const std::uint64_t number : numbers) {
      const std::string text = written(8, [&](char* to) { way.write_hex_number(to, number); });
      EXPECT_EQ(text, fmt::format("{:08x}", number & 0xffffffff));
    }
  }
}

TEST(HexDigits, EveryByteAtEveryPlace) {
  for (const Way& way : kWays) {
    for (int first = 0; first < 256; ++first) {
      char bytes[8];
      std::string expected;
      for (int i = 0; i < 8; ++i) {
        bytes[i] = static_cast<char>(first + 31 * i);
        expected += fmt::format("{:02x} ", load_u8(&bytes[i]));
      }
      EXPECT_EQ(written(24, [&](char* to) { way.write_spaced_hex(to, bytes); }), expected);
    }
  }
}

TEST(HexDigits, LettersAndDigitsStand) {
  for (const Way& way : kWays) {
    for (int first = 0; first < 256; ++first) {
      char bytes[16];
      for (int i = 0; i < 16; ++i) bytes[i] = static_cast<char>(first + i);
      std::string expected(bytes, 16);
      std::replace_if(
          expected.begin(), expected.end(), [](char c) { return std::isalnum(load_u8(&c)) == 0; }, '.');
      EXPECT_EQ(written(16, [&](char* to) { way.write_alphanumeric(to, bytes); }), expected);
    }
  }
}

TEST(HexDigits, OffsetsHaveEightOrMore) {
  for (const std::uint64_t offset : {std::uint64_t{4}, std::uint64_t{0xffffffff}, std::uint64_t{0x100000000},
                                     std::uint64_t{0xa0b0c0d0e0f}, UINT64_MAX}) {
    char text[16];
    EXPECT_EQ(std::string(text, write_hex_offset(text, offset)), fmt::format("{:08x}", offset));
  }
}

}  // namespace
}  // namespace binlogdump
