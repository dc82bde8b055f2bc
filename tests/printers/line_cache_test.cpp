#include "printers/line_cache.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace binlogdump {
namespace {

LineCache::Key key_of(std::uint64_t bytes, std::uint64_t shape = 0) {
  return {.name = "name", .bytes = bytes, .shape = shape};
}

std::optional<std::string> found(LineCache& cache, const LineCache::Key& key) {
  const LineCache::Line* line = cache.find(key);
  if (line == nullptr) return std::nullopt;
  std::string text(LineCache::kMostText, '#');
  text.resize(static_cast<std::size_t>(line->write(text.data()) - text.data()));
  return text;
}

TEST(LineCache, FindsWhatWasKeptAndNothingElse) {
  LineCache cache;
  EXPECT_EQ(found(cache, key_of(1)), std::nullopt);
  cache.keep(key_of(1), "one\n");
  EXPECT_EQ(found(cache, key_of(1)), "one\n");
  EXPECT_EQ(found(cache, key_of(2)), std::nullopt);
  EXPECT_EQ(found(cache, key_of(1, 2)), std::nullopt);
}

TEST(LineCache, KeepsTextsOfAllSizes) {
  LineCache cache;
  for (std::size_t size = 1; size <= LineCache::kMostText; ++size) {
    const std::string text(size, static_cast<char>('a' + size % 26));
    cache.keep(key_of(size), text);
    EXPECT_EQ(found(cache, key_of(size)), text);
  }
}

TEST(LineCache, ALineIsExpectedAfterTheOneThatItFollowed) {
  LineCache cache;
  cache.keep(key_of(1), "one");
  cache.keep(key_of(2), "two");
  for (int i = 0; i < 2; ++i) {
    cache.find(key_of(1));
    cache.find(key_of(2));
  }
  EXPECT_TRUE(cache.expected().key.is(key_of(1)));
  cache.pass_expected();
  EXPECT_TRUE(cache.expected().key.is(key_of(2)));
}

TEST(LineCache, HoweverManyAreKeptEachIsRightOrGone) {
  LineCache cache;
  constexpr std::uint64_t kMany = 5000;
  for (std::uint64_t i = 0; i < kMany; ++i) cache.keep(key_of(i), std::to_string(i));
  std::size_t there = 0;
  for (std::uint64_t i = 0; i < kMany; ++i) {
    const std::optional<std::string> text = found(cache, key_of(i));
    if (!text) continue;
    EXPECT_EQ(*text, std::to_string(i));
    ++there;
  }
  EXPECT_GT(there, 250U);
}

}  // namespace
}  // namespace binlogdump
