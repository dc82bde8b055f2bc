#include "printers/transaction_gtid.h"

#include "printers/session_text.h"

namespace binlogdump {

void TransactionGtid::begin(std::string_view text) {
  text_ = text;
  has_begun_ = false;
}

std::string_view TransactionGtid::of(EventType type) const {
  switch (type) {
    // Of the file, not of the transaction. In relay logs they stand inside of one.
    case EventType::FORMAT_DESCRIPTION_EVENT:
    case EventType::PREVIOUS_GTIDS_LOG_EVENT:
    case EventType::ROTATE_EVENT:
    case EventType::STOP_EVENT:
    case EventType::HEARTBEAT_LOG_EVENT:
    case EventType::HEARTBEAT_LOG_EVENT_V2:
      return {};
    default:
      return text_;
  }
}

void TransactionGtid::note_query(Bytes query) {
  if (starts_transaction(query)) {
    has_begun_ = true;
  } else if (ends_transaction(query) || query.starts_with("XA COMMIT")) {
    end();
  } else if (!has_begun_ && !is_transaction_keyword(query)) {
    end();
  }
}

}  // namespace binlogdump
