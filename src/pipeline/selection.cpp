#include "pipeline/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "binlogdump/gtid_of_event.h"
#include "printers/gtid_text.h"
#include "printers/session_text.h"
#include "verify/sound_events.h"

namespace binlogdump {

namespace {

constexpr std::uint64_t kSecond = 1'000'000;  // microseconds
/// Each transaction that waits may need a spool file.
constexpr std::uint64_t kMostContext = 500;

GtidSet parse_gtids(std::string_view option, std::string_view text) {
  try {
    return GtidSet::parse(text);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(fmt::format("--{}: {}", option, error.what()));
  }
}

/// Of a row event; false if it is too short.
bool ends_row_statement(const EventView& event, const DecodeContext& context) {
  const std::size_t at = context.format.has_short_table_id(event.header.type()) ? 4 : 6;
  const Bytes body = event.body();
  return body.size() >= at + 2 && (load_u16(&body[at]) & RowsEvent::STMT_END_F) != 0;
}

}  // namespace

Selection::Selection(const SelectionOptions& options, const PrintOptions& print, SelectionTarget& target,
                     const DecodeContext& context)
    : options_(options),
      target_(target),
      context_(context),
      filter_(options, print.local_timestamps),
      keeps_transactions_((options.whole_transaction || options.context > 0) && !options.before_statement),
      unit_bytes_(EventStore::kHeldBytes / (std::min(options.context, kMostContext) + 1)),
      offset_left_(options.offset),
      started_(!options.start_datetime) {
  if (options.context > kMostContext) {
    throw std::invalid_argument(fmt::format("--context: at most {} transactions", kMostContext));
  }
  for (const std::string& text : options.gtids) {
    if (!include_) include_.emplace();
    include_->add(parse_gtids("gtid", text));
  }
  if (include_ && include_->empty()) throw std::invalid_argument("--gtid: the set is empty");
  for (const std::string& text : options.exclude_gtids) exclude_.add(parse_gtids("exclude-gtids", text));
  asks_for_gtid_ = include_ || !exclude_.empty();
  asks_for_time_ = options.start_time || options.stop_time;
  if (options.before_statement) before_.emplace();
  passes_over_ = may_pass_over();
  finished_ = options.limit == 0U || options.limit_transactions == 0U;
}

bool Selection::is_wanted(const SelectionOptions& options) {
  return cuts_transactions(options) || options.stop_position || options.start_datetime || options.stop_datetime ||
         options.offset > 0 || !options.gtids.empty() || !options.exclude_gtids.empty() || options.start_time ||
         options.stop_time || !options.thread_ids.empty() || options.limit || options.limit_transactions ||
         options.context > 0 || options.whole_transaction || options.before_statement;
}

bool Selection::cuts_transactions(const SelectionOptions& options) {
  if (options.whole_transaction || options.context > 0) return false;
  return EventFilter::is_given(options) || options.limit || options.start_position || options.offset > 0;
}

void Selection::begin_file(const std::string& path, const LogSource& file, bool is_last) {
  path_ = path;
  file_ = &file;
  is_last_file_ = is_last;
  in_payload_ = false;
  if (before_) before_->begin_file(file.seekable() && file.encryption_header().empty());
}

// Events can be shown only among those of their own file, so that nothing waits for the next one. A transaction of a
// relay log may go on there: then its events are shown if those here were.
void Selection::settle() {
  const bool goes_on = unit_ && unit_shown_ && bounds_.is_open();
  if (unit_ && !goes_on) close_unit();
  earlier_units_.clear();
}

void Selection::end_file(std::uint64_t size) {
  last_file_size_ = size;
  if (!unit_shown_) unit_.reset();
  earlier_units_.clear();
  prelude_.clear();
  filter_.clear_tables();
  file_ = nullptr;
}

void Selection::note_damage() {
  if (unit_) close_unit();
  if (bounds_.is_open()) end_transaction();
  prelude_.clear();
}

void Selection::finish() {
  if (unit_) close_unit();
}

/// GTID, time and thread of each transaction may be left alone.
bool Selection::may_pass_over() const {
  return filter_.takes_rows_only() && !keeps_transactions_ && !before_ && !asks_for_gtid_ && !asks_for_time_ &&
         options_.thread_ids.empty() && !options_.stop_position && !options_.start_datetime &&
         !options_.stop_datetime && options_.offset == 0;
}

void Selection::pass_over(EventReader& reader) {
  if (!passes_over_ || finished_ || context_.format.common_header_len != kEventHeaderSize) return;
  if (context_.format.has_short_table_id(EventType::TABLE_MAP_EVENT)) return;
  Passed passed;
  const SoundEvents sound(context_.format, position_shift_);
  reader.pass_over([&](std::uint8_t type, Bytes head, std::size_t size, std::uint64_t position) {
    // Where that does not agree, take() has a closer look, as not all checksums are verified here.
    const bool is_placed =
        load_u32(&head[EventHeader::kLogPosOffset]) + position_shift_ == static_cast<std::uint32_t>(position + size);
    if (!is_placed) return false;
    const auto is_sound = [&] { return sound.contain(type, head, size, position); };
    return passes_over(static_cast<EventType>(type), head, size, position, passed, is_sound);
  });
  take_passed(passed);
}

/// `head`: the event of `size` bytes, or its beginning.
template <class IsSound>
inline bool Selection::passes_over(EventType type, Bytes head, std::size_t size, std::uint64_t position, Passed& passed,
                                   IsSound is_sound) const {
  if (is_rows_event(type)) return filter_.passes_over_rows(head.substr(kEventHeaderSize));
  if (head.size() < size) return false;
  switch (type) {
    case EventType::GTID_LOG_EVENT:
    case EventType::ANONYMOUS_GTID_LOG_EVENT:
    case EventType::GTID_TAGGED_LOG_EVENT:
      passed.ended = true;
      passed.begun = false;
      passed.gtid = head;
      passed.gtid_position = position;
      passed.waiting_count = 0;
      return true;
    case EventType::QUERY_EVENT:
      return passes_over_query(head, position, passed, is_sound);
    case EventType::INTVAR_EVENT:
    case EventType::RAND_EVENT:
    case EventType::USER_VAR_EVENT:
      if (!is_amid_transaction(passed) || passed.waiting_count == passed.waiting.size() || !is_sound()) return false;
      passed.waiting[passed.waiting_count++] = {.event = head, .position = position};
      return true;
    case EventType::ROWS_QUERY_LOG_EVENT:
      return is_amid_transaction(passed) && is_sound();
    case EventType::XID_EVENT:
      passed.note_end();
      return true;
    case EventType::TABLE_MAP_EVENT:
      return filter_.passes_over_map(body_of(head));
    default:
      return false;
  }
}

template <class IsSound>
inline bool Selection::passes_over_query(Bytes event, std::uint64_t position, Passed& passed, IsSound is_sound) const {
  const std::optional<Bytes> query = query_in(body_of(event));
  if (query == "BEGIN") {
    passed.begun = true;
    passed.begin = event;
    passed.begin_position = position;
    return true;
  }
  if (!query || !is_amid_transaction(passed)) return false;
  if (query == "COMMIT") {
    if (!is_sound()) return false;
    passed.note_end();
    return true;
  }
  // It must neither end the transaction nor name a table that is asked for.
  if (is_transaction_keyword(*query) || !filter_.passes_over_statement(*query) || !is_sound()) return false;
  passed.has_statement = true;
  passed.waiting_count = 0;
  return true;
}

/// The statement of a QUERY_EVENT; nothing if it is not where it should be.
inline std::optional<Bytes> Selection::query_in(Bytes body) const {
  constexpr std::size_t kDbLengthOffset = 8;
  constexpr std::size_t kHead = QueryEvent::kPostHeaderSize;
  if (context_.format.post_header_length(EventType::QUERY_EVENT) != kHead || body.size() < kHead) return std::nullopt;
  const std::size_t text = kHead + QueryEvent::status_vars_length(body) + load_u8(&body[kDbLengthOffset]) + 1;
  if (text > body.size()) return std::nullopt;
  return body.substr(text);
}

inline Bytes Selection::body_of(Bytes event) const {
  const std::size_t checksum_size = context_.format.events_have_checksum() ? kChecksumSize : 0;
  return event.substr(kEventHeaderSize, event.size() - kEventHeaderSize - checksum_size);
}

/// What observe() would have made of the events.
void Selection::take_passed(const Passed& passed) {
  const Framing framing = Framing::of(context_.format);
  if (passed.ended && bounds_.is_open()) end_transaction();
  if (!passed.gtid.empty()) observe(make_event_view(passed.gtid, passed.gtid_position, framing));
  if (passed.begun) observe(make_event_view(passed.begin, passed.begin_position, framing));
  if (passed.has_statement) prelude_.clear();
  for (std::size_t i = 0; i < passed.waiting_count; ++i) {
    const Passed::Waiting& waiting = passed.waiting[i];
    prelude_.append(make_event_view(waiting.event, waiting.position, framing), file_);
  }
}

void Selection::take(const EventView& event) {
  position_shift_ = static_cast<std::uint32_t>(event.position + event.bytes.size()) - event.header.log_pos;
  if (is_behind_stop(event)) {
    finished_ = true;
    return;
  }
  if (event.header.type() == EventType::FORMAT_DESCRIPTION_EVENT) return take_description(event);
  if (is_before_start(event)) return leave_out(event);
  event_end_ = event.position + event.bytes.size();
  if (keeps_transactions_) {
    take_into_unit(event);
  } else {
    take_alone(event);
  }
}

bool Selection::is_behind_stop(const EventView& event) {
  if (event.position == kBinlogMagic.size()) return false;  // What the others need.
  if (is_last_file_ && options_.stop_position && event.position >= *options_.stop_position) {
    stop_position_reached_ = true;
    return true;
  }
  // Events made on the fly have no time, and descriptions that of their log's beginning.
  const std::uint32_t time = event.header.timestamp;
  if (time == 0 || event.header.type() == EventType::FORMAT_DESCRIPTION_EVENT) return false;
  stop_datetime_reached_ = options_.stop_datetime && time >= *options_.stop_datetime;
  return stop_datetime_reached_;
}

bool Selection::is_before_start(const EventView& event) {
  if (!started_ && event.header.timestamp < *options_.start_datetime) return true;
  if (offset_left_ > 0) {
    --offset_left_;
    return true;
  }
  started_ = true;
  return false;
}

/// It is not shown, but may matter to what is.
void Selection::leave_out(const EventView& event) {
  observe(event);
  const EventType type = event.header.type();
  if (type == EventType::TABLE_MAP_EVENT) target_.take_table_map(event);
  if (type == EventType::TRANSACTION_PAYLOAD_EVENT || (bounds_.is_inside() && !bounds_.is_open())) end_transaction();
}

void Selection::take_description(const EventView& event) {
  filter_.clear_tables();
  if (offset_left_ > 0) --offset_left_;
  const bool is_relay = (event.header.flags & LOG_EVENT_RELAY_LOG_F) != 0;
  if (event.position == kBinlogMagic.size() && !is_relay && bounds_.is_open()) {
    // A server begins no log inside of a transaction: the last log was cut.
    if (unit_) close_unit();
    end_transaction();
  }
  if (unit_ && !bounds_.is_open()) close_unit();
  target_.show_selected(event);
  const bool is_asked_for = !filter_.is_by_content() && !asks_for_gtid_ && options_.thread_ids.empty();
  if (is_asked_for && !keeps_transactions_) count_shown();
}

// --- one event after the other

void Selection::take_alone(const EventView& event) {
  if (event.header.type() == EventType::TRANSACTION_PAYLOAD_EVENT) {
    take_payload(event);
  } else {
    take_leaf(event);
  }
}

void Selection::take_leaf(const EventView& event) {
  const StatementView statement = observe(event);
  show_waiting_gtid();
  const EventType type = event.header.type();
  if (is_gtid_event(type) && !options_.thread_ids.empty()) {
    transaction_.waits_for_thread = true;
  } else if (matches(event, statement)) {
    show_leaf(event);
  } else if (belongs_to_statement(type) && filter_.is_by_content() && transaction_matches(event)) {
    prelude_.append(event, in_payload_ ? nullptr : file_);
  } else if (transaction_.gtid_shown && starts_transaction(statement.query)) {
    target_.note_hidden_begin();
  }
  if (is_statement_event(type)) prelude_.clear();
  if (bounds_.is_inside() && !bounds_.is_open()) end_transaction();
}

/// Whether nothing of the transaction can match.
bool Selection::is_out_of_question() {
  if (!bounds_.is_open()) return false;
  return !transaction_.wanted ||
         (!options_.thread_ids.empty() && transaction_.thread_id && !thread_matches(*transaction_.thread_id));
}

/// Which thread it is tells the first statement of the transaction.
void Selection::show_waiting_gtid() {
  if (!transaction_.waits_for_thread || !transaction_.thread_id) return;
  transaction_.waits_for_thread = false;
  if (matches(transaction_.gtid_event, {})) show_leaf(transaction_.gtid_event);
}

void Selection::take_payload(const EventView& event) {
  if (is_out_of_question()) {
    observe(event);
    return end_transaction();
  }
  const bool is_whole = !filter_.is_by_content() && !options_.limit && options_.thread_ids.empty() && !before_;
  if (!is_whole) return take_inner_events(event);
  observe(event);
  if (matches(event, {})) show_leaf(event);
  end_transaction();
}

void Selection::take_inner_events(const EventView& event) {
  observe(event);
  bool begun = false;
  bool shown = false;
  const std::optional<DecodeError> error = target_.read_payload(event, [&](const EventView& inner) {
    if (!begun) {
      begun = true;
      if (is_statement_event(inner.header.type()) && !transaction_.thread_id) {
        transaction_.thread_id = statement_of(inner, context_).thread_id;
      }
      show_waiting_gtid();
      shown = !before_ && matches(event, {});
      payload_position_ = event.position;
      if (shown) enter_transaction();
      target_.begin_selected_payload(event, &inner, shown);
      in_payload_ = true;
      if (shown) count_shown();
    }
    if (!finished_) take_leaf(inner);
    return !finished_;
  });
  in_payload_ = false;
  if (error) {
    target_.show_damaged_payload(event, *error);
    end_transaction();
  } else if (begun) {
    target_.end_selected_payload(shown);
  }
  prelude_.clear();
}

/// An event that matches, and what it needs.
void Selection::show_leaf(const EventView& event) {
  const EventType type = event.header.type();
  if (before_) {
    if (bounds_.is_inside()) found(event);
    return;
  }
  if (is_rows_event(type) && filter_.is_by_content()) {
    if (const EventView* map = filter_.take_table_map(event, context_)) hand_over(*map);
  } else if (type == EventType::TABLE_MAP_EVENT) {
    filter_.take_table_map(event, context_);  // Shown by itself, it need not come with its rows.
  } else if (is_statement_event(type) && !prelude_.empty()) {
    prelude_.for_each([this](const EventView& waiting) { hand_over(waiting); });
  }
  hand_over(event);
  count_shown();
}

void Selection::hand_over(const EventView& event) {
  if (is_gtid_event(event.header.type())) {
    transaction_.gtid_shown = true;
  } else {
    enter_transaction();
  }
  if (bounds_.is_inside()) transaction_.shown = true;
  EventView selected = event;
  selected.selected_rows = is_rows_event(event.header.type()) ? filter_.selected_rows() : nullptr;
  if (in_payload_ && !is_gtid_event(event.header.type())) {
    target_.show_inner(selected);
  } else {
    target_.show_selected(selected);
  }
}

void Selection::enter_transaction() {
  if (!bounds_.is_inside() || !transaction_.has_gtid || transaction_.gtid_shown || transaction_.entered) return;
  transaction_.entered = true;
  target_.enter_transaction(transaction_.gtid_event, transaction_.thread_id);
}

void Selection::count_shown() {
  if (++shown_ == options_.limit && !keeps_transactions_) finished_ = true;
}

void Selection::found(const EventView& event) {
  BeforeStatement::Found found{.path = path_,
                               .transaction = transaction_.begin,
                               .event = event.position,
                               .type = std::string(event_type_name(event.header.type_code)),
                               .timestamp = event.header.timestamp,
                               .sql = {},
                               .gtid = gtid_text(),
                               .uuid = transaction_.uuid,
                               .tag = transaction_.tag,
                               .gno = transaction_.gno};
  if (in_payload_) found.event = payload_position_;
  if (is_statement_event(event.header.type())) found.sql = statement_of(event, context_).query;
  if (!std::exchange(transaction_.shown, true)) before_->find(std::move(found));
}

std::string Selection::gtid_text() const {
  if (!transaction_.has_gtid || transaction_.gno == 0) return {};
  TextBuffer text(nullptr, 128);
  append_gtid(text, transaction_.uuid, transaction_.tag, transaction_.gno);
  return std::string(text.view());
}

// --- whole transactions

void Selection::take_into_unit(const EventView& event) {
  const EventType type = event.header.type();
  const Bytes query = type == EventType::QUERY_EVENT ? statement_of(event, context_).query : Bytes();
  if (unit_ && (bounds_.begins_anew(type, query) || !bounds_.is_open())) close_unit();
  if (finished_) return;
  if (!unit_) {
    // What can be read again need not be held.
    constexpr std::size_t kLeast = 4096;
    constexpr std::size_t kLeastOfPipe = 64 * 1024;
    unit_ = std::make_unique<EventStore>(std::max(unit_bytes_, file_->seekable() ? kLeast : kLeastOfPipe));
  }
  const bool matched = scan(event) && !has_enough_;
  unit_has_transaction_ = unit_has_transaction_ || bounds_.is_inside();
  if (!unit_shown_ && matched) show_unit();
  if (unit_shown_) {
    target_.show_selected(event);
    count_shown();
  } else {
    unit_->append(event, file_);
  }
  if (!bounds_.is_open()) close_unit();
}

/// Whether the event, or an event in it, matches.
bool Selection::scan(const EventView& event) {
  const StatementView statement = observe(event);
  if (event.header.type() != EventType::TRANSACTION_PAYLOAD_EVENT) return matches(event, statement);
  if (is_out_of_question()) {
    bounds_.end();
    return false;
  }
  bool matched = false;
  const std::optional<DecodeError> error = target_.read_payload(event, [&](const EventView& inner) {
    const StatementView inner_statement = observe(inner);
    matched = matched || matches(inner, inner_statement);
    return true;
  });
  if (error) bounds_.end();
  return matched || error || matches(event, {});
}

/// The transactions before it that --context asks for, and what is known of this one.
void Selection::show_unit() {
  const auto show = [this](const EventView& event) {
    target_.show_selected(event);
    count_shown();
  };
  for (const std::unique_ptr<EventStore>& unit : earlier_units_) unit->for_each(show);
  earlier_units_.clear();
  unit_->for_each(show);
  unit_->clear();
  unit_shown_ = true;
}

void Selection::close_unit() {
  if (unit_shown_) {
    context_left_ = options_.context;
    if (unit_has_transaction_) ++shown_transactions_;
  } else if (context_left_ > 0 && unit_has_transaction_) {
    --context_left_;
    show_unit();
  } else if (options_.context > 0 && unit_has_transaction_) {
    unit_->release_buffers();
    earlier_units_.push_back(std::move(unit_));
    if (earlier_units_.size() > options_.context) earlier_units_.pop_front();
  }
  unit_.reset();
  // What --context asks for behind the last one still comes.
  has_enough_ = (options_.limit && shown_ >= *options_.limit) ||
                (options_.limit_transactions && shown_transactions_ >= *options_.limit_transactions);
  if (has_enough_ && context_left_ == 0) finished_ = true;
  unit_shown_ = unit_has_transaction_ = false;
}

// --- what an event is part of

StatementView Selection::observe(const EventView& event) {
  const EventType type = event.header.type();
  StatementView statement;
  bool ends_statement = false;
  if (is_statement_event(type)) {
    statement = statement_of(event, context_);
  } else if (is_rows_event(type)) {
    ends_statement = ends_row_statement(event, context_);
  } else if (type == EventType::TABLE_MAP_EVENT) {
    if (filter_.is_by_content()) filter_.note_table_map(event, context_);
  } else if (type == EventType::PREVIOUS_GTIDS_LOG_EVENT && before_) {
    note_previous(event);
  }
  if (bounds_.begins_anew(type, statement.query)) end_transaction();
  const bool was_open = bounds_.is_open();
  bounds_.note(type, statement.query, ends_statement);
  if (!was_open && bounds_.is_inside()) begin_transaction(event);
  if (is_statement_event(type) && bounds_.is_inside() && !transaction_.thread_id) {
    transaction_.thread_id = statement.thread_id;
  }
  return statement;
}

void Selection::note_previous(const EventView& event) {
  try {
    before_->note_previous(decode_as<PreviousGtidsLogEvent>(event, context_).gtid_set);
  } catch (const DecodeError&) {
    // Then it is not known what was executed before; it is said so.
  }
}

void Selection::begin_transaction(const EventView& event) {
  transaction_ = {};
  transaction_.has_gtid = is_gtid_event(event.header.type());
  transaction_.begin = in_payload_ ? payload_position_ : event.position;
  const bool is_asked_for = asks_for_gtid_ || asks_for_time_;
  if (transaction_.has_gtid) {
    transaction_.gtid_bytes = event.bytes;
    transaction_.gtid_event = event;
    transaction_.gtid_event.bytes = transaction_.gtid_bytes;
    // If it is damaged, whose it is is not known.
    if ((is_asked_for || before_) && !target_.is_damaged(event)) note_gtid(event);
  } else if (is_asked_for) {
    const bool in_time = time_matches(event.header.timestamp * kSecond);
    transaction_.wanted = in_time && !include_;
  }
}

void Selection::note_gtid(const EventView& event) {
  const bool anonymous = event.header.type() == EventType::ANONYMOUS_GTID_LOG_EVENT;
  std::optional<std::uint64_t> time;
  try {
    with_gtid(event, context_, [&](const GtidFields& gtid, Bytes uuid, Bytes tag) {
      transaction_.uuid = uuid;
      transaction_.tag = tag;
      transaction_.gno = anonymous ? 0 : gtid.gno;
      time = gtid.immediate_commit_timestamp;
    });
  } catch (const DecodeError&) {
    return;  // It may be the one that is looked for, and is shown with its fault.
  }
  const auto is_in = [&](const GtidSet& set) {
    return !anonymous && set.contains(transaction_.uuid, transaction_.tag, transaction_.gno);
  };
  const bool included = !include_ || is_in(*include_);
  if (include_ && included) seen_.add(transaction_.uuid, transaction_.tag, transaction_.gno);
  const bool in_time = time_matches(time.value_or(0) != 0 ? *time : event.header.timestamp * kSecond);
  transaction_.wanted = included && !is_in(exclude_) && in_time;
}

void Selection::end_transaction() {
  if (before_) {
    before_->note_end(event_end_);
    if (transaction_.has_gtid && transaction_.gno != 0) {
      before_->note_transaction(transaction_.uuid, transaction_.tag, transaction_.gno);
    }
  }
  if (!keeps_transactions_) {
    if (transaction_.entered || transaction_.gtid_shown) target_.leave_transaction();
    if (transaction_.shown && ++shown_transactions_ == options_.limit_transactions) finished_ = true;
  }
  transaction_ = {};
  prelude_.clear();
  bounds_.end();
}

bool Selection::matches(const EventView& event, const StatementView& statement) {
  try {
    if (transaction_matches(event) && filter_.matches(event, statement, context_)) return true;
  } catch (const DecodeError&) {
    return true;  // It is shown with its fault.
  }
  // What does not match may be what is looked for, damaged.
  return !in_payload_ && target_.is_damaged(event);
}

bool Selection::transaction_matches(const EventView& event) {
  if (bounds_.is_inside()) {
    if (!transaction_.wanted) return false;
    return options_.thread_ids.empty() || (transaction_.thread_id && thread_matches(*transaction_.thread_id));
  }
  if (include_ || !options_.thread_ids.empty()) return false;
  return time_matches(event.header.timestamp * kSecond);
}

bool Selection::time_matches(std::uint64_t microseconds) {
  if (options_.stop_time && microseconds >= *options_.stop_time) {
    stop_time_reached_ = true;
    return false;
  }
  return !options_.start_time || microseconds >= *options_.start_time;
}

bool Selection::thread_matches(std::uint32_t thread_id) {
  const auto& wanted = options_.thread_ids;
  const bool found = std::find(wanted.begin(), wanted.end(), thread_id) != wanted.end();
  thread_seen_ = thread_seen_ || found;
  return found;
}

// --- what never came

std::vector<std::string> Selection::warnings() const {
  std::vector<std::string> sentences = filter_.warnings();
  const bool read_to_end = !finished_ || stop_position_reached_ || stop_datetime_reached_;
  if (!read_to_end) return {};
  if (options_.stop_position && !stop_position_reached_ && *options_.stop_position > last_file_size_) {
    sentences.push_back(fmt::format("--stop-position={}: the last log ends before it, at {}", *options_.stop_position,
                                    last_file_size_));
  }
  if (options_.stop_datetime && !stop_datetime_reached_) {
    sentences.push_back("--stop-datetime: no event is that late");
  }
  if (!started_) sentences.push_back("--start-datetime: no event is that late");
  if (options_.stop_time && !stop_time_reached_) sentences.push_back("--stop-time: the logs end before it");
  if (include_) {
    for (const std::string& interval : include_->intervals_apart_from(seen_)) {
      sentences.push_back(fmt::format("--gtid: no transaction of {} is here", interval));
    }
  }
  if (!options_.thread_ids.empty() && !thread_seen_) sentences.push_back("--thread-id: no such thread is here");
  return sentences;
}

}  // namespace binlogdump
