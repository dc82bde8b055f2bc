// --check-coverage: how many bytes of each file have a label, one tab-separated line for each.

#include <memory>
#include <string>

#include "binlogdump/encryption_header.h"
#include "binlogdump/printer.h"
#include "binlogdump/reader.h"
#include "binlogdump/rows_event.h"
#include "printers/readable_text.h"

namespace binlogdump {

namespace {

/// Columns of a line:
///   file
///   bytes                     of the file; of a compressed one of what is in it
///   labelled                  of these; each byte should have exactly one label
///   unparsed                  of these: what no decoder knows
///   undecoded                 what follows an error, rows without their table, payloads that can't be read; also
///   inside
///                             of payloads
///   bytes inside payloads     decompressed
///   unparsed inside payloads
class CoveragePrinter final : public Printer, private RowSink {
 public:
  explicit CoveragePrinter(TextBuffer& out) : out_(out) {}

  void begin() override {
    out_.append("file\tbytes\tlabelled\tunparsed\tundecoded\tbytes inside payloads\tunparsed inside payloads\n");
  }

  void begin_file(const std::string& path, const LogSource& source) override {
    path_ = path;
    file_ = {.bytes = kBinlogMagic.size(), .labelled = kBinlogMagic.size()};
    payloads_ = {};
    counts_ = &file_;
    if (const Bytes header = source.encryption_header(); !header.empty()) {
      Cursor<FieldTrace> in(header, FieldTrace{.tape = &tape_});
      EncryptionHeader::decode(in);
      file_.bytes += header.size();
      take_tape();
    }
  }

  void end_file(bool) override {
    append_visible(out_, path_, LineBreaks::kEscape);
    for (const std::uint64_t count : {file_.bytes, file_.labelled, file_.unparsed,
                                      file_.undecoded + payloads_.undecoded, payloads_.bytes, payloads_.unparsed}) {
      out_.append('\t');
      out_.append_number(count);
    }
    out_.append('\n');
  }

  void print(const EventView& event, DecodeContext& context) override {
    const Counts before = *counts_;
    try {
      if (const std::optional<DecodeError> error = count(event, context)) throw *error;
    } catch (const std::bad_alloc&) {
      tape_ = {};
      *counts_ = before;
      counts_->bytes += event.bytes.size();
      counts_->labelled += event.bytes.size();
      counts_->undecoded += event.bytes.size();
      throw;
    }
  }

  void print_damaged(const EventView& event, DecodeContext& context, const DecodeError&) override {
    // print() counts all events, whatever their faults; a payload that can't be read has not come to it.
    if (event.header.type() != EventType::TRANSACTION_PAYLOAD_EVENT) return;
    const bool was_counted = counts_ == &payloads_;
    counts_ = &file_;
    if (!was_counted && count(event, context)) return;
    file_.undecoded += payload_size_;
  }

  void print_fault(std::uint64_t, std::uint64_t, const std::string&) override {}

  bool wants_undecoded() const override { return true; }
  void print_undecoded(std::uint64_t, Bytes bytes) override {
    file_.bytes += bytes.size();
    file_.labelled += bytes.size();
    file_.undecoded += bytes.size();
  }

  InnerEvents inner_events() const override { return InnerEvents::kAsStored; }
  void begin_payload(const EventView& event, const TransactionPayloadEvent&, const EventView*,
                     DecodeContext& context) override {
    print(event, context);
    counts_ = &payloads_;
  }
  void end_payload() override { counts_ = &file_; }
  void enter_payload(const EventView&) override { counts_ = &payloads_; }
  void leave_payload() override { counts_ = &file_; }

 private:
  struct Counts {
    std::uint64_t bytes = 0;
    std::uint64_t labelled = 0;
    std::uint64_t unparsed = 0;
    std::uint64_t undecoded = 0;
  };

  std::optional<DecodeError> count(const EventView& event, DecodeContext& context) {
    counts_->bytes += event.bytes.size();
    rows_begun_ = false;
    std::optional<DecodeError> error = trace_event(event, context, tape_, *this);
    take_tape();
    if (!error && is_rows_event(event.header.type()) && !rows_begun_) error = no_table_map(event.body_begin, table_id_);
    try {
      if (event.header.type() == EventType::TABLE_MAP_EVENT) {
        context.add_table_map(event.bytes, event.body_begin, event.body_end);
      }
    } catch (const DecodeError&) {
      // The tape tells; if it is but the optional metadata, rows can be read.
    }
    return error;
  }

  void take_tape() {
    for (const Field& field : tape_) {
      if (field.kind == FieldKind::kGroup) continue;
      counts_->labelled += field.size;
      // Of row events without their table.
      const bool rows = field.kind == FieldKind::kBytes && field.name == "rows";
      if (field.kind == FieldKind::kUndecoded || rows) counts_->undecoded += field.size;
      if (field.kind == FieldKind::kUnparsed) counts_->unparsed += field.size;
      if (field.name == "payload") payload_size_ = field.size;
      if (field.name == "table_id") table_id_ = field.value;
    }
    tape_.clear();
  }

  void begin_rows(const RowsEvent&, const TableMap&) override {
    rows_begun_ = true;
    take_tape();
  }
  void begin_row() override {}
  void begin_image(RowImage) override {}
  void null(std::size_t) override {}
  void begin_value(std::size_t) override {}
  void value(std::size_t, Bytes, bool) override {}
  void end_row() override { take_tape(); }

  TextBuffer& out_;
  std::string path_;
  Counts file_;
  Counts payloads_;
  Counts* counts_ = &file_;
  FieldTape tape_;
  bool rows_begun_ = false;
  std::uint64_t table_id_ = 0;
  std::uint64_t payload_size_ = 0;  ///< Of the newest payload event.
};

}  // namespace

std::unique_ptr<Printer> make_coverage_printer(TextBuffer& out, const PrintOptions&, PrinterMessages) {
  return std::make_unique<CoveragePrinter>(out);
}

}  // namespace binlogdump
