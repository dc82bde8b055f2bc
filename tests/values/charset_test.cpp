// Text in every character set of the server, against what a MySQL server 9.7.4 makes of it with CONVERT(… USING
// utf8mb4).

#include "binlogdump/charset.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "binlogdump/collation.h"
#include "captured_charsets.h"
#include "value_test.h"

namespace binlogdump {
namespace {

struct Text {
  std::string utf8;
  bool decoded;
};

/// By append_utf8(), after making sure that the other ways say the same.
Text to_utf8(std::string_view bytes, const Charset& charset) {
  const ExactBytes text(bytes);
  TextBuffer out(nullptr, 64);
  const bool decoded = append_utf8(out, text, charset);
  EXPECT_EQ(decoded, is_valid_text(text, charset));
  std::string pieces;
  EXPECT_EQ(decoded, for_each_utf8_piece(text, charset, [&](std::string_view piece) { pieces += piece; }));
  EXPECT_EQ(pieces, out.view());
  if (!decoded) {
    EXPECT_FALSE(round_trips(text, charset));
  }
  return {std::string(out.view()), decoded};
}

const Charset& charset_named(std::string_view name) {
  const Charset* charset = find_charset(name);
  if (charset == nullptr) throw std::invalid_argument("no such character set");
  return *charset;
}

/// One that does not decode.
std::string faulty(std::string_view name, std::string_view hex) {
  const Text text = to_utf8(from_hex(hex), charset_named(name));
  EXPECT_FALSE(text.decoded) << name << ' ' << hex;
  return text.utf8;
}

/// One that decodes.
std::string sound(std::string_view name, std::string_view hex) {
  const Text text = to_utf8(from_hex(hex), charset_named(name));
  EXPECT_TRUE(text.decoded) << name << ' ' << hex;
  return text.utf8;
}

bool comes_back(std::string_view name, std::string_view hex) {
  return round_trips(hex_bytes(hex), charset_named(name));
}

// --- The captured pair
// -------------------------------------------------------------------------------------------------

std::string hex_of(std::string_view bytes) {
  return text_of([&](TextBuffer& out) {
    for (const char c : bytes) out.append_hex(static_cast<std::uint8_t>(c), 2);
  });
}

/// One row against the server's answer.
void check_row(const RowKey& key, const StoredText& stored, const ExpectedText& expected) {
  SCOPED_TRACE(key.first + " " + std::to_string(key.second) + ": " + hex_of(stored.bytes));
  ASSERT_NE(stored.charset, nullptr);
  EXPECT_EQ(stored.charset->name(), key.first);
  const Text text = to_utf8(stored.bytes, *stored.charset);
  if (expected.utf8) {
    EXPECT_EQ(hex_of(text.utf8), hex_of(*expected.utf8));
  } else {
    EXPECT_FALSE(text.decoded) << "the server gives NULL";
  }
  EXPECT_EQ(round_trips(stored.bytes, *stored.charset), expected.comes_back);
  if (expected.comes_back) {
    EXPECT_TRUE(text.decoded);
  }
  // A '?' that was not there before stands for bytes that do not decode.
  const bool has_new_mark = text.utf8.find('?') != std::string::npos && stored.bytes.find('?') == std::string::npos;
  if (has_new_mark) {
    EXPECT_FALSE(text.decoded);
  }
}

TEST(Charset, EveryCapturedValueIsWhatTheServerMakesOfIt) {
  EXPECT_GT(expected_texts().size(), 15000U);
  EXPECT_EQ(stored_texts().size(), expected_texts().size());
  for (const auto& [key, expected] : expected_texts()) {
    const auto stored = stored_texts().find(key);
    ASSERT_NE(stored, stored_texts().end()) << key.first << ' ' << key.second;
    check_row(key, stored->second, expected);
    if (HasFailure()) return;
  }
}

TEST(Charset, EveryCharacterSetOfTheServerIsCaptured) {
  std::set<std::string> captured;
  for (const auto& [key, stored] : stored_texts()) captured.insert(key.first);
  std::set<std::string> known;
  constexpr std::uint64_t kMoreThanAny = 1000;
  for (std::uint64_t id = 0; id < kMoreThanAny; ++id) {
    const Collation* collation = find_collation(id);
    ASSERT_EQ(charset_of_collation(id) != nullptr, collation != nullptr) << id;
    if (collation == nullptr) continue;
    EXPECT_EQ(charset_of_collation(id)->name(), collation->charset);
    known.insert(std::string(collation->charset));
  }
  EXPECT_EQ(known.size(), 41U);
  EXPECT_EQ(captured, known);
}

TEST(Charset, LongTextComesInPieces) {
  std::map<std::string, std::pair<std::string, std::string>> texts;  // Bytes and UTF-8 of all that decodes.
  for (const auto& [key, stored] : stored_texts()) {
    const std::optional<std::string>& utf8 = expected_texts().at(key).utf8;
    if (!utf8 || !is_valid_text(stored.bytes, charset_named(key.first))) continue;
    texts[key.first].first += stored.bytes;
    texts[key.first].second += *utf8;
  }
  for (auto& [name, text] : texts) {
    SCOPED_TRACE(name);
    constexpr std::size_t kLong = 300000;  // More than a buffer holds.
    std::string bytes;
    std::string utf8;
    while (bytes.size() < kLong) {
      bytes += text.first;
      utf8 += text.second;
    }
    EXPECT_TRUE(to_utf8(bytes, charset_named(name)).utf8 == utf8);
    StringSink sink;
    TextBuffer out(&sink);
    EXPECT_TRUE(append_utf8(out, bytes, charset_named(name)));
    out.flush();
    EXPECT_TRUE(sink.text == utf8);
  }
}

// --- Names
// ------------------------------------------------------------------------------------------------------------

TEST(Charset, Names) {
  EXPECT_EQ(find_charset("klingon"), nullptr);
  EXPECT_EQ(find_charset(""), nullptr);
  EXPECT_EQ(find_charset("utf8")->name(), "utf8mb3");
  EXPECT_EQ(find_charset("latin1")->name(), "latin1");
  EXPECT_EQ(charset_of_collation(0), nullptr);
  EXPECT_EQ(charset_of_collation(8), find_charset("latin1"));
  EXPECT_EQ(charset_of_collation(63), find_charset("binary"));
  EXPECT_EQ(charset_of_collation(255), find_charset("utf8mb4"));
  EXPECT_EQ(charset_of_collation(255 + (std::uint64_t{1} << 32)), nullptr);
}

TEST(Charset, NothingIsNothing) {
  for (const char* name : {"utf8mb4", "latin1", "swe7", "gbk", "ujis", "gb18030", "ucs2", "utf16", "utf32"}) {
    EXPECT_EQ(sound(name, ""), "") << name;
    EXPECT_TRUE(comes_back(name, "")) << name;
  }
}

// --- Where the server's tables are not those of iconv (captured answers)
// ------------------------------------------------

TEST(Charset, Latin1IsCp1252WithFiveControlCharacters) {
  EXPECT_EQ(sound("latin1", "80 81 8d 8f 90 9d 9f"), "€\u0081\u008d\u008f\u0090\u009dŸ");
  EXPECT_TRUE(comes_back("latin1", "80 81 8d 8f 90 9d 9f"));
}

TEST(Charset, Backslashes) {
  EXPECT_EQ(sound("sjis", "815f"), "\\");
  EXPECT_TRUE(comes_back("sjis", "815f"));
  EXPECT_EQ(sound("sjis", "5c"), "\\");
  EXPECT_FALSE(comes_back("sjis", "41425c")) << "becomes 815f";
  EXPECT_EQ(sound("cp932", "815f"), "＼");
  EXPECT_TRUE(comes_back("cp932", "5c815f"));
  EXPECT_EQ(sound("ujis", "a1c0"), "\\");
  EXPECT_FALSE(comes_back("ujis", "a1c0")) << "becomes 5c";
  EXPECT_EQ(sound("eucjpms", "a1c0"), "＼");
}

TEST(Charset, Swe7HasLettersInsteadOfBrackets) {
  EXPECT_EQ(sound("swe7", "40415b5c5d5e607b7c7d7e"), "ÉAÄÖÅÜéäöåü");
  EXPECT_EQ(faulty("swe7", "407f80"), "É??");
}

TEST(Charset, EuckrIsUhc) {
  EXPECT_EQ(sound("euckr", "8141"), "갂");
  EXPECT_EQ(faulty("euckr", "c941"), "?");
}

TEST(Charset, ReplacementCharactersOfTheServersTables) {
  EXPECT_EQ(sound("tis620", "a1a0"), "ก\ufffd");
  EXPECT_FALSE(comes_back("tis620", "a0"));
  EXPECT_EQ(sound("big5", "a1c3"), "\ufffd");
  EXPECT_FALSE(comes_back("big5", "a1c3"));
}

TEST(Charset, TwoCodesForOneCharacter) {
  EXPECT_EQ(sound("cp932", "8790 81e0 fa54"), "≒≒￢");
  EXPECT_FALSE(comes_back("cp932", "8790"));
  EXPECT_TRUE(comes_back("cp932", "81e0"));
  EXPECT_EQ(sound("armscii8", "27ff"), "''");
  EXPECT_FALSE(comes_back("armscii8", "ff"));
}

TEST(Charset, Gb18030FourBytes) {
  EXPECT_EQ(sound("gb18030", "81308130 8431a439 90308130 e3329a35"), "\u0080\uffff\U00010000\U0010ffff");
  EXPECT_TRUE(comes_back("gb18030", "81308130 8431a439 90308130 e3329a35"));
  EXPECT_EQ(faulty("gb18030", "8431a530"), "?");
}

// --- Bytes that do not decode (captured answers)
// ------------------------------------------------------------------------

TEST(Charset, OneMarkForEachByteOfBadUtf8) {
  EXPECT_EQ(faulty("utf8mb3", "80"), "?");
  EXPECT_EQ(faulty("utf8mb3", "41c341e9"), "A?A") << "the incomplete character at the end goes lost";
  EXPECT_EQ(faulty("utf8mb3", "e080"), "");
  EXPECT_EQ(faulty("utf8mb3", "eda080"), "???");
  EXPECT_EQ(faulty("utf8mb3", "f0908080"), "????");
  EXPECT_EQ(faulty("utf8mb3", "c080"), "??");
}

TEST(Charset, UnusedTrailBytesAreTakenByMost) {
  EXPECT_EQ(faulty("gbk", "41ff42"), "A?");
  EXPECT_EQ(faulty("gbk", "81"), "");
  EXPECT_EQ(faulty("big5", "8141"), "?");
  EXPECT_EQ(faulty("big5", "a145c8"), "•");
  EXPECT_EQ(faulty("gb2312", "b0a1b0"), "啊");
  EXPECT_EQ(sound("gb2312", "c341"), "昧") << "the high bit of the second byte does not count";
  EXPECT_FALSE(comes_back("gb2312", "c341"));
}

TEST(Charset, UnusedTrailBytesAreLeftByOthers) {
  EXPECT_EQ(faulty("sjis", "8041"), "?A");
  EXPECT_EQ(faulty("sjis", "81ff41"), "??A");
  EXPECT_EQ(faulty("sjis", "85408140"), "?\u3000");
  EXPECT_EQ(faulty("cp932", "fd41"), "?A");
  EXPECT_EQ(faulty("ujis", "a141"), "?A");
  EXPECT_EQ(faulty("ujis", "8e41"), "?A");
  EXPECT_EQ(faulty("ujis", "8fa141"), "??A");
  EXPECT_EQ(faulty("ujis", "a9a1"), "?");
  EXPECT_EQ(faulty("ujis", "8fa1"), "");
  EXPECT_EQ(sound("ujis", "8f0041"), "A");
  EXPECT_FALSE(comes_back("ujis", "8f0041"));
  EXPECT_EQ(faulty("gb18030", "8041"), "?A");
  EXPECT_EQ(faulty("gb18030", "813081"), "");
  EXPECT_EQ(faulty("gb18030", "81308141"), "?0丄");
}

TEST(Charset, SurrogatesAndNumbersBeyondUnicode) {
  EXPECT_EQ(sound("utf16", "d83dde00"), "😀");
  EXPECT_EQ(sound("utf16le", "3dd800de"), "😀");
  EXPECT_EQ(faulty("utf16", "d83d0041"), "?\u3d00") << "skipped by one byte";
  EXPECT_EQ(faulty("utf16", "d83d"), "");
  EXPECT_EQ(faulty("utf16le", "3dd84100"), "?\u41d8");
  EXPECT_EQ(faulty("utf32", "41424344"), "?");
  EXPECT_EQ(faulty("ucs2", "004100"), "A");
}

TEST(Charset, WhereTheServerGivesNull) {
  EXPECT_EQ(faulty("utf8mb4", "41c341"), "A?A");
  EXPECT_EQ(faulty("utf8mb4", "f4908080"), "????");
  EXPECT_EQ(faulty("ascii", "4180"), "A?");
  EXPECT_EQ(faulty("binary", "4180"), "A?");
  EXPECT_EQ(faulty("ucs2", "0041d83dde000042"), "A??B") << "no pairs in ucs2";
  EXPECT_EQ(faulty("utf32", "0000d800 00110000 00000041"), "??A");
}

TEST(Charset, AsciiAndBinaryThatAreUtf8) {
  EXPECT_EQ(sound("ascii", "c3a9"), "é");
  EXPECT_FALSE(comes_back("ascii", "c3a9"));
  EXPECT_TRUE(comes_back("ascii", "4100"));
  EXPECT_EQ(sound("binary", "c3a9"), "é");
  EXPECT_TRUE(comes_back("binary", "c3a9"));
}

// --- UTF-8 in blocks
// ----------------------------------------------------------------------------------------------------

std::size_t valid_prefix(std::string_view text, bool four_bytes) {
  std::size_t size = 0;
  while (size < text.size()) {
    const std::size_t character = character_size(text.substr(size), four_bytes);
    if (character == 0) break;
    size += character;
  }
  return size;
}

TEST(Charset, Utf8PrefixIsExact) {
  std::mt19937 random(20240601);
  const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random()) % limit; };
  const std::string_view characters[] = {
      "a", "bcdefghijklmnop", "ä", "߿", "ࠀ", "中", "\xed\x9f\xbf", "\xee\x80\x80", "\U00010000", "\U0010ffff"};
  const std::string_view odd_bytes = "\x80\xbf\xc0\xc1\xc2\xdf\xe0\xed\xef\xf0\xf4\xf5\xff\x7f\x9f\xa0\x8f\x90";
  for (int round = 0; round < 100000; ++round) {
    std::string text;
    for (std::size_t n = below(24); n > 0; --n) text += characters[below(std::size(characters))];
    for (std::size_t n = below(3); n > 0 && !text.empty(); --n) {
      text[below(text.size())] = odd_bytes[below(odd_bytes.size())];
    }
    if (below(4) == 0) text.resize(below(text.size() + 1));
    const ExactBytes bytes(text);
    ASSERT_EQ(find_charset("utf8mb4")->utf8_prefix(bytes), valid_prefix(text, true)) << hex_of(text);
    ASSERT_EQ(find_charset("utf8mb3")->utf8_prefix(bytes), valid_prefix(text, false)) << hex_of(text);
  }
}

TEST(Charset, EveryPairOfBytesInABlock) {
  for (unsigned pair = 0; pair < 0x10000; ++pair) {
    std::string text = "0123456789abcdef\x80\x80\x80\x80 0123456789";
    text[16] = static_cast<char>(pair >> 8);
    text[17] = static_cast<char>(pair);
    ASSERT_EQ(find_charset("utf8mb4")->utf8_prefix(text), valid_prefix(text, true)) << pair;
  }
}

}  // namespace
}  // namespace binlogdump
