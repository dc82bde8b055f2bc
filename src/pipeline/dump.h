#pragma once
// The main job: read the files' events one after the other and print them.

#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "binlogdump/payload_reader.h"
#include "binlogdump/print_options.h"
#include "binlogdump/printer.h"
#include "binlogdump/reader.h"
#include "binlogdump/selection_options.h"
#include "binlogdump/text_buffer.h"
#include "pipeline/database_rewriter.h"
#include "pipeline/mysqlbinlog_selection.h"
#include "printers/mysqlbinlog_filter.h"

namespace binlogdump {

struct DumpOptions {
  PrintOptions print;
  SelectionOptions selection = {};
  /// mysqlbinlog's ways: the first fault ends the run.
  bool mysqlbinlog = false;
  bool verify_checksums = true;
  bool force_if_open = true;  ///< Read logs that are marked as in use.
  bool quiet = false;         ///< No notes on stderr; faults are told all the same.
  /// Called for each event with the bytes of all files and the events read so far; may be empty.
  std::function<void(std::uint64_t bytes, std::uint64_t events)> progress = {};
  /// Called before each line on stderr; may be empty.
  std::function<void()> before_message = {};
};

/// How a run went; worse ones have larger numbers. The numbers are the program's exit codes.
enum class Outcome : int {
  kClean = 0,     ///< Everything was decoded, every checksum was right.
  kDamaged = 1,   ///< Something was not, or a file was cut.
  kUnusable = 2,  ///< A file can't be opened or is no binary log.
};

class Dump {
 public:
  /// Prints to `out`; messages go to stderr.
  Dump(TextBuffer& out, const DumpOptions& options);

  /// Throws OutputError.
  Outcome run(const std::vector<std::string>& files);

 private:
  /// Ends the run after a fault, in mysqlbinlog's ways.
  struct StopRun {};

  void dump_file(const std::string& path, bool is_last);
  /// Goes to --start-position in mysqlbinlog's way, and shows the FORMAT_DESCRIPTION_EVENT that holds there.
  void seek_as_mysqlbinlog(std::uint64_t start);
  void read_events();
  /// What lies behind a break in the chain of events, if the printer wants to show it.
  void print_rest();
  void check_first_event(const EventView& event);
  void handle(const EventView& event);
  /// Without a look at its checksum.
  void show(const EventView& event);
  /// With --mysqlbinlog: whether the event is one to show. Ends the run at the first that is beyond the end.
  bool selects_as_mysqlbinlog(EventView& event);
  void print(const EventView& event);
  void print_payload(const EventView& event);
  void check_row_format(const EventView& event);
  bool checksum_is_right(const EventView& event) const;
  void compare_next_position(const EventView& event);
  void update_format(const EventView& event);

  void note(std::string_view text) const;
  void message(std::string_view text) const;
  void write_line(const std::string& line) const;
  void report(const EventView& event, const DecodeError& error);
  void report_rows(const EventView& event, const DecodeError& error);
  /// On stderr, and where the file's events are shown already among them, too. With --mysqlbinlog the run ends.
  void fault(Outcome outcome, std::string_view text);
  void fault_at_position(const std::exception& error);
  void warn_unfinished() const;

  TextBuffer& out_;
  DumpOptions options_;
  std::unique_ptr<Printer> printer_;
  MysqlbinlogSelection mysqlbinlog_selection_;
  DatabaseRewriter database_rewriter_;
  RowFormatCheck row_format_;
  EventReader reader_;
  PayloadReader payload_reader_;
  DecodeContext context_;
  Outcome outcome_ = Outcome::kClean;

  std::string path_;
  bool in_first_file_ = true;
  bool in_last_file_ = false;
  bool in_payload_ = false;
  std::uint64_t events_read_ = 0;    ///< In this file.
  std::uint64_t earlier_bytes_ = 0;  ///< Of the files before it.
  std::uint64_t earlier_events_ = 0;
  bool file_shown_ = false;             ///< The printer has begun with it.
  bool in_relay_log_ = false;           ///< Its events' positions are those of another server's file.
  bool in_use_ = false;                 ///< Its newest FORMAT_DESCRIPTION_EVENT says that it was not closed.
  bool position_disagreement_ = false;  ///< Noted once a file.
};

}  // namespace binlogdump
