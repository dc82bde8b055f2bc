#pragma once
// Runs a program as a user would and returns all that it said: for tests of the command line.

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

extern char** environ;

namespace binlogdump::test {

struct RunOptions {
  std::string program = BINLOGDUMP_BINARY;   ///< Path of the program, also its argv[0]; not looked for in PATH.
  std::string cwd{};                         ///< Folder it runs in; empty: that of the test.
  std::vector<std::string> env{};            ///< Added to the test's environment: NAME=VALUE; NAME alone removes it.
  std::optional<std::string> stdin_bytes{};  ///< Given through a pipe; without it stdin is /dev/null.
  std::optional<std::size_t>
      close_stdout_after{};                    ///< Close our end of the pipe after that many bytes, as `head` does.
  std::optional<std::size_t> address_space{};  ///< The most that it may map, bytes (RLIMIT_AS).
  std::chrono::seconds timeout{120};           ///< The program is killed then (exit_code -9).
};

struct RunResult {
  int exit_code = 0;  ///< What it returned; -N when signal N killed it; 127 when it could not be started.
  std::string out;
  std::string err;
};

namespace detail {

/// A file descriptor that is closed at the latest by its destructor.
class Fd {
 public:
  explicit Fd(int fd = -1) : fd_(fd) {}
  Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Fd& operator=(Fd&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Fd() { close(); }
  void close() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }
  [[nodiscard]] int get() const { return fd_; }
  [[nodiscard]] bool is_open() const { return fd_ >= 0; }

 private:
  int fd_;
};

struct Pipe {
  Fd read_end;
  Fd write_end;

  Pipe() {
    std::array<int, 2> ends{};
    // Close-on-exec, or another child would hold the ends open and we would wait for its end, too.
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error(std::string("pipe: ") + std::strerror(errno));
    read_end = Fd(ends[0]);
    write_end = Fd(ends[1]);
  }
};

/// Writing to a program that no longer reads must not kill the test.
class IgnoreSigpipe {
 public:
  IgnoreSigpipe() {
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    ::sigaction(SIGPIPE, &ignore, &before_);
  }
  IgnoreSigpipe(const IgnoreSigpipe&) = delete;
  IgnoreSigpipe& operator=(const IgnoreSigpipe&) = delete;
  ~IgnoreSigpipe() { ::sigaction(SIGPIPE, &before_, nullptr); }

 private:
  struct sigaction before_ {};
};

inline std::vector<std::string> merged_environment(const std::vector<std::string>& changes) {
  std::map<std::string, std::string> variables;
  const auto set = [&variables](std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) {
      variables.erase(std::string(text));
    } else {
      variables[std::string(text.substr(0, equals))] = std::string(text.substr(equals + 1));
    }
  };
  for (char** entry = environ; *entry != nullptr; ++entry) set(*entry);
  for (const std::string& change : changes) set(change);
  std::vector<std::string> entries;
  for (const auto& [name, value] : variables) entries.push_back(name + "=" + value);
  return entries;
}

/// The null-terminated array that exec wants; it points into `strings`.
inline std::vector<char*> exec_array(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (std::string& text : strings) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// In the child: says what went wrong, and ends. Only async-signal-safe calls.
[[noreturn]] inline void fail_in_child(const char* what, const char* path) {
  const char* reason = std::strerror(errno);
  for (const char* part : {"run_binary: ", what, " ", path, ": ", reason, "\n"}) {
    if (::write(STDERR_FILENO, part, std::strlen(part)) < 0) break;
  }
  ::_exit(127);
}

/// One read from `fd` appended to `text`; closes `fd` at the end of the data.
inline void drain(Fd& fd, std::string& text) {
  std::array<char, 65536> buffer{};
  const ssize_t got = ::read(fd.get(), buffer.data(), buffer.size());
  if (got > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(got));
  } else if (got == 0 || (errno != EINTR && errno != EAGAIN)) {
    fd.close();
  }
}

/// One write of what is left of `bytes` to `fd`; closes `fd` when all is written or nobody reads.
inline void feed(Fd& fd, std::string_view& bytes) {
  const ssize_t put = ::write(fd.get(), bytes.data(), bytes.size());
  if (put >= 0) bytes.remove_prefix(static_cast<std::size_t>(put));
  if (bytes.empty() || (put < 0 && errno != EINTR && errno != EAGAIN)) fd.close();
}

}  // namespace detail

/// Runs the program (the built binlogdump unless options say otherwise) with `args`, without a shell, and waits for its
/// end. All three streams are served at once, so no amount of data on any of them can block the others.
inline RunResult run_binary(std::vector<std::string> args, const RunOptions& options = {}) {
  using Clock = std::chrono::steady_clock;
  args.insert(args.begin(), options.program);
  std::vector<std::string> environment = detail::merged_environment(options.env);
  // Everything the child needs is made before the fork: it may not allocate.
  const std::vector<char*> argv = detail::exec_array(args);
  const std::vector<char*> envp = detail::exec_array(environment);
  detail::Pipe in;
  detail::Pipe out;
  detail::Pipe err;
  const detail::IgnoreSigpipe ignore_sigpipe;

  // What the child does are system calls only. fork() would copy the page tables of a test with sanitizers each time.
  const pid_t child = ::vfork();
  if (child < 0) throw std::runtime_error(std::string("vfork: ") + std::strerror(errno));
  if (child == 0) {
    ::dup2(err.write_end.get(), STDERR_FILENO);
    ::dup2(out.write_end.get(), STDOUT_FILENO);
    const int source = options.stdin_bytes ? in.read_end.get() : ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    ::dup2(source, STDIN_FILENO);
    ::signal(SIGPIPE, SIG_DFL);
    if (!options.cwd.empty() && ::chdir(options.cwd.c_str()) != 0)
      detail::fail_in_child("cannot enter", options.cwd.c_str());
    if (options.address_space) {
      const rlimit limit{.rlim_cur = *options.address_space, .rlim_max = *options.address_space};
      if (::setrlimit(RLIMIT_AS, &limit) != 0) detail::fail_in_child("cannot limit", argv[0]);
    }
    ::execve(argv[0], argv.data(), envp.data());
    detail::fail_in_child("cannot run", argv[0]);
  }
  in.read_end.close();
  out.write_end.close();
  err.write_end.close();
  // Non-blocking: a pipe with little room would hold us in write() while the program waits for us to read.
  ::fcntl(in.write_end.get(), F_SETFL, O_NONBLOCK);
  std::string_view to_write = options.stdin_bytes ? std::string_view(*options.stdin_bytes) : std::string_view();
  if (to_write.empty()) in.write_end.close();

  RunResult result;
  const Clock::time_point deadline = Clock::now() + options.timeout;
  bool killed = false;
  while (out.read_end.is_open() || err.read_end.is_open()) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0 && !killed) {
      ::kill(child, SIGKILL);
      killed = true;
    }
    // poll passes over negative descriptors, which closed ends are.
    std::array<pollfd, 3> waiting{{{.fd = in.write_end.get(), .events = POLLOUT, .revents = 0},
                                   {.fd = out.read_end.get(), .events = POLLIN, .revents = 0},
                                   {.fd = err.read_end.get(), .events = POLLIN, .revents = 0}}};
    if (::poll(waiting.data(), waiting.size(), killed ? 1000 : static_cast<int>(left)) <= 0) {
      if (killed) break;  // A grandchild may hold the pipes open.
      continue;
    }
    if (waiting[0].revents != 0) detail::feed(in.write_end, to_write);
    if (waiting[1].revents != 0) {
      detail::drain(out.read_end, result.out);
      if (options.close_stdout_after && result.out.size() >= *options.close_stdout_after) out.read_end.close();
    }
    if (waiting[2].revents != 0) detail::drain(err.read_end, result.err);
  }
  in.write_end.close();

  // It may have closed its streams long before its end.
  int status = 0;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    if (Clock::now() >= deadline) ::kill(child, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  result.exit_code = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
  return result;
}

}  // namespace binlogdump::test
