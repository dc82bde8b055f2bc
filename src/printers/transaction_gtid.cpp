#include "printers/transaction_gtid.h"

#include "printers/session_text.h"

namespace binlogdump {

void TransactionGtid::begin(std::string_view text) {
  text_ = text;
  has_begun_ = false;
}

void TransactionGtid::note_query(Bytes query) {
  if (query == "BEGIN") {  // Half of all statements.
    has_begun_ = true;
    return;
  }
  if (!is_transaction_keyword(query)) {
    if (!has_begun_) end();
  } else if (starts_transaction(query)) {
    has_begun_ = true;
  } else if (ends_transaction(query) || query.starts_with("XA COMMIT")) {
    end();
  }
}

}  // namespace binlogdump
