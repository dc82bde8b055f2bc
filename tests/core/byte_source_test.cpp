#include "binlogdump/byte_source.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "binlogdump/error.h"
#include "core/log_files.h"

namespace binlogdump {
namespace {

TEST(FileSource, ReadsAFile) {
  FileSource source(log_path("binlog.000024"));
  EXPECT_TRUE(source.seekable());
  EXPECT_EQ(source.size(), 2485u);
  std::string all(3000, '\0');
  std::size_t size = 0;
  while (const std::size_t got = source.read(&all[size], 400)) size += got;
  all.resize(size);
  EXPECT_EQ(all, log_bytes("binlog.000024"));
}

TEST(FileSource, ReadsAtAnyPlaceWhateverWasRead) {
  const std::string bytes = log_bytes("binlog.000024");
  FileSource source(log_path("binlog.000024"));
  char first[10];
  EXPECT_EQ(source.read(first, sizeof first), sizeof first);
  std::string there(44, '\0');
  EXPECT_TRUE(source.read_at(2441, there.data(), there.size()));
  EXPECT_EQ(there, bytes.substr(2441));
  EXPECT_FALSE(source.read_at(2442, there.data(), there.size())) << "one byte beyond the end";
  EXPECT_FALSE(source.read_at(std::uint64_t{1} << 40, there.data(), 1));
  EXPECT_TRUE(source.read_at(5000, there.data(), 0));
  char next;
  EXPECT_EQ(source.read(&next, 1), 1u);
  EXPECT_EQ(next, bytes[10]);
}

TEST(FileSource, DoesNotWaitForAFile) {
  FileSource source(log_path("binlog.000024"));
  source.set_before_waiting([] { FAIL(); });
  char piece[10];
  EXPECT_EQ(source.read(piece, sizeof piece), sizeof piece);
}

TEST(FileSource, ReadsAPipe) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], "abc", 3), 3);
  FileSource source("/dev/fd/" + std::to_string(ends[0]));
  ::close(ends[0]);
  int waits = 0;
  source.set_before_waiting([&] {
    ++waits;
    ASSERT_EQ(::write(ends[1], "de", 2), 2);
    ::close(ends[1]);
  });
  EXPECT_FALSE(source.seekable());
  EXPECT_EQ(source.size(), std::nullopt);
  char piece[10];
  EXPECT_FALSE(source.read_at(0, piece, 1));
  EXPECT_EQ(source.read(piece, sizeof piece), 3u);
  EXPECT_EQ(Bytes(piece, 3), "abc");
  EXPECT_EQ(waits, 0) << "the bytes were there";
  EXPECT_EQ(source.read(piece, sizeof piece), 2u);
  EXPECT_EQ(waits, 1) << "what has been printed must not wait with the pipe";
  EXPECT_EQ(source.read(piece, sizeof piece), 0u);
  EXPECT_EQ(waits, 1) << "the end needs no waiting";
}

TEST(FileSource, TellsWhyItCannotBeOpened) {
  const auto open_error = [](const std::string& path) -> std::string {
    try {
      FileSource source(path);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(open_error(log_path("no-such-file")), log_path("no-such-file") + ": can't open: No such file or directory");
  EXPECT_EQ(open_error(BINLOGDUMP_TESTDATA), std::string(BINLOGDUMP_TESTDATA) + ": is a folder, not a binary log");
}

TEST(MemorySource, GivesItsBytesOnce) {
  MemorySource source("abcde");
  char piece[3];
  EXPECT_EQ(source.read(piece, 3), 3u);
  EXPECT_EQ(Bytes(piece, 3), "abc");
  EXPECT_EQ(source.read(piece, 3), 2u);
  EXPECT_EQ(Bytes(piece, 2), "de");
  EXPECT_EQ(source.read(piece, 3), 0u);
}

TEST(MemorySource, MayBeEmptyWithoutAnAddress) {
  MemorySource source{Bytes()};
  char piece[3];
  EXPECT_EQ(source.read(piece, 3), 0u);
}

}  // namespace
}  // namespace binlogdump
