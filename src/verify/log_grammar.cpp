#include "verify/log_grammar.h"

#include <fmt/format.h>

#include <algorithm>

#include "binlogdump/rows_event.h"
#include "printers/session_text.h"

namespace binlogdump {

namespace {

bool is_variable(EventType type) {
  return type == EventType::INTVAR_EVENT || type == EventType::RAND_EVENT || type == EventType::USER_VAR_EVENT;
}

/// Whether the event can only end a transaction that is open.
bool is_commit(const GrammarEvent& event) {
  return event.type == EventType::XID_EVENT || event.type == EventType::XA_PREPARE_LOG_EVENT ||
         (event.type == EventType::QUERY_EVENT && event.query == "COMMIT");
}

/// Whether whatever was open before the event no longer is behind it.
bool is_end(const GrammarEvent& event) {
  return is_commit(event) || event.type == EventType::INCIDENT_EVENT ||
         (event.type == EventType::QUERY_EVENT && ends_transaction(event.query));
}

bool is_begin(const GrammarEvent& event) {
  return is_gtid_event(event.type) || (event.type == EventType::QUERY_EVENT && starts_transaction(event.query));
}

/// Events that say nothing about transactions.
bool is_neutral(EventType type) {
  return type == EventType::UNKNOWN_EVENT || type == EventType::IGNORABLE_LOG_EVENT;
}

}  // namespace

void LogGrammar::begin_file() {
  bounds_.end();
  forget_statement();
  is_first_ = is_certain_ = true;
  is_relay_log_ = is_closed_ = has_gtids_ = has_transactions_ = told_missing_gtid_ = may_lack_begin_ = has_old_files_ =
      false;
}

bool LogGrammar::take(const GrammarEvent& event) {
  // In a transaction, where take_rows() found something to check, and variables.
  if (is_amid_transaction() && (is_variable(event.type) || is_rows_event(event.type))) {
    check_variables(event);
    check_rows(event);
    return false;
  }
  check_place(event);
  if (is_event_of_file(event.type)) {
    take_file_event(event);
    return false;
  }
  if (is_neutral(event.type) || !is_certain_at(event)) return false;
  check_transaction(event);
  check_variables(event);
  check_files(event);
  check_rows(event);
  return note_transaction(event);
}

void LogGrammar::check_place(const GrammarEvent& event) {
  if (is_first_ && event.type != EventType::FORMAT_DESCRIPTION_EVENT) {
    findings_.fault("the log does not begin with a FORMAT_DESCRIPTION_EVENT");
  }
  if (event.is_relay_log || event.is_artificial) {
    is_relay_log_ = true;
    // The transaction before may go on here, or be sent once more.
    note_gap();
  }
  if (is_closed_ && !is_relay_log_) findings_.fault("stands behind the ROTATE_EVENT or STOP_EVENT that ends the log");
  is_closed_ = is_first_ = false;
}

void LogGrammar::take_file_event(const GrammarEvent& event) {
  if (event.type == EventType::PREVIOUS_GTIDS_LOG_EVENT && has_transactions_ && !is_relay_log_) {
    findings_.fault("stands behind transactions");
  }
  if (event.type == EventType::FORMAT_DESCRIPTION_EVENT) {
    may_lack_begin_ = event.may_lack_begin;
    has_gtids_ = event.has_all_gtids;
  }
  is_closed_ = !event.is_artificial && (event.type == EventType::ROTATE_EVENT || event.type == EventType::STOP_EVENT);
}

bool LogGrammar::is_certain_at(const GrammarEvent& event) {
  if (is_certain_) return true;
  const bool begins = has_gtids_ ? is_gtid_event(event.type) : is_begin(event);
  is_certain_ = begins || is_end(event);
  return begins;
}

void LogGrammar::check_transaction(const GrammarEvent& event) {
  if (bounds_.begins_anew(event.type, event.query)) {
    findings_.fault(fmt::format("begins before the transaction at {} has ended", transaction_begin_));
    bounds_.end();
    forget_statement();
  }
  if (is_gtid_event(event.type)) {
    note_gtid();
  } else if (!bounds_.is_open() && event.type != EventType::INCIDENT_EVENT) {
    if (has_gtids_ && !told_missing_gtid_) {
      findings_.fault("no GTID event stands before it");
      told_missing_gtid_ = true;
    } else if (is_commit(event) && !has_gtids_ && !may_lack_begin_) {
      findings_.fault("ends a transaction that has not begun");
    }
  }
  if (is_begin(event) || is_end(event)) check_unfinished();
}

/// Where a transaction begins or ends, no statement is unfinished.
void LogGrammar::check_unfinished() {
  if (rows_begin_) {
    findings_.fault(fmt::format("the row events from {} on have no end (STMT_END_F)", *rows_begin_));
  }
  if (!files_.empty() && has_gtids_) {
    findings_.fault(fmt::format("the file of LOAD DATA with file_id {} has no statement", files_.front()));
    files_.clear();
  }
  end_rows();
}

inline void LogGrammar::check_variables(const GrammarEvent& event) {
  if (is_variable(event.type)) {
    if (!variables_begin_) variables_begin_ = event.position;
    return;
  }
  if (!variables_begin_ || belongs_to_statement(event.type)) return;
  const bool is_statement = is_statement_event(event.type) && !is_transaction_keyword(event.query);
  if (!is_statement) {
    findings_.fault(fmt::format("is no statement, but stands behind the variables at {}", *variables_begin_));
  }
  variables_begin_.reset();
}

void LogGrammar::check_files(const GrammarEvent& event) {
  switch (event.type) {
    case EventType::CREATE_FILE_EVENT:
      has_old_files_ = true;
      break;
    case EventType::BEGIN_LOAD_QUERY_EVENT:
      if (files_.size() < kMostFiles) files_.push_back(event.file_id);
      break;
    case EventType::APPEND_BLOCK_EVENT:
      require_file(event);
      break;
    case EventType::EXECUTE_LOAD_QUERY_EVENT:
      require_file(event);
      std::erase(files_, event.file_id);
      break;
    case EventType::DELETE_FILE_EVENT:
      std::erase(files_, event.file_id);
      break;
    default:
      break;
  }
}

void LogGrammar::require_file(const GrammarEvent& event) {
  if (files_.size() == kMostFiles || has_old_files_) return;
  if (std::find(files_.begin(), files_.end(), event.file_id) != files_.end()) return;
  findings_.fault(fmt::format("no BEGIN_LOAD_QUERY_EVENT of file_id {} stands before it", event.file_id));
}

inline void LogGrammar::check_rows(const GrammarEvent& event) {
  if (event.type == EventType::TABLE_MAP_EVENT) {
    if (!tables_.empty() && tables_.back() == event.table_id) return;
    too_many_tables_ = too_many_tables_ || tables_.size() == kMostTables;
    if (!too_many_tables_) tables_.push_back(event.table_id);
  } else if (is_rows_event(event.type)) {
    // From the end: that is where it is most often.
    const bool found = std::find(tables_.rbegin(), tables_.rend(), event.table_id) != tables_.rend();
    if (!found && !too_many_tables_ && event.has_map) {
      findings_.fault(fmt::format("the map of table id {} stands in an earlier statement", event.table_id));
    }
    if (!rows_begin_) rows_begin_ = event.position;
    if (event.ends_statement) end_rows();
  }
}

bool LogGrammar::note_transaction(const GrammarEvent& event) {
  // What is in it will be noted.
  if (event.type == EventType::TRANSACTION_PAYLOAD_EVENT) return false;
  const bool was_open = bounds_.is_open();
  if (!was_open) transaction_begin_ = event.position;
  bounds_.note(event.type, event.query, event.ends_statement);
  if (event.begins) bounds_.note(EventType::QUERY_EVENT, "BEGIN");
  has_transactions_ = true;
  if (event.type == EventType::INCIDENT_EVENT || (!was_open && is_commit(event))) return false;
  return bounds_.is_inside() && !bounds_.is_open();
}

void LogGrammar::forget_statement() {
  end_rows();
  files_.clear();
  variables_begin_.reset();
}

void LogGrammar::note_gap() {
  is_first_ = is_certain_ = false;
  bounds_.end();
  forget_statement();
}

void LogGrammar::end_file() {
  if (!is_certain_ || is_relay_log_) return;
  if (variables_begin_) {
    findings_.fault(fmt::format("the variables at {} have no statement", *variables_begin_));
  } else if (bounds_.is_open()) {
    findings_.fault(fmt::format("the transaction at {} has no end", transaction_begin_));
  } else {
    check_unfinished();
  }
}

}  // namespace binlogdump
