#include "binlogdump/event_store.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "binlogdump/error.h"
#include "binlogdump/reader.h"
#include "core/event_bytes.h"

namespace binlogdump {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kEventSize = 100'000;
/// So many events of that size don't fit into memory.
constexpr std::size_t kTooMany = EventStore::kHeldBytes / kEventSize + 3;

class EventStoreTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        fs::path(testing::TempDir()) /
        fmt::format("event-store-{}-{}", testing::UnitTest::GetInstance()->current_test_info()->name(), ::getpid());
    fs::create_directory(folder_);
    temporary_ = folder_ / "tmp";
    fs::create_directory(temporary_);
    const char* before = std::getenv("TMPDIR");
    if (before != nullptr) tmpdir_before_ = before;
    ::setenv("TMPDIR", temporary_.c_str(), 1);
  }
  void TearDown() override {
    EXPECT_TRUE(fs::is_empty(temporary_)) << "a file is left in TMPDIR";
    if (tmpdir_before_) {
      ::setenv("TMPDIR", tmpdir_before_->c_str(), 1);
    } else {
      ::unsetenv("TMPDIR");
    }
    fs::remove_all(folder_);
  }

  static std::string event(std::size_t number, std::size_t size = kEventSize) {
    return event_of_size(size, static_cast<char>('a' + number % 26));
  }

  /// A log of `count` events, which begin at offset 4.
  fs::path write_log(std::size_t count) {
    const fs::path path = folder_ / "log";
    std::ofstream out(path, std::ios::binary);
    out << kBinlogMagic;
    for (std::size_t i = 0; i < count; ++i) out << event(i);
    return path;
  }

  /// Appends the events [first, last) as they come from a log, or from elsewhere if there is no file.
  void append(std::size_t first, std::size_t last, const FileSource* file) {
    for (std::size_t i = first; i < last; ++i) {
      const std::string bytes = event(i);
      store_.append(make_event_view(bytes, 4 + i * kEventSize, {}), file);
    }
  }

  /// Expects the events [first, last) in their order.
  void expect_events(std::size_t first, std::size_t last) {
    std::size_t number = first;
    store_.for_each([&](const EventView& view) {
      EXPECT_EQ(view.position, 4 + number * kEventSize);
      EXPECT_TRUE(view.bytes == event(number)) << number;
      EXPECT_EQ(view.header.event_size, kEventSize);
      EXPECT_EQ(view.body().size(), kEventSize - 19);
      ++number;
    });
    EXPECT_EQ(number, last);
  }

  /// Bytes of the files that this process has open in TMPDIR, though they have no name there any more.
  std::uintmax_t spooled_bytes() const {
    std::uintmax_t bytes = 0;
    for (const auto& descriptor : fs::directory_iterator("/proc/self/fd")) {
      std::error_code error;
      const fs::path target = fs::read_symlink(descriptor.path(), error);
      if (!error && target.string().starts_with(temporary_.string() + "/")) bytes += fs::file_size(descriptor.path());
    }
    return bytes;
  }

  EventStore store_;
  fs::path folder_;
  fs::path temporary_;
  std::optional<std::string> tmpdir_before_;
};

TEST_F(EventStoreTest, IsEmptyAtFirst) {
  EXPECT_TRUE(store_.empty());
  store_.for_each([](const EventView&) { FAIL(); });
  store_.clear();
  store_.detach_from_file();
  EXPECT_TRUE(store_.empty());
}

TEST_F(EventStoreTest, KeepsFewEventsInMemory) {
  append(0, 5, nullptr);
  EXPECT_FALSE(store_.empty());
  EXPECT_EQ(spooled_bytes(), 0u);
  expect_events(0, 5);
  expect_events(0, 5);
}

TEST_F(EventStoreTest, KeepsAViewsParts) {
  const std::string bytes =
      event_bytes({.body = "extra." + little_endian(7, 8), .log_pos = 9, .flags = 0x80, .checksum = true});
  const EventView appended = make_event_view(bytes, 77, {.common_header_len = 25, .has_checksum = true});
  store_.append(appended, nullptr);
  store_.for_each([&](const EventView& view) {
    EXPECT_EQ(view.header, appended.header);
    EXPECT_EQ(view.bytes, bytes);
    EXPECT_EQ(view.position, 77u);
    EXPECT_EQ(view.body(), little_endian(7, 8));
    EXPECT_EQ(view.stored_checksum(), appended.stored_checksum());
  });
}

TEST_F(EventStoreTest, SpoolsManyEventsThatHaveNoFile) {
  append(0, kTooMany, nullptr);
  EXPECT_GT(spooled_bytes(), 0u);
  expect_events(0, kTooMany);
  expect_events(0, kTooMany);
  append(kTooMany, kTooMany + 10, nullptr);
  expect_events(0, kTooMany + 10);
}

TEST_F(EventStoreTest, ReadsManyEventsOfAFileAgain) {
  const FileSource file(write_log(kTooMany));
  append(0, kTooMany, &file);
  expect_events(0, kTooMany);
  expect_events(0, kTooMany);
  EXPECT_EQ(spooled_bytes(), 0u);
}

TEST_F(EventStoreTest, LeavesMemoryAtItsLimit) {
  const FileSource file(write_log(kTooMany));
  for (std::size_t i = 0; i < kTooMany; ++i) {
    append(i, i + 1, &file);
    expect_events(0, i + 1);
  }
}

TEST_F(EventStoreTest, OneEventLargerThanTheLimit) {
  const std::string large = event_of_size(EventStore::kHeldBytes + 1);
  store_.append(make_event_view(large, 4, {}), nullptr);
  EXPECT_GT(spooled_bytes(), 0u);
  int visits = 0;
  store_.for_each([&](const EventView& view) {
    EXPECT_TRUE(view.bytes == large);
    ++visits;
  });
  EXPECT_EQ(visits, 1);
}

TEST_F(EventStoreTest, KeepsTheOrderOfEventsWithGapsBetweenThem) {
  const FileSource file(write_log(2 * kTooMany + 1));
  for (std::size_t i = 0; i < kTooMany; ++i) append(2 * i, 2 * i + 1, &file);
  std::size_t number = 0;
  store_.for_each([&](const EventView& view) {
    EXPECT_EQ(view.position, 4 + number * kEventSize);
    EXPECT_TRUE(view.bytes == event(number));
    number += 2;
  });
  EXPECT_EQ(number, 2 * kTooMany);
}

TEST_F(EventStoreTest, ReadsEventsOfDifferentFramingAgain) {
  const fs::path path = folder_ / "log";
  std::string log{kBinlogMagic};
  std::vector<EventView> views;
  std::vector<std::string> events;
  std::vector<Framing> framings;
  for (std::size_t i = 0; i < kTooMany; ++i) {
    const bool checksum = i % 3 == 0;
    events.push_back(event_bytes({.body = std::string(kEventSize, 'b'), .checksum = checksum}));
    framings.push_back(
        {.common_header_len = static_cast<std::uint8_t>(i % 2 == 0 ? 19 : 25), .has_checksum = checksum});
  }
  for (const std::string& bytes : events) log += bytes;
  std::ofstream(path, std::ios::binary) << log;
  const FileSource file(path);
  std::uint64_t position = 4;
  for (std::size_t i = 0; i < events.size(); ++i) {
    store_.append(make_event_view(events[i], position, framings[i]), &file);
    position += events[i].size();
  }
  std::size_t number = 0;
  store_.for_each([&](const EventView& view) {
    EXPECT_TRUE(view.bytes == events[number]);
    EXPECT_EQ(view.body_begin, framings[number].common_header_len);
    EXPECT_EQ(view.has_checksum(), framings[number].has_checksum);
    ++number;
  });
  EXPECT_EQ(number, kTooMany);
}

TEST_F(EventStoreTest, SpoolsWhenEventsOfAFileAreMixedWithOthers) {
  const FileSource file(write_log(kTooMany));
  append(0, kTooMany, &file);
  append(kTooMany, kTooMany + 3, nullptr);
  EXPECT_GT(spooled_bytes(), 0u);
  expect_events(0, kTooMany + 3);
}

TEST_F(EventStoreTest, SpoolsWhenOthersAreMixedWithEventsOfAFile) {
  const FileSource file(write_log(kTooMany));
  append(0, 2, nullptr);
  append(2, kTooMany, &file);
  expect_events(0, kTooMany);
  EXPECT_GT(spooled_bytes(), 0u);
}

TEST_F(EventStoreTest, EventsOfTwoFiles) {
  const fs::path path = write_log(kTooMany + 5);
  const FileSource first(path);
  const FileSource second(path);
  append(0, kTooMany, &first);
  append(kTooMany, kTooMany + 5, &second);
  expect_events(0, kTooMany + 5);
}

TEST_F(EventStoreTest, DetachedEventsNeedNoFile) {
  const fs::path path = write_log(kTooMany);
  {
    const FileSource file(path);
    append(0, kTooMany, &file);
    store_.detach_from_file();
  }
  fs::remove(path);
  expect_events(0, kTooMany);
  EXPECT_GT(spooled_bytes(), 0u);
}

TEST_F(EventStoreTest, DetachedEventsInMemoryStayThere) {
  const fs::path path = write_log(kTooMany + 5);
  {
    const FileSource file(path);
    append(0, 5, &file);
    store_.detach_from_file();
  }
  EXPECT_EQ(spooled_bytes(), 0u);
  const FileSource other(path);
  append(5, kTooMany, &other);
  expect_events(0, kTooMany);
}

TEST_F(EventStoreTest, ManyPiecesOfAFileAreSpooled) {
  // Every other event is left out, so that each is a piece of its own; more pieces than the store remembers.
  constexpr std::size_t kSmall = 19 + 101;
  constexpr std::size_t kPieces = 70'000;
  const fs::path path = folder_ / "log";
  {
    std::ofstream out(path, std::ios::binary);
    out << kBinlogMagic;
    for (std::size_t i = 0; i < 2 * kPieces; ++i) out << event(i, kSmall);
  }
  const FileSource file(path);
  for (std::size_t i = 0; i < kPieces; ++i) {
    const std::string bytes = event(2 * i, kSmall);
    store_.append(make_event_view(bytes, 4 + 2 * i * kSmall, {}), &file);
  }
  std::size_t number = 0;
  store_.for_each([&](const EventView& view) {
    ASSERT_EQ(view.position, 4 + 2 * number * kSmall);
    ASSERT_EQ(view.bytes, Bytes(event(2 * number, kSmall)));
    ++number;
  });
  EXPECT_EQ(number, kPieces);
  EXPECT_GT(spooled_bytes(), 0u);
}

// --- a file that is changed while it is read

class ChangedFile : public EventStoreTest {
 protected:
  void SetUp() override {
    EventStoreTest::SetUp();
    path_ = write_log(kTooMany);
    file_.emplace(path_);
    append(0, kTooMany, &*file_);
  }
  void overwrite(std::uint64_t offset, Bytes bytes) {
    std::fstream out(path_, std::ios::binary | std::ios::in | std::ios::out);
    out.seekp(static_cast<std::streamoff>(offset));
    out << bytes;
  }
  void expect_noticed() {
    try {
      store_.for_each([](const EventView&) {});
      FAIL() << "not noticed";
    } catch (const InputError& error) {
      EXPECT_STREQ(error.what(), "the file was changed while it was read");
    }
  }
  fs::path path_;
  std::optional<FileSource> file_;
};

TEST_F(ChangedFile, OtherByteInABodyIsNoticed) {
  overwrite(4 + 3 * kEventSize + 500, "?");
  expect_noticed();
}

TEST_F(ChangedFile, OtherSizeOfAnEventIsNoticed) {
  overwrite(4 + 3 * kEventSize + 9, little_endian(5, 4));
  expect_noticed();
}

TEST_F(ChangedFile, CutFileIsNoticed) {
  fs::resize_file(path_, 4 + 3 * kEventSize + 500);
  expect_noticed();
}

TEST_F(ChangedFile, IsNoticedWhenTheEventsAreDetached) {
  overwrite(4 + 3 * kEventSize + 500, "?");
  EXPECT_THROW(store_.detach_from_file(), InputError);
}

// Wherever it is, in whole blocks and in what is left of them.
TEST_F(ChangedFile, AnyOtherByteIsNoticed) {
  for (std::size_t offset = kEventSize - 140; offset < kEventSize; ++offset) {
    const std::uint64_t place = 4 + 5 * kEventSize + offset;
    std::string byte(1, event(5)[offset]);
    byte[0] = static_cast<char>(byte[0] ^ (1 << offset % 8));
    overwrite(place, byte);
    expect_noticed();
    overwrite(place, event(5).substr(offset, 1));
  }
  expect_events(0, kTooMany);
}

TEST_F(ChangedFile, EventsInAnotherOrderAreNoticed) {
  overwrite(4 + 3 * kEventSize, event(4));
  overwrite(4 + 4 * kEventSize, event(3));
  expect_noticed();
}

TEST_F(ChangedFile, GrowthDoesNotMatter) {
  std::ofstream(path_, std::ios::binary | std::ios::app) << "more";
  expect_events(0, kTooMany);
}

// --- again and again

TEST_F(EventStoreTest, ClearForgetsEventsWhereverTheyAre) {
  const FileSource file(write_log(kTooMany));
  append(0, 3, nullptr);
  store_.clear();
  EXPECT_TRUE(store_.empty());
  append(0, kTooMany, nullptr);
  store_.clear();
  EXPECT_TRUE(store_.empty());
  EXPECT_EQ(spooled_bytes(), 0u);
  append(0, kTooMany, &file);
  store_.clear();
  EXPECT_TRUE(store_.empty());
  store_.for_each([](const EventView&) { FAIL(); });
  append(7, 9, &file);
  expect_events(7, 9);
}

TEST_F(EventStoreTest, ClearedStoreTakesAnotherFile) {
  const fs::path path = write_log(kTooMany);
  {
    const FileSource file(path);
    append(0, kTooMany, &file);
    store_.clear();
  }
  const FileSource other(path);
  append(0, kTooMany, &other);
  expect_events(0, kTooMany);
  EXPECT_EQ(spooled_bytes(), 0u);
}

// --- the spool file alone

TEST_F(EventStoreTest, SpoolFileGivesBackWhatWasWritten) {
  SpoolFile spool;
  EXPECT_EQ(spool.size(), 0u);
  std::string written;
  for (int i = 0; i < 1000; ++i) {
    const std::string piece(static_cast<std::size_t>(i), static_cast<char>('a' + i % 26));
    spool.write(piece.data(), piece.size());
    written += piece;
  }
  spool.flush();
  ASSERT_EQ(spool.size(), written.size());
  std::string read(written.size() - 10, '\0');
  spool.read_at(10, read.data(), read.size());
  EXPECT_TRUE(read == Bytes(written).substr(10));
  EXPECT_THROW(spool.read_at(11, read.data(), read.size()), SideFileError);
  spool.close();
  EXPECT_EQ(spool.size(), 0u);
  EXPECT_EQ(spooled_bytes(), 0u);
  spool.write("again", 5);
  spool.flush();
  spool.read_at(0, read.data(), 5);
  EXPECT_EQ(Bytes(read).substr(0, 5), "again");
}

TEST_F(EventStoreTest, SpoolFileThatCannotBeMade) {
  ::setenv("TMPDIR", (folder_ / "no-such-folder").c_str(), 1);
  SpoolFile spool;
  try {
    spool.write("x", 1);
    spool.flush();
    FAIL();
  } catch (const SideFileError& error) {
    EXPECT_NE(std::string(error.what()).find("no-such-folder"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace binlogdump
