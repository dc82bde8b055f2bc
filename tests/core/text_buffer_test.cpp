#include "binlogdump/text_buffer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>
#include <stdexcept>

#include "values/value_test.h"

namespace binlogdump {
namespace {

constexpr std::size_t kHalf = TextBuffer::kDefaultCapacity / 2;

/// As StringSink, and counts the pieces.
struct CountingSink : StringSink {
  void write(std::string_view piece) override {
    StringSink::write(piece);
    ++pieces;
  }
  int pieces = 0;
};

template <class T>
std::string number(T value) {
  return text_of([value](TextBuffer& out) { out.append_number(value); });
}
std::string padded(std::uint64_t value, int width) {
  return text_of([=](TextBuffer& out) { out.append_padded(value, width); });
}
std::string hex(std::uint64_t value, int width = 0) {
  return text_of([=](TextBuffer& out) { out.append_hex(value, width); });
}

TEST(TextBuffer, KeepsEverythingWithoutASink) {
  TextBuffer out(nullptr, 16);
  std::string expected;
  for (int i = 0; i < 1000; ++i) {
    out.append('<');
    out.append(std::to_string(i));
    out.append(std::string_view(">\n"));
    expected += "<" + std::to_string(i) + ">\n";
  }
  EXPECT_EQ(out.view(), expected);
  EXPECT_EQ(out.size(), expected.size());
  out.flush();
  EXPECT_EQ(out.view(), expected) << "nowhere to go";
  out.clear();
  EXPECT_EQ(out.view(), "");
  out.append("again");
  EXPECT_EQ(out.view(), "again");
}

TEST(TextBuffer, EmptyTexts) {
  TextBuffer out;
  out.append("");
  out.append(std::string_view());
  EXPECT_EQ(out.view(), "");
}

TEST(TextBuffer, HandsFullBuffersToTheSink) {
  CountingSink sink;
  TextBuffer out(&sink, 100);
  std::string expected;
  for (int i = 0; i < 1000; ++i) {
    out.append("0123456789");
    expected += "0123456789";
    EXPECT_LE(out.size(), 100u);
  }
  EXPECT_EQ(sink.text + std::string(out.view()), expected);
  EXPECT_LE(sink.pieces, 100);
  out.flush();
  EXPECT_EQ(sink.text, expected);
  EXPECT_EQ(out.view(), "");
}

TEST(TextBuffer, FlushOfNothingDoesNotReachTheSink) {
  CountingSink sink;
  TextBuffer out(&sink);
  out.flush();
  out.append("x");
  out.flush();
  out.flush();
  EXPECT_EQ(sink.pieces, 1);
}

TEST(TextBuffer, TextLargerThanTheBuffer) {
  StringSink sink;
  TextBuffer out(&sink, 16);
  out.append("before");
  out.append(std::string(1000, 'x'));
  out.append("after");
  out.flush();
  EXPECT_EQ(sink.text, "before" + std::string(1000, 'x') + "after");
}

TEST(TextBuffer, LongTextGoesPastTheBuffer) {
  CountingSink sink;
  TextBuffer out(&sink);
  const std::string before(kHalf, 'b');
  const std::string text(kHalf + 1, 'x');
  out.append(before);
  EXPECT_EQ(sink.pieces, 0);
  out.append(text);
  EXPECT_EQ(out.view(), "");
  EXPECT_EQ(sink.pieces, 2);
  out.append("after");
  out.flush();
  EXPECT_TRUE(sink.text == before + text + "after");
}

TEST(TextBuffer, LongTextIsKeptWithoutASink) {
  for (std::size_t size : {kHalf, kHalf + 1, 10 * kHalf}) {
    TextBuffer out;
    out.append("before");
    out.append(std::string(size, 'x'));
    out.append("after");
    EXPECT_TRUE(out.view() == "before" + std::string(size, 'x') + "after") << size;
  }
}

TEST(TextBuffer, ReservedRoomIsThere) {
  StringSink sink;
  TextBuffer out(&sink, 16);
  out.append("before");
  for (std::size_t size : {1u, 10u, 16u, 17u, 5000u}) {
    char* to = out.reserve(size);
    std::memset(to, 'r', size);
    out.commit(to + size);
  }
  out.flush();
  EXPECT_EQ(sink.text, "before" + std::string(1 + 10 + 16 + 17 + 5000, 'r'));
}

TEST(TextBuffer, ReservedRoomMayBeLeftUnused) {
  TextBuffer out(nullptr, 16);
  out.append("a");
  char* to = out.reserve(1000);
  *to = 'b';
  out.commit(to + 1);
  out.reserve(5);
  EXPECT_EQ(out.view(), "ab");
}

TEST(TextBuffer, SinkThatFailsDoesNotSeeTheSameTextAgain) {
  struct FailingSink : Sink {
    void write(std::string_view piece) override {
      text += piece;
      throw std::runtime_error("full");
    }
    std::string text;
  } sink;
  TextBuffer out(&sink);
  out.append("once");
  EXPECT_THROW(out.flush(), std::runtime_error);
  EXPECT_NO_THROW(out.flush());
  EXPECT_EQ(sink.text, "once");
}

TEST(TextBuffer, Numbers) {
  EXPECT_EQ(number(0), "0");
  EXPECT_EQ(number(-1), "-1");
  EXPECT_EQ(number(std::int8_t{-128}), "-128");
  EXPECT_EQ(number(std::uint8_t{255}), "255");
  EXPECT_EQ(number(std::numeric_limits<std::int32_t>::min()), "-2147483648");
  EXPECT_EQ(number(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(number(std::numeric_limits<std::int64_t>::max()), "9223372036854775807");
  EXPECT_EQ(number(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
}

TEST(TextBuffer, NumbersOfEveryLength) {
  std::uint64_t power = 1;
  for (int digits = 1; digits <= 20; ++digits) {
    EXPECT_EQ(number(power), std::to_string(power));
    EXPECT_EQ(number(power - 1), std::to_string(power - 1));
    EXPECT_EQ(number(power + 1), std::to_string(power + 1));
    EXPECT_EQ(number(~power), std::to_string(~power));
    const auto negative = -static_cast<std::int64_t>(power % (std::uint64_t{1} << 63));
    EXPECT_EQ(number(negative), std::to_string(negative));
    if (digits < 20) power *= 10;
  }
}

TEST(TextBuffer, PaddedNumbers) {
  EXPECT_EQ(padded(0, 0), "0");
  EXPECT_EQ(padded(0, 1), "0");
  EXPECT_EQ(padded(0, 6), "000000");
  EXPECT_EQ(padded(42, 6), "000042");
  EXPECT_EQ(padded(1234567, 6), "1234567");
  EXPECT_EQ(padded(7, 200), std::string(199, '0') + "7");
  EXPECT_EQ(padded(18446744073709551615u, 2), "18446744073709551615");
}

TEST(TextBuffer, HexNumbers) {
  EXPECT_EQ(hex(0), "0");
  EXPECT_EQ(hex(0, 8), "00000000");
  EXPECT_EQ(hex(0xabc), "abc");
  EXPECT_EQ(hex(0xabc, 8), "00000abc");
  EXPECT_EQ(hex(0x123456789, 8), "123456789");
  EXPECT_EQ(hex(18446744073709551615u), "ffffffffffffffff");
}

/// Has memory of its own for some texts; what it has taken from there is never to change.
struct RoomySink : StringSink {
  void write(std::string_view piece) override {
    StringSink::write(piece);
    if (piece.data() == memory.data() + taken) taken += piece.size();
    in_memory.assign(memory, 0, taken);
  }
  std::span<char> room() override {
    EXPECT_EQ(memory.compare(0, taken, in_memory), 0);
    const std::size_t size = std::min(kRoom, memory.size() - taken);
    return size < kRoom ? std::span<char>() : std::span(memory.data() + taken, size);
  }

  static constexpr std::size_t kRoom = 100;
  std::string memory = std::string(10'000, '-');
  std::string in_memory;
  std::size_t taken = 0;
};

TEST(TextBuffer, MakesTextWhereTheSinkHasRoom) {
  RoomySink sink;
  TextBuffer out(&sink, 32);
  std::string expected;
  for (int i = 0; i < 5'000; ++i) {
    const std::string piece(static_cast<std::size_t>(i * 7 % 50), static_cast<char>('a' + i % 26));
    out.append(piece);
    expected += piece;
    if (i % 100 == 0) {
      // More than the sink's room, and than all buffers.
      const std::string longer(RoomySink::kRoom + 50, '+'), longest(TextBuffer::kDefaultCapacity, '*');
      std::memcpy(out.reserve(longer.size()), longer.data(), longer.size());
      out.commit(out.reserve(0) + longer.size());
      out.append(longest);
      expected += longer + longest;
    }
  }
  out.flush();
  EXPECT_TRUE(sink.text == expected);
  EXPECT_GT(sink.taken, sink.memory.size() / 2);
  EXPECT_EQ(sink.memory.compare(0, sink.taken, sink.in_memory), 0);
}

TEST(TextBuffer, LeavesRoomAloneBehindAnError) {
  struct FailingSink : RoomySink {
    void write(std::string_view piece) override {
      RoomySink::write(piece);
      if (fails) throw std::runtime_error("full");
    }
    bool fails = false;
  } sink;
  TextBuffer out(&sink, 32);
  out.append("in front of it");
  out.flush();
  out.append("in the room");
  sink.fails = true;
  EXPECT_THROW(out.flush(), std::runtime_error);
  EXPECT_EQ(sink.in_memory, "in the room");
  out.append("behind the error");
  EXPECT_EQ(sink.memory.compare(0, sink.memory.find('-'), "in the room"), 0);
}

}  // namespace
}  // namespace binlogdump
