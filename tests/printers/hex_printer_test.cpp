// --format=hex. Goldens (testdata/golden/hex) show whole logs; here is what holds for all, and for damaged ones.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <sstream>
#include <string>

#include "cli/log_builder.h"
#include "core/log_files.h"
#include "printers/dumped.h"

namespace binlogdump::test {
namespace {

using testing::HasSubstr;
using testing::Not;

PrintOptions hex_options(bool full = false) {
  PrintOptions options;
  options.format = Format::kHex;
  options.full = full;
  return options;
}

Dumped hex_of(const std::string& log) {
  return dump_bytes(log, hex_options());
}

/// The bytes in a line of hex: pairs of digits with one blank between them; -1 at the end of them.
int take_byte(std::string_view& rest) {
  const auto is_digit = [&](std::size_t i) { return i < rest.size() && std::isxdigit(rest[i]) != 0; };
  if (!is_digit(0) || !is_digit(1) || is_digit(2)) return -1;
  const int byte = std::stoi(std::string(rest.substr(0, 2)), nullptr, 16);
  rest.remove_prefix(std::min<std::size_t>(rest.size(), 3));
  return byte;
}

/// Reads the dump back: the bytes of all lines that have an offset in the file, which must be where the last ended.
std::string bytes_of(const std::string& dump) {
  constexpr std::size_t kOffsetSize = 8;
  std::string bytes;
  std::istringstream lines(dump);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#' || line[0] == ' ') continue;
    std::string_view rest = std::string_view(line).substr(kOffsetSize + 2);
    const std::size_t digits = std::min(rest.size(), rest.find_first_not_of("0123456789"));
    if (rest.substr(digits).starts_with(" bytes ")) continue;  // The bytes follow in lines of their own.
    const std::size_t offset = std::stoul(line.substr(0, kOffsetSize), nullptr, 16);
    EXPECT_EQ(offset, bytes.size()) << line;
    for (int byte = take_byte(rest); byte >= 0; byte = take_byte(rest)) bytes += static_cast<char>(byte);
  }
  return bytes;
}

TEST(HexPrinter, ShowsEachByteOnceInOrder) {
  for (const std::string& name : log_names()) {
    const Dumped dumped = dump_file(log_path(name), hex_options(true));
    EXPECT_EQ(dumped.outcome, Outcome::kClean) << name;
    EXPECT_TRUE(bytes_of(dumped.text) == log_bytes(name)) << name;
  }
}

TEST(HexPrinter, SoDoesItForEachPlaceWhereALogMayBeCut) {
  const std::string log = log_bytes("incident.000001");
  for (std::size_t size = kBinlogMagic.size(); size <= log.size(); ++size) {
    const std::string cut = log.substr(0, size);
    EXPECT_TRUE(bytes_of(dump_bytes(cut, hex_options(true)).text) == cut) << size;
  }
}

TEST(HexPrinter, BeginsWithTheMagic) {
  const Dumped dumped = dump_file(log_path("binlog.000024"), hex_options());
  EXPECT_THAT(dumped.text, HasSubstr(": offset, bytes, name, value\n"
                                     "00000000  fe 62 69 6e              magic                       of a binary log\n"
                                     "# at 4  FORMAT_DESCRIPTION_EVENT  123 bytes\n"
                                     "00000004  82 85 0c 6b              timestamp                   1795982722  "
                                     "2026-11-29 20:05:22 UTC\n"));
}

TEST(HexPrinter, LinesFitWhatTheyShow) {
  const Dumped dumped = dump_file(log_path("binlog.000024"), hex_options());
  EXPECT_THAT(dumped.text, Not(HasSubstr(" \n")));
}

TEST(HexPrinter, UnknownTypesAreUnparsed) {
  LogBuilder log;
  log.add({.type_code = 200, .body = "what?"});
  const Dumped dumped = hex_of(log.bytes());
  EXPECT_EQ(dumped.outcome, Outcome::kClean);
  EXPECT_THAT(dumped.text, HasSubstr("# at 127  event type 200  28 bytes\n"));
  EXPECT_THAT(dumped.text, HasSubstr("  c8                       type_code                   200  unknown\n"));
  EXPECT_THAT(dumped.text, HasSubstr("  77 68 61 74 3f           unparsed                    |what?|\n"));
}

TEST(HexPrinter, FieldsBeforeAFaultAreShownThenWhatIsLeft) {
  LogBuilder log;
  log.add(EventType::XA_PREPARE_LOG_EVENT, le(0, 1) + le(1, 4) + le(99, 4) + le(0, 4) + "gtrid");
  const Dumped dumped = hex_of(log.bytes());
  EXPECT_EQ(dumped.outcome, Outcome::kDamaged);
  EXPECT_THAT(dumped.text, HasSubstr("  63 00 00 00              gtrid_length                99\n"
                                     "0000009b  00 00 00 00              bqual_length                0\n"
                                     "# ERROR: offset 127: gtrid: needs 99 bytes, 5 left (byte 32 of the event)\n"
                                     "0000009f  67 74 72 69 64           undecoded                   |gtrid|\n"));
  EXPECT_THAT(dumped.text, HasSubstr("CRC32, right\n"));
}

TEST(HexPrinter, TellsAWrongChecksum) {
  LogBuilder log;
  log.add_query("SELECT 1");
  std::string damaged = log.bytes();
  damaged[damaged.size() - 5] = '2';
  const Dumped dumped = hex_of(damaged);
  EXPECT_EQ(dumped.outcome, Outcome::kDamaged);
  EXPECT_THAT(dumped.text, HasSubstr("'SELECT 2'\n"));
  EXPECT_THAT(dumped.text, HasSubstr("CRC32, WRONG: computed 0x"));
}

TEST(HexPrinter, RowsWithoutTheirTableAreToldAndShownAsBytes) {
  LogBuilder log;
  for (const LogEvent& event : events_of(log_bytes("binlog.000024"))) {
    if (event.type() == EventType::DELETE_ROWS_EVENT || event.type() == EventType::UPDATE_ROWS_EVENT) log.add(event);
  }
  const Dumped dumped = hex_of(log.bytes());
  EXPECT_EQ(dumped.outcome, Outcome::kDamaged);
  EXPECT_THAT(dumped.text,
              HasSubstr("# ERROR: offset 127: table_id: no table map for table id 122 (byte 19 of the event)\n"
                        "0000009f  00 02 00 00 00 0e 4a 6f  rows                        |......Jo|\n"));
}

TEST(HexPrinter, ARowThatRunsPastItsEventIsShownUpToThere) {
  LogBuilder log;
  for (LogEvent event : events_of(log_bytes("binlog.000024"))) {
    if (event.type() == EventType::WRITE_ROWS_EVENT) event.body.resize(event.body.size() - 2);
    if (event.type() == EventType::WRITE_ROWS_EVENT || event.type() == EventType::TABLE_MAP_EVENT) log.add(event);
  }
  const Dumped dumped = hex_of(log.bytes());
  EXPECT_EQ(dumped.outcome, Outcome::kDamaged);
  EXPECT_THAT(dumped.text, HasSubstr("`balance` DECIMAL(10,2)  -17.25\n# ERROR: "));
  EXPECT_THAT(dumped.text, HasSubstr("  65 e1 1a 80              undecoded                   |e...|\n"));
}

TEST(HexPrinter, NullsHaveALineWithoutBytes) {
  const Dumped dumped = dump_file(log_path("binlog.000024"), hex_options());
  EXPECT_THAT(dumped.text, HasSubstr("    null_bits               NULL: @3 @5\n"));
  EXPECT_THAT(dumped.text, HasSubstr("\n                                       `birthday` DATE         NULL\n"));
}

TEST(HexPrinter, ControlCharactersDoNotReachTheTerminal) {
  LogBuilder log;
  log.add_query("SELECT '\x1b[31m'", "d\x1b]0;");
  log.add({.type_code = 201, .body = "\x1b[2J"});
  log.add(EventType::ROTATE_EVENT, le(4, 8) + "\x1b[1m\n");
  const Dumped dumped = hex_of(log.bytes());
  EXPECT_THAT(dumped.text, Not(HasSubstr("\x1b")));
  EXPECT_THAT(dumped.text, HasSubstr("'SELECT '\\x1b[31m''\n"));
}

TEST(HexPrinter, LongValuesFoldUnlessAskedForInFull) {
  const std::string text(200, 'x');
  LogBuilder log;
  log.add_query(text);
  const std::string folded = hex_of(log.bytes()).text;
  EXPECT_THAT(folded, HasSubstr("'" + text.substr(0, 96) + "'...\n"));
  EXPECT_THAT(folded, HasSubstr("                                   ... 200 bytes\n"));
  const std::string full = dump_bytes(log.bytes(), hex_options(true)).text;
  EXPECT_THAT(full, HasSubstr("  200 bytes                query                       '" + text + "'\n"));
  EXPECT_THAT(full, HasSubstr("  78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78  |xxxxxxxxxxxxxxxx|\n"));
}

TEST(HexPrinter, EventsOfAPayloadHaveOffsetsInIt) {
  const Dumped dumped = dump_file(log_path("zstd-variety.000001"), hex_options());
  EXPECT_THAT(dumped.text, HasSubstr("   # the events in the payload; + marks offsets in the decompressed bytes\n"
                                     "   # at +0  QUERY_EVENT  "));
  EXPECT_THAT(dumped.text, HasSubstr("\n  +00000000  "));
}

/// A log of a log's events of a type, each of them three times.
std::string thrice(const std::string& name, EventType type) {
  LogBuilder log;
  for (const LogEvent& event : events_of(log_bytes(name))) {
    if (event.type() != type) continue;
    for (int i = 0; i < 3; ++i) log.add(event);
  }
  return log.bytes();
}

/// With colours no lines are kept from one event to the next.
void expect_as_with_colors(const std::string& log) {
  EXPECT_TRUE(bytes_of(dump_bytes(log, hex_options(true)).text) == log);
  PrintOptions options = hex_options();
  options.color = true;
  std::string plain = dump_bytes(log, options).text;
  for (std::size_t at = plain.find('\x1b'); at != std::string::npos; at = plain.find('\x1b', at)) {
    plain.erase(at, plain.find('m', at) + 1 - at);
  }
  EXPECT_EQ(hex_of(log).text, plain);
}

// Its lines are kept, and only their offsets made anew.
TEST(HexPrinter, ATableMapThatComesAgainIsShownAsTheFirstTime) {
  expect_as_with_colors(thrice("types-metadata.000001", EventType::TABLE_MAP_EVENT));
}

// Its lines are kept up to the statement, but for thread and microseconds.
TEST(HexPrinter, AStatementThatComesAgainIsShownAsTheFirstTime) {
  for (const std::string& name : log_names()) {
    SCOPED_TRACE(name);
    expect_as_with_colors(thrice(name, EventType::QUERY_EVENT));
  }
}

TEST(HexPrinter, APayloadThatCantBeReadIsTold) {
  LogBuilder log;
  log.add(EventType::TRANSACTION_PAYLOAD_EVENT, std::string("\2\1\0\1\1\4\0zstd", 11));
  const Dumped dumped = hex_of(log.bytes());
  EXPECT_EQ(dumped.outcome, Outcome::kDamaged);
  EXPECT_THAT(dumped.text, HasSubstr("  7a 73 74 64              payload                     |zstd|\n"));
  EXPECT_THAT(dumped.text, HasSubstr("# ERROR: offset 127: payload: "));
}

TEST(HexPrinter, LogsOfVersion3AreUndecoded) {
  std::string log(kBinlogMagic);
  log += le(1700000000, 4) + le(1, 1) + le(1, 4) + le(75, 4) + le(79, 4) + le(0, 2) + le(3, 2) + std::string(54, '\0');
  const Dumped dumped = dump_bytes(log, hex_options(true));
  EXPECT_EQ(dumped.outcome, Outcome::kUnusable);
  EXPECT_TRUE(bytes_of(dumped.text) == log);
  EXPECT_THAT(dumped.text, HasSubstr("undecoded"));
}

}  // namespace
}  // namespace binlogdump::test
