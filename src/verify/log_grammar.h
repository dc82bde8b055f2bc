#pragma once
// The order in which events may stand in a log.

#include <cstdint>
#include <optional>
#include <vector>

#include "binlogdump/bytes.h"
#include "binlogdump/event_type.h"
#include "pipeline/transaction_bounds.h"
#include "printers/session_text.h"
#include "verify/findings.h"

namespace binlogdump {

/// What the order of events depends on.
struct GrammarEvent {
  EventType type = EventType::UNKNOWN_EVENT;
  std::uint64_t position = 0;
  bool is_relay_log = false;    ///< FORMAT_DESCRIPTION_EVENT: written by a replica for its relay log.
  bool may_lack_begin = false;  ///< FORMAT_DESCRIPTION_EVENT: the server commits single statements without a BEGIN.
  bool has_all_gtids = false;   ///< FORMAT_DESCRIPTION_EVENT: the server writes a GTID event for each transaction.
  bool is_artificial = false;   ///< ROTATE_EVENT: not the log's own.
  bool begins = false;          ///< GTID event: stands for a BEGIN, too, as in MariaDB.
  Bytes query = {};             ///< Of a statement.
  std::uint64_t table_id = 0;   ///< TABLE_MAP_EVENT and row events.
  bool has_map = true;          ///< Row event: the log has a table map for it, wherever that stands.
  bool ends_statement = false;  ///< Row event.
  std::uint32_t file_id = 0;    ///< Events of LOAD DATA.
};

/// Follows the events of a log and finds those that can't stand where they do: a FORMAT_DESCRIPTION_EVENT comes first
/// and a ROTATE_EVENT or STOP_EVENT last; each transaction has a GTID event, if any has, and an end; table maps come
/// before their rows, variables and files before the statement that they belong to.
///
/// Where events may be missing, as behind damage that was found already, nothing is said until the next transaction
/// begins. A relay log may begin and end anywhere.
class LogGrammar {
 public:
  explicit LogGrammar(Findings& findings) : findings_(findings) {}

  void begin_file();
  /// True if a transaction ends with the event.
  bool take(const GrammarEvent& event);
  // The same for the events that nearly all logs consist of, where they may stand and nothing has to be looked at.
  // False where that is not so, with nothing changed: take() is for all.
  inline bool take_gtid(std::uint64_t position);
  /// A statement in a transaction, or BEGIN.
  inline bool take_query(Bytes query);
  /// A transaction ends with it.
  inline bool take_xid();
  inline bool take_table_map(std::uint64_t table_id);
  inline bool take_rows(std::uint64_t position, std::uint64_t table_id, bool ends_statement);
  /// Events are missing here, or one can't be relied upon.
  void note_gap();
  /// The log ends here.
  void end_file();

  bool is_relay_log() const { return is_relay_log_; }
  /// By a ROTATE_EVENT or STOP_EVENT.
  bool is_closed() const { return is_closed_; }
  /// Where the transaction that is open began.
  std::uint64_t transaction_begin() const { return transaction_begin_; }

 private:
  // Servers never come near these; more than that is not kept of a hostile log.
  static constexpr std::size_t kMostTables = 4096;
  static constexpr std::size_t kMostFiles = 1024;

  /// Whether nothing can be wrong about transactions with an event that does not end one, and nothing changes for them.
  bool is_amid_transaction() const { return is_certain_ && !is_closed_ && bounds_.is_amid(); }
  /// Whether nothing is left over from what stands before, so that a transaction may begin or end.
  bool is_settled() const { return is_certain_ && !is_closed_ && !is_first_ && !has_unfinished(); }
  /// Whether a statement has begun that check_unfinished() would have to look at, or a variable.
  bool has_unfinished() const {
    return rows_begin_ || variables_begin_ || !tables_.empty() || too_many_tables_ || !files_.empty();
  }
  /// A statement's last row event, or what takes its place.
  void end_rows() {
    rows_begin_.reset();
    tables_.clear();
    too_many_tables_ = false;
  }
  void check_place(const GrammarEvent& event);
  void take_file_event(const GrammarEvent& event);
  bool is_certain_at(const GrammarEvent& event);
  void check_transaction(const GrammarEvent& event);
  void check_variables(const GrammarEvent& event);
  void check_files(const GrammarEvent& event);
  void check_rows(const GrammarEvent& event);
  void check_unfinished();
  void note_gtid() {
    has_gtids_ = true;
    told_missing_gtid_ = false;
  }
  void forget_statement();
  bool note_transaction(const GrammarEvent& event);
  void require_file(const GrammarEvent& event);

  Findings& findings_;
  TransactionBounds bounds_;
  bool is_first_ = true;
  bool is_relay_log_ = false;
  bool is_closed_ = false;
  bool is_certain_ = true;  ///< Nothing is missing that matters for what comes now.
  bool has_gtids_ = false;
  bool has_transactions_ = false;
  bool told_missing_gtid_ = false;
  bool may_lack_begin_ = false;
  bool has_old_files_ = false;  ///< Of LOAD DATA in the form before 5.0, whose numbers are not looked at.
  std::uint64_t transaction_begin_ = 0;
  // Of the statement at hand.
  std::vector<std::uint64_t> tables_;  ///< Ids of its table maps.
  bool too_many_tables_ = false;
  std::optional<std::uint64_t> rows_begin_;       ///< Where row events began whose end has not come.
  std::optional<std::uint64_t> variables_begin_;  ///< Where variables stand whose statement has not come.
  std::vector<std::uint32_t> files_;              ///< Of LOAD DATA, whose statement has not come.
};

inline bool LogGrammar::take_gtid(std::uint64_t position) {
  if (!is_settled() || bounds_.is_open()) return false;
  note_gtid();
  transaction_begin_ = position;
  has_transactions_ = true;
  bounds_.note(EventType::GTID_LOG_EVENT);
  return true;
}

inline bool LogGrammar::take_query(Bytes query) {
  if (is_amid_transaction()) {
    if (is_transaction_keyword(query)) return false;
    variables_begin_.reset();
    return true;
  }
  if (!bounds_.is_open() || bounds_.has_begun() || query != "BEGIN" || !is_settled()) return false;
  has_transactions_ = true;
  bounds_.note_begin();
  return true;
}

inline bool LogGrammar::take_xid() {
  if (!bounds_.is_open() || !is_settled()) return false;
  has_transactions_ = true;
  bounds_.note(EventType::XID_EVENT);
  return true;
}

inline bool LogGrammar::take_table_map(std::uint64_t table_id) {
  if (!is_amid_transaction() || variables_begin_) return false;
  if (!tables_.empty() && tables_.back() == table_id) return true;
  if (tables_.size() >= kMostTables) return false;
  tables_.push_back(table_id);
  return true;
}

inline bool LogGrammar::take_rows(std::uint64_t position, std::uint64_t table_id, bool ends_statement) {
  if (!is_amid_transaction() || variables_begin_) return false;
  if (tables_.empty() || tables_.back() != table_id) return false;
  if (!ends_statement) {
    if (!rows_begin_) rows_begin_ = position;
    return true;
  }
  end_rows();
  return true;
}

}  // namespace binlogdump
