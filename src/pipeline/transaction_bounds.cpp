#include "pipeline/transaction_bounds.h"

#include "printers/session_text.h"

namespace binlogdump {

bool TransactionBounds::begins_anew(EventType type, Bytes query) const {
  if (!open_) return false;
  return is_gtid_event(type) || (type == EventType::QUERY_EVENT && begun_ && starts_transaction(query));
}

void TransactionBounds::note(EventType type, Bytes query, bool ends_statement) {
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

void TransactionBounds::note_query(Bytes query) {
  if (starts_transaction(query)) {
    open_ = begun_ = true;
    loose_ = false;
  } else if (ends_transaction(query) || query.starts_with("XA COMMIT")) {
    end();
  } else if (is_transaction_keyword(query)) {
    inside_ = open_;
  } else if (!begun_) {
    end();
  }
}

}  // namespace binlogdump
