// Parse the command line, run, map errors to exit codes.

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <exception>
#include <string>
#include <vector>

#include "binlogdump/byte_source.h"
#include "binlogdump/error.h"
#include "cli/options.h"
#include "pipeline/dump.h"

namespace {

using namespace binlogdump;

class FdSink : public Sink {
 public:
  explicit FdSink(int fd) : fd_(fd) { widen_pipe(); }

  void write(std::string_view text) override {
    while (!text.empty()) {
      const ssize_t written = ::write(fd_, text.data(), text.size());
      if (written < 0 && (errno == EINTR || wait_until_ready(fd_, POLLOUT))) continue;
      if (written < 0) throw OutputError(std::string("can't write: ") + std::strerror(errno), errno == EPIPE);
      text.remove_prefix(static_cast<std::size_t>(written));
    }
  }

 private:
  /// A pipe of the usual 64 KiB takes half a buffer, so that each write would wait for the reader. Without effect on
  /// files.
  void widen_pipe() const {
#ifdef F_SETPIPE_SZ
    constexpr int kPipeSize = 2 * TextBuffer::kDefaultCapacity;
    const int size = ::fcntl(fd_, F_GETPIPE_SZ);
    if (size >= 0 && size < kPipeSize) ::fcntl(fd_, F_SETPIPE_SZ, kPipeSize);
#endif
  }

  int fd_;
};

int run(const Options& options) {
  // mysqlbinlog is ended by the signal; for people a closed pipe (head, less) is no error.
  if (!options.mysqlbinlog) std::signal(SIGPIPE, SIG_IGN);
  FdSink sink(STDOUT_FILENO);
  TextBuffer out(&sink);
  Dump dump(out, {.print = options.print,
                  .mysqlbinlog = options.mysqlbinlog,
                  .verify_checksums = options.verify_binlog_checksum,
                  .force_if_open = options.force_if_open});
  const Outcome outcome = dump.run(options.files);
  if (options.mysqlbinlog) return outcome == Outcome::kClean ? 0 : 1;
  return static_cast<int>(outcome);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  bool mysqlbinlog = false;
  try {
    const ParseResult parsed = parse_options(argc > 0 ? argv[0] : "binlogdump", arguments);
    std::fputs(parsed.errors.c_str(), stderr);
    std::fputs(parsed.output.c_str(), stdout);
    if (std::fflush(stdout) != 0)
      throw OutputError(std::string("can't write: ") + std::strerror(errno), errno == EPIPE);
    if (!parsed.options) return parsed.exit_code;
    mysqlbinlog = parsed.options->mysqlbinlog;
    tzset();
    return run(*parsed.options);
  } catch (const OutputError& error) {
    if (error.closed_pipe() && !mysqlbinlog) return 0;
    std::fprintf(stderr, "binlogdump: %s\n", error.what());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "binlogdump: %s\n", error.what());
  }
  return mysqlbinlog ? 1 : 2;
}
