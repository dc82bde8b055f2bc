#include "binlogdump/payload_reader.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zstd.h>

#include "core/event_bytes.h"
#include "core/log_files.h"
#include "values/value_test.h"

namespace binlogdump {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string compress(Bytes bytes, int level = 3) {
  std::string compressed(ZSTD_compressBound(bytes.size()), '\0');
  compressed.resize(ZSTD_compress(compressed.data(), compressed.size(), bytes.data(), bytes.size(), level));
  return compressed;
}

/// As the server does it: a stream that does not know its size beforehand, in pieces.
std::string compress_in_pieces(Bytes bytes, std::size_t piece, int window_log = 0) {
  std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
  if (window_log != 0) ZSTD_CCtx_setParameter(context.get(), ZSTD_c_windowLog, window_log);
  std::string compressed(ZSTD_compressBound(bytes.size()) + 1000 + bytes.size(), '\0');
  ZSTD_outBuffer output{.dst = compressed.data(), .size = compressed.size(), .pos = 0};
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    const Bytes part = bytes.substr(at, piece);
    ZSTD_inBuffer input{.src = part.data(), .size = part.size(), .pos = 0};
    while (input.pos < input.size) ZSTD_compressStream2(context.get(), &output, &input, ZSTD_e_flush);
  }
  ZSTD_inBuffer nothing{.src = nullptr, .size = 0, .pos = 0};
  while (ZSTD_compressStream2(context.get(), &output, &nothing, ZSTD_e_end) != 0) {
  }
  compressed.resize(output.pos);
  return compressed;
}

class PayloadReaderTest : public testing::Test {
 protected:
  void open(Bytes payload, std::uint64_t compression_type = TransactionPayloadEvent::kZstd,
            std::optional<std::uint64_t> uncompressed_size = {}) {
    payload_ = std::make_unique<ExactBytes>(payload);
    reader_.open({.payload_size = payload.size(),
                  .compression_type = compression_type,
                  .uncompressed_size = uncompressed_size,
                  .payload = *payload_});
    error_.clear();
    error_position_ = 0;
  }

  /// The next event's bytes, or "" at the end or at an error, which is noted.
  std::string next() {
    try {
      const std::optional<EventView> event = reader_.next(kEventHeaderSize);
      if (!event) return "";
      EXPECT_FALSE(event->has_checksum());
      EXPECT_EQ(event->position, position_);
      position_ += event->bytes.size();
      return std::string(event->bytes);
    } catch (const FrameError& error) {
      error_ = error.what();
      error_position_ = error.position();
      return "";
    }
  }

  /// All events to the end or to an error.
  std::vector<std::string> all() {
    position_ = 0;
    std::vector<std::string> events;
    for (std::string event = next(); !event.empty(); event = next()) events.push_back(event);
    return events;
  }

  /// What all() gives of a sound zstd payload.
  std::vector<std::string> all_of(Bytes payload) {
    open(payload);
    std::vector<std::string> events = all();
    EXPECT_EQ(error_, "");
    return events;
  }

  PayloadReader reader_;
  std::unique_ptr<ExactBytes> payload_;
  std::uint64_t position_ = 0;
  std::string error_;
  std::uint64_t error_position_ = 0;
};

TEST_F(PayloadReaderTest, GivesTheEventsOfACapturedPayload) {
  std::vector<std::string> types;
  DecodeContext context;
  for_each_event(log_bytes("zstd-small.000001"), [&](const EventView& event, const DecodeContext&) {
    if (event.header.type() != EventType::TRANSACTION_PAYLOAD_EVENT || !types.empty()) return;
    const auto payload = decode_as<TransactionPayloadEvent>(event, context);
    reader_.open(payload);
    std::uint64_t size = 0;
    while (const std::optional<EventView> inner = reader_.next(kEventHeaderSize)) {
      EXPECT_EQ(inner->header.log_pos, 0u);
      EXPECT_EQ(inner->position, size);
      size += inner->bytes.size();
      types.emplace_back(event_type_name(inner->header.type_code));
    }
    EXPECT_EQ(size, payload.uncompressed_size);
  });
  EXPECT_THAT(types, ElementsAre("QUERY_EVENT", "TABLE_MAP_EVENT", "WRITE_ROWS_EVENT", "XID_EVENT"));
}

TEST_F(PayloadReaderTest, OneFrame) {
  EXPECT_THAT(all_of(compress(xid_event(1) + xid_event(2))), ElementsAre(xid_event(1), xid_event(2)));
}

TEST_F(PayloadReaderTest, FrameWithoutItsSize) {
  EXPECT_THAT(all_of(compress_in_pieces(xid_event(1) + xid_event(2), 10)), ElementsAre(xid_event(1), xid_event(2)));
}

TEST_F(PayloadReaderTest, SeveralFrames) {
  const std::string bytes = xid_event(1) + xid_event(2);
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    EXPECT_THAT(all_of(compress(Bytes(bytes).substr(0, cut)) + compress(Bytes(bytes).substr(cut))),
                ElementsAre(xid_event(1), xid_event(2)))
        << "frames meet at " << cut;
  }
}

TEST_F(PayloadReaderTest, SkippableFrames) {
  const std::string skippable = from_hex("502a4d18 03000000 616263");
  EXPECT_THAT(all_of(skippable + compress(xid_event(1)) + skippable + compress(xid_event(2)) + skippable),
              ElementsAre(xid_event(1), xid_event(2)));
}

TEST_F(PayloadReaderTest, LargeEvents) {
  const std::string large = event_of_size(3'000'000, 'L');
  const std::vector<std::string> events = all_of(compress(large + xid_event(1) + large));
  ASSERT_EQ(events.size(), 3u);
  EXPECT_TRUE(events[0] == large);
  EXPECT_EQ(events[1], xid_event(1));
  EXPECT_TRUE(events[2] == large);
}

TEST_F(PayloadReaderTest, StoredPayload) {
  open(xid_event(1) + xid_event(2), TransactionPayloadEvent::kNone);
  EXPECT_THAT(all(), ElementsAre(xid_event(1), xid_event(2)));
  EXPECT_EQ(error_, "");
}

TEST_F(PayloadReaderTest, StoredPayloadThatIsCut) {
  open(xid_event(1) + "cut", TransactionPayloadEvent::kNone);
  EXPECT_THAT(all(), ElementsAre(xid_event(1)));
  EXPECT_THAT(error_, HasSubstr("3 of the 19 bytes"));
  EXPECT_EQ(error_position_, 27u);
}

TEST_F(PayloadReaderTest, UnknownCompression) {
  try {
    open("x", 7);
    FAIL();
  } catch (const DecodeError& error) {
    EXPECT_EQ(error.field(), "compression_type");
    EXPECT_EQ(error.reason(), "7 is not known");
  }
}

TEST_F(PayloadReaderTest, EmptyPayload) {
  open("");
  EXPECT_THAT(all(), testing::IsEmpty());
  EXPECT_EQ(error_, "");
  EXPECT_THAT(all_of(compress("")), testing::IsEmpty());
  open("", TransactionPayloadEvent::kNone);
  EXPECT_THAT(all(), testing::IsEmpty());
  EXPECT_EQ(error_, "");
}

TEST_F(PayloadReaderTest, SizesThatLieDoNotMatter) {
  for (std::uint64_t claimed : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}}) {
    open(compress(xid_event(1)), TransactionPayloadEvent::kZstd, claimed);
    EXPECT_THAT(all(), ElementsAre(xid_event(1)));
    EXPECT_EQ(error_, "");
  }
}

TEST_F(PayloadReaderTest, PayloadCutAtAnyByteIsAnError) {
  for (const std::string& sound :
       {compress(xid_event(1) + xid_event(2)), compress_in_pieces(xid_event(1) + xid_event(2), 27)}) {
    for (std::size_t size = 1; size < sound.size(); ++size) {
      open(Bytes(sound).substr(0, size));
      all();
      EXPECT_NE(error_, "") << "cut to " << size << " of " << sound.size();
    }
  }
}

TEST_F(PayloadReaderTest, EventsBeforeACutAreHandedOut) {
  // Three blocks: a cut in the last one leaves two events.
  const std::string sound = compress_in_pieces(xid_event(1) + xid_event(2) + xid_event(3), 27);
  open(Bytes(sound).substr(0, sound.size() - 8));
  EXPECT_THAT(all(), ElementsAre(xid_event(1), xid_event(2)));
  EXPECT_EQ(error_, "compressed payload is cut short");
  EXPECT_EQ(error_position_, 54u);
}

TEST_F(PayloadReaderTest, EventCutAtTheEndOfASoundFrame) {
  open(compress(xid_event(1) + xid_event(2).substr(0, 20)));
  EXPECT_THAT(all(), ElementsAre(xid_event(1)));
  EXPECT_THAT(error_, HasSubstr("incomplete event, 20 of 27 bytes"));
  EXPECT_EQ(error_position_, 27u);
}

TEST_F(PayloadReaderTest, Garbage) {
  open("this is no zstd frame");
  EXPECT_THAT(all(), testing::IsEmpty());
  EXPECT_THAT(error_, testing::StartsWith("payload can't be decompressed: "));
}

TEST_F(PayloadReaderTest, GarbageBehindAFrame) {
  open(compress(xid_event(1)) + "no zstd frame");
  EXPECT_THAT(all(), ElementsAre(xid_event(1)));
  EXPECT_THAT(error_, testing::StartsWith("payload can't be decompressed: "));
  EXPECT_EQ(error_position_, 27u);
}

TEST_F(PayloadReaderTest, EventsWellBeforeADamagedBlockAreHandedOut) {
  std::string first_block;
  for (int i = 0; i < 30; ++i) first_block += event_of_size(1000, static_cast<char>('a' + i % 26));
  std::string payload = compress_in_pieces(first_block + xid_event(2), first_block.size());
  // The empty block that ends a frame takes three bytes.
  const std::size_t second_block = compress_in_pieces(first_block, first_block.size()).size() - 3;
  constexpr char kReservedBlockType = 3 << 1;
  payload[second_block] = static_cast<char>(payload[second_block] | kReservedBlockType);
  open(payload);
  const std::vector<std::string> events = all();
  EXPECT_THAT(events.size(), testing::AllOf(testing::Ge(25u), testing::Le(30u)));
  for (std::size_t i = 0; i < events.size(); ++i) {
    EXPECT_TRUE(events[i] == event_of_size(1000, static_cast<char>('a' + i % 26))) << i;
  }
  EXPECT_THAT(error_, testing::StartsWith("payload can't be decompressed: "));
  EXPECT_EQ(error_position_, events.size() * 1000);
}

TEST_F(PayloadReaderTest, AnyDamagedByteIsSafe) {
  const std::string sound = compress(event_of_size(300, 'a') + event_of_size(300, 'b') + xid_event(1));
  for (std::size_t i = 0; i < sound.size(); ++i) {
    for (int flipped : {0x01, 0x80, 0xff}) {
      std::string damaged = sound;
      damaged[i] = static_cast<char>(damaged[i] ^ flipped);
      open(damaged);
      all();
    }
  }
}

TEST_F(PayloadReaderTest, NoMoreIsReadThanWasAskedFor) {
  const std::string bytes = xid_event(1) + xid_event(2);
  const std::string payload = compress(bytes);
  for (std::uint64_t most = 1; most <= bytes.size() + 1; ++most) {
    reader_.set_most_bytes(most);
    open(payload);
    EXPECT_EQ(all().size(), std::min<std::uint64_t>(most / xid_event(1).size(), 2)) << most;
    EXPECT_EQ(error_ == "", most >= bytes.size()) << most << ": " << error_;
    if (most < bytes.size()) {
      EXPECT_EQ(error_, fmt::format("payload decompresses to more than {} bytes", most));
    }
  }
}

TEST_F(PayloadReaderTest, WindowLargerThanTheLimitIsRefused) {
  const std::string bytes = xid_event(1);
  EXPECT_THAT(all_of(compress_in_pieces(bytes, bytes.size(), 27)), ElementsAre(xid_event(1)));
  // The window's size is in the upper five bits of the byte behind magic and descriptor.
  std::string too_large = compress_in_pieces(bytes, bytes.size(), 27);
  too_large[5] = static_cast<char>((28 - 10) << 3);
  open(too_large);
  EXPECT_THAT(all(), testing::IsEmpty());
  EXPECT_THAT(error_, testing::StartsWith("payload can't be decompressed: "));
}

TEST_F(PayloadReaderTest, IsGoodForTheNextPayloadAfterAnError) {
  open(Bytes(compress(xid_event(1))).substr(0, 12));
  all();
  EXPECT_NE(error_, "");
  EXPECT_THAT(all_of(compress(xid_event(2))), ElementsAre(xid_event(2)));
  open("garbage");
  all();
  EXPECT_NE(error_, "");
  open(xid_event(3), TransactionPayloadEvent::kNone);
  EXPECT_THAT(all(), ElementsAre(xid_event(3)));
  EXPECT_THAT(all_of(compress(xid_event(4))), ElementsAre(xid_event(4)));
}

TEST_F(PayloadReaderTest, OpenForgetsWhatWasNotRead) {
  open(compress(xid_event(1) + xid_event(2)));
  position_ = 0;
  EXPECT_EQ(next(), xid_event(1));
  EXPECT_THAT(all_of(compress(xid_event(3))), ElementsAre(xid_event(3)));
}

TEST_F(PayloadReaderTest, SyntheticLongerHeaders) {
  open(compress(event_bytes({.body = "extra." + little_endian(7, 8)})));
  EXPECT_EQ(reader_.next(25)->body(), little_endian(7, 8));
}

// --- an inner event as if it had been logged by itself

EventView payload_view(const std::string& bytes, bool checksum) {
  return make_event_view(bytes, 600, {.common_header_len = 19, .has_checksum = checksum});
}

TEST_F(PayloadReaderTest, AsLoggedHasPositionAndChecksumOfItsPayload) {
  const std::string outer =
      event_bytes({.type = EventType::TRANSACTION_PAYLOAD_EVENT, .body = "payload", .log_pos = 1234, .checksum = true});
  open(xid_event(6) + xid_event(7), TransactionPayloadEvent::kNone);
  reader_.next(kEventHeaderSize);
  const std::optional<EventView> inner = reader_.next(kEventHeaderSize);
  const EventView event = reader_.as_logged(*inner, payload_view(outer, true));
  EXPECT_EQ(event.position, 1234u);
  EXPECT_EQ(event.header.log_pos, 1234u);
  EXPECT_EQ(event.header.event_size, 27u + 4);
  EXPECT_EQ(event.bytes.size(), 27u + 4);
  EXPECT_EQ(load_u32(&event.bytes[9]), 27u + 4);
  EXPECT_EQ(event.body(), little_endian(7, 8));
  EXPECT_TRUE(event.has_checksum());
  EXPECT_EQ(compute_checksum(event), event.stored_checksum());
  EXPECT_FALSE(reader_.next(kEventHeaderSize).has_value());
}

TEST_F(PayloadReaderTest, AsLoggedHasNoChecksumInALogWithoutThem) {
  const std::string outer =
      event_bytes({.type = EventType::TRANSACTION_PAYLOAD_EVENT, .body = "payload", .log_pos = 1234});
  open(xid_event(7), TransactionPayloadEvent::kNone);
  const std::optional<EventView> inner = reader_.next(kEventHeaderSize);
  const EventView event = reader_.as_logged(*inner, payload_view(outer, false));
  EXPECT_EQ(event.position, 1234u);
  EXPECT_EQ(event.header.log_pos, 1234u);
  EXPECT_EQ(event.header.event_size, 27u);
  EXPECT_EQ(event.bytes, xid_event(7));
  EXPECT_FALSE(event.has_checksum());
}

TEST_F(PayloadReaderTest, ChecksumsLeaveTheFollowingEventsAsTheyAre) {
  // Events end at, before and behind the end of a 256 KiB buffer, and some are larger.
  const std::string outer =
      event_bytes({.type = EventType::TRANSACTION_PAYLOAD_EVENT, .body = "payload", .checksum = true});
  for (std::size_t first : {262144u - 20, 262144u - 19, 262144u - 4, 262144u - 3, 262144u - 1, 262144u, 262144u + 1}) {
    std::vector<std::string> events{event_of_size(first), xid_event(1), event_of_size(300'000, 'l'), xid_event(2),
                                    xid_event(3)};
    std::string all;
    for (const std::string& event : events) all += event;
    for (std::uint64_t compression : {TransactionPayloadEvent::kNone, TransactionPayloadEvent::kZstd}) {
      open(compression == TransactionPayloadEvent::kNone ? all : compress(all), compression);
      for (const std::string& expected : events) {
        const std::optional<EventView> inner = reader_.next(kEventHeaderSize);
        ASSERT_TRUE(inner.has_value());
        ASSERT_TRUE(inner->bytes == expected);
        const EventView event = reader_.as_logged(*inner, payload_view(outer, true));
        EXPECT_TRUE(event.body() == Bytes(expected).substr(kEventHeaderSize));
        EXPECT_EQ(compute_checksum(event), event.stored_checksum());
      }
      EXPECT_FALSE(reader_.next(kEventHeaderSize).has_value());
    }
  }
}

}  // namespace
}  // namespace binlogdump
