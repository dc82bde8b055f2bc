#include "binlogdump/values/quoting.h"

#include <gtest/gtest.h>

#include <random>

#include "value_test.h"

namespace binlogdump {
namespace {

std::string in_quotes(std::string_view text) {
  const ExactBytes bytes(text);
  return text_of([&](TextBuffer& out) { append_quoted(out, bytes); });
}

/// What mysqlbinlog 9.7.4 prints for each byte between an A and a B.
std::string shown_by_mysqlbinlog(unsigned byte) {
  switch (byte) {
    case 8:
      return "\\b";
    case 9:
      return "\\t";
    case 10:
      return "\\n";
    case 12:
      return "\\f";
    case 13:
      return "\\r";
    case 39:
      return "\\'";
    case 92:
      return "\\\\";
    default:
      break;
  }
  if (byte >= 0x20) return std::string(1, static_cast<char>(byte));
  const char digits[] = "0123456789abcdef";
  return std::string("\\x") + digits[byte / 16] + digits[byte % 16];
}

std::string expected(std::string_view text) {
  std::string result = "'";
  for (char c : text) result += shown_by_mysqlbinlog(static_cast<unsigned char>(c));
  return result + "'";
}

TEST(Quoting, EveryByteAtEveryPlace) {
  for (unsigned byte = 0; byte < 256; ++byte) {
    for (std::size_t size = 1; size < 40; ++size) {
      for (std::size_t at = 0; at < size; ++at) {
        std::string text(size, 'a');
        text[at] = static_cast<char>(byte);
        ASSERT_EQ(in_quotes(text), expected(text)) << byte << " at " << at << " of " << size;
      }
    }
  }
}

TEST(Quoting, Empty) {
  EXPECT_EQ(in_quotes(""), "''");
  EXPECT_EQ(text_of([](TextBuffer& out) { append_escaped(out, {}); }), "");
}

TEST(Quoting, OnlyEscapes) {
  for (std::size_t size = 1; size < 70; ++size) {
    EXPECT_EQ(in_quotes(std::string(size, '\0')), expected(std::string(size, '\0')));
    EXPECT_EQ(in_quotes(std::string(size, '\'')), expected(std::string(size, '\'')));
  }
}

TEST(Quoting, LongTextGoesInSmallPieces) {
  std::mt19937 random(1);
  std::string text(1 << 20, 0);
  for (char& c : text) c = static_cast<char>(random() % 256);
  StringSink sink;
  TextBuffer out(&sink);
  append_quoted(out, text);
  out.flush();
  EXPECT_EQ(sink.text, expected(text));
  EXPECT_LE(sink.largest, TextBuffer::kDefaultCapacity);
}

}  // namespace
}  // namespace binlogdump
