#pragma once
// What mysqlbinlog prints at the end of a statement in row format: one BINLOG statement with all its events, then all
// its rows as pseudo-SQL.

#include <functional>

#include "binlogdump/decode.h"
#include "binlogdump/event_store.h"
#include "binlogdump/print_options.h"
#include "printers/row_text.h"

namespace binlogdump {

/// The BINLOG statement of one event, such as a FORMAT_DESCRIPTION_EVENT, which the server wants before any other.
void append_binlog_statement(TextBuffer& out, Bytes event);

class StatementText {
 public:
  using Fault = std::function<void(const EventView&, const DecodeError&)>;

  StatementText(TextBuffer& out, const PrintOptions& options, Fault fault);

  /// A TABLE_MAP or row event of a statement that goes on. `file`: see EventStore.
  void add(const EventView& event, const LogSource* file);
  /// The last row event: prints everything since the last one. Table maps enter the context here, so that each row
  /// event is read with the map before it. `rows`: what the last one was decoded to already, or nullptr.
  void finish(const EventView& last, const RowsEvent* rows, DecodeContext& context) { finish(&last, rows, context); }

  /// Whether there is nothing that waits for the last row event.
  bool empty() const { return events_.empty(); }
  /// As finish() above, where the last row event is left out and something waits for it.
  void finish(DecodeContext& context);

  void detach_from_file() { events_.detach_from_file(); }
  void clear();

 private:
  void finish(const EventView* last, const RowsEvent* rows, DecodeContext& context);
  void print_all(const EventView* last, const RowsEvent* rows, DecodeContext& context);
  template <class Visit>
  void for_each(const EventView* last, const Visit& visit);
  /// `rows`: what the event was decoded to, or nullptr.
  void print_rows(const EventView& event, const RowsEvent* rows, DecodeContext& context);

  TextBuffer& out_;
  bool base64_;
  bool never_base64_;
  bool rows_;
  Fault fault_;
  RowTextPrinter row_printer_;
  EventStore events_;
  bool has_query_ = false;  ///< A ROWS_QUERY_LOG_EVENT is among them.
};

}  // namespace binlogdump
