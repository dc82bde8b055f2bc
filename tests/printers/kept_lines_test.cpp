// Texts that are kept, and whose numbers are written over: they are what is printed for each event by itself.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "printers/gtid_lines.h"
#include "printers/position_text.h"

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

std::string little_endian(std::uint64_t value, std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i));
  return bytes;
}

/// The event with a checksum, which is not looked at.
std::string event_of(EventType type, std::uint32_t timestamp, std::uint64_t position, const std::string& body) {
  const std::size_t size = kEventHeaderSize + body.size() + kChecksumSize;
  return little_endian(timestamp, 4) + static_cast<char>(type) + little_endian(1, 4) + little_endian(size, 4) +
         little_endian(position + size, 4) + little_endian(LOG_EVENT_SUPPRESS_USE_F, 2) + body +
         little_endian(0x9e3779b9 * position, 4);
}

/// As a server of 9.7.4 writes it on the first server.
std::string gtid_body(std::int64_t last_committed, std::int64_t number, std::uint64_t time, std::uint64_t length) {
  return '\0' + std::string(16, '\x5a') + little_endian(static_cast<std::uint64_t>(number), 8) + '\x02' +
         little_endian(static_cast<std::uint64_t>(last_committed), 8) +
         little_endian(static_cast<std::uint64_t>(number), 8) + little_endian(time, 7) + '\xfc' +
         little_endian(length, 2) + little_endian(90704, 4);
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

}  // namespace
}  // namespace binlogdump
