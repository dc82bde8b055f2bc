#include "traps/own_text.h"
#include "values/value_test.h"

namespace binlogdump::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kLog = "traps-strings.000001";

std::string repeat(std::string_view text, int times) {
  std::string repeated;
  for (int i = 0; i < times; ++i) repeated += text;
  return repeated;
}

// "BINARY(16) ending in 00 (metadata `fe 10`): trailing zeros are stripped in the event; pad to the declared length
// when the column's charset is binary."
TEST(TrapsBytes, BinaryIsPadded) {
  const std::string bytes = read_file(BINLOGDUMP_TESTDATA "/traps-strings.000001");
  EXPECT_THAT(bytes, HasSubstr("\x0f" + from_hex("00112233445566778899aabbccddee") + "\x10"));
  EXPECT_EQ(rows_of(own_text(kLog), "INSERT INTO `strings`.`bins`"), R"(
### INSERT INTO `strings`.`bins`
### SET
###   `id`=1
###   `b`=0x00112233445566778899aabbccddee00
###   `v`=0x00112233445566778899aabbccddee00
###   `u`='trailing'
### INSERT INTO `strings`.`bins`
### SET
###   `id`=2
###   `b`=0x00000000000000000000000000000000
###   `v`=''
###   `u`=''
### INSERT INTO `strings`.`bins`
### SET
###   `id`=3
###   `b`='all text, 16 by.'
###   `v`='text'
###   `u`='text'
### INSERT INTO `strings`.`bins`
### SET
###   `id`=4
###   `b`=0x74657874000000000000000000000000
###   `v`=0x7465787400
###   `u`='text'
)");
}

// "Bytes that are no UTF-8 in text, in a schema name, in a Query's SQL (GBK), in a BLOB: never fail, never lose a byte;
// …"
TEST(TrapsBytes, BytesThatAreNoUtf8) {
  const OwnText log = own_text(kLog);
  EXPECT_EQ(log.outcome, Outcome::kClean);
  EXPECT_EQ(rows_of(log, "INSERT INTO `strings`.`bytes`"), R"(
### INSERT INTO `strings`.`bytes`
### SET
###   `id`=1
###   `bl`=0xfffe00
###   `t`='é'
###   `u`='é'
### INSERT INTO `strings`.`bytes`
### SET
###   `id`=2
###   `bl`='é'
###   `t`='Ã©'
###   `u`='😀'
)");
  // Statements of clients that spoke gbk and latin1.
  EXPECT_THAT(log.text, AllOf(HasSubstr("\nINSERT INTO said VALUES ('中文');\n"),
                              HasSubstr("\nINSERT INTO said VALUES ('café');\n")));
}

// As above: text columns with bytes that their character set does not know, which got there behind the server's back.
TEST(TrapsBytes, TextThatIsNone) {
  const std::string rows = rows_of(own_text("charsets.000002"), "DELETE FROM `raw`.`utf8mb4`");
  EXPECT_THAT(values_of(rows, "v"), AllOf(Contains("0xc080"), Contains("0xeda080"), Contains("0xf4908080"),
                                          Contains("0xff"), Contains("0x41c341")));
}

// As above: the server's own names are always UTF-8, so these are not from one.
TEST(TrapsBytes, SyntheticNamesThatAreNoUtf8) {
  LogBuilder log;
  log.add(table_map({.types = "\x03", .optional = std::string("\4\3\2\xff\xe9", 5), .table = "\xd6\xd0"}));
  log.add(write_rows(1, from_hex("00 07000000")));
  log.add_query("DROP TABLE \xd6\xd0", "\xff\xfe");
  const OwnText text = own_text_of_bytes(log.bytes());
  EXPECT_EQ(text.outcome, Outcome::kClean);
  EXPECT_EQ(rows_and_errors(text), R"(
### INSERT INTO `d`.`\xd6\xd0`
### SET
###   `\xff\xe9`=7
)");
  EXPECT_THAT(text.text, AllOf(HasSubstr("use `\\xff\\xfe`;\n"), HasSubstr("\nDROP TABLE \\xd6\\xd0;\n")));
}

// "latin1 is cp1252, with 81 8D 8F 90 9D undefined; …"
TEST(TrapsBytes, Latin1IsCp1252) {
  EXPECT_EQ(rows_of(own_text(kLog), "INSERT INTO `strings`.`cp1252`"), R"(
### INSERT INTO `strings`.`cp1252`
### SET
###   `v`='€‚ƒ„…†‡ˆŠ‹ŒŽ‘’“”•–—˜™š›œžŸ'
### INSERT INTO `strings`.`cp1252`
### SET
###   `v`='\u0081\u008d\u008f\u0090\u009d'
)");
}

// "… ENUM and SET labels in utf16 or ucs2; …"; "labels are listed only for ENUM/SET columns, in order."; "ENUM index 0
// is the empty (invalid) value; …"
TEST(TrapsBytes, Labels) {
  EXPECT_EQ(rows_of(own_text(kLog), "INSERT INTO `strings`.`labels`"), R"(
### INSERT INTO `strings`.`labels`
### SET
###   `first`='x'
###   `e16`='中'
###   `i`=5
###   `s2`='à,中'
###   `el`='€'
###   `eg`='中'
###   `s`='two,three'
###   `e`='B'
### INSERT INTO `strings`.`labels`
### SET
###   `first`='y'
###   `e16`='é'
###   `i`=6
###   `s2`='à,z'
###   `el`='é'
###   `eg`='文'
###   `s`=''
###   `e`='A'
### INSERT INTO `strings`.`labels`
### SET
###   `first`='bad'
###   `e16`=NULL
###   `i`=NULL
###   `s2`=NULL
###   `el`=NULL
###   `eg`=NULL
###   `s`=''
###   `e`=''
)");
}

// "… utf8, gbk and latin1 columns in one table: charset per column."
TEST(TrapsBytes, CharsetPerColumn) {
  // l and g hold the same bytes.
  EXPECT_EQ(rows_of(own_text(kLog), "INSERT INTO `strings`.`mixed`"), R"(
### INSERT INTO `strings`.`mixed`
### SET
###   `l`='¨¦'
###   `g`='é'
###   `u`='é'
###   `s`='α'
###   `u16`='😀'
###   `u2`='中文'
###   `u32`='😀'
)");
}

// "… ENUM with > 255 members; SET with > 8 members: little-endian, length in bytes; …"
TEST(TrapsBytes, ManyMembers) {
  const std::string rows = rows_of(own_text(kLog), "INSERT INTO `strings`.`many`");
  EXPECT_THAT(values_of(rows, "e"), ElementsAre("'v1'", "'v255'", "'v256'", "'v300'"));
  EXPECT_THAT(values_of(rows, "s9"), ElementsAre("'i'", "'a,h'", "'h,i'", "'a,b,c,d,e,f,g,h,i'"));
}

// As above: SET with 64 members.
TEST(TrapsBytes, SixtyFourMembers) {
  const std::string rows = rows_of(own_text("types-enum-set.000001"), "INSERT INTO `lab`.`bigset`");
  std::string all = "'m1";
  for (int i = 2; i <= 64; ++i) all += fmt::format(",m{}", i);
  EXPECT_THAT(values_of(rows, "s"), ElementsAre("''", "'m64'", all + "'", "'m1,m8,m9,m16,m17,m32,m33,m63'", "NULL"));
}

// "CHAR over 255 bytes: the high bits of the length are folded into the type byte of the metadata."
TEST(TrapsBytes, CharOver255Bytes) {
  const std::string rows = rows_of(own_text(kLog), "INSERT INTO `strings`.`wide`");
  EXPECT_THAT(values_of(rows, "c255"), ElementsAre("'" + repeat("中", 255) + "'", "'a'"));
  EXPECT_THAT(values_of(rows, "c64"), ElementsAre("'" + repeat("é", 64) + "'", "'b'"));
  EXPECT_THAT(values_of(rows, "c100"), ElementsAre("'" + repeat("x", 100) + "'", "'c'"));
  EXPECT_THAT(values_of(rows, "c255l"), ElementsAre("'" + repeat("y", 255) + "'", "'d'"));
}

// "The same column inside a compressed payload decodes the same way."
TEST(TrapsBytes, SameInACompressedPayload) {
  const OwnText log = own_text(kLog);
  const std::string row = R"(###   `id`=1
###   `b`=0x01000000
###   `l`='é'
###   `e`='é'
###   `s`=')" + repeat("中", 100) +
                          R"('
###   `n`=-57.1234
###   `t`='-16:08:04.010123'
###   `d`='2024-02-29 01:02:03.000001'
###   `j`='{"a": [1, 2.5]}'
###   `bt`=b'111111111'
###   `u`=18446744073709551615
###   `bl`=0x00ff
)";
  const std::string insert = "### INSERT INTO `strings`.`packed`\n### SET\n" + row;
  // The second one and the DELETE were compressed.
  EXPECT_EQ(rows_of(log, "INSERT INTO `strings`.`packed`"), "\n" + insert + insert);
  EXPECT_EQ(rows_of(log, "DELETE FROM `strings`.`packed`"), "\n### DELETE FROM `strings`.`packed`\n### WHERE\n" + row);
  EXPECT_THAT(log.text, HasSubstr("compression_type=ZSTD"));
}

struct CharsetCase {
  const char* charset;
  int id;             ///< The row in the table of that character set.
  const char* bytes;  ///< What it holds.
  const char* text;  ///< How it is shown: charsets.expected.tsv has what the server's CONVERT(… USING utf8mb4) gives.
};

// "The server's charset tables are not iconv's: sjis 815F and ujis A1C0 are a backslash, euckr is UHC, latin1 has its
// five C1 bytes, big5 lacks and remaps hundreds of codes; cp866, koi8u, …, greek, hebrew, cp1256, armscii8, geostd8,
// swe7, tis620, dec8 differ in places; ucs2 accepts lone surrogates. The server's CONVERT(… USING utf8mb4) decides."
TEST(TrapsBytes, CharsetTablesOfTheServer) {
  static constexpr CharsetCase kCases[] = {{"sjis", 256, "815f", R"('\\')"},
                                           {"ujis", 258, "a1c0", R"('\\')"},
                                           {"euckr", 267, "8790", "'뇪'"},
                                           {"latin1", 0x81, "81", R"('\u0081')"},
                                           {"latin1", 0x9d, "9d", R"('\u009d')"},
                                           {"big5", 260, "a15a", "'\ufffd'"},
                                           {"big5", 275, "c6a1", "'ヾ'"},
                                           {"big5", 276, "f9d6", "'碁'"},
                                           {"cp866", 0xfc, "fc", "'ⁿ'"},
                                           {"cp866", 0xfd, "fd", "'²'"},
                                           {"koi8u", 0x95, "95", "'•'"},
                                           {"greek", 0xa1, "a1", "'ʽ'"},
                                           {"hebrew", 0xaf, "af", "'‾'"},
                                           {"armscii8", 0xff, "ff", R"('\'')"},
                                           {"geostd8", 0xfd, "fd", "'№'"},
                                           {"dec8", 0xfd, "fd", "'ÿ'"},
                                           {"tis620", 0xa0, "a0", "'\ufffd'"},
                                           {"swe7", 0x5b, "5b", "'Ä'"},
                                           {"cp932", 256, "815f", "'＼'"},
                                           // The server has no text for these, or a question mark.
                                           {"greek", 0xa4, "a4", "0xa4"},
                                           {"hebrew", 0xa1, "a1", "0xa1"},
                                           {"cp1256", 0x8a, "8a", "0x8a"},
                                           {"ucs2", 167, "d800", "0xd800"},
                                           {"ucs2", 171, "d83dde00", "0xd83dde00"}};
  const OwnText log = own_text("charsets.000001");
  for (const CharsetCase& expected : kCases) {
    const std::string rows = rows_of(log, fmt::format("INSERT INTO `charsets`.`{}`", expected.charset));
    EXPECT_THAT(rows, HasSubstr(fmt::format("###   `id`={}\n###   `v`={}\n", expected.id, expected.text)))
        << expected.charset << " " << expected.bytes;
  }
}

// "FLOAT as the server's SELECT rounds it (16777216 as 16777200) is not what the row holds."
TEST(TrapsBytes, FloatIsNotRoundedAsSelectDoes) {
  EXPECT_THAT(rows_of(own_text("traps-numbers.000001"), "INSERT INTO `numbers`.`floats`"),
              HasSubstr("###   `id`=2\n###   `f`=16777216\n"));
}

}  // namespace
}  // namespace binlogdump::test
