#pragma once
// The command line: what the user asked for.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "binlogdump/print_options.h"
#include "binlogdump/selection_options.h"
#include "binlogdump/source_options.h"
#include "cli/date_time.h"

namespace binlogdump {

/// Whether the output has colours.
enum class Color : std::uint8_t {
  kAuto,    ///< Where a terminal shows them and the environment does not forbid it: wants_color() in terminal.h.
  kAlways,  ///< Also into files and pipes.
  kNever,
};

/// Everything the command line can choose. Names are those of the options.
struct Options {
  bool mysqlbinlog = false;             ///< Stand in for mysqlbinlog: its defaults, its output, its exit codes.
  PrintOptions print;                   ///< How events are shown.
  SelectionOptions selection;           ///< Which events are shown.
  SourceOptions source;                 ///< Which files are read, and how.
  bool force_read = false;              ///< -f: go on after events that cannot be read.
  bool verify_binlog_checksum = false;  ///< -c: verify the events' checksums; always on without `mysqlbinlog`.
  bool force_if_open = true;            ///< -F: read logs that are marked as in use, and expect their end to be cut.
  std::optional<CalendarTime> start_datetime;  ///< Of `selection`, once the zone is known.
  std::optional<CalendarTime> stop_datetime;
  std::optional<std::string> result_file;  ///< -r: where the output goes, in place of stdout.
  std::optional<std::string> salvage;      ///< --salvage: where the sound events go, as a log of their own.
  bool partial_transactions = false;       ///< --partial-transactions: with `salvage`, the sound part of damaged ones.
  std::string server_version;              ///< --server-version: with `salvage`, of the server that wrote the log.
  std::vector<std::string> files;          ///< At least one; `-` is standard input.

  // Not in mysqlbinlog, which has no such manners: with `mysqlbinlog` kNever and no pager.
  Color color = Color::kAuto;
  bool pager = true;                      ///< Long output to a terminal goes through a pager.
  bool force = false;                     ///< --force: files of the user's may be overwritten.
  bool resync = true;                     ///< --no-resync: the first fault ends the run.
  std::uint64_t threads = 0;              ///< --threads; 0: as many as there are processors, at most 8.
  bool quiet = false;                     ///< --quiet: no progress and no notes on stderr, only errors.
  std::vector<std::string> schema_files;  ///< --schema: files of CREATE TABLE statements.
  std::string time_zone;                  ///< What TZ is to hold; empty: what it holds already.
  // Into `selection` once the time zone is set.
  std::string start_time;  ///< --start-time
  std::string stop_time;   ///< --stop-time
};

/// What became of a command line: options to go on with, or an end with exit_code.
struct ParseResult {
  std::optional<Options> options;  ///< None if the program has nothing more to do than to show the texts below.
  std::string output;              ///< For stdout: help or version.
  std::string errors;              ///< For stderr, whole lines: warnings, or what is wrong with the command line.
  int exit_code = 0;               ///< If there are no options.
};

/// Interprets a command line. `program` is argv[0]: if its base name is `mysqlbinlog`, `--mysqlbinlog` is on.
/// A usage error ends with 2, or 1 as in mysqlbinlog if that is on.
ParseResult parse_options(std::string_view program, const std::vector<std::string>& arguments);

}  // namespace binlogdump
