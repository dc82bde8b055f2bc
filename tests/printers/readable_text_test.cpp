#include "printers/readable_text.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "binlogdump/collation.h"
#include "printers/visible.h"
#include "values/value_test.h"

namespace binlogdump {
namespace {

using test::in_quotes;
using test::visible;

std::string shown(std::string_view bytes, LineBreaks line_breaks = LineBreaks::kEscape, std::string_view prefix = {}) {
  const ExactBytes text(bytes);
  return text_of([&](TextBuffer& out) { append_visible(out, text, line_breaks, prefix); });
}

std::string identifier(std::string_view name) {
  return text_of([&](TextBuffer& out) { append_visible_identifier(out, name); });
}

std::string value(std::uint64_t collation, std::string_view bytes) {
  const ExactBytes text(bytes);
  const StringStyle style(collation);
  std::string written = text_of([&](TextBuffer& out) { style.append(out, text); });
  EXPECT_EQ(style.is_text(text), written.starts_with('\''));
  return written;
}

// Numbers of collations, as in the server's INFORMATION_SCHEMA.COLLATIONS.
constexpr std::uint64_t kUnknown = 0;
constexpr std::uint64_t kLatin1 = 8;
constexpr std::uint64_t kSwe7 = 10;
constexpr std::uint64_t kSjis = 13;
constexpr std::uint64_t kArmscii8 = 32;
constexpr std::uint64_t kUcs2 = 35;
constexpr std::uint64_t kUtf16 = 54;
constexpr std::uint64_t kGbk = 28;
constexpr std::uint64_t kUtf8mb4 = 255;

std::string sql(std::uint64_t collation, std::string_view hex) {
  const ExactBytes text = hex_bytes(hex);
  return text_of([&](TextBuffer& out) { StringStyle(collation).append_sql(out, text); });
}

// --- text

TEST(ReadableText, ControlCharactersBecomeLetters) {
  EXPECT_EQ(shown({"a\0b\tc\nd\re", 9}), R"(a\0b\tc\nd\re)");
  EXPECT_EQ(shown("\x01\x07\x08\x0b\x0c\x1b[31m\x1f\x7f"), R"(\x01\x07\x08\x0b\x0c\x1b[31m\x1f\x7f)");
  EXPECT_EQ(shown("\u0080\u0085\u009b\u009f\u00a0"), "\\u0080\\u0085\\u009b\\u009f\u00a0");
}

TEST(ReadableText, BytesThatAreNoUtf8BecomeDigits) {
  EXPECT_EQ(shown("\x80\x9b\xff"), R"(\x80\x9b\xff)");
  EXPECT_EQ(shown("caf\xe9"), R"(caf\xe9)");
  EXPECT_EQ(shown("\xc0\x9b\xe0\x82\x9b"), R"(\xc0\x9b\xe0\x82\x9b)") << "overlong";
  EXPECT_EQ(shown("\xed\xa0\x80"), R"(\xed\xa0\x80)") << "a surrogate";
  EXPECT_EQ(shown("\xf4\x90\x80\x80"), R"(\xf4\x90\x80\x80)") << "beyond Unicode";
  EXPECT_EQ(shown("\xe2\x82"), R"(\xe2\x82)") << "cut";
}

TEST(ReadableText, OtherTextStandsForItself) {
  const std::string text = R"(it's "q" \n `x` – é 日本 😀)";
  EXPECT_EQ(shown(text), text);
  EXPECT_EQ(shown(text, LineBreaks::kKeep), text);
  EXPECT_EQ(shown(""), "");
}

TEST(ReadableText, SqlKeepsItsLines) {
  EXPECT_EQ(shown("SELECT\n\t1\r\n\x1b", LineBreaks::kKeep), "SELECT\n\t1\\r\n\\x1b");
  EXPECT_EQ(shown("a\n\nb\n", LineBreaks::kKeep, "# "), "a\n# \n# b\n# ");
}

// Text is looked at in blocks: a special byte at any place of them.
TEST(ReadableText, EveryByteAtEveryPlace) {
  constexpr std::size_t kLongest = 40;
  for (std::size_t size = 1; size <= kLongest; ++size) {
    for (std::size_t at = 0; at < size; ++at) {
      for (int byte = 0; byte < 256; ++byte) {
        std::string text(size, 'x');
        text[at] = static_cast<char>(byte);
        ASSERT_EQ(shown(text), visible(text)) << size << ' ' << at;
        const ExactBytes bytes(text);
        ASSERT_EQ(text_of([&](TextBuffer& out) { append_quoted_visible(out, bytes); }), in_quotes(text));
      }
    }
  }
}

TEST(ReadableText, EveryControlCharacterAtEveryPlaceOfAValue) {
  constexpr std::size_t kLongest = 40;
  for (std::size_t before = 0; before <= kLongest; ++before) {
    for (std::size_t behind : {0U, 1U, 17U}) {
      for (unsigned second = 0x80; second <= 0xbf; ++second) {
        const std::string text =
            std::string(before, 'x') + "\xc2" + static_cast<char>(second) + std::string(behind, 'y');
        ASSERT_EQ(value(kUtf8mb4, text), in_quotes(text));
      }
      for (int byte = 0; byte < 0x80; ++byte) {
        const std::string text = std::string(before, 'x') + static_cast<char>(byte) + std::string(behind, '\xc3');
        if (behind == 0) {
          ASSERT_EQ(value(kUtf8mb4, text), in_quotes(text));
        } else {
          ASSERT_EQ(value(kUtf8mb4, text).substr(0, 2), "0x") << "c3 alone is no character";
        }
      }
    }
  }
}

// Long text goes out in pieces, whose ends may lie inside of characters.
TEST(ReadableText, LongTextIsWrittenInPieces) {
  for (const std::string_view character : {"é", "日", "😀", "\u0085", "\x1b", "'"}) {
    for (std::size_t shift = 0; shift < 4; ++shift) {
      std::string text(shift, 'x');
      while (text.size() < 200000) text += character;
      EXPECT_TRUE(shown(text) == visible(text)) << character << shift;
      StringSink sink;
      TextBuffer out(&sink);
      StringStyle(kUtf8mb4).append(out, text);
      append_hex_value(out, text);
      out.flush();
      EXPECT_TRUE(sink.text.starts_with(in_quotes(text) + "0x")) << character << shift;
      EXPECT_LE(sink.largest, TextBuffer::kDefaultCapacity);
    }
  }
}

TEST(ReadableText, TextOfACharacterSet) {
  EXPECT_EQ(sql(kLatin1, "636166e9 80 85"), "café€…");
  EXPECT_EQ(sql(kLatin1, "81 8d 8f 90 9d 1b 7f"), R"(\u0081\u008d\u008f\u0090\u009d\x1b\x7f)");
  EXPECT_EQ(sql(kGbk, "d6d0 5c"), "中\\");
  EXPECT_EQ(sql(kUtf8mb4, "c3a9 1b 0a09"), "é\\x1b\n\t");
}

// The pieces of a long text end anywhere.
TEST(ReadableText, QuotedInPieces) {
  const std::string text = "it's é € 😀 \x1b\xc3 \xf0\x9f\x98\xe2\x82\xacé";
  const std::string whole = text_of([&](TextBuffer& out) { append_quoted_visible(out, text); });
  for (std::size_t size = 1; size <= text.size(); ++size) {
    const std::string pieces = text_of([&](TextBuffer& out) {
      QuotedVisibleSink sink(out);
      for (std::size_t at = 0; at < text.size(); at += size) sink.write(std::string_view(text).substr(at, size));
      sink.end();
    });
    EXPECT_EQ(pieces, whole) << size;
  }
}

TEST(ReadableText, TextThatDoesNotDecodeIsTakenAsUtf8) {
  EXPECT_EQ(sql(kGbk, "c3a9 ff"), "é\\xff");
  EXPECT_EQ(sql(kUtf8mb4, "c3a9 ff"), "é\\xff");
  EXPECT_EQ(sql(kUnknown, "c3a9 ff"), "é\\xff");
}

// --- names

TEST(ReadableText, Identifiers) {
  EXPECT_EQ(identifier("name"), "`name`");
  EXPECT_EQ(identifier(""), "``");
  EXPECT_EQ(identifier("`"), "````");
  EXPECT_EQ(identifier("a`b``"), "`a``b`````");
  EXPECT_EQ(identifier("a\n### DELETE\x1b[2J'\"\\"), R"(`a\n### DELETE\x1b[2J'"\`)");
  EXPECT_EQ(identifier("日本"), "`日本`");
}

// --- values

TEST(ReadableText, HexValues) {
  const auto hex = [](std::string_view bytes) {
    return text_of([&](TextBuffer& out) { append_hex_value(out, bytes); });
  };
  EXPECT_EQ(hex(""), "''");
  EXPECT_EQ(hex({"\x00\x0a\xff", 3}), "0x000aff");
}

TEST(ReadableText, ValuesOfAKnownCharacterSet) {
  EXPECT_EQ(value(kUtf8mb4, ""), "''");
  EXPECT_EQ(value(kUtf8mb4, "it's \\ \"q\" é"), R"('it\'s \\ "q" é')");
  EXPECT_EQ(value(kUtf8mb4, "caf\xe9"), "0x636166e9");
  EXPECT_EQ(value(kLatin1, "caf\xe9'"), "'café\\''");
  EXPECT_EQ(value(kUtf16, std::string_view("\x00\x27\xd8\x3d\xde\x00", 6)), "'\\'😀'");
  EXPECT_EQ(value(kUtf16, "\xd8\x3d"), "0xd83d");
  EXPECT_EQ(value(kUcs2, std::string_view("\x00\x1b", 2)), R"('\x1b')");
}

// Where ASCII bytes are other characters, and other bytes are ASCII characters that need a backslash.
TEST(ReadableText, ValuesWhoseBytesAreNotAscii) {
  EXPECT_EQ(value(kSwe7, "[\\]"), "'ÄÖÅ'");
  EXPECT_EQ(value(kSjis, "\x81\x5f"), R"('\\')");
  EXPECT_EQ(value(kArmscii8, "\x27\xff"), R"('\'\'')");
}

TEST(ReadableText, BinaryValuesAreTextOnlyWithoutControlCharacters) {
  EXPECT_EQ(value(kBinaryCollation, ""), "''");
  EXPECT_EQ(value(kBinaryCollation, "plain\r\n\té"), R"('plain\r\n\té')");
  EXPECT_EQ(value(kBinaryCollation, {"a\0", 2}), "0x6100");
  EXPECT_EQ(value(kBinaryCollation, "\x1b"), "0x1b");
  EXPECT_EQ(value(kBinaryCollation, "\x7f"), "0x7f");
  EXPECT_EQ(value(kBinaryCollation, "\xff"), "0xff");
}

TEST(ReadableText, ACutCharacterAtTheEndIsFoundWhereverThatIs) {
  for (std::size_t size = 0; size < 40; ++size) {
    for (const std::string& character :
         {std::string("\xc3\xa9"), std::string("\xe2\x82\xac"), std::string("\xf0\x9f\x98\x80")}) {
      const std::string text = std::string(size, 'a') + character;
      EXPECT_EQ(value(kUtf8mb4, text), in_quotes(text));
      EXPECT_EQ(value(kUtf8mb4, character + text), in_quotes(character + text));
      for (std::size_t cut = 1; cut < character.size(); ++cut) {
        EXPECT_EQ(value(kUtf8mb4, text.substr(0, text.size() - cut)).substr(0, 2), "0x");
        EXPECT_EQ(value(kUtf8mb4, (character + text).substr(0, character.size() + text.size() - cut)).substr(0, 2),
                  "0x");
      }
    }
  }
}

TEST(ReadableText, ValuesOfAnUnknownCharacterSetAreTextIfTheyAreUtf8) {
  EXPECT_EQ(value(kUnknown, ""), "''");
  EXPECT_EQ(value(kUnknown, "é'\x1b"), R"('é\'\x1b')");
  EXPECT_EQ(value(kUnknown, "\u0085"), R"('\u0085')");
  EXPECT_EQ(value(kUnknown, "caf\xe9"), "0x636166e9");
  EXPECT_EQ(value(5000, "caf\xe9"), "0x636166e9") << "a collation of a newer server";
}

TEST(ReadableText, LabelsAreTextInAnyCase) {
  const auto label = [](std::uint64_t collation, std::string_view bytes) {
    return text_of([&](TextBuffer& out) { StringStyle(collation).append_label(out, bytes); });
  };
  EXPECT_EQ(label(kLatin1, "\xfc'\x1b"), R"(ü\'\x1b)");
  EXPECT_EQ(label(kUtf16, std::string_view("\x00\x41", 2)), "A");
  EXPECT_EQ(label(kUtf8mb4, "ü\n"), "ü\\n");
  EXPECT_EQ(label(kUnknown, "\xfc"), R"(\xfc)");
}

}  // namespace
}  // namespace binlogdump
