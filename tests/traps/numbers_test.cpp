#include "traps/own_text.h"

namespace binlogdump::test {
namespace {

using testing::ElementsAre;

// "BIGINT UNSIGNED 9323372036854775807, 2^64-1; INT UNSIGNED 2147483648; MEDIUMINT UNSIGNED 8888607; TINYINT UNSIGNED
// 200: sign from the metadata's bitmap; never through double or int64."
TEST(TrapsNumbers, UnsignedIntegers) {
  EXPECT_EQ(rows_of(own_text("traps-numbers.000001"), "INSERT INTO `numbers`.`big`"), R"(
### INSERT INTO `numbers`.`big`
### SET
###   `b`=9323372036854775807
###   `i`=2147483648
###   `m`=8888607
###   `s`=60000
###   `t`=200
###   `sb`=-9223372036854775808
###   `si`=-2147483648
###   `sm`=-8388608
###   `ss`=-32768
###   `st`=-128
### INSERT INTO `numbers`.`big`
### SET
###   `b`=18446744073709551615
###   `i`=4294967295
###   `m`=16777215
###   `s`=65535
###   `t`=255
###   `sb`=-1
###   `si`=-1
###   `sm`=-1
###   `ss`=-1
###   `st`=-1
)");
}

// As above: a log of MySQL 5.7 has no such bitmap.
TEST(TrapsNumbers, SyntheticIntegersWithoutTheBitmapAreSigned) {
  const OwnText log = own_text_of_rows({.types = "\x01\x09\x03\x08"}, '\0' + std::string(16, '\xff'));
  EXPECT_EQ(log.outcome, Outcome::kClean);
  EXPECT_EQ(rows_and_errors(log), R"(
### INSERT INTO `d`.`t`
### SET
###   @1=-1
###   @2=-1
###   @3=-1
###   @4=-1
)");
}

// "(INT, YEAR, INT UNSIGNED, DECIMAL UNSIGNED, FLOAT): YEAR, DECIMAL, FLOAT, DOUBLE take a bit in the signedness
// bitmap."
TEST(TrapsNumbers, TypesWithABitInTheSignednessBitmap) {
  EXPECT_EQ(rows_of(own_text("traps-numbers.000001"), "INSERT INTO `numbers`.`signs`"), R"(
### INSERT INTO `numbers`.`signs`
### SET
###   `a`=-1
###   `y`=2024
###   `u`=4294967295
###   `d`=999.99
###   `f`=-1.5
###   `g`=2.5
###   `s`='abc'
###   `b`=18446744073709551615
###   `c`=b'101'
###   `t`=-1
)");
}

// "BIT(1), (9), (17) … (57), (64) all ones: big-endian, width from metadata, unsigned."
TEST(TrapsNumbers, BitsOfAllWidths) {
  std::string expected = "\n### INSERT INTO `numbers`.`bits`\n### SET\n";
  for (const int width : {1, 9, 17, 25, 33, 41, 49, 57, 64}) {
    expected += fmt::format("###   `b{}`=b'{:1>{}}'\n", width, "", width);
  }
  expected += "### INSERT INTO `numbers`.`bits`\n### SET\n###   `b1`=b'0'\n";
  // Only the highest bit.
  for (const int width : {9, 17, 25, 33, 41, 49, 57, 64}) {
    expected += fmt::format("###   `b{}`=b'1{:0>{}}'\n", width, "", width - 1);
  }
  EXPECT_EQ(rows_of(own_text("traps-numbers.000001"), "INSERT INTO `numbers`.`bits`"), expected);
}

// "FLOAT 3.14: shortest text that reads back as the same float32 (in formats other than mysqlbinlog's)."
TEST(TrapsNumbers, FloatsAreTheShortestThatReadBack) {
  const std::string rows = rows_of(own_text("traps-numbers.000001"), "INSERT INTO `numbers`.`floats`");
  EXPECT_THAT(values_of(rows, "f"), ElementsAre("3.14", "16777216", "0.1", "1e-40", "3.4028235e+38", "-0"));
  EXPECT_THAT(values_of(rows, "d"), ElementsAre("3.14", "16777216", "0.1", "5e-324", "1.7976931348623157e+308", "-0"));
}

// "NULL columns keep their own type in the -vv comment."
TEST(TrapsNumbers, NullColumnsKeepTheirType) {
  PrintOptions options;
  options.verbose = 2;
  EXPECT_EQ(rows_of(own_text("traps-numbers.000001", options), "INSERT INTO `numbers`.`nulls`"), R"(
### INSERT INTO `numbers`.`nulls`
### SET
###   `t`=NULL /* TINYINT meta=0 nullable=1 is_null=1 */
###   `s`=NULL /* SHORTINT meta=0 nullable=1 is_null=1 */
###   `m`=NULL /* MEDIUMINT meta=0 nullable=1 is_null=1 */
###   `i`=NULL /* INT meta=0 nullable=1 is_null=1 */
###   `b`=NULL /* LONGINT meta=0 nullable=1 is_null=1 */
###   `f`=NULL /* FLOAT meta=4 nullable=1 is_null=1 */
###   `d`=NULL /* DOUBLE meta=8 nullable=1 is_null=1 */
###   `n`=NULL /* DECIMAL(10,2) meta=2562 nullable=1 is_null=1 */
###   `y`=NULL /* YEAR meta=0 nullable=1 is_null=1 */
###   `da`=NULL /* DATE meta=0 nullable=1 is_null=1 */
###   `ti`=NULL /* TIME(3) meta=3 nullable=1 is_null=1 */
###   `dt`=NULL /* DATETIME(6) meta=6 nullable=1 is_null=1 */
###   `ts`=NULL /* TIMESTAMP(2) meta=2 nullable=1 is_null=1 */
###   `c`=NULL /* STRING(20) meta=65044 nullable=1 is_null=1 */
###   `v`=NULL /* VARSTRING(1200) meta=1200 nullable=1 is_null=1 */
###   `bi`=NULL /* STRING(4) meta=65028 nullable=1 is_null=1 */
###   `bl`=NULL /* BLOB/TEXT meta=2 nullable=1 is_null=1 */
###   `e`=NULL /* ENUM(1 byte) meta=63233 nullable=1 is_null=1 */
###   `se`=NULL /* SET(1 bytes) meta=63489 nullable=1 is_null=1 */
###   `bt`=NULL /* BIT(9) meta=257 nullable=1 is_null=1 */
###   `j`=NULL /* JSON meta=4 nullable=1 is_null=1 */
###   `g`=NULL /* GEOMETRY meta=4 nullable=1 is_null=1 */
###   `ve`=NULL /* VECTOR(2) meta=4 nullable=1 is_null=1 */
)");
}

// "DECIMAL(11,4) -57.1234; DECIMAL(18,9) 0.000000001; DECIMAL(20,0) 0 and 1; DECIMAL(64,16) 0; DECIMAL(36,18)
// 0.0000007565: one leading zero, all scale digits, plain notation."
TEST(TrapsNumbers, Decimals) {
  EXPECT_EQ(rows_of(own_text("traps-numbers.000001"), "INSERT INTO `numbers`.`decimals`"), R"(
### INSERT INTO `numbers`.`decimals`
### SET
###   `id`=1
###   `a`=-57.1234
###   `b`=0.000000001
###   `c`=0
###   `d`=0.0000000000000000
###   `e`=0.000000756500000000
### INSERT INTO `numbers`.`decimals`
### SET
###   `id`=2
###   `a`=57.1234
###   `b`=-0.000000001
###   `c`=1
###   `d`=-0.0000000000000001
###   `e`=1.000000000000000000
)");
}

}  // namespace
}  // namespace binlogdump::test
