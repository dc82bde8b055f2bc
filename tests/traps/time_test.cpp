#include "run_binary.h"
#include "traps/own_text.h"
#include "values/value_test.h"

namespace binlogdump::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr const char* kLog = "traps-time.000001";

// "TIME(2) '-00:00:00.01'; TIME(6) -16:08:04.010123 (`7e fd fb ff d8 75`); TIME(3) -16:08:04.250 (`7e fd fb f6 3c`);
// -00:00:01; -838:59:59: sign over the whole packed number."
TEST(TrapsTime, NegativeTimes) {
  const std::string bytes = read_file(BINLOGDUMP_TESTDATA "/traps-time.000001");
  EXPECT_THAT(bytes, AllOf(HasSubstr(from_hex("7efdfbffd875")), HasSubstr(from_hex("7efdfbf63c"))));
  EXPECT_EQ(rows_of(own_text(kLog), "INSERT INTO `times`.`clock`"), R"(
### INSERT INTO `times`.`clock`
### SET
###   `id`=1
###   `t0`='-00:00:01'
###   `t1`='-00:00:00.1'
###   `t2`='-00:00:00.01'
###   `t3`='-16:08:04.250'
###   `t4`='-00:00:00.0001'
###   `t5`='-00:00:00.00001'
###   `t6`='-16:08:04.010123'
### INSERT INTO `times`.`clock`
### SET
###   `id`=2
###   `t0`='-838:59:59'
###   `t1`='-838:59:58.9'
###   `t2`='-838:59:58.99'
###   `t3`='-838:59:58.999'
###   `t4`='-838:59:58.9999'
###   `t5`='-838:59:58.99999'
###   `t6`='-838:59:58.999999'
### INSERT INTO `times`.`clock`
### SET
###   `id`=3
###   `t0`='00:00:00'
###   `t1`='16:08:04.2'
###   `t2`='16:08:04.01'
###   `t3`='16:08:04.001'
###   `t4`='16:08:04.0101'
###   `t5`='16:08:04.01012'
###   `t6`='16:08:04.010123'
### INSERT INTO `times`.`clock`
### SET
###   `id`=4
###   `t0`='838:59:59'
###   `t1`='-00:00:01.0'
###   `t2`='-00:00:01.00'
###   `t3`='-00:00:01.000'
###   `t4`='-00:01:00.0000'
###   `t5`='-01:00:00.00000'
###   `t6`='-01:00:00.000000'
)");
}

// "TIME(1), (3), (5): 1, 2, 3 fraction bytes."
TEST(TrapsTime, OddPrecisions) {
  EXPECT_EQ(rows_of(own_text(kLog), "INSERT INTO `times`.`odd`"), R"(
### INSERT INTO `times`.`odd`
### SET
###   `id`=1
###   `a`='01:02:03.4'
###   `b`='2024-02-29 01:02:03.456'
###   `c`='2024-02-29 01:02:03.45678' UTC
###   `d`='01:02:03.45678'
###   `e`='2024-02-29 01:02:03.4'
###   `f`='2024-02-29 01:02:03.456' UTC
###   `last`=305419896
)");
}

// "DATETIME zero, TIMESTAMP zero, DATE 2023-00-15 (`0f ce 0f`), DATETIME 2023-05-00 10:00: as stored."
TEST(TrapsTime, ZerosAreShownAsStored) {
  EXPECT_THAT(read_file(BINLOGDUMP_TESTDATA "/traps-time.000001"), HasSubstr(from_hex("0fce0f")));
  EXPECT_EQ(rows_of(own_text(kLog), "INSERT INTO `times`.`zeros`"), R"(
### INSERT INTO `times`.`zeros`
### SET
###   `id`=1
###   `da`='0000-00-00'
###   `dt`='0000-00-00 00:00:00'
###   `dt6`='0000-00-00 00:00:00.000000'
###   `ts`='0000-00-00 00:00:00'
###   `ts6`='0000-00-00 00:00:00.000000'
###   `y`=0000
### INSERT INTO `times`.`zeros`
### SET
###   `id`=2
###   `da`='2023-00-15'
###   `dt`='2023-05-00 10:00:00'
###   `dt6`='2023-00-00 10:00:00.500000'
###   `ts`='1970-01-01 00:00:01' UTC
###   `ts6`='2038-01-19 03:14:07.999999' UTC
###   `y`=1901
)");
}

// "Two DATETIME(6), the first all zero: its fraction bytes are consumed all the same."
TEST(TrapsTime, ZeroDatetimeHasItsFractionBytes) {
  EXPECT_EQ(rows_of(own_text(kLog), "INSERT INTO `times`.`two`"), R"(
### INSERT INTO `times`.`two`
### SET
###   `a`='0000-00-00 00:00:00.000000'
###   `b`='2024-02-29 12:34:56.789012'
### INSERT INTO `times`.`two`
### SET
###   `a`='0000-00-00 00:00:00.000001'
###   `b`='0000-00-00 00:00:00.000000'
)");
}

// "Old temporal types with fractions of MariaDB 10.0 (types 7, 11, 12, no precision in the metadata): length unknowable
// without a schema: say so, show the row as hex, go on."
TEST(TrapsTime, OldTypesWithFractions) {
  for (const char* name : {"dt", "ti", "ts"}) {
    const OwnText log = own_text(fmt::format("mariadb/types_temporal_old_frac_{}.000001", name));
    EXPECT_EQ(log.outcome, Outcome::kDamaged) << name;
    // An INSERT, an UPDATE and a DELETE.
    const std::string error =
        "# ERROR: rows: no values of TIMESTAMP, TIME or DATETIME columns in the old format without fractions; with "
        "fractions, as in MariaDB, the log does not tell their length (byte ";
    const std::string errors = rows_and_errors(log);
    EXPECT_EQ(errors, fmt::format("\n{0}29 of the event)\n{0}30 of the event)\n{0}29 of the event)\n", error)) << name;
    EXPECT_THAT(log.text, HasSubstr("COMMIT;\n")) << name;
    EXPECT_THAT(log.text, HasSubstr("Rotate to ")) << name;
  }
  // The bytes of the row (2, 01:02:03.5 or so, 3 times) that was deleted.
  EXPECT_THAT(own_text("mariadb/types_temporal_old_frac_ti.000001").text,
              HasSubstr("# 000005cc f0 02 00 00 00 02 bf 3d  c7 98 a0 00 b4 07 9f a4 |"));
}

// As above: the same types without fractions can be read.
TEST(TrapsTime, OldTypesWithoutFractions) {
  const OwnText log = own_text("mariadb/types_temporal_old.000001");
  EXPECT_EQ(log.outcome, Outcome::kClean);
  EXPECT_THAT(rows_of(log, "INSERT INTO `shop`.`item_dt`"), AllOf(HasSubstr(R"(
###   @1=1
###   @2='2024-02-29'
###   @3='2024-02-29 12:34:56'
###   @4='12:34:56'
###   @5='2024-02-29 12:34:56' UTC
###   @6=2024
)"),
                                                                  HasSubstr(R"(
###   @1=2
###   @2='0000-00-00'
###   @3='0000-00-00 00:00:00'
###   @4='-00:00:01'
###   @5='0000-00-00 00:00:00'
###   @6=0000
)"),
                                                                  HasSubstr(R"(
###   @1=5
###   @2='1000-01-01'
###   @3='1999-12-31 00:00:00'
###   @4='-838:59:59'
###   @5='1970-01-01 00:00:01' UTC
###   @6=1901
)"),
                                                                  HasSubstr(R"(
###   @1=6
###   @2='2023-02-31'
###   @3='2023-00-10 00:00:00'
###   @4=NULL
)")));
}

// "TIMESTAMP must not depend on the reader's zone unless asked."
TEST(TrapsTime, TimestampsDoNotDependOnTheReadersZone) {
  for (const char* zone : {"TZ=UTC", "TZ=America/New_York", "TZ=XYZ-14"}) {
    const RunResult result = run_binary({BINLOGDUMP_TESTDATA "/traps-time.000001"}, {.env = {zone}});
    EXPECT_EQ(result.exit_code, 0);
    // Two clients of different time zones stored the same instant.
    EXPECT_EQ(rows_of({.text = result.out}, "INSERT INTO `times`.`instants`"), R"(
### INSERT INTO `times`.`instants`
### SET
###   `zone`='+00:00'
###   `ts`='2024-06-01 12:00:00.125' UTC
### INSERT INTO `times`.`instants`
### SET
###   `zone`='+05:30'
###   `ts`='2024-06-01 12:00:00.125' UTC
)");
  }
}

}  // namespace
}  // namespace binlogdump::test
