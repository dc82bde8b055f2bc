#include "printers/statement_text.h"

#include "binlogdump/base64.h"
#include "printers/session_text.h"

namespace binlogdump {

void append_binlog_statement(TextBuffer& out, Bytes event) {
  out.append("BINLOG '\n");
  append_base64_lines(out, event);
  out.append('\'');
  out.append(kStatementEnd);
}

StatementText::StatementText(TextBuffer& out, const PrintOptions& options, Fault fault)
    : out_(out),
      base64_(options.base64_output == Base64Output::kUnspec || options.base64_output == Base64Output::kAuto),
      never_base64_(options.base64_output == Base64Output::kNever),
      rows_(options.verbose > 0),
      fault_(std::move(fault)),
      row_printer_(out, options) {}

void StatementText::add(const EventView& event, const LogSource* file) {
  if (!base64_ && !rows_) return;
  events_.append(event, file);
  has_query_ = has_query_ || event.header.type() == EventType::ROWS_QUERY_LOG_EVENT;
}

void StatementText::finish(DecodeContext& context) {
  finish(nullptr, nullptr, context);
}

void StatementText::finish(const EventView* last, const RowsEvent* rows, DecodeContext& context) {
  try {
    print_all(last, rows, context);
  } catch (...) {
    clear();  // Nothing of a statement that could not be read again is for the next one.
    throw;
  }
  clear();
}

void StatementText::clear() {
  events_.clear();
  has_query_ = false;
}

void StatementText::print_all(const EventView* last, const RowsEvent* rows, DecodeContext& context) {
  // --base64-output=never does not spare the texts of ROWS_QUERY events, which shows where their rows are left out.
  const bool only_queries = never_base64_ && has_query_;
  if (base64_ || only_queries) {
    out_.append("\nBINLOG '\n");
    for_each(last, [&](const EventView& event) {
      if (only_queries && event.header.type() != EventType::ROWS_QUERY_LOG_EVENT) return;
      append_base64_lines(out_, event.bytes);
    });
    out_.append('\'');
    out_.append(kStatementEnd);
  }
  if (rows_) {
    for_each(last, [&](const EventView& event) { print_rows(event, &event == last ? rows : nullptr, context); });
  }
}

template <class Visit>
void StatementText::for_each(const EventView* last, const Visit& visit) {
  if (!events_.empty()) events_.for_each(visit);
  if (last != nullptr) visit(*last);
}

void StatementText::print_rows(const EventView& event, const RowsEvent* rows, DecodeContext& context) {
  if (event.header.type() == EventType::TABLE_MAP_EVENT) {
    try {
      const TableMap& map = context.add_table_map(event.bytes, event.body_begin, event.body_end);
      // Told once for each map: the same bytes stay the same map.
      if (map.metadata_error() && map.plan == nullptr) fault_(event, *map.metadata_error());
    } catch (const DecodeError& error) {
      fault_(event, error);
    }
    return;
  }
  if (!is_rows_event(event.header.type())) return;  // ROWS_QUERY: has no rows.
  const std::optional<DecodeError> error =
      rows != nullptr ? row_printer_.print(event, *rows, context) : row_printer_.print(event, context);
  if (error) fault_(event, *error);
}

}  // namespace binlogdump
