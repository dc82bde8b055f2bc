#pragma once
// The main job: read the files' events one after the other and print them.

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "binlogdump/follower.h"
#include "binlogdump/open_log.h"
#include "binlogdump/payload_reader.h"
#include "binlogdump/print_options.h"
#include "binlogdump/printer.h"
#include "binlogdump/reader.h"
#include "binlogdump/resync.h"
#include "binlogdump/selection_options.h"
#include "binlogdump/source_options.h"
#include "binlogdump/text_buffer.h"
#include "pipeline/database_rewriter.h"
#include "pipeline/log_schema.h"
#include "pipeline/mysqlbinlog_selection.h"
#include "pipeline/salvage.h"
#include "pipeline/selection.h"
#include "printers/mysqlbinlog_filter.h"

namespace binlogdump {

struct DumpOptions {
  PrintOptions print;
  SelectionOptions selection = {};
  SourceOptions source = {};
  std::vector<std::string> schema_files = {};  ///< --schema: files of CREATE TABLE statements.
  std::optional<SalvageOptions> salvage = {};  ///< --salvage: in place of any format.
  /// mysqlbinlog's ways: the first fault ends the run.
  bool mysqlbinlog = false;
  bool verify_checksums = true;
  bool resync = true;         ///< Go on behind damage; without it the first fault ends the run.
  bool force_if_open = true;  ///< Read logs that are marked as in use.
  unsigned threads = 1;       ///< Most that work at the same time, this one included.
  /// With several threads: bytes of the log that one works on at a time, roughly; 0: what is fast.
  std::size_t part_size = 0;
  bool quiet = false;  ///< No notes on stderr; faults are told all the same.
  /// Called for each event with the bytes of all files and the events read so far; may be empty.
  std::function<void(std::uint64_t bytes, std::uint64_t events)> progress = {};
  /// Called before each line on stderr; may be empty.
  std::function<void()> before_message = {};
  /// Whether the user wants to end the following of a log; needed with source.follow.
  std::function<bool()> interrupted = {};
};

/// How a run went; worse ones have larger numbers. The numbers are the program's exit codes.
enum class Outcome : int {
  kClean = 0,     ///< Everything was decoded, every checksum was right.
  kDamaged = 1,   ///< Something was not, or a file was cut.
  kUnusable = 2,  ///< A file can't be opened or is no binary log.
};

class Parts;

class Dump final : private SelectionTarget {
 public:
  /// Prints to `out`; messages go to stderr. Throws InputError if a file of the options can't be read.
  Dump(TextBuffer& out, const DumpOptions& options);
  ~Dump();

  /// Throws OutputError.
  Outcome run(const std::vector<std::string>& files);

 private:
  friend class Parts;

  /// Ends the run after a fault, in mysqlbinlog's ways or with --no-resync.
  struct StopRun {};

  void dump_file(const std::string& path, bool is_first, bool is_last);
  void read_events(bool is_first);
  /// The next event whose place in the log is sure; false at the end. Throws FrameError.
  inline bool next_event(EventView& event);
  bool stands_up(EventView& event);
  bool pass_suspect(const EventView& suspect);
  bool ends_at_fault() const { return options_.mysqlbinlog || !options_.resync; }
  /// Goes on behind the place where the chain of events breaks, if anything comes there.
  bool go_on_behind(const FrameError& error);
  struct Damage {
    std::string reason = {};
    bool tells_end = false;    ///< The reason names what is lost if nothing comes behind it.
    bool may_be_here = false;  ///< An event may begin where the reader stands.
  };
  bool pass_damage(const Damage& damage);
  bool pass_large_event();
  void look_for_checksums();
  /// As the log grows, and then the logs that come after it.
  void follow(const std::string& path, bool is_first);
  SourceHooks hooks();
  /// Where a ROTATE_EVENT leads, for follow().
  void note_rotation(const EventView& event);
  void print_selection_end(const std::vector<std::string>& files);
  /// Goes on at --start-position, or where the next event begins behind it.
  void skip_to_start();
  bool is_event_at(std::uint64_t position);
  void find_start();
  void walk_to_start();
  void note_end_before_start();
  void note_start(std::uint64_t before);
  /// Goes to --start-position in mysqlbinlog's way, and shows the FORMAT_DESCRIPTION_EVENT that holds there.
  void seek_as_mysqlbinlog(std::uint64_t start);
  void seek_past_format(const EventView& event);
  /// What lies behind a break in the chain of events, if the printer wants to show it.
  void print_rest();
  void check_first_event(const EventView& event);
  bool watch(const EventView& event);
  bool shows_all_as_it_is() const;
  void show_usual_events(EventView& event);
  void handle(const EventView& event);
  /// The same, in place.
  inline void take(const EventView& event);
  /// Without a look at its checksum.
  inline void show(const EventView& event);
  /// As --rewrite-db and --server-id-bits want it.
  void show_changed(const EventView& event);
  /// Of the options, these are behind it.
  inline void show_as_it_is(const EventView& event);
  /// With --mysqlbinlog: whether the event is one to show. Ends the run at the first that is beyond the end.
  inline bool selects_as_mysqlbinlog(const EventView& event);
  void show_damaged(const EventView& event, const DecodeError& error);
  inline void print(const EventView& event);
  void print_format(const EventView& event);
  void print_payload(const EventView& event);
  /// Calls take(inner) for each event of a payload until it returns false. Throws DecodeError.
  void for_each_inner(const EventView& event, const TakeInner& take);

  void show_selected(const EventView& event) override { handle(event); }
  void show_inner(const EventView& event) override;
  std::optional<DecodeError> read_payload(const EventView& event, const TakeInner& take) override;
  void begin_selected_payload(const EventView& event, const EventView* first, bool shown) override;
  void end_selected_payload(bool shown) override;
  void show_damaged_payload(const EventView& event, const DecodeError& error) override;
  void enter_transaction(const EventView& gtid_event, std::optional<std::uint32_t> thread_id) override {
    printer_->enter_transaction(gtid_event, thread_id, context_);
  }
  void take_table_map(const EventView& event) override;
  void note_hidden_begin() override { printer_->note_hidden_begin(); }
  void leave_transaction() override { printer_->leave_transaction(); }
  bool is_damaged(const EventView& event) const override {
    return options_.verify_checksums && !checksum_is_right(event);
  }

  /// The event; marked, and the fault told, if its checksum is wrong.
  EventView verified(const EventView& event);
  void check_row_format(const EventView& event);
  bool checksum_is_right(const EventView& event) const;
  void compare_next_position(const EventView& event) {
    const std::uint64_t end = event.position + event.bytes.size();
    if (event.header.log_pos != static_cast<std::uint32_t>(end)) note_other_position(event);
  }
  void note_other_position(const EventView& event);
  void take_sound_events();
  void check_format(const EventView& event) const;
  void update_format(const EventView& event);
  /// What is wrong with a FORMAT_DESCRIPTION_EVENT; it is shown all the same.
  void format_fault(std::uint64_t position, std::string_view reason);

  /// --verify: what is wrong stands in the output, and is not told on stderr as well.
  bool reports_faults() const { return options_.print.verify != Verify::kNo; }
  void note(std::string_view text) const;
  void message(std::string_view text) const;
  /// On stderr; nothing in it that a terminal acts on.
  void write_line(std::string_view text) const;
  void report(const EventView& event, const DecodeError& error);
  void report_rows(const EventView& event, const DecodeError& error);
  /// On stderr, and where the file's events are shown already among them, too. With --mysqlbinlog the run ends.
  void fault(Outcome outcome, std::string_view text) { fault(outcome, reader_.position(), text); }
  void fault(Outcome outcome, std::uint64_t position, std::string_view text);
  void fault_at_position(const std::exception& error);
  void warn_unfinished() const;

  TextBuffer& out_;
  DumpOptions options_;
  std::unique_ptr<Printer> printer_;
  const Salvage* salvage_ = nullptr;  ///< The printer, if it is one.
  std::optional<LogSchema> schema_;
  MysqlbinlogSelection mysqlbinlog_selection_;
  DatabaseRewriter database_rewriter_;
  bool changes_events_;      ///< Some events are shown otherwise than they are stored.
  bool takes_sound_events_;  ///< The printer may, without us.
  RowFormatCheck row_format_;
  EventReader reader_;
  Resync resync_{reader_};
  LogSource* source_ = nullptr;  ///< Of the file being read.
  PayloadReader payload_reader_;
  DecodeContext context_;
  std::optional<Selection> selection_;
  std::optional<Follower> follower_;  ///< While a log is followed.
  Outcome outcome_ = Outcome::kClean;
  std::unique_ptr<Parts> parts_;                    ///< With several threads.
  std::function<void()> await_earlier_parts_ = {};  ///< Of a dump that prints parts.

  std::string path_;
  bool in_last_file_ = false;
  bool in_payload_ = false;
  std::uint64_t events_read_ = 0;    ///< In this file.
  std::uint64_t earlier_bytes_ = 0;  ///< Of the files before it.
  std::uint64_t earlier_events_ = 0;
  bool file_shown_ = false;             ///< The printer has begun with it.
  bool format_is_sure_ = false;         ///< Its newest FORMAT_DESCRIPTION_EVENT is sound.
  std::uint64_t format_position_ = 0;   ///< Where that is, or should be.
  bool damage_told_ = false;            ///< That bytes of it are no events.
  bool doubts_checksums_ = false;       ///< It is to be found out whether events have them.
  bool in_relay_log_ = false;           ///< Its events' positions are those of another server's file.
  bool in_use_ = false;                 ///< Its newest FORMAT_DESCRIPTION_EVENT says that it was not closed.
  bool position_disagreement_ = false;  ///< Noted once a file.
};

}  // namespace binlogdump
