#include "pipeline/dump.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <new>
#include <stdexcept>
#include <utility>

#include "pipeline/parts.h"
#include "printers/event_text.h"
#include "printers/readable_text.h"

namespace binlogdump {

namespace {

auto printer_maker(const PrintOptions& options) {
  if (options.check_coverage) return make_coverage_printer;
  if (options.verify != Verify::kNo) return make_verify_printer;
  switch (options.format) {
    case Format::kText:
      break;
    case Format::kEvents:
      return make_events_printer;
    case Format::kHex:
      return make_hex_printer;
    case Format::kJson:
      return make_json_printer;
  }
  return make_text_printer;
}

}  // namespace

Dump::Dump(TextBuffer& out, const DumpOptions& options)
    : out_(out),
      options_(options),
      mysqlbinlog_selection_(options.selection),
      // The other formats show what is in the log.
      database_rewriter_(options.mysqlbinlog || options.print.format == Format::kText ? options.print.rewrite_db
                                                                                      : std::vector<DatabaseRename>()),
      changes_events_(!options.print.rewrite_db.empty() || options.selection.server_id_bits < 32),
      takes_sound_events_(reports_faults() && options.resync && options.verify_checksums && !changes_events_ &&
                          options.schema_files.empty() && !options.selection.require_row_format) {
  PrinterMessages messages{
      .fault = [this](const EventView& event, const DecodeError& error) { report_rows(event, error); },
      .warning = [this](const std::string& text) { note(text); },
      .await_earlier_parts = [this] { await_earlier_parts_(); }};
  auto make = printer_maker(options.print);
  if (reports_faults() && Selection::is_wanted(options.selection)) {
    throw std::invalid_argument("--verify: looks at whole logs: no options that select events go with it");
  }
  if (!options.mysqlbinlog && !options.print.check_coverage && Selection::is_wanted(options.selection)) {
    SelectionTarget& target = *this;
    selection_.emplace(options.selection, options.print, target, context_);
    options_.print.partial_transactions = Selection::cuts_transactions(options.selection);
    if (options.selection.before_statement) make = make_silent_printer;
  }
  if (!options.mysqlbinlog) payload_reader_.set_most_bytes(options.source.max_payload);
  if (options.salvage) {
    auto salvage = std::make_unique<Salvage>(out, *options.salvage);
    salvage_ = salvage.get();
    printer_ = std::move(salvage);
    return;
  }
  printer_ = options.mysqlbinlog ? make_mysqlbinlog_printer(out, options_.print, options.selection, std::move(messages))
                                 : make(out, options_.print, std::move(messages));
  if (Parts::are_possible(options)) parts_ = std::make_unique<Parts>(*this);
  if (options.schema_files.empty()) return;
  schema_.emplace([this](const std::string& text) {
    if (!options_.quiet) write_line(fmt::format("binlogdump: {}", text));
  });
  for (const std::string& path : options.schema_files) schema_->read_file(path);
  context_.schema = &schema_->schema();
}

Dump::~Dump() = default;

Outcome Dump::run(const std::vector<std::string>& files) {
  printer_->begin();
  try {
    for (const std::string& path : files) {
      if (selection_ && selection_->is_finished()) break;
      const bool is_first = &path == &files.front();
      const bool is_last = &path == &files.back();
      if (is_last && options_.source.follow) {
        follow(path, is_first);
      } else {
        dump_file(path, is_first, is_last);
      }
    }
    if (selection_) selection_->finish();
  } catch (const StopRun&) {
  }
  if (selection_) print_selection_end(files);
  warn_unfinished();
  printer_->end();
  if (printer_->found_faults()) outcome_ = std::max(outcome_, Outcome::kDamaged);
  out_.flush();
  if (salvage_ != nullptr && !salvage_->is_complete()) outcome_ = std::max(outcome_, Outcome::kDamaged);
  if (salvage_ != nullptr && !salvage_->is_usable()) outcome_ = Outcome::kUnusable;
  return outcome_;
}

void Dump::print_selection_end(const std::vector<std::string>& files) {
  for (const std::string& sentence : selection_->warnings()) {
    if (!options_.quiet) write_line(fmt::format("binlogdump: {}", sentence));
  }
  const auto& before = selection_->before_statement();
  if (!before) return;
  if (!before->is_found()) return write_line("binlogdump: --before-statement: nothing matches");
  before->print(out_, files, options_.print.format);
}

void Dump::follow(const std::string& path, bool is_first) {
  follower_.emplace(options_.interrupted);
  for (std::optional<std::string> next = path; next; next = follower_->next()) {
    follower_->begin(*next);
    dump_file(*next, is_first, true);
    if (selection_ && selection_->is_finished()) break;
    is_first = false;
  }
  follower_.reset();
}

SourceHooks Dump::hooks() {
  SourceHooks hooks{.before_waiting = [this] {
    // Else the parts see to it.
    if (parts_ == nullptr || !parts_->is_running()) out_.flush();
  }};
  if (follower_) {
    hooks.wait_for_more = [this](int fd) {
      out_.flush();
      return follower_->wait(fd);
    };
  }
  return hooks;
}

void Dump::dump_file(const std::string& path, bool is_first, bool is_last) {
  path_ = path;
  earlier_bytes_ += reader_.position();
  earlier_events_ += events_read_;
  context_.format = {};
  context_.clear_table_maps();
  events_read_ = 0;
  format_is_sure_ = false;
  doubts_checksums_ = !options_.mysqlbinlog;
  format_position_ = kBinlogMagic.size();
  damage_told_ = false;
  in_relay_log_ = false;
  in_use_ = false;
  position_disagreement_ = false;
  file_shown_ = false;
  in_last_file_ = is_last;
  try {
    const std::unique_ptr<LogSource> source = open_log(path, options_.source, hooks());
    source_ = source.get();
    reader_.open(*source);
    // What grows is not complete yet.
    reader_.set_wary(!ends_at_fault() && !follower_);
    resync_.begin_file();
    if (parts_) parts_->begin_file();
    try {
      reader_.read_magic();
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: {}", path, error.what()));
    }
    printer_->begin_file(path, *source);
    file_shown_ = true;
    if (selection_) selection_->begin_file(path, *source, is_last);
    try {
      read_events(is_first);
      if (selection_) selection_->settle();
      if (selection_) selection_->end_file(reader_.position());
    } catch (...) {
      if (selection_) selection_->end_file(reader_.position());
      printer_->end_file(false);
      throw;
    }
    printer_->end_file(!is_last || (follower_ && follower_->next()));
  } catch (const InputError& error) {
    if (follower_ && follower_->ended_by_user()) return;
    // With the file's name in it or, where it was found out in the middle of the reading, without.
    if (events_read_ == 0) return fault(Outcome::kUnusable, error.what());
    fault_at_position(error);
  } catch (const SideFileError& error) {
    fault_at_position(error);
  } catch (const std::bad_alloc&) {
    fault(Outcome::kDamaged,
          fmt::format("{}: offset {}: there is not enough memory for what comes here", path_, reader_.position()));
  }
}

[[gnu::always_inline]] inline void Dump::take(const EventView& event) {
  in_payload_ = false;
  if (!options_.verify_checksums || checksum_is_right(event)) [[likely]]
    return show(event);
  show(verified(event));
  if (ends_at_fault()) throw StopRun{};
}

void Dump::read_events(bool is_first) {
  const bool starts_later = is_first && selection_ && options_.selection.start_position;
  // Mostly by nobody: one look for all of them.
  const bool is_watched = options_.progress || schema_ || selection_ || takes_sound_events_ || follower_;
  EventView event;
  try {
    if (options_.mysqlbinlog && is_first) seek_as_mysqlbinlog(options_.selection.start_position.value_or(0));
    while (true) {
      try {
        if (parts_ && parts_->may_begin()) parts_->print();
        if (!next_event(event)) break;
        if (events_read_++ == 0) check_first_event(event);
        compare_next_position(event);
        if (!is_watched) {
          take(event);
          if (shows_all_as_it_is()) show_usual_events(event);
          continue;
        }
        if (!watch(event)) return;
        if (starts_later && events_read_ == 1) skip_to_start();
      } catch (const FrameError& error) {
        if (!go_on_behind(error)) return;
      }
    }
  } catch (const DamagedInput& error) {
    if (selection_) selection_->settle();
    fault(events_read_ == 0 ? Outcome::kUnusable : Outcome::kDamaged,
          fmt::format("{}: offset {}: {}", path_, reader_.position(), error.what()));
    return print_rest();
  }
  if (follower_ && follower_->ended_by_user()) return;
  if (events_read_ == 0 && !damage_told_ && !options_.mysqlbinlog) {
    fault(Outcome::kUnusable, path_ + ": no event behind the magic");
  }
}

/// Whether there is nothing to be decided about an event, and nothing to be changed in it.
bool Dump::shows_all_as_it_is() const {
  return options_.mysqlbinlog && mysqlbinlog_selection_.shows_all() && !options_.verify_checksums && !changes_events_;
}

/// Shows the events up to the next format description or payload, or to the end: a loop with few questions, as they
/// would cost more than some events. `event` is memory for them; what it was is done with.
void Dump::show_usual_events(EventView& event) {
  const Framing framing = Framing::of(context_.format);
  in_payload_ = false;
  while (reader_.next(event, framing)) {
    const EventType type = event.header.type();
    if (type == EventType::FORMAT_DESCRIPTION_EVENT || type == EventType::TRANSACTION_PAYLOAD_EVENT) [[unlikely]] {
      return reader_.put_back(event);
    }
    ++events_read_;
    compare_next_position(event);
    show_as_it_is(event);
  }
}

/// Handles an event for all that look at events, or at those behind them. False if there is nothing more to be read.
bool Dump::watch(const EventView& event) {
  if (options_.progress) options_.progress(earlier_bytes_ + event.position, earlier_events_ + events_read_);
  if (schema_) schema_->watch(event, context_);
  if (selection_) {
    selection_->take(event);
    selection_->pass_over(reader_);
    if (selection_->is_finished()) return false;
  } else {
    handle(event);
  }
  if (takes_sound_events_) take_sound_events();
  if (follower_) note_rotation(event);
  return true;
}

bool Dump::next_event(EventView& event) {
  while (true) {
    if (doubts_checksums_) [[unlikely]]
      look_for_checksums();
    if (!reader_.next(event, Framing::of(context_.format))) return false;
    if (options_.mysqlbinlog) return true;
    event.checksum_failed = options_.verify_checksums && !checksum_is_right(event);
    event.checksum_verified = options_.verify_checksums;
    if (!resync_.is_suspicious(event)) [[likely]] {
      resync_.note_sound(event);
      return true;
    }
    if (stands_up(event)) return true;
    if (!pass_suspect(event)) return false;
  }
}

void Dump::take_sound_events() {
  if (doubts_checksums_ || !format_is_sure_) return;
  const std::uint64_t begin = reader_.position();
  const Printer::Taken taken = printer_->take_sound_events(reader_, context_, resync_.shift());
  if (taken.events == 0) return;
  events_read_ += taken.events;
  resync_.note_sound_bytes(reader_.position() - begin, taken.server_id);
}

/// Goes on behind the reader's newest event, which is none, if anything comes there.
bool Dump::pass_suspect(const EventView& suspect) {
  const std::string what = suspect.checksum_failed
                               ? fmt::format("checksum: stored 0x{:08x}, computed 0x{:08x}", suspect.stored_checksum(),
                                             compute_checksum(suspect))
                               : fmt::format("next position {} where it ends at {}", suspect.header.log_pos,
                                             suspect.position + suspect.bytes.size());
  const std::string reason = fmt::format("offset {}: {}: {}, and its size can't be right either", suspect.position,
                                         type_name(suspect.header.type_code), what);
  reader_.put_back(suspect);
  return pass_damage({.reason = reason});
}

/// Whether the reader's newest event, which is suspicious, may be taken for one all the same.
bool Dump::stands_up(EventView& event) {
  if (!options_.resync || !resync_.can_doubt(event)) return true;
  const Framing framing = Framing::of(context_.format);
  const bool checksum_failed = event.checksum_failed;
  const bool goes_on = resync_.chain_goes_on(event, framing);
  // The same one; its bytes may have moved.
  reader_.next(event, framing);
  event.checksum_failed = checksum_failed;
  event.checksum_verified = options_.verify_checksums;
  const bool stands = goes_on || (event.has_checksum() && checksum_is_right(event));
  if (stands && !checksum_failed) resync_.note_sound(event);
  return stands;
}

bool Dump::go_on_behind(const FrameError& error) {
  if (follower_ && follower_->ended_by_user()) return false;
  const bool is_cut = error.kind() == FrameError::Kind::kTruncated;
  if (options_.mysqlbinlog && in_use_ && is_cut) {
    // The server may be writing the rest just now.
    message(fmt::format("ends with a cut event: {}", error.what()));
    return false;
  }
  if (!ends_at_fault()) {
    if (error.kind() == FrameError::Kind::kNoMemory) return pass_large_event();
    return pass_damage({.reason = error.what(), .tells_end = is_cut});
  }
  if (selection_) selection_->settle();
  const std::uint64_t begin = reader_.position();
  print_rest();
  fault(events_read_ == 0 ? Outcome::kUnusable : Outcome::kDamaged, begin, fmt::format("{}: {}", path_, error.what()));
  return false;
}

/// Bytes for which there is no memory may be an event that is sound.
bool Dump::pass_large_event() {
  const std::uint64_t begin = reader_.position();
  const EventHeader header = decode_header(reader_.peek(kEventHeaderSize).data());
  reader_.skip_to(begin + header.event_size);
  if (selection_) selection_->note_damage();
  const std::string text = fmt::format("offset {}: {} of {} bytes: no memory for so large an event", begin,
                                       type_name(header.type_code), header.event_size);
  fault(Outcome::kDamaged, begin, fmt::format("{}: {}", path_, text));
  return true;
}

namespace {

std::string passed_over(const DamagedRange& range) {
  return fmt::format("passed over {} bytes, up to {} {}: {}", range.end - range.begin,
                     range.reaches_end ? "the end at" : "the next event at", range.end, range.looks_like);
}

}  // namespace

/// Tells what is wrong with the bytes where the reader stands, and moves it behind them. False if nothing comes there.
bool Dump::pass_damage(const Damage& damage) {
  Resync::Search search{
      .framing = Framing::of(context_.format), .knows_checksums = format_is_sure_, .may_be_here = damage.may_be_here};
  if (selection_) selection_->note_damage();
  if (printer_->wants_undecoded()) {
    search.take = [this](std::uint64_t position, Bytes bytes) { printer_->print_undecoded(position, bytes); };
    printer_->print_fault(reader_.position(), reader_.position(), damage.reason);
  }
  const DamagedRange range = resync_.pass_damage(search);
  damage_told_ = true;
  const bool nothing_read = events_read_ == 0 && range.reaches_end;
  doubts_checksums_ = !format_is_sure_ || !context_.format.events_have_checksum();
  outcome_ = std::max(outcome_, nothing_read ? Outcome::kUnusable : Outcome::kDamaged);
  const bool is_told = damage.tells_end && range.reaches_end;
  const std::string text = is_told ? damage.reason : fmt::format("{}; {}", damage.reason, passed_over(range));
  message(text);
  if (!printer_->wants_undecoded()) {
    printer_->print_fault(range.begin, range.end, text);
  } else if (!is_told) {
    printer_->print_fault(range.begin, range.end, passed_over(range));
  }
  return !range.reaches_end;
}

/// The description is lost or damaged, or says that events have no checksums: they know better.
void Dump::look_for_checksums() {
  doubts_checksums_ = !format_is_sure_;
  if (!resync_.has_checksum_here()) return;
  const bool is_news = !context_.format.events_have_checksum();
  format_is_sure_ = doubts_checksums_ = false;
  context_.format.checksum_alg = ChecksumAlgorithm::kCrc32;
  if (!is_news || events_read_ == 0) return;
  format_fault(format_position_,
               fmt::format("the FORMAT_DESCRIPTION_EVENT is damaged or missing: events have checksums, but none before "
                           "{} was verified",
                           reader_.position()));
  if (ends_at_fault()) throw StopRun{};
}

void Dump::seek_as_mysqlbinlog(std::uint64_t start) {
  if (start <= reader_.position()) return;
  std::string bytes;
  std::uint64_t position = reader_.position();
  for (bool more = true; more && reader_.position() < start;) {
    position = reader_.position();
    const std::optional<EventView> event = reader_.next(Framing::of(context_.format));
    if (!event) break;
    ++events_read_;
    const EventType type = event->header.type();
    if (type == EventType::FORMAT_DESCRIPTION_EVENT) {
      bytes = event->bytes;
      seek_past_format(*event);
    }
    more = is_event_of_head(type);
  }
  // It seems to stand where the last event before the start was found.
  if (!bytes.empty()) handle(make_event_view(bytes, position, Framing::of(context_.format)));
  if (reader_.position() < start) reader_.skip_to(start);
}

/// What lies between the format and the start position is read by it, before it is printed.
void Dump::seek_past_format(const EventView& event) {
  try {
    check_format(event);
    context_.format = FormatDescription(decode_as<FormatDescriptionEvent>(event, context_));
  } catch (const DecodeError& error) {
    report(event, error);
    throw StopRun{};
  }
}

void Dump::print_rest() {
  if (!printer_->wants_undecoded()) return;
  try {
    while (true) {
      const std::uint64_t position = reader_.position();
      const Bytes bytes = reader_.next_bytes();
      if (bytes.empty()) return;
      printer_->print_undecoded(position, bytes);
    }
  } catch (const DamagedInput&) {
    // Told already, or else the break in the chain was; in any case this is all.
  }
}

void Dump::note_rotation(const EventView& event) {
  if (event.header.type() != EventType::ROTATE_EVENT || (event.header.flags & LOG_EVENT_ARTIFICIAL_F) != 0) return;
  try {
    follower_->set_rotated_to(decode_as<RotateEvent>(event, context_).new_log_ident);
  } catch (const DecodeError&) {
    // Told already; the next log is found by its number.
  }
}

void Dump::check_first_event(const EventView& event) {
  if (event.header.type() == EventType::START_EVENT_V3) {
    events_read_ = 0;
    if (printer_->wants_undecoded()) printer_->print_undecoded(event.position, event.bytes);
    print_rest();
    throw InputError(fmt::format(
        "{}: a binary log of version 1 or 3 (MySQL 3.23 to 4.1); only version 4 (MySQL 5.0 on) can be read", path_));
  }
  if (event.header.type() != EventType::FORMAT_DESCRIPTION_EVENT) {
    message(
        fmt::format("offset {}: the log does not begin with a FORMAT_DESCRIPTION_EVENT; read as version 4 {} "
                    "checksums",
                    event.position, context_.format.events_have_checksum() ? "with" : "without"));
  }
}

void Dump::skip_to_start() {
  try {
    find_start();
  } catch (const FrameError& error) {
    if (ends_at_fault()) throw;
    const std::uint64_t start = *options_.selection.start_position;
    const std::string reason = fmt::format("{}; looked for the next event from {} on", error.what(), start);
    reader_.skip_to(start);
    if (pass_damage({.reason = reason, .may_be_here = true})) note_start(start);
  }
}

void Dump::find_start() {
  const std::uint64_t start = *options_.selection.start_position;
  std::uint64_t first_other = kBinlogMagic.size();
  if (start <= first_other) return;
  // A relay log may begin with the descriptions of the replica and of the source: the latter holds.
  while (reader_.position() < start) {
    first_other = reader_.position();
    const std::optional<EventView> event = reader_.next(Framing::of(context_.format));
    if (!event) return note_end_before_start();
    const EventType type = event->header.type();
    if (type == EventType::FORMAT_DESCRIPTION_EVENT) selection_->take(*event);
    if (!is_event_of_head(type)) break;
  }
  if (reader_.position() >= start) return note_start(first_other);
  if (source_->seekable()) {
    reader_.skip_to(start);
    if (is_event_at(start)) return;
    source_->seek(first_other);
    reader_.open(*source_, first_other);
  }
  walk_to_start();
}

/// Whether the source has a sound event there; the reader stands before it again.
bool Dump::is_event_at(std::uint64_t position) {
  try {
    const std::optional<EventView> event = reader_.next(Framing::of(context_.format));
    // The events of a relay log bear the positions of another file, so that only a checksum tells.
    const bool sound = event && checksum_is_right(*event) &&
                       (in_relay_log_ ? event->has_checksum() : resync_.is_plausible(event->header, position));
    if (!sound) return false;
    source_->seek(position);
    reader_.open(*source_, position);
    return true;
  } catch (const FrameError&) {
    return false;
  }
}

/// From event to event.
void Dump::walk_to_start() {
  std::uint64_t before = reader_.position();
  while (reader_.position() < *options_.selection.start_position) {
    before = reader_.position();
    const std::optional<EventView> event = reader_.next(Framing::of(context_.format));
    if (!event) return note_end_before_start();
    if (event->header.type() == EventType::FORMAT_DESCRIPTION_EVENT) selection_->take(*event);
  }
  note_start(before);
}

void Dump::note_end_before_start() {
  note(fmt::format("--start-position={}: the log ends before it, at {}", *options_.selection.start_position,
                   reader_.position()));
}

/// The reader stands at --start-position, or at the first event behind it; the one before begins at `before`.
void Dump::note_start(std::uint64_t before) {
  const std::uint64_t start = *options_.selection.start_position;
  if (reader_.position() == start) return;
  note(fmt::format("--start-position={}: no event begins there; the nearest begin at {} and {}; going on at the latter",
                   start, before, reader_.position()));
}

void Dump::handle(const EventView& event) {
  take(event);
}

EventView Dump::verified(const EventView& event) {
  if (!options_.verify_checksums || checksum_is_right(event)) return event;
  outcome_ = std::max(outcome_, Outcome::kDamaged);
  message(fmt::format("offset {}: {}: checksum: stored 0x{:08x}, computed 0x{:08x}", event.position,
                      type_name(event.header.type_code), event.stored_checksum(), compute_checksum(event)));
  if (options_.mysqlbinlog) throw StopRun{};
  EventView marked = event;
  marked.checksum_verified = marked.checksum_failed = true;
  return marked;
}

bool Dump::selects_as_mysqlbinlog(const EventView& event) {
  switch (mysqlbinlog_selection_.judge(event, in_payload_, in_last_file_)) {
    case MysqlbinlogSelection::Verdict::kStop:
      throw StopRun{};
    case MysqlbinlogSelection::Verdict::kSkip:
      return false;
    case MysqlbinlogSelection::Verdict::kShow:
      break;
  }
  return true;
}

void Dump::show(const EventView& event) {
  if (options_.mysqlbinlog && !selects_as_mysqlbinlog(event)) return;
  if (!changes_events_) return show_as_it_is(event);
  show_changed(event);
}

void Dump::show_changed(const EventView& event) {
  EventView changed = database_rewriter_.rewrite(event, context_);
  if (options_.mysqlbinlog) changed.header.server_id = mysqlbinlog_selection_.server_id(changed.header.server_id);
  show_as_it_is(changed);
}

void Dump::show_as_it_is(const EventView& event) {
  try {
    if (event.header.type() == EventType::TRANSACTION_PAYLOAD_EVENT) {
      print_payload(event);
    } else {
      print(event);
    }
  } catch (const DecodeError& error) {
    show_damaged(event, error);
  } catch (const std::bad_alloc&) {
    // What it took has been given back, so that the events behind it can be shown.
    show_damaged(event, DecodeError(event.body_begin, "event", "there is not enough memory to show it"));
  }
}

void Dump::show_damaged(const EventView& event, const DecodeError& error) {
  report(event, error);
  if (options_.mysqlbinlog) throw StopRun{};
  try {
    printer_->print_damaged(event, context_, error);
  } catch (const std::bad_alloc&) {
    // Told already.
  }
  if (ends_at_fault()) throw StopRun{};
}

/// mysqlbinlog takes no format whose events have shorter headers; here they are taken to have those of version 4.
void Dump::check_format(const EventView& event) const {
  if (!options_.mysqlbinlog) return;
  constexpr std::size_t kOffset = kEventHeaderSize + 2 + FormatDescriptionEvent::kServerVersionSize + 4;
  const std::uint8_t size = decode_as<FormatDescriptionEvent>(event, context_).common_header_len;
  if (size < kEventHeaderSize) throw DecodeError(kOffset, "common_header_len", fmt::format("is {}", size));
}

void Dump::print(const EventView& event) {
  if (event.header.type() == EventType::FORMAT_DESCRIPTION_EVENT) [[unlikely]]
    return print_format(event);
  printer_->print(event, context_);
  // With --mysqlbinlog the printer refuses such events.
  if (options_.selection.require_row_format && !options_.mysqlbinlog) check_row_format(event);
}

void Dump::print_format(const EventView& event) {
  const bool in_use = (event.header.flags & LOG_EVENT_BINLOG_IN_USE_F) != 0;
  if (in_use && !options_.force_if_open) {
    throw InputError("the log is in use or was not closed properly, and --skip-force-if-open was given");
  }
  check_format(event);
  printer_->print(event, context_);
  update_format(event);
}

void Dump::check_row_format(const EventView& event) {
  if (!row_format_.violates(event, context_)) return;
  outcome_ = std::max(outcome_, Outcome::kDamaged);
  const std::string text =
      fmt::format("{}: not in row format, as --require-row-format wants it", type_name(event.header.type_code));
  message(fmt::format("offset {}: {}", event.position, text));
  printer_->print_fault(event.position, event.position, text);
}

void Dump::update_format(const EventView& event) {
  FormatDescription format(decode_as<FormatDescriptionEvent>(event, context_));
  // Without a version that servers have had it is not known whether it has a checksum itself.
  const bool is_sound =
      !event.checksum_failed && format.binlog_version == 4 && ServerVersion::parse(format.server_version).major > 0;
  if (!options_.mysqlbinlog && format_is_sure_ && !is_sound) {
    // Or it is another event whose type is damaged.
    return format_fault(event.position, "this FORMAT_DESCRIPTION_EVENT can't be right: the one before it holds on");
  }
  format_is_sure_ = is_sound;
  format_position_ = event.position;
  // No server writes another length than this.
  if (!is_sound && !options_.mysqlbinlog) format.common_header_len = kEventHeaderSize;
  context_.format = std::move(format);
  context_.clear_table_maps();
  doubts_checksums_ = !options_.mysqlbinlog && (!is_sound || !context_.format.events_have_checksum());
  if ((event.header.flags & LOG_EVENT_RELAY_LOG_F) != 0) in_relay_log_ = true;
  in_use_ = (event.header.flags & LOG_EVENT_BINLOG_IN_USE_F) != 0;
}

void Dump::format_fault(std::uint64_t position, std::string_view reason) {
  outcome_ = std::max(outcome_, Outcome::kDamaged);
  const std::string text = fmt::format("offset {}: {}", position, reason);
  message(text);
  printer_->print_fault(position, position, text);
}

void Dump::print_payload(const EventView& event) {
  if (printer_->skips_payload(event, context_)) return;
  const auto payload = decode_as<TransactionPayloadEvent>(event, context_);
  bool begun = false;
  for_each_inner(event, [&](const EventView& inner) {
    if (!std::exchange(begun, true)) printer_->begin_payload(event, payload, &inner, context_);
    show_inner(inner);
    return true;
  });
  if (!begun) printer_->begin_payload(event, payload, nullptr, context_);
  printer_->end_payload();
}

void Dump::for_each_inner(const EventView& event, const TakeInner& take) {
  const auto payload = decode_as<TransactionPayloadEvent>(event, context_);
  in_payload_ = true;
  payload_reader_.open(payload);
  const std::uint8_t header_size = context_.format.common_header_len;
  const bool as_stored = printer_->inner_events() == Printer::InnerEvents::kAsStored;
  bool any = false;
  try {
    while (const std::optional<EventView> inner = payload_reader_.next(header_size)) {
      any = true;
      if (schema_) schema_->watch(*inner, context_);
      if (inner->header.type() == EventType::TRANSACTION_PAYLOAD_EVENT) {
        throw DecodeError(event.body_end, "payload", "holds another payload");
      }
      // No server writes it, and it changes nothing.
      if (inner->header.type() == EventType::FORMAT_DESCRIPTION_EVENT && !as_stored) continue;
      if (!take(as_stored ? *inner : payload_reader_.as_logged(*inner, event))) return;
    }
  } catch (const FrameError& error) {
    throw DecodeError(event.body_end - payload.payload.size(), "payload",
                      fmt::format("{} (decompressed offset {})", error.what(), error.position()));
  }
  if (!any && payload.compression_type != TransactionPayloadEvent::kNone) {
    throw DecodeError(event.body_end, "payload", "holds no event");
  }
}

void Dump::show_inner(const EventView& event) {
  if (event.header.type() == EventType::FORMAT_DESCRIPTION_EVENT) {
    printer_->print(event, context_);
  } else {
    show(event);
  }
}

std::optional<DecodeError> Dump::read_payload(const EventView& event, const TakeInner& take) {
  try {
    for_each_inner(event, take);
    return std::nullopt;
  } catch (const DecodeError& error) {
    return error;
  }
}

void Dump::begin_selected_payload(const EventView& event, const EventView* first, bool shown) {
  const EventView checked = verified(event);
  if (shown) {
    printer_->begin_payload(checked, decode_as<TransactionPayloadEvent>(event, context_), first, context_);
  } else {
    printer_->enter_payload(checked);
  }
}

void Dump::end_selected_payload(bool shown) {
  shown ? printer_->end_payload() : printer_->leave_payload();
}

void Dump::take_table_map(const EventView& event) {
  try {
    context_.add_table_map(event.bytes, event.body_begin, event.body_end);
  } catch (const DecodeError&) {
    // Its rows, if they are shown, will have none.
  }
}

void Dump::show_damaged_payload(const EventView& event, const DecodeError& error) {
  report(event, error);
  printer_->leave_payload();
  printer_->print_damaged(event, context_, error);
}

bool Dump::checksum_is_right(const EventView& event) const {
  if (!event.has_checksum()) return true;
  if (event.checksum_verified) return !event.checksum_failed;
  ChecksumAlgorithm algorithm = context_.format.checksum_alg;
  if (event.header.type() == EventType::FORMAT_DESCRIPTION_EVENT) {
    // Its checksum is right in logs without checksums, too, but mysqlbinlog does not look at it there.
    algorithm = static_cast<ChecksumAlgorithm>(load_u8(&event.bytes[event.body_end - 1]));
    if (!options_.mysqlbinlog) algorithm = ChecksumAlgorithm::kCrc32;
  }
  return algorithm != ChecksumAlgorithm::kCrc32 || compute_checksum(event) == event.stored_checksum();
}

void Dump::note_other_position(const EventView& event) {
  const std::uint64_t end = event.position + event.bytes.size();
  if (position_disagreement_ || in_relay_log_ || event.header.log_pos == 0 ||
      (event.header.flags & kForeignFlags) != 0) {
    return;
  }
  position_disagreement_ = true;
  message(
      fmt::format("offset {}: {}: the stored next position is {}, but the event ends at {}; going by the file "
                  "(further cases are not mentioned)",
                  event.position, type_name(event.header.type_code), event.header.log_pos, end));
}

void Dump::note(std::string_view text) const {
  if (!options_.quiet) message(text);
}

void Dump::write_line(std::string_view text) const {
  // Both may go to one terminal: what is printed already comes first, and ends in a whole line.
  out_.flush();
  if (options_.before_message) options_.before_message();
  // Names from the log and of files may be in it.
  const std::string line = visible_message(text) + '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
}

void Dump::message(std::string_view text) const {
  if (reports_faults()) return;
  write_line(fmt::format("binlogdump: {}: {}", path_, text));
}

void Dump::report_rows(const EventView& event, const DecodeError& error) {
  // The text has its own words about it, and mysqlbinlog's exit code stays 0.
  const Outcome before = outcome_;
  report(event, error);
  if (options_.mysqlbinlog) outcome_ = before;
}

void Dump::report(const EventView& event, const DecodeError& error) {
  outcome_ = std::max(outcome_, Outcome::kDamaged);
  message(fmt::format("offset {}: {}: {} (byte {} of the event)", event.position, type_name(event.header.type_code),
                      error.what(), error.offset()));
}

void Dump::fault(Outcome outcome, std::uint64_t position, std::string_view text) {
  outcome_ = std::max(outcome_, outcome);
  if (!reports_faults()) write_line(fmt::format("binlogdump: {}", text));
  if (options_.mysqlbinlog) throw StopRun{};
  // Its name stands above already.
  const std::string name = path_ + ": ";
  if (text.starts_with(name)) text.remove_prefix(name.size());
  if (file_shown_) {
    printer_->print_fault(position, reader_.position(), std::string(text));
  } else {
    printer_->print_unusable(path_, std::string(text));
  }
  if (ends_at_fault()) throw StopRun{};
}

void Dump::fault_at_position(const std::exception& error) {
  fault(Outcome::kDamaged, fmt::format("{}: offset {}: {}", path_, reader_.position(), error.what()));
}

void Dump::warn_unfinished() const {
  if (printer_->has_unfinished_rows()) {
    note("ends inside a statement: row events without STMT_END_F have not been printed beyond their header lines");
  }
  if (printer_->has_unfinished_variables()) {
    note("ends with an INTVAR, RAND or USER_VAR event whose statement is missing; it has not been printed");
  }
}

}  // namespace binlogdump
