#include "pipeline/salvage.h"

#include <fmt/format.h>

#include <algorithm>

#include "binlogdump/resync.h"
#include "pipeline/made_format.h"
#include "pipeline/statement_kind.h"
#include "printers/event_text.h"
#include "printers/readable_text.h"
#include "printers/session_text.h"

namespace binlogdump {

namespace {

/// From here on all transactions have a GTID event, be it an anonymous one.
constexpr ServerVersion kFirstVersionWithGtids{5, 7, 6};

std::string fault_text(const EventView& event, std::string_view reason) {
  return fmt::format("{} at {}: {}", type_name(event.header.type_code), event.position, reason);
}

/// Whether the event ends a transaction whichever that is.
bool ends_any_transaction(EventType type, Bytes query) {
  return type == EventType::XID_EVENT || type == EventType::XA_PREPARE_LOG_EVENT ||
         (type == EventType::QUERY_EVENT && (ends_transaction(query) || query.starts_with("XA COMMIT")));
}

/// Events that may stand between transactions, too.
bool says_nothing(EventType type) {
  return event_type_name(static_cast<std::uint8_t>(type)).empty() || type == EventType::UNKNOWN_EVENT ||
         type == EventType::IGNORABLE_LOG_EVENT || type == EventType::TRANSACTION_CONTEXT_EVENT;
}

PendingTransaction::Part part_of_statement(Bytes query) {
  using Part = PendingTransaction::Part;
  if (starts_transaction(query)) return Part::kFrame;
  return is_transaction_keyword(query) ? Part::kBoundary : Part::kStatementEnd;
}

PendingTransaction::Part part_of(EventType type, const SoundEvent& sound) {
  using Part = PendingTransaction::Part;
  if (is_rows_event(type)) return sound.ends_statement ? Part::kStatementEnd : Part::kRows;
  if (belongs_to_statement(type)) return Part::kStatement;
  switch (type) {
    case EventType::QUERY_EVENT:
      return part_of_statement(sound.query);
    case EventType::EXECUTE_LOAD_QUERY_EVENT:
    case EventType::EXEC_LOAD_EVENT:
    case EventType::DELETE_FILE_EVENT:
      return Part::kStatementEnd;
    case EventType::XID_EVENT:
    case EventType::XA_PREPARE_LOG_EVENT:
      return Part::kBoundary;
    case EventType::ROWS_QUERY_LOG_EVENT:
      return Part::kStatementBegin;
    case EventType::TABLE_MAP_EVENT:
      return Part::kTableMap;
    case EventType::CREATE_FILE_EVENT:
      return Part::kStatement;
    default:
      return Part::kFrame;
  }
}

/// Throws DecodeError if a description can't be right although its fields could be read.
void check_format(const EventView& event, const FormatDescriptionEvent& format) {
  const std::size_t count = format.post_header_len.size();
  constexpr auto kOwnEntry = static_cast<std::size_t>(EventType::FORMAT_DESCRIPTION_EVENT) - 1;
  const auto fail = [&](std::string_view field, std::string_view reason) {
    throw DecodeError(event.body_begin, field, reason);
  };
  if (format.binlog_version != 4) fail("binlog_version", fmt::format("is {}", format.binlog_version));
  if (format.common_header_len != kEventHeaderSize) {
    fail("common_header_len", fmt::format("is {}", format.common_header_len));
  }
  // Many a damaged version would have the event end elsewhere.
  if (count <= kOwnEntry || load_u8(&format.post_header_len[kOwnEntry]) != FormatDescriptionEvent::kFixedSize + count) {
    fail("post_header_len", "does not agree with the event's size");
  }
  const ChecksumAlgorithm algorithm = format.checksum_alg.value_or(ChecksumAlgorithm::kNone);
  if (algorithm != ChecksumAlgorithm::kNone && algorithm != ChecksumAlgorithm::kCrc32) {
    fail("checksum_alg", fmt::format("is {}", static_cast<int>(algorithm)));
  }
}

bool is_of_mariadb(Bytes version) {
  return version.find("MariaDB") != Bytes::npos || version.find("mariadb") != Bytes::npos;
}

}  // namespace

void Salvage::begin_file(const std::string& path, const LogSource& file) {
  path_ = path;
  file_ = &file;
}

void Salvage::end_file(bool) {
  if (file_ == nullptr || failed_) return;
  close_transaction("its end is missing");
  report_strays();
  file_ = nullptr;
  do_or_fail([this] {
    if (closing_) log_.write(closing_->event);
    log_.flush();
  });
  report_end();
}

void Salvage::print(const EventView& event, DecodeContext& context) {
  payload_ ? take_inner(event, context) : take(event, context);
}

void Salvage::print_damaged(const EventView& event, DecodeContext&, const DecodeError& error) {
  if (!payload_) return take_damaged(event, error.what());
  if (payload_->fault.empty()) payload_->fault = fault_text(event, error.what());
  if (event.header.type() == EventType::TRANSACTION_PAYLOAD_EVENT) finish_payload();
}

void Salvage::print_fault(std::uint64_t position, std::uint64_t end_position, const std::string& text) {
  if (file_ == nullptr) {
    ++left_out_.pieces;  // The report has its end already; but this is told on stderr.
    return;
  }
  lose_thread(fmt::format("damage at {}", position));
  left_out_.bytes += end_position - position;
  report_left_out(position, end_position, fmt::format("{} bytes", end_position - position), text);
}

// --- descriptions

void Salvage::take_format(const EventView& event, const DecodeContext& context) {
  if (event.checksum_failed) throw DecodeError(event.body_end, "checksum", "is wrong");
  const auto format = decode_as<FormatDescriptionEvent>(event, context);
  if (is_of_mariadb(format.server_version)) {
    file_ = nullptr;
    throw SalvageRefused("--salvage: logs of MariaDB can't be salvaged yet");
  }
  check_format(event, format);
  is_relay_log_ = is_relay_log_ || (event.header.flags & LOG_EVENT_RELAY_LOG_F) != 0;
  if (!is_relay_log_) close_transaction("its end is missing");
  report_strays();
  thread_lost_ = thread_lost_ && is_relay_log_;
  needs_format_ = last_was_damaged_ = false;
  version_ = ServerVersion::parse(format.server_version);
  take_event_of_file(event);
}

void Salvage::take_damaged_format(const EventView& event, const std::string& reason) {
  close_transaction("its end is missing");
  report_strays();
  ++left_out_.events;
  left_out_.bytes += event.bytes.size();
  report_left_out(event.position, event.position + event.bytes.size(), "1 event", fault_text(event, reason));
  needs_format_ = true;
}

EventView Salvage::with_format(const EventView& event, DecodeContext& context) {
  if (!needs_format_) return event;
  if (options_.server_version.empty()) {
    file_ = nullptr;
    throw SalvageRefused(
        fmt::format("--salvage: the FORMAT_DESCRIPTION_EVENT before offset {} is missing or damaged; one can be made "
                    "with --server-version=X.Y.Z, the version of the server that wrote the log",
                    event.position));
  }
  if (!event.has_checksum() && !Resync::has_checksum(event.bytes))
    decode_sound(event, context);  // Or else it tells nothing.
  make_format(event, context);
  EventView view = make_event_view(event.bytes, event.position, Framing::of(context.format));
  view.checksum_failed = event.checksum_failed;
  return view;
}

void Salvage::make_format(const EventView& next, DecodeContext& context) {
  const bool has_checksum = next.has_checksum() || Resync::has_checksum(next.bytes);
  const std::string body =
      make_format_body(options_.server_version, has_checksum ? ChecksumAlgorithm::kCrc32 : ChecksumAlgorithm::kNone);
  Cursor<NoTrace> in(body);
  context.format = FormatDescription(FormatDescriptionEvent::decode(in, context));
  version_ = ServerVersion::parse(options_.server_version);
  needs_format_ = false;
  made_format_ = true;
  EventHeader header = next.header;
  header.type_code = static_cast<std::uint8_t>(EventType::FORMAT_DESCRIPTION_EVENT);
  header.flags = 0;
  header.log_pos = 1;  // Whatever its place will be.
  log_.write(header, body);
  report_.append(fmt::format("made: FORMAT_DESCRIPTION_EVENT of {}, {} checksums\n", options_.server_version,
                             context.format.events_have_checksum() ? "with" : "without"));
}

// --- events

void Salvage::take(const EventView& stored, DecodeContext& context) {
  const EventType type = stored.header.type();
  if (type == EventType::FORMAT_DESCRIPTION_EVENT) return take_format(stored, context);
  if (is_format_lost()) return take_stray(stored);
  const EventView event = with_format(stored, context);
  if (event.checksum_failed) return take_damaged(event, "its checksum is wrong");
  const SoundEvent sound = decode_sound(event, context);
  last_was_damaged_ = false;
  if (is_event_of_file(type)) return take_event_of_file(event);
  take_sound(event, sound, context);
}

void Salvage::take_event_of_file(const EventView& event) {
  const EventType type = event.header.type();
  report_strays();
  if (!is_relay_log_) close_transaction("its end is missing");
  if (!transaction_.empty()) return append(event, Part::kOfFile);
  if (type == EventType::PREVIOUS_GTIDS_LOG_EVENT && has_transactions_ && !is_relay_log_) {
    ++left_out_.events;
    left_out_.bytes += event.bytes.size();
    return report_left_out(event.position, event.position + event.bytes.size(), "1 event",
                           fault_text(event, "stands behind transactions"));
  }
  const bool closes = type == EventType::ROTATE_EVENT || type == EventType::STOP_EVENT;
  if (!closes || is_relay_log_ || (event.header.flags & LOG_EVENT_ARTIFICIAL_F) != 0) return write(event);
  closing_.emplace();
  closing_->bytes = event.bytes;
  closing_->event = event;
  closing_->event.bytes = closing_->bytes;
}

void Salvage::take_sound(const EventView& event, const SoundEvent& sound, const DecodeContext& context) {
  const EventType type = event.header.type();
  if (follows_gap(event)) lose_thread(fmt::format("events are missing before {}", event.position));
  begin_anew_if_due(type, sound.query);
  if (thread_lost_ && !surely_begins(type, sound.query)) {
    take_stray(event);
    thread_lost_ = expects_gtids() || !ends_any_transaction(type, sound.query);
    return;
  }
  thread_lost_ = false;
  report_strays();
  const std::optional<DecodeError> fault = fault_of_rows(event, sound, context);
  note_frame(event, sound);
  // XA statements may end what other transactions have begun.
  const bool ends = type == EventType::XID_EVENT ||
                    (type == EventType::QUERY_EVENT && ends_transaction(sound.query) && !sound.query.starts_with("XA"));
  if (ends && !frame_.begun) transaction_.note_fault("it has no BEGIN");
  bounds_.note(type, sound.query, sound.ends_statement);
  if (fault) {
    transaction_.leave_out(event.position, event.bytes.size(), sound.ends_statement, fault_text(event, fault->what()));
  } else {
    if (transaction_.fault() && sound.query.starts_with("ROLLBACK TO")) transaction_.give_up_statements();
    append(event, part_of(type, sound));
  }
  note_tables(type, sound);
  if (!bounds_.is_open()) close_transaction({});
}

void Salvage::take_damaged(const EventView& event, const std::string& reason) {
  // Behind a sound one it may as well be another event whose type is damaged.
  const bool is_first_format =
      event.header.type() == EventType::FORMAT_DESCRIPTION_EVENT && version_ == ServerVersion{};
  if (is_first_format) return take_damaged_format(event, reason);
  if (bounds_.is_open()) {
    transaction_.leave_out(event.position, event.bytes.size(), false, fault_text(event, reason));
    // Of one event alone it is known that it was no transaction's beginning.
    if (last_was_damaged_ || !expects_gtids()) lose_thread("its end is missing");
  } else {
    lose_thread("its end is missing");
    ++left_out_.events;
    left_out_.bytes += event.bytes.size();
    report_left_out(event.position, event.position + event.bytes.size(), "1 event", fault_text(event, reason));
  }
  last_was_damaged_ = true;
}

void Salvage::take_stray(const EventView& event) {
  if (strays_.events == 0) strays_.begin = event.position;
  strays_.end = event.position + event.bytes.size();
  strays_.bytes += event.bytes.size();
  ++strays_.events;
}

std::optional<DecodeError> Salvage::fault_of_rows(const EventView& event, const SoundEvent& sound,
                                                  const DecodeContext& context) {
  // Where something is missing already, the rest has faults that say nothing new.
  if (!is_rows_event(event.header.type()) || transaction_.is_statement_broken()) return std::nullopt;
  if (std::find(tables_.begin(), tables_.end(), *sound.table_id) == tables_.end()) {
    return no_table_map(event.body_begin, *sound.table_id);
  }
  return find_rows_fault(event, context, row_check_);
}

/// Whether events that stood before this one are gone. Where whole ones are nothing but their next positions tells.
bool Salvage::follows_gap(const EventView& event) const {
  return bounds_.is_open() && frame_.shift && shift_of(event) && *frame_.shift != *shift_of(event);
}

/// How far the next position is behind the offset, if it means this log.
std::optional<std::uint32_t> Salvage::shift_of(const EventView& event) const {
  // Old servers counted from the transaction's beginning.
  if (is_relay_log_ || version_ < kFirstVersionWithChecksums || event.header.log_pos == 0) return std::nullopt;
  return static_cast<std::uint32_t>(event.position + event.bytes.size()) - event.header.log_pos;
}

void Salvage::note_tables(EventType type, const SoundEvent& sound) {
  constexpr std::size_t kMostTables = 4096;
  if (type == EventType::TABLE_MAP_EVENT && tables_.size() < kMostTables) tables_.push_back(*sound.table_id);
  if (sound.ends_statement) tables_.clear();
}

void Salvage::note_frame(const EventView& event, const SoundEvent& sound) {
  const EventType type = event.header.type();
  frame_.last_header = event.header;
  frame_.shift = shift_of(event);
  if (is_gtid_event(type)) {
    frame_.gtid = sound.gtid;
    has_gtids_ = true;
    frame_.gtids = sound.gtids;
    frame_.is_repeated = !sound.gtids.empty() && sound.gtids.minus(written_).empty();
    if (frame_.is_repeated) transaction_.note_fault("a transaction with its GTID comes before it");
    return;
  }
  frame_.has_content = frame_.has_content || !says_nothing(type);
  if (type != EventType::QUERY_EVENT || !starts_transaction(sound.query)) return;
  frame_.begun = true;
  frame_.is_xa = sound.query.starts_with("XA");
  frame_.thread_id = sound.thread_id;
}

/// Whether each transaction must have a GTID event. A relay log may begin in the middle of one.
bool Salvage::needs_gtids() const {
  return !is_relay_log_ && (has_gtids_ || version_ >= ServerVersion{8, 0, 0});
}

void Salvage::note_written() {
  // In a log with more gaps than that repeated transactions are not found any more.
  constexpr std::size_t kMostIntervals = 16384;
  if (written_.interval_count() < kMostIntervals) written_.add(frame_.gtids);
}

void Salvage::begin_anew_if_due(EventType type, Bytes query) {
  const bool is_of_next = !frame_.has_content && frame_.gtid.empty();
  if (bounds_.begins_anew(type, query) && !is_of_next) close_transaction("its end is missing");
}

bool Salvage::surely_begins(EventType type, Bytes query) const {
  if (is_gtid_event(type)) return true;
  if (expects_gtids() || type != EventType::QUERY_EVENT) return false;
  // Definitions commit what was open before them, but for those of temporary tables.
  return starts_transaction(query) ||
         (statement_kind(query) == StatementKind::kDdl && query.find("TEMPORARY") == Bytes::npos);
}

bool Salvage::expects_gtids() const {
  return has_gtids_ || (!has_transactions_ && version_ >= kFirstVersionWithGtids);
}

/// What comes now belongs to a transaction that is not known.
void Salvage::lose_thread(const std::string& reason) {
  close_transaction(reason);
  report_strays();
  thread_lost_ = true;
}

// --- payloads

void Salvage::begin_payload(const EventView& stored, const TransactionPayloadEvent&, const EventView*,
                            DecodeContext& context) {
  const EventView event = is_format_lost() ? stored : with_format(stored, context);
  if (follows_gap(event)) lose_thread(fmt::format("events are missing before {}", event.position));
  payload_ = Payload{.event = event, .is_stray = thread_lost_ || is_format_lost()};
  if (event.checksum_failed) payload_->fault = fault_text(event, "its checksum is wrong");
}

void Salvage::take_inner(const EventView& event, DecodeContext& context) {
  const EventType type = event.header.type();
  const SoundEvent sound = decode_sound(event, context);
  if (const std::optional<DecodeError> fault = fault_of_rows(event, sound, context); fault && payload_->fault.empty()) {
    payload_->fault = fault_text(event, fault->what());
  }
  note_tables(type, sound);
  if (!payload_->is_stray) bounds_.note(type, sound.query, sound.ends_statement);
}

void Salvage::end_payload() {
  finish_payload();
}

void Salvage::finish_payload() {
  const EventView event = payload_->event;
  const std::string fault = payload_->fault;
  const bool is_stray = payload_->is_stray;
  payload_.reset();
  if (event.checksum_failed) return take_damaged(event, "its checksum is wrong");
  last_was_damaged_ = false;
  if (is_stray) return take_stray(event);
  report_strays();
  frame_.has_content = true;
  frame_.last_header = event.header;
  if (fault.empty()) {
    append(event, Part::kFrame);
  } else {
    transaction_.leave_out(event.position, event.bytes.size(), false, fault);
  }
  if (!bounds_.is_open()) close_transaction({});
}

// --- transactions

void Salvage::close_transaction(const std::string& missing) {
  bounds_.end();
  const bool is_one = frame_.has_content || !frame_.gtid.empty();
  if (!missing.empty() && is_one) transaction_.note_fault(missing);
  frame_.lacks_gtid = frame_.has_content && frame_.gtid.empty() && needs_gtids();
  if (frame_.lacks_gtid) transaction_.note_fault("no GTID event stands before it");
  const bool is_damaged = transaction_.fault().has_value();
  if (is_damaged) {
    write_damaged_transaction(missing.empty());
  } else if (!transaction_.empty()) {
    write_whole_transaction();
  }
  has_transactions_ = has_transactions_ || is_one;
  transaction_.clear();
  frame_ = {};
  tables_.clear();
  thread_lost_ = thread_lost_ || (is_damaged && expects_gtids());
}

void Salvage::write_whole_transaction() {
  do_or_fail([this] { transaction_.for_each([this](const EventView& event) { write(event); }); });
  note_written();
  if (frame_.has_content) ++transactions_;
}

bool Salvage::may_write_part(bool ended) const {
  // An XA transaction has more than one event at its end, and a name.
  return options_.partial_transactions && frame_.begun && !frame_.is_repeated && !frame_.lacks_gtid &&
         (ended || !frame_.is_xa) && transaction_.whole_statements() > 0;
}

void Salvage::write_damaged_transaction(bool ended) {
  const std::string& reason = *transaction_.fault();
  const std::uint64_t events_before = log_.events();
  const std::uint64_t bytes_before = log_.size();
  if (!may_write_part(ended)) {
    do_or_fail([this] { transaction_.for_each_of_file([this](const EventView& event) { write(event); }); });
    ++left_out_.transactions;
    left_out_.events += transaction_.events();
    left_out_.bytes += transaction_.bytes();
    return report_left_out(transaction_.begin(), transaction_.end(), transaction_name(), reason);
  }
  do_or_fail([this] { transaction_.for_each_of_whole_statements([this](const EventView& event) { write(event); }); });
  note_written();
  const std::uint64_t events = transaction_.events() - std::min(log_.events() - events_before, transaction_.events());
  left_out_.events += events;
  left_out_.bytes += transaction_.bytes() - std::min(log_.size() - bytes_before, transaction_.bytes());
  if (!ended) write_commit();
  ++transactions_;
  report_left_out(transaction_.begin(), transaction_.end(),
                  fmt::format("{} of the events of {}{}", events, transaction_name(), ended ? "" : ", COMMIT added"),
                  reason);
}

void Salvage::write_commit() {
  constexpr std::size_t kZeros =
      4 + 1 + 2 + 2 + 1;  // Time, length of database, error, status variables, end of database.
  std::string body;
  for (std::size_t i = 0; i < 4; ++i) body += static_cast<char>(frame_.thread_id >> (8 * i) & 0xff);
  body.append(kZeros, '\0');
  body += "COMMIT";
  EventHeader header = frame_.last_header;
  header.type_code = static_cast<std::uint8_t>(EventType::QUERY_EVENT);
  header.flags = 0;
  header.log_pos = 1;  // Whatever its place will be.
  log_.write(header, body);
}

void Salvage::write(const EventView& event) {
  if (closing_ && is_complete() && !has_transactions_) {
    // Before 5.1 a relay log did not say that it is one, but began with the source's name.
    is_relay_log_ = true;
    log_.write(closing_->event);
    closing_.reset();
  }
  if (closing_) {
    const EventView& closing = closing_->event;
    ++left_out_.events;
    left_out_.bytes += closing.bytes.size();
    report_left_out(closing.position, closing.position + closing.bytes.size(), "1 event",
                    fault_text(closing, "ends a log, but more comes"));
    closing_.reset();
  }
  log_.write(event);
}

// --- the report

std::string Salvage::transaction_name() const {
  const std::string gtid = frame_.gtid.empty() ? "" : fmt::format(" {}", frame_.gtid);
  return fmt::format("transaction{}, {} events, {} bytes", gtid, transaction_.events(), transaction_.bytes());
}

void Salvage::report_left_out(std::uint64_t begin, std::uint64_t end, std::string_view what, std::string_view reason) {
  ++left_out_.pieces;
  report_.append(fmt::format("left out: {} to {}: {}: ", begin, end, what));
  append_visible(report_, reason, LineBreaks::kEscape);
  report_.append('\n');
}

void Salvage::report_strays() {
  if (strays_.events == 0) return;
  left_out_.events += strays_.events;
  left_out_.bytes += strays_.bytes;
  report_left_out(strays_.begin, strays_.end, fmt::format("{} events, {} bytes", strays_.events, strays_.bytes),
                  "behind damage, of a transaction whose beginning is not there");
  strays_ = {};
}

void Salvage::report_end() {
  if (log_.events() == 0) return;
  append_visible(report_, path_, LineBreaks::kEscape);
  report_.append(fmt::format(
      ": written {} transactions, {} events, {} bytes; left out {} transactions, {} events, {} "
      "bytes\n",
      transactions_, log_.events(), log_.size(), left_out_.transactions, left_out_.events, left_out_.bytes));
}

}  // namespace binlogdump
