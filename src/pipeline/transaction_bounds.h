#pragma once
// Where transactions begin and end in the order of the events.

#include "binlogdump/bytes.h"
#include "binlogdump/event_type.h"

namespace binlogdump {

/// Follows the transactions of a log: from the GTID event to the commit or, in logs without GTID events, from BEGIN to
/// the commit. A statement that commits by itself is one with the events that belong to it.
class TransactionBounds {
 public:
  /// Whether an event, not noted yet, begins a transaction although one is open: that one never ended.
  bool begins_anew(EventType type, Bytes query) const;

  /// The next event. `query`: its text, if it is a statement. `ends_statement`: of a row event.
  void note(EventType type, Bytes query = {}, bool ends_statement = false);
  void end() { open_ = begun_ = loose_ = false; }
  /// The next event, a BEGIN.
  void note_begin() {
    inside_ = open_ = begun_ = true;
    loose_ = false;
  }

  /// Whether the event noted last is part of a transaction, and whether that goes on behind it.
  bool is_inside() const { return inside_; }
  bool is_open() const { return open_; }
  /// Whether by a BEGIN.
  bool has_begun() const { return begun_; }
  /// Whether only a statement about transactions, or an event that is itself one's beginning or end, changes anything.
  bool is_amid() const { return open_ && begun_ && inside_; }

 private:
  void note_query(Bytes query);

  bool open_ = false;
  bool begun_ = false;  ///< By a BEGIN, so that a statement does not end it.
  bool loose_ = false;  ///< Neither GTID event nor BEGIN before it: it ends with its statement.
  bool inside_ = false;
};

inline void TransactionBounds::note(EventType type, Bytes query, bool ends_statement) {
  inside_ = !is_event_of_file(type);
  if (!inside_) return;
  if (is_gtid_event(type)) {
    open_ = true;
    begun_ = loose_ = false;
    return;
  }
  switch (type) {
    case EventType::QUERY_EVENT:
    case EventType::EXECUTE_LOAD_QUERY_EVENT:
      return note_query(query);
    case EventType::XID_EVENT:
    case EventType::XA_PREPARE_LOG_EVENT:
    case EventType::INCIDENT_EVENT:
      return end();
    default:
      if (!open_) open_ = loose_ = true;
      if (loose_ && ends_statement) end();
  }
}

}  // namespace binlogdump
