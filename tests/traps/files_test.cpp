#include "core/event_bytes.h"
#include "run_binary.h"
#include "traps/own_text.h"
#include "values/value_test.h"

namespace binlogdump::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* kAfterIt = "\nCREATE DATABASE after_it;\n";

std::string log_bytes(const std::string& name) {
  return read_file(BINLOGDUMP_TESTDATA "/" + name);
}

RunResult run_on_stdin(const std::string& bytes) {
  return run_binary({"-"}, {.stdin_bytes = bytes});
}

/// What a printer makes of a part of a log that begins at `position`.
std::string text_from(std::uint64_t position, const std::string& events) {
  TextBuffer out;
  const std::unique_ptr<Printer> printer = make_text_printer(out, {}, {});
  MemorySource source(events);
  EventReader reader;
  reader.open(source, position);
  DecodeContext context;
  while (const std::optional<EventView> event = reader.next(Framing::of(context.format))) {
    printer->print(*event, context);
  }
  printer->end_file(false);
  return std::string(out.view());
}

// "One transaction over 4 GiB: next position wraps; events after it must not be lost."
TEST(TrapsFiles, SyntheticPositionsBeyond4GiB) {
  constexpr std::uint64_t kPosition = (std::uint64_t{1} << 32) - 30;
  const std::string query = event_bytes({.type = EventType::QUERY_EVENT,
                                         .body = LogBuilder::query_body("CREATE DATABASE after_it", ""),
                                         .log_pos = static_cast<std::uint32_t>(kPosition + 27 + 57)});
  const std::string text = text_from(kPosition, xid_event(7) + query + xid_event(8));
  EXPECT_THAT(text, AllOf(HasSubstr("# at 4294967266\n"), HasSubstr("# at 4294967293\n"), HasSubstr(kAfterIt)));
  EXPECT_THAT(text, HasSubstr(fmt::format("# at {}\n", 4294967293 + query.size())));
}

// "MariaDB 11.4+ writes next position 0 inside transactions."
TEST(TrapsFiles, SyntheticNextPositionZero) {
  std::string log = LogBuilder().bytes();
  for (const char* query : {"BEGIN", "CREATE DATABASE after_it"}) {
    log += event_bytes(
        {.type = EventType::QUERY_EVENT, .body = LogBuilder::query_body(query, ""), .log_pos = 0, .checksum = true});
  }
  const RunResult result = run_on_stdin(log);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, IsEmpty());
  EXPECT_THAT(result.out, HasSubstr(kAfterIt));
}

// "A run of zero bytes in the middle (1.5 MB, good data after): report the hole with both ends, find the next event, go
// on."
TEST(TrapsFiles, HoleOfZeros) {
  const std::string whole = log_bytes("file-stop.000001");
  constexpr std::size_t kBoundary = 842;  // A GTID_LOG_EVENT.
  const std::string hole(1'500'000, '\0');
  const OwnText log = own_text_of_bytes(whole.substr(0, kBoundary) + hole + whole.substr(kBoundary));
  EXPECT_EQ(log.outcome, Outcome::kDamaged);
  EXPECT_THAT(log.text, HasSubstr("passed over 1500000 bytes, up to the next event at 1500842: zeros\n# at 1500842\n"));
  // All rows are there, with one line between them.
  std::string rows = rows_and_errors(log);
  const std::size_t error = rows.find("# ERROR: ");
  ASSERT_NE(error, std::string::npos);
  rows.erase(error, rows.find('\n', error) + 1 - error);
  EXPECT_EQ(rows, rows_and_errors(own_text("file-stop.000001")));
}

// "An event length one too long or too short: find the next plausible header (checksum helps)."
TEST(TrapsFiles, LengthOneTooLongOrTooShort) {
  for (const char* name : {"file-stop.000001", "checksum-none.000001"}) {
    const std::string whole = log_bytes(name);
    const std::size_t first = kBinlogMagic.size() + load_u32(&whole[kBinlogMagic.size() + 9]);
    const std::size_t damaged = first + load_u32(&whole[first + 9]);
    const std::size_t size = load_u32(&whole[damaged + 9]);
    for (const std::size_t wrong : {size + 1, size - 1}) {
      std::string log = whole;
      log.replace(damaged + 9, 4, le(wrong, 4));
      const OwnText shown = own_text_of_bytes(log);
      EXPECT_EQ(shown.outcome, Outcome::kDamaged);
      EXPECT_THAT(shown.text,
                  HasSubstr(fmt::format("passed over {} bytes, up to the next event at {}: ", size, damaged + size)));
      EXPECT_THAT(shown.text, HasSubstr(fmt::format("\n# at {}\n", damaged + size)));
    }
  }
}

// A log that someone has appended to another.
TEST(TrapsFiles, TwoLogsInOne) {
  const std::string first = log_bytes("file-stop.000001");
  const OwnText log = own_text_of_bytes(first + log_bytes("checksum-none.000001"));
  EXPECT_EQ(log.outcome, Outcome::kDamaged);
  EXPECT_THAT(log.text, HasSubstr("the first bytes of another log, which was appended"));
  const std::string rows = rows_and_errors(own_text("checksum-none.000001"));
  EXPECT_THAT(rows_and_errors(log), HasSubstr(rows.substr(1)));
}

// "… say that it is no event boundary and name the nearest ones": also where the log is damaged before it.
TEST(TrapsFiles, StartPositionBehindDamage) {
  std::string log = log_bytes("binlog.000024");
  log.replace(127 + 9, 4, le(5, 4));
  const RunResult result = run_binary({"--start-position=1028", "-"}, {.stdin_bytes = log});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, AllOf(HasSubstr("# at 1028\n"), Not(HasSubstr("# at 158\n"))));
}

TEST(TrapsFiles, NoResyncEndsAtTheFirstFault) {
  std::string log = log_bytes("binlog.000024");
  log.replace(1470 + 9, 4, le(0, 4));
  const RunResult result = run_binary({"--no-resync", "-"}, {.stdin_bytes = log});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, AllOf(HasSubstr("# at 1439\n"), HasSubstr("# ERROR: "), Not(HasSubstr("# at 1549\n"))));
  EXPECT_THAT(run_binary({"-"}, {.stdin_bytes = log}).out, HasSubstr("# at 1549\n"));
}

// "A byte flipped in the FDE; …"
TEST(TrapsFiles, FlippedByteInTheDescription) {
  const std::string whole = log_bytes("file-stop.000001");
  constexpr std::size_t kDescription = 4;
  constexpr std::size_t kSize = 123;
  constexpr std::size_t kFlags = 17;
  const auto flipped = [&whole](std::size_t offset, std::uint8_t bits) {
    std::string log = whole;
    log[kDescription + offset] = static_cast<char>(log[kDescription + offset] ^ bits);
    return own_text_of_bytes(log);
  };
  for (std::size_t offset = 0; offset < kSize; ++offset) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      // The flag of a log in use does not count.
      const bool in_use = offset == kFlags && bit == 0;
      EXPECT_EQ(flipped(offset, static_cast<std::uint8_t>(1U << bit)).outcome == Outcome::kClean, in_use) << offset;
    }
  }
  // Server version, time, list of lengths, checksum.
  for (const std::size_t offset : {std::size_t{27}, std::size_t{72}, std::size_t{80}, kSize - 1}) {
    EXPECT_THAT(flipped(offset, 0x40).text, HasSubstr("# ERROR: offset 4: checksum: "));
  }
}

// "… a tail cut at each byte of the last event; …: "incomplete event at N, a of b bytes"."
TEST(TrapsFiles, CutTail) {
  const std::string whole = log_bytes("file-stop.000001");
  constexpr std::size_t kLast = 1144;
  constexpr std::size_t kLastSize = 23;
  ASSERT_EQ(whole.size(), kLast + kLastSize);
  const std::string before = own_text_of_bytes(whole.substr(0, kLast)).text;
  for (std::size_t size = 1; size < kLastSize; ++size) {
    const OwnText shown = own_text_of_bytes(whole.substr(0, kLast + size));
    EXPECT_EQ(shown.outcome, Outcome::kDamaged) << size;
    const std::string error =
        size < kEventHeaderSize
            ? fmt::format("incomplete event at offset 1144: {} of the 19 bytes of its header", size)
            : fmt::format("incomplete event, {} of 23 bytes, at offset 1144 (type 3 STOP_EVENT, event_size 23)", size);
    // Behind the first line, which names the file.
    EXPECT_EQ(shown.text.substr(shown.text.find('\n')), before.substr(before.find('\n')) + "# ERROR: " + error + "\n");
  }
}

// "… a file still being written: …"
TEST(TrapsFiles, FileInUse) {
  const OwnText log = own_text("file-in-use.000001");
  EXPECT_EQ(log.outcome, Outcome::kClean);
  EXPECT_THAT(log.text, AllOf(HasSubstr("either in use or was not closed properly"), Not(HasSubstr("# ERROR"))));
}

// "FDE with checksum although the algorithm is NONE; …"
TEST(TrapsFiles, DescriptionHasAChecksumAlthoughEventsHaveNone) {
  const OwnText log = own_text("checksum-none.000001");
  EXPECT_EQ(log.outcome, Outcome::kClean);
  EXPECT_THAT(log.text, AllOf(HasSubstr("\nCOMMIT;\n"), Not(HasSubstr("# ERROR"))));
  std::string flipped = log_bytes("checksum-none.000001");
  flipped[30] ^= 1;
  EXPECT_EQ(own_text_of_bytes(flipped).outcome, Outcome::kDamaged);
}

// "… checksum changing at rotation; …"
TEST(TrapsFiles, ChecksumsChangeAtRotation) {
  std::vector<std::string> paths;
  std::string one_by_one = "\n";
  for (int i = 1; i <= 3; ++i) {
    const std::string name = fmt::format("checksum-switch.00000{}", i);
    paths.push_back(BINLOGDUMP_TESTDATA "/" + name);
    one_by_one += rows_and_errors(own_text(name)).substr(1);
  }
  const OwnText log = own_text_of_files(paths);
  EXPECT_EQ(log.outcome, Outcome::kClean);
  EXPECT_EQ(rows_and_errors(log), one_by_one);
  EXPECT_THAT(one_by_one, HasSubstr("### INSERT INTO "));
}

// "… a relay log with the FDE of the replica, a ROTATE, and the FDE of the source with another checksum."
TEST(TrapsFiles, RelayLog) {
  const OwnText log = own_text("relay-log.000002");
  EXPECT_EQ(log.outcome, Outcome::kClean);
  EXPECT_THAT(rows_and_errors(log), AllOf(HasSubstr("### INSERT INTO "), Not(HasSubstr("# ERROR"))));
}

// As above: events of two captured logs, with checksums and without, one behind the other.
TEST(TrapsFiles, SyntheticRelayLogWithAnotherChecksum) {
  LogBuilder replica;
  replica.add(EventType::ROTATE_EVENT, le(4, 8) + "binlog.000001", LOG_EVENT_ARTIFICIAL_F);
  const std::string source = log_bytes("checksum-none.000001");
  const OwnText log = own_text_of_bytes(replica.bytes() + source.substr(kBinlogMagic.size()));
  EXPECT_EQ(log.outcome, Outcome::kClean);
  EXPECT_EQ(rows_and_errors(log), rows_and_errors(own_text("checksum-none.000001")));
}

// "First bytes are text (`/*!50530 …`), gzip, zstd, an encrypted file, a MariaDB `.ibb` page file (`fe fe 0d 01`): say
// what it is."
TEST(TrapsFiles, ForeignFiles) {
  struct Case {
    std::string bytes;
    const char* words;
  };
  const std::vector<Case> cases = {{"/*!50530 SET @@SESSION.PSEUDO_SLAVE_MODE=1*/;\n", "text printed by mysqlbinlog"},
                                   {from_hex("1f8b08000000000000"), "gzip data"},
                                   {from_hex("28b52ffd04000000"), "zstd data"},
                                   {from_hex("fd62696e01010000"), "an encrypted binary log"},
                                   {from_hex("fefe0d0100000000"), "a page file of a MariaDB server (.ibb)"}};
  for (const Case& foreign : cases) {
    const RunResult result = run_on_stdin(foreign.bytes);
    EXPECT_EQ(result.exit_code, 2) << foreign.words;
    EXPECT_THAT(result.err, HasSubstr(foreign.words));
    EXPECT_THAT(result.out, IsEmpty());
  }
}

}  // namespace
}  // namespace binlogdump::test
