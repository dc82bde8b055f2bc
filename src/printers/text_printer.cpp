// The default output: text for people.

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "binlogdump/collation.h"
#include "binlogdump/gtid_of_event.h"
#include "binlogdump/printer.h"
#include "printers/event_text.h"
#include "printers/gtid_text.h"
#include "printers/header_text.h"
#include "printers/hexdump.h"
#include "printers/load_files.h"
#include "printers/palette.h"
#include "printers/query_reader.h"
#include "printers/query_title.h"
#include "printers/readable_rows.h"
#include "printers/readable_text.h"
#include "printers/row_text.h"
#include "printers/session_text.h"
#include "printers/session_words.h"
#include "printers/statement_text.h"
#include "printers/table_text.h"
#include "printers/text_head.h"
#include "printers/text_numbers.h"
#include "printers/transaction_text.h"
#include "printers/user_var_text.h"

namespace binlogdump {

namespace {

/// "9.7.4" of 90704.
std::string version_words(std::uint32_t version) {
  if (version == 0 || version == GtidFields::kUndefinedVersion) return "unknown";
  return fmt::format("{}.{}.{}", version / 10000, version / 100 % 100, version % 100);
}

/// Only the BINLOG statement is wanted from StatementText here.
PrintOptions without_rows(PrintOptions options) {
  options.verbose = 0;
  if (options.base64_output != Base64Output::kAuto) options.base64_output = Base64Output::kDecodeRows;
  return options;
}

/// What later text depends on.
struct TextMemory : PrinterMemory {
  std::string db;
  SessionWords session;
  TransactionSoFar transaction;
  bool in_transaction = false;
  bool in_row_statement = false;
  std::optional<GtidFields> held_gtid;

  bool agrees_with(const TextMemory& other) const {
    return db == other.db && session.tells_as(other.session) && transaction.is_same(other.transaction) &&
           in_transaction == other.in_transaction && in_row_statement == other.in_row_statement &&
           held_gtid.has_value() == other.held_gtid.has_value();
  }
};

class TextPrinter : public Printer {
 public:
  TextPrinter(TextBuffer& out, const PrintOptions& options, PrinterMessages messages)
      : out_(out),
        options_(options),
        messages_(std::move(messages)),
        palette_(options.color),
        has_usual_heads_(!options.short_form && !options.hexdump),
        head_(palette_),
        header_(out, options.hexdump, palette_),
        commit_text_(fmt::format("{}COMMIT{};\n", palette_.bold, palette_.reset)),
        rows_(out, options),
        statement_(out, without_rows(options), messages_.fault),
        transaction_(out, palette_, !options.short_form && !options.partial_transactions),
        load_files_(options.local_load) {}

  void begin_file(const std::string& path, const LogSource& file) override {
    open_file_ = &file;
    in_payload_ = false;
    held_ending_.reset();
    db_.clear();
    session_.begin_file();
    out_.append("binlogdump " BINLOGDUMP_VERSION ": ");
    append_visible(out_, path, LineBreaks::kEscape);
    out_.append(", for reading, not for replay (--mysqlbinlog prints what mysql can run)\n");
  }

  void end_file(bool keep_unfinished) override {
    print_held_gtid(std::nullopt);
    if (!keep_unfinished) abandon_transaction("not ended in this log");
    if (keep_unfinished) {
      statement_.detach_from_file();
    } else {
      statement_.clear();
    }
    open_file_ = nullptr;
  }

  void print(const EventView& event, DecodeContext& context) override {
    context_ = &context;
    const EventType type = event.header.type();
    if (held_gtid_ && type != EventType::QUERY_EVENT) [[unlikely]]
      print_held_gtid(std::nullopt);
    if (options_.short_form && event.checksum_failed) [[unlikely]]
      print_checksum_fault(event);
    // Most events are of these types: nothing is saved and restored for what others take.
    if (type == EventType::QUERY_EVENT) return query(event);
    if (type == EventType::XID_EVENT) return show(event, decode_as<XidEvent>(event, context));
    if (type == EventType::TABLE_MAP_EVENT) return table_map(event);
    if (type == EventType::GTID_LOG_EVENT) return show(event, decode_as<GtidLogEvent>(event, context));
    if (is_rows_event(type)) return rows(event);
    print_any(event);
  }

  void print_damaged(const EventView& event, DecodeContext& context, const DecodeError& error) override {
    context_ = &context;
    if (event.header.type() == EventType::TRANSACTION_PAYLOAD_EVENT) {
      in_payload_ = false;
      if (held_ending_) end_transaction(*std::exchange(held_ending_, std::nullopt));
    }
    print_held_gtid(std::nullopt);
    begin_event(event);
    const std::string_view name = event_type_name(event.header.type_code);
    out_.append(
        fmt::format("\t{}\n", name.empty() ? fmt::format("Event type {}", event.header.type_code) : std::string(name)));
    print_error(fmt::format("offset {}: {} (byte {} of the event)", event.position, error.what(), error.offset()));
    transaction_.note_damage();
    append_hex_lines(out_, event.body(), event.position + event.body_begin);
  }

  void print_fault(std::uint64_t, std::uint64_t, const std::string& text) override {
    print_held_gtid(std::nullopt);
    print_error(text);
    transaction_.note_damage();
  }

  void begin_payload(const EventView& event, const TransactionPayloadEvent& payload, const EventView* first,
                     DecodeContext& context) override {
    context_ = &context;
    print_held_gtid(thread_of(first));
    begin_event(event);
    in_payload_ = true;
    if (options_.short_form) return;
    const bool zstd = payload.compression_type == TransactionPayloadEvent::kZstd;
    out_.append(fmt::format("\tTransaction_Payload\t\tpayload_size={}\tcompression_type={}\tuncompressed_size={}\n",
                            payload.payload.size(), zstd ? "ZSTD" : "NONE",
                            payload.uncompressed_size.value_or(payload.payload.size())));
    comment("Start of compressed events.");
  }

  void end_payload() override {
    in_payload_ = false;
    comment("End of compressed events.");
    if (held_ending_) end_transaction(*std::exchange(held_ending_, std::nullopt));
  }

  void enter_transaction(const EventView& event, std::optional<std::uint32_t> thread, DecodeContext& context) override {
    if (options_.short_form) return;
    try {
      with_gtid(event, context, [&](const GtidFields& gtid, Bytes uuid, Bytes tag) {
        make_name(event, uuid, tag, gtid.gno);
        print_gtid_words("# in transaction ", gtid_.view(), gtid, thread);
      });
    } catch (const DecodeError&) {
      comment("in a transaction whose GTID event can't be decoded");
    }
  }

  void enter_payload(const EventView&) override { in_payload_ = true; }
  void leave_payload() override { in_payload_ = false; }

  bool has_unfinished_rows() const override { return false; }

  // --- parts of a log

  std::unique_ptr<PrinterMemory> memory() const override {
    auto memory = std::make_unique<TextMemory>();
    memory->db = db_;
    memory->session = session_;
    memory->transaction = transaction_.so_far();
    memory->in_transaction = in_transaction_;
    memory->in_row_statement = in_row_statement_;
    memory->held_gtid = held_gtid_;
    return memory;
  }

  void recall(const PrinterMemory& printer_memory) override {
    const auto& memory = static_cast<const TextMemory&>(printer_memory);
    db_ = memory.db;
    session_.go_on_with(memory.session);
    transaction_.go_on_with(memory.transaction);
    in_transaction_ = memory.in_transaction;
    in_row_statement_ = memory.in_row_statement;
    held_gtid_ = memory.held_gtid;
    begun_with_.reset();
  }

  void begin_part(const PrinterMemory& assumed) override {
    recall(assumed);
    begun_with_ = static_cast<const TextMemory&>(assumed);
    continues_transaction_ = transaction_.is_open();
    if (continues_transaction_) transaction_.count_anew();
  }

  bool settle(const PrinterMemory& printer_memory) override {
    const auto& before = static_cast<const TextMemory&>(printer_memory);
    if (!begun_with_->agrees_with(before)) return false;
    if (std::exchange(continues_transaction_, false)) transaction_.add_counts_before(before.transaction);
    return true;
  }

  void pass(const EventView& event, DecodeContext& context) override {
    context_ = &context;
    struct Passing {
      explicit Passing(bool& flag) : is_on(flag) { is_on = true; }
      Passing(const Passing&) = delete;
      Passing& operator=(const Passing&) = delete;
      ~Passing() { is_on = false; }
      bool& is_on;
    };
    const Passing passing(is_passing_);
    held_gtid_.reset();
    switch (event.header.type()) {
      case EventType::GTID_LOG_EVENT:
      case EventType::ANONYMOUS_GTID_LOG_EVENT:
        show(event, decode_as<GtidLogEvent>(event, context));
        break;
      case EventType::GTID_TAGGED_LOG_EVENT:
        show(event, decode_as<GtidTaggedLogEvent>(event, context));
        break;
      case EventType::QUERY_EVENT:
        pass_query(event);
        break;
      case EventType::XID_EVENT:
      case EventType::XA_PREPARE_LOG_EVENT:
      case EventType::TRANSACTION_PAYLOAD_EVENT:
        end_transaction({});
        break;
      default:
        if (is_rows_event(event.header.type())) pass_rows(event);
        break;
    }
  }

  bool passes_payload_events() const override { return true; }

 private:
  /// Of any other type than those that print() knows.
  [[gnu::noinline]] void print_any(const EventView& event) {
    with_event_struct(event.header.type_code, [&]<class Struct>() {
      if constexpr (requires(const Struct& decoded) { this->show(event, decoded); }) {
        show(event, decode_as<Struct>(event, *context_));
      } else {
        opaque(event);
      }
    });
  }

  // --- lines that many events share

  static constexpr std::uint16_t kToldFlags = LOG_EVENT_THREAD_SPECIFIC_F | LOG_EVENT_ARTIFICIAL_F |
                                              LOG_EVENT_RELAY_LOG_F | LOG_EVENT_NO_FILTER_F | LOG_EVENT_MTS_ISOLATE_F;

  const LogSource* readable_file() const { return in_payload_ ? nullptr : open_file_; }

  /// "# at" and the header line up to the event's title.
  [[gnu::noinline]] void begin_event(const EventView& event) { out_.commit(begin_event(event, 0)); }

  /// The same. Returns where the title is to be written: there is room for so many bytes.
  [[gnu::always_inline]] char* begin_event(const EventView& event, std::size_t room) {
    // Events of a payload have no checksum of their own.
    const ChecksumAlgorithm algorithm = in_payload_ ? ChecksumAlgorithm::kNone : context_->format.checksum_alg;
    if (has_usual_heads_ && TextHead::is_usual(event, algorithm)) [[likely]] {
      char* const end = head_.write(out_.reserve(TextHead::kRoom + room), event, algorithm);
      if (end != nullptr) [[likely]]
        return end;
    }
    begin_unusual_event(event);
    return out_.reserve(room);
  }

  [[gnu::noinline]] void begin_unusual_event(const EventView& event) {
    if (options_.short_form) return;
    if (!event.checksum_failed) return header_.print(event, checksum_of(event));
    header_.print_at(event);
    print_checksum_fault(event);
    header_.print_header(event, checksum_of(event));
  }

  void print_checksum_fault(const EventView& event) {
    print_error(
        fmt::format("offset {}: checksum: stored 0x{:08x}, computed 0x{:08x}: what this event shows may be wrong",
                    event.position, event.stored_checksum(), compute_checksum(event)));
    transaction_.note_damage();
  }

  ChecksumAlgorithm checksum_of(const EventView& event) const {
    if (event.header.type() == EventType::FORMAT_DESCRIPTION_EVENT) return description_checksum_;
    // Events of a payload have no checksum of their own.
    return in_payload_ ? ChecksumAlgorithm::kNone : context_->format.checksum_alg;
  }

  /// A whole event in one title line.
  void title(const EventView& event, std::string_view text) {
    if (options_.short_form) return;
    begin_event(event);
    out_.append('\t');
    out_.append(text);
    out_.append('\n');
    print_flags(event);
  }

  void comment(std::string_view text) {
    if (options_.short_form) return;
    out_.append("# ");
    out_.append(text);
    out_.append('\n');
  }

  void print_error(std::string_view text) {
    out_.append(palette_.error);
    out_.append("# ERROR: ");
    append_visible(out_, text, LineBreaks::kEscape);
    out_.append(palette_.reset);
    out_.append('\n');
  }

  /// Flags that say more than the event's type does.
  void print_flags(const EventView& event) {
    if ((event.header.flags & kToldFlags) != 0) [[unlikely]]
      print_told_flags(event);
  }

  void print_told_flags(const EventView& event) {
    struct Flag {
      std::uint16_t bit;
      std::string_view words;
    };
    static constexpr Flag kFlags[] = {
        {LOG_EVENT_THREAD_SPECIFIC_F, "LOG_EVENT_THREAD_SPECIFIC_F (temporary tables of its connection may be used)"},
        {LOG_EVENT_ARTIFICIAL_F, "LOG_EVENT_ARTIFICIAL_F (made on the fly, in no source's log)"},
        {LOG_EVENT_RELAY_LOG_F, "LOG_EVENT_RELAY_LOG_F (written by the replica itself)"},
        {LOG_EVENT_NO_FILTER_F, "LOG_EVENT_NO_FILTER_F (not to be filtered)"},
        {LOG_EVENT_MTS_ISOLATE_F, "LOG_EVENT_MTS_ISOLATE_F (to be applied alone)"},
    };
    std::string_view separator = "# flags: ";
    for (const Flag& flag : kFlags) {
      if ((event.header.flags & flag.bit) == 0) continue;
      out_.append(separator);
      out_.append(flag.words);
      separator = ", ";
    }
    out_.append('\n');
  }

  /// Calls take(line) for each, without its line break. In no client's character set that is part of a character.
  template <class Take>
  static void for_each_line(Bytes text, Take take) {
    while (true) {
      const std::size_t end = text.find('\n');
      take(text.substr(0, end));
      if (end == text.npos) return;
      text.remove_prefix(end + 1);
    }
  }

  void print_statement(Bytes sql, const StringStyle& style) {
    if (options_.color) {
      print_in_bold(sql, style);
    } else {
      if (sql.size() <= StringStyle::kMostPlain) {
        char* to = style.write_plain_sql(out_.reserve(sql.size() + 2), sql);
        if (to != nullptr) [[likely]] {
          *to++ = ';';
          *to++ = '\n';
          return out_.commit(to);
        }
      }
      style.append_sql(out_, sql);
    }
    out_.append(";\n");
  }

  void print_in_bold(Bytes sql, const StringStyle& style) {
    bool first = true;
    for_each_line(sql, [&](Bytes line) {
      if (!std::exchange(first, false)) out_.append('\n');
      out_.append(palette_.bold);
      style.append_sql(out_, line);
      out_.append(palette_.reset);
    });
  }

  // --- the log itself

  void show(const EventView& event, const FormatDescriptionEvent& description) {
    const bool relay = (event.header.flags & LOG_EVENT_RELAY_LOG_F) != 0;
    description_checksum_ = description.checksum_alg.value_or(ChecksumAlgorithm::kNone);
    if (options_.short_form) return;
    begin_event(event);
    out_.append("\tStart: binlog v ");
    out_.append_number(description.binlog_version);
    out_.append(", server v ");
    append_visible(out_, description.server_version, LineBreaks::kEscape);
    out_.append(" created ");
    out_.append(header_.time(event.header.timestamp));
    out_.append(description.created != 0 ? " at startup\n" : "\n");
    std::string words = fmt::format("checksums {}", checksum_words());
    if (description.created != 0) words += "; the first log after a server start or RESET BINARY LOGS";
    if (relay) words += "; a relay log, this event is the replica's own";
    comment(words);
    if ((event.header.flags & LOG_EVENT_BINLOG_IN_USE_F) != 0) {
      out_.append(palette_.updated);
      out_.append("# Warning: this binlog is either in use or was not closed properly.");
      out_.append(palette_.reset);
      out_.append('\n');
    }
    // Without it the server takes no BINLOG statement of rows; the replica's own is not that of the rows.
    if (options_.base64_output == Base64Output::kAuto && !relay) append_binlog_statement(out_, event.bytes);
  }

  std::string checksum_words() const {
    switch (description_checksum_) {
      case ChecksumAlgorithm::kNone:
        return "none";
      case ChecksumAlgorithm::kCrc32:
        return "CRC32";
    }
    return fmt::format("of unknown algorithm {}", static_cast<int>(description_checksum_));
  }

  void show(const EventView& event, const RotateEvent& rotate) {
    TextBuffer name(nullptr, 256);
    append_visible(name, rotate.new_log_ident, LineBreaks::kEscape);
    title(event, fmt::format("Rotate to {}  pos: {}", name.view(), rotate.position));
    const bool artificial = (event.header.flags & LOG_EVENT_ARTIFICIAL_F) != 0 || event.header.log_pos == 0;
    comment(artificial ? fmt::format("what follows comes from {} of the source", name.view())
                       : fmt::format("the log goes on in {}", name.view()));
  }

  void show(const EventView& event, const StopEvent&) {
    title(event, "Stop");
    comment("the server shut down");
  }

  void show(const EventView& event, const IncidentEvent& incident) {
    constexpr std::uint16_t kLostEvents = 1;
    const bool lost = incident.incident == kLostEvents;
    title(event, lost ? "Incident: LOST_EVENTS" : fmt::format("Incident: number {}", incident.incident));
    if (lost) comment("changes are missing from the log here: replicas must be made anew from the source");
    if (!incident.message.empty() && !options_.short_form) {
      out_.append("# message: ");
      append_visible(out_, incident.message, LineBreaks::kEscape);
      out_.append('\n');
    }
    end_transaction("an incident");
  }

  void show(const EventView& event, const PreviousGtidsLogEvent& previous) {
    TextBuffer text(nullptr, 1024);
    if (!append_gtid_set_comment(text, previous.gtid_set)) {
      throw DecodeError(event.body_begin, "gtid_set", "not a set that a server writes");
    }
    if (options_.short_form) return;
    title(event, "Previous-GTIDs");
    out_.append(text.view());
    out_.append('\n');
  }

  // --- transactions

  [[gnu::noinline]] void show(const EventView& event, const GtidLogEvent& gtid) {
    make_name(event, gtid.uuid, {}, gtid.gno);
    show_gtid(event, gtid);
  }

  void show(const EventView& event, const GtidTaggedLogEvent& gtid) {
    make_name(event, Bytes(gtid.uuid.data(), gtid.uuid.size()), gtid.tag, gtid.gno);
    show_gtid(event, gtid);
  }

  /// The transaction's name, into gtid_.
  void make_name(const EventView& event, Bytes uuid, Bytes tag, std::int64_t gno) {
    gtid_.clear();
    if (event.header.type() == EventType::ANONYMOUS_GTID_LOG_EVENT) return gtid_.append("anonymous");
    if (!is_same_name(uuid, uuid_) || !is_same_name(tag, tag_)) make_source(uuid, tag);
    source_.append_to(gtid_);
    gtid_.append_number(gno);
  }

  /// What the names of one source and tag have in common.
  void make_source(Bytes uuid, Bytes tag) {
    uuid_ = {};  // It is nobody's until it is complete: memory may be refused.
    TextBuffer text(nullptr, 128);
    append_uuid(text, uuid);
    text.append(':');
    if (!tag.empty()) {
      append_visible(text, tag, LineBreaks::kEscape);
      text.append(':');
    }
    source_.assign(text.view());
    tag_ = tag;
    uuid_ = uuid;
  }

  /// The line for people waits for the event after the GTID event, which tells the thread.
  void show_gtid(const EventView& event, const GtidFields& gtid) {
    abandon_transaction("not ended");
    continues_transaction_ = false;
    transaction_.begin(gtid_.view(), gtid);
    if (options_.short_form) return;
    if (!is_passing_) print_gtid_title(event, gtid);
    held_gtid_ = gtid;
  }

  /// Nothing of it is left for the next one.
  void abandon_transaction(std::string_view ending) {
    in_transaction_ = false;
    in_row_statement_ = false;
    close_transaction(ending);
  }

  void close_transaction(std::string_view ending) {
    if (is_passing_) return transaction_.forget();
    if (transaction_.is_open()) complete_counts();
    transaction_.end(ending);
  }

  /// What was counted of the transaction in earlier parts of the log.
  void complete_counts() {
    if (continues_transaction_) messages_.await_earlier_parts();
  }

  static std::optional<std::uint32_t> thread_of(const EventView* first) {
    if (first == nullptr || first->header.type() != EventType::QUERY_EVENT) return std::nullopt;
    if (first->body().size() < sizeof(std::uint32_t)) return std::nullopt;
    return load_u32(first->body().data());
  }

  void print_held_gtid(std::optional<std::uint32_t> thread) {
    if (!held_gtid_) return;
    print_gtid_words("# ", transaction_.name(), *held_gtid_, thread);
    held_gtid_.reset();
  }

  /// What a GTID event says, for people.
  void print_gtid_words(std::string_view opening, std::string_view name, const GtidFields& gtid,
                        std::optional<std::uint32_t> thread) {
    print_commit(opening, name, gtid);
    print_original_commit(gtid);
    constexpr std::size_t kMostBytes = 96;
    ShortPieces line(out_, kMostBytes);
    if (gtid.transaction_length) {
      line.append(", ");
      line.append_number(*gtid.transaction_length);
      line.append(" bytes");
    }
    if (thread) {
      line.append(", thread ");
      line.append_number(*thread);
    }
    line.append(palette_.reset);
    line.append('\n');
  }

  void print_gtid_title(const EventView& event, const GtidFields& gtid) {
    constexpr std::size_t kMostBytes = 320;
    out_.commit(begin_event(event, kMostBytes));
    ShortPieces line(out_, kMostBytes);
    if (event.header.type() == EventType::ANONYMOUS_GTID_LOG_EVENT) {
      line.append("\tAnonymous_GTID");
    } else {
      line.append("\tGTID");
    }
    if (gtid.logical) {
      line.append("\tlast_committed=");
      line.append_number(static_cast<std::uint64_t>(gtid.logical->last_committed));
      line.append("\tsequence_number=");
      line.append_number(static_cast<std::uint64_t>(gtid.logical->sequence_number));
    }
    if ((gtid.gtid_flags & GtidFields::kMayHaveSbr) != 0) {
      line.append("\trbr_only=no");
    } else {
      line.append("\trbr_only=yes");
    }
    if (gtid.original_commit_timestamp) {
      line.append("\toriginal_committed_timestamp=");
      line.commit(commit_digits_.write(line.end(), *gtid.original_commit_timestamp));
    }
    if (gtid.immediate_commit_timestamp) {
      line.append("\timmediate_commit_timestamp=");
      line.commit(commit_digits_.write(line.end(), *gtid.immediate_commit_timestamp));
    }
    if (gtid.transaction_length) {
      line.append("\ttransaction_length=");
      line.append_number(*gtid.transaction_length);
    }
    line.append('\n');
  }

  void print_commit(std::string_view opening, std::string_view name, const GtidFields& gtid) {
    const std::uint64_t time = gtid.immediate_commit_timestamp.value_or(0);
    constexpr std::size_t kMostBytes = CommitTime::kMostBytes + 96;
    ShortPieces line(out_, name.size() + kMostBytes);
    line.append(palette_.summary);
    line.append(opening);
    line.commit(write_name(line.end(), name));
    if (time != 0) {
      line.append(", committed ");
      line.commit(commit_time_.write(line.end(), time));
    }
    if (gtid.immediate_server_version) line.append_blocks(version_text(*gtid.immediate_server_version));
  }

  /// Of a transaction that was not committed here first.
  void print_original_commit(const GtidFields& gtid) {
    const std::uint64_t immediate = gtid.immediate_commit_timestamp.value_or(0);
    const std::uint64_t original = gtid.original_commit_timestamp.value_or(immediate);
    if (original == immediate || original == 0) return;
    out_.append(", ");
    append_duration_words(out_, original < immediate ? immediate - original : original - immediate);
    out_.append(original < immediate ? " after" : " before");
    out_.append(" the original commit of ");
    original_time_.append(out_, original);
    if (gtid.original_server_version && gtid.original_server_version != gtid.immediate_server_version) {
      out_.append(" on server ");
      out_.append(version_words(*gtid.original_server_version));
    }
  }

  /// The version hardly ever changes.
  const BlockText<32>& version_text(std::uint32_t version) {
    if (version != version_ || version_text_.empty()) {
      version_ = version;
      version_text_ = BlockText<32>(fmt::format(", server {}", version_words(version)));
    }
    return version_text_;
  }

  [[gnu::noinline]] void show(const EventView& event, const XidEvent& xid) {
    {
      constexpr std::size_t kMostBytes = 80;
      out_.commit(begin_event(event, kMostBytes));
      ShortPieces lines(out_, kMostBytes);
      if (!options_.short_form) {
        lines.append("\tXid = ");
        lines.append_number(xid.xid);
        lines.append('\n');
      }
      lines.append_blocks(commit_text_);
    }
    end_transaction({});
  }

  /// The line that sums it up stands behind the payload that it ends in.
  void end_transaction(std::string_view ending) {
    in_transaction_ = false;
    in_row_statement_ = false;
    if (in_payload_) {
      held_ending_ = ending;
    } else {
      close_transaction(ending);
    }
  }

  void show(const EventView& event, const XaPrepareLogEvent& prepare) {
    TextBuffer xid(nullptr, 512);
    append_xid(xid, prepare);
    const bool one_phase = prepare.one_phase != 0;
    title(event, one_phase ? "XA COMMIT ONE PHASE" : "XA PREPARE");
    print_statement(
        fmt::format("XA {} {}{}", one_phase ? "COMMIT" : "PREPARE", xid.view(), one_phase ? " ONE PHASE" : ""),
        plain_style_);
    end_transaction(one_phase ? std::string_view{} : "prepared");
  }

  // --- statements

  [[gnu::noinline]] void query(const EventView& event) {
    QueryReader::Query& read = query_reader_.read(event, *context_);
    const QueryEvent& query = read.event;
    print_held_gtid(query.thread_id);
    print_query_head(event, query, "Query", read.mark);
    print_statement(query.query, style_of(query));
    note_query(query.query);
  }

  const StringStyle& style_of(const QueryEvent& query) {
    if (!query.status_vars.charset) return plain_style_;
    const std::uint16_t client = query.status_vars.charset->character_set_client;
    if (client != client_collation_) {
      client_collation_ = client;
      client_style_ = StringStyle(client);
    }
    return client_style_;
  }

  /// `mark`: see SessionWords. With a known one variables and database are those of the statement before, and neither
  /// has a line of its own.
  [[gnu::always_inline]] void print_query_head(const EventView& event, const QueryEvent& query,
                                               std::string_view title_text, std::uint64_t& mark) {
    if (!transaction_.is_open()) transaction_.begin_unnamed();
    transaction_.note_time(event.header.timestamp, query.status_vars.microseconds);
    if (!options_.short_form) {
      out_.commit(begin_event(event, 0));
      if (!query_title_.print(out_, title_text, query)) session_.forget_marks();
      print_flags(event);
      // Of most statements there is nothing to tell: variables and database are those of the one before.
      const bool is_known = session_.knows(mark);
      if (!is_known) session_.append_changes(out_, query.status_vars, mark);
      print_query_comments(query, event.header.timestamp);
      if (!is_known && print_variables(query)) mark = 0;
    }
    const bool suppress_use = (event.header.flags & LOG_EVENT_SUPPRESS_USE_F) != 0;
    if (!suppress_use && !is_same_name(query.db, db_)) print_use(query.db);
  }

  void print_use(Bytes db) {
    db_ = db;
    if (db_.empty()) return;
    out_.append("use ");
    append_visible_identifier(out_, db_);
    out_.append(";\n");
  }

  void print_query_comments(const QueryEvent& query, std::uint32_t timestamp) {
    if (is_dummy(query.query)) [[unlikely]] {
      comment("a dummy, put in the place of an event that an old replica did not know");
    }
    if (query.error_code != 0) [[unlikely]] {
      comment(fmt::format("failed on the source with error {}", query.error_code));
    }
    if (query.status_vars.microseconds != 0) {
      print_statement_time(timestamp * std::uint64_t{1'000'000} + query.status_vars.microseconds);
    }
  }

  /// What status variables tell beside the session's. False if that is nothing.
  [[gnu::noinline]] bool print_variables(const QueryEvent& query) {
    const QueryStatusVars& vars = query.status_vars;
    if (vars.invoker) {
      out_.append("# invoker: ");
      append_visible(out_, vars.invoker->user, LineBreaks::kEscape);
      out_.append('@');
      append_visible(out_, vars.invoker->host, LineBreaks::kEscape);
      out_.append('\n');
    }
    const bool names_databases = print_databases(query);
    if (!vars.unknown.empty()) {
      out_.append("# status variables of unknown meaning: ");
      append_hex_value(out_, vars.unknown);
      out_.append('\n');
    }
    return vars.invoker || names_databases || !vars.unknown.empty();
  }

  void print_statement_time(std::uint64_t microseconds) {
    constexpr std::size_t kMostBytes = CommitTime::kMostBytes + 32;
    ShortPieces line(out_, kMostBytes);
    line.append("# statement time: ");
    line.commit(statement_time_.write(line.end(), microseconds));
    line.append('\n');
  }

  /// The databases that a statement changes. False, without a line, if these are just its default one.
  bool print_databases(const QueryEvent& query) {
    const QueryStatusVars& vars = query.status_vars;
    if (!vars.mts_accessed_dbs || *vars.mts_accessed_dbs == 0) return false;
    if (*vars.mts_accessed_dbs > QueryStatusVars::kMaxAccessedDbs) {
      comment("changes databases that are not named: more than 16, or tables with foreign keys");
      return true;
    }
    Bytes names = vars.accessed_db_names;
    if (*vars.mts_accessed_dbs == 1 && is_same_name(names.substr(0, names.size() - 1), query.db)) {
      return false;
    }
    out_.append(*vars.mts_accessed_dbs == 1 ? "# changes database" : "# changes databases");
    std::string_view separator = " ";
    while (!names.empty()) {
      const std::size_t end = names.find('\0');
      out_.append(separator);
      separator = ", ";
      append_visible_identifier(out_, names.substr(0, end));
      names.remove_prefix(end + 1);
    }
    out_.append('\n');
    return true;
  }

  /// Sources put these in the place of events that an older replica would fail at.
  static bool is_dummy(Bytes query) {
    return query.starts_with('#') && query.starts_with("# Dummy event replacing event type");
  }

  /// As show(), without a text.
  void pass_query(const EventView& event) {
    QueryReader::Query& read = query_reader_.read(event, *context_);
    const QueryEvent& query = read.event;
    if (!transaction_.is_open()) transaction_.begin_unnamed();
    transaction_.note_time(event.header.timestamp, query.status_vars.microseconds);
    std::uint64_t mark = 0;
    session_.append_changes(scratch_, query.status_vars, mark);
    scratch_.clear();
    if ((event.header.flags & LOG_EVENT_SUPPRESS_USE_F) == 0) db_ = query.db;
    note_query(query.query);
  }

  void note_query(Bytes query) {
    if (is_same_name(query, "BEGIN")) {
      in_transaction_ = true;
    } else if (!is_transaction_keyword(query)) {
      if (is_dummy(query)) return;
      transaction_.add_statement();
      if (!in_transaction_) end_transaction({});
    } else if (starts_transaction(query)) {
      in_transaction_ = true;
    } else if (ends_transaction(query)) {
      end_transaction(query.starts_with("COMMIT") ? std::string_view{} : "rolled back");
    } else if (query.starts_with("XA COMMIT")) {
      end_transaction({});
    }
  }

  void show(const EventView& event, const ExecuteLoadQueryEvent& load) {
    std::uint64_t mark = 0;
    print_query_head(event, load, "Execute_load_query", mark);
    const std::optional<std::string> file = load_files_.take(load.file_id);
    if (!file) {
      print_statement(load.query, style_of(load));
    } else {
      const std::string_view replace = load.dup_handling == ExecuteLoadQueryEvent::kReplace ? " REPLACE" : "";
      print_statement(fmt::format("{} LOCAL INFILE '{}'{} INTO{}", load.query.substr(0, load.fn_pos_start), *file,
                                  replace, load.query.substr(load.fn_pos_end)),
                      style_of(load));
    }
    comment(fmt::format("file_id: {}", load.file_id));
    note_query(load.query);
  }

  void show(const EventView& event, const BeginLoadQueryEvent& begin) {
    title(event, "Begin_load_query");
    comment(fmt::format("file_id: {}  block_len: {}", begin.file_id, begin.block_data.size()));
    if (!options_.local_load.empty()) load_files_.begin(begin.file_id, begin.block_data);
  }

  void show(const EventView& event, const AppendBlockEvent& append) {
    title(event, "Append_block");
    comment(fmt::format("file_id: {}  block_len: {}", append.file_id, append.block_data.size()));
    if (options_.local_load.empty()) return;
    if (!load_files_.append(append.file_id, append.block_data)) {
      messages_.warning(fmt::format("offset {}: APPEND_BLOCK_EVENT without BEGIN_LOAD_QUERY_EVENT of file_id {}",
                                    event.position, append.file_id));
    }
  }

  void show(const EventView& event, const DeleteFileEvent& file) {
    title(event, "Delete_file");
    comment(fmt::format("file_id: {}: the LOAD DATA failed, its file is not needed", file.file_id));
  }

  void show(const EventView& event, const IntvarEvent& variable) {
    title(event, "Intvar");
    if (options_.short_form) return;
    if (variable.intvar_type == IntvarEvent::kInsertId) {
      out_.append("# INSERT_ID");
    } else if (variable.intvar_type == IntvarEvent::kLastInsertId) {
      out_.append("# LAST_INSERT_ID");
    } else {
      out_.append("# type ");
      out_.append_number(variable.intvar_type);
    }
    out_.append('=');
    out_.append_number(variable.val);
    out_.append('\n');
  }

  void show(const EventView& event, const RandEvent& seeds) {
    title(event, "Rand");
    comment(fmt::format("RAND_SEED1={}, RAND_SEED2={}", seeds.seed1, seeds.seed2));
  }

  void show(const EventView& event, const UserVarEvent& variable) {
    title(event, "User_var");
    if (options_.short_form) return;
    out_.append("# @");
    append_visible_identifier(out_, variable.name);
    out_.append('=');
    const bool is_sound = append_user_value(out_, variable);
    out_.append('\n');
    if (!is_sound) report_user_value(event, variable);
  }

  void report_user_value(const EventView& event, const UserVarEvent& variable) {
    const DecodeError error = no_user_value(event, variable);
    print_error(fmt::format("offset {}: {} (byte {} of the event)", event.position, error.what(), error.offset()));
    transaction_.note_damage();
    messages_.fault(event, error);
  }

  void show(const EventView& event, const RowsQueryLogEvent& query) {
    title(event, "Rows_query");
    if (options_.short_form) return;
    for_each_line(query.rows_query, [this](Bytes line) {
      out_.append("# ");
      out_.append(palette_.bold);
      append_visible(out_, line, LineBreaks::kKeep);
      out_.append(palette_.reset);
      out_.append('\n');
    });
  }

  // --- rows

  [[gnu::noinline]] void table_map(const EventView& event) {
    const TableMap& map = context_->add_table_map(event.bytes, event.body_begin, event.body_end);
    if (options_.short_form) return;
    out_.commit(begin_event(event, 0));
    rows_.print_table_map_title(map);
    if ((map.event().flags & TableMapEvent::TM_GENERATED_INVISIBLE_PK_F) != 0) {
      comment("has a generated invisible primary key");
    }
    if ((map.event().flags & TableMapEvent::TM_REFERRED_FK_DB_F) != 0) comment("is the parent of a foreign key");
    if (map.metadata_error()) {
      print_error(map.metadata_error()->what());
      messages_.fault(event, *map.metadata_error());
    }
    if (options_.print_table_metadata) print_table_metadata(map);
    statement_.add(event, readable_file());
  }

  void print_table_metadata(const TableMap& map) {
    // In mysqlbinlog's words, which escape little.
    TextBuffer text(nullptr, 1024);
    append_table_metadata(text, map, [&text](Bytes name) { append_visible(text, name, LineBreaks::kEscape); });
    append_visible(out_, text.view(), LineBreaks::kKeep);
    if (map.is_completed()) comment("what the log does not tell of it is from --schema");
  }

  [[gnu::noinline]] void rows(const EventView& event) {
    Cursor<NoTrace> in(event.bytes, event.body_begin, event.body_end);
    const RowsEvent rows = RowsEvent::decode(in, *context_, event.header.type());
    const TableMap* table = context_->table_map(rows.table_id);
    if (options_.short_form) return;
    if (!transaction_.is_open()) transaction_.begin_unnamed();
    out_.commit(begin_event(event, 0));
    rows_title_.print(out_, event.header.type(), rows.table_id, rows.flags);
    const ReadableRows::Result result = rows_.print(event, rows, table);
    if (result.error) {
      messages_.fault(event, *result.error);
      transaction_.note_damage();
    }
    // A condition may hide whole events, too.
    note_rows(rows, table, result.counts);
    if (rows.ends_statement()) {
      statement_.finish(event, nullptr, *context_);
    } else {
      statement_.add(event, readable_file());
    }
  }

  void pass_rows(const EventView& event) {
    if (!transaction_.is_open()) transaction_.begin_unnamed();
    Cursor<NoTrace> in(event.bytes, event.body_begin, event.body_end);
    in_row_statement_ = !RowsEvent::decode_post_header(in, *context_, event.header.type()).ends_statement();
  }

  void note_rows(const RowsEvent& rows, const TableMap* table, const RowCounts& counts) {
    if (!in_row_statement_) transaction_.add_statement();
    in_row_statement_ = !rows.ends_statement();
    if (transaction_.is_full()) complete_counts();
    if (table != nullptr) {
      transaction_.add_rows(rows_.table_name(*table), counts);
    } else {
      transaction_.add_rows(fmt::format("table id {}", rows.table_id), counts);
    }
  }

  // --- events that no file of a server holds, or that have no layout

  void show(const EventView& event, const TransactionContextEvent& transaction) {
    title(event, "Transaction_context");
    if (options_.short_form) return;
    out_.append("# server_uuid=");
    append_visible(out_, transaction.server_uuid, LineBreaks::kEscape);
    out_.append(fmt::format(", thread_id={}, {} rows written, {} rows read\n", transaction.thread_id,
                            transaction.write_set.size(), transaction.read_set.size()));
  }

  void show(const EventView& event, const ViewChangeEvent& view) {
    title(event, "View_change");
    if (options_.short_form) return;
    out_.append("# view_id=");
    append_visible(out_, view.view_id, LineBreaks::kEscape);
    out_.append(fmt::format(", seq_number={}\n", view.seq_number));
  }

  void show(const EventView& event, const HeartbeatLogEvent& heartbeat) {
    heartbeat_line(event, heartbeat.log_ident, event.header.log_pos);
  }
  void show(const EventView& event, const HeartbeatLogEventV2& heartbeat) {
    heartbeat_line(event, heartbeat.log_filename, heartbeat.log_position.value_or(0));
  }
  void heartbeat_line(const EventView& event, Bytes log, std::uint64_t position) {
    title(event, "Heartbeat");
    if (options_.short_form) return;
    out_.append("# the source is at ");
    append_visible(out_, log, LineBreaks::kEscape);
    out_.append(fmt::format(" position {}\n", position));
  }

  void opaque(const EventView& event) {
    if (options_.short_form) return;
    const std::string_view name = event_type_name(event.header.type_code);
    const bool known = !name.empty() && event.header.type() != EventType::UNKNOWN_EVENT;
    title(event, known ? std::string(name) : fmt::format("Unknown event type {}", event.header.type_code));
    append_hex_lines(out_, event.body(), event.position + event.body_begin);
  }

  TextBuffer& out_;
  PrintOptions options_;
  PrinterMessages messages_;
  Palette palette_;
  DecodeContext* context_ = nullptr;
  const LogSource* open_file_ = nullptr;
  bool in_payload_ = false;

  bool has_usual_heads_;  ///< Written by head_.
  TextHead head_;
  HeaderText header_;
  BlockText<32> commit_text_;
  MicrosecondsText commit_digits_;
  CommitTime commit_time_;
  CommitTime original_time_;
  CommitTime statement_time_;
  QueryTitle query_title_;
  ReadableRows rows_;
  RowsTitle rows_title_;
  StatementText statement_;
  QueryReader query_reader_;
  SessionWords session_;
  TransactionText transaction_;
  LoadFiles load_files_;

  ChecksumAlgorithm description_checksum_ = ChecksumAlgorithm::kNone;
  bool in_transaction_ = false;
  bool in_row_statement_ = false;
  std::optional<std::string_view> held_ending_;
  std::string db_;
  std::uint16_t client_collation_ = 0;
  StringStyle client_style_;  ///< Of text in that collation.
  StringStyle plain_style_;
  std::uint32_t version_ = 0;
  BlockText<32> version_text_;

  std::optional<GtidFields> held_gtid_;  ///< See show_gtid().
  TextBuffer gtid_{nullptr, 128};        ///< A GTID event's, while its text is made.
  std::string uuid_;
  std::string tag_;
  BasicLongBlockText<64> source_;  ///< Names of uuid_ and tag_, up to the number.

  bool is_passing_ = false;               ///< Inside of pass().
  std::optional<TextMemory> begun_with_;  ///< Of a part of a log: what it assumed of the events before it.
  bool continues_transaction_ = false;    ///< Begun in an earlier part, so that its counts are not complete.
  TextBuffer scratch_{nullptr, 1024};
};

}  // namespace

std::unique_ptr<Printer> make_text_printer(TextBuffer& out, const PrintOptions& options, PrinterMessages messages) {
  return std::make_unique<TextPrinter>(out, options, std::move(messages));
}

}  // namespace binlogdump
