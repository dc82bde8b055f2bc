#include "binlogdump/decode.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/event_bytes.h"
#include "core/log_files.h"
#include "tape_text.h"
#include "values/value_test.h"

namespace binlogdump {
namespace {

constexpr Framing kPlain{.common_header_len = 19, .has_checksum = false};
constexpr Framing kWithChecksum{.common_header_len = 19, .has_checksum = true};

// The last event of binlog.000024 of testdata.
const std::string kRotate =
    "82850c6b 04 01000000 2c000000 b5090000 0000"
    "0400000000000000 62696e6c6f672e303030303235 db0fd4c3";

// Whole FORMAT_DESCRIPTION_EVENTs as servers wrote them.
std::string version(std::string_view text) {
  std::string padded(text);
  padded.resize(50, '\0');
  return padded;
}
const std::string kServer51 = from_hex("33250f49 0f 01000000 66000000 6a000000 0000 0400") +
                              version("5.1.30-debug-log") +
                              from_hex("00000000 13 380d0008001200040404041200005300041a0800000008080802");
/// file-in-use.000001 of testdata: its in-use flag is set.
const std::string kInUse = from_hex("95670c6b 0f 65000000 7b000000 7f000000 0100 0400") + version("9.7.4-2") +
                           from_hex(
                               "95670c6b 13 000d0008000000000400040000006300041a08000000000000020000000a0a0a2a2a00"
                               "1234000a280000 01 94ebb639");
/// checksum-none.000001 of testdata: the algorithm is NONE, and a checksum follows all the same.
const std::string kAlgorithmNone =
    from_hex("52670c6b 0f 65000000 7b000000 7f000000 0000 0400") + version("9.7.4-2") +
    from_hex(
        "52670c6b 13 000d0008000000000400040000006300041a08000000000000020000000a0a0a2a2a00"
        "1234000a280000 00 dace1e0b");

std::string trace_text(const EventView& event, const DecodeContext& context) {
  const TracedEvent traced = trace_event(event, context);
  expect_labels_cover(traced.tape, 0, event.bytes.size());
  std::string text = "\n" + tape_text(traced.tape, event.bytes);
  if (traced.error)
    text += fmt::format("! {} {}: {}\n", traced.error->offset(), traced.error->field(), traced.error->reason());
  return text;
}

/// The error of an event that is too short for what it must have.
std::string view_error(Bytes event, const Framing& framing) {
  try {
    make_event_view(event, 4, framing);
  } catch (const DecodeError& error) {
    return fmt::format("{} {}: {}", error.offset(), error.field(), error.reason());
  }
  return "";
}

// --- where body and checksum lie

TEST(MakeEventView, WithChecksum) {
  const std::string bytes = from_hex(kRotate);
  const EventView event = make_event_view(bytes, 2441, kWithChecksum);
  EXPECT_EQ(
      event.header,
      (EventHeader{
          .timestamp = 0x6b0c8582, .type_code = 4, .server_id = 1, .event_size = 44, .log_pos = 2485, .flags = 0}));
  EXPECT_EQ(event.header.type(), EventType::ROTATE_EVENT);
  EXPECT_EQ(event.position, 2441u);
  EXPECT_EQ(event.bytes, bytes);
  EXPECT_EQ(event.body_begin, 19u);
  EXPECT_EQ(event.body_end, 40u);
  EXPECT_EQ(event.body().size(), 21u);
  EXPECT_TRUE(event.has_checksum());
  EXPECT_EQ(event.stored_checksum(), 0xc3d40fdbu);
}

TEST(MakeEventView, WithoutChecksum) {
  const std::string bytes = xid_event(7);
  const EventView event = make_event_view(bytes, 4, kPlain);
  EXPECT_FALSE(event.has_checksum());
  EXPECT_EQ(event.body(), little_endian(7, 8));
}

TEST(MakeEventView, FlagsAndNumbersAreUnsigned) {
  const std::string bytes = from_hex("ffffffff ff ffffffff ffffffff ffffffff ffff");
  const EventHeader header = make_event_view(bytes, 0, kPlain).header;
  EXPECT_EQ(header, (EventHeader{.timestamp = 0xffffffff,
                                 .type_code = 255,
                                 .server_id = 0xffffffff,
                                 .event_size = 0xffffffff,
                                 .log_pos = 0xffffffff,
                                 .flags = 0xffff}));
}

TEST(MakeEventView, DescriptionOfAnOldServerHasNoChecksum) {
  for (const Framing& framing : {kPlain, kWithChecksum}) {
    const EventView event = make_event_view(kServer51, 4, framing);
    EXPECT_FALSE(event.has_checksum());
    const auto description = decode_as<FormatDescriptionEvent>(event, DecodeContext{});
    EXPECT_EQ(description.post_header_len.size(), 26u);
    EXPECT_EQ(description.checksum_alg, std::nullopt);
  }
}

TEST(MakeEventView, DescriptionOfANewServerHasAChecksumWhateverTheAlgorithm) {
  for (const Framing& framing : {kPlain, kWithChecksum}) {
    const EventView event = make_event_view(kAlgorithmNone, 4, framing);
    EXPECT_TRUE(event.has_checksum());
    EXPECT_EQ(event.stored_checksum(), 0x0b1ecedau);
    const auto description = decode_as<FormatDescriptionEvent>(event, DecodeContext{});
    EXPECT_EQ(description.post_header_len.size(), 42u);
    EXPECT_EQ(description.checksum_alg, ChecksumAlgorithm::kNone);
  }
}

TEST(MakeEventView, SyntheticLongerHeaders) {
  const Framing framing{.common_header_len = 25, .has_checksum = false};
  const std::string xid = event_bytes({.type = EventType::XID_EVENT, .body = "extra." + little_endian(7, 8)});
  EXPECT_EQ(make_event_view(xid, 4, framing).body(), little_endian(7, 8));
  const std::string rotate = event_bytes({.type = EventType::ROTATE_EVENT, .body = little_endian(4, 8) + "file"});
  EXPECT_EQ(make_event_view(rotate, 4, framing).body_begin, 19u);
  EXPECT_EQ(make_event_view(kServer51, 4, framing).body_begin, 19u);
}

TEST(MakeEventView, SyntheticEventsThatAreTooShort) {
  EXPECT_EQ(view_error("", kPlain), "0 timestamp: needs 4 bytes, 0 left");
  EXPECT_EQ(view_error(std::string(18, '\0'), kPlain), "17 flags: needs 2 bytes, 1 left");
  EXPECT_EQ(view_error(std::string(19, '\0'), kPlain), "");
  EXPECT_EQ(view_error(std::string(22, '\0'), kWithChecksum), "19 checksum: event ends inside its checksum");
  EXPECT_EQ(view_error(std::string(23, '\0'), kWithChecksum), "");
  const Framing long_header{.common_header_len = 25, .has_checksum = true};
  EXPECT_EQ(view_error(std::string(24, '\0'), long_header), "19 common_header: event ends inside its header");
  EXPECT_EQ(view_error(std::string(28, '\0'), long_header), "25 checksum: event ends inside its checksum");
  EXPECT_EQ(view_error(std::string(29, '\0'), long_header), "");
}

TEST(MakeEventView, DescriptionCutAtAnyLength) {
  for (std::size_t size = kEventHeaderSize; size < kInUse.size(); ++size) {
    const ExactBytes cut(Bytes(kInUse).substr(0, size));
    const EventView event = make_event_view(cut, 4, kPlain);
    EXPECT_EQ(event.has_checksum(), size >= 19 + 2 + 50) << size << ": it can't be told before the version is whole";
  }
}

TEST(MakeEventView, SyntheticLastByteOfTheVersionCountsAsNul) {
  // With its 50th byte the version would be 5.6.1.
  const std::string bytes = event_bytes(
      {.type = EventType::FORMAT_DESCRIPTION_EVENT,
       .body = from_hex("0400") + "5.6." + std::string(45, '0') + "1" + from_hex("00000000 13 380d0008 00000000")});
  const EventView event = make_event_view(bytes, 4, kPlain);
  EXPECT_EQ(decode_as<FormatDescriptionEvent>(event, DecodeContext{}).checksum_alg, std::nullopt);
  EXPECT_FALSE(event.has_checksum());
}

TEST(Framing, FollowsTheDescription) {
  const EventView event = make_event_view(kInUse, 4, kPlain);
  const FormatDescription format(decode_as<FormatDescriptionEvent>(event, DecodeContext{}));
  EXPECT_TRUE(Framing::of(format).has_checksum);
  EXPECT_EQ(Framing::of(format).common_header_len, 19);
  EXPECT_FALSE(Framing::of(FormatDescription{}).has_checksum);
  EXPECT_EQ(Framing::of(FormatDescription{}).common_header_len, 19);
}

// --- checksums

TEST(ComputeChecksum, CoversAllBytesBeforeIt) {
  const std::string bytes = from_hex(kRotate);
  const EventView event = make_event_view(bytes, 2441, kWithChecksum);
  EXPECT_EQ(compute_checksum(event), event.stored_checksum());
  for (std::size_t i = 0; i < bytes.size() - kChecksumSize; ++i) {
    std::string damaged = bytes;
    damaged[i] ^= 0x10;
    const EventView damaged_event = make_event_view(damaged, 2441, kWithChecksum);
    EXPECT_NE(compute_checksum(damaged_event), damaged_event.stored_checksum()) << "byte " << i;
  }
}

TEST(ComputeChecksum, OfADescriptionTakesTheInUseFlagAsClear) {
  const EventView event = make_event_view(kInUse, 4, kPlain);
  EXPECT_EQ(event.header.flags, LOG_EVENT_BINLOG_IN_USE_F);
  EXPECT_EQ(compute_checksum(event), event.stored_checksum());
  std::string closed = kInUse;
  closed[17] = 0;
  EXPECT_EQ(compute_checksum(make_event_view(closed, 4, kPlain)), event.stored_checksum());
}

TEST(ComputeChecksum, SyntheticOtherFlagsOfADescriptionCount) {
  std::string relay = kInUse;
  relay[17] = LOG_EVENT_RELAY_LOG_F;
  const std::uint32_t closed = compute_checksum(make_event_view(relay, 4, kPlain));
  relay[17] = LOG_EVENT_RELAY_LOG_F | LOG_EVENT_BINLOG_IN_USE_F;
  EXPECT_EQ(compute_checksum(make_event_view(relay, 4, kPlain)), closed);
  EXPECT_NE(closed, compute_checksum(make_event_view(kInUse, 4, kPlain)));
}

TEST(ComputeChecksum, SyntheticInUseFlagOfOtherEventsCounts) {
  const std::string flagged =
      event_bytes({.body = little_endian(1, 8), .flags = LOG_EVENT_BINLOG_IN_USE_F, .checksum = true});
  const EventView event = make_event_view(flagged, 4, kWithChecksum);
  EXPECT_EQ(compute_checksum(event), event.stored_checksum());
}

TEST(ComputeChecksum, OfADescriptionWhoseAlgorithmIsNone) {
  const EventView event = make_event_view(kAlgorithmNone, 4, kPlain);
  EXPECT_EQ(compute_checksum(event), event.stored_checksum());
}

TEST(CapturedLogs, ChecksumsOfAllEventsAreRight) {
  std::size_t checksums = 0;
  for (const std::string& name : log_names()) {
    for_each_event(log_bytes(name), [&](const EventView& event, const DecodeContext&) {
      if (!event.has_checksum()) return;
      EXPECT_EQ(compute_checksum(event), event.stored_checksum()) << name << " at " << event.position;
      ++checksums;
    });
  }
  EXPECT_GT(checksums, 3000u);
}

TEST(CapturedLogs, LabelsCoverAllEvents) {
  std::size_t events = 0;
  for (const std::string& name : log_names()) {
    for_each_event(log_bytes(name), [&](const EventView& event, const DecodeContext& context) {
      SCOPED_TRACE(fmt::format("{} at {}, type {}", name, event.position, event.header.type_code));
      const TracedEvent traced = trace_event(event, context);
      EXPECT_EQ(traced.error, std::nullopt);
      expect_labels_cover(traced.tape, 0, event.bytes.size());
      expect_groups_cover_their_fields(traced.tape);
      ++events;
    });
  }
  EXPECT_GT(events, 3000u);
}

TEST(CapturedLogs, EventsFollowEachOtherToTheEnd) {
  for (const std::string& name : log_names()) {
    const std::string bytes = log_bytes(name);
    EXPECT_EQ(for_each_event(bytes, [](const EventView&, const DecodeContext&) {}), bytes.size()) << name;
  }
}

TEST(CapturedLogs, CutLogsEndInAnIncompleteEvent) {
  for (const char* size : {"60", "136", "600", "1060", "1150"}) {
    const std::string bytes = log_bytes(fmt::format("file-cut-at-{}.000001", size));
    ASSERT_FALSE(bytes.empty());
    EXPECT_THROW(for_each_event(bytes, [](const EventView&, const DecodeContext&) {}), FrameError) << size;
  }
}

// --- tapes of whole events

TEST(TraceEvent, LabelsHeaderBodyAndChecksum) {
  const std::string bytes = from_hex(kRotate);
  EXPECT_EQ(trace_text(make_event_view(bytes, 2441, kWithChecksum), DecodeContext{}), R"(
0 4 timestamp = 1795982722
4 1 type_code = 4
5 4 server_id = 1
9 4 event_size = 44
13 4 log_pos = 2485
17 2 flags = 0
19 8 position = 4
27 13 new_log_ident = 'binlog.000025'
40 4 checksum = 3285454811
)");
}

TEST(TraceEvent, WithoutChecksum) {
  const std::string bytes = xid_event(7);
  EXPECT_THAT(trace_text(make_event_view(bytes, 4, kPlain), DecodeContext{}), testing::EndsWith(R"(
17 2 flags = 0
19 8 xid = 7
)"));
}

TEST(TraceEvent, SyntheticExtraHeaderAndTrailingBytesAreUnparsed) {
  const std::string bytes = event_bytes({.body = "extra." + little_endian(7, 8) + "more", .checksum = true});
  const Framing framing{.common_header_len = 25, .has_checksum = true};
  EXPECT_THAT(trace_text(make_event_view(bytes, 4, framing), DecodeContext{}), testing::HasSubstr(R"(
17 2 flags = 0
19 6 unparsed = 'extra.'
25 8 xid = 7
33 4 unparsed = 'more'
37 4 checksum = )"));
}

TEST(TraceEvent, SyntheticUnknownTypeIsOneField) {
  const std::string bytes = event_bytes({.type = static_cast<EventType>(100), .body = "body", .checksum = true});
  EXPECT_THAT(trace_text(make_event_view(bytes, 4, kWithChecksum), DecodeContext{}), testing::HasSubstr(R"(
17 2 flags = 0
19 4 unparsed = 'body'
23 4 checksum = )"));
}

TEST(TraceEvent, SyntheticWhatFollowsAnErrorIsUndecoded) {
  const std::string bytes =
      event_bytes({.type = EventType::RAND_EVENT, .body = little_endian(7, 8) + "cut", .checksum = true});
  const EventView event = make_event_view(bytes, 4, kWithChecksum);
  EXPECT_THAT(trace_text(event, DecodeContext{}), testing::ContainsRegex(R"(
17 2 flags = 0
19 8 seed1 = 7
27 3 undecoded = 'cut'
30 4 checksum = [0-9]+
! 27 seed2: needs 8 bytes, 3 left
)"));
}

TEST(TraceEvent, ErrorIsThatOfTheUntracedDecoder) {
  const std::string bytes = event_bytes({.type = EventType::RAND_EVENT, .body = "cut", .checksum = true});
  const EventView event = make_event_view(bytes, 4, kWithChecksum);
  try {
    decode_as<RandEvent>(event, DecodeContext{});
    FAIL();
  } catch (const DecodeError& error) {
    EXPECT_EQ(trace_event(event, DecodeContext{}).error, error);
  }
}

TEST(TraceEvent, ErrorWithNothingLeftNeedsNoLabel) {
  const std::string bytes = event_bytes({.type = EventType::RAND_EVENT, .body = little_endian(7, 8)});
  EXPECT_THAT(trace_text(make_event_view(bytes, 4, kPlain), DecodeContext{}), testing::EndsWith(R"(
19 8 seed1 = 7
! 27 seed2: needs 8 bytes, 0 left
)"));
}

TEST(TraceEvent, DescriptionCutAtAnyLengthIsLabelled) {
  for (std::size_t size = kEventHeaderSize; size < kInUse.size(); ++size) {
    const ExactBytes cut(Bytes(kInUse).substr(0, size));
    trace_text(make_event_view(cut, 4, kPlain), DecodeContext{});
  }
}

TEST(DecodeAs, ReadsTheBodyAlone) {
  const std::string bytes = from_hex(kRotate);
  const EventView event = make_event_view(bytes, 2441, kWithChecksum);
  EXPECT_TRUE(decode_as<RotateEvent>(event, DecodeContext{}) ==
              (RotateEvent{.position = 4, .new_log_ident = "binlog.000025"}))
      << "the checksum is no part of the name";
}

TEST(DecodeAs, ErrorCountsFromTheStartOfTheEvent) {
  const std::string bytes = event_bytes({.type = EventType::RAND_EVENT, .body = little_endian(7, 8)});
  try {
    decode_as<RandEvent>(make_event_view(bytes, 4, kPlain), DecodeContext{});
    FAIL();
  } catch (const DecodeError& error) {
    EXPECT_EQ(error.offset(), 27u);
    EXPECT_EQ(error.field(), "seed2");
  }
}

}  // namespace
}  // namespace binlogdump
