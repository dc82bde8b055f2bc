#include "printers/row_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "binlogdump/digits.h"
#include "binlogdump/rows_event.h"
#include "binlogdump/values/bits.h"
#include "binlogdump/values/decimal.h"
#include "binlogdump/values/floating.h"
#include "binlogdump/values/json_binary.h"
#include "binlogdump/values/json_diff.h"
#include "binlogdump/values/quoting.h"
#include "binlogdump/values/temporal.h"
#include "printers/flag_names.h"
#include "printers/readable_text.h"
#include "values/escaping.h"

namespace binlogdump {

std::string type_comment(const Column& column) {
  switch (column.type) {
    case MYSQL_TYPE_LONG:
      return "INT";
    case MYSQL_TYPE_TINY:
      return "TINYINT";
    case MYSQL_TYPE_SHORT:
      return "SHORTINT";
    case MYSQL_TYPE_INT24:
      return "MEDIUMINT";
    case MYSQL_TYPE_LONGLONG:
      return "LONGINT";
    case MYSQL_TYPE_NEWDECIMAL:
      return fmt::format("DECIMAL({},{})", column.decimal_precision(), column.decimal_scale());
    case MYSQL_TYPE_FLOAT:
      return "FLOAT";
    case MYSQL_TYPE_DOUBLE:
      return "DOUBLE";
    case MYSQL_TYPE_BIT:
      return fmt::format("BIT({})", column.bit_count());
    case MYSQL_TYPE_TIMESTAMP:
      return "TIMESTAMP";
    case MYSQL_TYPE_TIMESTAMP2:
      return fmt::format("TIMESTAMP({})", column.meta);
    case MYSQL_TYPE_DATETIME:
      return "DATETIME";
    case MYSQL_TYPE_DATETIME2:
      return fmt::format("DATETIME({})", column.meta);
    case MYSQL_TYPE_TIME:
      return "TIME";
    case MYSQL_TYPE_TIME2:
      return fmt::format("TIME({})", column.meta);
    case MYSQL_TYPE_NEWDATE:
    case MYSQL_TYPE_DATE:
      return "DATE";
    case MYSQL_TYPE_YEAR:
      return "YEAR";
    case MYSQL_TYPE_ENUM:
      return column.fixed_size == 1 ? "ENUM(1 byte)" : "ENUM(2 bytes)";
    case MYSQL_TYPE_SET:
      return fmt::format("SET({} bytes)", column.fixed_size);
    case MYSQL_TYPE_BLOB: {
      static constexpr const char* kNames[] = {"TINYBLOB/TINYTEXT", "BLOB/TEXT", "MEDIUMBLOB/MEDIUMTEXT",
                                               "LONGBLOB/LONGTEXT"};
      return column.size_known ? kNames[column.meta - 1] : "BLOB/TEXT";
    }
    case MYSQL_TYPE_VARCHAR:
    case MYSQL_TYPE_VAR_STRING:
      return fmt::format("VARSTRING({})", column.max_length);
    case MYSQL_TYPE_STRING:
      return fmt::format("STRING({})", column.max_length);
    case MYSQL_TYPE_JSON:
      return "JSON";
    case MYSQL_TYPE_VECTOR:
      return fmt::format("VECTOR({})", column.vector_dimensions);
    default:
      return {};
  }
}

namespace {

/// Writes a value where there is room for it, and returns its end. `readable`: bytes that can be read from bytes.data()
/// on, what follows the value among them.
using WriteValue = char* (*)(char* to, Bytes bytes, const Column& column, std::size_t readable);

/// How the values of one column are written: the same for every row, so it is worked out once.
struct ColumnText {
  BlockText<16> before;        ///< "###   @4096=" at the most.
  BlockText<96> after;         ///< Comment and line end.
  WriteValue write = nullptr;  ///< Null: see RowTextPrinter::Visitor::append_special().
  BlockText<112> null_line;    ///< The whole line of a NULL.
};

/// Room for a value of a type whose values are all of the same size, but for what grows with its bytes; for what stands
/// around it, too.
constexpr std::size_t kRoomForFixed = 16 + 96 + std::max({kDecimalRoom, kFloatingRoom, kMostTemporalRoom}) + 16;
/// Room for each byte of a value: eight digits of a BIT or SET, four characters of an escape.
constexpr std::size_t kRoomPerByte = 8;

/// Ends the printing of an event's rows; the fault has been written already.
struct StopRows {
  std::string reason;
};

// The ways that WriteValue stands for.

char* write_signed_and_unsigned(char* to, std::int64_t value, std::uint64_t as_unsigned) {
  if (value >= 0) return write_number(to, as_unsigned);
  *to++ = '-';
  to = write_number(to, ~static_cast<std::uint64_t>(value) + 1);
  *to++ = ' ';
  *to++ = '(';
  to = write_number(to, as_unsigned);
  *to++ = ')';
  return to;
}

template <class Signed, class Unsigned, Unsigned (*kLoad)(const char*)>
char* write_integer(char* to, Bytes bytes, const Column&, std::size_t) {
  const Unsigned number = kLoad(bytes.data());
  return write_signed_and_unsigned(to, static_cast<Signed>(number), number);
}

char* write_mediumint(char* to, Bytes bytes, const Column&, std::size_t) {
  const std::uint32_t number = load_u24(bytes.data());
  return write_signed_and_unsigned(to, sign_extend_24(number), number);
}

char* write_decimal_value(char* to, Bytes bytes, const Column& column, std::size_t) {
  char* const end = write_decimal(to, bytes.data(), column.decimal_precision(), column.decimal_scale());
  if (end != nullptr) return end;
  *to = '0';
  return to + 1;
}

char* write_float(char* to, Bytes bytes, const Column&, std::size_t) {
  return write_float_mysqlbinlog(to, std::bit_cast<float>(load_u32(bytes.data())));
}

char* write_double(char* to, Bytes bytes, const Column&, std::size_t) {
  return write_double_mysqlbinlog(to, std::bit_cast<double>(load_u64(bytes.data())));
}

char* write_bit_value(char* to, Bytes bytes, const Column& column, std::size_t) {
  return write_bit(to, bytes.data(), bytes.size(), column.bit_count());
}

char* write_enum(char* to, Bytes bytes, const Column&, std::size_t) {
  return write_number(to, load_le(bytes.data(), bytes.size()));
}

char* write_set(char* to, Bytes bytes, const Column&, std::size_t) {
  return write_set_bits(to, bytes.data(), bytes.size());
}

char* write_year(char* to, Bytes bytes, const Column&, std::size_t) {
  return write_number(to, decode_year(load_u8(bytes.data())));
}

char* write_timestamp_value(char* to, Bytes bytes, const Column& column, std::size_t) {
  return write_timestamp2(to, bytes.data(), column.fraction_digits());
}

char* write_old_timestamp(char* to, Bytes bytes, const Column&, std::size_t) {
  return write_timestamp(to, decode_timestamp(bytes.data()), 0);
}

char* write_old_datetime(char* to, Bytes bytes, const Column&, std::size_t) {
  return write_datetime(to, decode_datetime(bytes.data()), 0);
}

/// What another of these ways writes, in quotes.
template <WriteValue kWrite>
char* write_in_quotes(char* to, Bytes bytes, const Column& column, std::size_t readable) {
  *to++ = '\'';
  to = kWrite(to, bytes, column, readable);
  *to++ = '\'';
  return to;
}

char* write_string(char* to, Bytes bytes, const Column&, std::size_t readable) {
  return write_escaped<SqlEscapes>(to, bytes, readable);
}

char* write_datetime_value(char* to, Bytes bytes, const Column& column, std::size_t) {
  return write_datetime2(to, bytes.data(), column.fraction_digits());
}

char* write_time_value(char* to, Bytes bytes, const Column& column, std::size_t) {
  return write_time2(to, bytes.data(), column.fraction_digits());
}

char* write_old_time(char* to, Bytes bytes, const Column&, std::size_t) {
  return write_time(to, decode_time_mysqlbinlog(bytes.data()), 0);
}

char* write_date_value(char* to, Bytes bytes, const Column&, std::size_t) {
  return write_date_mysqlbinlog(to, decode_date(bytes.data()));
}

/// Null for types whose values need not fit into the buffer.
WriteValue writer_of(ColumnType type) {
  switch (type) {
    case MYSQL_TYPE_TINY:
      return write_integer<std::int8_t, std::uint8_t, load_u8>;
    case MYSQL_TYPE_SHORT:
      return write_integer<std::int16_t, std::uint16_t, load_u16>;
    case MYSQL_TYPE_INT24:
      return write_mediumint;
    case MYSQL_TYPE_LONG:
      return write_integer<std::int32_t, std::uint32_t, load_u32>;
    case MYSQL_TYPE_LONGLONG:
      return write_integer<std::int64_t, std::uint64_t, load_u64>;
    case MYSQL_TYPE_VARCHAR:
    case MYSQL_TYPE_VAR_STRING:
    case MYSQL_TYPE_STRING:
    case MYSQL_TYPE_BLOB:
      return write_in_quotes<write_string>;
    case MYSQL_TYPE_NEWDECIMAL:
      return write_decimal_value;
    case MYSQL_TYPE_FLOAT:
      return write_float;
    case MYSQL_TYPE_DOUBLE:
      return write_double;
    case MYSQL_TYPE_BIT:
      return write_bit_value;
    case MYSQL_TYPE_ENUM:
      return write_enum;
    case MYSQL_TYPE_SET:
      return write_set;
    case MYSQL_TYPE_YEAR:
      return write_year;
    case MYSQL_TYPE_TIMESTAMP:
      return write_old_timestamp;
    case MYSQL_TYPE_TIMESTAMP2:
      return write_timestamp_value;
    case MYSQL_TYPE_DATETIME:
      return write_old_datetime;
    case MYSQL_TYPE_DATETIME2:
      return write_in_quotes<write_datetime_value>;
    case MYSQL_TYPE_TIME:
      return write_in_quotes<write_old_time>;
    case MYSQL_TYPE_TIME2:
      return write_in_quotes<write_time_value>;
    case MYSQL_TYPE_DATE:
    case MYSQL_TYPE_NEWDATE:
      return write_in_quotes<write_date_value>;
    default:
      return nullptr;
  }
}

}  // namespace

std::string_view rows_event_title(EventType type) {
  switch (type) {
    case EventType::WRITE_ROWS_EVENT:
      return "Write_rows";
    case EventType::UPDATE_ROWS_EVENT:
      return "Update_rows";
    case EventType::DELETE_ROWS_EVENT:
      return "Delete_rows";
    case EventType::PARTIAL_UPDATE_ROWS_EVENT:
      return "Update_rows_partial";
    case EventType::WRITE_ROWS_EVENT_V1:
      return "Write_rows_v1";
    case EventType::UPDATE_ROWS_EVENT_V1:
      return "Update_rows_v1";
    default:
      return "Delete_rows_v1";
  }
}

void append_rows_flags(TextBuffer& out, std::uint16_t flags) {
  if (flags == 0) return;
  out.append(" flags:");
  append_flag_names(out, flags, rows_flag_names());
}

RowsTitle::RowsTitle() {
  for (std::size_t code = 0; code < titles_.size(); ++code) {
    const auto type = static_cast<EventType>(code);
    if (is_rows_event(type))
      titles_[code] = BlockText<kTitleRoom>(fmt::format("\t{}: table id ", rows_event_title(type)));
  }
}

void RowsTitle::print(TextBuffer& out, EventType type, std::uint64_t table_id, std::uint16_t flags) {
  if (rest_.empty() || table_id != table_id_ || flags != flags_) [[unlikely]]
    keep(table_id, flags);
  ShortPieces line(out, kTitleRoom + rest_.room());
  line.append_blocks(titles_[static_cast<std::size_t>(type)]);
  line.commit(rest_.write(line.end()));
}

void RowsTitle::keep(std::uint64_t table_id, std::uint16_t flags) {
  TextBuffer text(nullptr, 64);
  text.append_number(table_id);
  append_rows_flags(text, flags);
  text.append('\n');
  rest_.assign(text.view());
  table_id_ = table_id;
  flags_ = flags;
}

void append_hex_constant(TextBuffer& out, Bytes bytes) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  if (bytes.empty()) return out.append("\"\"");
  out.append("0x");
  for (const char byte : bytes) {
    char* to = out.reserve(2);
    *to++ = kDigits[load_u8(&byte) >> 4];
    *to++ = kDigits[load_u8(&byte) & 15];
    out.commit(to);
  }
}

struct RowTextPrinter::Plan : TablePlan {
  std::string insert;  ///< "### INSERT INTO `db`.`table`"
  std::string update;
  std::string remove;
  BasicLongBlockText<64> insert_set;  ///< The same with the line that follows, which says what the image is.
  BasicLongBlockText<64> update_where;
  BasicLongBlockText<64> remove_where;
  std::vector<ColumnText> columns;
};

void append_identifier(TextBuffer& out, Bytes name) {
  out.append('`');
  for (const char c : name) {
    if (c == '`') out.append('`');
    out.append(c);
  }
  out.append('`');
}

/// Writes what for_each_row() finds.
class RowTextPrinter::Visitor {
 public:
  /// `event_end`: up to where bytes can be read.
  Visitor(RowTextPrinter& printer, const Plan& plan, const TableMap& table, RowsEvent::Kind kind, const char* event_end)
      : out_(printer.out_),
        scratch_(printer.scratch_),
        plan_(plan),
        texts_(plan.columns.data()),
        columns_(table.columns().data()),
        column_count_(table.columns().size()),
        kind_(kind),
        event_end_(event_end) {}

  void begin_row() { row_begun_ = true; }
  void end_row() {}

  void begin_image(RowImage image) {
    if (image == RowImage::kAfter && kind_.before_image) {
      out_.append("### SET\n");
      return;
    }
    const auto& beginning = image == RowImage::kAfter ? plan_.insert_set
                            : kind_.after_image       ? plan_.update_where
                                                      : plan_.remove_where;
    beginning.append_to(out_);
  }

  /// mysqlbinlog's words about what ended the event's rows.
  void fault(const DecodeError& error, const RowsEvent& rows, std::size_t bytes_left) {
    static constexpr std::string_view kCorrupted = "***Corrupted replication event was detected: ";
    if (error.field() == "rows") return;  // Bytes, but no column for them: it says nothing.
    if (error.field() == "value_options" || error.field() == "partial_bits") {
      out_.append("*** Error reading binlog_row_value_options from Partial_update_rows_log_event\n");
    } else if (error.field() == "null_bits") {
      if (row_begun_) out_.append(first_head() + "\n");
      const Bytes present =
          rows.columns_present(row_begun_ && kind_.before_image ? RowImage::kBefore : RowImage::kAfter);
      const std::size_t count = detail::PresentColumns(present, column_count_).size();
      out_.append(
          fmt::format("{}NULL bitmap size is set to {}, but there are only {} bytes left of the event. Not printing "
                      "the value***\n",
                      kCorrupted, (count + 7) / 8, bytes_left));
    } else {
      texts_[begun_].before.append_to(out_);
      out_.append(
          fmt::format("{}field data is truncated; there are only {} bytes left of the event. Not printing the "
                      "value***\n",
                      kCorrupted, bytes_left));
    }
  }

  void null(std::size_t i) {
    if (!is_known(i)) return stop_at_unknown(i);
    texts_[i].null_line.append_to(out_);
  }

  void begin_value(std::size_t i) {
    if (!is_known(i)) return stop_at_unknown(i);
    begun_ = i;
  }

  void value(std::size_t i, Bytes bytes, bool partial_json) {
    const ColumnText& text = texts_[i];
    if (text.write == nullptr || bytes.size() > kEscapePieceSize) return append_special(i, bytes, partial_json);
    char* to = text.before.write_all(out_.reserve(kRoomForFixed + kRoomPerByte * bytes.size()));
    to = text.write(to, bytes, columns_[i], static_cast<std::size_t>(event_end_ - bytes.data()));
    out_.commit(text.after.write(to));
  }

 private:
  /// Statement that a row begins with.
  const std::string& first_head() const {
    if (!kind_.before_image) return plan_.insert;
    return kind_.after_image ? plan_.update : plan_.remove;
  }

  bool is_known(std::size_t i) const { return !texts_[i].before.empty(); }

  [[noreturn]] void stop_at_unknown(std::size_t i) {
    const Column& column = columns_[i];
    out_.append(fmt::format("###   @{}=!! Don't know how to handle column type={} meta={} ({:04X})\n", i + 1,
                            static_cast<int>(column.type), column.meta, column.meta));
    throw StopRows{"column type of unknown layout"};
  }

  /// A value that need not fit into the buffer.
  void append_special(std::size_t i, Bytes bytes, bool partial_json) {
    const ColumnText& text = texts_[i];
    text.before.append_to(out_);
    switch (columns_[i].type) {
      case MYSQL_TYPE_JSON:
        append_json(text.before.view(), bytes, partial_json);
        break;
      case MYSQL_TYPE_VECTOR:
        append_vector_mysqlbinlog(out_, bytes);
        break;
      default:
        append_quoted(out_, bytes);
    }
    text.after.append_to(out_);
  }

  void append_json(Bytes before, Bytes bytes, bool partial) {
    if (partial) {
      // "###   @12=" without blanks and "=".
      constexpr std::size_t kNameBegin = 6;
      const Bytes name = before.substr(kNameBegin, before.size() - kNameBegin - 1);
      append_json_diff_mysqlbinlog(out_, bytes, name, scratch_);
    } else if (append_json_mysqlbinlog(out_, bytes, scratch_) == JsonPrinted::kInvalid) {
      throw StopRows{"invalid JSON"};
    }
  }

  TextBuffer& out_;
  TextBuffer& scratch_;
  const Plan& plan_;
  // By column.
  const ColumnText* texts_;
  const Column* columns_;
  std::size_t column_count_;
  RowsEvent::Kind kind_;
  const char* event_end_;
  bool row_begun_ = false;  ///< And no image of it yet.
  std::size_t begun_ = 0;   ///< Column whose value was begun last.
};

const RowTextPrinter::Plan& RowTextPrinter::plan_of(const TableMap& table) const {
  if (table.plan != nullptr) return static_cast<const Plan&>(*table.plan);
  auto plan = std::make_unique<Plan>();
  TextBuffer name(nullptr, 256);
  const auto append = safe_names_ ? append_visible_identifier : append_identifier;
  append(name, table.event().database_name);
  name.append('.');
  append(name, table.event().table_name);
  plan->insert = fmt::format("### INSERT INTO {}", name.view());
  plan->update = fmt::format("### UPDATE {}", name.view());
  plan->remove = fmt::format("### DELETE FROM {}", name.view());
  plan->insert_set.assign(plan->insert + "\n### SET\n");
  plan->update_where.assign(plan->update + "\n### WHERE\n");
  plan->remove_where.assign(plan->remove + "\n### WHERE\n");
  plan->columns.resize(table.columns().size());
  for (std::size_t i = 0; i < plan->columns.size(); ++i) {
    const Column& column = table.columns()[i];
    // mysqlbinlog gives up on a row at the first column whose type it does not know, GEOMETRY among them.
    if (type_comment(column).empty() || !column.size_known) continue;
    ColumnText& text = plan->columns[i];
    const auto comment = [&](int is_null) {
      if (verbose_ < 2) return std::string("\n");
      return fmt::format(" /* {} meta={} nullable={} is_null={} */\n", type_comment(column), column.meta,
                         column.nullable ? 1 : 0, is_null);
    };
    const std::string before = fmt::format("###   @{}=", i + 1);
    text.write = writer_of(column.type);
    text.before = BlockText<16>(before);
    text.after = BlockText<96>(comment(0));
    text.null_line = BlockText<112>(fmt::format("{}NULL{}", before, comment(1)));
  }
  table.plan = std::move(plan);
  return static_cast<const Plan&>(*table.plan);
}

void RowTextPrinter::print_extra_row_info(const RowsEvent& rows) {
  if (rows.ndb_info) {
    out_.append(fmt::format("### Extra row ndb info: data_format: {}, len: {}, data: ", rows.ndb_info->format,
                            rows.ndb_info->data.size()));
    append_hex_constant(out_, rows.ndb_info->data);
    out_.append('\n');
  }
  if (!rows.partition) return;
  if (rows.partition->source_partition_id) {
    out_.append(fmt::format("### Extra row info for partitioning: source_partition: {} target_partition: {}\n",
                            *rows.partition->source_partition_id, rows.partition->partition_id));
  } else {
    out_.append(fmt::format("### Extra row info for partitioning: partition: {}\n", rows.partition->partition_id));
  }
}

std::optional<DecodeError> RowTextPrinter::print(const EventView& event, const DecodeContext& context) {
  Cursor<NoTrace> in(event.bytes, event.body_begin, event.body_end);
  try {
    return print(event, RowsEvent::decode(in, context, event.header.type()), context);
  } catch (const DecodeError& error) {
    return error;
  }
}

std::optional<DecodeError> RowTextPrinter::print(const EventView& event, const RowsEvent& rows,
                                                 const DecodeContext& context) {
  print_extra_row_info(rows);
  const TableMap* table = context.table_map(rows.table_id);
  if (table == nullptr) {
    out_.append(fmt::format("### Row event for unknown table #{}", rows.table_id));
    return DecodeError(event.body_begin, "table_id", fmt::format("no table map for table id {}", rows.table_id));
  }
  const RowsEvent::Kind kind = RowsEvent::kind_of(event.header.type());
  Cursor<NoTrace> in(event.bytes, event.body_end - rows.rows.size(), event.body_end);
  const Plan& plan = plan_of(*table);
  if (rows.rows.empty()) {
    if (!kind.before_image) out_.append(plan.insert + " VALUES ()\n");
    return std::nullopt;
  }
  Visitor visitor(*this, plan, *table, kind, event.bytes.data() + event.bytes.size());
  try {
    for_each_row(in, rows, *table, kind, visitor);
  } catch (const StopRows& stop) {
    return DecodeError(in.offset(), "rows", stop.reason);
  } catch (const DecodeError& error) {
    visitor.fault(error, rows, event.body_end - error.offset());
    return error;
  }
  return std::nullopt;
}

}  // namespace binlogdump
