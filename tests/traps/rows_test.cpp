#include "traps/own_text.h"
#include "values/value_test.h"

namespace binlogdump::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kLog = "traps-rows.000001";

// "MINIMAL image over > 8 columns with few present; …: absent is not NULL; null bitmap by present columns; metadata
// walked over all."
TEST(TrapsRows, FewPresentOfManyColumns) {
  EXPECT_EQ(rows_of(own_text(kLog), "INSERT INTO `rows`.`twelve`"), R"(
### INSERT INTO `rows`.`twelve`
### SET
###   `c2`=2
###   `c9`=4294967295
###   `c12`=NULL
### INSERT INTO `rows`.`twelve`
### SET
###   `c2`=NULL
###   `c9`=NULL
###   `c12`='twelve'
)");
}

// "(INT, BLOB, CHAR(2), INT, INT UNSIGNED) with the 1st, 3rd and 5th only: absent is not NULL; …"
TEST(TrapsRows, AbsentIsNotNull) {
  EXPECT_EQ(rows_of(own_text(kLog), "INSERT INTO `rows`.`few`"), R"(
### INSERT INTO `rows`.`few`
### SET
###   `a`=-1
###   `c`='cc'
###   `e`=4294967295
### INSERT INTO `rows`.`few`
### SET
###   `a`=NULL
###   `c`=NULL
###   `e`=NULL
### INSERT INTO `rows`.`few`
### SET
###   `a`=NULL
###   `b`=NULL
###   `c`=NULL
###   `d`=NULL
###   `e`=NULL
)");
}

// "UPDATE across partitions; …"
TEST(TrapsRows, UpdateAcrossPartitions) {
  EXPECT_THAT(own_text(kLog).text, HasSubstr(R"(# partition 2, from partition 0
### UPDATE `rows`.`parts`
### WHERE
###   `id`=1
### SET
###   `id`=25
)"));
}

/// The text behind the header line of a row event of one row (7) with that extra row info.
std::string text_of_extra_row_info(const std::string& info) {
  LogBuilder log;
  log.add(table_map({.types = "\x03"}));
  log.add(write_rows(1, from_hex("00 07000000"), info));
  const OwnText shown = own_text_of_bytes(log.bytes());
  EXPECT_EQ(shown.outcome, Outcome::kClean);
  const std::size_t header = shown.text.find("\tWrite_rows: ");
  const std::size_t begin = shown.text.find('\n', header) + 1;
  EXPECT_NE(header, shown.text.npos);
  return shown.text.substr(begin, shown.text.find("###   @1=7\n") - begin);
}

// "… NDB extra info: the length includes its own 2 bytes; unknown kinds as hex."
TEST(TrapsRows, SyntheticExtraRowInfo) {
  const std::string row = "### INSERT INTO `d`.`t`\n### SET\n";
  EXPECT_EQ(text_of_extra_row_info(from_hex("00 05 07 aabbcc")), "# extra row info of NDB, format 7: 0xaabbcc\n" + row);
  EXPECT_EQ(text_of_extra_row_info(from_hex("01 0300 02 aabbcc")),
            "# extra row info of unknown kind 2: 0xaabbcc\n# partition 3\n" + row);
}

// "Unknown optional metadata (12 is column visibility) and unknown column types (242 is VECTOR): skip by length; …"
TEST(TrapsRows, ColumnVisibilityAndVector) {
  EXPECT_EQ(rows_of(own_text(kLog), "INSERT INTO `rows`.`vectors`"), R"(
### INSERT INTO `rows`.`vectors`
### SET
###   `v`=[1,-2.5,3.14]
###   `after_it`=7
###   `hidden`=8
)");
}

// As above: metadata of a kind that no server has yet.
TEST(TrapsRows, SyntheticUnknownMetadata) {
  // Type 99, then the name of the column.
  const OwnText log =
      own_text_of_rows({.types = "\x03", .optional = from_hex("63 03 aabbcc 04 02 0163")}, from_hex("00 07000000"));
  EXPECT_EQ(log.outcome, Outcome::kClean);
  EXPECT_EQ(rows_and_errors(log), "\n### INSERT INTO `d`.`t`\n### SET\n###   `c`=7\n");
}

// "… for a type of unknown length say so, hex the rest of that row event."
TEST(TrapsRows, SyntheticUnknownColumnType) {
  LogBuilder log;
  log.add(table_map({.types = "\x03\xc8\x03"}));
  const std::size_t at = log.add(write_rows(3, from_hex("00 07000000 616263 08000000")));
  log.add_query("CREATE DATABASE after_it");
  const OwnText shown = own_text_of_bytes(log.bytes());
  EXPECT_EQ(shown.outcome, Outcome::kDamaged);
  constexpr std::size_t kUnreadable = 36;
  EXPECT_THAT(shown.text, HasSubstr(fmt::format(R"(
### INSERT INTO `d`.`t`
### SET
###   @1=7
###   @2=?
# ERROR: offset {}: column @2 of type 200: value: column type of unknown length (byte {} of the event)
# {:08x} 61 62 63 08 00 00 00                             |abc....|
)",
                                                at, kUnreadable, at + kUnreadable)));
  EXPECT_THAT(shown.text, HasSubstr("\nCREATE DATABASE after_it;\n"));
}

// As above: type 6 (NULL) has no bytes; what is read for it must not come from behind the row.
TEST(TrapsRows, SyntheticColumnOfTypeNull) {
  const OwnText shown = own_text_of_rows({.types = "\x03\x06"}, from_hex("00 07000000"));
  EXPECT_EQ(shown.outcome, Outcome::kClean);
  EXPECT_EQ(rows_and_errors(shown), "\n### INSERT INTO `d`.`t`\n### SET\n###   @1=7\n###   @2=''\n");
}

// As above: BINARY of more bytes than any server allows (the high bits of the length are in the type byte).
TEST(TrapsRows, SyntheticBinaryThatIsTooLong) {
  const std::string value(1000, 'x');
  const OwnText shown = own_text_of_rows({.types = "\xfe", .metadata = "\xce\xff", .optional = from_hex("02 01 3f")},
                                         '\0' + le(value.size(), 2) + value);
  EXPECT_EQ(shown.outcome, Outcome::kClean);
  EXPECT_EQ(rows_and_errors(shown), "\n### INSERT INTO `d`.`t`\n### SET\n###   @1='" + value + "'\n");
}

// As above: the types 249 to 251, which no server writes, are BLOBs like 252.
TEST(TrapsRows, SyntheticBlobTypes) {
  for (const char* type : {"\xf9", "\xfa", "\xfb", "\xfc"}) {
    const OwnText shown = own_text_of_rows({.types = type, .metadata = "\1"}, '\0' + std::string("\5hello"));
    EXPECT_EQ(shown.outcome, Outcome::kClean);
    EXPECT_EQ(rows_and_errors(shown), "\n### INSERT INTO `d`.`t`\n### SET\n###   @1='hello'\n");
  }
}

// "Rows without their TABLE_MAP (start position inside a statement): name the table id, hex, go on."
TEST(TrapsRows, WithoutTheirTableMap) {
  LogBuilder log;
  for (const LogEvent& event : events_of(read_file(BINLOGDUMP_TESTDATA "/binlog.000024"))) {
    if (event.type() != EventType::TABLE_MAP_EVENT) log.add(event);
  }
  const OwnText shown = own_text_of_bytes(log.bytes());
  EXPECT_EQ(shown.outcome, Outcome::kDamaged);
  const std::string errors = rows_and_errors(shown);
  // An INSERT, an UPDATE and a DELETE of one table.
  const std::string error = "# ERROR: table_id: no table map for table id 122 (byte 19 of the event)\n";
  EXPECT_EQ(errors, "\n" + error + error + error);
  // The first line of the body of the INSERT: the table id, flags, extra row info, five columns.
  EXPECT_THAT(shown.text, HasSubstr(" 7a 00 00 00 00 00 "));
  EXPECT_THAT(shown.text, HasSubstr("COMMIT;\n"));
}

// "Two TABLE_MAPs then rows of both (multi-table UPDATE, triggers); …"
TEST(TrapsRows, TwoTablesInOneStatement) {
  const std::string rows = rows_and_errors(own_text(kLog));
  EXPECT_THAT(rows, HasSubstr(R"(
### UPDATE `rows`.`one`
### WHERE
###   `id`=1
###   `v`=10
### SET
###   `id`=1
###   `v`=11
### UPDATE `rows`.`one`
### WHERE
###   `id`=2
###   `v`=20
### SET
###   `id`=2
###   `v`=21
### UPDATE `rows`.`two`
### WHERE
###   `id`=1
###   `v`='x'
### SET
###   `id`=1
###   `v`='x!'
### UPDATE `rows`.`two`
### WHERE
###   `id`=2
###   `v`='y'
### SET
###   `id`=2
###   `v`='y!'
)"));
  // By a trigger.
  EXPECT_THAT(rows, HasSubstr(R"(
### DELETE FROM `rows`.`one`
### WHERE
###   `id`=1
###   `v`=11
### INSERT INTO `rows`.`logged`
### SET
###   `m`='gone 1'
)"));
}

// "… several row events before STMT_END_F; …"
TEST(TrapsRows, SeveralRowEventsOfOneStatement) {
  const OwnText log = own_text("rows-small-events.000001");
  std::vector<std::string> ids;
  std::vector<std::string> texts;
  for (int i = 1; i <= 20; ++i) {
    ids.push_back(std::to_string(i));
    texts.push_back("'" + std::string(40, static_cast<char>('`' + i)) + "'");
  }
  for (const char* table : {"many", "other"}) {
    const std::string rows = rows_of(log, fmt::format("INSERT INTO `sr`.`{}`", table));
    EXPECT_EQ(values_of(rows, "id"), ids) << table;
    EXPECT_EQ(values_of(rows, "v"), texts) << table;
  }
}

// "… table ids reused after a restart: a map holds until another map of that id or the next FDE, never across files."
TEST(TrapsRows, SyntheticTableIdsThatAreUsedAgain) {
  const LogEvent rows = write_rows(1, from_hex("00 07000000"));
  const std::string header = LogBuilder().bytes();
  const std::string description = header.substr(kBinlogMagic.size());
  LogBuilder first;
  first.add(table_map({.types = "\x03", .table = "one"}));
  first.add(rows);
  first.add(rows);
  first.add(table_map({.types = "\x03", .table = "two"}));
  first.add(rows);
  LogBuilder second(first.bytes() + description);
  second.add(rows);
  const std::string shown = R"(
### INSERT INTO `d`.`one`
### SET
###   @1=7
### INSERT INTO `d`.`one`
### SET
###   @1=7
### INSERT INTO `d`.`two`
### SET
###   @1=7
# ERROR: table_id: no table map for table id 90 (byte 19 of the event)
)";
  EXPECT_EQ(rows_and_errors(own_text_of_bytes(second.bytes())), shown);

  LogBuilder next;
  next.add(rows);
  LogFile first_file;
  LogFile next_file;
  first_file.set(first.bytes());
  next_file.set(next.bytes());
  EXPECT_EQ(rows_and_errors(own_text_of_files({first_file.path(), next_file.path()})), shown);
}

// "A virtual generated column's WHERE image holds what the file holds."
TEST(TrapsRows, GeneratedColumns) {
  EXPECT_EQ(rows_of(own_text(kLog), "UPDATE `rows`.`gen`"), R"(
### UPDATE `rows`.`gen`
### WHERE
###   `id`=1
###   `a`=10
###   `v`=20
###   `s`=30
### SET
###   `id`=1
###   `a`=11
###   `v`=22
###   `s`=33
)");
}

// "Foreign key cascades are row events of their own in 9.7, children first; …"
TEST(TrapsRows, ForeignKeyCascades) {
  EXPECT_THAT(rows_and_errors(own_text(kLog)), HasSubstr(R"(
### DELETE FROM `rows`.`parent`
### WHERE
###   `id`=10
###   `g`=1
### UPDATE `rows`.`child`
### WHERE
###   `id`=100
###   `p`=10
### SET
###   `id`=100
###   `p`=NULL
### DELETE FROM `rows`.`grandparent`
### WHERE
###   `id`=1
)"));
}

// "… TABLE_MAP flag 4 means a generated invisible primary key."
TEST(TrapsRows, GeneratedInvisiblePrimaryKey) {
  const OwnText log = own_text(kLog);
  const std::string comment = "# has a generated invisible primary key\n";
  const std::size_t at = log.text.find(comment);
  ASSERT_NE(at, log.text.npos);
  EXPECT_EQ(log.text.find(comment, at + 1), log.text.npos);
  EXPECT_THAT(log.text.substr(0, at), HasSubstr("Table_map: `rows`.`invisible` "));
  EXPECT_EQ(rows_of(log, "INSERT INTO `rows`.`invisible`"), R"(
### INSERT INTO `rows`.`invisible`
### SET
###   `my_row_id`=1
###   `a`=5
)");
}

// "GEOMETRY with SRID 4326: the row holds longitude first, the server's ST_AsText prints latitude first."
TEST(TrapsRows, GeometryHasLongitudeFirst) {
  // Both were made of POINT(59.3 18.1), whose first number is the latitude in 4326.
  EXPECT_EQ(rows_of(own_text(kLog), "INSERT INTO `rows`.`places`"), R"(
### INSERT INTO `rows`.`places`
### SET
###   `p`=ST_GeomFromText('POINT(18.1 59.3)',4326)
###   `q`=ST_GeomFromText('POINT(59.3 18.1)',0)
)");
}

}  // namespace
}  // namespace binlogdump::test
