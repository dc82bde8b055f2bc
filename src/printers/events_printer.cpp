// --format=events: what SHOW BINLOG EVENTS answers, as `mysql --batch` prints it.

#include <fmt/format.h>

#include <string>
#include <utility>

#include "binlogdump/printer.h"
#include "binlogdump/table_map.h"
#include "binlogdump/values/floating.h"
#include "printers/event_text.h"
#include "printers/gtid_text.h"
#include "printers/readable_text.h"
#include "printers/row_text.h"
#include "values/escaping.h"

namespace binlogdump {

namespace {

/// The escapes of `mysql --batch`: four bytes, and everything else as it is.
struct BatchEscapes {
  static constexpr char kQuote = '\\';
  static constexpr std::size_t kMaxSize = 2;
  static constexpr EscapeTable kEscapes = [] {
    EscapeTable table{};
    for (unsigned byte = 0; byte < table.size(); ++byte) table[byte] = {{static_cast<char>(byte)}, 1};
    table['\0'] = {{'\\', '0'}, 2};
    table['\t'] = {{'\\', 't'}, 2};
    table['\n'] = {{'\\', 'n'}, 2};
    table['\\'] = {{'\\', '\\'}, 2};
    return table;
  }();
};

void append_batch(TextBuffer& out, Bytes text) {
  append_escaped_text<BatchEscapes>(out, text);
}

/// Up to the first NUL: some texts are C strings for the server.
Bytes c_string(Bytes text) {
  return text.substr(0, text.find('\0'));
}

/// The server's name of an event type; those that 9.7 has forgotten are Unknown there, too.
std::string_view server_type_name(EventType type) {
  if (is_rows_event(type)) return rows_event_title(type);
  switch (type) {
    case EventType::QUERY_EVENT:
      return "Query";
    case EventType::STOP_EVENT:
      return "Stop";
    case EventType::ROTATE_EVENT:
      return "Rotate";
    case EventType::INTVAR_EVENT:
      return "Intvar";
    case EventType::APPEND_BLOCK_EVENT:
      return "Append_block";
    case EventType::DELETE_FILE_EVENT:
      return "Delete_file";
    case EventType::RAND_EVENT:
      return "RAND";
    case EventType::USER_VAR_EVENT:
      return "User var";
    case EventType::FORMAT_DESCRIPTION_EVENT:
      return "Format_desc";
    case EventType::XID_EVENT:
      return "Xid";
    case EventType::BEGIN_LOAD_QUERY_EVENT:
      return "Begin_load_query";
    case EventType::EXECUTE_LOAD_QUERY_EVENT:
      return "Execute_load_query";
    case EventType::TABLE_MAP_EVENT:
      return "Table_map";
    case EventType::INCIDENT_EVENT:
      return "Incident";
    case EventType::HEARTBEAT_LOG_EVENT:
      return "Heartbeat";
    case EventType::IGNORABLE_LOG_EVENT:
      return "Ignorable";
    case EventType::ROWS_QUERY_LOG_EVENT:
      return "Rows_query";
    case EventType::GTID_LOG_EVENT:
      return "Gtid";
    case EventType::ANONYMOUS_GTID_LOG_EVENT:
      return "Anonymous_Gtid";
    case EventType::PREVIOUS_GTIDS_LOG_EVENT:
      return "Previous_gtids";
    case EventType::TRANSACTION_CONTEXT_EVENT:
      return "Transaction_context";
    case EventType::VIEW_CHANGE_EVENT:
      return "View_change";
    case EventType::XA_PREPARE_LOG_EVENT:
      return "XA_prepare";
    case EventType::TRANSACTION_PAYLOAD_EVENT:
      return "Transaction_payload";
    case EventType::GTID_TAGGED_LOG_EVENT:
      return "Gtid_tagged_log_event";
    default:
      return "Unknown";
  }
}

/// Whether the server passes over an event: of a type that it does not read, but that may be ignored.
bool server_ignores(const EventHeader& header) {
  if ((header.flags & LOG_EVENT_IGNORABLE_F) == 0) return false;
  switch (header.type()) {
    case EventType::WRITE_ROWS_EVENT_V1:
    case EventType::UPDATE_ROWS_EVENT_V1:
    case EventType::DELETE_ROWS_EVENT_V1:
    case EventType::HEARTBEAT_LOG_EVENT:
    case EventType::IGNORABLE_LOG_EVENT:
      return true;
    default:
      return server_type_name(header.type()) == "Unknown";
  }
}

class EventsPrinter : public Printer {
 public:
  EventsPrinter(TextBuffer& out, const PrintOptions& options, PrinterMessages messages)
      : final_out_(out),
        line_(nullptr, 1024),
        out_(options.escape_controls ? line_ : out),
        messages_(std::move(messages)),
        scratch_(nullptr, 1024) {}

  void begin_file(const std::string& path, const LogSource&) override {
    if (log_name_.empty()) final_out_.append("Log_name\tPos\tEvent_type\tServer_id\tEnd_log_pos\tInfo\n");
    scratch_.clear();
    append_batch(scratch_, Bytes(path).substr(path.rfind('/') + 1));
    log_name_ = scratch_.view();
    log_name_ += '\t';
    payload_end_ = 0;
  }

  void end_file(bool) override {}

  void print(const EventView& event, DecodeContext& context) override {
    if (server_ignores(event.header)) {
      begin_line(event);
      return end_line("# Unrecognized ignorable event");
    }
    with_event_struct(event.header.type_code, [&]<class Struct>() {
      if constexpr (std::is_same_v<Struct, TableMapEvent>) {
        table_map(event, context);
      } else if constexpr (std::is_base_of_v<OpaqueEvent, Struct>) {
        opaque(event);
      } else if constexpr (!std::is_same_v<Struct, TransactionPayloadEvent>) {  // That comes to begin_payload().
        show(event, decode_as<Struct>(event, context));
      }
    });
  }

  void print_damaged(const EventView& event, DecodeContext&, const DecodeError& error) override {
    // A payload's fault may come to light behind some of its events.
    if (event.header.type() == EventType::TRANSACTION_PAYLOAD_EVENT) payload_end_ = 0;
    begin_line(event);
    append_error(fmt::format("{} (byte {} of the event)", error.what(), error.offset()));
  }

  void print_fault(std::uint64_t position, std::uint64_t, const std::string& text) override {
    out_.append(log_name_);
    out_.append_number(position);
    out_.append("\tUnknown\t0\t0\t");
    append_error(text);
  }

  void begin_payload(const EventView& event, const TransactionPayloadEvent& payload, const EventView*,
                     DecodeContext&) override {
    begin_line(event);
    const bool zstd = payload.compression_type == TransactionPayloadEvent::kZstd;
    out_.append(zstd ? "compression='ZSTD', decompressed_size=" : "compression='NONE', decompressed_size=");
    out_.append_number(payload.uncompressed_size.value_or(0));
    end_line(" bytes");
    enter_payload(event);
  }

  void end_payload() override { payload_end_ = 0; }
  void enter_payload(const EventView& event) override { payload_end_ = event.position + event.bytes.size(); }
  void leave_payload() override { payload_end_ = 0; }

 private:
  // --- what all lines have in common

  /// All columns but Info. Events of a payload have its end as position, as the server shows them; the end_log_pos is
  /// that of the payload's header already.
  void begin_line(const EventView& event) {
    out_.append(log_name_);
    out_.append_number(payload_end_ != 0 ? payload_end_ : event.position);
    out_.append('\t');
    out_.append(server_type_name(event.header.type()));
    out_.append('\t');
    out_.append_number(event.header.server_id);
    out_.append('\t');
    out_.append_number(event.header.log_pos);
    out_.append('\t');
  }

  /// `end` needs no escapes.
  void end_line(std::string_view end = {}) {
    out_.append(end);
    out_.append('\n');
    if (&out_ == &final_out_) return;
    append_visible(final_out_, line_.view(), LineBreaks::kKeep);
    line_.clear();
  }

  void append_error(std::string_view text) {
    out_.append("# ERROR: ");
    append_batch(out_, text);
    end_line();
  }

  void append_identifier_escaped(Bytes name) {
    scratch_.clear();
    append_identifier(scratch_, name);
    append_batch(out_, scratch_.view());
  }

  void opaque(const EventView& event) {
    begin_line(event);
    const std::string_view name = event_type_name(event.header.type_code);
    append_error(name.empty() ? fmt::format("event type {} is not known", event.header.type_code)
                              : fmt::format("event type {} ({}) is not decoded", event.header.type_code, name));
  }

  // --- the log itself

  void show(const EventView& event, const FormatDescriptionEvent& description) {
    begin_line(event);
    out_.append("Server ver: ");
    append_batch(out_, description.server_version);
    out_.append(", Binlog ver: ");
    out_.append_number(description.binlog_version);
    end_line();
  }

  void show(const EventView& event, const RotateEvent& rotate) {
    begin_line(event);
    append_log_position(rotate.new_log_ident, static_cast<std::int64_t>(rotate.position));
  }

  void show(const EventView& event, const HeartbeatLogEvent& heartbeat) {
    show_heartbeat(event, heartbeat.log_ident, event.header.log_pos);
  }
  void show(const EventView& event, const HeartbeatLogEventV2& heartbeat) {
    show_heartbeat(event, heartbeat.log_filename, heartbeat.log_position.value_or(0));
  }

  /// The server can't show it, so nothing obliges us to show control characters as they are. Else as ROTATE_EVENT.
  void show_heartbeat(const EventView& event, Bytes log, std::uint64_t position) {
    scratch_.clear();
    append_visible(scratch_, log, LineBreaks::kEscape);
    begin_line(event);
    append_log_position(scratch_.view(), static_cast<std::int64_t>(position));
  }

  void append_log_position(Bytes name, std::int64_t position) {
    append_batch(out_, name);
    out_.append(";pos=");
    out_.append_number(position);
    end_line();
  }

  void show(const EventView& event, const StopEvent&) {
    begin_line(event);
    end_line();
  }

  /// The server shows the message just where there is none.
  void show(const EventView& event, const IncidentEvent& incident) {
    begin_line(event);
    out_.append('#');
    out_.append_number(incident.incident);
    const bool lost_events = incident.incident == 1;
    out_.append(lost_events ? " (LOST_EVENTS)" : " (not a known incident)");
    end_line(incident.message.empty() ? ": " : "");
  }

  void show(const EventView& event, const PreviousGtidsLogEvent& previous) {
    scratch_.clear();
    if (!append_gtid_set(scratch_, previous.gtid_set, ",\n")) {
      throw DecodeError(event.body_begin, "gtid_set", "not a set that a server writes");
    }
    begin_line(event);
    append_batch(out_, scratch_.view());
    end_line();
  }

  // --- transactions

  void show(const EventView& event, const GtidLogEvent& gtid) {
    begin_line(event);
    if (event.header.type() == EventType::ANONYMOUS_GTID_LOG_EVENT) {
      return end_line("SET @@SESSION.GTID_NEXT= 'ANONYMOUS'");
    }
    out_.append("SET @@SESSION.GTID_NEXT= '");
    append_gtid(out_, gtid.uuid, {}, gtid.gno);
    end_line("'");
  }

  void show(const EventView& event, const GtidTaggedLogEvent& gtid) {
    begin_line(event);
    scratch_.clear();
    append_gtid(scratch_, Bytes(gtid.uuid.data(), gtid.uuid.size()), gtid.tag, gtid.gno);
    out_.append("SET @@SESSION.GTID_NEXT= '");
    append_batch(out_, scratch_.view());
    end_line("'");
  }

  void show(const EventView& event, const XidEvent& xid) {
    begin_line(event);
    out_.append("COMMIT");
    append_xid_comment(xid.xid);
    end_line();
  }

  void append_xid_comment(std::uint64_t xid) {
    out_.append(" /* xid=");
    out_.append_number(xid);
    out_.append(" */");
  }

  void show(const EventView& event, const XaPrepareLogEvent& prepare) {
    begin_line(event);
    const bool one_phase = prepare.one_phase != 0;
    out_.append(one_phase ? "XA COMMIT " : "XA PREPARE ");
    append_xid(out_, prepare);
    end_line(one_phase ? " ONE PHASE" : "");
  }

  void show(const EventView& event, const TransactionContextEvent& transaction) {
    begin_line(event);
    out_.append("server_uuid=");
    append_batch(out_, c_string(transaction.server_uuid));
    out_.append("\\tthread_id=");
    out_.append_number(transaction.thread_id);
    end_line();
  }

  void show(const EventView& event, const ViewChangeEvent& view) {
    begin_line(event);
    out_.append("view_id=");
    append_batch(out_, view.view_id);
    end_line();
  }

  // --- statements

  void show(const EventView& event, const QueryEvent& query) {
    constexpr std::uint64_t kNoXid = ~std::uint64_t{0};
    begin_line(event);
    if ((event.header.flags & LOG_EVENT_SUPPRESS_USE_F) == 0) append_use(query.db);
    append_batch(out_, c_string(query.query));
    const std::uint64_t xid = query.status_vars.ddl_xid.value_or(kNoXid);
    if (xid != kNoXid) append_xid_comment(xid);
    end_line();
  }

  void append_use(Bytes db) {
    if (db.empty()) return;
    out_.append("use ");
    append_identifier_escaped(db);
    out_.append("; ");
  }

  void show(const EventView& event, const ExecuteLoadQueryEvent& load) {
    begin_line(event);
    append_use(load.db);
    append_batch(out_, load.query);
    out_.append(" ;file_id=");
    out_.append_number(load.file_id);
    end_line();
  }

  void show(const EventView& event, const AppendBlockEvent& block) {
    begin_line(event);
    out_.append(";file_id=");
    out_.append_number(block.file_id);
    out_.append(";block_len=");
    out_.append_number(block.block_data.size());
    end_line();
  }

  void show(const EventView& event, const DeleteFileEvent& file) {
    begin_line(event);
    out_.append(";file_id=");
    out_.append_number(file.file_id);
    end_line();
  }

  void show(const EventView& event, const IntvarEvent& variable) {
    begin_line(event);
    switch (variable.intvar_type) {
      case 0:
        out_.append("INVALID_INT=");
        break;
      case IntvarEvent::kLastInsertId:
        out_.append("LAST_INSERT_ID=");
        break;
      case IntvarEvent::kInsertId:
        out_.append("INSERT_ID=");
        break;
      default:
        out_.append("UNKNOWN=");
    }
    out_.append_number(static_cast<std::int64_t>(variable.val));
    end_line();
  }

  void show(const EventView& event, const RandEvent& seeds) {
    begin_line(event);
    out_.append("rand_seed1=");
    out_.append_number(seeds.seed1);
    out_.append(",rand_seed2=");
    out_.append_number(seeds.seed2);
    end_line();
  }

  void show(const EventView& event, const UserVarEvent& variable) {
    check_user_value(event, variable);
    begin_line(event);
    out_.append('@');
    append_identifier_escaped(variable.name);
    out_.append('=');
    append_user_value(out_, variable, {.append_real = append_server_double, .collation_quote = ""});
    end_line();
  }

  void show(const EventView& event, const RowsQueryLogEvent& query) {
    begin_line(event);
    out_.append("# ");
    append_batch(out_, query.rows_query);
    end_line();
  }

  // --- rows

  void table_map(const EventView& event, DecodeContext& context) {
    const TableMap& map = context.add_table_map(event.bytes, event.body_begin, event.body_end);
    if (map.metadata_error()) messages_.fault(event, *map.metadata_error());
    begin_line(event);
    out_.append("table_id: ");
    out_.append_number(map.event().table_id);
    out_.append(" (");
    append_batch(out_, c_string(map.event().database_name));
    out_.append('.');
    append_batch(out_, c_string(map.event().table_name));
    end_line(")");
  }

  void show(const EventView& event, const RowsEvent& rows) {
    begin_line(event);
    out_.append("table_id: ");
    out_.append_number(rows.table_id);
    append_rows_flags(out_, rows.flags);
    end_line();
  }

  TextBuffer& final_out_;
  TextBuffer line_;  ///< For a terminal: each line before its control characters are escaped.
  TextBuffer& out_;  ///< One of both.
  PrinterMessages messages_;
  TextBuffer scratch_;             ///< For texts before they are escaped.
  std::string log_name_;           ///< The first column, with the tab behind it.
  std::uint64_t payload_end_ = 0;  ///< In a payload: where it ends in the file; else 0.
};

}  // namespace

std::unique_ptr<Printer> make_events_printer(TextBuffer& out, const PrintOptions& options, PrinterMessages messages) {
  return std::make_unique<EventsPrinter>(out, options, std::move(messages));
}

}  // namespace binlogdump
