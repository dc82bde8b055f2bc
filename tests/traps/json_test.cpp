#include "traps/own_text.h"
#include "values/value_test.h"

namespace binlogdump::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kLog = "traps-json.000001";

/// A document as it stands in the text: as a string of SQL.
std::string sql_text(std::string_view json) {
  std::string text = "'";
  for (const char c : json) {
    if (c == '\\' || c == '\'') text += '\\';
    text += c;
  }
  return text + '\'';
}

std::vector<std::string> documents(const OwnText& log, std::string_view title) {
  return values_of(rows_of(log, title), "j");
}

/// Synthetic: the text of a column of type JSON with these bytes.
std::string document(const std::string& bytes) {
  const OwnText log = own_text_of_rows({.types = "\xf5", .metadata = "\4"}, '\0' + le(bytes.size(), 4) + bytes);
  EXPECT_EQ(log.outcome, Outcome::kClean);
  const std::string start = "\n### INSERT INTO `d`.`t`\n### SET\n###   @1=";
  const std::string text = rows_and_errors(log);
  EXPECT_THAT(text, StartsWith(start));
  return text.substr(start.size());
}

// "Documents over 64 KB: int32, uint32 and literals are inline in 4 bytes; array of 0..99999."
TEST(TrapsJson, LargeDocuments) {
  const OwnText log = own_text("traps-json-large.000001");
  EXPECT_EQ(log.outcome, Outcome::kClean);
  std::string numbers = "[0";
  for (int i = 1; i <= 99999; ++i) numbers += fmt::format(", {}", i);
  std::string text;
  for (int i = 0; i < 7000; ++i) text += "0123456789";
  const std::string object = R"({"null": null, "text": ")" + text +
                             R"(", "true": true, "false": false, "int16": -5, "int32": -70000, "double": 2.5, )" +
                             R"("uint32": 4000000000})";
  EXPECT_TRUE(documents(log, "INSERT INTO `json_large`.`large`") ==
              (std::vector<std::string>{sql_text(numbers + "]"), sql_text(object)}));
}

// "Holes and out-of-order offsets after JSON_SET; …"
TEST(TrapsJson, HolesAfterJsonSet) {
  // The longer text is still there behind the shorter one.
  EXPECT_THAT(read_file(BINLOGDUMP_TESTDATA "/traps-json.000001"), HasSubstr("\5shortaaaaaaaaaaaaaaa"));
  const std::string updates = rows_of(own_text(kLog), "UPDATE `json`.`docs`");
  // Before and after each of four UPDATEs.
  const std::string first = sql_text(R"({"a": "aaaaaaaaaaaaaaaaaaaa", "b": [1, 2, {"c": "cccccccccc"}], "d": 70000})");
  const std::string second = sql_text(R"({"a": "short", "b": [1, 2, {"c": "cccccccccc"}], "d": 70000})");
  const std::string third = sql_text(R"({"a": "short", "b": [1, 2, {"c": "x"}], "d": 70000})");
  const std::string fourth = sql_text(R"({"a": "short", "b": [2, {"c": "x"}], "d": 70000})");
  const std::string fifth = sql_text(R"({"a": 1, "b": [2, {"c": "x"}], "d": "dd"})");
  EXPECT_THAT(values_of(updates, "j"), ElementsAre(first, second, second, third, third, fourth, fourth, fifth));
}

// As above: the value of the first member stands behind that of the second, and four bytes belong to neither.
TEST(TrapsJson, SyntheticOffsetsOutOfOrder) {
  const std::string head = "00 0200 1c00  1200 0100 1300 0100  0c 1a00 0c 1800";
  EXPECT_EQ(document(from_hex(head + "6162 00000000 0179 0178")), "'{\"a\": \"x\", \"b\": \"y\"}'\n");
}

// "… `{"bitrate": {"": 0}}`; `{"todo": {"complete": false}}`; top-level null; …"
TEST(TrapsJson, SmallDocuments) {
  EXPECT_EQ(rows_of(own_text(kLog), "INSERT INTO `json`.`docs`"), R"(
### INSERT INTO `json`.`docs`
### SET
###   `id`=1
###   `j`='{"bitrate": {"": 0}}'
### INSERT INTO `json`.`docs`
### SET
###   `id`=2
###   `j`='{"todo": {"complete": false}}'
### INSERT INTO `json`.`docs`
### SET
###   `id`=3
###   `j`='null'
### INSERT INTO `json`.`docs`
### SET
###   `id`=4
###   `j`=NULL
### INSERT INTO `json`.`docs`
### SET
###   `id`=5
###   `j`='{}'
### INSERT INTO `json`.`docs`
### SET
###   `id`=6
###   `j`='""'
### INSERT INTO `json`.`docs`
### SET
###   `id`=10
###   `j`='{"a": "aaaaaaaaaaaaaaaaaaaa", "b": [1, 2, {"c": "cccccccccc"}], "d": 70000}'
)");
}

// "… a zero-length value (NULL squeezed into NOT NULL): `null`."
TEST(TrapsJson, ValueWithoutBytes) {
  EXPECT_THAT(documents(own_text(kLog), "INSERT INTO `json`.`squeezed`"), ElementsAre("'1'", "'null'"));
}

// "Opaque DECIMAL, DATE, TIME, DATETIME, BIT, BLOB, STRING of any length; the packing of temporal values in JSON is not
// that of columns."
TEST(TrapsJson, OpaqueValues) {
  const std::vector<std::string> shown = documents(own_text(kLog), "INSERT INTO `json`.`opaque`");
  const std::string line(76, '/');
  ASSERT_EQ(shown.size(), 5u);
  EXPECT_EQ(shown[0], sql_text("[-57.1234, 0.0000000000000000, 0.000000001]"));
  EXPECT_EQ(shown[1],
            sql_text(R"(["2024-02-29", "-16:08:04.010123", "2024-02-29 01:02:03.000001", "-00:00:00.010000", )"
                     R"("838:59:59.000000"])"));
  EXPECT_EQ(shown[2], sql_text(R"(["base64:type15:AP8=", "base64:type15:AVU="])"));
  EXPECT_EQ(shown[3], sql_text(fmt::format(R"(["{}", "{}", "{}"])", std::string(127, 'a'), std::string(128, 'b'),
                                           std::string(16384, 'c'))));
  EXPECT_EQ(shown[4], sql_text(fmt::format(R"(["base64:type15:{0}\n{0}\n{0}\n{1}8="])", line, std::string(38, '/'))));
  // A BLOB, a VARBINARY and a BIT(12).
  EXPECT_THAT(rows_of(own_text("types-json.000001"), "INSERT INTO `lab`.`js`"),
              HasSubstr(R"(`j`='["base64:type252:AP8n", "base64:type15:YWI=", "base64:type16:Cqo=", )"));
}

// "Number text as the server writes it: double 1.0 is `1.0`, big exponents, int64 and uint64 limits."
TEST(TrapsJson, Numbers) {
  EXPECT_THAT(documents(own_text(kLog), "INSERT INTO `json`.`numbers`"),
              ElementsAre(sql_text("[1.0, -0.0, 100.0, 0.1, 10000000000.0, 1e15, 1e16, 1e300, 0.0000001, 5e-324, "
                                   "1.7976931348623157e308]"),
                          sql_text("[9223372036854775807, -9223372036854775808, 9223372036854775808, "
                                   "18446744073709551615, 1.8446744073709552e19]"),
                          sql_text("[32767, -32768, 32768, 65535, 65536, 2147483647, -2147483648, 2147483648, "
                                   "4294967295, 4294967296]")));
}

// "PARTIAL_UPDATE with two JSON columns, one full and one partial, one NULL; diffs end at the stated length; the
// per-row bitmap of partial columns covers JSON columns only."
TEST(TrapsJson, PartialUpdates) {
  EXPECT_EQ(rows_of(own_text(kLog), "UPDATE `json`.`partial`"), R"(
### UPDATE `json`.`partial`
### WHERE
###   `id`=1
###   `j`='{"n": 1, "name": "a name that is long enough for a partial update to be worth it"}'
###   `k`='{"full": false}'
###   `n`=NULL
###   `i`=0
### SET
###   `id`=1
###   `j`=JSON_REPLACE(`j`, '$.n', 2)
###   `k`='{"full": true}'
###   `n`=NULL
###   `i`=1
### UPDATE `json`.`partial`
### WHERE
###   `id`=2
###   `j`='[1, 2, 3, "this text is long enough, too, as the others are all about the same"]'
###   `k`=NULL
###   `n`='{}'
###   `i`=0
### SET
###   `id`=2
###   `j`=JSON_REMOVE(
###      JSON_REPLACE(`j`, '$[0]', 'one'),
###      '$[1]')
###   `k`=NULL
###   `n`=`n`
###   `i`=2
### UPDATE `json`.`partial`
### WHERE
###   `id`=1
###   `j`='{"n": 2, "name": "a name that is long enough for a partial update to be worth it"}'
###   `k`='{"full": true}'
###   `n`=NULL
###   `i`=1
### SET
###   `id`=1
###   `j`=`j`
###   `k`=`k`
###   `n`=NULL
###   `i`=11
### UPDATE `json`.`partial`
### WHERE
###   `id`=2
###   `j`='["one", 3, "this text is long enough, too, as the others are all about the same"]'
###   `k`=NULL
###   `n`='{}'
###   `i`=2
### SET
###   `id`=2
###   `j`=`j`
###   `k`=NULL
###   `n`=`n`
###   `i`=12
)");
}

}  // namespace
}  // namespace binlogdump::test
