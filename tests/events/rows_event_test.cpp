// What all row events share; what is said of WRITE_ROWS_EVENT here holds for the others.

#include "binlogdump/rows_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

class RowsEventTest : public EventTest {
 protected:
  /// Table 1 of database "d", named "t". Synthetic.
  const TableMap& make_table(const std::string& types, const std::string& metadata = "") {
    const std::size_t columns = from_hex(types).size();
    return table("010000000000 0000 01 6400 01 7400" + number(columns, 1) + types +
                 number(from_hex(metadata).size(), 1) + metadata + number(0, (columns + 7) / 8));
  }
  /// Head of a WRITE_ROWS_EVENT of that table, ending behind var_header_len.
  const std::string kHead = "010000000000 0000 0200";
};

// --- the head

TEST_F(RowsEventTest, ReadsTheHead) {
  const WriteRowsEvent event = decode<WriteRowsEvent>("da0100000000 1100 0200 06 11 00 03000000 036d696e");
  EXPECT_EQ(event.table_id, 474u);
  EXPECT_EQ(event.flags, RowsEvent::STMT_END_F | RowsEvent::USE_SQL_FOREIGN_KEY_F);
  EXPECT_TRUE(event.ends_statement());
  EXPECT_EQ(event.width, 6u);
  EXPECT_EQ(event.columns_before_image, "");
  EXPECT_EQ(event.columns_after_image, "\x11");
  EXPECT_EQ(event.rows, from_hex("00 03000000 036d696e"));
  EXPECT_EQ(event.partition, std::nullopt);
  EXPECT_EQ(event.ndb_info, std::nullopt);
}

TEST_F(RowsEventTest, SyntheticTableIdHasSixBytes) {
  EXPECT_EQ(decode<WriteRowsEvent>("ffffffffffff 0000 0200 01 01 00").table_id, 0xffffffffffffu);
}

TEST_F(RowsEventTest, SyntheticTableIdOfServersBefore514HasFourBytes) {
  for (EventType type : {EventType::WRITE_ROWS_EVENT_V1, EventType::UPDATE_ROWS_EVENT_V1,
                         EventType::DELETE_ROWS_EVENT_V1, EventType::WRITE_ROWS_EVENT}) {
    post_header_length(type, 6);
  }
  const WriteRowsEventV1 event = decode<WriteRowsEventV1>("ffffffff 0100 01 01 fe 05");
  EXPECT_EQ(event.table_id, 0xffffffffu);
  EXPECT_EQ(event.flags, RowsEvent::STMT_END_F);
  EXPECT_EQ(event.rows, "\xfe\x05");
  EXPECT_EQ(decode<UpdateRowsEventV1>("01000000 0000 01 01 01").table_id, 1u);
  EXPECT_EQ(decode<DeleteRowsEventV1>("02000000 0000 01 01").table_id, 2u);
  EXPECT_EQ(decode<WriteRowsEvent>("03000000 0000 0200 01 01").table_id, 3u);
  EXPECT_EQ(trace<WriteRowsEventV1>("ffffffff 0100 01 01 fe"), R"(
0 4 table_id = 4294967295
4 2 flags = 1
6 1 width = 1
7 1 columns_after_image = 01
8 1 rows = fe
)");
}

TEST_F(RowsEventTest, SyntheticWidthOfMoreThan250Columns) {
  const std::string all(63, '\0');
  const WriteRowsEvent event = decode<WriteRowsEvent>(kHead + "fcf401" + text(all));
  EXPECT_EQ(event.width, 500u);
  EXPECT_EQ(event.columns_after_image, all);
}

TEST_F(RowsEventTest, SyntheticWidthsThatLie) {
  EXPECT_EQ(error<WriteRowsEvent>(kHead + "00"), "11 width: no columns");
  EXPECT_EQ(error<WriteRowsEvent>(kHead + "fb"), "10 width: not a valid packed integer");
  EXPECT_EQ(error<WriteRowsEvent>(kHead + "09 ff"), "11 columns_after_image: needs 2 bytes, 1 left");
  EXPECT_EQ(error<WriteRowsEvent>(kHead + "18 ff"), "11 columns_after_image: needs 3 bytes, 1 left");
  EXPECT_EQ(error<DeleteRowsEvent>(kHead + "18 ff"), "11 columns_before_image: needs 3 bytes, 1 left");
  EXPECT_EQ(error<WriteRowsEvent>(kHead + "fc0010 ff"), "13 columns_after_image: needs 512 bytes, 1 left");
  EXPECT_EQ(error<WriteRowsEvent>(kHead + "fc0110 ff"), "13 width: more columns than a table can have");
  for (const char* width : {"feffffffffffffffff", "fe0000000000000080", "fef8ffffffffffffff", "fe0000000001000000"}) {
    EXPECT_EQ(error<WriteRowsEvent>(kHead + width), "19 width: more columns than a table can have") << width;
  }
}

// --- extra row info

TEST_F(RowsEventTest, ExtraRowInfoTellsThePartition) {
  // dml-partitioned.000001 of testdata.
  const std::string body = "b60100000000 1000 0500 01 0200 02 ff 00 15000000 15000000";
  EXPECT_EQ(decode<WriteRowsEvent>(body).partition,
            (RowsEvent::PartitionInfo{.partition_id = 2, .source_partition_id = std::nullopt}));
  EXPECT_EQ(trace<WriteRowsEvent>(body), R"(
0 6 table_id = 438
6 2 flags = 16
8 2 var_header_len = 5
10 3 extra_row_info:
  10 1 extra_row_info_type = 1
  11 2 partition_id = 2
13 1 width = 2
14 1 columns_after_image = ff
15 9 rows = 001500000015000000
)");
}

TEST_F(RowsEventTest, SyntheticExtraRowInfoOfNdb) {
  // The length counts itself and the format.
  const std::string body = "010000000000 0000 0800 00 05 07 aabbcc 01 01 fe";
  const WriteRowsEvent event = decode<WriteRowsEvent>(body);
  EXPECT_EQ(event.ndb_info, (RowsEvent::NdbInfo{.format = 7, .data = "\xaa\xbb\xcc"}));
  EXPECT_EQ(trace<WriteRowsEvent>(body), R"(
0 6 table_id = 1
6 2 flags = 0
8 2 var_header_len = 8
10 6 extra_row_info:
  10 1 extra_row_info_type = 0
  11 1 ndb_info_length = 5
  12 1 ndb_info_format = 7
  13 3 unparsed = aabbcc
16 1 width = 1
17 1 columns_after_image = 01
18 1 rows = fe
)");
}

TEST_F(RowsEventTest, SyntheticExtraRowInfoOfBothKinds) {
  const WriteRowsEvent event = decode<WriteRowsEvent>("010000000000 0000 0800 00 02 00 01 0300 01 01 fe");
  EXPECT_EQ(event.ndb_info, (RowsEvent::NdbInfo{.format = 0, .data = ""}));
  EXPECT_EQ(event.partition, (RowsEvent::PartitionInfo{.partition_id = 3, .source_partition_id = std::nullopt}));
}

TEST_F(RowsEventTest, SyntheticExtraRowInfoOfUnknownKindIsUnparsed) {
  const std::string body = "010000000000 0000 0900 01 0300 02 aabbcc 01 01 fe";
  EXPECT_EQ(decode<WriteRowsEvent>(body).unknown_info, (RowsEvent::UnknownInfo{.type = 2, .data = "\xaa\xbb\xcc"}));
  EXPECT_EQ(trace<WriteRowsEvent>(body), R"(
0 6 table_id = 1
6 2 flags = 0
8 2 var_header_len = 9
10 7 extra_row_info:
  10 1 extra_row_info_type = 1
  11 2 partition_id = 3
  13 1 extra_row_info_type = 2
  14 3 unparsed = aabbcc
17 1 width = 1
18 1 columns_after_image = 01
19 1 rows = fe
)");
}

TEST_F(RowsEventTest, SyntheticExtraRowInfoThatLies) {
  const auto error_of = [this](const char* extra) {
    return error<WriteRowsEvent>(std::string("010000000000 0000 ") + extra);
  };
  EXPECT_EQ(error_of("0100 01 01"), "10 var_header_len: smaller than itself");
  EXPECT_EQ(error_of("0000 01 01"), "10 var_header_len: smaller than itself");
  EXPECT_EQ(error_of("ffff 01 0000"), "10 extra_row_info: needs 65533 bytes, 3 left");
  EXPECT_EQ(error_of("0400 01 00 01 01"), "11 partition_id: needs 2 bytes, 1 left");
  EXPECT_EQ(error_of("0400 00 01 01 01"), "12 ndb_info_length: smaller than its head");
  EXPECT_EQ(error_of("0400 00 03 01 01"), "12 ndb_info_format: needs 1 byte, 0 left");
  EXPECT_EQ(error<UpdateRowsEvent>("010000000000 0000 0600 01 0300 04 01 01 01"),
            "13 source_partition_id: needs 2 bytes, 1 left");
}

TEST_F(RowsEventTest, SyntheticNdbDataShorterThanItsLength) {
  const std::string sound = "010000000000 0000 0600 00 03 00 aa 01 01 00";
  EXPECT_EQ(sound_lengths<WriteRowsEvent>(sound), "16-17");
  EXPECT_THAT(error<WriteRowsEvent>("010000000000 0000 0600 00 09 00 aa 01 01"),
              testing::EndsWith(": needs 7 bytes, 1 left"));
}

// --- rows

TEST_F(RowsEventTest, WithoutATableMapRowsAreOneField) {
  EXPECT_THAT(trace<WriteRowsEvent>(kHead + "02 ff 00 01000000"), testing::EndsWith("\n12 5 rows = 0001000000\n"));
  EXPECT_EQ(rows<WriteRowsEvent>(kHead + "02 ff 00 01000000"), "\nno table map\n");
}

TEST_F(RowsEventTest, SyntheticNullIsNotAbsent) {
  make_table("03 01 03 01");
  // Columns 1, 2 and 4 are there, 2 is NULL: the null bitmap counts present columns.
  const std::string body = kHead + "04 0b 02 05000000 07";
  EXPECT_EQ(rows<WriteRowsEvent>(body), R"(
+ @1=05000000 @2=NULL @4=07
)");
  EXPECT_EQ(trace<WriteRowsEvent>(body), R"(
0 6 table_id = 1
6 2 flags = 0
8 2 var_header_len = 2
10 1 width = 4
11 1 columns_after_image = 0b
12 6 row:
  12 1 null_bits = 02
  13 4 value = 05000000
  17 1 value = 07
)");
}

TEST_F(RowsEventTest, SyntheticAllColumnsNull) {
  make_table("03 01");
  EXPECT_EQ(rows<WriteRowsEvent>(kHead + "02 03 03 ff"), R"(
+ @1=NULL @2=NULL
+ @1=NULL @2=NULL
)");
}

TEST_F(RowsEventTest, SyntheticFewPresentOfManyColumns) {
  // INT, BLOB, CHAR(2), INT, INT, of which the first, third and fifth are there.
  make_table("03 fc fe 03 03", "02 fe02");
  EXPECT_EQ(rows<WriteRowsEvent>(kHead + "05 15 00 01000000 026162 02000000"), R"(
+ @1=01000000 @3='ab' @5=02000000
)");
}

TEST_F(RowsEventTest, SyntheticNullBitmapHasOneBitForEachPresentColumn) {
  // Of 17 columns nine are there: two bytes. The last one is NULL.
  make_table("0101010101010101 0101010101010101 01");
  EXPECT_EQ(rows<WriteRowsEvent>(kHead + "11 ff0001 0001 0102030405060708"), R"(
+ @1=01 @2=02 @3=03 @4=04 @5=05 @6=06 @7=07 @8=08 @17=NULL
)");
}

TEST_F(RowsEventTest, SyntheticUnusedBitsOfTheBitmapsMeanNothing) {
  make_table("03 01");
  EXPECT_EQ(rows<WriteRowsEvent>(kHead + "02 ff fd 07"), R"(
+ @1=NULL @2=07
)");
}

TEST_F(RowsEventTest, RowWithoutAnyColumnTakesNoBytes) {
  // dml-row-image.000001 of testdata: INSERT INTO rn VALUES () with binlog_row_image=MINIMAL.
  table("dc0100000000 0100 04 73686f7000 02 726e00 03 03fc0f 03 02 2800 07");
  const std::string body = "dc0100000000 1100 0200 03 00";
  EXPECT_EQ(rows<WriteRowsEvent>(body), "\n+\n");
  EXPECT_EQ(trace<WriteRowsEvent>(body), R"(
0 6 table_id = 476
6 2 flags = 17
8 2 var_header_len = 2
10 1 width = 3
11 1 columns_after_image = 00
12 0 row:
  12 0 null_bits = ''
)");
}

TEST_F(RowsEventTest, SyntheticBytesBehindARowWithoutColumns) {
  make_table("03");
  EXPECT_EQ(rows<WriteRowsEvent>(kHead + "01 00 ff"), "\n+\n! 12 rows: no column is present, but there are bytes\n");
  EXPECT_THAT(trace<WriteRowsEvent>(kHead + "01 00 ff"), testing::HasSubstr("\n12 1 undecoded = ff\n"));
}

TEST_F(RowsEventTest, SyntheticEmptyRowsOfPresentColumns) {
  make_table("03");
  EXPECT_EQ(rows<WriteRowsEvent>(kHead + "01 01"), "\n! 12 null_bits: needs 1 byte, 0 left\n");
}

TEST_F(RowsEventTest, SyntheticLengthsOfValues) {
  // VARCHAR(10), VARCHAR(300), BLOBs with lengths of 1, 2, 3 and 4 bytes, CHAR(400), BIT(10), DATETIME(3).
  make_table("0f 0f fc fc fc fc fe 10 12", "0a00 2c01 01 02 03 04 ee90 0201 03");
  EXPECT_EQ(rows<WriteRowsEvent>(kHead + "09 ff01 0000"
                                         "01 61  0200 6263  01 64  0100 65  010000 66  01000000 67  0300 68696a"
                                         "0201 99b2bac8b8 0c0a"),
            R"(
+ @1='a' @2='bc' @3='d' @4='e' @5='f' @6='g' @7='hij' @8=0201 @9=99b2bac8b80c0a
)");
}

TEST_F(RowsEventTest, SyntheticEmptyValues) {
  make_table("0f fc", "0a00 04");
  EXPECT_EQ(rows<WriteRowsEvent>(kHead + "02 03 00 00 00000000"), R"(
+ @1='' @2=''
)");
}

TEST_F(RowsEventTest, SyntheticWidthThatDiffersFromTheMap) {
  make_table("03 03");
  for (const char* width : {"01 01", "03 07"}) {
    EXPECT_THAT(rows<WriteRowsEvent>(kHead + width + "00 01000000 02000000 03000000"),
                testing::HasSubstr("columns, but the table map has 2"));
  }
  EXPECT_EQ(trace<WriteRowsEvent>(kHead + "01 01 00 01000000"), R"(
0 6 table_id = 1
6 2 flags = 0
8 2 var_header_len = 2
10 1 width = 1
11 1 columns_after_image = 01
12 5 undecoded = 0001000000
! 12 width: 1 columns, but the table map has 2
)");
}

TEST_F(RowsEventTest, SyntheticValueBeyondTheEndKeepsTheRowsBeforeIt) {
  make_table("03 0f", "0a00");
  EXPECT_EQ(rows<WriteRowsEvent>(kHead + "02 03 00 01000000 0161 00 02000000 0562"), R"(
+ @1=01000000 @2='a'
+ @1=02000000
! 24 value: needs 6 bytes, 2 left
)");
  EXPECT_EQ(trace<WriteRowsEvent>(kHead + "02 03 00 01000000 0161 00 02000000 0562"), R"(
0 6 table_id = 1
6 2 flags = 0
8 2 var_header_len = 2
10 1 width = 2
11 1 columns_after_image = 03
12 7 row:
  12 1 null_bits = 00
  13 4 value = 01000000
  17 1 length = 1
  18 1 value = 'a'
19 5 row:
  19 1 null_bits = 00
  20 4 value = 02000000
24 2 undecoded = 0562
! 24 value: needs 6 bytes, 2 left
)");
}

TEST_F(RowsEventTest, SyntheticLengthsOfValuesThatLie) {
  make_table("fc", "04");
  EXPECT_EQ(rows<WriteRowsEvent>(kHead + "01 01 00 ffffffff 61"), "\n+\n! 13 value: needs 4294967299 bytes, 5 left\n");
  EXPECT_EQ(rows<WriteRowsEvent>(kHead + "01 01 00 ffffff"), "\n+\n! 13 length: needs 4 bytes, 3 left\n");
}

TEST_F(RowsEventTest, SyntheticColumnOfUnknownTypeEndsTheReading) {
  make_table("03 f3 03");
  EXPECT_EQ(rows<WriteRowsEvent>(kHead + "03 07 00 01000000 aabb"), R"(
+ @1=01000000
! 17 value: column type of unknown length
)");
}

TEST_F(RowsEventTest, SyntheticColumnOfUnknownTypeMayBeNullOrAbsent) {
  make_table("03 f3 03");
  EXPECT_EQ(rows<WriteRowsEvent>(kHead + "03 07 02 01000000 03000000"), R"(
+ @1=01000000 @2=NULL @3=03000000
)");
  EXPECT_EQ(rows<WriteRowsEvent>(kHead + "03 05 00 01000000 03000000"), R"(
+ @1=01000000 @3=03000000
)");
}

TEST_F(RowsEventTest, SyntheticWholeRowsAreSound) {
  make_table("03 0f fc", "0a00 02");
  EXPECT_EQ(sound_lengths<WriteRowsEvent>(kHead + "03 07 00 01000000 0161 0100 62 04 02000000 00"), "22, 28");
}

// --- what kinds there are

TEST(RowsEventKinds, ImagesOfEachType) {
  struct {
    EventType type;
    bool before, after, extra, partial;
  } const kinds[] = {
      {EventType::WRITE_ROWS_EVENT_V1, false, true, false, false},
      {EventType::UPDATE_ROWS_EVENT_V1, true, true, false, false},
      {EventType::DELETE_ROWS_EVENT_V1, true, false, false, false},
      {EventType::WRITE_ROWS_EVENT, false, true, true, false},
      {EventType::UPDATE_ROWS_EVENT, true, true, true, false},
      {EventType::DELETE_ROWS_EVENT, true, false, true, false},
      {EventType::PARTIAL_UPDATE_ROWS_EVENT, true, true, true, true},
  };
  for (const auto& expected : kinds) {
    SCOPED_TRACE(event_type_name(static_cast<std::uint8_t>(expected.type)));
    EXPECT_TRUE(is_rows_event(expected.type));
    const RowsEvent::Kind kind = RowsEvent::kind_of(expected.type);
    EXPECT_EQ(kind.before_image, expected.before);
    EXPECT_EQ(kind.after_image, expected.after);
    EXPECT_EQ(kind.has_extra_row_info, expected.extra);
    EXPECT_EQ(kind.partial_json, expected.partial);
  }
}

TEST(RowsEventKinds, OtherTypesAreNoRowEvents) {
  for (EventType type : {EventType::UNKNOWN_EVENT, EventType::TABLE_MAP_EVENT, EventType::PRE_GA_WRITE_ROWS_EVENT,
                         EventType::PRE_GA_UPDATE_ROWS_EVENT, EventType::PRE_GA_DELETE_ROWS_EVENT,
                         EventType::ROWS_QUERY_LOG_EVENT, static_cast<EventType>(166)}) {
    EXPECT_FALSE(is_rows_event(type)) << static_cast<int>(type);
  }
}

}  // namespace
}  // namespace binlogdump
