#include "binlogdump/events/table_map_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Charsets = TableMetadata::Charsets;
using KeyPart = TableMetadata::PrimaryKeyPart;

class TableMapEventTest : public EventTest {
 protected:
  /// Synthetic: table 1, "d"."t", one INT column, then optional metadata.
  static std::string with_metadata(const std::string& metadata) {
    return "010000000000 0100 01 6400 01 7400 01 03 00 00" + metadata;
  }
  TableMetadata metadata(const std::string& hex) { return decode<TableMapEvent>(with_metadata(hex)).optional_metadata; }
  /// The lines of the tape behind the columns.
  std::string metadata_trace(const std::string& hex) {
    return "\n" + trace<TableMapEvent>(with_metadata(hex)).substr(trace<TableMapEvent>(with_metadata("")).size());
  }
  std::string metadata_error(const std::string& hex) { return error<TableMapEvent>(with_metadata(hex)); }
};

// --- the columns

// types-metadata.000001 of testdata, with binlog_row_metadata=FULL.
const std::string kWithKey =
    "980700000000 0100 03 6c616200 03 6d643600 01 03 00 00 01 01 00 04 02 0161 08 01 00 0c 01 80";

TEST_F(TableMapEventTest, ReadsTheTable) {
  const TableMapEvent event = decode<TableMapEvent>(kWithKey);
  EXPECT_EQ(event.table_id, 1944u);
  EXPECT_EQ(event.flags, TableMapEvent::TM_BIT_LEN_EXACT_F);
  EXPECT_EQ(event.database_name, "lab");
  EXPECT_EQ(event.table_name, "md6");
  EXPECT_EQ(event.column_count, 1u);
  EXPECT_EQ(event.column_type, "\x03");
  EXPECT_EQ(event.metadata, "");
  EXPECT_EQ(event.null_bits, Bytes("\0", 1));
  EXPECT_THAT(event.optional_metadata.column_names, ElementsAre("a"));
  EXPECT_THAT(event.optional_metadata.primary_key, ElementsAre(KeyPart{.column = 0, .prefix_length = 0}));
  EXPECT_EQ(trace<TableMapEvent>(kWithKey), R"(
0 6 table_id = 1944
6 2 flags = 1
8 1 database_name_length = 3
9 3 database_name = 'lab'
12 1 nul = 0
13 1 table_name_length = 3
14 3 table_name = 'md6'
17 1 nul = 0
18 1 column_count = 1
19 1 column_type = 03
20 1 metadata_length = 0
21 0 metadata = ''
21 1 null_bits = 00
22 1 metadata_type = 1
23 1 metadata_length = 1
24 1 SIGNEDNESS:
  24 1 signedness = 00
25 1 metadata_type = 4
26 1 metadata_length = 2
27 2 COLUMN_NAME:
  27 1 column_name_length = 1
  28 1 column_name = 'a'
29 1 metadata_type = 8
30 1 metadata_length = 1
31 1 SIMPLE_PRIMARY_KEY:
  31 1 column_index = 0
32 1 metadata_type = 12
33 1 metadata_length = 1
34 1 COLUMN_VISIBILITY:
  34 1 column_visibility = 80
)");
}

TEST_F(TableMapEventTest, OfServer51HasNoOptionalMetadata) {
  // (INT, BIGINT, VARCHAR(255), BIGINT, BIGINT)
  const TableMapEvent event = decode<TableMapEvent>(
      "280000000000 0000 05 6d7973716c00 10 6e64625f6170706c795f73746174757300 05 03080f0808 02 ff00 00");
  EXPECT_EQ(event.database_name, "mysql");
  EXPECT_EQ(event.table_name, "ndb_apply_status");
  EXPECT_EQ(event.column_type, "\x03\x08\x0f\x08\x08");
  EXPECT_EQ(event.metadata, Bytes("\xff\0", 2));
  EXPECT_TRUE(event.optional_metadata == TableMetadata{});
}

TEST_F(TableMapEventTest, SyntheticTableIdOfServersBefore514HasFourBytes) {
  post_header_length(EventType::TABLE_MAP_EVENT, 6);
  const TableMapEvent event = decode<TableMapEvent>("ffffffff 0100 01 6400 01 7400 01 03 00 00");
  EXPECT_EQ(event.table_id, 0xffffffffu);
  EXPECT_EQ(event.flags, 1);
  EXPECT_EQ(event.table_name, "t");
}

TEST_F(TableMapEventTest, SyntheticNamesMayBeLongAndHoldAnyBytes) {
  const std::string name = std::string(255, '\xe6') + '\0';
  const TableMapEvent event = decode<TableMapEvent>("ffffffffffff ffff fc0001" + text(name) + "00 00 00 01 03 00 01");
  EXPECT_EQ(event.table_id, 0xffffffffffffu);
  EXPECT_EQ(event.database_name, name);
  EXPECT_EQ(event.table_name, "");
}

TEST_F(TableMapEventTest, SyntheticMoreThan250Columns) {
  const TableMapEvent event =
      decode<TableMapEvent>("010000000000 0100 01 6400 01 7400 fc2c01" + text(std::string(300, '\x03')) + "00" +
                            text(std::string(38, '\xff')));
  EXPECT_EQ(event.column_count, 300u);
  EXPECT_EQ(event.column_type.size(), 300u);
  EXPECT_EQ(event.null_bits.size(), 38u);
}

// --- optional metadata; without another word the values are those of types-metadata.000001 of testdata

TEST_F(TableMapEventTest, Signedness) {
  EXPECT_EQ(metadata("01 02 bd80").signedness, Bytes("\xbd\x80"));
  EXPECT_EQ(metadata("").signedness, std::nullopt);
  EXPECT_EQ(metadata("01 00").signedness, Bytes());
}

TEST_F(TableMapEventTest, DefaultCharset) {
  const Charsets plain = metadata("02 03 fcff00").charsets;
  EXPECT_TRUE(plain.known());
  EXPECT_EQ(plain.collation(0), 255u);
  EXPECT_EQ(plain.collation(1000), 255u);
  const Charsets with_exception = metadata("02 05 fcff00 03 08").charsets;
  EXPECT_THAT(with_exception.exceptions, ElementsAre(std::pair<std::uint64_t, std::uint64_t>(3, 8)));
  EXPECT_EQ(with_exception.collation(2), 255u);
  EXPECT_EQ(with_exception.collation(3), 8u);
  EXPECT_EQ(with_exception.collation(4), 255u);
  EXPECT_EQ(metadata_trace("02 05 fcff00 03 08"), R"(
18 1 metadata_type = 2
19 1 metadata_length = 5
20 5 DEFAULT_CHARSET:
  20 3 default_collation = 255
  23 1 column_index = 3
  24 1 collation = 8
)");
}

TEST_F(TableMapEventTest, ColumnCharset) {
  const Charsets charsets = metadata("03 07 085f1c07f8233c").charsets;
  EXPECT_TRUE(charsets.known());
  EXPECT_THAT(charsets.by_column, ElementsAre(8, 95, 28, 7, 248, 35, 60));
  EXPECT_EQ(charsets.collation(1), 95u);
  EXPECT_EQ(charsets.collation(7), 0u) << "more columns than collations";
  EXPECT_FALSE(metadata("").charsets.known());
  EXPECT_EQ(metadata("").charsets.collation(0), 0u);
}

TEST_F(TableMapEventTest, ColumnNames) {
  EXPECT_THAT(metadata("04 1d 06 776560697264 06 737020616365 06 e5908de5898d 07 71756f27746522").column_names,
              ElementsAre("we`ird", "sp ace", "\xe5\x90\x8d\xe5\x89\x8d", "quo'te\""));
}

TEST_F(TableMapEventTest, SetAndEnumValues) {
  const TableMetadata sets = metadata("05 07 02 03 702071 01 72");
  EXPECT_THAT(sets.set_str_value, ElementsAre(ElementsAre("p q", "r")));
  EXPECT_THAT(sets.enum_str_value, IsEmpty());
  const TableMetadata enums = metadata("06 12 04 04 69742773 03 622278 03 635c64 03 6e0a6c");
  EXPECT_THAT(enums.enum_str_value, ElementsAre(ElementsAre("it's", "b\"x", "c\\d", "n\nl")));
  EXPECT_EQ(metadata_trace("05 07 02 03 702071 01 72"), R"(
18 1 metadata_type = 5
19 1 metadata_length = 7
20 7 SET_STR_VALUE:
  20 1 value_count = 2
  21 1 value_length = 3
  22 3 value = 'p q'
  25 1 value_length = 1
  26 1 value = 'r'
)");
}

TEST_F(TableMapEventTest, SyntheticValuesOfSeveralColumns) {
  EXPECT_THAT(metadata("06 08 01 01 61 00 02 00 01 62").enum_str_value,
              ElementsAre(ElementsAre("a"), IsEmpty(), ElementsAre("", "b")));
}

TEST_F(TableMapEventTest, GeometryTypes) {
  EXPECT_THAT(metadata("07 09 000102030405060701").geometry_types, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 1));
}

TEST_F(TableMapEventTest, PrimaryKey) {
  EXPECT_THAT(metadata("08 02 01 00").primary_key,
              ElementsAre(KeyPart{.column = 1, .prefix_length = 0}, KeyPart{.column = 0, .prefix_length = 0}));
  EXPECT_THAT(metadata("09 06 01 05 00 00 03 0a").primary_key,
              ElementsAre(KeyPart{.column = 1, .prefix_length = 5}, KeyPart{.column = 0, .prefix_length = 0},
                          KeyPart{.column = 3, .prefix_length = 10}));
}

TEST_F(TableMapEventTest, EnumAndSetCharsets) {
  const TableMetadata by_default = metadata("0a 03 fcff00");
  EXPECT_EQ(by_default.enum_and_set_charsets.collation(5), 255u);
  EXPECT_FALSE(by_default.charsets.known());
  const TableMetadata by_column = metadata("0b 04 08 fcff00");
  EXPECT_THAT(by_column.enum_and_set_charsets.by_column, ElementsAre(8, 255));
  EXPECT_FALSE(by_column.charsets.known());
}

TEST_F(TableMapEventTest, ColumnVisibility) {
  EXPECT_EQ(metadata("0c 02 ffe0").column_visibility, Bytes("\xff\xe0"));
  EXPECT_EQ(metadata("").column_visibility, std::nullopt);
}

TEST_F(TableMapEventTest, VectorDimensionality) {
  EXPECT_THAT(metadata("0d 08 04 fc0008 01 fcff3f").vector_dimensionality,  // types-vector.000001 of testdata
              ElementsAre(4, 2048, 1, 16383));
}

TEST_F(TableMapEventTest, SyntheticFieldsInAnyOrderAndEmpty) {
  const TableMetadata all = metadata("0d00 0c00 0b00 0900 0800 0700 0600 0500 0400 0300 01 01 80");
  EXPECT_EQ(all.signedness, Bytes("\x80"));
  EXPECT_EQ(all.column_visibility, Bytes());
  EXPECT_THAT(all.column_names, IsEmpty());
}

TEST_F(TableMapEventTest, SyntheticUnknownFieldsAreSkippedByLength) {
  const std::string unknown = "0e 02 aabb ff 01 dd 00 01 cc";
  EXPECT_EQ(metadata(unknown + "01 01 80").signedness, Bytes("\x80"));
  EXPECT_EQ(metadata_trace(unknown), R"(
18 1 metadata_type = 14
19 1 metadata_length = 2
20 2 unknown_metadata:
  20 2 unparsed = aabb
22 1 metadata_type = 255
23 1 metadata_length = 1
24 1 unknown_metadata:
  24 1 unparsed = dd
25 1 metadata_type = 0
26 1 metadata_length = 1
27 1 unknown_metadata:
  27 1 unparsed = cc
)");
}

TEST_F(TableMapEventTest, SyntheticBrokenMetadata) {
  EXPECT_EQ(metadata_error("01"), "19 metadata_length: no byte left");
  EXPECT_EQ(metadata_error("01 02 80"), "20 SIGNEDNESS: needs 2 bytes, 1 left");
  EXPECT_EQ(metadata_error("01 fb"), "19 metadata_length: not a valid packed integer");
  EXPECT_EQ(metadata_error("01 feffffffffffffffff 80"), "28 SIGNEDNESS: needs 18446744073709551615 bytes, 1 left");
  EXPECT_EQ(metadata_error("02 00"), "20 default_collation: no byte left");
  EXPECT_EQ(metadata_error("02 02 08 00"), "22 collation: no byte left");
  EXPECT_EQ(metadata_error("03 02 08 ff"), "21 collation: not a valid packed integer");
  EXPECT_EQ(metadata_error("04 02 02 61"), "21 column_name: needs 2 bytes, 1 left");
  EXPECT_EQ(metadata_error("05 01 01"), "21 value_length: no byte left");
  EXPECT_EQ(metadata_error("06 02 02 00"), "22 value_length: no byte left");
  EXPECT_EQ(metadata_error("09 01 00"), "21 prefix_length: no byte left");
  EXPECT_EQ(metadata_error("0d 02 fc 00"), "20 vector_dimensionality: needs 3 bytes, 2 left");
  EXPECT_EQ(metadata_error("0e 02 aa"), "20 unknown_metadata: needs 2 bytes, 1 left");
}

TEST_F(TableMapEventTest, SyntheticFieldsBeforeAFaultAreKept) {
  const Bytes body = keep("01 01 80 04 02 02 61 0c 01 80");
  Cursor<NoTrace> in(body);
  TableMetadata metadata;
  EXPECT_THROW(metadata.decode_fields(in), DecodeError);
  EXPECT_EQ(metadata.signedness, Bytes("\x80"));
  EXPECT_EQ(metadata.column_visibility, std::nullopt);
}

// --- broken columns

TEST_F(TableMapEventTest, SyntheticLengthsThatLie) {
  EXPECT_EQ(error<TableMapEvent>("010000000000 0100 05 6400"), "9 database_name: needs 5 bytes, 2 left");
  EXPECT_EQ(error<TableMapEvent>("010000000000 0100 feffffffffffffffff 6400"),
            "17 database_name: needs 18446744073709551615 bytes, 2 left");
  EXPECT_EQ(error<TableMapEvent>("010000000000 0100 01 64"), "10 nul: needs 1 byte, 0 left");
  EXPECT_EQ(error<TableMapEvent>("010000000000 0100 01 6400 01 7400 00 00"), "15 column_count: no columns");
  EXPECT_EQ(error<TableMapEvent>("010000000000 0100 01 6400 01 7400 02 03"), "15 column_type: needs 2 bytes, 1 left");
  EXPECT_EQ(error<TableMapEvent>("010000000000 0100 01 6400 01 7400 feffffffffffffffff 03"),
            "23 column_count: more columns than a table can have");
  EXPECT_EQ(error<TableMapEvent>("010000000000 0100 01 6400 01 7400 01 03 02 00"),
            "17 metadata: needs 2 bytes, 1 left");
  EXPECT_EQ(error<TableMapEvent>("010000000000 0100 01 6400 01 7400 01 03 00"), "17 null_bits: needs 1 byte, 0 left");
}

TEST_F(TableMapEventTest, SyntheticMoreColumnsThanATableCanHave) {
  const auto with_columns = [](std::size_t count) {
    return "010000000000 0100 01 6400 01 7400 fc" + number(count, 2) + text(std::string(count, '\3')) + "00" +
           text(std::string((count + 7) / 8, '\0'));
  };
  EXPECT_EQ(decode<TableMapEvent>(with_columns(4096)).column_count, 4096u);
  EXPECT_EQ(error<TableMapEvent>(with_columns(4097)), "17 column_count: more columns than a table can have");
}

TEST_F(TableMapEventTest, SyntheticMoreMetadataThanATableCanHave) {
  const auto list = [](int type, const std::string& entry, std::size_t count) {
    std::string entries;
    for (std::size_t i = 0; i < count; ++i) entries += entry;
    return number(static_cast<std::uint64_t>(type), 1) + "fd" + number(from_hex(entries).size(), 3) + entries;
  };
  struct {
    int type;
    std::string entry;
  } const lists[] = {{3, "08"}, {4, "00"},   {5, "00"},  {6, "00"}, {7, "00"},
                     {8, "00"}, {9, "0000"}, {11, "08"}, {13, "00"}};
  for (const auto& l : lists) {
    SCOPED_TRACE(l.type);
    EXPECT_EQ(metadata_error(list(l.type, l.entry, 4096)), "");
    EXPECT_THAT(metadata_error(list(l.type, l.entry, 4097)),
                testing::HasSubstr("more entries than a table can have columns"));
  }
}

TEST_F(TableMapEventTest, SyntheticMoreLabelsThanAnEnumCanHave) {
  const auto labels = [](std::size_t count) {
    return "06 fd" + number(4 + count, 3) + "fd" + number(count, 3) + text(std::string(count, '\0'));
  };
  EXPECT_EQ(metadata(labels(65535)).enum_str_value.at(0).size(), 65535u);
  EXPECT_EQ(metadata_error(labels(65536)), "27 value_count: more values than an ENUM can have");
}

TEST_F(TableMapEventTest, IsSoundBetweenMetadataFields) {
  EXPECT_EQ(sound_lengths<TableMapEvent>(kWithKey), "22, 25, 29, 32, 35");
}

// types-metadata.000001 of testdata: (INT UNSIGNED, VARCHAR(20), CHAR(5), TEXT, ENUM, SET, VARBINARY(8)).
TEST_F(TableMapEventTest, WholeEventWithEightMetadataFields) {
  const std::string body =
      "920700000000 0100 03 6c616200 03 6d643100 07 030ffefcfefe0f 0b 1400 fe0f 02 f701 f801 0800 74"
      "01 01 80"
      "03 04 2f212d3f"
      "04 0e 0161 0162 0163 0164 0165 0166 0167"
      "0b 04 08 fcff00"
      "05 05 02 0178 0179"
      "06 05 02 0161 0162"
      "09 06 0105 0000 030a"
      "0c 01 fe";
  const TableMapEvent event = decode<TableMapEvent>(body);
  EXPECT_EQ(event.metadata, from_hex("1400fe0f02f701f8010800"));
  const TableMetadata& metadata = event.optional_metadata;
  EXPECT_EQ(metadata.signedness, Bytes("\x80"));
  EXPECT_THAT(metadata.charsets.by_column, ElementsAre(47, 33, 45, 63));
  EXPECT_THAT(metadata.column_names, ElementsAre("a", "b", "c", "d", "e", "f", "g"));
  EXPECT_THAT(metadata.enum_and_set_charsets.by_column, ElementsAre(8, 255));
  EXPECT_THAT(metadata.set_str_value, ElementsAre(ElementsAre("x", "y")));
  EXPECT_THAT(metadata.enum_str_value, ElementsAre(ElementsAre("a", "b")));
  EXPECT_EQ(metadata.primary_key.size(), 3u);
  EXPECT_EQ(metadata.column_visibility, Bytes("\xfe"));
  EXPECT_EQ(sound_lengths<TableMapEvent>(body), "39, 42, 48, 64, 70, 77, 84, 92, 95");
}

}  // namespace
}  // namespace binlogdump
