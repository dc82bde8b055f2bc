#include "printers/block_text.h"

#include <gtest/gtest.h>

#include <string>

#include "values/value_test.h"

namespace binlogdump {
namespace {

/// Written twice, so that what a block leaves behind its text would show.
template <class Block>
std::string twice(const Block& block) {
  return text_of([&](TextBuffer& out) {
    block.append_to(out);
    block.append_to(out);
  });
}

TEST(BlockText, IsWrittenToItsSize) {
  constexpr std::size_t kCapacity = 48;
  for (std::size_t size = 0; size <= kCapacity; ++size) {
    const std::string text = std::string("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ").substr(0, size);
    const ExactBytes bytes(text);
    const BlockText<kCapacity> block(bytes);
    EXPECT_EQ(block.empty(), size == 0);
    EXPECT_EQ(twice(block), text + text);
  }
}

TEST(BlockText, WhatDoesNotFitIsCut) {
  const BlockText<16> block("0123456789abcdefg");
  EXPECT_EQ(block.view(), "0123456789abcdef");
  EXPECT_EQ(twice(block), "0123456789abcdef0123456789abcdef");
}

TEST(BlockText, BeginsEmpty) {
  EXPECT_TRUE(BlockText<16>().empty());
  EXPECT_EQ(twice(BlockText<16>()), "");
  EXPECT_EQ(twice(LongBlockText()), "");
}

TEST(LongBlockText, IsWrittenToItsSize) {
  for (std::size_t size = 0; size <= 400; ++size) {
    std::string text;
    while (text.size() < size) text += static_cast<char>('a' + text.size() % 23);
    const ExactBytes bytes(text);
    const LongBlockText block(bytes);
    EXPECT_EQ(twice(block), text + text);
  }
}

}  // namespace
}  // namespace binlogdump
