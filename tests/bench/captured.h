#pragma once
// Events of the captured logs in testdata, to be decoded again and again.

#include <memory>
#include <string>
#include <vector>

#include "binlogdump/rows_event.h"
#include "core/log_files.h"

namespace binlogdump::bench {

/// An event and all that is needed to decode it.
struct CapturedEvent {
  ExactBytes bytes;
  EventView view;                          ///< Of `bytes`.
  std::unique_ptr<DecodeContext> context;  ///< The log's format; for a row event with the table map of its rows.

  EventType type() const { return view.header.type(); }
};

inline RowsEvent decode_rows_event(const EventView& event, const DecodeContext& context) {
  Cursor<NoTrace> in(event.bytes, event.body_begin, event.body_end);
  return RowsEvent::decode(in, context, event.header.type());
}

/// All events of a log, also those inside of payloads; without row events whose table map is not in the log.
inline std::vector<CapturedEvent> captured_events(const std::string& log_name) {
  std::vector<CapturedEvent> events;
  for_each_event(log_bytes(log_name), [&](const EventView& event, const DecodeContext& context) {
    CapturedEvent captured{ExactBytes(event.bytes), event, std::make_unique<DecodeContext>()};
    captured.view.bytes = captured.bytes;
    captured.context->format = context.format;
    if (is_rows_event(captured.type())) {
      const TableMap* table = context.table_map(decode_rows_event(event, context).table_id);
      if (table == nullptr) return;
      captured.context->add_table_map(table->body(), 0, table->body().size());
    }
    events.push_back(std::move(captured));
  });
  return events;
}

/// Calls for_each_row() on a row event.
template <class Visitor>
void visit_rows(const CapturedEvent& event, const RowsEvent& rows, Visitor& visitor) {
  Cursor<NoTrace> in(event.view.bytes, event.view.body_end - rows.rows.size(), event.view.body_end);
  for_each_row(in, rows, *event.context->table_map(rows.table_id), RowsEvent::kind_of(event.type()), visitor);
}

}  // namespace binlogdump::bench
