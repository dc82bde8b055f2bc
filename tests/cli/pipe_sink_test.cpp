#include "cli/pipe_sink.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "binlogdump/error.h"
#include "temporary_path.h"

namespace binlogdump::test {
namespace {

/// Both ends of a pipe.
class Pipe {
 public:
  Pipe() { EXPECT_EQ(::pipe2(ends_.data(), O_CLOEXEC), 0); }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_reader();
    close_writer();
  }

  int reader() const { return ends_[0]; }
  int writer() const { return ends_[1]; }
  void close_reader() { close(ends_[0]); }
  void close_writer() { close(ends_[1]); }

 private:
  static void close(int& fd) {
    if (fd >= 0) ::close(fd);
    fd = -1;
  }

  std::array<int, 2> ends_{-1, -1};
};

/// Much more than what makes the sink use pages: lines that tell where they begin.
const std::string& lines() {
  static const std::string kLines = [] {
    std::string text;
    while (text.size() < 5 * PipeSink::kMuch) text += "line " + std::to_string(text.size()) + "\n";
    return text;
  }();
  return kLines;
}

/// What comes out of a pipe that `print` writes to.
template <class Print>
std::string read_from_pipe(const Print& print, int flags = 0) {
  Pipe pipe;
  ::fcntl(pipe.writer(), F_SETFL, flags);
  std::string got;
  std::thread reader([&] {
    std::array<char, 50'000> piece{};
    for (ssize_t size; (size = ::read(pipe.reader(), piece.data(), piece.size())) > 0;) {
      got.append(piece.data(), static_cast<std::size_t>(size));
    }
  });
  {
    PipeSink sink(pipe.writer());
    print(sink);
  }
  pipe.close_writer();
  reader.join();
  return got;
}

/// Appends `text` in pieces of many sizes, now and then one that is longer than any buffer, or a flush().
void print(const std::string& text, Sink& sink) {
  TextBuffer out(&sink);
  std::size_t size = 1;
  for (std::size_t at = 0; at < text.size(); at += size, size = size * 7 % 1009 + 1) {
    if (size % 331 == 0) size *= 997;
    if (size % 97 == 0) out.flush();
    out.append(std::string_view(text).substr(at, size));
  }
  out.flush();
}

TEST(PipeSink, KnowsPipes) {
  const Pipe pipe;
  EXPECT_TRUE(PipeSink::is_pipe(pipe.writer()));
  const int file = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  EXPECT_FALSE(PipeSink::is_pipe(file));
  ::close(file);
}

TEST(PipeSink, WritesAllThatIsMade) {
  const std::string& text = lines();
  EXPECT_TRUE(read_from_pipe([&](Sink& sink) { print(text, sink); }) == text);
}

TEST(PipeSink, TakesTextFromElsewhere) {
  const std::string& text = lines();
  EXPECT_TRUE(read_from_pipe([&](Sink& sink) {
                std::size_t size = 3'000'000;
                for (std::size_t at = 0; at < text.size(); at += size, size = 3'000'001 - size) {
                  sink.write(std::string_view(text).substr(at, size));
                }
              }) == text);
}

TEST(PipeSink, WaitsForAPipeThatDoesNotBlock) {
  const std::string& text = lines();
  EXPECT_TRUE(read_from_pipe([&](Sink& sink) { print(text, sink); }, O_NONBLOCK) == text);
}

TEST(PipeSink, WritesToWhatTakesNoPages) {
  const std::string& text = lines();
  const std::string path = temporary_path("pipe_sink");
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  {
    PipeSink sink(file);
    print(text, sink);
  }
  ::close(file);
  std::ifstream written(path, std::ios::binary);
  EXPECT_TRUE(std::string(std::istreambuf_iterator<char>(written), {}) == text);
  ::unlink(path.c_str());
}

// A reader that only passes pages on, such as pv, has them long after they have left the pipe.
TEST(PipeSink, PagesStayAsTheyWere) {
  const std::string& text = lines();
  Pipe pipe;
  Pipe held;
  const int capacity = ::fcntl(held.writer(), F_SETPIPE_SZ, 1024 * 1024);
  ASSERT_GT(capacity, 0);
  std::string got;
  std::thread reader([&] {
    std::array<char, 50'000> piece{};
    const auto read = [&](int fd, std::size_t most) {
      const ssize_t size = ::read(fd, piece.data(), std::min(most, piece.size()));
      if (size > 0) got.append(piece.data(), static_cast<std::size_t>(size));
      return size > 0;
    };
    constexpr std::size_t kFirst = PipeSink::kMuch + 1'000'000;
    while (got.size() < kFirst && read(pipe.reader(), kFirst - got.size())) continue;
    std::size_t kept = 0;
    while (kept < 500'000) {
      const ssize_t size = ::splice(pipe.reader(), nullptr, held.writer(), nullptr, 500'000 - kept, 0);
      if (size <= 0) return;
      kept += static_cast<std::size_t>(size);
    }
    const std::string before = std::exchange(got, {});
    while (read(pipe.reader(), piece.size())) continue;
    const std::string behind = std::exchange(got, before);
    while (kept > 0 && read(held.reader(), kept)) kept -= std::min(kept, piece.size());
    got += behind;
  });
  {
    PipeSink sink(pipe.writer());
    print(text, sink);
  }
  pipe.close_writer();
  reader.join();
  EXPECT_TRUE(got == text);
}

TEST(PipeSink, TellsThatNobodyReads) {
  ::signal(SIGPIPE, SIG_IGN);
  const std::string& text = lines();
  for (const std::size_t read : {std::size_t{0}, static_cast<std::size_t>(PipeSink::kMuch) + 1'500'000}) {
    Pipe pipe;
    std::thread reader([&] {
      std::array<char, 1000> piece{};
      for (std::size_t got = 0; got < read; got += piece.size()) {
        if (::read(pipe.reader(), piece.data(), piece.size()) <= 0) break;
      }
      pipe.close_reader();
    });
    PipeSink sink(pipe.writer());
    try {
      print(text, sink);
      ADD_FAILURE() << "all was written";
    } catch (const OutputError& error) {
      EXPECT_TRUE(error.closed_pipe()) << error.what();
    }
    reader.join();
  }
}

}  // namespace
}  // namespace binlogdump::test
