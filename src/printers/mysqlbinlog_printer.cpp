#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <string>

#include "binlogdump/collation.h"
#include "binlogdump/printer.h"
#include "binlogdump/time_text.h"
#include "binlogdump/values/floating.h"
#include "printers/begin_lines.h"
#include "printers/comment_text.h"
#include "printers/event_text.h"
#include "printers/gtid_lines.h"
#include "printers/gtid_text.h"
#include "printers/header_text.h"
#include "printers/hexdump.h"
#include "printers/load_files.h"
#include "printers/mysqlbinlog_filter.h"
#include "printers/pretty_text.h"
#include "printers/query_reader.h"
#include "printers/rows_head.h"
#include "printers/session_text.h"
#include "printers/statement_text.h"
#include "printers/table_text.h"

namespace binlogdump {

namespace {

/// Refuses what decodes but is nothing a server writes; mysqlbinlog stops at such events, too.
inline void require(bool holds, const EventView& event, std::string_view field, std::string_view reason) {
  if (!holds) [[unlikely]]
    throw DecodeError(event.body_begin, field, reason);
}

/// From this version on mysqlbinlog says of each table whether its primary key is a generated invisible one.
constexpr std::uint32_t kFirstVersionWithInvisibleKeys = 80030;

class MysqlbinlogPrinter : public Printer {
 public:
  MysqlbinlogPrinter(TextBuffer& out, const PrintOptions& options, const SelectionOptions& selection,
                     PrinterMessages messages)
      : out_(out),
        options_(options),
        filter_(selection),
        skip_gtids_(selection.skip_gtids),
        require_row_format_(selection.require_row_format),
        base64_(!options.short_form && options.base64_output != Base64Output::kNever &&
                options.base64_output != Base64Output::kDecodeRows),
        messages_(std::move(messages)),
        comment_(out, options.safe_names, messages_.warning),
        header_(out, options.hexdump),
        gtid_lines_(out, header_, options),
        begin_lines_(out, header_),
        session_(out, {.thread_id = !selection.require_row_format, .fixed_thread_id = options.short_form}),
        statement_(out, options,
                   [this](const EventView& event, const DecodeError& error) { messages_.fault(event, error); }),
        load_files_(options.local_load) {}

  void begin() override {
    out_.append(
        "# The proper term is pseudo_replica_mode, but we use this compatibility alias\n"
        "# to make the statement usable on server versions 8.0.24 and older.\n"
        "/*!50530 SET @@SESSION.PSEUDO_SLAVE_MODE=1*/;\n");
    if (options_.disable_log_bin) out_.append("/*!32316 SET @OLD_SQL_LOG_BIN=@@SQL_LOG_BIN, SQL_LOG_BIN=0*/;\n");
    out_.append("/*!50003 SET @OLD_COMPLETION_TYPE=@@COMPLETION_TYPE,COMPLETION_TYPE=0*/;\n");
    if (options_.set_charset) {
      out_.append(
          "\n"
          "/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;\n"
          "/*!40101 SET @OLD_CHARACTER_SET_RESULTS=@@CHARACTER_SET_RESULTS */;\n"
          "/*!40101 SET @OLD_COLLATION_CONNECTION=@@COLLATION_CONNECTION */;\n"
          "/*!40101 SET NAMES ");
      out_.append(*options_.set_charset);
      out_.append(" */;\n");
    }
    if (options_.idempotent) out_.append("/*!50700 SET @@SESSION.RBR_EXEC_MODE=IDEMPOTENT*/;\n\n");
    if (require_row_format_) out_.append("/*!80019 SET @@SESSION.REQUIRE_ROW_FORMAT=1*/;\n\n");
    out_.append("DELIMITER /*!*/;\n");
  }

  void end() override {
    if (skipped_in_transaction_) print_added_commit();
    close_transaction();
    out_.append(
        "DELIMITER ;\n"
        "# End of log file\n"
        "/*!50003 SET COMPLETION_TYPE=@OLD_COMPLETION_TYPE*/;\n");
    if (options_.disable_log_bin) out_.append("/*!32316 SET SQL_LOG_BIN=@OLD_SQL_LOG_BIN*/;\n");
    if (options_.set_charset) {
      out_.append(
          "/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;\n"
          "/*!40101 SET CHARACTER_SET_RESULTS=@OLD_CHARACTER_SET_RESULTS */;\n"
          "/*!40101 SET COLLATION_CONNECTION=@OLD_COLLATION_CONNECTION */;\n");
    }
    out_.append("/*!50530 SET @@SESSION.PSEUDO_SLAVE_MODE=0*/;\n");
    if (options_.idempotent) out_.append("/*!50700 SET @@SESSION.RBR_EXEC_MODE=STRICT*/;\n");
  }

  void begin_file(const std::string&, const LogSource& file) override {
    open_file_ = &file;
    comment_.begin_file();
    map_.body.clear();  // What is worth a warning gets it in each file.
  }

  void end_file(bool keep_unfinished) override {
    unfinished_variables_ = !variables_.empty();
    open_file_ = nullptr;
    if (keep_unfinished) {
      statement_.detach_from_file();
      variables_.detach_from_file();
    } else {
      statement_.clear();
      variables_.clear();
    }
  }

  void print(const EventView& event, DecodeContext& context) override {
    context_ = &context;
    if (skips(event)) return;
    with_event_struct(event.header.type_code, [&]<class Struct>() {
      if constexpr (std::is_base_of_v<RowsEvent, Struct>) {
        rows(event);
      } else if constexpr (std::is_base_of_v<GtidLogEvent, Struct>) {
        gtid(event);
      } else if constexpr (std::is_same_v<Struct, QueryEvent>) {
        query(event);
      } else if constexpr (std::is_same_v<Struct, TableMapEvent>) {
        // Decoded by its own function: the metadata may be damaged, or not be wanted.
        table_map(event);
      } else if constexpr (std::is_same_v<Struct, PreviousGtidsLogEvent>) {
        previous_gtids(event);
      } else if constexpr (requires(const Struct& decoded) { this->show(event, decoded); }) {
        show(event, decode_as<Struct>(event, context));
      } else {
        print_opaque(event);  // A type without text of its own yet.
      }
    });
  }

  // The first fault ends the run, so that there is nothing more to show.
  void print_damaged(const EventView&, DecodeContext&, const DecodeError&) override {}
  void print_fault(std::uint64_t, std::uint64_t, const std::string&) override {}

  bool skips_payload(const EventView& event, DecodeContext& context) override {
    context_ = &context;
    return skips(event);
  }

  void begin_payload(const EventView& event, const TransactionPayloadEvent& payload, const EventView*,
                     DecodeContext& context) override {
    context_ = &context;
    require(payload.payload_size.has_value(), event, "payload_size", "missing");
    in_payload_ = true;
    if (options_.short_form) return;
    begin_event(event);
    out_.append("\tTransaction_Payload\t\tpayload_size=");
    out_.append_number(*payload.payload_size);
    if (payload.compression_type == TransactionPayloadEvent::kZstd) {
      out_.append("\tcompression_type=ZSTD\tuncompressed_size=");
      out_.append_number(payload.uncompressed_size.value_or(0));
    } else {
      out_.append("\tcompression_type=NONE");
    }
    out_.append("\n# Start of compressed events.\n");
  }

  void end_payload() override {
    in_payload_ = false;
    if (options_.short_form) return;
    print_held();
    out_.append("# End of compressed events.\n");
  }

  bool has_unfinished_rows() const override { return unfinished_rows_; }
  bool has_unfinished_variables() const override { return unfinished_variables_; }

 private:
  /// Events of a payload are nowhere in the file as they are, nor are those with other databases' names.
  const LogSource* readable_file() const { return in_payload_ || !options_.rewrite_db.empty() ? nullptr : open_file_; }

  /// Whether the event is left out. Then it has no more than a "# at" line.
  bool skips(const EventView& event) {
    if (require_row_format_ && row_format_.violates(event, *context_)) {
      require(false, event, "type_code", "not in row format, as --require-row-format wants it");
    }
    if (!filter_.skips_transaction(event, *context_)) return false;
    hold_at(event);
    return true;
  }

  // --- lines that all events share

  void end_statement() { out_.append(kStatementEnd); }

  void print_at(const EventView& event) {
    if (options_.short_form) return;
    print_held();
    header_.print_at(event);
  }

  /// The "# at" line of an event of which nothing else is printed: it comes with the next event that is printed. What
  /// is added in between stands before it, and behind the last event it never comes.
  void hold_at(const EventView& event) {
    if (!options_.short_form) fmt::format_to(std::back_inserter(held_), "# at {}\n", event.position);
  }

  [[gnu::always_inline]] void print_held() {
    if (!held_.empty()) [[unlikely]]
      print_what_is_held();
  }

  void print_what_is_held() {
    out_.append(held_);
    held_.clear();
  }

  /// "# at" and the header line up to the event's title.
  [[gnu::always_inline]] void begin_event(const EventView& event) {
    if (options_.short_form) return;
    print_held();
    header_.print(event, checksum_of(event));
  }

  void print_header(const EventView& event) { header_.print_header(event, checksum_of(event)); }

  ChecksumAlgorithm checksum_of(const EventView& event) const {
    const bool description = event.header.type() == EventType::FORMAT_DESCRIPTION_EVENT;
    return description ? description_checksum_ : context_->format.checksum_alg;
  }

  /// Leaves nothing open that a following log would go on with.
  void close_transaction() {
    if (in_transaction_) {
      out_.append("ROLLBACK /* added by mysqlbinlog */ ");
      end_statement();
    } else if (gtid_open_) {
      out_.append("BEGIN /*added by mysqlbinlog */ ");
      end_statement();
      out_.append("ROLLBACK /* added by mysqlbinlog */ ");
      end_statement();
    }
    in_transaction_ = gtid_open_ = false;
    if (skip_gtids_) return;
    out_.append("SET @@SESSION.GTID_NEXT= 'AUTOMATIC' /* added by mysqlbinlog */ ");
    end_statement();
  }

  // --- events that have text of their own

  void show(const EventView& event, const FormatDescriptionEvent& description) {
    begin_lines_.clear();
    const bool relay = (event.header.flags & LOG_EVENT_RELAY_LOG_F) != 0;
    const bool artificial = (event.header.flags & LOG_EVENT_ARTIFICIAL_F) != 0;
    // A file begins, or a relay log goes on with another of the source's files.
    if (!relay && description_seen_ && event.header.log_pos != 0) close_transaction();
    description_seen_ = description_seen_ || !relay;
    description_checksum_ = description.checksum_alg.value_or(ChecksumAlgorithm::kNone);
    if (!options_.short_form) {
      begin_event(event);
      out_.append("\tStart: binlog v ");
      out_.append_number(description.binlog_version);
      out_.append(", server v ");
      comment_.append(event, "server_version", description.server_version);
      out_.append(" created ");
      // The event's own time, as in mysqlbinlog; `created` differs from it only in logs made by hand.
      out_.append(header_.time(event.header.timestamp));
      out_.append(description.created != 0 ? " at startup\n" : "\n");
      if ((event.header.flags & LOG_EVENT_BINLOG_IN_USE_F) != 0) {
        out_.append("# Warning: this binlog is either in use or was not closed properly.\n");
      }
    }
    if (relay) {
      out_.append("# This Format_description_event appears in a relay log and was generated by the replica thread.\n");
      return;
    }
    if (!artificial && description.created != 0) {
      out_.append("ROLLBACK");
      end_statement();
    }
    if (skip_gtids_ && !options_.short_form && options_.base64_output != Base64Output::kNever) {
      if (base64_) append_binlog_statement(out_, event.bytes);
      description_printed_ = base64_;
      out_.append("/*!50616 SET @@SESSION.GTID_NEXT='AUTOMATIC'*/");
      end_statement();
    } else if (base64_) {
      append_binlog_statement(out_, event.bytes);
      description_printed_ = true;
    }
  }

  void query(const EventView& event) {
    const bool stands_alone = variables_.empty() && held_.empty();
    if (stands_alone && begin_lines_.print_again(event, session_.changes(), checksum_of(event))) {
      in_transaction_ = true;
      return;
    }
    QueryReader::Query& read = query_reader_.read(event, *context_);
    const QueryEvent& query = read.event;
    require(!query.query.empty(), event, "query", "no text");
    if (filter_.skips_database(query.db) && !is_transaction_keyword(query.query)) return skip_statement(event);
    note_transaction(query.query);
    if (stands_alone && query.query == "BEGIN" && may_keep_begin(event)) return print_begin(event, read);
    if (variables_.empty()) {
      begin_event(event);
    } else {
      print_at(event);
      print_variables();
      if (!options_.short_form) print_header(event);
    }
    print_statement(event, read);
  }

  void print_statement(const EventView& event, QueryReader::Query& read) {
    print_query_title(read.event, "Query");
    session_.print_for(event.header, read.event, read.mark);
    out_.append(read.event.query);
    out_.append("\n/*!*/;\n");
  }

  /// Whether no more is printed than the lines that all of them have.
  bool may_keep_begin(const EventView& event) const {
    return !options_.short_form && !options_.hexdump && (event.header.flags & LOG_EVENT_SUPPRESS_USE_F) != 0 &&
           context_->format.post_header_length(EventType::QUERY_EVENT) <= QueryEvent::kPostHeaderSize;
  }

  void print_begin(const EventView& event, QueryReader::Query& read) {
    const std::uint64_t session = session_.changes();
    const char* const text = out_.reserve(BeginLines::kMostText);
    begin_event(event);
    print_statement(event, read);
    if (session_.changes() != session) return;
    begin_lines_.keep(event, session, Bytes(text, static_cast<std::size_t>(out_.reserve(0) - text)));
  }

  /// A statement that is left out with what was set for it.
  void skip_statement(const EventView& event) {
    variables_.clear();
    if (gtid_open_ && !in_transaction_) {
      // It would have committed by itself: what was begun by the GTID must end all the same.
      print_added_commit();
    } else {
      skipped_in_transaction_ = true;
    }
    hold_at(event);
  }

  void print_added_commit() {
    out_.append("COMMIT /* added by mysqlbinlog */");
    end_statement();
    skipped_in_transaction_ = gtid_open_ = false;
  }

  void print_query_title(const QueryEvent& query, std::string_view title) {
    if (options_.short_form) return;
    header_.print_query_title(title, query);
    out_.append('\n');
  }

  void note_transaction(Bytes query) {
    if (ends_transaction(query)) {
      in_transaction_ = gtid_open_ = skipped_in_transaction_ = false;
    } else if (starts_transaction(query)) {
      in_transaction_ = true;
    } else if (!in_transaction_) {
      gtid_open_ = false;  // A statement that commits by itself.
    }
  }

  void show(const EventView& event, const ExecuteLoadQueryEvent& load) {
    require(load.dup_handling <= ExecuteLoadQueryEvent::kReplace, event, "dup_handling", "not a known value");
    const std::optional<std::string> file = load_files_.take(load.file_id);
    if (!file || filter_.skips_database(load.db)) {
      print_at(event);
      skipped_in_transaction_ = file.has_value();
      if (file) return;
      messages_.warning(
          fmt::format("offset {}: EXECUTE_LOAD_QUERY_EVENT left out: no BEGIN_LOAD_QUERY_EVENT of file_id {}",
                      event.position, load.file_id));
      return;
    }
    begin_event(event);
    print_query_title(load, "Execute_load_query");
    session_.print_for(event.header, load);
    out_.append(load.query.substr(0, load.fn_pos_start));
    out_.append(" LOCAL INFILE '");
    out_.append(*file);
    out_.append('\'');
    if (load.dup_handling == ExecuteLoadQueryEvent::kReplace) out_.append(" REPLACE");
    out_.append(" INTO");
    out_.append(load.query.substr(load.fn_pos_end));
    out_.append('\n');
    end_statement();
    if (!options_.short_form) out_.append(fmt::format("# file_id: {} \n", load.file_id));
  }

  void show(const EventView& event, const BeginLoadQueryEvent& begin) {
    print_block(event, "Begin_load_query", begin);
    load_files_.begin(begin.file_id, begin.block_data);
  }

  void show(const EventView& event, const AppendBlockEvent& append) {
    print_block(event, "Append_block", append);
    if (!load_files_.append(append.file_id, append.block_data)) {
      messages_.warning(fmt::format("offset {}: APPEND_BLOCK_EVENT without BEGIN_LOAD_QUERY_EVENT of file_id {}",
                                    event.position, append.file_id));
    }
  }

  void print_block(const EventView& event, std::string_view title, const AppendBlockEvent& block) {
    if (options_.short_form) return;
    begin_event(event);
    out_.append(fmt::format("\n#{}: file_id: {}  block_len: {}\n", title, block.file_id, block.block_data.size()));
  }

  void show(const EventView& event, const DeleteFileEvent& file) {
    if (options_.short_form) return;
    begin_event(event);
    out_.append(fmt::format("\n#Delete_file: file_id={}\n", file.file_id));
  }

  // Variables wait for the statement that they belong to: a filter may drop it.
  void show(const EventView& event, const IntvarEvent&) { put_variable_aside(event); }
  void show(const EventView& event, const RandEvent&) { put_variable_aside(event); }
  void show(const EventView& event, const UserVarEvent& variable) {
    require(!variable.name.empty(), event, "name", "empty");
    check_user_value(event, variable);
    put_variable_aside(event);
  }

  void put_variable_aside(const EventView& event) {
    print_at(event);
    variables_.append(event, readable_file());
  }

  void print_variables() {
    if (variables_.empty()) return;
    variables_.for_each([this](const EventView& event) {
      switch (event.header.type()) {
        case EventType::INTVAR_EVENT:
          return print_variable(event, decode_as<IntvarEvent>(event, *context_));
        case EventType::RAND_EVENT:
          return print_variable(event, decode_as<RandEvent>(event, *context_));
        default:
          return print_variable(event, decode_as<UserVarEvent>(event, *context_));
      }
    });
    variables_.clear();
  }

  void print_variable_title(const EventView& event, std::string_view title) {
    if (options_.short_form) return;
    print_header(event);
    out_.append('\t');
    out_.append(title);
    out_.append('\n');
  }

  void print_variable(const EventView& event, const IntvarEvent& variable) {
    print_variable_title(event, "Intvar");
    out_.append("SET ");
    out_.append(variable.intvar_type == IntvarEvent::kInsertId       ? "INSERT_ID="
                : variable.intvar_type == IntvarEvent::kLastInsertId ? "LAST_INSERT_ID="
                                                                     : "INVALID_INT=");
    out_.append_number(static_cast<std::int64_t>(variable.val));
    end_statement();
  }

  void print_variable(const EventView& event, const RandEvent& seeds) {
    print_variable_title(event, "Rand");
    out_.append("SET @@RAND_SEED1=");
    out_.append_number(static_cast<std::int64_t>(seeds.seed1));
    out_.append(", @@RAND_SEED2=");
    out_.append_number(static_cast<std::int64_t>(seeds.seed2));
    end_statement();
  }

  void print_variable(const EventView& event, const UserVarEvent& variable) {
    print_variable_title(event, "User_var");
    const bool is_number = variable.is_null == 0 && variable.value_type != UserVarEvent::kString;
    const bool restore = session_.begin_user_var(is_number ? variable.charset_number : SessionText::kUtf8mb3GeneralCi);
    // A NUL can't stand in an identifier: such a name is written as a string, which no sql_mode may change.
    const bool as_string = variable.name.find('\0') != Bytes::npos;
    if (as_string) session_.set_sql_mode(0);
    out_.append("SET @");
    if (as_string) {
      append_string_name(variable.name);
    } else {
      append_identifier(out_, variable.name);
    }
    out_.append(":=");
    constexpr auto append_real = [](TextBuffer& out, double value) { append_double_g(out, value, 14); };
    append_user_value(out_, variable, {.append_real = append_real, .collation_quote = "`"});
    end_statement();
    if (as_string) session_.restore_sql_mode();
    if (restore) session_.restore_charset();
  }

  void append_string_name(Bytes name) {
    out_.append('\'');
    for (const char c : name) {
      static constexpr std::string_view kSpecial("\0\n\r\\'\x1a", 6);
      static constexpr std::string_view kLetters = "0nr\\'Z";
      const std::size_t special = kSpecial.find(c);
      if (special != std::string_view::npos) out_.append('\\');
      out_.append(special != std::string_view::npos ? kLetters[special] : c);
    }
    out_.append('\'');
  }

  void show(const EventView& event, const XidEvent& xid) {
    begin_event(event);
    in_transaction_ = gtid_open_ = skipped_in_transaction_ = false;
    constexpr std::size_t kMostBytes = 64;
    ShortPieces lines(out_, kMostBytes);
    if (!options_.short_form) {
      lines.append("\tXid = ");
      lines.append_number(xid.xid);
      lines.append('\n');
    }
    lines.append("COMMIT/*!*/;\n");
  }

  void show(const EventView& event, const XaPrepareLogEvent& prepare) {
    constexpr std::size_t kMaxXidPart = 64;
    require(prepare.gtrid.size() <= kMaxXidPart && prepare.bqual.size() <= kMaxXidPart, event, "gtrid_length",
            "longer than 64 bytes");
    // mysqlbinlog prints this event's header line with --short-form, too. The transaction stays open: only XA COMMIT or
    // XA ROLLBACK ends it, perhaps in another log.
    print_at(event);
    print_header(event);
    TextBuffer xid(nullptr, 512);
    append_xid(xid, prepare);
    out_.append("\tXA PREPARE ");
    out_.append(xid.view());
    out_.append('\n');
    out_.append(prepare.one_phase != 0 ? "XA COMMIT " : "XA PREPARE ");
    out_.append(xid.view());
    out_.append(prepare.one_phase != 0 ? " ONE PHASE\n" : "\n");
    end_statement();
  }

  void show(const EventView& event, const RotateEvent& rotate) {
    require(!rotate.new_log_ident.empty(), event, "new_log_ident", "empty");
    if (options_.short_form) return;
    begin_event(event);
    out_.append("\tRotate to ");
    comment_.append(event, "new_log_ident", rotate.new_log_ident);
    out_.append("  pos: ");
    out_.append_number(static_cast<std::int64_t>(rotate.position));
    out_.append('\n');
  }

  void show(const EventView& event, const StopEvent&) { print_title_line(event, "\tStop\n"); }

  void print_title_line(const EventView& event, std::string_view line) {
    if (options_.short_form) return;
    begin_event(event);
    out_.append(line);
  }

  /// One with `text` in it, which is `what` of the event.
  void print_title_line(const EventView& event, std::string_view title, std::string_view what, Bytes text,
                        std::string_view end) {
    if (options_.short_form) return;
    begin_event(event);
    out_.append(title);
    comment_.append(event, what, text);
    out_.append(end);
  }

  void show(const EventView& event, const IncidentEvent& incident) {
    constexpr std::uint16_t kLostEvents = 1;
    require(incident.incident == kLostEvents, event, "incident", "not a known incident");
    print_title_line(event, "\n# Incident: LOST_EVENTS\nRELOAD DATABASE; # Shall generate syntax error\n");
  }

  void show(const EventView& event, const RowsQueryLogEvent& query) {
    require(!query.rows_query.empty(), event, "rows_query", "no text");
    unfinished_rows_ = true;
    if (options_.short_form || options_.verbose < 2) return print_at(event);
    print_at(event);
    print_header(event);
    out_.append("\tRows_query\n# ");
    append_pretty(out_, query.rows_query, PrettyContext::kComment);
    out_.append('\n');
    statement_.add(event, readable_file());
  }

  // --- GTIDs

  void gtid(const EventView& event) {
    GtidLines::Values values;
    if (!values.read_usual(event.body())) {
      const auto gtid = decode_as<GtidLogEvent>(event, *context_);
      values = GtidLines::Values(gtid, gtid.uuid, {});
    }
    print_gtid(event, values, event.header.type() == EventType::ANONYMOUS_GTID_LOG_EVENT);
  }

  void show(const EventView& event, const GtidTaggedLogEvent& gtid) {
    print_gtid(event, GtidLines::Values(gtid, Bytes(gtid.uuid.data(), gtid.uuid.size()), gtid.tag), false);
  }

  void print_gtid(const EventView& event, const GtidLines::Values& values, bool anonymous) {
    constexpr std::uint64_t kEnd = INT64_MAX;
    require(anonymous ? values.gno == 0 : values.gno > 0 && values.gno < kEnd, event, "gno", "out of range");
    if (skipped_in_transaction_) print_added_commit();
    print_held();
    gtid_lines_.print(event, values, checksum_of(event));
    const std::uint32_t version = values.immediate_version;
    names_invisible_keys_ = version >= kFirstVersionWithInvisibleKeys && version != GtidFields::kUndefinedVersion;
    gtid_open_ = true;
  }

  void previous_gtids(const EventView& event) {
    Cursor<NoTrace> in(event.bytes, event.body_begin, event.body_end);
    TextBuffer text(nullptr, 1024);
    try {
      const PreviousGtidsLogEvent previous = PreviousGtidsLogEvent::decode(in, *context_);
      if (!in.at_end()) in.fail("gtid_set", "bytes behind the set");
      if (!append_gtid_set_comment(text, previous.gtid_set)) in.fail("gtid_set", "not a set that a server writes");
    } catch (const DecodeError& error) {
      constexpr std::size_t kCountSize = 8;
      if (event.body().size() < kCountSize) throw;
      // mysqlbinlog leaves the event's lines out and goes on.
      print_at(event);
      messages_.warning(fmt::format("offset {}: PREVIOUS_GTIDS_LOG_EVENT: {}", event.position, error.what()));
      return;
    }
    print_title_line(event, "\tPrevious-GTIDs\n");
    out_.append(text.view());
    out_.append('\n');
  }

  // --- rows

  void table_map(const EventView& event) {
    const bool short_id = TableMapEvent::has_short_table_id(*context_);
    if (event.body() != map_.body || short_id != map_.short_id || map_.body.empty()) read_table_map(event, short_id);
    if (filter_.skips_database(map_.database)) {
      filter_.ignore_table(map_.table_id);
      skipped_in_transaction_ = true;
      return hold_at(event);
    }
    unfinished_rows_ = true;
    if (options_.short_form) return;
    begin_event(event);
    if (map_.title.size() == 0) make_title(event);
    out_.append(map_.title.view());
    if (names_invisible_keys_) {
      out_.append(map_.has_invisible_key ? "# has_generated_invisible_primary_key=1\n"
                                         : "# has_generated_invisible_primary_key=0\n");
    }
    if (options_.print_table_metadata) {
      append_table_metadata(out_, TableMap(event.bytes, event.body_begin, event.body_end, *context_),
                            [&](Bytes name) { comment_.append(event, "column_name", name); });
    }
    statement_.add(event, readable_file());
  }

  /// What is printed of a table map, which mostly comes again before the next rows.
  void read_table_map(const EventView& event, bool short_id) {
    Cursor<NoTrace> in(event.bytes, event.body_begin, event.body_end);
    const TableMapEvent map = TableMapEvent::decode_columns(in, short_id);
    map_.body = event.body();
    map_.short_id = short_id;
    map_.table_id = map.table_id;
    map_.database = map.database_name;
    map_.has_invisible_key = (map.flags & TableMapEvent::TM_GENERATED_INVISIBLE_PK_F) != 0;
    map_.title.clear();
  }

  /// Apart from the rest, since it may warn of names.
  void make_title(const EventView& event) {
    Cursor<NoTrace> in(event.bytes, event.body_begin, event.body_end);
    const TableMapEvent map = TableMapEvent::decode_columns(in, map_.short_id);
    map_.title.append("\tTable_map: `");
    comment_.append_to(map_.title, event, "database_name", until_nul(map.database_name));
    map_.title.append("`.`");
    comment_.append_to(map_.title, event, "table_name", until_nul(map.table_name));
    map_.title.append("` mapped to number ");
    map_.title.append_number(map.table_id);
    map_.title.append('\n');
  }

  static Bytes until_nul(Bytes name) { return name.substr(0, name.find('\0')); }

  void rows(const EventView& event) {
    RowsHead head;
    // Without -v there is no need of the rest.
    if (options_.verbose == 0 && head.read_usual(event, *context_)) return print_rows(event, head, nullptr);
    Cursor<NoTrace> in(event.bytes, event.body_begin, event.body_end);
    const RowsEvent rows = RowsEvent::decode(in, *context_, event.header.type());
    print_rows(event, {.table_id = rows.table_id, .flags = rows.flags}, &rows);
  }

  /// `rows`: what the event was decoded to, or nullptr.
  void print_rows(const EventView& event, const RowsHead& head, const RowsEvent* rows) {
    if (skips_rows(event, head)) return;
    if (!options_.short_form && options_.base64_output != Base64Output::kDecodeRows && !description_printed_) {
      // Inside of a payload mysqlbinlog has only its complaint in place of the event, and goes on.
      if (in_payload_) return print_at(event);
      require(false, event, "type_code",
              options_.base64_output == Base64Output::kNever
                  ? "a row event must be printed in base64, but --base64-output=never was given"
                  : "a row event before any FORMAT_DESCRIPTION_EVENT of its server");
    }
    unfinished_rows_ = !head.ends_statement();
    if (options_.short_form) return;
    begin_event(event);
    rows_title_.print(out_, event.header.type(), head.table_id, head.flags);
    if (head.ends_statement()) {
      statement_.finish(event, rows, *context_);
    } else {
      statement_.add(event, readable_file());
    }
  }

  bool skips_rows(const EventView& event, const RowsHead& head) {
    const bool skips = filter_.ignores_table(head.table_id);
    if (head.ends_statement()) filter_.end_statement();
    if (!skips) return false;
    skipped_in_transaction_ = true;
    hold_at(event);
    if (!head.ends_statement()) return true;
    print_held();
    // What was not left out of the statement must not wait for the next one.
    if (!statement_.empty()) statement_.finish(*context_);
    return true;
  }

  // --- events that mysqlbinlog knows, but no file of a server holds

  void show(const EventView& event, const TransactionContextEvent& transaction) {
    print_title_line(event, "Transaction_context: server_uuid=", "server_uuid", transaction.server_uuid,
                     fmt::format("\tthread_id={}\n", transaction.thread_id));
  }
  void show(const EventView& event, const ViewChangeEvent& view) {
    print_title_line(event, "View_change_log_event: view_id=", "view_id", view.view_id, "\n");
  }
  void show(const EventView& event, const HeartbeatLogEvent& heartbeat) {
    print_title_line(event, "\tHeartbeat\tlog_ident=", "log_ident", heartbeat.log_ident, "\n");
  }
  void show(const EventView& event, const HeartbeatLogEventV2& heartbeat) {
    print_title_line(event, "\tHeartbeat\tlog_filename=", "log_filename", heartbeat.log_filename,
                     fmt::format("\tlog_position={}\n", heartbeat.log_position.value_or(0)));
  }
  void show(const EventView&, const TransactionPayloadEvent&) {}  // begin_payload() prints it.

  /// Types without a layout: those that mysqlbinlog passes over, and those that only we show.
  void show(const EventView& event, const OpaqueEvent&) { print_opaque(event); }

  void print_opaque(const EventView& event) {
    const std::string_view name = event_type_name(event.header.type_code);
    const bool known = !name.empty() && event.header.type() != EventType::UNKNOWN_EVENT;
    const bool ignorable = (event.header.flags & LOG_EVENT_IGNORABLE_F) != 0;
    if (ignorable && !known && event.header.type_code <= context_->format.highest_type_code) {
      return print_title_line(event, "\tIgnorable\n# Unrecognized ignorable event\n");
    }
    if (options_.short_form) return;
    begin_event(event);
    out_.append(known ? fmt::format("\t{}\n", name) : fmt::format("\tUnknown event type {}\n", event.header.type_code));
    append_hex_lines(out_, event.body(), event.position + event.body_begin);
  }

  TextBuffer& out_;
  PrintOptions options_;
  MysqlbinlogFilter filter_;
  RowFormatCheck row_format_;
  bool skip_gtids_;
  bool require_row_format_;
  bool base64_;
  PrinterMessages messages_;
  DecodeContext* context_ = nullptr;
  const LogSource* open_file_ = nullptr;

  std::string held_;  ///< See hold_at().
  CommentText comment_;
  HeaderText header_;
  GtidLines gtid_lines_;
  BeginLines begin_lines_;
  QueryReader query_reader_;
  SessionText session_;
  StatementText statement_;
  EventStore variables_;
  LoadFiles load_files_;

  bool description_seen_ = false;
  bool description_printed_ = false;
  ChecksumAlgorithm description_checksum_ = ChecksumAlgorithm::kNone;
  bool in_transaction_ = false;
  bool gtid_open_ = false;
  bool skipped_in_transaction_ = false;  ///< Something was left out of it, and its end was not printed yet.
  bool unfinished_rows_ = false;
  bool unfinished_variables_ = false;
  bool in_payload_ = false;

  /// The newest table map.
  struct KnownMap {
    std::string body;  ///< Empty: none yet.
    bool short_id = false;
    std::uint64_t table_id = 0;
    std::string database;
    bool has_invisible_key = false;
    TextBuffer title{nullptr, 256};
  };
  KnownMap map_;
  RowsTitle rows_title_;

  /// Whether the server that the transaction comes from, as its GTID event says, knows of invisible primary keys.
  bool names_invisible_keys_ = false;
};

}  // namespace

std::unique_ptr<Printer> make_mysqlbinlog_printer(TextBuffer& out, const PrintOptions& options,
                                                  const SelectionOptions& selection, PrinterMessages messages) {
  return std::make_unique<MysqlbinlogPrinter>(out, options, selection, std::move(messages));
}

}  // namespace binlogdump
