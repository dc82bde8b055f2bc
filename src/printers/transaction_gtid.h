#pragma once

#include <string>
#include <string_view>

#include "binlogdump/bytes.h"
#include "binlogdump/event_type.h"

namespace binlogdump {

/// Follows which transaction the events belong to: from its GTID event to its commit.
class TransactionGtid {
 public:
  /// At a GTID event, before it is shown; `text` is the GTID, or "anonymous".
  void begin(std::string_view text);
  /// The GTID of the transaction that an event of the type is part of, as it stands in the log now; empty: none.
  std::string_view of(EventType type) const { return is_event_of_file(type) ? std::string_view() : text_; }

  /// After a statement was shown.
  void note_query(Bytes query);
  /// The transaction ended, or can't go on.
  void end() {
    text_.clear();
    has_begun_ = false;
  }

  friend bool operator==(const TransactionGtid&, const TransactionGtid&) = default;

 private:
  std::string text_;
  bool has_begun_ = false;  ///< By a BEGIN, so that a statement by itself does not end it.
};

}  // namespace binlogdump
