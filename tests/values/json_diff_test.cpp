// Sound differences are those of the capture dml-partial-json, others were put into logs for the purpose; the texts are
// what MySQL's mysqlbinlog 9.7.4 prints for them.

#include "binlogdump/values/json_diff.h"

#include <gtest/gtest.h>

#include <random>

#include "value_test.h"

namespace binlogdump {
namespace {

std::string shown(std::string_view diffs) {
  TextBuffer scratch(nullptr, 16);
  const ExactBytes bytes(diffs);
  return text_of([&](TextBuffer& out) {
    const bool sound = append_json_diff_mysqlbinlog(out, bytes, "@2", scratch);
    EXPECT_EQ(sound, out.view().back() != '\n');
  });
}
std::string shown_hex(std::string_view hex) {
  return shown(from_hex(hex));
}

std::string counted(std::string_view text) {
  return std::string(1, static_cast<char>(text.size())) + std::string(text);
}

std::string replace(std::string_view path, std::string_view value) {
  return std::string(1, 0) + counted(path) + counted(from_hex(value));
}
std::string insert(std::string_view path, std::string_view value) {
  return std::string(1, 1) + counted(path) + counted(from_hex(value));
}
std::string remove(std::string_view path) {
  return std::string(1, 2) + counted(path);
}

TEST(JsonDiff, NoDifference) {
  EXPECT_EQ(shown(""), "@2");
}

TEST(JsonDiff, One) {
  EXPECT_EQ(shown_hex("0003242e6e03050200"), "JSON_REPLACE(@2, '$.n', 2)");
  EXPECT_EQ(shown_hex("0205242e706164"), "JSON_REMOVE(@2, '$.pad')");
  EXPECT_EQ(shown_hex("0108242e6e65776b6579050c03696e73"), "JSON_INSERT(@2, '$.newkey', 'ins')");
  EXPECT_EQ(shown(insert("$[0]", "050100")), "JSON_ARRAY_INSERT(@2, '$[0]', 1)");
}

TEST(JsonDiff, OfTheSameFunction) {
  EXPECT_EQ(shown_hex("0009242e746167735b315d030c0142 0005242e6f2e781d0001001c000b000400020f0064656570030"
                      "00d000501000400000401 00"),
            "JSON_REPLACE(@2, '$.tags[1]', 'B',\n"
            "###      '$.o.x', CAST('{\"deep\": [1, null, true]}' AS JSON))");
}

TEST(JsonDiff, OfDifferentFunctionsNest) {
  EXPECT_EQ(shown_hex("010a242e746167735b31305d050c03656e64 0110242e2271756f5c22746564206b657922070ff60402018105"),
            "JSON_INSERT(\n"
            "###      JSON_ARRAY_INSERT(@2, '$.tags[10]', 'end'),\n"
            R"(###      '$."quo\\"ted key"', 1.5))");
  EXPECT_EQ(shown_hex("0004245b345d030509000104245b355d030508000104245b365d03050700"),
            "JSON_ARRAY_INSERT(\n"
            "###      JSON_REPLACE(@2, '$[4]', 9),\n"
            "###      '$[5]', 8,\n"
            "###      '$[6]', 7)");
  EXPECT_EQ(shown(replace("$.a", "050100") + insert("$.b", "0c0178") + remove("$.c") + replace("$.d", "0200000400")),
            "JSON_REPLACE(\n"
            "###      JSON_REMOVE(\n"
            "###      JSON_INSERT(\n"
            "###      JSON_REPLACE(@2, '$.a', 1),\n"
            "###      '$.b', 'x'),\n"
            "###      '$.c'),\n"
            "###      '$.d', CAST('[]' AS JSON))");
}

TEST(JsonDiff, InsertionIsIntoAnArrayIfThePathEndsInABracket) {
  EXPECT_EQ(shown(insert("$.a[1].b", "050100")), "JSON_INSERT(@2, '$.a[1].b', 1)");
  EXPECT_EQ(shown(insert("$.\"x]\"", "050100")), "JSON_INSERT(@2, '$.\"x]\"', 1)");
  EXPECT_EQ(shown(insert("", "050100")), "JSON_INSERT(@2, '', 1)");
  EXPECT_EQ(shown(insert("$[last]", "050100")), "JSON_ARRAY_INSERT(@2, '$[last]', 1)");
}

TEST(JsonDiff, Values) {
  const auto value = [](std::string_view hex) {
    const std::string text = shown(replace("$", hex));
    return text.substr(22, text.size() - 23);
  };
  EXPECT_EQ(value(""), "null");
  EXPECT_EQ(value("0400"), "null");
  EXPECT_EQ(value("0402"), "false");
  EXPECT_EQ(value("0b000000000000f83f"), "1.5");
  EXPECT_EQ(value("0ff6070b027ffffffecd"), "-1.50");
  EXPECT_EQ(value("0c056127225c0a"), R"('a\'"\\\n')");
  EXPECT_EQ(value("0f0a080000000000bab219"), "'2024-02-29'");
  EXPECT_EQ(value("0ffc03010203"), "'base64:type252:AQID'");
  EXPECT_EQ(value("0ffd03010203"), R"('\x01\x02\x03')");
  EXPECT_EQ(value("0201000d000c0700056127225c0a"), R"(CAST('["a\'\\"\\\\\\n"]' AS JSON))");
}

TEST(JsonDiff, PathsAreQuoted) {
  EXPECT_EQ(shown(remove("$.\"it's\"")), R"(JSON_REMOVE(@2, '$."it\'s"'))");
  EXPECT_EQ(shown(remove("$.\x01\n\xff")), "JSON_REMOVE(@2, '$.\\x01\\n\xff')");
}

TEST(JsonDiff, LongLengths) {
  const std::string path = "$." + std::string(298, 'a');
  EXPECT_EQ(shown(from_hex("02fc2c01") + path), "JSON_REMOVE(@2, '" + path + "')");
  EXPECT_EQ(shown_hex("00fd030000242e61 fe0300000000000000050100"), "JSON_REPLACE(@2, '$.a', 1)");
}

TEST(JsonDiff, DamagedDifferencesShowNothingElse) {
  const std::string good = replace("$.a", "050100");
  const auto error = [](std::string_view what) { return "Error " + std::string(what) + " while printing JSON diff\n"; };
  EXPECT_EQ(shown_hex("0303242e6103050100"), error("reading operation type (invalid operation code)"));
  EXPECT_EQ(shown(good + from_hex("ff")), error("reading operation type (invalid operation code)"));
  EXPECT_EQ(shown_hex("00"), error("reading path length to skip"));
  EXPECT_EQ(shown_hex("00fc03"), error("reading path length to skip"));
  EXPECT_EQ(shown_hex("00ff242e6103050100"), error("reading path length to skip"));
  EXPECT_EQ(shown_hex("0003242e"), error("skipping path"));
  EXPECT_EQ(shown_hex("00fb242e6103050100"), error("skipping path"));
  EXPECT_EQ(shown_hex("00ff242e610304050607 0801"), error("skipping path"));
  EXPECT_EQ(shown_hex("00feffffffffffffffff24"), error("skipping path"));
  EXPECT_EQ(shown_hex("0003242e61"), error("reading value length to skip"));
  EXPECT_EQ(shown_hex("0003242e61030501"), error("skipping value"));
  EXPECT_EQ(shown(good + insert("$.b", "0400") + from_hex("0003242e")), error("skipping path"));
}

TEST(JsonDiff, DamagedValuesStopThePrintingThere) {
  const std::string parsing = "Error parsing json value while printing JSON diff\n";
  const std::string converting = "Error converting json to string while printing JSON diff\n";
  EXPECT_EQ(shown(replace("$.a", "0403")), "JSON_REPLACE(@2, '$.a', " + parsing);
  EXPECT_EQ(shown(replace("$.a", "0201000700040300") + remove("$.b")),
            "JSON_REMOVE(\n###      JSON_REPLACE(@2, '$.a', " + converting);
  EXPECT_EQ(shown(replace("$.a", "0ff6050502ffffff")), "JSON_REPLACE(@2, '$.a', " + converting);
  EXPECT_EQ(shown(replace("$.a", "050100") + replace("$.a", "0c05")),
            "JSON_REPLACE(@2, '$.a', 1,\n###      '$.a', " + parsing);
}

TEST(JsonDiffReader, GivesTheParts) {
  const ExactBytes bytes = hex_bytes("0009242e746167735b315d030c0142 0205242e706164 07");
  JsonDiffReader reader(bytes);
  JsonDiff diff;
  ASSERT_TRUE(reader.next(diff));
  EXPECT_EQ(diff.operation, JsonDiffOperation::kReplace);
  EXPECT_EQ(diff.path, "$.tags[1]");
  EXPECT_EQ(diff.value, from_hex("0c0142"));
  EXPECT_EQ(json_diff_function(diff), "JSON_REPLACE");
  ASSERT_TRUE(reader.next(diff));
  EXPECT_EQ(diff.operation, JsonDiffOperation::kRemove);
  EXPECT_EQ(diff.path, "$.pad");
  EXPECT_TRUE(diff.value.empty());
  EXPECT_FALSE(reader.failed());
  EXPECT_FALSE(reader.next(diff));
  EXPECT_TRUE(reader.failed());
  EXPECT_EQ(reader.error(), JsonDiffError::kOperation);
  EXPECT_EQ(reader.rest(), "\x07");
  EXPECT_FALSE(reader.next(diff));
}

TEST(JsonDiffReader, EndsWithoutAnError) {
  JsonDiffReader reader({});
  JsonDiff diff;
  EXPECT_FALSE(reader.next(diff));
  EXPECT_FALSE(reader.failed());
}

TEST(JsonDiff, SurvivesTruncationAndMutation) {
  const std::string diffs = replace("$.a", "0201000d000c0700056127225c0a") + insert("$.b[1]", "0ff6070b027ffffffecd") +
                            remove("$.c") + replace("$", "0f0a080000000000bab219");
  for (std::size_t size = 1; size < diffs.size(); ++size) shown(diffs.substr(0, size));
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    std::string mutated = diffs;
    for (auto k = random() % 3; k < 3; ++k) mutated[random() % mutated.size()] = static_cast<char>(random());
    TextBuffer out(nullptr, 64), scratch(nullptr, 64);
    append_json_diff_mysqlbinlog(out, ExactBytes(mutated), "@2", scratch);
  }
}

}  // namespace
}  // namespace binlogdump
