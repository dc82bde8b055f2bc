// What does not fit the terminal goes through a pager. Pagers here are one-line scripts that leave files.

#include "cli/pager.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "binlogdump/error.h"
#include "run_binary.h"

namespace binlogdump {
namespace {

using test::run_binary;
using testing::HasSubstr;
using testing::StartsWith;

/// As long as it lives, an environment variable is what the test wants it to be.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    set(value);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() { set(before_ ? before_->c_str() : nullptr); }

 private:
  void set(const char* value) const { value == nullptr ? ::unsetenv(name_) : ::setenv(name_, value, 1); }

  const char* name_;
  std::optional<std::string> before_;
};

/// Runs `child` in a process of its own on a terminal of 24 lines; what the terminal showed, with \n for \r\n.
std::string on_terminal(const std::function<void()>& child) {
  const winsize size{.ws_row = 24, .ws_col = 80, .ws_xpixel = 0, .ws_ypixel = 0};
  int master = -1;
  const pid_t process = ::forkpty(&master, nullptr, nullptr, &size);
  if (process == 0) {
    child();
    ::_exit(0);
  }
  std::string shown;
  std::array<char, 4096> buffer{};
  // The end of the last process on the terminal is an error to read(), EIO.
  for (ssize_t got; (got = ::read(master, buffer.data(), buffer.size())) > 0 || (got < 0 && errno == EINTR);) {
    for (ssize_t i = 0; i < got; ++i) {
      if (buffer[static_cast<std::size_t>(i)] != '\r') shown += buffer[static_cast<std::size_t>(i)];
    }
  }
  ::close(master);
  int status = 0;
  ::waitpid(process, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  return shown;
}

std::string lines(int count) {
  std::string text;
  for (int i = 1; i <= count; ++i) text += "line " + std::to_string(i) + '\n';
  return text;
}

class PagerTest : public testing::Test {
 protected:
  PagerTest() {
    std::string folder = (std::filesystem::temp_directory_path() / "pager_test.XXXXXX").string();
    EXPECT_NE(::mkdtemp(folder.data()), nullptr);
    folder_ = folder;
    fd_ = ::open(path("direct").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    EXPECT_GE(fd_, 0);
  }
  ~PagerTest() override {
    ::close(fd_);
    std::filesystem::remove_all(folder_);
  }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  /// A file's bytes, "" if there is none.
  std::string content(const std::string& name) const {
    std::ifstream file(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  bool exists(const std::string& name) const { return std::filesystem::exists(folder_ / name); }

  /// A pager that copies what it gets to the file `paged`.
  std::string copying() const { return "cat > '" + path("paged") + "'"; }

  /// A sink for a terminal of 10 lines of 20 columns, which is really the file `direct`.
  PagedSink sink(std::string command) { return {fd_, std::move(command), {.lines = 10, .columns = 20}}; }

  std::filesystem::path folder_;
  int fd_ = -1;
};

TEST_F(PagerTest, ShortOutputStaysOnTheTerminal) {
  PagedSink out = sink(copying());
  out.write(lines(4));
  EXPECT_EQ(content("direct"), "") << "not known yet";
  out.write(lines(5));
  out.finish();
  EXPECT_EQ(content("direct"), lines(4) + lines(5));
  EXPECT_FALSE(exists("paged"));
}

TEST_F(PagerTest, NoOutputNeedsNoPager) {
  PagedSink out = sink(copying());
  out.finish();
  EXPECT_EQ(content("direct"), "");
  EXPECT_FALSE(exists("paged"));
}

TEST_F(PagerTest, LongOutputGoesThroughThePager) {
  PagedSink out = sink(copying());
  out.write(lines(4));
  out.write(lines(6));
  out.write(lines(3));
  out.finish();
  EXPECT_EQ(content("paged"), lines(4) + lines(6) + lines(3));
  EXPECT_EQ(content("direct"), "");
}

TEST_F(PagerTest, WrappedLinesCount) {
  PagedSink out = sink(copying());
  const std::string text(20 * 9 + 1, 'x');
  out.write(text);
  out.finish();
  EXPECT_EQ(content("paged"), text);
}

TEST_F(PagerTest, LongValuesArriveWhole) {
  std::string text;
  for (int i = 0; text.size() < 3'000'000; ++i) text += std::to_string(i);
  PagedSink out = sink(copying());
  out.write(text);
  out.write("end");
  out.finish();
  EXPECT_EQ(content("paged"), text + "end");
}

TEST_F(PagerTest, WithoutAPagerAllIsWrittenAtOnce) {
  PagedSink out = sink("");
  out.write("x");
  EXPECT_EQ(content("direct"), "x");
  out.write(lines(50));
  EXPECT_EQ(content("direct"), 'x' + lines(50));
  out.finish();
  EXPECT_EQ(content("direct"), 'x' + lines(50));
}

TEST_F(PagerTest, APagerThatIsNotThereIsDoneWithout) {
  for (const char* command : {"/no/such/pager 2> /dev/null", "/dev/null 2> /dev/null"}) {
    for (const int count : {10, 1000, 100'000}) {
      SCOPED_TRACE(command + std::to_string(count));
      ASSERT_EQ(::ftruncate(fd_, 0), 0);
      ::lseek(fd_, 0, SEEK_SET);
      PagedSink out = sink(command);
      out.write(lines(count));
      out.write(lines(count));
      out.finish();
      EXPECT_TRUE(content("direct") == lines(count) + lines(count));
    }
  }
}

TEST_F(PagerTest, AQuitPagerIsAClosedPipe) {
  PagedSink out = sink("head -n 1 > '" + path("paged") + "'");
  for (int attempt = 0; attempt < 2; ++attempt) {
    try {
      for (;;) out.write(lines(1000));
    } catch (const OutputError& error) {
      EXPECT_TRUE(error.closed_pipe()) << error.what();
    }
  }
  out.finish();
  EXPECT_EQ(content("paged"), "line 1\n");
  EXPECT_EQ(content("direct"), "");
}

TEST_F(PagerTest, AnUnreadRestIsNoError) {
  PagedSink out = sink("head -n 1 > '" + path("paged") + "'; exit 3");
  out.write(lines(10));
  out.finish();
  EXPECT_EQ(content("paged"), "line 1\n");
  EXPECT_EQ(content("direct"), "");
}

TEST_F(PagerTest, LessGetsItsManners) {
  for (const auto& [given, expected] :
       std::vector<std::pair<const char*, const char*>>{{nullptr, "FRX"}, {"-i", "-i"}, {"", ""}}) {
    const Variable less("LESS", given);
    PagedSink out = sink("printf %s \"$LESS\" > '" + path("less") + "'; cat > /dev/null");
    out.write(lines(10));
    out.finish();
    EXPECT_EQ(content("less"), expected);
  }
}

TEST_F(PagerTest, WaitsForThePagerEvenIfNothingElseIsDone) {
  {
    PagedSink out = sink("cat > /dev/null; echo end > '" + path("paged") + "'");
    out.write(lines(10));
  }
  EXPECT_EQ(content("paged"), "end\n");
}

/// A keyboard sends SIGINT to all that belongs to the terminal.
TEST_F(PagerTest, CtrlCIsLeftToThePager) {
  struct sigaction before {
  }, after{};
  ::sigaction(SIGINT, nullptr, &before);
  PagedSink out = sink("trap 'echo interrupted >> \"" + path("paged") + "\"' INT; " + copying() + "; kill -INT $$");
  out.write(lines(10));
  ::raise(SIGINT);
  out.write("x");
  out.finish();
  EXPECT_EQ(content("paged"), lines(10) + "xinterrupted\n");
  ::sigaction(SIGINT, nullptr, &after);
  EXPECT_EQ(after.sa_handler, before.sa_handler);
}

TEST_F(PagerTest, ThePagerDoesNotInheritIgnoredSignals) {
  for (const char* signal : {"INT", "PIPE"}) {
    PagedSink out = sink(copying() + "; kill -" + signal + " $$; echo survived >> '" + path("paged") + "'");
    out.write(lines(10));
    out.finish();
    EXPECT_EQ(content("paged"), lines(10)) << signal;
  }
}

TEST_F(PagerTest, MessagesWaitForTheEndOfThePager) {
  const std::string shown = on_terminal([] {
    PagedSink out(STDOUT_FILENO, "cat > /dev/null; echo pager; echo error of the pager >&2");
    std::fputs("before\n", stderr);
    out.write(lines(24));
    std::fputs("meanwhile\n", stderr);
    out.finish();
    std::fputs("after\n", stderr);
  });
  EXPECT_EQ(shown, "before\npager\nerror of the pager\nmeanwhile\nafter\n");
}

TEST_F(PagerTest, TheTerminalTellsItsSize) {
  for (const int count : {23, 24}) {
    const std::string shown = on_terminal([&] {
      PagedSink out(STDOUT_FILENO, "cat > /dev/null; echo pager");
      out.write(lines(count));
      out.finish();
    });
    EXPECT_EQ(shown, count < 24 ? lines(count) : "pager\n");
  }
}

TEST(PagerCommand, ComesFromTheEnvironment) {
  for (const auto& [given, expected] : std::vector<std::pair<const char*, const char*>>{
           {nullptr, "less -R"}, {"", ""}, {"  ", ""}, {"cat", ""}, {"more", "more"}, {"cat -n", "cat -n"}}) {
    const Variable pager("PAGER", given);
    EXPECT_EQ(pager_command(), expected);
  }
}

TEST(TerminalSize, IsThatOfTheTerminal) {
  for (const auto& [size, lines, columns] : std::vector<std::tuple<winsize, std::size_t, std::size_t>>{
           {{.ws_row = 50, .ws_col = 132, .ws_xpixel = 0, .ws_ypixel = 0}, 50, 132},
           {{.ws_row = 0, .ws_col = 0, .ws_xpixel = 0, .ws_ypixel = 0}, 24, 80}}) {
    int master = -1, terminal = -1;
    ASSERT_EQ(::openpty(&master, &terminal, nullptr, nullptr, &size), 0);
    EXPECT_EQ(terminal_size(terminal).lines, lines);
    EXPECT_EQ(terminal_size(terminal).columns, columns);
    ::close(master);
    ::close(terminal);
  }
  EXPECT_EQ(terminal_size(-1).lines, 24u);
  EXPECT_EQ(terminal_size(-1).columns, 80u);
}

TEST(ScreenLines, CountsWhatATerminalOfTenColumnsNeeds) {
  struct {
    const char* text;
    std::size_t count;
  } const cases[] = {
      {"", 0},
      {"a", 1},
      {"a\n", 1},
      {"\n\n", 2},
      {"a\nb", 2},
      {"0123456789", 1},
      {"0123456789\n", 1},
      {"0123456789a", 2},
      {"0123456789a\n", 2},
      {"01234567890123456789\n\n", 3},
      {"\tab", 1},
      {"\tabc", 2},
      {"ab\rcd", 1},
      {"0123456\r0123456", 1},
      // Colours take up nothing.
      {"\033[1;31m0123456789\033[0m\n", 1},
      {"01234\033[38;5;208m56789\033[Ka", 2},
      {"\033[0m", 0},
      {"\033M0123456789", 1},
      // Ten characters of two, three and four bytes; then such as are two columns wide.
      {"éééééééééé", 1},
      {"ééééééééééé", 2},
      {"→→→→→→→→→→", 1},
      {"漢字漢字漢", 1},
      {"漢字漢字漢字", 2},
      {"a漢字漢字漢", 2},
      {"😀😀😀😀😀", 1},
      {"😀😀😀😀😀😀", 2},
      // No UTF-8: as many as bytes.
      {"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80", 2},
      {"\xC3\n\xC3\n", 2},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.text);
    ScreenLines whole(10), bytes(10);
    whole.add(c.text);
    for (const char* byte = c.text; *byte != '\0'; ++byte) bytes.add({byte, 1});
    EXPECT_EQ(whole.count(), c.count);
    EXPECT_EQ(bytes.count(), c.count) << "byte by byte";
  }
}

TEST(WantsColor, DependsOnTheTerminalAndTheEnvironment) {
  struct {
    const char* term;
    const char* no_color;
    bool on_terminal;
  } const cases[] = {
      {"xterm", nullptr, true}, {"xterm", "", true},       {"xterm", "1", false},
      {"dumb", nullptr, false}, {nullptr, nullptr, false},
  };
  for (const auto& c : cases) {
    const Variable term("TERM", c.term), no_color("NO_COLOR", c.no_color);
    EXPECT_EQ(wants_color(Color::kAuto, true), c.on_terminal);
    EXPECT_FALSE(wants_color(Color::kAuto, false));
    for (const bool terminal : {true, false}) {
      EXPECT_TRUE(wants_color(Color::kAlways, terminal));
      EXPECT_FALSE(wants_color(Color::kNever, terminal));
    }
  }
}

/// The program itself on a terminal.
class ProgramOnTerminal : public PagerTest {
 protected:
  /// What the terminal shows of a run, whose pager makes the file `paged`.
  std::string shown_by(const std::vector<std::string>& words) const {
    return on_terminal([&] {
      ::setenv("PAGER", copying().c_str(), 1);
      std::vector<std::string> arguments{BINLOGDUMP_BINARY};
      arguments.insert(arguments.end(), words.begin(), words.end());
      const std::vector<char*> pointers = test::detail::exec_array(arguments);
      ::execv(pointers[0], pointers.data());
      ::_exit(127);
    });
  }

  const std::string log_ = BINLOGDUMP_TESTDATA "/binlog.000024";
};

TEST_F(ProgramOnTerminal, PagesLongOutput) {
  EXPECT_EQ(shown_by({"--color=never", log_}), "");
  EXPECT_EQ(content("paged"), run_binary({log_}).out);
}

TEST_F(ProgramOnTerminal, PagesNothingWithNoPager) {
  EXPECT_THAT(shown_by({"--no-pager", log_}), HasSubstr("# at 4"));
  EXPECT_FALSE(exists("paged"));
}

TEST_F(ProgramOnTerminal, PagesNothingInPlaceOfMysqlbinlog) {
  EXPECT_THAT(shown_by({"--mysqlbinlog", log_}), StartsWith("# The proper term is pseudo_replica_mode"));
  EXPECT_FALSE(exists("paged"));
}

// A pipe gets what SHOW BINLOG EVENTS answers, with the escape sequences that are in it.
TEST_F(ProgramOnTerminal, EventsAreEscaped) {
  const std::string log = BINLOGDUMP_TESTDATA "/traps-names.000001";
  const std::string shown = shown_by({"--no-pager", "--format=events", log});
  EXPECT_THAT(shown, HasSubstr(R"((s.t\x1b[31m\x7f))"));
  EXPECT_EQ(shown.find('\x1b'), shown.npos);
  shown_by({"--format=events", log});
  EXPECT_THAT(content("paged"), HasSubstr(R"((s.t\x1b[31m\x7f))"));
}

}  // namespace
}  // namespace binlogdump
