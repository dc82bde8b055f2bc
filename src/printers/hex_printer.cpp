// --format=hex: each byte of the log with the field that it belongs to.
//
//   # at 4  FORMAT_DESCRIPTION_EVENT  123 bytes
//   00000004  6e 0f 35 68              timestamp                 1748307822  2025-05-27 01:03:42 UTC
//
// A rendering of the field tape: offset in the file, bytes, MySQL's name of the field, its value and what that means.
// Groups of fields have a line of their own, without bytes, and their fields are indented below it. Lines without an
// offset say more about the line above, or what takes no bytes, such as NULL.

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "binlogdump/encryption_header.h"
#include "binlogdump/printer.h"
#include "binlogdump/reader.h"
#include "binlogdump/rows_event.h"
#include "printers/block_text.h"
#include "printers/column_text.h"
#include "printers/field_words.h"
#include "printers/hex_lines.h"
#include "printers/line_cache.h"
#include "printers/packing_text.h"
#include "printers/query_lines.h"
#include "printers/repeated_lines.h"
#include "printers/row_text.h"
#include "printers/table_text.h"

namespace binlogdump {

namespace {

/// Depth of the fields in a row's images: below the row and the image.
constexpr std::size_t kImageDepth = 2;

/// Of a field whose line is kept.
constexpr std::size_t kMostKeptBytes = 8;

/// What is needed to write the lines of one column: worked out once for a table.
struct HexColumn {
  ColumnStyle style;
  LongBlockText value;   ///< Name and type, padded.
  LongBlockText length;  ///< Name of the length before a value.
  std::string null;      ///< Text of a NULL, behind the blanks that stand for offset and bytes.
  bool folds = false;    ///< Its values may be long.
};

struct HexPlan : TablePlan {
  std::vector<HexColumn> columns;
  /// Of the table map itself, if they are not too long to be kept.
  RepeatedLines lines;
  bool lines_made = false;
};

std::string type_words(const Column& column) {
  // Whether a string is text or bytes only its collation tells.
  const bool ambiguous = column.collation == 0 && (is_character_type(column.type));
  std::string type = ambiguous ? type_comment(column) : column_sql_type(column, find_collation(column.collation), 0);
  if (type.empty()) type = "type " + std::to_string(column.type);
  if (column.is_unsigned.value_or(false) && column.type != MYSQL_TYPE_YEAR) type += " UNSIGNED";
  return type;
}

bool may_be_long(std::uint8_t type) {
  return is_character_type(type) || type == MYSQL_TYPE_JSON || type == MYSQL_TYPE_GEOMETRY || type == MYSQL_TYPE_SET;
}

bool is_string(std::uint8_t type) {
  return is_character_type(type) && type != MYSQL_TYPE_VECTOR;
}

class HexPrinter final : public Printer, private RowSink {
 public:
  /// `is_recorder`: it works for another one, which keeps its lines.
  HexPrinter(TextBuffer& out, const PrintOptions& options, bool is_recorder = false)
      : out_(out),
        options_(options),
        palette_(options.color),
        lines_(out, options.full, palette_),
        words_(out, options),
        values_(out, options.local_timestamps),
        made_(nullptr, 1024),
        long_values_(made_, options.local_timestamps),
        is_recorder_(is_recorder),
        recorded_(nullptr, 1024) {}

  void begin_file(const std::string& path, const LogSource& source) override {
    set_in_payload(false);
    out_.append("# binlogdump " BINLOGDUMP_VERSION ": ");
    append_visible(out_, path, LineBreaks::kEscape);
    out_.append(": offset, bytes, name, value\n");
    if (!source.encryption_header().empty()) show_encryption_header(source.encryption_header());
    const std::string magic(kBinlogMagic);
    lines_.set_surroundings(magic);
    lines_.begin_field(0, magic, 0, LabelText("magic"));
    out_.append("of a binary log");
    lines_.end_field(0, magic);
    lines_.set_surroundings({});
  }
  void end_file(bool) override {}

  void print(const EventView& event, DecodeContext& context) override {
    if (const std::optional<DecodeError> error = show(event, context)) throw *error;
  }

  void print_damaged(const EventView& event, DecodeContext& context, const DecodeError& error) override {
    // print() shows all events, whatever their faults; a payload that can't be read has not come to it.
    if (event.header.type() != EventType::TRANSACTION_PAYLOAD_EVENT) return;
    const bool was_shown = in_payload_;
    set_in_payload(false);
    if (!was_shown && show(event, context)) return;
    print_error(event.position, error);
  }

  void print_fault(std::uint64_t, std::uint64_t, const std::string& text) override {
    set_in_payload(false);
    begin_error();
    append_visible(out_, text, LineBreaks::kEscape);
    end_error();
  }

  bool wants_undecoded() const override { return true; }
  void print_undecoded(std::uint64_t position, Bytes bytes) override {
    lines_.set_surroundings({});
    append_raw(position, bytes, 0, LabelText("undecoded"));
  }

  InnerEvents inner_events() const override { return InnerEvents::kAsStored; }
  void begin_payload(const EventView& event, const TransactionPayloadEvent&, const EventView*,
                     DecodeContext& context) override {
    print(event, context);
    set_in_payload(true);
    out_.append(lines_.margin());
    out_.append("# the events in the payload; + marks offsets in the decompressed bytes\n");
  }
  void end_payload() override {
    out_.append(lines_.margin());
    out_.append("# end of the payload\n");
    set_in_payload(false);
  }
  void enter_payload(const EventView&) override { set_in_payload(true); }
  void leave_payload() override { set_in_payload(false); }

  /// Nothing but the table maps.
  std::unique_ptr<PrinterMemory> memory() const override { return std::make_unique<PrinterMemory>(); }

 private:
  /// With offsets in the file as it is there; those of all that follows are offsets in the decrypted log.
  void show_encryption_header(Bytes header) {
    out_.append("# encryption header, 512 bytes; the decrypted log follows, with offsets of its own\n");
    Cursor<FieldTrace> in(header, FieldTrace{.tape = &tape_});
    EncryptionHeader::decode(in);
    lines_.set_surroundings(header);
    for (const Field& field : tape_) show_encryption_field(field, header.substr(field.offset, field.size));
    tape_.clear();
  }

  void show_encryption_field(const Field& field, Bytes bytes) {
    static constexpr std::string_view kTypes[] = {"end", "KEY_ID", "ENCRYPTED_FILE_PASSWORD", "IV_FOR_FILE_PASSWORD"};
    const LabelText name(field.name);
    const bool is_number = field.kind == FieldKind::kUnsigned;
    if (!is_number && field.name != "magic" && field.name != "key_id") return append_raw(field.offset, bytes, 0, name);
    lines_.begin_field(field.offset, bytes, 0, name);
    if (is_number) out_.append_number(field.value);
    if (field.name == "field_type") {
      out_.append("  ");
      out_.append(kTypes[field.value]);
    }
    if (field.name == "magic") out_.append("of an encrypted binary log");
    if (field.name == "key_id") words_.append_text(bytes, {});
    lines_.end_field(field.offset, bytes);
  }

  // --- an event

  void set_in_payload(bool inside) {
    in_payload_ = inside;
    lines_.set_inside_payload(inside);
  }

  /// Returns the first fault; all bytes have been shown then as well.
  std::optional<DecodeError> show(const EventView& event, DecodeContext& context) {
    print_head(event);
    begin_event(event, context);
    show_header();
    if (const RepeatedLines* lines = repeated_lines(event, context)) {
      lines->append_to(out_, event.position + event.body_begin);
      show_checksum(event);
      return std::nullopt;
    }
    QueryLines* const query = query_lines(event, context);
    if (query != nullptr && query->made) {
      show_query(event, *query);
      return std::nullopt;
    }
    error_ = trace_behind_header(event, context, tape_, *this);
    if (!error_) error_ = missing_table();
    show_fields();
    show_error();
    if (query != nullptr && !error_) query->note(before_statement(event));
    return error_ ? error_ : value_error_;
  }

  /// Up to its fields.
  void begin_event(const EventView& event, DecodeContext& context) {
    event_ = &event;
    event_bytes_ = event.bytes.data();
    event_position_ = event.position;
    event_shape_ = std::uint64_t{event.header.type_code} << 16;
    // There are at least as many bytes, those of the header.
    short_fields_end_ = event.bytes.size() - kMostKeptBytes + 1;
    lines_.set_surroundings(event.bytes);
    error_shown_ = false;
    value_error_.reset();
    rows_begun_ = false;
    error_.reset();
    if (!is_recorder_) table_ = take_table_map(event, context);
    words_.begin_event(event, context, table_);
    find_post_header(context);
    tape_.clear();
    next_ = 0;
  }

  /// What is known to be the lines of the event's body.
  const RepeatedLines* repeated_lines(const EventView& event, DecodeContext& context) {
    constexpr std::size_t kUsualBody = 2048;  // The lines of larger ones are too many to be kept.
    if (event.body().size() > kUsualBody) return nullptr;
    if (table_ == nullptr || table_->metadata_error() || !may_repeat(event)) return nullptr;
    HexPlan& plan = plan_of(*table_);
    if (!plan.lines_made) {
      plan.lines_made = true;
      record_lines(event, context, plan.lines);
    }
    return plan.lines.empty() ? nullptr : &plan.lines;
  }

  /// Whether its lines are as those that are kept.
  bool may_repeat(const EventView& event) const {
    constexpr std::uint64_t kUsualOffsets = std::uint64_t{1} << 32;
    return !is_recorder_ && !in_payload_ && !options_.color && event.body_begin == kEventHeaderSize &&
           event.position + event.bytes.size() < kUsualOffsets;
  }

  HexPrinter& begin_recording() {
    if (recorder_ == nullptr) recorder_ = std::make_unique<HexPrinter>(recorded_, options_, true);
    recorded_.clear();
    recorder_->table_ = table_;
    return *recorder_;
  }

  /// Has another printer show the event, and keeps the lines of its body.
  void record_lines(const EventView& event, DecodeContext& context, RepeatedLines& lines) {
    constexpr std::size_t kMostKept = 8192;
    HexPrinter& recorder = begin_recording();
    if (recorder.show(event, context)) return;
    const auto line_begin = [](std::uint64_t offset) {
      TextBuffer digits(nullptr, 16);
      digits.append('\n');
      digits.append_hex(offset, 8);
      return std::string(digits.view());
    };
    const std::string_view text = recorded_.view();
    const std::size_t begin = text.find(line_begin(event.position + event.body_begin)) + 1;  // 0: there is none.
    // Fields of no bytes may have the same offset as the checksum.
    const std::size_t end =
        event.has_checksum() ? text.rfind(line_begin(event.position + event.body_end)) + 1 : text.size();
    if (begin == 0 || end <= begin || end - begin > kMostKept) return;
    lines.set(text.substr(begin, end - begin), event.position + event.body_begin);
  }

  void show_checksum(const EventView& event) {
    if (!event.has_checksum()) return;
    Cursor<FieldTrace> checksum(event.bytes, event.body_end, event.bytes.size(), FieldTrace{.tape = &tape_});
    checksum.u32("checksum");
    show_fields();
  }

  static Bytes before_statement(const EventView& event) {
    return event.body().substr(0, QueryLines::size_before_statement(event.body()));
  }

  /// What is known of the lines of such an event, or where it can be noted; null if the event is none of those.
  QueryLines* query_lines(const EventView& event, DecodeContext& context) {
    constexpr std::size_t kMostBytes = 1024;  // The lines of more are too many to be kept.
    if (event.header.type() != EventType::QUERY_EVENT || !may_repeat(event)) return nullptr;
    const Bytes begin = before_statement(event);
    if (begin.empty() || begin.size() > kMostBytes || post_header_size_ != QueryLines::kPostHeaderSize) return nullptr;
    QueryLines& lines = query_lines_[begin.size() % query_lines_.size()];
    if (!lines.is_of(begin)) {
      lines.made = false;
    } else if (!lines.made) {
      record_query(event, context, lines);
    }
    return &lines;
  }

  /// Has another printer show the lines up to the statement, and keeps them.
  void record_query(const EventView& event, DecodeContext& context, QueryLines& lines) {
    HexPrinter& recorder = begin_recording();
    recorder.begin_event(event, context);
    if (trace_behind_header(event, context, recorder.tape_, recorder)) return;
    const std::uint64_t body_position = event.position + event.body_begin;
    const auto end_piece = [&](std::string_view text) {
      (lines.number_count == 0 ? lines.first : lines.numbers[lines.number_count - 1].behind).set(text, body_position);
    };
    lines.number_count = 0;
    for (const Field& field : recorder.tape_) {
      if (field.name == "query") {
        end_piece(recorded_.view());
        lines.statement = field;
        lines.client_collation = recorder.words_.client_collation();
        lines.made = true;
        return;
      }
      recorder.show_field(field, 0);
      const std::size_t at = field.offset - event.body_begin;
      const bool varies = (at == 0 || at == lines.microseconds_at) && lines.number_count < lines.numbers.size();
      if (!varies || field.kind == FieldKind::kGroup) continue;
      // The post-header's line is before the first one.
      const std::string_view text = recorded_.view();
      end_piece(text.substr(0, text.rfind('\n', text.size() - 2) + 1));
      recorded_.clear();
      HexLines::append_label(recorded_, recorder.depth_of(field, 0), field.name);
      QueryLines::Number& number = lines.numbers[lines.number_count++];
      number.at = at;
      number.size = field.size;
      number.label.assign(recorded_.view());
      recorded_.clear();
    }
  }

  void show_query(const EventView& event, const QueryLines& lines) {
    const std::uint64_t body_position = event.position + event.body_begin;
    lines.first.append_to(out_, body_position);
    for (std::size_t i = 0; i < lines.number_count; ++i) {
      const QueryLines::Number& number = lines.numbers[i];
      const Bytes bytes(event_bytes_ + event.body_begin + number.at, number.size);
      lines_.append_number_field(body_position + number.at, bytes, number.label, load_le(bytes.data(), bytes.size()));
      number.behind.append_to(out_, body_position);
    }
    words_.set_client_collation(lines.client_collation);
    Field statement = lines.statement;
    statement.offset = event.body_begin + lines.bytes.size();
    statement.size = event.body_end - statement.offset;
    make_line(statement, 0, words_.look_up(statement.name));
    show_checksum(event);
  }

  void print_head(const EventView& event) {
    constexpr std::size_t kMostBytes = 192;
    ShortPieces line(out_, palette_.bold.size() + palette_.reset.size() + kMostBytes);
    line.append(lines_.margin());
    line.append(palette_.bold);
    line.append("# at ");
    if (in_payload_) line.append('+');
    line.append_number(event.position);
    line.append("  ");
    const std::string_view name = event_type_name(event.header.type_code);
    if (name.empty()) {
      line.append("event type ");
      line.append_number(event.header.type_code);
    } else {
      line.append(name);
    }
    line.append("  ");
    line.append_number(event.bytes.size());
    line.append(" bytes");
    line.append(palette_.reset);
    line.append('\n');
  }

  static const TableMap* take_table_map(const EventView& event, DecodeContext& context) {
    if (event.header.type() != EventType::TABLE_MAP_EVENT) return nullptr;
    try {
      return &context.add_table_map(event.bytes, event.body_begin, event.body_end);
    } catch (const DecodeError&) {
      return nullptr;  // The tape tells.
    }
  }

  /// Where the part of fixed size ends, if the log says that the type has one.
  void find_post_header(const DecodeContext& context) {
    post_header_begin_ = event_->body_begin;
    post_header_size_ = 0;
    // These two are listed with a size that is not one of a fixed part.
    if (event_->header.type() == EventType::FORMAT_DESCRIPTION_EVENT) return;
    if (event_->header.type() == EventType::TRANSACTION_PAYLOAD_EVENT) return;
    const std::size_t size = context.format.post_header_length(event_->header.type());
    if (size <= event_->body().size()) post_header_size_ = size;
  }

  /// The rows of an event without its table are bytes without a meaning.
  std::optional<DecodeError> missing_table() const {
    if (!is_rows_event(event_->header.type()) || rows_begun_) return std::nullopt;
    const auto id =
        std::find_if(tape_.begin(), tape_.end(), [](const Field& field) { return field.name == "table_id"; });
    return no_table_map(event_->body_begin, id->value);
  }

  /// Once, where what could not be decoded begins.
  void show_error() {
    if (!error_ || error_shown_) return;
    print_error(event_->position, *error_);
    error_shown_ = true;
  }

  void begin_error() {
    out_.append(lines_.margin());
    out_.append(palette_.error);
    out_.append("# ERROR: ");
  }

  void end_error() {
    out_.append(palette_.reset);
    out_.append('\n');
  }

  void print_error(std::uint64_t position, const DecodeError& error) {
    begin_error();
    out_.append("offset ");
    out_.append_number(position);
    out_.append(": ");
    append_visible(out_, error.what(), LineBreaks::kEscape);
    out_.append(" (byte ");
    out_.append_number(error.offset());
    out_.append(" of the event)");
    end_error();
  }

  // --- its fields

  /// Shows what has come to the tape since the last call.
  void show_fields(std::size_t more_depth = 0) {
    const Field* const end = tape_.data() + tape_.size();
    for (const Field* field = tape_.data() + next_; field != end; ++field) show_field(*field, more_depth);
    next_ = tape_.size();
  }

  void show_field(const Field& field, std::size_t more_depth) {
    if (field.offset == post_header_begin_ && post_header_size_ != 0 && field.depth + more_depth == 0) {
      show_post_header();
    }
    show_line(field, depth_of(field, more_depth));
  }

  std::size_t depth_of(const Field& field, std::size_t more_depth) const {
    const bool in_post_header = field.offset - post_header_begin_ < post_header_size_;
    return field.depth + more_depth + (in_post_header ? 1 : 0);
  }

  void show_post_header() {
    show_line(
        {.name = "post-header", .offset = post_header_begin_, .size = post_header_size_, .kind = FieldKind::kGroup}, 0);
  }

  /// As it was made before, if it was. Not for the common header, whose fields may have the names of others.
  void show_line(const Field& field, std::size_t depth) {
    std::uint64_t bytes = field.size;
    std::uint64_t shape =
        event_shape_ | static_cast<std::uint64_t>(depth) << 32 | static_cast<std::uint64_t>(field.kind) << 8;
    if (field.kind != FieldKind::kGroup) {
      // Eight bytes can be read at any of the first so many offsets.
      if (field.offset >= short_fields_end_ || field.size - 1 >= kMostKeptBytes) {
        return make_line(field, depth, words_.look_up(field.name));
      }
      bytes = load_u64(event_bytes_ + field.offset) << (64 - 8 * field.size);
      shape |= field.size;
    }
    const LineCache::Key key = {.name = field.name.data(), .bytes = bytes, .shape = shape};
    const LineCache::Line& expected = kept_.expected();
    if (!expected.key.is(key)) return show_other_line(field, depth, key);
    kept_.pass_expected();
    show_kept_line(field, expected);
  }

  void show_kept_line(const Field& field, const LineCache::Line& line) {
    words_.pass_over(field);
    lines_.append_line<LineCache::kMostText>(event_position_ + field.offset, line);
  }

  [[gnu::noinline]] void show_other_line(const Field& field, std::size_t depth, LineCache::Key key) {
    const FieldWords::Name& name = words_.look_up(field.name);
    if (name.entry.varies) return make_line(field, depth, name);
    if (const LineCache::Line* kept = kept_.find(key)) return show_kept_line(field, *kept);
    const std::string_view text = made_text(field.offset, LineCache::kMostText, [&] { make_line(field, depth, name); });
    if (!text.empty()) kept_.keep(key, text);
  }

  /// What `make` writes, without the offset that it begins with; nothing if that is more than `most`.
  template <class Make>
  std::string_view made_text(std::size_t offset, std::size_t most, Make make) {
    // So that nothing of it is handed on before it ends.
    constexpr std::size_t kMore = 2048;
    out_.reserve(most + kMore);
    const std::size_t begin = out_.size() + lines_.line_begin_size(event_position_ + offset);
    make();
    if (out_.size() <= begin || out_.size() - begin > most) return {};
    return out_.view().substr(begin);
  }

  /// The common header.
  void show_header() {
    constexpr std::size_t kEndOfServerId = 8;
    // Events of one type may come with one flag or without it by turns.
    const std::uint32_t flags = event_->header.flags;
    KeptHeader& kept = kept_headers_[(event_->header.type_code ^ flags << 2) % KeptHeader::kCount];
    const std::uint64_t bytes = load_u64(event_bytes_);
    const std::uint32_t rest = flags << 8 | load_u8(event_bytes_ + kEndOfServerId);
    if (!kept.complete || kept.bytes != bytes || kept.rest != rest) {
      kept.bytes = bytes;
      kept.rest = rest;
      return keep_header(kept);
    }
    for (std::size_t i = 0; i < KeptHeader::kFields; ++i) {
      Field& field = header_fields_[i];
      if (KeptHeader::varies(i)) {
        field.value = load_u32(event_bytes_ + field.offset);
        make_line(field, 0, words_.look_up(field.name));
      } else {
        lines_.append_line<LineCache::kMostText>(event_position_ + field.offset, kept.lines[i]);
      }
    }
  }

  void keep_header(KeptHeader& kept) {
    Cursor<FieldTrace> header(event_->bytes, FieldTrace{.tape = &tape_});
    EventHeader::decode(header);
    std::copy(tape_.begin(), tape_.end(), header_fields_.begin());
    tape_.clear();
    kept.complete = true;
    for (std::size_t i = 0; i < KeptHeader::kFields; ++i) {
      const Field& field = header_fields_[i];
      const std::string_view text =
          made_text(field.offset, LineCache::kMostText, [&] { make_line(field, 0, words_.look_up(field.name)); });
      kept.lines[i] = KeptHeader::Line(text);
      if (text.empty()) kept.complete = false;
    }
  }

  /// Without a look at the bounds: fields lie in their event.
  Bytes bytes_of(const Field& field) const { return Bytes(event_bytes_ + field.offset, field.size); }

  void make_line(const Field& field, std::size_t depth, const FieldWords::Name& name) {
    const std::uint64_t offset = event_->position + field.offset;
    const Bytes bytes = bytes_of(field);
    if (name.entry.raw && field.kind != FieldKind::kUnsigned) {
      if (field.kind != FieldKind::kUnparsed) show_error();
      return append_raw(offset, bytes, depth, name.text);
    }
    if (field.kind == FieldKind::kGroup) {
      lines_.begin_group(offset, depth, name.text);
      words_.append_value(field, name.entry);
      out_.append('\n');
      return;
    }
    if (field.kind == FieldKind::kUnsigned && name.entry.explain == nullptr && field.size <= kMostKeptBytes) {
      return lines_.append_number_field(offset, bytes, depth, name.text, field.value);
    }
    lines_.begin_field(offset, bytes, depth, name.text);
    words_.append_value(field, name.entry);
    lines_.end_field(offset, bytes);
    if (name.entry.notes) words_.append_notes(out_, field, lines_.value_indentation(depth));
  }

  /// Bytes without a meaning of their own: in hex and as text.
  void append_raw(std::uint64_t offset, Bytes bytes, std::size_t depth, const LabelText& name) {
    lines_.begin_field(offset, bytes, depth, name);
    lines_.append_ascii(bytes);
    lines_.end_field(offset, bytes, true);
  }

  // --- rows: called while the event is traced

  void begin_rows(const RowsEvent& event, const TableMap& table) override {
    show_fields();
    tape_.clear();
    next_ = 0;
    rows_begun_ = true;
    rows_ = event;
    table_ = &table;
    columns_ = table.columns().data();
    plan_ = &plan_of(table);
    row_number_ = 0;
  }

  void begin_row() override { ++row_number_; }

  void begin_image(RowImage image) override {
    if (tape_[next_].kind == FieldKind::kGroup) {
      lines_.begin_group(event_->position + tape_[next_].offset, 0, row_label_);
      out_.append_number(row_number_);
      out_.append('\n');
      ++next_;
    }
    lines_.append_blank_area();
    out_.append(image == RowImage::kBefore ? "  before-image\n" : "  after-image\n");
    while (next_ + 1 < tape_.size()) show_field(tape_[next_++], 1);
    show_null_bits(tape_[next_++], image);
  }

  /// One bit for each column that is present.
  void show_null_bits(const Field& field, RowImage image) {
    const std::uint64_t offset = event_->position + field.offset;
    const Bytes bits = bytes_of(field);
    lines_.begin_field(offset, bits, kImageDepth, null_bits_label_);
    append_null_columns(bits, rows_.columns_present(image));
    lines_.end_field(offset, bits);
  }

  void append_null_columns(Bytes bits, Bytes present) {
    bool any = false;
    std::size_t index = 0;
    const bool maybe = bits.find_first_not_of('\0') != Bytes::npos;
    for (std::size_t i = 0; maybe && i < table_->columns().size(); ++i) {
      if (!bit_low_first(present.data(), i)) continue;
      if (!bit_low_first(bits.data(), index++)) continue;
      out_.append(any ? " @" : "NULL: @");
      any = true;
      out_.append_number(i + 1);
    }
    if (!any) out_.append("no NULL");
  }

  void null(std::size_t i) override {
    lines_.append_blank_area();
    out_.append(plan_->columns[i].null);
  }

  void begin_value(std::size_t) override {}

  void value(std::size_t i, Bytes bytes, bool partial_json) override {
    const HexColumn& column = plan_->columns[i];
    const Field& field = tape_.back();
    const std::uint64_t offset = event_->position + field.offset;
    if (tape_.size() - next_ == 2) {
      const Field& length = tape_[next_];
      const std::uint64_t length_offset = event_->position + length.offset;
      const Bytes length_bytes = bytes_of(length);
      lines_.append_number_field(length_offset, length_bytes, column.length, length.value);
    }
    lines_.begin_field(offset, bytes, column.value);
    const std::string_view undecoded = append_column_value(columns_[i], column, bytes, partial_json);
    lines_.end_field(offset, bytes);
    if (!undecoded.empty()) [[unlikely]]
      note_undecoded(column, field, undecoded);
    next_ = tape_.size();
  }

  void end_row() override {
    tape_.clear();
    next_ = 0;
  }

  /// Returns why it is no value, if so.
  std::string_view append_column_value(const Column& type, const HexColumn& column, Bytes bytes, bool partial_json) {
    if (!column.folds) {
      const std::string_view undecoded = values_.append(type, column.style, bytes, false);
      append_packing(out_, type, bytes);
      return undecoded;
    }
    if (is_string(type.type) && bytes.size() >= column.style.pad_to) {
      words_.append_text(bytes, column.style.strings);
      return {};
    }
    made_.clear();
    const std::string_view undecoded =
        partial_json ? make_differences(bytes) : long_values_.append(type, column.style, bytes, false);
    words_.append_made_text(made_.view());
    return undecoded;
  }

  /// "JSON_REPLACE $.a: 1; JSON_REMOVE $.b"
  std::string_view make_differences(Bytes bytes) {
    JsonDiffReader reader(bytes);
    JsonDiff diff;
    bool sound = true;
    while (sound && reader.next(diff)) {
      if (made_.size() != 0) made_.append("; ");
      made_.append(json_diff_function(diff));
      made_.append(' ');
      append_visible(made_, diff.path, LineBreaks::kEscape);
      if (diff.operation == JsonDiffOperation::kRemove) continue;
      made_.append(": ");
      json_.clear();
      sound = append_json_text(json_, diff.value);
      append_visible(made_, json_.view(), LineBreaks::kEscape);
    }
    if (bytes.empty()) made_.append("no difference");
    return sound && !reader.failed() ? std::string_view{} : "no JSON diff";
  }

  void note_undecoded(const HexColumn& column, const Field& field, std::string_view reason) {
    const DecodeError error(field.offset, "value", std::string(reason) + " in column " + column.style.name);
    print_error(event_->position, error);
    if (!value_error_) value_error_ = error;
  }

  HexPlan& plan_of(const TableMap& table) {
    if (table.plan != nullptr) return static_cast<HexPlan&>(*table.plan);
    auto plan = std::make_unique<HexPlan>();
    TextBuffer label(nullptr, 256);
    const auto padded = [&label](const std::string& name) {
      label.clear();
      HexLines::append_label(label, kImageDepth, name);
      return std::string(label.view());
    };
    for (std::size_t i = 0; i < table.columns().size(); ++i) {
      const Column& column = table.columns()[i];
      HexColumn& hex = plan->columns.emplace_back();
      hex.style = ColumnStyle(column, i, options_.column_names);
      const std::string value = padded(hex.style.name + ' ' + type_words(column));
      hex.value = LongBlockText(value);
      hex.length = LongBlockText(padded(hex.style.name + " length"));
      hex.null = value + "NULL\n";
      hex.folds = may_be_long(column.type);
    }
    table.plan = std::move(plan);
    return static_cast<HexPlan&>(*table.plan);
  }

  TextBuffer& out_;
  PrintOptions options_;
  Palette palette_;
  HexLines lines_;
  FieldWords words_;
  ColumnText values_;
  const LabelText row_label_{"row"};
  const LabelText null_bits_label_{"null_bits"};
  TextBuffer made_;         ///< Long values before they are folded.
  ColumnText long_values_;  ///< Writes into it.
  TextBuffer json_{nullptr, 1024};
  bool is_recorder_;
  TextBuffer recorded_;  ///< What recorder_ writes.
  std::unique_ptr<HexPrinter> recorder_;

  const EventView* event_ = nullptr;
  bool in_payload_ = false;
  // Of the event, for what is asked for each field.
  const char* event_bytes_ = nullptr;
  std::uint64_t event_position_ = 0;
  std::uint64_t event_shape_ = 0;
  std::size_t short_fields_end_ = 0;
  std::size_t post_header_begin_ = 0;
  std::size_t post_header_size_ = 0;
  LineCache kept_;
  std::vector<KeptHeader> kept_headers_{KeptHeader::kCount};
  std::array<QueryLines, 16> query_lines_;                ///< By the size of what they are made of.
  std::array<Field, KeptHeader::kFields> header_fields_;  ///< Of any event, but for the values.
  FieldTape tape_;
  std::size_t next_ = 0;  ///< First field of the tape that has not been shown.
  std::optional<DecodeError> error_;
  std::optional<DecodeError> value_error_;
  bool error_shown_ = false;

  bool rows_begun_ = false;
  RowsEvent rows_;
  const TableMap* table_ = nullptr;
  const Column* columns_ = nullptr;
  const HexPlan* plan_ = nullptr;
  std::uint64_t row_number_ = 0;
};

}  // namespace

std::unique_ptr<Printer> make_hex_printer(TextBuffer& out, const PrintOptions& options, PrinterMessages) {
  return std::make_unique<HexPrinter>(out, options);
}

}  // namespace binlogdump
