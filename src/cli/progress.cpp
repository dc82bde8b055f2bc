#include "progress.h"

#include <fmt/format.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "terminal.h"

namespace binlogdump {
namespace {

using std::chrono::duration;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// Whether what is written to the terminal can appear as we mean it: we are not in the background, and no program has
/// taken it over, as pagers and editors do when they read single keys.
bool is_terminal_free(int fd) {
  const pid_t foreground = ::tcgetpgrp(fd);  // -1 where it is not our session's terminal
  if (foreground > 0 && foreground != ::getpgrp()) return false;
  termios modes{};
  return ::tcgetattr(fd, &modes) != 0 || (modes.c_lflag & ICANON) != 0;
}

std::string clock_text(double seconds_left) {
  const auto whole = static_cast<std::uint64_t>(seconds_left + 0.5);
  const std::uint64_t minutes = whole / 60;
  if (minutes < 60) return fmt::format("{}:{:02}", minutes, whole % 60);
  return fmt::format("{}:{:02}:{:02}", minutes / 60, minutes % 60, whole % 60);
}

}  // namespace

bool Progress::wanted(int stdout_fd, int stderr_fd, bool quiet) {
  return !quiet && ::isatty(stdout_fd) == 0 && ::isatty(stderr_fd) != 0;
}

Progress::Progress(std::optional<std::uint64_t> total, int fd, Clock clock)
    : total_(total), fd_(fd), clock_(std::move(clock)), start_(clock_()), next_(start_ + seconds(1)) {}

void Progress::look_at_clock(std::uint64_t bytes_done, std::uint64_t events_done) {
  constexpr milliseconds kInterval{250};
  const Time now = clock_();
  if (now < next_) return;
  next_ = now + kInterval;
  show(line(bytes_done, events_done, duration<double>(now - start_).count()));
}

std::string Progress::line(std::uint64_t bytes_done, std::uint64_t events_done, double seconds_run) const {
  constexpr double kMegabyte = 1e6, kFewMegabytes = 9.95;
  constexpr double kSlow = 1;  // bytes a second, below which nobody knows when it ends
  const double rate = static_cast<double>(bytes_done) / seconds_run;
  std::string text = "binlogdump: ";
  // A log that is being written may grow beyond what it was.
  const std::uint64_t total = std::max(total_.value_or(0), bytes_done);
  if (total_) {
    text += fmt::format(
        "{} %  ",
        total == 0 ? 100 : static_cast<int>(static_cast<double>(bytes_done) * 100 / static_cast<double>(total)));
  }
  text +=
      fmt::format("{:.{}f} MB/s  {} events", rate / kMegabyte, rate / kMegabyte < kFewMegabytes ? 1 : 0, events_done);
  if (total_ && rate >= kSlow)
    text += fmt::format("  {} left", clock_text(static_cast<double>(total - bytes_done) / rate));
  return text;
}

void Progress::show(std::string text) {
  if (!is_terminal_free(fd_)) return;
  // A line that reaches the edge would be wrapped, and the next one would not come to stand in its place.
  text.resize(std::min(text.size(), terminal_size(fd_).columns - 1));
  const std::size_t length = text.size();
  // Blanks instead of an escape sequence, which not every terminal understands.
  text.resize(std::max(length, shown_), ' ');
  text += '\r';
  // A progress line that can't be written is no reason to stop.
  if (::write(fd_, text.data(), text.size()) >= 0) shown_ = length;
}

void Progress::clear() {
  if (shown_ > 0) show("");
}

void Progress::finish() {
  clear();
  next_ = Time::max();
}

}  // namespace binlogdump
