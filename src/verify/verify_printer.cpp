// --verify: prints what is wrong with logs, and no events.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <new>
#include <optional>
#include <string>
#include <type_traits>

#include "binlogdump/gtid_of_event.h"
#include "binlogdump/printer.h"
#include "binlogdump/reader.h"
#include "printers/gtid_text.h"
#include "printers/query_reader.h"
#include "printers/session_text.h"
#include "printers/user_var_text.h"
#include "verify/log_grammar.h"
#include "verify/log_sequence.h"
#include "verify/mariadb_events.h"
#include "verify/next_positions.h"
#include "verify/row_check.h"
#include "verify/sound_events.h"
#include "verify/verify_report.h"

namespace binlogdump {

namespace {

/// The name of a transaction, as its GTID event tells it; kept without making a text of each.
struct TransactionName {
  enum class Kind : std::uint8_t { kNone, kAnonymous, kMysql, kMariadb };

  Kind kind = Kind::kNone;
  std::array<char, GtidLogEvent::kUuidSize> uuid{};
  std::string tag;
  std::int64_t gno = 0;
  std::uint64_t seq_no = 0;
  std::uint32_t domain_id = 0;
  std::uint32_t server_id = 0;

  std::string text() const {
    switch (kind) {
      case Kind::kNone:
        break;
      case Kind::kAnonymous:
        return "anonymous";
      case Kind::kMariadb:
        return fmt::format("{}-{}-{}", domain_id, server_id, seq_no);
      case Kind::kMysql: {
        TextBuffer text(nullptr, 128);
        append_gtid(text, Bytes(uuid.data(), uuid.size()), tag, gno);
        return std::string(text.view());
      }
    }
    return {};
  }
};

/// Whether sources and tags rise, as a server writes them, so that none occurs twice.
bool is_sorted(const EncodedGtidSet& set) {
  const auto comes_before = [](const EncodedGtidSet::Entry& a, const EncodedGtidSet::Entry& b) {
    return a.uuid != b.uuid ? a.uuid < b.uuid : a.tag < b.tag;
  };
  for (std::size_t i = 1; i < set.entries.size(); ++i) {
    if (!comes_before(set.entries[i - 1], set.entries[i])) return false;
  }
  return true;
}

class VerifyPrinter final : public Printer, private Findings {
 public:
  VerifyPrinter(TextBuffer& out, Format format, bool quick) : quick_(quick), discarded_(&sink_), report_(out, format) {}

  void begin_file(const std::string& path, const LogSource&) override {
    open_file(path);
    summary_.bytes = kBinlogMagic.size();
  }

  /// Faults of the file as a whole may come behind this, so that the last line waits.
  void end_file(bool) override {}
  void end() override { finish_file(); }

  void print(const EventView& event, DecodeContext& context) override {
    begin_event(event, context);
    if (is_encrypted_) return;
    quick_ ? check_place(event) : check_event(event);
  }

  void print_damaged(const EventView& event, DecodeContext& context, const DecodeError& error) override {
    const bool is_payload = event.header.type() == EventType::TRANSACTION_PAYLOAD_EVENT;
    // print() or begin_payload() has counted it already, but for a payload of which nothing can be read.
    if (is_payload && !payload_position_) begin_event(event, context);
    if (is_payload) payload_position_.reset();
    event_ = &event;
    if (is_encrypted_) return;
    fault(error);
    note_gap();
  }

  void print_fault(std::uint64_t position, std::uint64_t end_position, const std::string& text) override {
    event_ = nullptr;
    // The range may have been read as an event first.
    summary_.bytes = std::max(summary_.bytes, end_position);
    if (is_encrypted_) return;
    // The report has its own place for it.
    const std::string start = fmt::format("offset {}: ", position);
    Finding finding{.position = position, .reason = text};
    if (text.starts_with(start)) finding.reason.remove_prefix(start.size());
    if (end_position > position) finding.end_position = end_position;
    count_fault(finding);
    note_gap();
  }

  void print_unusable(const std::string& path, const std::string& text) override {
    open_file(path);
    note_gap();
    fault(text);
  }

  bool found_faults() const override { return found_faults_; }

  Taken take_sound_events(EventReader& reader, DecodeContext& context, std::uint32_t shift) override {
    // Positions that are wrong are told once, the order of events behind the log's end each time.
    const bool is_doubtful = grammar_.is_closed() || (!grammar_.is_relay_log() && positions_.shift() != shift);
    if (is_encrypted_ || is_doubtful) return {};
    context_ = &context;
    const SoundEvents sound(context.format, shift);
    const std::size_t checksum_size = context.format.events_have_checksum() ? kChecksumSize : 0;
    Taken taken;
    EventView event;
    reader.pass_over([&](std::uint8_t type, Bytes bytes, std::size_t size, std::uint64_t position) {
      // First: its checksum is for whoever takes it to verify.
      if (!quick_ && static_cast<EventType>(type) == EventType::TRANSACTION_PAYLOAD_EVENT) return false;
      if (!sound.contain(type, bytes, size, position)) return false;
      ++taken.events;
      event.bytes = bytes;
      count_time(load_u32(bytes.data()));
      if (quick_) return true;
      event.header = decode_header(bytes.data());
      event.position = position;
      event.body_end = size - checksum_size;
      check_sound(event);
      return true;
    });
    if (taken.events == 0) return taken;
    event_ = nullptr;
    const EventHeader last = decode_header(event.bytes.data());
    last_type_ = last.type();
    taken.server_id = last.server_id;
    summary_.events += taken.events;
    summary_.bytes = reader.position();
    return taken;
  }

  bool skips_payload(const EventView& event, DecodeContext& context) override {
    if (quick_) print(event, context);
    return quick_;
  }

  InnerEvents inner_events() const override { return InnerEvents::kAsStored; }

  void begin_payload(const EventView& event, const TransactionPayloadEvent&, const EventView*,
                     DecodeContext& context) override {
    print(event, context);
    payload_position_ = event.position;
    payload_end_ = event.position + event.bytes.size();
  }
  void end_payload() override { payload_position_.reset(); }

 private:
  // --- files

  void open_file(const std::string& path) {
    finish_file();
    event_ = nullptr;
    payload_position_.reset();
    file_open_ = true;
    is_mariadb_ = is_encrypted_ = has_old_types_ = false;
    summary_ = {};
    summary_.quick = quick_;
    names_ = {};
    noted_types_.reset();
    report_.begin_file(path);
    grammar_.begin_file();
    positions_.begin_file();
    if (!quick_) sequence_.begin_file(path);
  }

  void finish_file() {
    if (!file_open_) return;
    file_open_ = false;
    event_ = nullptr;
    grammar_.end_file();
    if (summary_.events != 0 && !is_encrypted_) note_ending();
    if (!quick_) sequence_.end_file();
    summary_.last_gtid = last_name().text();
    report_.summarize(summary_);
  }

  void note_ending() {
    if (!grammar_.is_closed()) note("ends without a ROTATE_EVENT or STOP_EVENT: it is being written, or was cut off");
    if (summary_.in_use) note("marked as in use: it is open, or its server did not shut down");
    if (last_type_ == EventType::ROTATE_EVENT && grammar_.is_closed()) sequence_.note_rotation(rotated_to_);
  }

  // --- findings

  void fault(std::string_view reason) override { count_fault(finding(reason)); }
  void fault(const DecodeError& error) {
    fault(fmt::format("{} (byte {} of the event)", error.what(), error.offset()));
  }
  void note(std::string_view reason) override {
    ++summary_.notes;
    report_.note(finding(reason));
  }

  void count_fault(const Finding& finding) {
    found_faults_ = true;
    ++summary_.faults;
    report_.fault(finding);
  }

  Finding finding(std::string_view reason) const {
    Finding found{.reason = reason};
    if (event_ == nullptr) return found;
    found.position = place(*event_);
    if (payload_position_) found.payload_position = event_->position;
    found.type_code = event_->header.type_code;
    return found;
  }

  /// Where the event stands in the file.
  std::uint64_t place(const EventView& event) const { return payload_position_.value_or(event.position); }

  /// Something is missing here, or can't be relied upon.
  void note_gap() {
    grammar_.note_gap();
    sequence_.note_gap();
    name().kind = TransactionName::Kind::kNone;
  }

  TransactionName& name() { return names_[newest_]; }
  const TransactionName& last_name() const { return names_[1 - newest_]; }

  // --- events

  void begin_event(const EventView& event, DecodeContext& context) {
    event_ = &event;
    context_ = &context;
    last_type_ = event.header.type();
    count(event);
    if (is_encrypted_) return;
    if (event.checksum_failed) {
      fault(fmt::format("checksum: stored 0x{:08x}, computed 0x{:08x}", event.stored_checksum(),
                        compute_checksum(event)));
    }
    if (!payload_position_ && !grammar_.is_relay_log() && positions_.is_wrong(event, context)) {
      fault(fmt::format("log_pos: the stored next position is {}, but the event ends at {}", event.header.log_pos,
                        event.position + event.bytes.size()));
    }
  }

  void count(const EventView& event) {
    if (payload_position_) {
      ++summary_.payload_events;
      return;
    }
    ++summary_.events;
    summary_.bytes = event.position + event.bytes.size();
    if (!event.checksum_failed) count_time(event.header.timestamp);
  }

  void count_time(std::uint32_t timestamp) {
    if (timestamp == 0) return;
    if (summary_.first_time == 0) summary_.first_time = timestamp;
    summary_.last_time = timestamp;
  }

  /// Of an event beyond doubt, what it holds.
  void check_sound(const EventView& event) {
    event_ = &event;
    try {
      check_event(event);
    } catch (const DecodeError& error) {
      print_damaged(event, *context_, error);
    } catch (const std::bad_alloc&) {
      print_damaged(event, *context_, DecodeError(event.body_begin, "event", "there is not enough memory to show it"));
    }
  }

  /// All that is looked at in quick, behind begin_event().
  void check_place(const EventView& event) {
    GrammarEvent facts{.position = event.position};
    const EventType type = event.header.type();
    if (is_event_of_file(type)) facts.type = type;
    if (type == EventType::FORMAT_DESCRIPTION_EVENT) {
      check_decoded(event, decode_as<FormatDescriptionEvent>(event, *context_), facts);
      if (!event.has_checksum() || event.bytes[event.body_end - 1] == '\0') {
        note("the events have no checksums: only headers were looked at");
      }
    } else if (type == EventType::ROTATE_EVENT) {
      facts.is_artificial = is_artificial(event);
    } else if (is_mariadb_ && event.header.type_code == static_cast<std::uint8_t>(MariadbEventType::kStartEncryption)) {
      return check_mariadb(event, facts);
    }
    grammar_.take(facts);
  }

  /// Each of the common types has its own short way through, others share one.
  void check_event(const EventView& event) {
    switch (event.header.type()) {
      case EventType::QUERY_EVENT:
        return check_query(event);
      case EventType::TABLE_MAP_EVENT:
        return check_table_map(event);
      case EventType::XID_EVENT:
        return check_xid(event);
      case EventType::GTID_LOG_EVENT:
      case EventType::GTID_TAGGED_LOG_EVENT:
      case EventType::ANONYMOUS_GTID_LOG_EVENT:
        return check_gtid(event);
      default:
        return is_rows_event(event.header.type()) ? check_rows(event) : check_other(event);
    }
  }

  void check_other(const EventView& event) {
    GrammarEvent facts = facts_of(event);
    with_event_struct(event.header.type_code, [&]<class Struct>() {
      if constexpr (std::is_base_of_v<OpaqueEvent, Struct>) {
        check_opaque(event, facts);
      } else {
        check_decoded(event, decode_as<Struct>(event, *context_), facts);
      }
    });
    check_order(event, facts);
  }

  GrammarEvent facts_of(const EventView& event) const {
    return {.type = event.header.type(), .position = place(event)};
  }

  /// Whether the order of events can be told from it.
  bool has_order(const EventView& event) const { return !event.checksum_failed && !has_old_types_; }

  [[gnu::noinline]] void check_order(const EventView& event, const GrammarEvent& facts) {
    const bool is_certain = !event.checksum_failed || is_event_of_file(facts.type);
    if (!is_certain || has_old_types_) return note_gap();
    if (grammar_.take(facts)) end_transaction(event);
    if (facts.is_relay_log || facts.is_artificial) sequence_.note_relay_log();
  }

  void end_transaction(const EventView& event) {
    ++summary_.transactions;
    summary_.last_end = payload_position_ ? payload_end_ : event.position + event.bytes.size();
    newest_ = 1 - newest_;
    name().kind = TransactionName::Kind::kNone;
  }

  template <class Struct>
  void check_decoded(const EventView& event, const Struct& decoded, GrammarEvent& facts) {
    if constexpr (requires { decoded.query; }) facts.query = decoded.query;
    if constexpr (requires { decoded.file_id; }) facts.file_id = decoded.file_id;
    if constexpr (requires { this->check(event, decoded, facts); }) {
      check(event, decoded, facts);
    }
  }

  void check(const EventView& event, const FormatDescriptionEvent& description, GrammarEvent& facts) {
    facts.is_relay_log = (event.header.flags & LOG_EVENT_RELAY_LOG_F) != 0;
    constexpr ServerVersion kAlwaysBegins{5, 1, 0};
    constexpr ServerVersion kAlwaysHasGtids{8, 0, 0};
    const ServerVersion version = ServerVersion::parse(description.server_version);
    is_mariadb_ = description.server_version.find("MariaDB") != Bytes::npos;
    facts.may_lack_begin = version < kAlwaysBegins;
    facts.has_all_gtids = !is_mariadb_ && version >= kAlwaysHasGtids;
    if (summary_.events == 1) summary_.in_use = (event.header.flags & LOG_EVENT_BINLOG_IN_USE_F) != 0;
    if (payload_position_) fault("stands in a payload");
  }

  /// Of a ROTATE_EVENT.
  static bool is_artificial(const EventView& event) {
    return (event.header.flags & LOG_EVENT_ARTIFICIAL_F) != 0 || event.header.log_pos == 0;
  }

  void check(const EventView& event, const RotateEvent& rotate, GrammarEvent& facts) {
    facts.is_artificial = is_artificial(event);
    rotated_to_ = rotate.new_log_ident;
  }

  void check(const EventView& event, const PreviousGtidsLogEvent& previous, GrammarEvent&) {
    discarded_.clear();
    if (!append_gtid_set(discarded_, previous.gtid_set, ",") || !is_sorted(previous.gtid_set)) {
      throw DecodeError(event.body_begin, "gtid_set", "not a set that a server writes");
    }
    if (!event.checksum_failed) sequence_.note_previous(previous.gtid_set);
  }

  void check(const EventView& event, const UserVarEvent& variable, GrammarEvent&) {
    discarded_.clear();
    if (!append_user_value(discarded_, variable)) fault(no_user_value(event, variable));
  }

  void check_gtid(const EventView& event) {
    note_name(event);
    if (!has_order(event) || !grammar_.take_gtid(place(event))) check_order(event, facts_of(event));
  }

  void note_name(const EventView& event) {
    with_gtid(event, *context_, [&](const GtidFields& gtid, Bytes uuid, Bytes tag) {
      if (event.checksum_failed) return;
      if (event.header.type() == EventType::ANONYMOUS_GTID_LOG_EVENT) {
        name().kind = TransactionName::Kind::kAnonymous;
        return;
      }
      name().kind = TransactionName::Kind::kMysql;
      std::copy_n(uuid.begin(), name().uuid.size(), name().uuid.begin());
      if (!is_same_name(name().tag, tag)) name().tag = tag;
      name().gno = gtid.gno;
      sequence_.note_gtid(uuid, tag, gtid.gno);
    });
  }

  void check_query(const EventView& event) {
    const Bytes query = query_reader_.read(event, *context_).event.query;
    if (!payload_position_ && starts_transaction(query)) {
      positions_.note_begin(event.position + event.bytes.size());
    }
    if (has_order(event) && grammar_.take_query(query)) return;
    GrammarEvent facts = facts_of(event);
    facts.query = query;
    check_order(event, facts);
  }

  void check_xid(const EventView& event) {
    decode_as<XidEvent>(event, *context_);  // Throws if it is none.
    if (has_order(event) && grammar_.take_xid()) return end_transaction(event);
    check_order(event, facts_of(event));
  }

  void check_opaque(const EventView& event, GrammarEvent& facts) {
    const std::uint8_t code = event.header.type_code;
    if (is_mariadb_ && is_mariadb_event(code)) return check_mariadb(event, facts);
    note_type(code, "not a type that is decoded here: its body was not looked at");
    facts.type = EventType::UNKNOWN_EVENT;
    // Development versions of 5.1 and 5.2 gave other meanings to these and to the codes around them.
    const EventType type = event.header.type();
    if (type >= EventType::PRE_GA_WRITE_ROWS_EVENT && type <= EventType::PRE_GA_DELETE_ROWS_EVENT) {
      has_old_types_ = true;
    }
  }

  void check_mariadb(const EventView& event, GrammarEvent& facts) {
    translate_mariadb_event(event, facts);
    const std::uint8_t code = event.header.type_code;
    const auto type = static_cast<MariadbEventType>(code);
    if (type == MariadbEventType::kStartEncryption) {
      fault("the events behind it are encrypted in MariaDB's way, and can't be read");
      is_encrypted_ = true;
      return note_gap();
    }
    if (type == MariadbEventType::kGtid) {
      const MariadbGtid gtid = MariadbGtid::decode(event);
      name().kind = TransactionName::Kind::kMariadb;
      name().seq_no = gtid.seq_no;
      name().domain_id = gtid.domain_id;
      name().server_id = event.header.server_id;
    }
    if (noted_types_[code]) return;
    note_type(code, fmt::format("MariaDB's {}: its body was not looked at", mariadb_event_name(code)));
  }

  /// Once in each log.
  void note_type(std::uint8_t type_code, std::string_view text) {
    if (noted_types_[type_code]) return;
    noted_types_[type_code] = true;
    note(text);
  }

  void check_table_map(const EventView& event) {
    const TableMap& table = context_->add_table_map(event.bytes, event.body_begin, event.body_end);
    const std::uint64_t table_id = table.event().table_id;
    if (table.metadata_error()) fault(*table.metadata_error());
    if (has_order(event) && grammar_.take_table_map(table_id)) return;
    GrammarEvent facts = facts_of(event);
    facts.table_id = table_id;
    check_order(event, facts);
  }

  void check_rows(const EventView& event) {
    Cursor<NoTrace> in(event.bytes, event.body_begin, event.body_end);
    const RowsEvent rows = RowsEvent::decode(in, *context_, event.header.type());
    const TableMap* table = context_->table_map(rows.table_id);
    if (table == nullptr) {
      fault(no_table_map(event.body_begin, rows.table_id));
    } else if (const std::optional<DecodeError> error = row_check_.find_fault(event, rows, *table)) {
      fault(*error);
    }
    if (has_order(event) && grammar_.take_rows(place(event), rows.table_id, rows.ends_statement())) return;
    GrammarEvent facts = facts_of(event);
    facts.table_id = rows.table_id;
    facts.ends_statement = rows.ends_statement();
    facts.has_map = table != nullptr;
    check_order(event, facts);
  }

  const bool quick_;
  DiscardingSink sink_;
  TextBuffer discarded_;  ///< For texts that only show whether they can be made.
  VerifyReport report_;
  LogGrammar grammar_{*this};
  LogSequence sequence_{*this};
  NextPositions positions_;
  RowCheck row_check_;
  QueryReader query_reader_;

  bool found_faults_ = false;
  bool file_open_ = false;
  LogSummary summary_;
  DecodeContext* context_ = nullptr;
  const EventView* event_ = nullptr;               ///< What findings are about; nullptr: the file.
  std::optional<std::uint64_t> payload_position_;  ///< Inside of a payload: where it stands.
  std::uint64_t payload_end_ = 0;
  EventType last_type_ = EventType::UNKNOWN_EVENT;
  bool is_mariadb_ = false;
  bool is_encrypted_ = false;   ///< Nothing more of the log can be read.
  bool has_old_types_ = false;  ///< The order of events can't be told.
  std::string rotated_to_;
  std::array<TransactionName, 2> names_;  ///< Of the transaction at hand, and of the last one that ended.
  std::size_t newest_ = 0;                ///< Which is the former.
  std::bitset<256> noted_types_;
};

}  // namespace

std::unique_ptr<Printer> make_verify_printer(TextBuffer& out, const PrintOptions& options, PrinterMessages) {
  return std::make_unique<VerifyPrinter>(out, options.format, options.verify == Verify::kQuick);
}

}  // namespace binlogdump
