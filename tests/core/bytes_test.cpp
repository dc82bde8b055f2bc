#include "binlogdump/bytes.h"

#include <gtest/gtest.h>

#include "values/value_test.h"

namespace binlogdump {
namespace {

TEST(Bytes, LittleEndianNumbersOfEverySize) {
  const ExactBytes bytes = hex_bytes("f1f2f3f4f5f6f7f8");
  std::uint64_t expected = 0;
  for (std::size_t size = 0; size <= 8; ++size) {
    const ExactBytes exact(Bytes(bytes).substr(0, size));
    EXPECT_EQ(load_le(exact.data(), size), expected) << size;
    if (size < 8) expected |= std::uint64_t{load_u8(bytes.data() + size)} << (8 * size);
  }
}

TEST(Bytes, BigEndianNumbersOfEverySize) {
  const ExactBytes bytes = hex_bytes("f1f2f3f4f5f6f7f8");
  std::uint64_t expected = 0;
  for (std::size_t size = 0; size <= 8; ++size) {
    const ExactBytes exact(Bytes(bytes).substr(0, size));
    EXPECT_EQ(load_be(exact.data(), size), expected) << size;
    if (size < 8) expected = expected << 8 | load_u8(bytes.data() + size);
  }
}

TEST(Bytes, NumbersOfFixedSize) {
  EXPECT_EQ(load_u8(hex_bytes("ff").data()), 255);
  EXPECT_EQ(load_u16(hex_bytes("01f2").data()), 0xf201);
  EXPECT_EQ(load_u24(hex_bytes("0102f3").data()), 0xf30201u);
  EXPECT_EQ(load_u32(hex_bytes("010203f4").data()), 0xf4030201u);
  EXPECT_EQ(load_u40(hex_bytes("01020304f5").data()), 0xf504030201u);
  EXPECT_EQ(load_u48(hex_bytes("0102030405f6").data()), 0xf60504030201u);
  EXPECT_EQ(load_u56(hex_bytes("010203040506f7").data()), 0xf7060504030201u);
  EXPECT_EQ(load_u64(hex_bytes("01020304050607f8").data()), 0xf807060504030201u);
}

TEST(Bytes, SignOfThreeBytes) {
  EXPECT_EQ(sign_extend_24(0), 0);
  EXPECT_EQ(sign_extend_24(0x7fffff), 8388607);
  EXPECT_EQ(sign_extend_24(0x800000), -8388608);
  EXPECT_EQ(sign_extend_24(0xffffff), -1);
}

TEST(Bytes, NamesOfAnyLengthAreComparedToTheLastByte) {
  const std::string name = "a name that is longer than most";
  for (std::size_t size = 0; size <= name.size(); ++size) {
    const ExactBytes exact(Bytes(name).substr(0, size));
    const ExactBytes copy(Bytes(name).substr(0, size));
    EXPECT_TRUE(is_same_name(exact, copy)) << size;
    EXPECT_FALSE(is_same_name(exact, name + "!")) << size;
    for (std::size_t i = 0; i < size; ++i) {
      std::string other(name, 0, size);
      other[i] = '!';
      EXPECT_FALSE(is_same_name(exact, other)) << size << ' ' << i;
    }
  }
}

TEST(Bytes, BitmapsRunBothWays) {
  const ExactBytes bitmap = hex_bytes("0180");
  std::string low_first, high_first;
  for (std::size_t i = 0; i < 16; ++i) {
    low_first += bit_low_first(bitmap.data(), i) ? '1' : '0';
    high_first += bit_high_first(bitmap.data(), i) ? '1' : '0';
  }
  EXPECT_EQ(low_first, "1000000000000001");
  EXPECT_EQ(high_first, "0000000110000000");
}

}  // namespace
}  // namespace binlogdump
