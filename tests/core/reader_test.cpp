#include "binlogdump/reader.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/event_bytes.h"
#include "core/log_files.h"
#include "values/value_test.h"

namespace binlogdump {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;
using Kind = FrameError::Kind;

constexpr Framing kPlain{.common_header_len = 19, .has_checksum = false};
constexpr Framing kWithChecksum{.common_header_len = 19, .has_checksum = true};
constexpr std::size_t kBufferSize = 256 * 1024;

/// Gives at most `piece` bytes at a time, as a pipe may.
class SlowSource : public ByteSource {
 public:
  SlowSource(Bytes bytes, std::size_t piece) : bytes_(bytes), piece_(piece) {}
  std::size_t read(char* to, std::size_t size) override { return bytes_.read(to, std::min(size, piece_)); }

 private:
  MemorySource bytes_;
  std::size_t piece_;
};

/// Sizes of the events up to the end.
std::vector<std::size_t> event_sizes(ByteSource& source, const Framing& framing = kPlain) {
  EventReader reader;
  reader.open(source);
  std::vector<std::size_t> sizes;
  std::uint64_t position = 0;
  while (const std::optional<EventView> event = reader.next(framing)) {
    EXPECT_EQ(event->position, position);
    EXPECT_EQ(event->bytes.size(), event->header.event_size);
    position += event->bytes.size();
    EXPECT_EQ(reader.position(), position);
    sizes.push_back(event->bytes.size());
  }
  EXPECT_FALSE(reader.next(framing).has_value()) << "the end stays the end";
  return sizes;
}

/// The error of the first event of `bytes`, in words.
std::string frame_error(Bytes bytes, Kind kind, const Framing& framing = kPlain, std::uint64_t position = 4) {
  const ExactBytes exact(bytes);
  MemorySource source(exact);
  EventReader reader;
  reader.open(source, position);
  for (int attempt = 0; attempt < 2; ++attempt) {
    try {
      reader.next(framing);
      ADD_FAILURE() << "no error";
    } catch (const FrameError& error) {
      EXPECT_EQ(error.kind(), kind);
      EXPECT_EQ(error.position(), position);
      EXPECT_EQ(reader.position(), position);
      if (attempt == 1) return error.what();
    }
  }
  return "";
}

/// A header that claims an event of `size` bytes.
std::string header_of_size(std::uint32_t size) {
  std::string bytes = event_of_size(kEventHeaderSize);
  return bytes.replace(9, 4, little_endian(size, 4));
}

std::string magic_error(Bytes bytes) {
  const ExactBytes exact(bytes);
  MemorySource source(exact);
  EventReader reader;
  reader.open(source);
  try {
    reader.read_magic();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// --- the magic

TEST(ReadMagic, OfABinaryLogIsFourBytes) {
  const std::string bytes = std::string(kBinlogMagic) + xid_event(7);
  MemorySource source(bytes);
  EventReader reader;
  reader.open(source);
  EXPECT_EQ(reader.position(), 0u);
  reader.read_magic();
  EXPECT_EQ(reader.position(), 4u);
  EXPECT_EQ(reader.next(kPlain)->position, 4u);
}

TEST(ReadMagic, LogMayEndBehindIt) {
  MemorySource source(kBinlogMagic);
  EventReader reader;
  reader.open(source);
  reader.read_magic();
  EXPECT_FALSE(reader.next(kPlain).has_value());
}

TEST(ReadMagic, MayArriveByteByByte) {
  const std::string bytes = std::string(kBinlogMagic) + xid_event(7);
  SlowSource source(bytes, 1);
  EventReader reader;
  reader.open(source);
  reader.read_magic();
  EXPECT_EQ(reader.next(kPlain)->bytes, xid_event(7));
}

TEST(ReadMagic, TellsWhatAForeignFileIs) {
  EXPECT_THAT(magic_error("\xfd\x62\x69\x6e\x01"), HasSubstr("encrypted binary log"));
  EXPECT_THAT(magic_error("\x1f\x8b\x08"), HasSubstr("gzip data"));
  EXPECT_THAT(magic_error("\x28\xb5\x2f\xfd\x20"), HasSubstr("zstd data"));
  EXPECT_THAT(magic_error("\xfe\xfe\x0d\x01 page"), HasSubstr("MariaDB"));
  EXPECT_THAT(magic_error("# The proper term is pseudo_replica_mode, but we use this compatibility alias"),
              HasSubstr("text printed by mysqlbinlog"));
  EXPECT_THAT(magic_error("/*!50530 SET @@SESSION.PSEUDO_SLAVE_MODE=1*/;"), HasSubstr("text printed by mysqlbinlog"));
  EXPECT_THAT(magic_error("/*!40019 SET @@session.max_insert_delayed_threads=0*/;"),
              HasSubstr("text printed by mysqlbinlog"));
}

TEST(ReadMagic, TellsTheBytesOfAnUnknownFile) {
  EXPECT_EQ(magic_error("GIF89a"), "no binary log: begins with 47 49 46 38 in place of fe 62 69 6e");
  EXPECT_EQ(magic_error("\xfe\x62\x69\x6f"), "no binary log: begins with fe 62 69 6f in place of fe 62 69 6e");
  EXPECT_EQ(magic_error("/*!50530 GET"), "no binary log: begins with 2f 2a 21 35 in place of fe 62 69 6e");
}

TEST(ReadMagic, TellsTheSizeOfATinyFile) {
  EXPECT_EQ(magic_error(""), "no binary log: only 0 bytes long");
  EXPECT_EQ(magic_error("\xfe"), "no binary log: only 1 bytes long");
  EXPECT_EQ(magic_error("\xfe\x62\x69"), "no binary log: only 3 bytes long");
}

TEST(ReadMagic, EveryCutOfAKnownMagicIsSafe) {
  for (Bytes magic : {Bytes("# The proper term is pseudo_replica_mode"), Bytes("/*!50530 SET"), kEncryptedMagic}) {
    for (std::size_t size = 0; size < magic.size(); ++size) {
      EXPECT_THAT(magic_error(magic.substr(0, size)), StartsWith("no binary log: ")) << magic.substr(0, size);
    }
  }
}

// --- the chain of events

TEST(EventReader, HandsOutOneEventAfterTheOther) {
  const std::string bytes = xid_event(1) + event_of_size(19) + xid_event(2);
  MemorySource source(bytes);
  EventReader reader;
  reader.open(source, 4);
  std::optional<EventView> event = reader.next(kPlain);
  EXPECT_EQ(event->position, 4u);
  EXPECT_EQ(event->bytes, xid_event(1));
  event = reader.next(kPlain);
  EXPECT_EQ(event->position, 31u);
  EXPECT_EQ(event->body(), "");
  event = reader.next(kPlain);
  EXPECT_EQ(event->position, 50u);
  EXPECT_EQ(event->bytes, xid_event(2));
  EXPECT_FALSE(reader.next(kPlain).has_value());
  EXPECT_EQ(reader.position(), 77u);
}

TEST(EventReader, EmptyInputHasNoEvent) {
  MemorySource source("");
  EXPECT_TRUE(event_sizes(source).empty());
}

TEST(EventReader, FramingDecidesAboutTheChecksum) {
  const std::string bytes = event_bytes({.body = little_endian(1, 8), .checksum = true});
  const std::string both = bytes + bytes;
  MemorySource source(both);
  EventReader reader;
  reader.open(source);
  EXPECT_EQ(reader.next(kWithChecksum)->body().size(), 8u);
  EXPECT_EQ(reader.next(kPlain)->body().size(), 12u);
}

TEST(EventReader, PiecesOfAnySizeGiveTheSameEvents) {
  std::string bytes;
  std::vector<std::size_t> sizes;
  for (std::size_t size : {19u, 20u, 1000u, 27u, 70u, 19u, 300u}) {
    bytes += event_of_size(size);
    sizes.push_back(size);
  }
  for (std::size_t piece : {1u, 2u, 18u, 19u, 20u, 100u, 10000u}) {
    SlowSource source(bytes, piece);
    EXPECT_EQ(event_sizes(source), sizes) << piece;
  }
}

TEST(EventReader, EventsLieAcrossTheEndsOfTheBuffer) {
  std::string bytes;
  std::vector<std::size_t> sizes;
  for (std::size_t i = 0; bytes.size() < 3 * kBufferSize; ++i) {
    sizes.push_back(19 + i * 37 % 5000);
    bytes += event_of_size(sizes.back(), static_cast<char>(i));
  }
  MemorySource source(bytes);
  EventReader reader;
  reader.open(source);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const std::optional<EventView> event = reader.next(kPlain);
    ASSERT_TRUE(event.has_value());
    ASSERT_EQ(event->bytes, Bytes(event_of_size(sizes[i], static_cast<char>(i))));
  }
  EXPECT_FALSE(reader.next(kPlain).has_value());
}

TEST(EventReader, HeaderLiesAcrossTheEndOfTheBuffer) {
  for (std::size_t before = kBufferSize - 20; before <= kBufferSize + 1; ++before) {
    const std::string bytes = event_of_size(before) + xid_event(before) + xid_event(2);
    MemorySource source(bytes);
    EXPECT_EQ(event_sizes(source), (std::vector<std::size_t>{before, 27, 27}));
  }
}

TEST(EventReader, EventLargerThanTheBuffer) {
  const std::string large = event_of_size(5 * kBufferSize + 3, 'L');
  const std::string bytes = xid_event(1) + large + xid_event(2) + large;
  for (std::size_t piece : {std::size_t{4096}, std::size_t{65537}, bytes.size()}) {
    SlowSource source(bytes, piece);
    EventReader reader;
    reader.open(source);
    EXPECT_EQ(reader.next(kPlain)->bytes, xid_event(1));
    EXPECT_TRUE(reader.next(kPlain)->bytes == large);
    EXPECT_EQ(reader.next(kPlain)->bytes, xid_event(2));
    EXPECT_TRUE(reader.next(kPlain)->bytes == large);
    EXPECT_FALSE(reader.next(kPlain).has_value());
  }
}

TEST(EventReader, OpenStartsOverInTheMiddleOfAnotherSource) {
  const std::string first = event_of_size(kBufferSize * 2);
  const std::string second = xid_event(9);
  MemorySource first_source(first);
  MemorySource second_source(second);
  EventReader reader;
  reader.open(first_source);
  reader.next(kPlain);
  reader.open(second_source, 1000);
  const std::optional<EventView> event = reader.next(kPlain);
  EXPECT_EQ(event->bytes, second);
  EXPECT_EQ(event->position, 1000u);
}

TEST(EventReader, ChecksumStandsInPlaceOfTheFollowingBytesForATime) {
  const std::string bytes = xid_event(1) + xid_event(2);
  MemorySource source(bytes);
  EventReader reader;
  reader.open(source);
  const EventView event = reader.with_checksum(*reader.next(kPlain));
  EXPECT_EQ(event.header.event_size, 31u);
  EXPECT_EQ(event.bytes.size(), 31u);
  EXPECT_EQ(event.body(), little_endian(1, 8));
  EXPECT_EQ(compute_checksum(event), event.stored_checksum());
  EXPECT_EQ(reader.position(), 27u);
  const std::optional<EventView> second = reader.next(kPlain);
  EXPECT_EQ(second->bytes, xid_event(2));
  const EventView last = reader.with_checksum(*second);
  EXPECT_EQ(compute_checksum(last), last.stored_checksum());
  EXPECT_FALSE(reader.next(kPlain).has_value());
}

// --- damage

TEST(EventReader, HeaderThatIsCut) {
  for (std::size_t size = 1; size < kEventHeaderSize; ++size) {
    EXPECT_EQ(frame_error(Bytes(xid_event(1)).substr(0, size), Kind::kTruncated),
              fmt::format("incomplete event at offset 4: {} of the 19 bytes of its header", size));
  }
}

TEST(EventReader, BodyThatIsCut) {
  const std::string event = xid_event(1);
  for (std::size_t size = kEventHeaderSize; size < event.size(); ++size) {
    EXPECT_EQ(frame_error(Bytes(event).substr(0, size), Kind::kTruncated),
              fmt::format("incomplete event, {} of 27 bytes, at offset 4 (type 16 XID_EVENT, event_size 27)", size));
  }
}

TEST(EventReader, LargeBodyThatIsCut) {
  const std::string event = event_of_size(3 * kBufferSize);
  EXPECT_THAT(frame_error(Bytes(event).substr(0, event.size() - 1), Kind::kTruncated),
              StartsWith(fmt::format("incomplete event, {} of {} bytes,", event.size() - 1, event.size())));
}

TEST(EventReader, EventsBeforeTheCutAreHandedOut) {
  const std::string bytes = xid_event(1) + "cut";
  MemorySource source(bytes);
  EventReader reader;
  reader.open(source);
  EXPECT_TRUE(reader.next(kPlain).has_value());
  try {
    reader.next(kPlain);
    FAIL();
  } catch (const FrameError& error) {
    EXPECT_EQ(error.position(), 27u);
  }
}

TEST(EventReader, SizeSmallerThanAHeader) {
  for (std::uint32_t size = 0; size < kEventHeaderSize; ++size) {
    EXPECT_EQ(frame_error(header_of_size(size) + std::string(100, '\0'), Kind::kTooSmall),
              fmt::format("event_size smaller than an event header at offset 4 (type 9 APPEND_BLOCK_EVENT, "
                          "event_size {})",
                          size));
  }
}

TEST(EventReader, SizeSmallerThanHeaderAndChecksum) {
  for (std::uint32_t size = 19; size < 23; ++size) {
    EXPECT_THAT(frame_error(header_of_size(size) + std::string(100, '\0'), Kind::kTooSmall, kWithChecksum),
                AllOf(HasSubstr("event ends inside its checksum"), HasSubstr(fmt::format("event_size {}", size))));
  }
  const Framing long_header{.common_header_len = 25, .has_checksum = false};
  EXPECT_THAT(frame_error(header_of_size(24) + std::string(100, '\0'), Kind::kTooSmall, long_header),
              HasSubstr("event ends inside its header"));
}

TEST(EventReader, SizeTooBig) {
  EXPECT_THAT(frame_error(header_of_size(kMaxEventSize + 1), Kind::kTooBig),
              HasSubstr("event_size beyond 1 GiB at offset 4 (type 9 APPEND_BLOCK_EVENT, event_size 1073758209)"));
  EXPECT_THAT(frame_error(header_of_size(0xffffffff), Kind::kTooBig), HasSubstr("event_size 4294967295"));
}

TEST(EventReader, SizeThatIsClaimedTakesNoMemory) {
  EXPECT_THAT(frame_error(header_of_size(kMaxEventSize), Kind::kTruncated),
              StartsWith("incomplete event, 19 of 1073758208 bytes,"));
}

TEST(EventReader, ErrorNamesUnknownTypesByNumber) {
  std::string header = header_of_size(5);
  header[4] = 100;
  EXPECT_THAT(frame_error(header, Kind::kTooSmall), HasSubstr("(type 100, event_size 5)"));
}

TEST(EventReader, ErrorOfTheSourceIsPassedOn) {
  struct Broken : ByteSource {
    std::size_t read(char*, std::size_t) override { throw InputError("broken"); }
  } source;
  EventReader reader;
  reader.open(source);
  EXPECT_THROW(reader.next(kPlain), InputError);
}

// --- large files

/// Makes events of one size, whose log_pos wraps as a server's does, without ever holding more than a header.
class EndlessSource : public ByteSource {
 public:
  EndlessSource(std::uint32_t event_size, std::uint64_t count) : event_size_(event_size), end_(event_size * count) {}

  std::size_t read(char* to, std::size_t size) override {
    size = static_cast<std::size_t>(std::min<std::uint64_t>(size, end_ - at_));
    for (std::uint64_t event = at_ / event_size_; event * event_size_ < at_ + size; ++event)
      write_header(event, to, size);
    at_ += size;
    return size;
  }

 private:
  void write_header(std::uint64_t event, char* to, std::size_t size) const {
    const std::uint64_t begin = event * event_size_;
    std::string header = event_of_size(kEventHeaderSize);
    header.replace(9, 4, little_endian(event_size_, 4)).replace(13, 4, little_endian(begin + event_size_, 4));
    for (std::size_t i = 0; i < header.size(); ++i) {
      if (begin + i >= at_ && begin + i < at_ + size) to[begin + i - at_] = header[i];
    }
  }

  std::uint32_t event_size_;
  std::uint64_t end_;
  std::uint64_t at_ = 0;
};

TEST(EventReader, PositionsGoBeyond32Bits) {
  constexpr std::uint32_t kEventSize = 200'003;
  constexpr std::uint64_t kCount = (std::uint64_t{1} << 32) / kEventSize + 3;
  EndlessSource source(kEventSize, kCount);
  EventReader reader;
  reader.open(source);
  std::uint64_t count = 0;
  while (const std::optional<EventView> event = reader.next(kPlain)) {
    ASSERT_EQ(event->position, count * kEventSize);
    ASSERT_EQ(event->header.log_pos, static_cast<std::uint32_t>(reader.position()));
    ++count;
  }
  EXPECT_EQ(count, kCount);
  EXPECT_GT(reader.position(), std::uint64_t{1} << 32);
}

TEST(EventReader, ErrorTellsPositionsBeyond32Bits) {
  const std::uint64_t position = (std::uint64_t{1} << 40) + 5;
  EXPECT_EQ(frame_error("cut", Kind::kTruncated, kPlain, position),
            "incomplete event at offset 1099511627781: 3 of the 19 bytes of its header");
}

}  // namespace
}  // namespace binlogdump
