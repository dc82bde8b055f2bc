#include "binlogdump/base64.h"

#include <gtest/gtest.h>

#include <random>

#include "values/value_test.h"

namespace binlogdump {
namespace {

std::string base64(std::string_view data, Vectors vectors = best_vectors()) {
  const ExactBytes bytes(data);
  return text_of([&](TextBuffer& out) { append_base64(out, bytes, vectors); });
}

std::string lines(std::string_view data, Vectors vectors) {
  const ExactBytes bytes(data);
  return text_of([&](TextBuffer& out) { append_base64_lines(out, bytes, vectors); });
}

/// One digit at a time.
std::string expected(std::string_view data) {
  const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string result;
  for (std::size_t bit = 0; bit < 8 * data.size(); bit += 6) {
    unsigned digit = 0;
    for (std::size_t i = bit; i < bit + 6; ++i) {
      const unsigned byte = i / 8 < data.size() ? static_cast<unsigned char>(data[i / 8]) : 0;
      digit = digit << 1 | (byte >> (7 - i % 8) & 1);
    }
    result += alphabet[digit];
  }
  while (result.size() % 4 != 0) result += '=';
  return result;
}

std::string in_lines(std::string text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); at += 76) result += text.substr(at, 76) + "\n";
  return result;
}

std::string random_bytes(std::size_t size) {
  std::mt19937 random(static_cast<unsigned>(size));
  std::string bytes(size, 0);
  for (char& c : bytes) c = static_cast<char>(random() % 256);
  return bytes;
}

TEST(Base64, KnownTexts) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64("\xfb\xff\xbf"), "+/+/");
}

TEST(Base64, EverySizeWithAllVectors) {
  for (const Vectors vectors : available_vectors()) {
    for (std::size_t size = 0; size < 300; ++size) {
      const std::string bytes = random_bytes(size);
      ASSERT_EQ(base64(bytes, vectors), expected(bytes)) << size << " with " << static_cast<int>(vectors);
      ASSERT_EQ(lines(bytes, vectors), in_lines(expected(bytes))) << size << " with " << static_cast<int>(vectors);
    }
  }
}

TEST(Base64, NothingIsReadBehindThePage) {
  for (const Vectors vectors : available_vectors()) {
    for (std::size_t size = 0; size < 200; ++size) {
      const std::string bytes = random_bytes(size);
      const PageEndBytes page_end(bytes);
      ASSERT_EQ(text_of([&](TextBuffer& out) { append_base64(out, page_end, vectors); }), expected(bytes));
      ASSERT_EQ(text_of([&](TextBuffer& out) { append_base64_lines(out, page_end, vectors); }),
                in_lines(expected(bytes)));
    }
  }
}

TEST(Base64, EveryDigitAtEveryPlaceWithAllVectors) {
  for (const Vectors vectors : available_vectors()) {
    for (unsigned value = 0; value < 64; ++value) {
      const std::string bytes(144, static_cast<char>(value << 2 | value >> 4));
      ASSERT_EQ(base64(bytes, vectors), expected(bytes));
      ASSERT_EQ(lines(bytes, vectors), in_lines(expected(bytes)));
    }
  }
}

TEST(Base64, LongDataGoesInSmallPieces) {
  const std::string bytes = random_bytes(1000003);
  for (const bool in_lines_too : {false, true}) {
    StringSink sink;
    TextBuffer out(&sink);
    in_lines_too ? append_base64_lines(out, bytes) : append_base64(out, bytes);
    out.flush();
    EXPECT_TRUE(sink.text == (in_lines_too ? in_lines(expected(bytes)) : expected(bytes)));
    EXPECT_LE(sink.largest, TextBuffer::kDefaultCapacity);
  }
}

TEST(Base64, LinesOfEachCallAreTheirOwn) {
  const std::string bytes = random_bytes(60);
  EXPECT_EQ(text_of([&](TextBuffer& out) {
              append_base64_lines(out, bytes);
              append_base64_lines(out, "foo");
            }),
            in_lines(expected(bytes)) + "Zm9v\n");
}

}  // namespace
}  // namespace binlogdump
