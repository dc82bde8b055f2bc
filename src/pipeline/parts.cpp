#include "pipeline/parts.h"

#include <algorithm>
#include <system_error>
#include <thread>
#include <utility>

#include "binlogdump/rows_event.h"
#include "pipeline/dump.h"

namespace binlogdump {

namespace {

/// Events from this size on are left to the caller: a worker's buffer would have to hold them.
constexpr std::size_t kLargestEvent = 1 << 20;
/// After an assumption that was wrong: parts whose events are all looked at for the assumptions behind them.
constexpr int kPartsWithAll = 64;
/// Of the table maps that are kept for a statement that goes on in the next part; rows of others wait for their turn.
constexpr std::size_t kMostMaps = 256;
constexpr std::size_t kLargestMap = 8192;

}  // namespace

/// Hands a worker's text on when it is its turn.
class Parts::WorkerOutput : public Sink {
 public:
  WorkerOutput(Parts& parts, Worker& worker) : parts_(parts), worker_(worker) {}
  void write(std::string_view text) override {
    parts_.wait_for_turn(worker_);
    parts_.dump_.out_.append(text);
  }

 private:
  Parts& parts_;
  Worker& worker_;
};

struct Parts::Worker {
  Worker(Parts& parts, std::size_t text_size) : output(parts, *this), text(&output, text_size) {}

  WorkerOutput output;
  TextBuffer text;
  std::unique_ptr<Dump> dump;
  std::uint64_t file = 0;  ///< That the dump has begun with.

  // The part.
  std::uint64_t number = 0;
  EventReader::Piece piece;
  std::unique_ptr<PrinterMemory> memory;  ///< That it begins with, made up.
  std::vector<std::string> statement_maps;
  Resync::Memory resync;
  bool is_its_turn = false;
  std::uint64_t events = 0;  ///< Printed so far.
  std::size_t printed = 0;   ///< Bytes of them.
};

bool Parts::are_possible(const DumpOptions& options) {
  const PrintOptions& print = options.print;
  if (options.threads < 2 || options.mysqlbinlog || options.salvage || !options.resync || options.source.follow) {
    return false;
  }
  if (print.check_coverage || print.verify != Verify::kNo || Selection::is_wanted(options.selection)) return false;
  if (options.selection.require_row_format || !options.schema_files.empty() || !print.rewrite_db.empty()) return false;
  switch (print.format) {
    case Format::kText:
      // BINLOG statements hold events of several parts together.
      return !print.short_form && print.base64_output != Base64Output::kAuto && print.local_load.empty();
    case Format::kHex:
    case Format::kJson:
      return true;
    case Format::kEvents:
      break;
  }
  return false;
}

Parts::Parts(Dump& dump) : dump_(dump) {
  const bool is_hex = dump.options_.print.format == Format::kHex;
  // A hex dump is some ten times as long as its log, the others are two or three times.
  part_size_ = dump.options_.part_size != 0 ? dump.options_.part_size : (is_hex ? 128 : 448) * std::size_t{1024};
  text_size_ = (is_hex ? 4 : 5) * (std::size_t{1} << 19);
}

Parts::~Parts() = default;

void Parts::begin_file() {
  ++file_;
  pause_ = 0;
  // A small log is printed before a thread has begun.
  next_try_ = 2 * part_size_;
}

bool Parts::may_begin() const {
  return dump_.reader_.position() >= next_try_ && dump_.events_read_ > 0 && dump_.format_is_sure_ &&
         !dump_.doubts_checksums_ && !dump_.in_relay_log_;
}

void Parts::make_workers() {
  try {
    while (workers_.size() < dump_.options_.threads) {
      auto worker = std::make_unique<Worker>(*this, text_size_);
      worker->dump = make_dump(*worker);
      workers_.push_back(std::move(worker));
    }
  } catch (const std::bad_alloc&) {
    // It goes on with fewer; the caller, in the end.
  }
}

std::unique_ptr<Dump> Parts::make_dump(Worker& worker) {
  DumpOptions options = dump_.options_;
  options.threads = 1;
  options.progress = {};
  options.before_message = [this, &worker] {
    wait_for_turn(worker);
    dump_.out_.flush();
    if (dump_.options_.before_message) dump_.options_.before_message();
  };
  auto dump = std::make_unique<Dump>(worker.text, options);
  dump->await_earlier_parts_ = [this, &worker] { wait_for_turn(worker); };
  worker.file = 0;
  return dump;
}

void Parts::renew(Worker& worker) {
  worker.text.clear();
  worker.dump = make_dump(worker);
}

void Parts::begin_file(Worker& worker) {
  Dump& dump = *worker.dump;
  dump.context_.format = dump_.context_.format;
  if (worker.file == file_) return;
  worker.file = file_;
  dump.path_ = dump_.path_;
  dump.file_shown_ = true;
  dump.printer_->begin_file(dump_.path_, *dump_.source_);
  // It has a heading already.
  worker.text.clear();
}

void Parts::print() {
  memory_ = dump_.printer_->memory();
  make_workers();
  if (memory_ == nullptr || workers_.empty()) {
    next_try_ = ~std::uint64_t{0};
    return;
  }
  const std::uint64_t begin = dump_.reader_.position();
  no_more_ = stopped_ = false;
  passes_all_ = 0;
  next_number_ = 0;
  turn_ = 0;
  failure_ = nullptr;
  discarded_.clear();
  statement_maps_.clear();
  is_running_ = true;
  std::vector<std::thread> threads;
  if (take(*workers_[0])) {
    try {
      for (std::size_t i = 1; i < workers_.size(); ++i) {
        threads.emplace_back([this, i] {
          if (take(*workers_[i])) work(*workers_[i]);
        });
      }
    } catch (const std::system_error&) {
      // It goes on with fewer.
    }
    work(*workers_[0]);
  }
  for (std::thread& thread : threads) thread.join();
  is_running_ = false;
  if (failure_) std::rethrow_exception(failure_);
  dump_.printer_->recall(*memory_);
  dump_.reader_.give_back(discarded_);
  const std::uint64_t position = dump_.reader_.position();
  const bool lasted = position - begin >= 16 * part_size_;
  pause_ = lasted ? 0 : std::min<std::uint64_t>(std::max<std::uint64_t>(2 * pause_, part_size_), 64 << 20);
  next_try_ = position + 1 + pause_;
}

// --- taking parts

bool Parts::take(Worker& worker) {
  const std::lock_guard lock(taking_);
  if (no_more_) return false;
  try {
    no_more_ = !take_events(worker);
  } catch (const std::exception&) {
    // The caller finds it again.
    no_more_ = true;
  }
  return !no_more_;
}

bool Parts::take_events(Worker& worker) {
  worker.memory = dump_.printer_->memory();
  worker.resync = dump_.resync_.memory();
  worker.statement_maps = statement_maps_;
  const Bytes ahead = look_ahead();
  const Framing framing = Framing::of(dump_.context_.format);
  const std::uint64_t begin = dump_.reader_.position();
  std::size_t size = 0;
  std::size_t last = 0;  // Where the last event begins,
  struct {
    std::size_t begin = 0;        // the last GTID event,
    std::size_t before = 0;       // the one before it,
    std::size_t last_before = 0;  // and the event in front of it.
  } transaction;
  bool is_behind_gtid = false;
  // A transaction begins in one part with its GTID.
  while (size < part_size_ || is_behind_gtid) {
    const std::size_t event_size = ordinary_event_size(ahead.substr(size), begin + size, framing);
    if (event_size == 0) break;
    const std::size_t end = size + event_size;
    is_behind_gtid = is_gtid_event(static_cast<EventType>(load_u8(&ahead[size + EventHeader::kTypeOffset])));
    if (is_behind_gtid && size > 0 && ordinary_event_size(ahead.substr(end), begin + end, framing) == 0) break;
    if (is_behind_gtid) transaction = {size, transaction.begin, last};
    last = size;
    size = end;
  }
  // Nor is it torn if most of the part is left: its end tells of all of it, for which earlier parts would be awaited.
  if (transaction.begin > size / 2) {
    size = transaction.begin;
    last = transaction.last_before;
    transaction.begin = transaction.before;
  }
  if (size == 0) return false;
  // The last transaction tells nearly all that there is to remember.
  note_events(worker, ahead.substr(0, size), passes_all_ > 0 ? 0 : transaction.begin, last);
  if (passes_all_ > 0) --passes_all_;
  dump_.reader_.detach(size, worker.piece);
  worker.number = next_number_++;
  return true;
}

/// Takes note of the events from `from` on; the last one begins at `last`.
void Parts::note_events(Worker& worker, Bytes events, std::size_t from, std::size_t last) {
  const Framing framing = Framing::of(dump_.context_.format);
  const std::uint64_t begin = dump_.reader_.position();
  if (from > 0) statement_maps_.clear();
  for (std::size_t at = from; at < events.size();) {
    const EventView event =
        make_event_view(events.substr(at, load_u32(&events[at + EventHeader::kSizeOffset])), begin + at, framing);
    note(event);
    const bool is_payload = event.header.type() == EventType::TRANSACTION_PAYLOAD_EVENT;
    if (is_payload && at == last && dump_.printer_->passes_payload_events()) pass_payload(worker, event);
    at += event.bytes.size();
  }
  const EventView newest = make_event_view(events.substr(last), begin + last, framing);
  dump_.resync_.note_sound_bytes(last, newest.header.server_id);
  dump_.resync_.note_sound(newest);
}

Bytes Parts::look_ahead() {
  EventReader& reader = dump_.reader_;
  // What comes from a pipe is not waited for.
  const Bytes ahead = reader.peek(dump_.source_->seekable() ? part_size_ : 1);
  if (ahead.size() < kEventHeaderSize) return ahead;
  const std::uint32_t size = load_u32(&ahead[EventHeader::kSizeOffset]);
  return size <= ahead.size() || size > kLargestEvent ? ahead : reader.peek(size);
}

/// Of the event at the beginning of `bytes`; 0 if it is none for parts, or not all there.
std::size_t Parts::ordinary_event_size(Bytes bytes, std::uint64_t position, const Framing& framing) {
  if (bytes.size() < kEventHeaderSize) return 0;
  const std::uint32_t size = load_u32(&bytes[EventHeader::kSizeOffset]);
  if (size < framing.common_header_len + kChecksumSize || size > bytes.size()) return 0;
  if (load_u32(&bytes[EventHeader::kLogPosOffset]) != static_cast<std::uint32_t>(position + size)) return 0;
  if ((load_u16(&bytes[EventHeader::kFlagsOffset]) & kForeignFlags) != 0) return 0;
  return is_event_of_transaction(static_cast<EventType>(load_u8(&bytes[EventHeader::kTypeOffset]))) ? size : 0;
}

void Parts::note(const EventView& event) {
  try {
    note_statement(event);
    dump_.printer_->pass(event, dump_.context_);
  } catch (const DecodeError&) {
    // It will be told when the event is printed.
  }
}

void Parts::note_statement(const EventView& event) {
  const EventType type = event.header.type();
  if (type == EventType::TABLE_MAP_EVENT) {
    const bool is_kept = statement_maps_.size() < kMostMaps && event.bytes.size() <= kLargestMap;
    if (is_kept) statement_maps_.emplace_back(event.bytes);
  } else if (is_rows_event(type)) {
    Cursor<NoTrace> in(event.bytes, event.body_begin, event.body_end);
    if (RowsEvent::decode_post_header(in, dump_.context_, type).ends_statement()) statement_maps_.clear();
  }
}

/// The worker's means to decompress are not in use just now.
void Parts::pass_payload(Worker& worker, const EventView& event) {
  try {
    begin_file(worker);
    worker.dump->for_each_inner(event, [&](const EventView& inner) {
      const EventType type = inner.header.type();
      if (type == EventType::TABLE_MAP_EVENT || is_rows_event(type)) return false;
      dump_.printer_->pass(inner, dump_.context_);
      return true;
    });
  } catch (const DecodeError&) {
    // It will be told when the payload is printed.
  }
  dump_.printer_->pass(event, dump_.context_);
}

// --- printing them

/// From the part on that it has taken.
void Parts::work(Worker& worker) {
  do {
    try {
      print_part(worker);
    } catch (const Discarded&) {
      discard(worker);
    } catch (...) {
      give_up(std::current_exception());
    }
  } while (take(worker));
}

void Parts::print_part(Worker& worker) {
  worker.is_its_turn = false;
  try {
    begin_part(worker, nullptr);
    print_events(worker);
    wait_for_turn(worker);
  } catch (const Contradiction&) {
    {
      const std::lock_guard lock(taking_);
      passes_all_ = kPartsWithAll;
    }
    renew(worker);
    begin_part(worker, memory_.get());
    print_events(worker);
  }
  finish(worker);
}

/// `before`: what the part before ended with, if its turn has come already.
void Parts::begin_part(Worker& worker, const PrinterMemory* before) {
  begin_file(worker);
  worker.events = 0;
  worker.printed = 0;
  Dump& dump = *worker.dump;
  if (before != nullptr) {
    dump.printer_->recall(*before);
  } else {
    dump.printer_->begin_part(*worker.memory);
  }
  dump.context_.begin_part([this, &worker](std::uint64_t table_id) {
    wait_for_turn(worker);
    return dump_.context_.table_map(table_id);
  });
  const Framing framing = Framing::of(dump.context_.format);
  for (const std::string& map : worker.statement_maps) dump.take_table_map(make_event_view(map, 0, framing));
}

void Parts::print_events(Worker& worker) {
  Dump& dump = *worker.dump;
  const Framing framing = Framing::of(dump.context_.format);
  const Bytes bytes = worker.piece.bytes;
  while (worker.printed < bytes.size()) {
    const std::uint32_t size = load_u32(&bytes[worker.printed + EventHeader::kSizeOffset]);
    EventView event =
        make_event_view(bytes.substr(worker.printed, size), worker.piece.position + worker.printed, framing);
    if (dump.options_.verify_checksums) {
      // Then it may be no event at all, which is not for us to find out.
      if (!dump.checksum_is_right(event)) return wait_for_turn(worker);
      event.checksum_verified = true;
    }
    dump.handle(event);
    worker.printed += size;
    ++worker.events;
  }
}

void Parts::finish(Worker& worker) {
  worker.text.flush();
  Dump& dump = *worker.dump;
  memory_ = dump.printer_->memory();
  dump_.context_.add_table_maps_of(dump.context_);
  dump_.outcome_ = std::max(dump_.outcome_, dump.outcome_);
  dump_.events_read_ += worker.events;
  if (dump_.options_.progress) {
    dump_.options_.progress(dump_.earlier_bytes_ + worker.piece.position + worker.printed,
                            dump_.earlier_events_ + dump_.events_read_);
  }
  if (!dump_.source_->seekable()) dump_.out_.flush();
  if (worker.printed < worker.piece.bytes.size()) stop_behind(worker);
  end_turn();
}

/// The rest of the part, and all behind it, is left to the caller.
void Parts::stop_behind(Worker& worker) {
  stopped_ = true;
  discarded_ = worker.piece.bytes.substr(worker.printed);
  const std::lock_guard lock(taking_);
  no_more_ = true;
  dump_.resync_.recall(worker.resync);
  const Framing framing = Framing::of(dump_.context_.format);
  const Bytes bytes = worker.piece.bytes.substr(0, worker.printed);
  for (std::size_t at = 0; at < bytes.size();) {
    const EventView event = make_event_view(bytes.substr(at, load_u32(&bytes[at + EventHeader::kSizeOffset])),
                                            worker.piece.position + at, framing);
    dump_.resync_.note_sound(event);
    at += event.bytes.size();
  }
}

void Parts::discard(Worker& worker) {
  renew(worker);
  if (!worker.is_its_turn) return;  // Somebody has given up.
  discarded_.append(worker.piece.bytes);
  end_turn();
}

/// Returns once all earlier parts have been written. Throws Discarded, Contradiction.
void Parts::wait_for_turn(Worker& worker) {
  if (worker.is_its_turn) return;
  // It mostly comes soon: falling asleep and being woken would take longer.
  constexpr int kTries = 100;
  for (int i = 0; i < kTries && turn_ != worker.number; ++i) std::this_thread::yield();
  {
    std::unique_lock lock(order_);
    turn_ended_.wait(lock, [&] { return turn_ == worker.number || failure_; });
    if (failure_) throw Discarded{};
  }
  worker.is_its_turn = true;
  if (stopped_) throw Discarded{};
  if (!worker.dump->printer_->settle(*memory_)) throw Contradiction{};
}

void Parts::end_turn() {
  {
    const std::lock_guard lock(order_);
    ++turn_;
  }
  turn_ended_.notify_all();
}

void Parts::give_up(std::exception_ptr failure) {
  {
    const std::lock_guard lock(taking_);
    no_more_ = true;
  }
  {
    const std::lock_guard lock(order_);
    if (!failure_) failure_ = std::move(failure);
  }
  turn_ended_.notify_all();
}

}  // namespace binlogdump
