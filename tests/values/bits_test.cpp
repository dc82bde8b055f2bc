// Expectations are what MySQL's mysqlbinlog 9.7.4 prints for the same bytes.

#include "binlogdump/values/bits.h"

#include <gtest/gtest.h>

#include "value_test.h"

namespace binlogdump {
namespace {

std::string bit(std::string_view hex, int bits) {
  const ExactBytes bytes = hex_bytes(hex);
  return text_of([&](TextBuffer& out) { append_bit(out, bytes.data(), Bytes(bytes).size(), bits); });
}

std::string set(std::string_view hex) {
  const ExactBytes bytes = hex_bytes(hex);
  const std::size_t size = Bytes(bytes).size();
  return written(bits_room(size), [&](char* to) { return write_set_bits(to, bytes.data(), size); });
}

TEST(Bits, BitHasItsExactWidth) {
  EXPECT_EQ(bit("01", 1), "b'1'");
  EXPECT_EQ(bit("00", 7), "b'0000000'");
  EXPECT_EQ(bit("a5", 8), "b'10100101'");
  EXPECT_EQ(bit("a5", 1), "b'1'") << "bits above the width do not show";
  EXPECT_EQ(bit("0201", 10), "b'1000000001'");
  EXPECT_EQ(bit("01ffffffffffffffff", 65), "b'1" + std::string(64, '1') + "'");
  EXPECT_EQ(bit("ffffffffffffffff", 64), "b'" + std::string(64, '1') + "'");
}

TEST(Bits, BitOfImpossibleWidth) {
  EXPECT_EQ(bit("", 0), "b''");
  EXPECT_EQ(bit("a5", 0), "b''");
  EXPECT_EQ(bit("a5", -3), "b''");
  EXPECT_EQ(bit("a5", 12), "b'10100101'");
}

TEST(Bits, SetIsInWholeBytesLowestFirst) {
  EXPECT_EQ(set("07"), "b'00000111'");
  EXPECT_EQ(set("0001"), "b'0000000000000001'");
  EXPECT_EQ(set("010001"), "b'000000010000000000000001'");
  EXPECT_EQ(set("0100000001000000"), "b'0000000100000000000000000000000000000001000000000000000000000000'");
  EXPECT_EQ(set(""), "b''");
}

}  // namespace
}  // namespace binlogdump
