#pragma once
// Prints a log with several threads: each takes the next part of it, a run of ordinary events, and prints that by a
// printer of its own. The texts come out in the order of the parts, so that they are what one thread would have
// written.
//
// Only what is ordinary is printed like that: events that stand where their headers say, of types that change neither
// the log's format nor its place. Whatever else comes is left to the caller, one event after the other.
//
// A part begins with what the printer before it must have remembered (PrinterMemory), made up by a quick look at the
// earlier events. When its turn has come, what the part before has really ended with is compared; if they differ, the
// part is printed once more. A thread whose turn it is writes through, so that faults can be told in their place and no
// text is held that does not fit its buffer.

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "binlogdump/printer.h"
#include "binlogdump/reader.h"
#include "binlogdump/resync.h"

namespace binlogdump {

class Dump;
struct DumpOptions;

class Parts {
 public:
  /// Whether a run with these options can be split.
  static bool are_possible(const DumpOptions& options);

  /// Works for `dump`, on its reader, its printer's memory and its output.
  explicit Parts(Dump& dump);
  ~Parts();

  /// The dump begins with another file.
  void begin_file();
  /// Whether it is worth a try where the reader stands.
  bool may_begin() const;
  /// Prints parts as long as events are ordinary. The dump's reader, printer and context stand behind them then. Throws
  /// what a thread could not cope with, such as OutputError.
  void print();

  /// Whether print() is at work.
  bool is_running() const { return is_running_; }

 private:
  struct Worker;
  class WorkerOutput;
  /// The part is not needed: the log is read in another way from an earlier place on.
  struct Discarded {};
  /// What the part assumed of those before it is wrong.
  struct Contradiction {};

  void make_workers();
  std::unique_ptr<Dump> make_dump(Worker& worker);
  void renew(Worker& worker);
  void begin_file(Worker& worker);

  // Taking parts, one thread at a time.
  bool take(Worker& worker);
  bool take_events(Worker& worker);
  Bytes look_ahead();
  static std::size_t ordinary_event_size(Bytes bytes, std::uint64_t position, const Framing& framing);
  void note_events(Worker& worker, Bytes events, std::size_t from, std::size_t last);
  void note(const EventView& event);
  void note_statement(const EventView& event);
  void pass_payload(Worker& worker, const EventView& event);

  // Printing them.
  void work(Worker& worker);
  void print_part(Worker& worker);
  void begin_part(Worker& worker, const PrinterMemory* before);
  void print_events(Worker& worker);
  void finish(Worker& worker);
  void stop_behind(Worker& worker);
  void discard(Worker& worker);
  void wait_for_turn(Worker& worker);
  void end_turn();
  void give_up(std::exception_ptr failure);

  Dump& dump_;
  std::size_t part_size_;
  std::size_t text_size_;  ///< Of a part's text as much is held.
  std::vector<std::unique_ptr<Worker>> workers_;
  std::uint64_t file_ = 0;  ///< Number of the file.
  bool is_running_ = false;
  std::uint64_t next_try_ = 0;  ///< Position in the file.
  std::uint64_t pause_ = 0;     ///< Bytes to the next try after one that did not last long.

  std::mutex taking_;  ///< For these, and the dump's reader, printer and resync.
  bool no_more_ = false;
  std::uint64_t next_number_ = 0;
  int passes_all_ = 0;
  std::vector<std::string> statement_maps_;  ///< TABLE_MAP_EVENTs of the statement that goes on.

  std::mutex order_;
  std::condition_variable turn_ended_;
  std::atomic<std::uint64_t> turn_ = 0;  ///< Number of the part whose text is written.
  std::exception_ptr failure_;

  // Of the thread whose turn it is.
  std::unique_ptr<PrinterMemory> memory_;  ///< At the end of the parts written.
  bool stopped_ = false;                   ///< The parts from here on are discarded.
  std::string discarded_;                  ///< Their bytes.
};

}  // namespace binlogdump
