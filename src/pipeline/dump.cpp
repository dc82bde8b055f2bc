#include "pipeline/dump.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace binlogdump {

namespace {

std::string type_name(std::uint8_t type_code) {
  const std::string_view name = event_type_name(type_code);
  return name.empty() ? fmt::format("event type {}", type_code) : std::string(name);
}

auto printer_maker(const PrintOptions& options) {
  if (options.check_coverage) return make_coverage_printer;
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

Dump::Dump(TextBuffer& out, const DumpOptions& options) : out_(out), options_(options) {
  PrinterMessages messages{
      .fault = [this](const EventView& event, const DecodeError& error) { report_rows(event, error); },
      .warning = [this](const std::string& text) { note(text); }};
  const auto make = options.mysqlbinlog ? make_mysqlbinlog_printer : printer_maker(options.print);
  printer_ = make(out, options.print, std::move(messages));
  if (!options.selection.where.empty() && !options.print.check_coverage) {
    condition_ = RowCondition::parse_any(options.selection.where);
    condition_->use_local_timestamps(options.print.local_timestamps);
  }
}

Outcome Dump::run(const std::vector<std::string>& files) {
  printer_->begin();
  try {
    for (const std::string& path : files) dump_file(path, &path == &files.back());
  } catch (const StopRun&) {
  }
  warn_unfinished();
  warn_of_condition();
  printer_->end();
  out_.flush();
  return outcome_;
}

void Dump::dump_file(const std::string& path, bool is_last) {
  path_ = path;
  earlier_bytes_ += reader_.position();
  earlier_events_ += events_read_;
  context_.format = {};
  context_.clear_table_maps();
  events_read_ = 0;
  in_relay_log_ = false;
  in_use_ = false;
  position_disagreement_ = false;
  file_shown_ = false;
  try {
    FileSource source(path);
    source.set_before_waiting([this] { out_.flush(); });
    reader_.open(source);
    try {
      reader_.read_magic();
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: {}", path, error.what()));
    }
    printer_->begin_file(path, source);
    file_shown_ = true;
    try {
      read_events();
    } catch (...) {
      printer_->end_file(false);
      throw;
    }
    printer_->end_file(!is_last);
  } catch (const InputError& error) {
    // With the file's name in it or, where it was found out in the middle of the reading, without.
    if (events_read_ == 0) return fault(Outcome::kUnusable, error.what());
    fault_at_position(error);
  } catch (const SideFileError& error) {
    fault_at_position(error);
  }
}

void Dump::read_events() {
  try {
    while (const std::optional<EventView> event = reader_.next(Framing::of(context_.format))) {
      if (events_read_++ == 0) check_first_event(*event);
      if (options_.progress) options_.progress(earlier_bytes_ + event->position, earlier_events_ + events_read_);
      compare_next_position(*event);
      handle(*event);
    }
  } catch (const FrameError& error) {
    if (options_.mysqlbinlog && in_use_ && error.kind() == FrameError::Kind::kTruncated) {
      // The server may be writing the rest just now.
      return message(fmt::format("ends with a cut event: {}", error.what()));
    }
    fault(events_read_ == 0 ? Outcome::kUnusable : Outcome::kDamaged, fmt::format("{}: {}", path_, error.what()));
    return print_rest();
  }
  if (events_read_ == 0 && !options_.mysqlbinlog) fault(Outcome::kUnusable, path_ + ": no event behind the magic");
}

void Dump::print_rest() {
  if (!printer_->wants_undecoded()) return;
  while (true) {
    const std::uint64_t position = reader_.position();
    const Bytes bytes = reader_.next_bytes();
    if (bytes.empty()) return;
    printer_->print_undecoded(position, bytes);
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
        fmt::format("offset {}: the log does not begin with a FORMAT_DESCRIPTION_EVENT; read as version 4 without "
                    "checksums",
                    event.position));
  }
}

void Dump::handle(const EventView& event) {
  if (!options_.verify_checksums || checksum_is_right(event)) return show(event);
  outcome_ = std::max(outcome_, Outcome::kDamaged);
  message(fmt::format("offset {}: {}: checksum: stored 0x{:08x}, computed 0x{:08x}", event.position,
                      type_name(event.header.type_code), event.stored_checksum(), compute_checksum(event)));
  if (options_.mysqlbinlog) throw StopRun{};
  EventView marked = event;
  marked.checksum_failed = true;
  show(marked);
}

bool Dump::hides_rows(EventView& event) {
  if (!condition_ || !is_rows_event(event.header.type())) return false;
  if (!condition_->select(event, context_, selected_rows_)) return true;
  event.selected_rows = &selected_rows_;
  return false;
}

void Dump::show(const EventView& event) {
  try {
    if (event.header.type() == EventType::TRANSACTION_PAYLOAD_EVENT) {
      print_payload(event);
    } else {
      print(event);
    }
  } catch (const DecodeError& error) {
    report(event, error);
    if (options_.mysqlbinlog) throw StopRun{};
    printer_->print_damaged(event, context_, error);
  }
}

void Dump::print(const EventView& event) {
  const bool in_use = (event.header.flags & LOG_EVENT_BINLOG_IN_USE_F) != 0;
  if (event.header.type() == EventType::FORMAT_DESCRIPTION_EVENT && in_use && !options_.force_if_open) {
    throw InputError("the log is in use or was not closed properly, and --skip-force-if-open was given");
  }
  EventView shown = event;
  if (hides_rows(shown)) return;
  printer_->print(shown, context_);
  if (event.header.type() == EventType::FORMAT_DESCRIPTION_EVENT) update_format(event);
}

void Dump::update_format(const EventView& event) {
  context_.format = FormatDescription(decode_as<FormatDescriptionEvent>(event, context_));
  context_.clear_table_maps();
  if ((event.header.flags & LOG_EVENT_RELAY_LOG_F) != 0) in_relay_log_ = true;
  in_use_ = (event.header.flags & LOG_EVENT_BINLOG_IN_USE_F) != 0;
}

void Dump::print_payload(const EventView& event) {
  const auto payload = decode_as<TransactionPayloadEvent>(event, context_);
  payload_reader_.open(payload);
  try {
    const std::uint8_t header_size = context_.format.common_header_len;
    std::optional<EventView> inner = payload_reader_.next(header_size);
    if (!inner && payload.compression_type != TransactionPayloadEvent::kNone) {
      throw DecodeError(event.body_end, "payload", "holds no event");
    }
    printer_->begin_payload(event, payload, inner ? &*inner : nullptr, context_);
    const bool as_stored = printer_->inner_events() == Printer::InnerEvents::kAsStored;
    for (; inner; inner = payload_reader_.next(header_size)) {
      if (inner->header.type() == EventType::TRANSACTION_PAYLOAD_EVENT) {
        throw DecodeError(event.body_end, "payload", "holds another payload");
      }
      if (inner->header.type() == EventType::FORMAT_DESCRIPTION_EVENT) {
        // No server writes it, and it changes nothing.
        if (as_stored) printer_->print(*inner, context_);
        continue;
      }
      show(as_stored ? *inner : payload_reader_.as_logged(*inner, event));
    }
  } catch (const FrameError& error) {
    throw DecodeError(event.body_end - payload.payload.size(), "payload",
                      fmt::format("{} (decompressed offset {})", error.what(), error.position()));
  }
  printer_->end_payload();
}

bool Dump::checksum_is_right(const EventView& event) const {
  if (!event.has_checksum()) return true;
  ChecksumAlgorithm algorithm = context_.format.checksum_alg;
  if (event.header.type() == EventType::FORMAT_DESCRIPTION_EVENT) {
    // Its checksum is right in logs without checksums, too, but mysqlbinlog does not look at it there.
    algorithm = static_cast<ChecksumAlgorithm>(load_u8(&event.bytes[event.body_end - 1]));
    if (!options_.mysqlbinlog) algorithm = ChecksumAlgorithm::kCrc32;
  }
  return algorithm != ChecksumAlgorithm::kCrc32 || compute_checksum(event) == event.stored_checksum();
}

void Dump::compare_next_position(const EventView& event) {
  constexpr std::uint16_t kForeign = LOG_EVENT_ARTIFICIAL_F | LOG_EVENT_RELAY_LOG_F;
  const std::uint64_t end = event.position + event.bytes.size();
  if (position_disagreement_ || in_relay_log_ || event.header.log_pos == static_cast<std::uint32_t>(end) ||
      event.header.log_pos == 0 || (event.header.flags & kForeign) != 0) {
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

void Dump::write_line(const std::string& line) const {
  // Both may go to one terminal: what is printed already comes first, and ends in a whole line.
  out_.flush();
  if (options_.before_message) options_.before_message();
  std::fwrite(line.data(), 1, line.size(), stderr);
}

void Dump::message(std::string_view text) const {
  write_line(fmt::format("binlogdump: {}: {}\n", path_, text));
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

void Dump::fault(Outcome outcome, std::string_view text) {
  outcome_ = std::max(outcome_, outcome);
  write_line(fmt::format("binlogdump: {}\n", text));
  if (options_.mysqlbinlog) throw StopRun{};
  if (!file_shown_) return;
  // Its name stands above already.
  const std::string name = path_ + ": ";
  if (text.starts_with(name)) text.remove_prefix(name.size());
  printer_->print_fault(reader_.position(), std::string(text));
}

void Dump::fault_at_position(const std::exception& error) {
  fault(Outcome::kDamaged, fmt::format("{}: offset {}: {}", path_, reader_.position(), error.what()));
}

void Dump::warn_of_condition() const {
  if (!condition_) return;
  for (const std::string& column : condition_->unknown_columns()) {
    note(fmt::format(
        "--where: no table here has a column {}{}", column,
        condition_->met_unnamed_columns() ? " (tables without column names in the log: @N can be used)" : ""));
  }
  for (const std::string& text : condition_->notes()) note("--where: " + text);
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
