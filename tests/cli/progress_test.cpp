// The progress line, on a pseudo terminal and by a clock that stands still until it is told otherwise.

#include "cli/progress.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace binlogdump {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// A terminal whose other end the test holds.
class PseudoTerminal {
 public:
  explicit PseudoTerminal(unsigned short columns = 80) {
    const winsize size{.ws_row = 24, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
    EXPECT_EQ(::openpty(&master_, &terminal_, nullptr, nullptr, &size), 0);
  }
  PseudoTerminal(const PseudoTerminal&) = delete;
  PseudoTerminal& operator=(const PseudoTerminal&) = delete;
  ~PseudoTerminal() {
    ::close(terminal_);
    ::close(master_);
  }

  int fd() const { return terminal_; }

  /// All that was written since the last call. It arrives in its own time, so a mark is sent after it.
  std::string shown() {
    constexpr std::string_view kMark = "<mark>";
    EXPECT_EQ(::write(terminal_, kMark.data(), kMark.size()), static_cast<ssize_t>(kMark.size()));
    std::string text;
    while (!text.ends_with(kMark)) {
      std::array<char, 4096> buffer{};
      const ssize_t size = ::read(master_, buffer.data(), buffer.size());
      if (size <= 0) {
        ADD_FAILURE() << "the terminal has ended";
        return text;
      }
      text.append(buffer.data(), static_cast<std::size_t>(size));
    }
    text.resize(text.size() - kMark.size());
    return text;
  }

  /// What programs do that read single keys.
  void take_over(bool taken) {
    termios modes{};
    ASSERT_EQ(::tcgetattr(terminal_, &modes), 0);
    modes.c_lflag = taken ? modes.c_lflag & ~static_cast<tcflag_t>(ICANON) : modes.c_lflag | ICANON;
    ASSERT_EQ(::tcsetattr(terminal_, TCSANOW, &modes), 0);
  }

 private:
  int master_ = -1;
  int terminal_ = -1;
};

class ProgressTest : public testing::Test {
 protected:
  /// A clock that shows now_ and counts who looks at it.
  Progress::Clock clock() {
    return [this] {
      ++looks_;
      return now_;
    };
  }

  /// What an update shows that is sure to look at the clock.
  std::string shown_at(Progress& progress, Progress::Time::duration since_start, std::uint64_t bytes,
                       std::uint64_t events) {
    now_ = Progress::Time{} + since_start;
    for (unsigned i = 0; i < Progress::kCalls; ++i) progress.update(bytes, events);
    return terminal_.shown();
  }

  PseudoTerminal terminal_;
  Progress::Time now_{};
  int looks_ = 0;
};

TEST_F(ProgressTest, ShowsNothingInTheFirstSecond) {
  Progress progress(1000, terminal_.fd(), clock());
  EXPECT_EQ(shown_at(progress, milliseconds(0), 1, 1), "");
  EXPECT_EQ(shown_at(progress, milliseconds(999), 999, 9), "");
  progress.finish();
  EXPECT_EQ(terminal_.shown(), "") << "nothing to clear";
}

TEST_F(ProgressTest, TellsPercentSpeedEventsAndTimeLeft) {
  Progress progress(4'000'000'000, terminal_.fd(), clock());
  EXPECT_EQ(shown_at(progress, seconds(2), 1'680'000'000, 1234567),
            "binlogdump: 42 %  840 MB/s  1234567 events  0:03 left\r");
}

TEST_F(ProgressTest, TellsWhatItKnowsWithoutTheTotal) {
  Progress progress(std::nullopt, terminal_.fd(), clock());
  EXPECT_EQ(shown_at(progress, seconds(2), 1'680'000'000, 3), "binlogdump: 840 MB/s  3 events\r");
}

TEST_F(ProgressTest, SlowRunsHaveADecimalAndHours) {
  Progress progress(100'000'000'000, terminal_.fd(), clock());
  EXPECT_EQ(shown_at(progress, seconds(100), 250'000'000, 7), "binlogdump: 0 %  2.5 MB/s  7 events  11:05:00 left\r");
}

TEST_F(ProgressTest, NothingReadYetHasNoTimeLeft) {
  Progress progress(1000, terminal_.fd(), clock());
  EXPECT_EQ(shown_at(progress, seconds(5), 0, 0), "binlogdump: 0 %  0.0 MB/s  0 events\r");
}

TEST_F(ProgressTest, AGrowingFileEndsAtAHundredPercent) {
  Progress progress(1'000'000'000, terminal_.fd(), clock());
  EXPECT_EQ(shown_at(progress, seconds(1), 1'200'000'000, 5), "binlogdump: 100 %  1200 MB/s  5 events  0:00 left\r");
}

TEST_F(ProgressTest, ShowsFourASecondAtMost) {
  Progress progress(std::nullopt, terminal_.fd(), clock());
  int shown = 0;
  for (int time = 0; time < 2000; time += 10) shown += shown_at(progress, milliseconds(time), 1, 1).empty() ? 0 : 1;
  EXPECT_EQ(shown, 4);
}

TEST_F(ProgressTest, LooksAtTheClockRarely) {
  Progress progress(std::nullopt, terminal_.fd(), clock());
  ASSERT_EQ(looks_, 1) << "the start";
  for (unsigned i = 0; i + 1 < Progress::kCalls; ++i) progress.update(i, i);
  EXPECT_EQ(looks_, 1);
  progress.update(100, 100);
  EXPECT_EQ(looks_, 2) << "after that many calls";
  progress.update(100 + Progress::kBytes - 1, 101);
  EXPECT_EQ(looks_, 2);
  progress.update(100 + Progress::kBytes, 102);
  EXPECT_EQ(looks_, 3) << "after that many bytes";
}

TEST_F(ProgressTest, AShorterLineCoversALongerOne) {
  Progress progress(std::nullopt, terminal_.fd(), clock());
  EXPECT_EQ(shown_at(progress, seconds(1), 100'000'000, 5), "binlogdump: 100 MB/s  5 events\r");
  EXPECT_EQ(shown_at(progress, seconds(2), 100'000'000, 6), "binlogdump: 50 MB/s  6 events \r");
  EXPECT_EQ(shown_at(progress, seconds(4), 100'000'000, 6), "binlogdump: 25 MB/s  6 events\r");
}

TEST_F(ProgressTest, ClearsItsLine) {
  Progress progress(std::nullopt, terminal_.fd(), clock());
  const std::string line = "binlogdump: 100 MB/s  5 events";
  const std::string blanks = std::string(line.size(), ' ') + '\r';
  EXPECT_EQ(shown_at(progress, seconds(1), 100'000'000, 5), line + '\r');
  progress.clear();
  progress.clear();
  EXPECT_EQ(terminal_.shown(), blanks);
  EXPECT_EQ(shown_at(progress, seconds(2), 200'000'000, 5), line + '\r') << "it comes again";
  progress.finish();
  EXPECT_EQ(terminal_.shown(), blanks);
  EXPECT_EQ(shown_at(progress, seconds(3), 300'000'000, 5), "") << "it does not";
}

TEST_F(ProgressTest, ClearsItsLineWhenItGoes) {
  {
    Progress progress(std::nullopt, terminal_.fd(), clock());
    EXPECT_EQ(shown_at(progress, seconds(1), 100'000'000, 5), "binlogdump: 100 MB/s  5 events\r");
  }
  EXPECT_EQ(terminal_.shown(), std::string(30, ' ') + '\r');
}

TEST_F(ProgressTest, KeepsWithinANarrowTerminal) {
  PseudoTerminal narrow(20);
  Progress progress(std::nullopt, narrow.fd(), clock());
  shown_at(progress, seconds(1), 100'000'000, 5);
  EXPECT_EQ(narrow.shown(), "binlogdump: 100 MB/\r");
}

TEST_F(ProgressTest, LeavesATerminalAloneThatAPagerHasTaken) {
  Progress progress(std::nullopt, terminal_.fd(), clock());
  terminal_.take_over(true);
  EXPECT_EQ(shown_at(progress, seconds(1), 100'000'000, 5), "");
  terminal_.take_over(false);
  EXPECT_NE(shown_at(progress, seconds(2), 100'000'000, 5), "");
  terminal_.take_over(true);
  progress.finish();
  EXPECT_EQ(terminal_.shown(), "");
}

TEST_F(ProgressTest, IsWantedOnATerminalWhoseOutputGoesElsewhere) {
  const int file = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  EXPECT_TRUE(Progress::wanted(file, terminal_.fd(), false));
  EXPECT_FALSE(Progress::wanted(file, terminal_.fd(), true));
  EXPECT_FALSE(Progress::wanted(terminal_.fd(), terminal_.fd(), false));
  EXPECT_FALSE(Progress::wanted(file, file, false));
  EXPECT_FALSE(Progress::wanted(terminal_.fd(), file, false));
  ::close(file);
}

}  // namespace
}  // namespace binlogdump
