// Rows as text for people. Bodies of events are written as hex digits; what is not from a captured log is synthetic.

#include "printers/readable_rows.h"

#include <stdlib.h>
#include <time.h>

#include "core/event_bytes.h"
#include "core/log_files.h"
#include "events/event_test.h"

namespace binlogdump {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class ReadableRowsTest : public EventTest {
 protected:
  // Types of columns.
  static constexpr const char* kTiny = "01";
  static constexpr const char* kVarchar = "0f";
  static constexpr const char* kJson = "f5";

  /// An entry of the optional metadata.
  static std::string metadata(std::uint8_t type, const std::string& hex) {
    return number(type, 1) + number(from_hex(hex).size(), 1) + hex;
  }
  static std::string names(std::initializer_list<std::string_view> all) {
    std::string hex;
    for (const std::string_view name : all) hex += number(name.size(), 1) + text(name);
    return metadata(4, hex);
  }
  static std::string labels(std::uint8_t type, std::initializer_list<std::string_view> all) {
    std::string hex = number(all.size(), 1);
    for (const std::string_view label : all) hex += number(label.size(), 1) + text(label);
    return metadata(type, hex);
  }
  static std::string enum_labels(std::initializer_list<std::string_view> all) { return labels(6, all); }
  static std::string set_labels(std::initializer_list<std::string_view> all) { return labels(5, all); }
  static std::string collation(std::uint8_t id) { return metadata(2, number(id, 1)); }
  static std::string label_collation(std::uint8_t id) { return metadata(10, number(id, 1)); }
  static std::string primary_key(const std::string& columns) { return metadata(8, columns); }

  /// Table 1, `d`.`t`, all columns nullable.
  void make_table(const std::string& types, const std::string& type_metadata = "", const std::string& optional = "") {
    columns_ = from_hex(types).size();
    table("010000000000 0100 01 6400 01 7400" + number(columns_, 1) + types +
          number(from_hex(type_metadata).size(), 1) + type_metadata + bitmap() + optional);
  }
  /// All columns.
  std::string bitmap() const { return text(std::string((columns_ + 7) / 8, '\xff')); }

  std::string print(EventType type, const std::string& body) {
    const ExactBytes bytes(event_bytes({.type = type, .body = from_hex(body)}));
    const EventView event = make_event_view(bytes, 1000, {});
    Cursor<NoTrace> in(event.bytes, event.body_begin, event.body_end);
    const RowsEvent rows = RowsEvent::decode(in, context, type);
    TextBuffer out(nullptr, 64);
    ReadableRows printer(out, options);
    result = printer.print(event, rows, context.table_map(rows.table_id));
    return std::string(out.view());
  }
  /// Body of a row event of table 1, with all columns in each of `images` images.
  std::string body(const std::string& rows, int images = 1) const {
    std::string head = "010000000000 0100 0200" + number(columns_, 1);
    for (int i = 0; i < images; ++i) head += bitmap();
    return head + rows;
  }
  std::string insert(const std::string& rows) { return print(EventType::WRITE_ROWS_EVENT, body(rows)); }
  std::string update(const std::string& rows) { return print(EventType::UPDATE_ROWS_EVENT, body(rows, 2)); }
  std::string remove(const std::string& rows) { return print(EventType::DELETE_ROWS_EVENT, body(rows)); }

  /// The text of the only value of a row of one column.
  std::string value(const std::string& type, const std::string& type_metadata, const std::string& hex,
                    const std::string& optional = "") {
    make_table(type, type_metadata, optional);
    const std::string text = insert("00" + hex);
    const std::string before = "### INSERT INTO `d`.`t`\n### SET\n###   @1=";
    EXPECT_THAT(text, StartsWith(before));
    EXPECT_EQ(result.error, std::nullopt);
    return text.substr(before.size(), text.size() - before.size() - 1);
  }

  /// All rows of a captured log.
  std::string captured(const std::string& log) {
    TextBuffer out;
    ReadableRows printer(out, options);
    for_each_event(log_bytes(log), [&](const EventView& event, const DecodeContext& log_context) {
      if (!is_rows_event(event.header.type())) return;
      Cursor<NoTrace> in(event.bytes, event.body_begin, event.body_end);
      const RowsEvent rows = RowsEvent::decode(in, log_context, event.header.type());
      EXPECT_EQ(printer.print(event, rows, log_context.table_map(rows.table_id)).error, std::nullopt);
    });
    return std::string(out.view());
  }

  void set_zone(const char* zone) {
    ::setenv("TZ", zone, 1);
    ::tzset();
  }

  PrintOptions options;
  ReadableRows::Result result;

 private:
  std::size_t columns_ = 0;
};

std::string error_of(const ReadableRows::Result& result) {
  return result.error ? error_text(*result.error) : "";
}

// --- layout

TEST_F(ReadableRowsTest, InsertUpdateDelete) {
  make_table("0303");
  EXPECT_EQ(insert("00 01000000 02000000  02 03000000"), R"(### INSERT INTO `d`.`t`
### SET
###   @1=1
###   @2=2
### INSERT INTO `d`.`t`
### SET
###   @1=3
###   @2=NULL
)");
  EXPECT_EQ(result.counts.inserted, 2U);
  EXPECT_EQ(update("00 01000000 02000000 00 01000000 03000000"), R"(### UPDATE `d`.`t`
### WHERE
###   @1=1
###   @2=2
### SET
###   @1=1
###   @2=3
)");
  EXPECT_EQ(result.counts.inserted, 0U);
  EXPECT_EQ(result.counts.updated, 1U);
  EXPECT_EQ(remove("00 01000000 02000000"), R"(### DELETE FROM `d`.`t`
### WHERE
###   @1=1
###   @2=2
)");
  EXPECT_EQ(result.counts.deleted, 1U);
  EXPECT_EQ(result.error, std::nullopt);
}

TEST_F(ReadableRowsTest, NamesWhereTheLogHasThem) {
  make_table("0303", "", names({"id", "a`b\n\x1b"}));
  EXPECT_EQ(insert("00 01000000 02000000"), R"(### INSERT INTO `d`.`t`
### SET
###   `id`=1
###   `a``b\n\x1b`=2
)");
  options.column_names = false;
  make_table("0303", "", names({"id", "b"}));
  EXPECT_THAT(insert("00 01000000 02000000"), EndsWith("###   @1=1\n###   @2=2\n"));
}

TEST_F(ReadableRowsTest, HostileTableNames) {
  table("010000000000 0100 03 641b0a 00 02 7460 00 01 03 00 ff");
  EXPECT_THAT(print(EventType::WRITE_ROWS_EVENT, "010000000000 0100 0200 01 ff 00 01000000"),
              StartsWith("### INSERT INTO `d\\x1b\\n`.`t```\n"));
  TextBuffer out;
  ReadableRows printer(out, options);
  EXPECT_EQ(printer.table_name(*context.table_map(1)), "`d\\x1b\\n`.`t```");
}

TEST_F(ReadableRowsTest, AbsentColumnsAreLeftOut) {
  // The table of TRAPS: INT, BLOB, CHAR(2), INT, INT UNSIGNED, of which the 1st, 3rd and 5th are there.
  make_table("03 fc fe 03 03", "02 fe02", metadata(1, "20"));
  EXPECT_EQ(print(EventType::WRITE_ROWS_EVENT, "010000000000 0100 0200 05 15 02 01000000 ffffffff"),
            "### INSERT INTO `d`.`t`\n### SET\n###   @1=1\n###   @3=NULL\n###   @5=4294967295\n");
}

TEST_F(ReadableRowsTest, InsertOfDefaultsOnly) {
  make_table("0303");
  EXPECT_EQ(print(EventType::WRITE_ROWS_EVENT, "010000000000 0100 0200 02 00"), "### INSERT INTO `d`.`t` VALUES ()\n");
  EXPECT_EQ(result.counts.inserted, 1U);
}

TEST_F(ReadableRowsTest, TypeComments) {
  options.verbose = 2;
  make_table("03 0f ff f2", "2800 04 04", names({"a", "b", "c", "d"}));
  EXPECT_EQ(insert("0e 01000000"), R"(### INSERT INTO `d`.`t`
### SET
###   `a`=1 /* INT meta=0 nullable=1 is_null=0 */
###   `b`=NULL /* VARSTRING(40) meta=40 nullable=1 is_null=1 */
###   `c`=NULL /* GEOMETRY meta=4 nullable=1 is_null=1 */
###   `d`=NULL /* VECTOR(0) meta=4 nullable=1 is_null=1 */
)");
}

TEST_F(ReadableRowsTest, ColoursStandAtTheHeads) {
  options.color = true;
  make_table(kTiny);
  EXPECT_EQ(insert("00 05"), "\x1b[32m### INSERT INTO `d`.`t`\x1b[0m\n### SET\n###   @1=5\n");
  EXPECT_EQ(print(EventType::WRITE_ROWS_EVENT, "010000000000 0100 0200 01 00"),
            "\x1b[32m### INSERT INTO `d`.`t`\x1b[0m VALUES ()\n");
}

TEST_F(ReadableRowsTest, ExtraRowInfo) {
  make_table(kTiny);
  EXPECT_THAT(print(EventType::WRITE_ROWS_EVENT, "010000000000 0100 0500 01 0200 01 ff 00 05"),
              StartsWith("# partition 2\n### INSERT"));
  EXPECT_THAT(print(EventType::UPDATE_ROWS_EVENT, "010000000000 0100 0700 01 0200 0100 01 ff ff 00 05 00 06"),
              StartsWith("# partition 2, from partition 1\n### UPDATE"));
  EXPECT_THAT(print(EventType::WRITE_ROWS_EVENT, "010000000000 0100 0800 00 05 07 aabbcc 01 ff 00 05"),
              StartsWith("# extra row info of NDB, format 7: 0xaabbcc\n### INSERT"));
}

// --- values

TEST_F(ReadableRowsTest, IntegersHaveOneReading) {
  const std::string is_unsigned = metadata(1, "80");
  EXPECT_EQ(value("01", "", "c8", is_unsigned), "200");
  EXPECT_EQ(value("02", "", "60ea", is_unsigned), "60000");
  EXPECT_EQ(value("09", "", "1fa187", is_unsigned), "8888607");
  EXPECT_EQ(value("03", "", "00000080", is_unsigned), "2147483648");
  EXPECT_EQ(value("08", "", "ffffffffffffffff", is_unsigned), "18446744073709551615");
  // A log that does not tell.
  EXPECT_EQ(value("01", "", "c8"), "-56");
  EXPECT_EQ(value("02", "", "60ea"), "-5536");
  EXPECT_EQ(value("09", "", "ffffff"), "-1");
  EXPECT_EQ(value("09", "", "ffff7f"), "8388607");
  EXPECT_EQ(value("03", "", "00000080"), "-2147483648");
  EXPECT_EQ(value("08", "", "0000000000000080"), "-9223372036854775808");
}

TEST_F(ReadableRowsTest, FloatsReadBack) {
  EXPECT_EQ(value("04", "04", "c3f54840"), "3.14");
  EXPECT_EQ(value("04", "04", "0000804b"), "16777216") << "the server's SELECT gives 16777200";
  EXPECT_EQ(value("05", "08", "333333333333d33f"), "0.3");
}

TEST_F(ReadableRowsTest, Years) {
  EXPECT_EQ(value("0d", "", "00"), "0000");
  EXPECT_EQ(value("0d", "", "01"), "1901");
  EXPECT_EQ(value("0d", "", "ff"), "2155");
}

TEST_F(ReadableRowsTest, Bits) {
  EXPECT_EQ(value("10", "0500", "15"), "b'10101'");
  EXPECT_EQ(value("10", "0101", "0100"), "b'100000000'");
  EXPECT_EQ(value("10", "0008", "8000000000000001"),
            "b'1000000000000000000000000000000000000000000000000000000000000001'");
}

TEST_F(ReadableRowsTest, MoreBitsThanAServerHas) {
  const std::string zeros(std::size_t{8} * 254, '0');
  EXPECT_EQ(value("10", "0009", "00000000000000000f"), "b'" + std::string(68, '0') + "1111'");
  EXPECT_EQ(value("10", "00ff", text(std::string(254, '\0')) + "81"), "b'" + zeros + "10000001'");
}

TEST_F(ReadableRowsTest, Enums) {
  const std::string known = enum_labels({"red", "it's\n"});
  EXPECT_EQ(value("fe", "f701", "01", known), "'red'");
  EXPECT_EQ(value("fe", "f701", "02", known), R"('it\'s\n')");
  EXPECT_EQ(value("fe", "f701", "00", known), "''") << "the invalid value";
  EXPECT_EQ(value("fe", "f701", "03", known), "3") << "no such label";
  EXPECT_EQ(value("fe", "f702", "0201"), "258") << "a log without labels";
  EXPECT_EQ(value("fe", "f701", "01", enum_labels({"\xfc"}) + label_collation(8)), "'ü'");
}

TEST_F(ReadableRowsTest, Sets) {
  const std::string known = set_labels({"a", "b'", "c"});
  EXPECT_EQ(value("fe", "f801", "00", known), "''");
  EXPECT_EQ(value("fe", "f801", "05", known), "'a,c'");
  EXPECT_EQ(value("fe", "f801", "02", known), R"('b\'')");
  EXPECT_EQ(value("fe", "f801", "09", known), "9") << "a bit without label";
  EXPECT_EQ(value("fe", "f808", "ffffffffffffffff"), "18446744073709551615");
}

TEST_F(ReadableRowsTest, BinaryIsPaddedToItsLength) {
  const std::string binary = collation(63);
  EXPECT_EQ(value("fe", "fe05", "02 6100", binary), "0x6100000000");
  EXPECT_EQ(value("fe", "fe05", "00", binary), "0x0000000000");
  EXPECT_EQ(value("fe", "fe05", "05 6162636465", binary), "'abcde'");
  EXPECT_EQ(value("fe", "feff", "01 ff", binary), "0xff" + std::string(508, '0'));
  EXPECT_EQ(value("fe", "fe05", "02 6162", collation(8)), "'ab'") << "CHAR(5)";
  EXPECT_EQ(value(kVarchar, "0500", "02 6162", binary), "'ab'") << "VARBINARY(5)";
}

TEST_F(ReadableRowsTest, StringsInTheCharacterSetOfTheirColumn) {
  make_table("0f0f0f0f", "1400 1400 1400 1400",
             metadata(3, "08 fcff00 1c 3f") + names({"latin1", "utf8mb4", "gbk", "binary"}));
  EXPECT_THAT(insert("00 01 e9  02 c3a9  02 d6d0  02 d6d0"),
              EndsWith("###   `latin1`='é'\n###   `utf8mb4`='é'\n###   `gbk`='中'\n###   `binary`=0xd6d0\n"));
}

TEST_F(ReadableRowsTest, StringsThatAreNotPlainStandWholeInTheirLine) {
  make_table("0f0f0f0f", "0001000100010001", names({"a", "b", "c", "d"}) + metadata(2, "2d 03 3f"));
  const std::string plain(40, 'x');
  EXPECT_EQ(insert("00" + number(41, 2) + text(plain + "'") + number(41, 2) + text(plain + "\n") + number(40, 2) +
                   text(plain) + number(41, 2) + text(plain) + "80"),
            "### INSERT INTO `d`.`t`\n### SET\n###   `a`='" + plain + "\\''\n###   `b`='" + plain +
                "\\n'\n###   `c`='" + plain + "'\n###   `d`=0x" + text(plain) + "80\n");
}

TEST_F(ReadableRowsTest, DatesAndTimes) {
  EXPECT_EQ(value("0a", "", "0fce0f"), "'2023-00-15'");
  EXPECT_EQ(value("0a", "", "000000"), "'0000-00-00'");
  EXPECT_EQ(value("13", "06", "7efdfbffd875"), "'-16:08:04.010123'");
  EXPECT_EQ(value("13", "03", "7efdfbf63c"), "'-16:08:04.250'");
  EXPECT_EQ(value("12", "06", "8000000000000000"), "'0000-00-00 00:00:00.000000'");
  // Old types, without fractions: numbers of decimal digits.
  EXPECT_EQ(value("0b", "", "40e201"), "'12:34:56'");
  EXPECT_EQ(value("0c", "", "b0490ae863120000"), "'2022-03-04 05:06:08'");
}

TEST_F(ReadableRowsTest, TimestampsInUtc) {
  set_zone("CET-1CEST,M3.5.0,M10.5.0/3");
  EXPECT_EQ(value("11", "00", "64c1c51c"), "'2023-07-27 01:15:08' UTC");
  EXPECT_EQ(value("11", "03", "64c1c51c 04e2"), "'2023-07-27 01:15:08.125' UTC");
  EXPECT_EQ(value("07", "", "1cc5c164"), "'2023-07-27 01:15:08' UTC") << "the old type";
  EXPECT_EQ(value("11", "00", "00000000"), "'0000-00-00 00:00:00'") << "no point in time";
}

TEST_F(ReadableRowsTest, TimestampsInTheZoneAskedFor) {
  set_zone("CET-1CEST,M3.5.0,M10.5.0/3");
  options.local_timestamps = true;
  EXPECT_EQ(value("11", "00", "64c1c51c"), "'2023-07-27 03:15:08' CEST");
  EXPECT_EQ(value("11", "06", "6553f100 0f423f"), "'2023-11-14 23:13:20.999999' CET");
  EXPECT_EQ(value("11", "00", "00000000"), "'0000-00-00 00:00:00'");
}

TEST_F(ReadableRowsTest, JsonIsAString) {
  // {"a'": "x\n"}
  EXPECT_EQ(value(kJson, "02", "1100 00 0100 1000 0b00 0200 0c 0d00 6127 02780a"), R"('{"a\'": "x\\n"}')");
  EXPECT_EQ(value(kJson, "02", "0000"), "'null'") << "NULL squeezed into NOT NULL";
}

TEST_F(ReadableRowsTest, GeometryAndVector) {
  EXPECT_EQ(value("ff", "04", "19000000 e6100000 01 01000000 9a99999999193240 6666666666a64d40"),
            "ST_GeomFromText('POINT(18.1 59.3)',4326)");
  EXPECT_EQ(value("f2", "04", "08000000 0000803f 00002040"), "[1,2.5]");
  EXPECT_EQ(value("f2", "04", "00000000"), "[]");
}

// --- only what changed

class ChangedRows : public ReadableRowsTest {
 protected:
  ChangedRows() { options.changed_only = true; }
};

TEST_F(ChangedRows, KeyAndChangedColumns) {
  make_table("030303", "", names({"id", "a", "b"}) + primary_key("00"));
  EXPECT_EQ(update("00 01000000 02000000 03000000  00 01000000 07000000 03000000"), R"(### UPDATE `d`.`t`
### WHERE
###   `id`=1
### SET
###   `a`=2 → 7
)");
  EXPECT_EQ(result.counts.updated, 1U);
}

TEST_F(ChangedRows, AllColumnsWhereTheLogKnowsOfNoKey) {
  make_table("0303");
  EXPECT_THAT(update("02 01000000  02 05000000"),
              EndsWith("### WHERE\n###   @1=1\n###   @2=NULL\n### SET\n###   @1=1 → 5\n"));
}

TEST_F(ChangedRows, FromAndToNull) {
  make_table("030303", "", primary_key("00"));
  EXPECT_THAT(update("02 01000000 03000000  04 01000000 02000000"),
              EndsWith("### SET\n###   @2=NULL → 2\n###   @3=3 → NULL\n"));
  EXPECT_THAT(update("06 01000000  06 02000000"), EndsWith("### WHERE\n###   @1=1\n### SET\n###   @1=1 → 2\n"))
      << "NULL that stays NULL";
}

TEST_F(ChangedRows, WhatWasAbsentHasNoOldValue) {
  make_table("0303", "", primary_key("00"));
  EXPECT_THAT(print(EventType::UPDATE_ROWS_EVENT, "010000000000 0100 0200 02 01 02 00 01000000 00 05000000"),
              EndsWith("### WHERE\n###   @1=1\n### SET\n###   @2=5\n"));
  EXPECT_THAT(print(EventType::UPDATE_ROWS_EVENT, "010000000000 0100 0200 02 01 02 00 01000000 01"),
              EndsWith("### WHERE\n###   @1=1\n### SET\n###   @2=NULL\n"));
}

TEST_F(ChangedRows, EachRowByItself) {
  make_table("0303", "", primary_key("00"));
  const std::string text = update(
      "00 01000000 02000000 00 01000000 03000000"
      "02 04000000          00 04000000 05000000");
  EXPECT_THAT(text, HasSubstr("###   @1=1\n### SET\n###   @2=2 → 3\n### UPDATE"));
  EXPECT_THAT(text, EndsWith("###   @1=4\n### SET\n###   @2=NULL → 5\n"));
}

TEST_F(ChangedRows, InsertsAndDeletesAreWhole) {
  make_table("0303");
  const std::string inserted = insert("02 01000000");
  const std::string deleted = remove("02 01000000");
  options.changed_only = false;
  EXPECT_EQ(insert("02 01000000"), inserted);
  EXPECT_EQ(remove("02 01000000"), deleted);
}

TEST_F(ChangedRows, TypeCommentsStandAtTheEnd) {
  options.verbose = 2;
  make_table("0303", "", primary_key("00"));
  EXPECT_THAT(update("00 01000000 02000000 00 01000000 03000000"),
              EndsWith("###   @2=2 → 3 /* INT meta=0 nullable=1 is_null=0 */\n"));
}

// UPDATE person SET status = 'active', balance = balance + 99.95 WHERE name = 'José Ñúñez';
TEST_F(ChangedRows, CapturedUpdate) {
  EXPECT_THAT(captured("binlog.000024"), HasSubstr(R"(### UPDATE `people`.`person`
### WHERE
###   `id`=2
### SET
###   `status`='invited' → 'active'
###   `balance`=0.00 → 99.95
### DELETE FROM)"));
}

// --- faults

TEST_F(ReadableRowsTest, RowsWithoutTableMap) {
  EXPECT_THAT(print(EventType::WRITE_ROWS_EVENT, "070000000000 0100 0200 01 ff 00 0123"),
              StartsWith("# ERROR: offset 1000: table_id: no table map for table id 7 (byte 19 of the event)\n"));
  EXPECT_EQ(error_of(result), "19 table_id: no table map for table id 7");
  EXPECT_EQ(result.counts.inserted, 0U);
}

TEST_F(ReadableRowsTest, DamagedValuesAreShownAsBytesAndTheRestGoesOn) {
  struct Case {
    std::string type;
    std::string metadata;
    std::string value;
    std::string shown;
    std::string reason;
  };
  const Case cases[] = {
      {kJson, "02", "0300 ff0102", "0xff0102", "no JSON document"},
      {"ff", "01", "03 010203", "0x010203", "no GEOMETRY"},
  };
  for (const Case& damaged : cases) {
    make_table(kTiny + damaged.type + kTiny, damaged.metadata);
    const std::string rows = insert("00 05" + damaged.value + "07  00 06" + damaged.value + "08");
    const std::string line =
        "###   @2=" + damaged.shown + "\n# ERROR: offset 1000: value: " + damaged.reason + " in column @2 (byte ";
    EXPECT_THAT(rows,
                AllOf(HasSubstr("###   @1=5\n" + line), HasSubstr("###   @1=6\n" + line), EndsWith("###   @3=8\n")));
    EXPECT_THAT(error_of(result), HasSubstr("value: " + damaged.reason + " in column @2")) << "the first";
    EXPECT_EQ(result.counts.inserted, 2U);
  }
}

TEST_F(ReadableRowsTest, RowThatEndsInAValue) {
  make_table("0303");
  EXPECT_THAT(insert("00 01000000 0200"),
              HasSubstr("###   @1=1\n###   @2=?\n# ERROR: offset 1000: column @2 of type 3: "));
  EXPECT_NE(result.error, std::nullopt);
}

TEST_F(ReadableRowsTest, ColumnOfUnknownType) {
  make_table("03 80 03");
  const std::string text = insert("00 01000000 aabb 02000000");
  EXPECT_THAT(text, HasSubstr("###   @1=1\n###   @2=?\n# ERROR: offset 1000: column @2 of type 128: "));
  EXPECT_THAT(text, HasSubstr("aa bb 02 00 00 00"));
  EXPECT_THAT(text, Not(HasSubstr("@3")));
}

TEST_F(ReadableRowsTest, OtherNumberOfColumnsThanInTheTableMap) {
  make_table("03");
  EXPECT_THAT(print(EventType::WRITE_ROWS_EVENT, "010000000000 0100 0200 02 03 00 01000000 02000000"),
              StartsWith("# ERROR: offset 1000: rows: width: 2 columns, but the table map has 1 (byte "));
}

// --- captured rows, by the SQL that wrote them

TEST_F(ReadableRowsTest, CapturedIntegers) {
  EXPECT_THAT(captured("types-integers.000001"), HasSubstr(R"(### INSERT INTO `lab`.`ints`
### SET
###   `id`=2
###   `t`=127
###   `tu`=255
###   `s`=32767
###   `su`=65535
###   `m`=8388607
###   `mu`=16777215
###   `i`=2147483647
###   `iu`=4294967295
###   `b`=9223372036854775807
###   `bu`=18446744073709551615
###   `bo`=1
###   `z`=99999999
)"));
}

TEST_F(ReadableRowsTest, CapturedEnumsAndSets) {
  const std::string text = captured("types-enum-set.000001");
  // (2,'it''s','a,b,c','1,8','9','a17,a1','b33,b1','y','é,ê','l'); labels of el, sl and eb are in other character sets.
  EXPECT_THAT(text, HasSubstr(R"(###   `id`=2
###   `e`='it\'s'
###   `s`='a,b,c'
###   `s8`='1,8'
###   `s9`='9'
###   `s17`='a1,a17'
###   `s33`='b1,b33'
###   `el`='y'
###   `sl`='é,ê'
###   `eb`='l'
)"));
  // (5,'bogus','bogus') is stored as nothing, and (6,6,7) by numbers.
  EXPECT_THAT(text, HasSubstr("###   `id`=5\n###   `e`=''\n###   `s`=''\n"));
  EXPECT_THAT(text, HasSubstr("###   `id`=6\n###   `e`='ünï'\n###   `s`='a,b,c'\n"));
  EXPECT_THAT(text, HasSubstr("###   `id`=4\n###   `e`='v300'\n"));
  EXPECT_THAT(text, HasSubstr("###   `id`=4\n###   `s`='m1,m8,m9,m16,m17,m32,m33,m63'\n"));
}

TEST_F(ReadableRowsTest, CapturedStrings) {
  const std::string text = captured("types-strings.000001");
  EXPECT_THAT(text, HasSubstr(R"(###   `id`=2
###   `c1`='é'
###   `c10`='trail'
###   `c255`='日本語テキスト'
###   `c0`=''
###   `v10`='tr  '
###   `v255`='it\'s "quoted" \\ back'
###   `v300`='tab\tnl\ncr\rnul\0bs\x08sub\x1aend'
###   `vl`='üñï'
###   `cl`='ñ'
###   `cu`='😀 emoji 👍🏽'
###   `v16`='😀x'
###   `vb`=0x00ff10
###   `va`='~'
###   `vs`='日本'
)"));
  EXPECT_THAT(text, HasSubstr("`v16`='\\n'\n###   `vb`='\\\\\\''\n")) << "(…,'\\n',x'5c27',…)";
}

TEST_F(ReadableRowsTest, CapturedBinaries) {
  // BINARY(16): UUID_TO_BIN('6ccd780c-baba-1026-9564-5b8c656024db'), and 'trailing  ' padded.
  const std::string text = captured("types-binary.000001");
  EXPECT_THAT(text, HasSubstr("###   `b16`=0x6ccd780cbaba102695645b8c656024db\n"));
  EXPECT_THAT(text, HasSubstr("###   `b16`=0x747261696c696e672020000000000000\n"));
  EXPECT_THAT(text, HasSubstr("###   `b1`=0x00\n###   `b16`=0x00000000000000000000000000000000\n"));
}

TEST_F(ReadableRowsTest, CapturedZeroDates) {
  EXPECT_THAT(captured("types-zero-dates.000001"), HasSubstr(R"(###   `id`=2
###   `d`='2023-00-00'
###   `dt`='2023-00-00 00:00:00'
###   `dt3`='2023-01-00 10:00:00.500'
###   `dt6`='0000-00-00 00:00:00.000001'
###   `ts`='0000-00-00 00:00:00'
###   `ts1`='0000-00-00 00:00:00.0'
###   `ts6`='0000-00-00 00:00:00.000000'
###   `t`='00:00:00'
###   `y`=0000
)"));
}

TEST_F(ReadableRowsTest, CapturedGeometry) {
  // The last is ST_GeomFromText('POINT(59.3 18.1)',4326): stored with the longitude first.
  EXPECT_THAT(captured("types-geometry.000001"), HasSubstr(R"(###   `id`=1
###   `g`=ST_GeomFromText('POINT(1 2)',0)
###   `p`=ST_GeomFromText('POINT(-1.5 2.25)',0)
###   `l`=ST_GeomFromText('LINESTRING(0 0,1 1,2 4)',0)
###   `pg`=ST_GeomFromText('POLYGON((0 0,10 0,10 10,0 10,0 0),(1 1,2 1,2 2,1 2,1 1))',0)
)"));
  EXPECT_THAT(captured("types-geometry.000001"), HasSubstr("`w`=ST_GeomFromText('POINT(18.1 59.3)',4326)\n"));
}

TEST_F(ReadableRowsTest, CapturedNames) {
  // CREATE TABLE `t``b 'x' "y" \` (`c``1` INT, `c '2'` INT) in the database `d``b 'x' "y"`
  EXPECT_THAT(captured("dml-long-names.000001"), HasSubstr(R"(### INSERT INTO `d``b 'x' "y"`.`t``b 'x' "y" \`
### SET
###   `c``1`=1
###   `c '2'`=2
)"));
  EXPECT_THAT(captured("dml-long-names.000001"),
              HasSubstr("### INSERT INTO `日本語データベース`.`表`\n### SET\n###   `列`='値'\n"));
}

TEST_F(ReadableRowsTest, CapturedRowImages) {
  const std::string text = captured("dml-row-image.000001");
  // With binlog_row_image=MINIMAL: INSERT INTO ri(id,d) VALUES (3,'min'); UPDATE ri SET d='minim' WHERE id=1;
  // INSERT INTO rn VALUES ();
  EXPECT_THAT(text, HasSubstr("### INSERT INTO `shop`.`ri`\n### SET\n###   `id`=3\n###   `d`='min'\n### INSERT"));
  EXPECT_THAT(text,
              HasSubstr("### UPDATE `shop`.`ri`\n### WHERE\n###   `id`=1\n### SET\n###   `d`='minim'\n### UPDATE"));
  EXPECT_THAT(text, HasSubstr("### INSERT INTO `shop`.`rn` VALUES ()\n"));
}

// A log without names has the same rows, its integers read as signed.
TEST_F(ReadableRowsTest, CapturedMinimalMetadata) {
  EXPECT_THAT(captured("types-integers-minimal.000001"), HasSubstr(R"(### INSERT INTO `lab`.`ints`
### SET
###   @1=2
###   @2=127
###   @3=255
###   @4=32767
###   @5=65535
)")) << "signedness is in the minimal metadata";
}

TEST_F(ReadableRowsTest, CapturedPartialJson) {
  // UPDATE pj SET j=JSON_SET(j,'$.n',2) WHERE id=1;
  EXPECT_THAT(captured("dml-partial-json.000001"), HasSubstr("###   `j`=JSON_REPLACE(`j`, '$.n', 2)\n"));
}

}  // namespace
}  // namespace binlogdump
