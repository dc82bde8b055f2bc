// Texts that are kept, and whose numbers are written over: they are what is printed for each event by itself.

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/log_builder.h"
#include "pipeline/dump.h"
#include "printers/gtid_lines.h"
#include "printers/position_text.h"
#include "temporary_path.h"

namespace binlogdump {
namespace {

TEST(CounterPlace, WritesNumbersOfTheSameSizeOver) {
  for (const std::uint64_t kept : {0U, 7U, 10U, 99U, 100U, 5'405U, 9'999U, 10'000U, 99'995U, 181'921U}) {
    std::string text = "GTID: " + std::to_string(kept);
    CounterPlace place;
    place.end = text.size();
    place.keep(text.data(), kept);
    for (const std::uint64_t next : {kept, kept + 1, kept + 9, kept + 4'000, kept * 10}) {
      const std::string expected = "GTID: " + std::to_string(next);
      const bool fits = expected.size() == text.size() && next / 10'000 == kept / 10'000;
      ASSERT_EQ(place.fits(next), fits) << kept << " " << next;
      if (!fits) continue;
      place.overwrite(text.data(), next);
      EXPECT_EQ(text, expected);
    }
  }
}

using test::le;

/// The event with a checksum, which is not looked at.
std::string event_of(EventType type, std::uint32_t timestamp, std::uint64_t position, const std::string& body) {
  const std::size_t size = kEventHeaderSize + body.size() + kChecksumSize;
  return le(timestamp, 4) + static_cast<char>(type) + le(1, 4) + le(size, 4) + le(position + size, 4) +
         le(LOG_EVENT_SUPPRESS_USE_F, 2) + body + le(0x9e3779b9 * position, 4);
}

/// As a server of 9.7.4 writes it on the first server.
std::string gtid_body(std::int64_t last_committed, std::int64_t number, std::uint64_t time, std::uint64_t length) {
  return '\0' + std::string(16, '\x5a') + le(static_cast<std::uint64_t>(number), 8) + '\x02' +
         le(static_cast<std::uint64_t>(last_committed), 8) + le(static_cast<std::uint64_t>(number), 8) + le(time, 7) +
         '\xfc' + le(length, 2) + le(90704, 4);
}

struct Printer {
  std::string print_gtid(const EventView& event) {
    out.clear();
    GtidLines::Values values;
    EXPECT_TRUE(values.read_usual(event.body()));
    lines.print(event, values, ChecksumAlgorithm::kCrc32);
    return std::string(out.view());
  }

  TextBuffer out{nullptr};
  PrintOptions options;
  HeaderText header{out, false};
  GtidLines lines{out, header, options};
};

TEST(GtidLines, EachIsWhatItIsByItself) {
  Printer printer;
  std::uint64_t position = 99'998'000;
  for (std::int64_t number = 1; number < 400; ++number) {
    const std::int64_t last_committed = number % 3 == 0 ? 1 : number - 1;
    const auto rank = static_cast<std::uint64_t>(number);
    const std::uint64_t time = 1'795'982'111'000'000 + rank * 7'003;
    const std::string bytes = event_of(EventType::GTID_LOG_EVENT, static_cast<std::uint32_t>(time / 1'000'000),
                                       position, gtid_body(last_committed, 9'900 + number, time, 990 + rank % 20));
    const EventView event = make_event_view(bytes, position, {.has_checksum = true});
    ASSERT_EQ(printer.print_gtid(event), Printer().print_gtid(event));
    position += bytes.size();
  }
}

TEST(GtidLines, ReadsWhatTheDecoderReads) {
  const std::string bytes =
      event_of(EventType::GTID_LOG_EVENT, 1'795'982'111, 4, gtid_body(3, 70'000, 1'795'982'111'517'529, 971));
  const EventView event = make_event_view(bytes, 4, {.has_checksum = true});
  const auto gtid = decode_as<GtidLogEvent>(event, DecodeContext());
  const GtidLines::Values decoded(gtid, gtid.uuid, {});
  GtidLines::Values read;
  ASSERT_TRUE(read.read_usual(event.body()));
  EXPECT_EQ(read, decoded);
  EXPECT_FALSE(read.read_usual(event.body().substr(0, event.body().size() - 1)));
}

TEST(GtidLines, LeaveToTheDecoderWhatNoLengthBeginsWith) {
  const std::string with_length = gtid_body(3, 70'000, 1'795'982'111'517'529, 971);
  constexpr std::size_t kLengthBegin = 49;
  for (const char first : {'\xfb', '\xfe', '\xff'}) {
    const std::string body = with_length.substr(0, kLengthBegin) + first + std::string("\x01\x02\0", 3);
    GtidLines::Values read;
    EXPECT_FALSE(read.read_usual(body));
  }
}

// What mysqlbinlog 9.7.4 prints of such a log.
TEST(BeginLines, HaveAFractionOfTheirOwn) {
  test::LogBuilder log;
  for (const std::uint32_t microseconds : {1U, 2U, 1'234'567U, 5U, 0U, 16'000'000U, 7U}) {
    const std::string variables = std::string(1, '\x0d') + le(microseconds, 3);  // Q_MICROSECONDS
    const std::string body =
        le(8, 4) + le(0, 4) + le(0, 1) + le(0, 2) + le(variables.size(), 2) + variables + '\0' + "BEGIN";
    log.add(EventType::QUERY_EVENT, body, LOG_EVENT_SUPPRESS_USE_F);
    log.add(EventType::XID_EVENT, le(5, 8));
  }
  TextBuffer out;
  Dump dump(out, {.mysqlbinlog = true});
  const std::string path = test::temporary_path("begin_lines.binlog");
  std::ofstream(path, std::ios::binary) << log.bytes();
  dump.run({path});
  std::remove(path.c_str());
  std::vector<std::string> times;
  const std::string_view text = out.view();
  static constexpr std::string_view kSet = "SET TIMESTAMP=1700000000";
  for (std::size_t at = text.find(kSet); at != std::string_view::npos; at = text.find(kSet, at + 1)) {
    const std::size_t begin = at + kSet.size();
    times.emplace_back(text.substr(begin, text.find("/*!*/", begin) - begin));
  }
  EXPECT_EQ(times, (std::vector<std::string>{".000001", ".000002", ".1234567", ".000005", "", ".16000000", ".000007"}));
}

}  // namespace
}  // namespace binlogdump
