#include "pipeline/transaction_bounds.h"

#include "printers/session_text.h"

namespace binlogdump {

bool TransactionBounds::begins_anew(EventType type, Bytes query) const {
  if (!open_) return false;
  switch (type) {
    case EventType::GTID_LOG_EVENT:
    case EventType::ANONYMOUS_GTID_LOG_EVENT:
    case EventType::GTID_TAGGED_LOG_EVENT:
      return true;
    case EventType::QUERY_EVENT:
      return begun_ && starts_transaction(query);
    default:
      return false;
  }
}

void TransactionBounds::note(EventType type, Bytes query, bool ends_statement) {
  switch (type) {
    case EventType::GTID_LOG_EVENT:
    case EventType::ANONYMOUS_GTID_LOG_EVENT:
    case EventType::GTID_TAGGED_LOG_EVENT:
      open_ = inside_ = true;
      begun_ = loose_ = false;
      return;
    case EventType::FORMAT_DESCRIPTION_EVENT:
    case EventType::PREVIOUS_GTIDS_LOG_EVENT:
    case EventType::ROTATE_EVENT:
    case EventType::STOP_EVENT:
    case EventType::HEARTBEAT_LOG_EVENT:
    case EventType::HEARTBEAT_LOG_EVENT_V2:
      inside_ = false;  // Of the file. In relay logs they stand between the events of a transaction.
      return;
    case EventType::QUERY_EVENT:
    case EventType::EXECUTE_LOAD_QUERY_EVENT:
      return note_query(query);
    case EventType::XID_EVENT:
    case EventType::XA_PREPARE_LOG_EVENT:
    case EventType::INCIDENT_EVENT:
      inside_ = true;
      return end();
    default:
      inside_ = true;
      if (!open_) open_ = loose_ = true;
      if (loose_ && ends_statement) end();
  }
}

void TransactionBounds::note_query(Bytes query) {
  inside_ = true;
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
