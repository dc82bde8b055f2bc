#include "binlogdump/table_map.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using testing::ElementsAre;

class TableMapTest : public EventTest {
 protected:
  /// The map of a table with these columns, all nullable. Synthetic.
  const TableMap& columns(const std::string& types, const std::string& type_metadata = "",
                          const std::string& optional_metadata = "") {
    const std::size_t count = from_hex(types).size();
    return table("010000000000 0100 01 6400 01 7400" + packed(count) + types + packed(from_hex(type_metadata).size()) +
                 type_metadata + text(std::string((count + 7) / 8, '\xff')) + optional_metadata);
  }
  const Column& column(const std::string& type, const std::string& type_metadata = "") {
    return columns(type, type_metadata).columns().at(0);
  }

  /// How the end of a value is found: "fixed N", "length N" or "unknown".
  std::string layout(const std::string& type, const std::string& type_metadata = "") {
    const Column& c = column(type, type_metadata);
    if (!c.size_known) return "unknown";
    return c.length_bytes > 0 ? fmt::format("length {}", c.length_bytes) : fmt::format("fixed {}", c.fixed_size);
  }

  static std::string packed(std::size_t number) {
    return number < 251 ? text(std::string(1, static_cast<char>(number))) : "fc" + binlogdump::number(number, 2);
  }
};

// --- the map as a whole

TEST_F(TableMapTest, OutlivesItsEvent) {
  const TableMap* map = nullptr;
  {
    const std::string event =
        "header" + from_hex("010000000000 0100 02 646200 01 7400 02 03fe 02 fe14 01 04 05 01 61 02 6262");
    map = &context.add_table_map(event, 6, event.size());
  }
  EXPECT_EQ(map->event().database_name, "db");
  EXPECT_EQ(map->event().table_name, "t");
  EXPECT_EQ(map->body().size(), 29u);
  EXPECT_THAT(map->event().optional_metadata.column_names, ElementsAre("a", "bb"));
  EXPECT_EQ(map->columns().at(1).name, "bb");
  EXPECT_EQ(map->columns().at(1).max_length, 20u);
}

TEST_F(TableMapTest, NullableColumns) {
  const TableMap& map = table("010000000000 0100 01 6400 01 7400 09 010101010101010101 00 a501");
  std::string nullable;
  for (const Column& c : map.columns()) nullable += c.nullable ? '1' : '0';
  EXPECT_EQ(nullable, "101001011");
}

TEST_F(TableMapTest, CountsJsonColumns) {
  EXPECT_EQ(columns("f5 03 f5", "04 04").json_column_count(), 2u);
  EXPECT_EQ(columns("03").json_column_count(), 0u);
}

TEST_F(TableMapTest, BrokenEventThrowsWithOffsetsFromTheEventsStart) {
  const Bytes event = keep("aabbccddee 010000000000 0100 01 6400 01 7400 02 03");
  try {
    context.add_table_map(event, 5, event.size());
    FAIL();
  } catch (const DecodeError& error) {
    EXPECT_EQ(error_text(error), "20 column_type: needs 2 bytes, 1 left");
  }
}

TEST_F(TableMapTest, SyntheticTableIdOfServersBefore514HasFourBytes) {
  post_header_length(EventType::TABLE_MAP_EVENT, 6);
  EXPECT_EQ(table("ffffffff 0100 01 6400 01 7400 01 03 00 00").event().table_id, 0xffffffffu);
  EXPECT_NE(context.table_map(0xffffffff), nullptr);
}

// --- layouts

TEST_F(TableMapTest, IntegersAndFloats) {
  EXPECT_EQ(layout("01"), "fixed 1");
  EXPECT_EQ(layout("02"), "fixed 2");
  EXPECT_EQ(layout("09"), "fixed 3");
  EXPECT_EQ(layout("03"), "fixed 4");
  EXPECT_EQ(layout("08"), "fixed 8");
  EXPECT_EQ(layout("04", "04"), "fixed 4");
  EXPECT_EQ(layout("05", "08"), "fixed 8");
  EXPECT_EQ(layout("06"), "fixed 0") << "NULL";
}

TEST_F(TableMapTest, TemporalTypes) {
  EXPECT_EQ(layout("0d"), "fixed 1") << "YEAR";
  EXPECT_EQ(layout("0a"), "fixed 3") << "DATE";
  EXPECT_EQ(layout("0e"), "fixed 3") << "NEWDATE";
  EXPECT_EQ(layout("07"), "fixed 4") << "old TIMESTAMP";
  EXPECT_EQ(layout("0b"), "fixed 3") << "old TIME";
  EXPECT_EQ(layout("0c"), "fixed 8") << "old DATETIME";
  for (int digits = 0; digits <= 6; ++digits) {
    const std::string metadata = number(static_cast<std::uint64_t>(digits), 1);
    const int fraction = (digits + 1) / 2;
    EXPECT_EQ(layout("11", metadata), fmt::format("fixed {}", 4 + fraction)) << "TIMESTAMP2";
    EXPECT_EQ(layout("12", metadata), fmt::format("fixed {}", 5 + fraction)) << "DATETIME2";
    EXPECT_EQ(layout("13", metadata), fmt::format("fixed {}", 3 + fraction)) << "TIME2";
    EXPECT_EQ(column("13", metadata).fraction_digits(), digits);
  }
}

TEST_F(TableMapTest, Decimals) {
  EXPECT_EQ(layout("f6", "0e04"), "fixed 7");
  EXPECT_EQ(layout("f6", "0500"), "fixed 3");
  EXPECT_EQ(layout("f6", "411e"), "fixed 30");
  EXPECT_EQ(layout("f6", "0000"), "unknown") << "no digits";
  EXPECT_EQ(layout("f6", "0506"), "unknown") << "more digits behind the point than in all";
  EXPECT_EQ(layout("f6", "ffff"), "unknown");
  const Column& decimal = column("f6", "1203");
  EXPECT_EQ(decimal.decimal_precision(), 18);
  EXPECT_EQ(decimal.decimal_scale(), 3);
}

TEST_F(TableMapTest, Bits) {
  EXPECT_EQ(layout("10", "0100"), "fixed 1") << "BIT(1)";
  EXPECT_EQ(layout("10", "0001"), "fixed 1") << "BIT(8)";
  EXPECT_EQ(layout("10", "0101"), "fixed 2") << "BIT(9)";
  EXPECT_EQ(layout("10", "0707"), "fixed 8") << "BIT(63)";
  EXPECT_EQ(layout("10", "0008"), "fixed 8") << "BIT(64)";
  EXPECT_EQ(column("10", "0201").bit_count(), 10);
  EXPECT_EQ(column("10", "0008").bit_count(), 64);
}

TEST_F(TableMapTest, Varchars) {
  EXPECT_EQ(layout("0f", "ff00"), "length 1");
  EXPECT_EQ(layout("0f", "0001"), "length 2");
  EXPECT_EQ(layout("0f", "0000"), "length 1");
  EXPECT_EQ(layout("0f", "fcff"), "length 2");
  EXPECT_EQ(layout("fd", "0a00"), "length 1") << "VAR_STRING";
  EXPECT_EQ(column("0f", "1027").max_length, 10000u);
}

TEST_F(TableMapTest, Chars) {
  EXPECT_EQ(layout("fe", "fe03"), "length 1");
  EXPECT_EQ(column("fe", "fe03").max_length, 3u);
  EXPECT_EQ(column("fe", "fe03").type, MYSQL_TYPE_STRING);
  EXPECT_EQ(column("fe", "feff").max_length, 255u);
}

TEST_F(TableMapTest, CharsOverTwoHundredFiftyFiveBytesFoldTheLengthIntoTheType) {
  struct {
    const char* metadata;
    std::uint32_t length;
  } const cases[] = {{"ee00", 256}, {"ee90", 400},  {"eefc", 508}, {"de00", 512},
                     {"ce00", 768}, {"cefc", 1020}, {"ceff", 1023}};
  for (const auto& c : cases) {
    EXPECT_EQ(column("fe", c.metadata).max_length, c.length) << c.metadata;
    EXPECT_EQ(layout("fe", c.metadata), "length 2") << c.metadata;
    EXPECT_EQ(column("fe", c.metadata).type, MYSQL_TYPE_STRING);
  }
}

TEST_F(TableMapTest, EnumsAndSetsInsideOfStrings) {
  EXPECT_EQ(column("fe", "f701").type, MYSQL_TYPE_ENUM);
  EXPECT_EQ(layout("fe", "f701"), "fixed 1");
  EXPECT_EQ(layout("fe", "f702"), "fixed 2");
  EXPECT_EQ(column("fe", "f803").type, MYSQL_TYPE_SET);
  EXPECT_EQ(layout("fe", "f801"), "fixed 1");
  EXPECT_EQ(layout("fe", "f803"), "fixed 3");
  EXPECT_EQ(layout("fe", "f808"), "fixed 8");
  EXPECT_EQ(layout("fe", "f700"), "unknown");
  EXPECT_EQ(layout("fe", "f703"), "unknown");
  EXPECT_EQ(layout("fe", "f800"), "unknown");
  EXPECT_EQ(layout("fe", "f809"), "unknown");
}

TEST_F(TableMapTest, BlobsHaveALengthOfOneToFourBytes) {
  for (const char* type : {"fc", "f9", "fa", "fb", "f5", "ff", "f2"}) {
    SCOPED_TRACE(type);
    EXPECT_EQ(layout(type, "01"), "length 1");
    EXPECT_EQ(layout(type, "02"), "length 2");
    EXPECT_EQ(layout(type, "03"), "length 3");
    EXPECT_EQ(layout(type, "04"), "length 4");
    EXPECT_EQ(layout(type, "00"), "unknown");
    EXPECT_EQ(layout(type, "05"), "unknown");
    EXPECT_EQ(layout(type, "ff"), "unknown");
  }
}

TEST_F(TableMapTest, TypesOfUnknownLength) {
  for (const char* type : {"00", "14", "15", "64", "f1", "f3", "f4"}) EXPECT_EQ(layout(type), "unknown") << type;
  EXPECT_EQ(layout("f7", "f701"), "unknown") << "ENUM outside of a string";
  EXPECT_EQ(layout("f8", "f801"), "unknown") << "SET outside of a string";
}

TEST_F(TableMapTest, TypeMetadataOfManyTypes) {
  // types-json.000001 of testdata: DECIMAL(20,5), DATE, TIME(6), DATETIME(6), TIMESTAMP(3), TEXT, VARCHAR(10), BIT(10),
  // YEAR, ENUM, SET, FLOAT, DOUBLE, GEOMETRY.
  const TableMap& map = columns("f60a131211fc0f100dfefe0408ff", "1405060603020a000401f701f8010404");
  std::vector<int> meta;
  for (const Column& c : map.columns()) meta.push_back(c.meta);
  EXPECT_THAT(meta, ElementsAre(0x1405, 0, 6, 6, 3, 2, 10, 0x104, 0, 0xf701, 0xf801, 4, 0, 4));
}

TEST_F(TableMapTest, SyntheticTypedArrayTakesTheMetadataOfItsElements) {
  // An array of VARCHAR has three bytes, of INT none, of DECIMAL two; the column behind must still get its own.
  for (const char* array : {"0f 2c0100", "03", "f6 0a02", "12 06"}) {
    const TableMap& map = columns("14 fe", std::string(array) + "fe14");
    EXPECT_FALSE(map.columns().at(0).size_known);
    EXPECT_EQ(map.columns().at(1).max_length, 20u) << array;
  }
}

TEST_F(TableMapTest, SyntheticArraysOfArraysOfArraysDoNotExhaustTheStack) {
  const std::string nested(1'000'000, '\x14');
  const auto read = [&] {
    const std::string event = from_hex("010000000000 0100 01 6400 01 7400 01 14") + "\xfd" +
                              from_hex(number(nested.size(), 3)) + nested + '\0';
    context.add_table_map(event, 0, event.size()).columns();
    std::exit(0);
  };
  EXPECT_EXIT(read(), testing::ExitedWithCode(0), "");
}

TEST_F(TableMapTest, SyntheticTypeMetadataThatEndsEarly) {
  // Two VARCHARs and a BLOB, with metadata for one VARCHAR and a half.
  const TableMap& map = columns("0f 0f fc 03", "2c01 0a");
  EXPECT_EQ(map.columns().at(0).max_length, 300u);
  EXPECT_EQ(map.columns().at(1).max_length, 0u);
  EXPECT_FALSE(map.columns().at(2).size_known) << "a BLOB's length is not told";
  EXPECT_TRUE(map.columns().at(3).size_known) << "an INT has no metadata";
}

// --- what optional metadata says of columns

TEST_F(TableMapTest, SignsAreListedForNumericColumnsAlone) {
  // types-metadata.000001 of testdata: INT UNSIGNED, INT, TINYINT UNSIGNED, FLOAT UNSIGNED, DECIMAL(5,1) UNSIGNED,
  // YEAR, BIT(3), BIGINT, BIGINT UNSIGNED, SMALLINT UNSIGNED, MEDIUMINT.
  const TableMap& map = columns("03030104f60d1008080209", "0405010300", "01 02 bd80");
  std::string signs;
  for (const Column& c : map.columns()) signs += !c.is_unsigned ? '-' : *c.is_unsigned ? 'u' : 's';
  EXPECT_EQ(signs, "usuuuu-suus");
}

TEST_F(TableMapTest, WithoutMetadataSignsAreNotKnown) {
  const TableMap& map = columns("03 0f", "0a00");
  EXPECT_EQ(map.columns().at(0).is_unsigned, std::nullopt);
  EXPECT_EQ(map.columns().at(1).collation, 0u);
  EXPECT_EQ(map.columns().at(0).name, "");
  EXPECT_EQ(map.columns().at(0).labels, nullptr);
}

TEST_F(TableMapTest, SyntheticSignsThatEndEarly) {
  const TableMap& map = columns("010101010101010101", "", "01 01 ff");
  EXPECT_EQ(map.columns().at(7).is_unsigned, true);
  EXPECT_EQ(map.columns().at(8).is_unsigned, std::nullopt);
}

TEST_F(TableMapTest, CollationsAreListedForCharacterColumnsAlone) {
  // The example of the format's description: YEAR, INT UNSIGNED, TIMESTAMP, VARCHAR(3), JSON, GEOMETRY, ENUM, SET,
  // VECTOR(3), CHAR(3) latin1, BIT(3), TEXT, DOUBLE.
  const TableMap& map = columns("0d03110ff5fffefef2fe10fc05", "00 0c00 04 04 f701 f801 04 fe03 0300 02 08",
                                "01 01 c0 03 08 fcff00 3f 08 fcff00 07 01 00 0d 01 03 0a 03 fcff00"
                                "05 05 02 0178 0179 06 05 02 0161 0162 0c 02 fff8");
  std::vector<std::uint64_t> collations;
  for (const Column& c : map.columns()) collations.push_back(c.collation);
  EXPECT_THAT(collations, ElementsAre(0, 0, 0, 255, 0, 0, 255, 255, 63, 8, 0, 255, 0));
  EXPECT_EQ(map.columns().at(0).is_unsigned, true) << "YEAR";
  EXPECT_EQ(map.columns().at(1).is_unsigned, true) << "INT UNSIGNED";
  EXPECT_EQ(map.columns().at(12).is_unsigned, false) << "DOUBLE";
  EXPECT_EQ(map.columns().at(8).vector_dimensions, 3u);
  EXPECT_THAT(*map.columns().at(6).labels, ElementsAre("a", "b"));
  EXPECT_THAT(*map.columns().at(7).labels, ElementsAre("x", "y"));
  EXPECT_EQ(map.columns().at(3).labels, nullptr);
  EXPECT_EQ(map.columns().at(4).name, "");
}

TEST_F(TableMapTest, SyntheticDefaultCollationWithExceptions) {
  // The exception's index counts character columns: the second of them is the third column.
  const TableMap& map = columns("0f 03 fc fe", "0a00 02 fe05", "02 05 fcff00 01 08");
  EXPECT_EQ(map.columns().at(0).collation, 255u);
  EXPECT_EQ(map.columns().at(1).collation, 0u);
  EXPECT_EQ(map.columns().at(2).collation, 8u);
  EXPECT_EQ(map.columns().at(3).collation, 255u);
}

TEST_F(TableMapTest, EnumAndSetCollationsCountThoseColumns) {
  // types-metadata.000001 of testdata: INT UNSIGNED, VARCHAR(20), CHAR(5), TEXT, ENUM latin1, SET utf8mb4,
  // VARBINARY(8).
  const TableMap& map = columns("030ffefcfefe0f", "1400fe0f02f701f8010800",
                                "01 01 80 03 04 2f212d3f 0b 04 08fcff00 05 05 02 0178 0179 06 05 02 0161 0162");
  EXPECT_EQ(map.columns().at(4).collation, 8u);
  EXPECT_EQ(map.columns().at(5).collation, 255u);
  EXPECT_EQ(map.columns().at(6).collation, 63u);
}

TEST_F(TableMapTest, SyntheticLabelsOfSeveralEnumsAndSets) {
  const TableMap& map = columns("fe fe fe fe", "f701 f801 f701 f801", "06 06 01 0161 01 0162 05 03 01 0178");
  EXPECT_THAT(*map.columns().at(0).labels, ElementsAre("a"));
  EXPECT_THAT(*map.columns().at(1).labels, ElementsAre("x"));
  EXPECT_THAT(*map.columns().at(2).labels, ElementsAre("b"));
  EXPECT_EQ(map.columns().at(3).labels, nullptr) << "fewer lists than columns";
}

TEST_F(TableMapTest, SyntheticMoreNamesThanColumns) {
  const TableMap& map = columns("03", "", "04 04 0161 0162");
  EXPECT_EQ(map.columns().size(), 1u);
  EXPECT_EQ(map.columns().at(0).name, "a");
}

TEST_F(TableMapTest, VectorDimensionsCountVectorColumns) {
  // types-vector.000001 of testdata: INT, four VECTORs.
  const TableMap& map = columns("03f2f2f2f2", "04040404", "01 01 00 02 01 3f 0d 08 04fc000801fcff3f");
  EXPECT_EQ(map.columns().at(1).vector_dimensions, 4u);
  EXPECT_EQ(map.columns().at(2).vector_dimensions, 2048u);
  EXPECT_EQ(map.columns().at(3).vector_dimensions, 1u);
  EXPECT_EQ(map.columns().at(4).vector_dimensions, 16383u);
  EXPECT_EQ(map.columns().at(4).collation, 63u);
}

// --- broken optional metadata

TEST_F(TableMapTest, SoundMetadataHasNoError) {
  EXPECT_EQ(columns("03", "", "01 01 80").metadata_error(), std::nullopt);
}

TEST_F(TableMapTest, SyntheticBrokenMetadataIsNotedAndRowsCanBeRead) {
  const TableMap& map = columns("03 0f", "0a00", "01 01 80 04 05 0161");
  ASSERT_TRUE(map.metadata_error().has_value());
  EXPECT_EQ(error_text(*map.metadata_error()), "26 COLUMN_NAME: needs 5 bytes, 2 left");
  EXPECT_EQ(map.columns().at(0).is_unsigned, true) << "read before the fault";
  EXPECT_EQ(map.columns().at(0).name, "");
  EXPECT_EQ(rows<WriteRowsEvent>("010000000000 0000 0200 02 03 00 05000000 0161"), R"(
+ @1=05000000 @2='a'
)");
}

TEST_F(TableMapTest, SyntheticErrorOfMetadataCountsFromTheEventsStart) {
  const Bytes event = keep("aabbcc 010000000000 0100 01 6400 01 7400 01 03 00 00 01 02 80");
  const TableMap& map = context.add_table_map(event, 3, event.size());
  EXPECT_EQ(error_text(map.metadata_error().value()), "23 SIGNEDNESS: needs 2 bytes, 1 left");
}

TEST_F(TableMapTest, SyntheticUnknownMetadataIsNoError) {
  const TableMap& map = columns("03", "", "63 03 616263 01 01 80");
  EXPECT_EQ(map.metadata_error(), std::nullopt);
  EXPECT_EQ(map.columns().at(0).is_unsigned, true);
}

TEST_F(TableMapTest, EveryCutOfTheMetadataKeepsTheColumns) {
  const std::string body =
      "920700000000 0100 03 6c616200 03 6d643100 07 030ffefcfefe0f 0b 1400fe0f02f701f8010800 74"
      "01 01 80 03 04 2f212d3f 04 0e 0161016201630164016501660167 0b 04 08fcff00 05 05 02 0178 0179"
      "06 05 02 0161 0162 09 06 010500 00030a 0c 01 fe";
  constexpr std::size_t kColumnsEnd = 39;
  for (std::size_t size = kColumnsEnd; size <= from_hex(body).size(); ++size) {
    context.clear_table_maps();
    const TableMap& map = table(cut(body, size));
    EXPECT_EQ(map.columns().size(), 7u);
    EXPECT_EQ(map.columns().at(3).length_bytes, 2);
  }
  for (std::size_t size = 0; size < kColumnsEnd; ++size) EXPECT_THROW(table(cut(body, size)), DecodeError) << size;
}

}  // namespace
}  // namespace binlogdump
