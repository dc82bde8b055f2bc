#include "pipeline/transaction_bounds.h"

#include "printers/session_text.h"

namespace binlogdump {

bool TransactionBounds::begins_anew(EventType type, Bytes query) const {
  if (!open_) return false;
  return is_gtid_event(type) || (type == EventType::QUERY_EVENT && begun_ && starts_transaction(query));
}

void TransactionBounds::note_query(Bytes query) {
  if (starts_transaction(query)) {
    note_begin();
  } else if (ends_transaction(query) || query.starts_with("XA COMMIT")) {
    end();
  } else if (is_transaction_keyword(query)) {
    inside_ = open_;
  } else if (!begun_) {
    end();
  }
}

}  // namespace binlogdump
