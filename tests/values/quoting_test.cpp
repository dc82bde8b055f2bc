#include "binlogdump/values/quoting.h"

#include <gtest/gtest.h>

#include <random>

#include "value_test.h"
#include "values/escaping.h"

namespace binlogdump {
namespace {

std::string in_quotes(std::string_view text) {
  const ExactBytes bytes(text);
  return text_of([&](TextBuffer& out) { append_quoted(out, bytes); });
}

template <class Block>
std::string escaped_by(Bytes text, std::size_t readable) {
  return written(escaped_room<SqlEscapes>(text.size()),
                 [&](char* to) { return write_escaped<SqlEscapes, Block>(to, text, readable); });
}

/// The ways there are on this machine: with what follows the text and without.
template <class Block>
void expect_escaped_by(std::string_view text, const std::string& escaped) {
  ASSERT_EQ(escaped_by<Block>(ExactBytes(text), text.size()), escaped) << text.size();
  ASSERT_EQ(escaped_by<Block>(PageEndBytes(text), text.size()), escaped) << text.size();
  const ExactBytes followed(std::string(text) + std::string(Block::kSize, '\''));
  const Bytes front = Bytes(followed).substr(0, text.size());
  ASSERT_EQ(escaped_by<Block>(front, Bytes(followed).size()), escaped) << text.size();
}

void expect_escaped(std::string_view text, const std::string& escaped) {
  expect_escaped_by<PortableBlock>(text, escaped);
#ifdef __SSE2__
  expect_escaped_by<VectorBlock>(text, escaped);
#endif
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

std::string expected_escaped(std::string_view text) {
  std::string result;
  for (char c : text) result += shown_by_mysqlbinlog(static_cast<unsigned char>(c));
  return result;
}

std::string expected(std::string_view text) {
  return "'" + expected_escaped(text) + "'";
}

/// `size` bytes of which one in `rarity` is any byte, the others an x.
std::string random_text(std::size_t size, unsigned rarity) {
  std::mt19937 random(static_cast<unsigned>(size));
  std::string text(size, 'x');
  for (char& c : text) {
    if (random() % rarity == 0) c = static_cast<char>(random() % 256);
  }
  return text;
}

TEST(Quoting, EveryByteAtEveryPlace) {
  for (unsigned byte = 0; byte < 256; ++byte) {
    for (std::size_t size = 1; size < 40; ++size) {
      for (std::size_t at = 0; at < size; ++at) {
        std::string text(size, 'a');
        text[at] = static_cast<char>(byte);
        ASSERT_EQ(in_quotes(text), expected(text)) << byte << " at " << at << " of " << size;
        if (size == 1 || size == 8 || size == 17) {
          expect_escaped(text, expected_escaped(text));
        }
      }
    }
  }
}

TEST(Quoting, EverySizeInAllWays) {
  for (std::size_t size = 0; size <= 200; ++size) {
    for (const unsigned rarity : {1u, 5u, 40u}) {
      const std::string text = random_text(size, rarity);
      expect_escaped(text, expected_escaped(text));
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
