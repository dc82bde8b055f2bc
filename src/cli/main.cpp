// Parse the command line, run, map errors to exit codes.

#include <fcntl.h>
#include <fmt/format.h>
#include <malloc.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <filesystem>
#include <new>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "binlogdump/error.h"
#include "binlogdump/log_list.h"
#include "binlogdump/open_log.h"
#include "cli/arguments.h"
#include "cli/iso_time.h"
#include "cli/new_file.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/pager.h"
#include "cli/pipe_sink.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "cli/time_zone.h"
#include "pipeline/dump.h"
#include "printers/readable_text.h"

namespace {

using namespace binlogdump;

/// Bytes of all files, or nothing if that is not known, as for pipes and compressed files.
std::optional<std::uint64_t> total_size(const std::vector<std::string>& files) {
  std::uint64_t total = 0;
  for (const std::string& file : files) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error) || is_compressed(file)) return std::nullopt;
    total += std::filesystem::file_size(file, error);
  }
  return total;
}

/// Nothing in a message is a terminal to act on: it may have names of files in it.
void complain(std::string_view text) {
  std::fprintf(stderr, "binlogdump: %s\n", visible_message(text).c_str());
}

void choose_time_zone(const Options& options) {
  if (!options.time_zone.empty()) ::setenv("TZ", options.time_zone.c_str(), 1);
  const char* variable = std::getenv("TZ");
  if (!options.mysqlbinlog && variable != nullptr && *variable != '\0' && !is_time_zone(variable)) {
    complain(fmt::format("TZ={} is no time zone known here: times are in UTC", variable));
  }
  tzset();
}

/// What --start-time and the like hold, in the zone that is set by now. Throws UsageError.
std::optional<std::uint64_t> time_given(std::string_view option, const std::string& text) {
  if (text.empty()) return std::nullopt;
  const std::optional<std::uint64_t> time = parse_iso_time(text);
  if (!time) {
    throw UsageError(
        fmt::format("--{}: '{}' is no time such as 2026-11-30T14:02:05.5+01:00, 2026-11-30 14:02 or "
                    "2026-11-30",
                    option, text));
  }
  return time;
}

SelectionOptions selection_of(const Options& options) {
  SelectionOptions selection = options.selection;
  selection.start_time = time_given("start-time", options.start_time);
  selection.stop_time = time_given("stop-time", options.stop_time);
  if (options.start_datetime) selection.start_datetime = seconds_since_1970(*options.start_datetime);
  if (options.stop_datetime) selection.stop_datetime = seconds_since_1970(*options.stop_datetime);
  return selection;
}

volatile std::sig_atomic_t interrupt_received = 0;

/// Ctrl-C ends the following of a log in an orderly manner; a second one ends the program at once.
void end_following_on_interrupt() {
  struct sigaction action {};
  action.sa_handler = [](int) { interrupt_received = 1; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  ::sigaction(SIGINT, &action, nullptr);
}

/// Whether nobody waits for more: the user has interrupted, or closed the pipe that we write to.
bool wants_end() {
  pollfd output{.fd = STDOUT_FILENO, .events = 0, .revents = 0};
  return interrupt_received != 0 || (::poll(&output, 1, 0) > 0 && (output.revents & POLLERR) != 0);
}

/// The logs that the options name. What stands for none is told on stderr.
LogList logs_to_read(const Options& options) {
  if (options.mysqlbinlog) return {.files = options.files, .faults = {}};
  LogList logs = list_logs(options.files, options.source);
  for (const std::string& fault : logs.faults) complain(fault);
  return logs;
}

unsigned threads_to_use(const Options& options) {
  constexpr unsigned kMost = 8;
  if (options.threads != 0) return static_cast<unsigned>(options.threads);
  return std::clamp(std::thread::hardware_concurrency(), 1U, kMost);
}

/// A file that we open must not take the place of one that was closed. Writing to these fails as it would have.
void open_standard_files() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (::fcntl(fd, F_GETFD) < 0) ::open("/dev/null", O_RDONLY);
  }
}

/// What was taken for a large event is given back behind it. By itself glibc soon keeps such memory, and takes more
/// beside it for the next event of another size.
void give_large_memory_back() {
#ifdef __GLIBC__
  constexpr int kLarge = 128 * 1024;
  mallopt(M_MMAP_THRESHOLD, kLarge);
#endif
}

int run(const Options& options) {
  // mysqlbinlog is ended by the signal; for people a closed pipe (head, less) is no error.
  if (!options.mysqlbinlog) std::signal(SIGPIPE, SIG_IGN);
  // Before the output file is made, which may lie in a folder that stands for its logs.
  const LogList logs = logs_to_read(options);
  std::optional<OutputFile> file;
  if (options.result_file) file.emplace(*options.result_file, options.mysqlbinlog || options.force);
  if (file && !options.mysqlbinlog) file->check_apart_from(logs.files);
  const int output = file ? file->fd() : STDOUT_FILENO;
  const bool terminal = ::isatty(output) != 0;
  DumpOptions dump_options{.print = options.print,
                           .selection = selection_of(options),
                           .source = options.source,
                           .schema_files = options.schema_files,
                           .mysqlbinlog = options.mysqlbinlog,
                           .verify_checksums = options.verify_binlog_checksum,
                           .resync = options.resync,
                           .force_if_open = options.force_if_open,
                           .threads = threads_to_use(options),
                           .quiet = options.quiet};
  if (options.source.follow) {
    end_following_on_interrupt();
    dump_options.interrupted = wants_end;
  }
  // Before a pager takes the terminal's place.
  dump_options.print.escape_controls = terminal;
  dump_options.print.color = wants_color(options.color, terminal);
  PagedSink paged(output, options.pager && terminal ? pager_command() : "");
  std::optional<PipeSink> pipe;
  if (PipeSink::is_pipe(output)) pipe.emplace(output);
  std::optional<Progress> progress;
  const bool no_progress = options.mysqlbinlog || options.source.follow || options.quiet;
  if (Progress::wanted(output, STDERR_FILENO, no_progress)) {
    progress.emplace(total_size(logs.files), STDERR_FILENO);
    dump_options.progress = [&](std::uint64_t bytes, std::uint64_t events) { progress->update(bytes, events); };
    dump_options.before_message = [&] { progress->clear(); };
  }
  std::optional<NewFile> salvaged;
  if (options.salvage) {
    if (logs.files.size() > 1) throw InputError("--salvage: takes one log");
    check_apart(*options.salvage, logs.files);
    salvaged.emplace(*options.salvage, options.force);
    dump_options.salvage = {.log = &*salvaged,
                            .partial_transactions = options.partial_transactions,
                            .server_version = options.server_version};
  }
  TextBuffer out(pipe ? static_cast<Sink*>(&*pipe) : &paged);
  Dump dump(out, dump_options);
  if (file) file->begin();
  const Outcome worst_before = logs.faults.empty() ? Outcome::kClean : Outcome::kUnusable;
  const Outcome outcome = std::max(worst_before, logs.files.empty() ? worst_before : dump.run(logs.files));
  paged.finish();
  if (salvaged && outcome != Outcome::kUnusable) {
    salvaged->keep();
  } else if (salvaged) {
    complain(fmt::format("{} is not written: nothing can be salvaged", *options.salvage));
  }
  if (options.mysqlbinlog) return outcome == Outcome::kClean ? 0 : 1;
  return static_cast<int>(outcome);
}

}  // namespace

int main(int argc, char** argv) {
  open_standard_files();
  give_large_memory_back();
  const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  bool mysqlbinlog = false;
  try {
    const ParseResult parsed = parse_options(argc > 0 ? argv[0] : "binlogdump", arguments);
    std::fputs(visible_message(parsed.errors, LineBreaks::kKeep).c_str(), stderr);
    std::fputs(parsed.output.c_str(), stdout);
    if (std::fflush(stdout) != 0)
      throw OutputError(std::string("can't write: ") + std::strerror(errno), errno == EPIPE);
    if (!parsed.options) return parsed.exit_code;
    mysqlbinlog = parsed.options->mysqlbinlog;
    choose_time_zone(*parsed.options);
    return run(*parsed.options);
  } catch (const OutputError& error) {
    if (error.closed_pipe() && !mysqlbinlog) return 0;
    complain(error.what());
  } catch (const std::bad_alloc&) {
    complain("there is not enough memory");
  } catch (const std::exception& error) {
    complain(error.what());
  }
  return mysqlbinlog ? 1 : 2;
}
