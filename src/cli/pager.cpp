#include "pager.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include "binlogdump/error.h"
#include "write_all.h"

extern char** environ;

namespace binlogdump {
namespace {

/// As long as it lives, SIGINT and SIGQUIT from the keyboard are left to the pager, and a closed pipe is an error of
/// write().
class IgnoredSignals {
 public:
  IgnoredSignals() {
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &ignore, &before_[i]);
  }
  IgnoredSignals(const IgnoredSignals&) = delete;
  IgnoredSignals& operator=(const IgnoredSignals&) = delete;
  ~IgnoredSignals() {
    for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &before_[i], nullptr);
  }

  /// The set of them, which a child would else inherit ignored.
  static sigset_t set() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : kSignals) sigaddset(&signals, signal);
    return signals;
  }

 private:
  static constexpr std::array<int, 3> kSignals{SIGINT, SIGQUIT, SIGPIPE};
  std::array<struct sigaction, kSignals.size()> before_{};
};

/// As long as it lives, stderr goes to a file if it is a terminal; then it is shown.
class KeptStderr {
 public:
  KeptStderr() {
    if (::isatty(STDERR_FILENO) == 0) return;
    file_ = std::tmpfile();
    if (file_ == nullptr) return;
    std::fflush(stderr);
    terminal_ = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (terminal_ >= 0) ::dup2(::fileno(file_), STDERR_FILENO);
  }
  KeptStderr(const KeptStderr&) = delete;
  KeptStderr& operator=(const KeptStderr&) = delete;
  ~KeptStderr() {
    if (terminal_ >= 0) {
      std::fflush(stderr);
      ::dup2(terminal_, STDERR_FILENO);
      ::close(terminal_);
      show();
    }
    if (file_ != nullptr) std::fclose(file_);
  }

 private:
  void show() {
    std::array<char, 4096> buffer{};
    std::rewind(file_);
    for (std::size_t size; (size = std::fread(buffer.data(), 1, buffer.size(), file_)) > 0;) {
      if (write_all(STDERR_FILENO, {buffer.data(), size}) != 0) return;
    }
  }

  std::FILE* file_ = nullptr;
  int terminal_ = -1;
};

/// Our environment; with what makes less agreeable unless the user has set that: F ends at once if all fits the
/// screen, R lets colours through, X leaves the text on the screen at the end.
std::vector<char*> pager_environment() {
  static char less[] = "LESS=FRX";
  std::vector<char*> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) variables.push_back(*variable);
  if (std::getenv("LESS") == nullptr) variables.push_back(less);
  variables.push_back(nullptr);
  return variables;
}

/// Starts `command` in a shell with `input` as its stdin; its process, or -1.
pid_t start_in_shell(std::string command, int input) {
  std::array<std::string, 2> words{"sh", "-c"};
  const std::array<char*, 4> arguments{words[0].data(), words[1].data(), command.data(), nullptr};
  const std::vector<char*> variables = pager_environment();
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  ::posix_spawnattr_init(&attributes);
  const sigset_t to_default = IgnoredSignals::set();
  ::posix_spawnattr_setsigdefault(&attributes, &to_default);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  pid_t process = -1;
  const int error = ::posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments.data(), variables.data());
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  return error == 0 ? process : -1;
}

}  // namespace

std::string pager_command() {
  const char* pager = std::getenv("PAGER");
  if (pager == nullptr) return "less -R";
  std::string command = pager;
  const bool is_none = command.find_first_not_of(" \t") == std::string::npos || command == "cat";
  return is_none ? "" : command;
}

/// A running pager and the pipe to it.
class PagedSink::Pager {
 public:
  /// To be asked for success by runs().
  explicit Pager(const std::string& command) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return;
    const int capacity = ::fcntl(ends[1], F_GETPIPE_SZ);
    if (capacity > 0) capacity_ = static_cast<std::size_t>(capacity);
    process_ = start_in_shell(command, ends[0]);
    ::close(ends[0]);
    pipe_ = ends[1];
    // Now, as the pager's own messages belong to the terminal.
    if (runs()) stderr_ = std::make_unique<KeptStderr>();
  }
  Pager(const Pager&) = delete;
  Pager& operator=(const Pager&) = delete;
  ~Pager() { wait(); }

  bool runs() const { return process_ > 0; }
  /// What can be written although nobody reads.
  std::size_t pipe_capacity() const { return capacity_; }
  /// Returns 0, or what errno was.
  int write(std::string_view text) { return write_all(pipe_, text); }
  /// Ends its input and waits for its end; whether the shell could start it.
  bool wait() {
    constexpr int kNotExecutable = 126, kNotFound = 127;
    if (pipe_ >= 0) ::close(std::exchange(pipe_, -1));
    if (process_ > 0) {
      while (::waitpid(process_, &status_, 0) < 0 && errno == EINTR) continue;
      process_ = -1;
    }
    stderr_.reset();
    return !WIFEXITED(status_) || (WEXITSTATUS(status_) != kNotExecutable && WEXITSTATUS(status_) != kNotFound);
  }

 private:
  IgnoredSignals signals_;
  std::unique_ptr<KeptStderr> stderr_;
  pid_t process_ = -1;
  int pipe_ = -1;
  int status_ = 0;
  std::size_t capacity_ = 64 * 1024;
};

PagedSink::PagedSink(int fd, std::string command) : PagedSink(fd, std::move(command), terminal_size(fd)) {}

PagedSink::PagedSink(int fd, std::string command, TerminalSize size)
    : fd_(fd),
      command_(std::move(command)),
      size_(size),
      lines_(size.columns),
      state_(command_.empty() ? State::kDirect : State::kKeeping) {}

PagedSink::~PagedSink() = default;

void PagedSink::write(std::string_view text) {
  if (state_ == State::kDirect) return write_or_throw(fd_, text);
  // Long values come in one piece, which is not to be kept whole.
  constexpr std::size_t kPiece = 32 * 1024;
  while (!text.empty()) {
    const std::string_view piece = text.substr(0, kPiece);
    text.remove_prefix(piece.size());
    write_piece(piece);
  }
}

void PagedSink::write_piece(std::string_view text) {
  switch (state_) {
    case State::kKeeping:
      return keep(text);
    case State::kPaging:
      return page(text);
    case State::kDirect:
      return write_or_throw(fd_, text);
    case State::kQuit:
      throw OutputError("the pager has ended", true);
  }
}

void PagedSink::keep(std::string_view text) {
  kept_ += text;
  lines_.add(text);
  // The last line of the terminal is the prompt's.
  if (lines_.count() >= size_.lines) start();
}

void PagedSink::finish() {
  if (state_ == State::kKeeping) write_kept();
  if (state_ == State::kPaging && !end_pager()) write_kept();
}

void PagedSink::start() {
  pager_ = std::make_unique<Pager>(command_);
  if (!pager_->runs()) {
    pager_.reset();
    return write_kept();
  }
  state_ = State::kPaging;
  page(std::exchange(kept_, {}));
}

void PagedSink::page(std::string_view text) {
  if (!pager_reads_) kept_ += text;
  const int error = pager_->write(text);
  if (error == 0) {
    if (pager_reads_ || kept_.size() <= pager_->pipe_capacity()) return;
    pager_reads_ = true;
    kept_ = {};
    return;
  }
  if (!end_pager()) return write_kept();
  throw OutputError(std::string("can't write to the pager: ") + std::strerror(error), error == EPIPE);
}

bool PagedSink::end_pager() {
  const bool was_there = pager_->wait() || pager_reads_;
  pager_.reset();
  state_ = State::kQuit;
  return was_there;
}

void PagedSink::write_kept() {
  state_ = State::kDirect;
  const std::string text = std::exchange(kept_, {});
  write_or_throw(fd_, text);
}

}  // namespace binlogdump
