#pragma once
// --salvage: a transaction whose end has not been seen.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "binlogdump/event_store.h"

namespace binlogdump {

/// Keeps the events of a transaction until it is known whether it is whole; if it is not, its sound statements. Memory
/// is bounded as in EventStore.
class PendingTransaction {
 public:
  /// What an event is to its transaction.
  enum class Part : std::uint8_t {
    kFrame,           ///< GTID event, BEGIN, and what says nothing about statements.
    kBoundary,        ///< The end, or a savepoint: where it stands no statement is unfinished.
    kStatementBegin,  ///< Always the first event of a statement.
    kStatement,       ///< Part of a statement that goes on behind it.
    kTableMap,        ///< Likewise, and stands before the statement's rows.
    kRows,            ///< Likewise.
    kStatementEnd,    ///< The last event of a statement.
    kOfFile,          ///< Of the log; it is kept whatever becomes of the transaction.
  };

  /// `keeps_statements`: those of a damaged transaction are wanted.
  explicit PendingTransaction(bool keeps_statements) : keeps_statements_(keeps_statements) {}

  /// The event is sound. `file` as in EventStore::append(). Throws SideFileError.
  void append(const EventView& event, Part part, const LogSource* file);
  /// An event of `size` bytes that belongs here can't be taken, be it damaged or not; `ends_statement` if it is known
  /// to be the last of its statement. The first reason counts.
  void leave_out(std::uint64_t position, std::uint64_t size, bool ends_statement, const std::string& reason);
  /// Something is missing.
  void note_fault(const std::string& reason);
  /// Its statements are of no use without those that were left out.
  void give_up_statements() { state_.gave_up = true; }
  void clear();

  bool empty() const { return state_.events + state_.left_out == 0; }
  const std::optional<std::string>& fault() const { return state_.fault; }
  /// Whether the statement at hand lacks a part, so that what comes of it is of no use.
  bool is_statement_broken() const { return state_.statement_broken; }
  bool has_unfinished_statement() const { return state_.statement_begin.has_value(); }
  std::uint64_t begin() const { return state_.begin; }
  std::uint64_t end() const { return state_.end; }
  std::uint64_t events() const { return state_.events + state_.left_out; }  ///< Those of the file not counted.
  std::uint64_t bytes() const { return state_.bytes; }
  /// How many statements for_each_of_whole_statements() has; 0 if they are not kept.
  std::uint64_t whole_statements() const { return keeps_statements() ? state_.whole_statements : 0; }

  using Visit = std::function<void(const EventView&)>;
  /// The events in their order: all, those of whole statements with the frame, or only those of the file, which the
  /// other two have as well. Throw InputError.
  void for_each(const Visit& visit) { store_.for_each(visit); }
  void for_each_of_whole_statements(const Visit& visit);
  void for_each_of_file(const Visit& visit);

 private:
  /// Events in store_ by their number.
  struct Range {
    std::uint64_t begin;
    std::uint64_t end;
  };
  /// What clear() forgets.
  struct State {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t stored = 0;    ///< In store_.
    std::uint64_t events = 0;    ///< Sound ones.
    std::uint64_t left_out = 0;  ///< The others.
    std::uint64_t bytes = 0;
    std::optional<std::string> fault = {};
    bool has_events_of_file = false;
    bool gave_up = false;

    std::optional<std::uint64_t> statement_begin = {};  ///< Number of the first event of the statement at hand.
    bool statement_broken = false;
    bool statement_has_rows = false;
    std::uint64_t whole_statements = 0;
    std::vector<Range> dropped = {};  ///< Statements that are not whole.
  };
  // Of a hostile log no more is remembered.
  static constexpr std::size_t kMostDropped = 65536;

  bool keeps_statements() const { return keeps_statements_ && !state_.gave_up && state_.dropped.size() < kMostDropped; }
  void note(std::uint64_t position, std::uint64_t size);
  void note_part(Part part);
  void end_statement();

  bool keeps_statements_;
  EventStore store_;
  State state_;
};

}  // namespace binlogdump
