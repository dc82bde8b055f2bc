// Sound documents are those of the capture types-json, damaged ones were put into logs for the purpose; the texts are
// what MySQL's mysqlbinlog 9.7.4 prints for them.

#include "binlogdump/values/json_binary.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "value_test.h"

namespace binlogdump {
namespace {

/// A whole ### value, as with -v.
std::string shown(Bytes document) {
  TextBuffer scratch;
  const ExactBytes bytes(document);
  return text_of([&](TextBuffer& out) {
    const bool sound = append_json_mysqlbinlog(out, bytes, scratch) == JsonPrinted::kText;
    EXPECT_EQ(sound, is_json_document(bytes));
  });
}
std::string shown_hex(std::string_view hex) {
  return shown(from_hex(hex));
}

/// As SELECT shows it.
std::string selected(std::string_view hex) {
  return text_of([&](TextBuffer& out) { EXPECT_TRUE(append_json_text(out, hex_bytes(hex))); });
}

const std::string kInvalid = "Invalid JSON\n";
const std::string kFailed = "Failed to format JSON object as string.\n";

std::string little_endian(std::size_t value, int size) {
  std::string bytes;
  for (int i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i));
  return bytes;
}

/// A small array as type byte and value, of elements stored behind each other.
std::string array_of(const std::vector<std::string>& elements) {
  const std::size_t entries_end = 4 + 3 * elements.size();
  std::string entries, values;
  for (const std::string& element : elements) {
    entries += element[0] + little_endian(entries_end + values.size(), 2);
    values += element.substr(1);
  }
  return "\x02" + little_endian(elements.size(), 2) + little_endian(entries_end + values.size(), 2) + entries + values;
}

std::string nested_arrays(int depth, std::string innermost) {
  for (int i = 0; i < depth; ++i) innermost = array_of({innermost});
  return innermost;
}

TEST(JsonBinary, NoBytesAreNull) {
  EXPECT_EQ(shown(""), "'null'");
  EXPECT_EQ(selected(""), "null");
}

TEST(JsonBinary, Scalars) {
  EXPECT_EQ(shown_hex("0400"), "'null'");
  EXPECT_EQ(shown_hex("0401"), "'true'");
  EXPECT_EQ(shown_hex("0402"), "'false'");
  EXPECT_EQ(shown_hex("050080"), "'-32768'");
  EXPECT_EQ(shown_hex("06ffff"), "'65535'");
  EXPECT_EQ(shown_hex("0700000080"), "'-2147483648'");
  EXPECT_EQ(shown_hex("08ffffffff"), "'4294967295'");
  EXPECT_EQ(shown_hex("090000000000000080"), "'-9223372036854775808'");
  EXPECT_EQ(shown_hex("0affffffffffffffff"), "'18446744073709551615'");
  EXPECT_EQ(shown_hex("0b000000000000f83f"), "'1.5'");
  EXPECT_EQ(shown_hex("0b000000000000f03f"), "'1.0'");
  EXPECT_EQ(shown_hex("0c00"), "''");
}

TEST(JsonBinary, Containers) {
  EXPECT_EQ(shown_hex("0000000400"), "'{}'");
  EXPECT_EQ(shown_hex("0200000400"), "'[]'");
  EXPECT_EQ(shown_hex("0201000b0000070000000400"), "'[{}]'");
  EXPECT_EQ(shown_hex("0202001900020a00020e000000040001000b0002070000000400"), "'[[], [[]]]'");
  EXPECT_EQ(shown_hex("0001000c000b0000000c0b0000"), "'{\"\": \"\"}'");
  EXPECT_EQ(shown_hex("00030038001900 01001a0001001b000200 050100 0b1d00 022500 61 63 6262 000000000000f83f"
                      "03001300 040100 070d00 0c1100 70110100 0178"),
            R"('{"a": 1, "c": 1.5, "bb": [true, 70000, "x"]}')");
  EXPECT_EQ(shown_hex("020b00430004000004010004020005010005ffff0725000a29000b31000c3900003b00023f0000000100000000000100"
                      "0000000000000000f43f01730000040000000400"),
            R"('[null, true, false, 1, -1, 65536, 4294967296, 1.25, "s", {}, []]')");
  EXPECT_EQ(shown_hex("00050067002700010028000100290001002a0002002c000600050200050100040000050300003200616263616"
                      "16e6573746564010035000b000100020c007802002900050100000a0001001f000b000100000c0079010013000b"
                      "000100020c007a01000700040100"),
            R"('{"a": 2, "b": 1, "c": null, "aa": 3, "nested": {"x": [1, {"y": {"z": [true]}}]}}')");
}

TEST(JsonBinary, LargeContainersHoldWiderNumbersInline) {
  EXPECT_EQ(shown_hex("03 05000000 21000000 0401000000 05ffff0100 06ffff0101 07ffffff7f 08ffffffff"),
            "'[true, -1, 65535, 2147483647, 4294967295]'");
  EXPECT_EQ(shown_hex("01 01000000 15000000 13000000 0200 0401000000 6162"), R"('{"ab": true}')");
}

TEST(JsonBinary, NamesKeepStoredOrder) {
  EXPECT_EQ(shown_hex("000200140012000100130001000501000502006261"), R"('{"b": 1, "a": 2}')");
}

TEST(JsonBinary, TopLevelStringsAreQuotedOnlyWhereWanted) {
  EXPECT_EQ(shown_hex("0c03612262"), R"('a"b')");
  EXPECT_EQ(selected("0c03612262"), R"("a\"b")");
  EXPECT_EQ(
      shown_hex("0c44 71756f74652022206261636b205c20736c617368202f206e6c200a207461622009206372200d2062732008206666"
                "200c206e756c20002063746c2001201f2064656c207f"),
      R"('quote " back \\ slash / nl \n tab \t cr \r bs \b ff \f nul \x00 ctl \x01 \x1f del )"
      "\x7f'");
}

TEST(JsonBinary, StringEscapes) {
  EXPECT_EQ(text_of([](TextBuffer& out) { append_json_string(out, Bytes("\"\\/\b\t\n\f\r\0\x1f\x7f\xff'", 13)); }),
            "\"\\\"\\\\/\\b\\t\\n\\f\\r\\u0000\\u001f\x7f\xff'\"");
  EXPECT_EQ(shown_hex("00040037002000030023000400270004002b0006000c31000c33000c35000501006e6c0a697427736b226579e697a5e6"
                      "9cac017901780176"),
            R"('{"nl\\n": "y", "it\'s": "x", "k\\"ey": "v", "日本": 1}')");
}

TEST(JsonBinary, OpaqueValues) {
  EXPECT_EQ(shown_hex("0ff6090e057fffcfc6fef727"), "'-12345.67800'");
  EXPECT_EQ(shown_hex("0f0b08a9fefd335dffffff"), "'-10:11:12.131415'");
  EXPECT_EQ(shown_hex("0f0c080400008310bab219"), "'2024-02-29 01:02:03.000004'");
  EXPECT_EQ(shown_hex("0f07080400008310bab219"), "'2024-02-29 01:02:03.000004'");
  EXPECT_EQ(shown_hex("0f0a080000000000bab219"), "'2024-02-29'");
  EXPECT_EQ(selected("0f0a080000000000bab219"), "\"2024-02-29\"");
  EXPECT_EQ(shown_hex("0ffc0300ff27"), "'base64:type252:AP8n'");
  EXPECT_EQ(selected("0f0d00"), "\"base64:type13:\"");
  EXPECT_EQ(
      shown_hex("0209006b000f1f000f24000f28000f2c000f35000f4b000f4d000f57000f6100fc0300ff270f02616210020aaaf6070b"
                "028000000132f614271e8000000000000000000000000000000000000f000b0800000000000000000a0800000000008203"
                "000c083f420ffb7efff37e"),
      R"('["base64:type252:AP8n", "base64:type15:YWI=", "base64:type16:Cqo=", 1.50, )"
      R"(0.000000000000000000000000000000, "base64:type15:", "00:00:00.000000", "0001-01-01", )"
      R"("9999-12-31 23:59:59.999999"]')");
}

TEST(JsonBinary, OpaqueVarStringIsAString) {
  EXPECT_EQ(shown_hex("0ffd030102ff"), "'\\x01\\x02\xff'");
  EXPECT_EQ(shown_hex("0201000c000f0700fd030102ff"), "'[\"\\\\u0001\\\\u0002\xff\"]'");
}

TEST(JsonBinary, LongBase64IsInLines) {
  const std::string line(76, 'A');
  EXPECT_EQ(shown(from_hex("0ffc39") + std::string(57, 0)), "'base64:type252:" + line + "'");
  EXPECT_EQ(shown(from_hex("0ffc3a") + std::string(58, 0)), "'base64:type252:" + line + "\\nAA=='");
  EXPECT_EQ(shown(array_of({from_hex("0ffc3a") + std::string(58, 0)})), "'[\"base64:type252:" + line + "\\\\nAA==\"]'");
}

TEST(JsonBinary, DamagedOpaqueValues) {
  for (const char* decimal : {"0ff600", "0ff60105", "0ff6020500", "0ff6050502ffffff", "0ff60405028000",
                              "0ff606050280000000", "0ff6024200", "0ff6020506"}) {
    EXPECT_EQ(shown_hex(decimal), kFailed) << decimal;
  }
  for (const char* temporal : {"0f0a00", "0f0b0700000000000000", "0f0c0700000000000000", "0f070101"}) {
    EXPECT_EQ(shown_hex(temporal), kFailed) << temporal;
  }
}

TEST(JsonBinary, DamageOfTheOutermostValue) {
  for (const char* hex : {"0403",
                          "04",
                          "05ff",
                          "07ffffff",
                          "0b0000",
                          "0c",
                          "0c80",
                          "0c04612262",
                          "0cffffffff0f616263",
                          "0c8380808000",
                          "0f",
                          "0ffc",
                          "0ffc80",
                          "0ffc05616263",
                          "0d0100",
                          "0e0100",
                          "10",
                          "20",
                          "ff",
                          "0200000500",
                          "0200000300",
                          "020000",
                          "0201000400",
                          "0301000000",
                          "00",
                          "0001000c000b000100"}) {
    EXPECT_EQ(shown_hex(hex), kInvalid) << hex;
  }
  EXPECT_EQ(shown_hex("0c808080808003"), kInvalid) << "a length of more than five bytes";
}

TEST(JsonBinary, DamageInside) {
  EXPECT_EQ(shown_hex("02010007000403 00"), kFailed) << "literal 3";
  EXPECT_EQ(shown_hex("0202000a00050100 130000"), kFailed) << "type 19";
  EXPECT_EQ(shown_hex("02010009000c0700 03616263"), kFailed) << "a string that goes beyond its array";
  EXPECT_EQ(shown_hex("0201000b00020700 00000500"), kFailed) << "an array that does";
  for (int offset : {0, 1, 4, 6, 8, 10, 11, 255}) {
    EXPECT_EQ(shown(from_hex("0201000a000c") + static_cast<char>(offset) + from_hex("00016100")), kFailed) << offset;
  }
}

TEST(JsonBinary, BytesBehindTheValueDoNotMatter) {
  EXPECT_EQ(shown_hex("0400ff"), "'null'");
  EXPECT_EQ(shown_hex("0200000400ffff"), "'[]'");
}

TEST(JsonBinary, NamesOutsideTheirObjectAreEmpty) {
  for (int offset : {0, 4, 10, 13, 255}) {
    EXPECT_EQ(shown(from_hex("0001000d00") + static_cast<char>(offset) + from_hex("000100 050100 6162")), "'{\"\": 1}'")
        << offset;
  }
  EXPECT_EQ(shown_hex("0001000d00 0b000100 050100 6162"), R"('{"a": 1}')");
  EXPECT_EQ(shown_hex("0001000d00 0b000300 050100 6162"), R"('{"": 1}')");
}

TEST(JsonBinary, DepthIsLimited) {
  const std::string scalar = from_hex("0c0178");
  EXPECT_EQ(shown(nested_arrays(kMaxJsonDepth, scalar)),
            "'" + std::string(100, '[') + "\"x\"" + std::string(100, ']') + "'");
  EXPECT_EQ(shown(nested_arrays(kMaxJsonDepth + 1, scalar)), kFailed);
  EXPECT_EQ(shown(nested_arrays(400, scalar)), kFailed);
}

/// An array whose `count` elements are all the same one: `levels` of these would print count^levels values.
std::string shared_arrays(int levels, std::size_t count) {
  std::string value = from_hex("0200000400");
  for (int i = 0; i < levels; ++i) {
    const std::size_t entries_end = 4 + 3 * count;
    std::string array = "\x02" + little_endian(count, 2) + little_endian(entries_end + value.size() - 1, 2);
    for (std::size_t k = 0; k < count; ++k) array += value[0] + little_endian(entries_end, 2);
    value = array + value.substr(1);
  }
  return value;
}

TEST(JsonBinary, SharedStorageIsPrintedWhileItIsSmall) {
  EXPECT_EQ(shown(shared_arrays(2, 2)), "'[[[], []], [[], []]]'");
}

TEST(JsonBinary, SharedStorageDoesNotMultiplyTheWork) {
  TextBuffer scratch(nullptr, 64);
  EXPECT_FALSE(append_json_text(scratch, shared_arrays(30, 100)));
  EXPECT_LT(scratch.size(), 1u << 20);
}

TEST(JsonBinary, LongDocumentsGoInSmallPieces) {
  // A large array of 20000 strings.
  constexpr std::size_t kCount = 20000;
  constexpr std::size_t kEntriesEnd = 8 + 5 * kCount;
  std::string document = "\x03" + little_endian(kCount, 4) + little_endian(kEntriesEnd + 6 * kCount, 4);
  std::string values, expected;
  for (std::size_t i = 0; i < kCount; ++i) {
    document += "\x0c" + little_endian(kEntriesEnd + 6 * i, 4);
    values += "\x05it's\n";
    expected += i == 0 ? R"("it\'s\\n")" : R"(, "it\'s\\n")";
  }
  document += values;
  const auto printed = [](std::string_view bytes, JsonPrinted how) {
    StringSink sink;
    TextBuffer out(&sink), scratch;
    EXPECT_EQ(append_json_mysqlbinlog(out, bytes, scratch), how);
    out.flush();
    EXPECT_LE(sink.largest, TextBuffer::kDefaultCapacity);
    return sink.text;
  };
  EXPECT_TRUE(printed(document, JsonPrinted::kText) == "'[" + expected + "]'");
  document[1 + kEntriesEnd - 5] = '\x13';  // The type of the last element.
  EXPECT_EQ(printed(document, JsonPrinted::kFailed), kFailed);
}

TEST(JsonValue, Kinds) {
  EXPECT_EQ(JsonValue().kind(), JsonKind::kInvalid);
  const ExactBytes object = hex_bytes(
      "00030038001900 01001a0001001b000200 050100 0b1d00 022500 61 63 6262 000000000000f83f"
      "03001300 040100 070d00 0c1100 70110100 0178");
  EXPECT_EQ(JsonValue::parse(object).kind(), JsonKind::kContainer);
  EXPECT_EQ(JsonValue::parse(object).bytes().size(), 56u);
  const ExactBytes opaque_bytes = hex_bytes("0ffc0300ff27");
  const JsonValue opaque = JsonValue::parse(opaque_bytes);
  EXPECT_EQ(opaque.kind(), JsonKind::kOpaque);
  EXPECT_EQ(opaque.opaque_type(), 252);
  EXPECT_EQ(opaque.bytes(), from_hex("00ff27"));
  EXPECT_EQ(opaque.own_size(), 5u);
  const ExactBytes number = hex_bytes("07ffffff7f");
  EXPECT_EQ(JsonValue::parse(number).kind(), JsonKind::kScalar);
  EXPECT_EQ(JsonValue::parse(number).own_size(), 4u);
  EXPECT_EQ(JsonValue::parse(hex_bytes("07ffffff")).kind(), JsonKind::kInvalid);
}

TEST(JsonBinary, SurvivesTruncationAndMutation) {
  const std::string document = from_hex(
      "000b004801510001005200010053000100540001005500010056000200580002005a0002005c0003005f000400630004000c67000b690000"
      "71"
      "000c090106e8070a0d010f15010f1f010f29010f34010f3e0165666773796275647474736465636461746574696d650171000000a09999b9"
      "3f"
      "03009800190003001c00040020000b00002b000c7800027e0063727374797065636f6f7264696e6174657302004d001200040016000a000c"
      "20"
      "000025007479706570726f70657274696573046e616d65010028000b0004000c0f006e616d651875726e3a6f67633a6465663a6372733a4d"
      "79"
      "53514c3a3a3005506f696e7402001a000b0a000b1200000000000000f03f000000000000004003702c71ffffffffffffffff0c0804000083"
      "10"
      "bab219070820a1078310bab219f6090e057fffcfc6fef7270a080000000000bab2190b08a9fefd335dffffff");
  EXPECT_NE(shown(document).find("\"y\": 2024"), std::string::npos);
  for (std::size_t size = 0; size < document.size(); ++size) shown(document.substr(0, size));
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    std::string mutated = document;
    for (auto k = random() % 4; k < 4; ++k) mutated[random() % mutated.size()] = static_cast<char>(random());
    shown(mutated);
  }
}

}  // namespace
}  // namespace binlogdump
