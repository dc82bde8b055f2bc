#include "pipeline/pending_transaction.h"

namespace binlogdump {

void PendingTransaction::append(const EventView& event, Part part, const LogSource* file) {
  if (part == Part::kOfFile) {
    state_.has_events_of_file = true;
  } else {
    note(event.position, event.bytes.size());
    ++state_.events;
    note_part(part);
    // What is left out as a whole need not be kept.
    if (state_.fault && !keeps_statements()) {
      if (part == Part::kStatementEnd) end_statement();
      return;
    }
  }
  store_.append(event, file);
  ++state_.stored;
  if (part == Part::kStatementEnd) end_statement();
}

void PendingTransaction::note(std::uint64_t position, std::uint64_t size) {
  if (empty()) state_.begin = position;
  state_.end = position + size;
  state_.bytes += size;
}

void PendingTransaction::note_part(Part part) {
  if (part == Part::kFrame) return;
  if (part == Part::kBoundary) {
    if (!state_.statement_begin) return;
    if (!state_.statement_broken) note_fault("a statement in it has no end");
    state_.statement_broken = true;
    return end_statement();
  }
  // A statement's maps all stand before its rows: where another one comes, the end of the broken one was lost.
  const bool begins_anew = part == Part::kStatementBegin || (part == Part::kTableMap && state_.statement_has_rows);
  if (state_.statement_broken && begins_anew) end_statement();
  if (!state_.statement_begin) state_.statement_begin = state_.stored;
  state_.statement_has_rows = state_.statement_has_rows || part == Part::kRows;
}

/// What is in store_ now belongs to it, or to those before.
void PendingTransaction::end_statement() {
  if (!state_.statement_broken) {
    ++state_.whole_statements;
  } else if (keeps_statements() && *state_.statement_begin < state_.stored) {
    state_.dropped.push_back({.begin = *state_.statement_begin, .end = state_.stored});
  }
  state_.statement_begin.reset();
  state_.statement_broken = state_.statement_has_rows = false;
}

void PendingTransaction::leave_out(std::uint64_t position, std::uint64_t size, bool ends_statement,
                                   const std::string& reason) {
  note(position, size);
  ++state_.left_out;
  note_fault(reason);
  if (!state_.statement_begin) state_.statement_begin = state_.stored;
  state_.statement_broken = true;
  if (ends_statement) end_statement();
}

void PendingTransaction::note_fault(const std::string& reason) {
  if (!state_.fault) state_.fault = reason;
}

void PendingTransaction::clear() {
  store_.clear();
  state_ = {};
}

void PendingTransaction::for_each_of_whole_statements(const Visit& visit) {
  std::uint64_t number = 0;
  auto dropped = state_.dropped.begin();
  store_.for_each([&](const EventView& event) {
    while (dropped != state_.dropped.end() && dropped->end <= number) ++dropped;
    const bool in_dropped = dropped != state_.dropped.end() && dropped->begin <= number;
    const bool in_unfinished = state_.statement_begin && *state_.statement_begin <= number;
    ++number;
    if ((!in_dropped && !in_unfinished) || is_event_of_file(event.header.type())) visit(event);
  });
}

void PendingTransaction::for_each_of_file(const Visit& visit) {
  if (!state_.has_events_of_file) return;
  store_.for_each([&](const EventView& event) {
    if (is_event_of_file(event.header.type())) visit(event);
  });
}

}  // namespace binlogdump
