#include "printers/row_text.h"

#include <fmt/format.h>

#include <bit>
#include <string>
#include <vector>

#include "binlogdump/rows_event.h"
#include "binlogdump/values/bits.h"
#include "binlogdump/values/decimal.h"
#include "binlogdump/values/floating.h"
#include "binlogdump/values/json_binary.h"
#include "binlogdump/values/json_diff.h"
#include "binlogdump/values/quoting.h"
#include "binlogdump/values/temporal.h"
#include "printers/block_text.h"
#include "printers/flag_names.h"
#include "printers/readable_text.h"

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

/// What stands around the values of one column: the same in every row, so it is made once.
struct ColumnText {
  BlockText<16> before;      ///< "###   @4096=" at the most.
  BlockText<96> after;       ///< Comment and line end.
  BlockText<112> null_line;  ///< The whole line of a NULL.
};

/// Ends the printing of an event's rows; the fault has been written already.
struct StopRows {
  std::string reason;
};

void append_signed_and_unsigned(TextBuffer& out, std::int64_t value, std::uint64_t as_unsigned) {
  out.append_number(value);
  if (value >= 0) return;
  out.append(" (");
  out.append_number(as_unsigned);
  out.append(')');
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
  Visitor(RowTextPrinter& printer, const Plan& plan, const TableMap& table, RowsEvent::Kind kind)
      : out_(printer.out_), scratch_(printer.scratch_), plan_(plan), columns_(table.columns()), kind_(kind) {}

  void begin_row() { row_begun_ = true; }
  void end_row() {}

  void begin_image(RowImage image) {
    if (image == RowImage::kAfter && kind_.before_image) {
      out_.append("### SET\n");
      return;
    }
    out_.append(first_head());
    out_.append(image == RowImage::kAfter ? "\n### SET\n" : "\n### WHERE\n");
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
      const std::size_t count = detail::PresentColumns(present, columns_.size()).size();
      out_.append(
          fmt::format("{}NULL bitmap size is set to {}, but there are only {} bytes left of the event. Not printing "
                      "the value***\n",
                      kCorrupted, (count + 7) / 8, bytes_left));
    } else {
      out_.append(
          fmt::format("{}field data is truncated; there are only {} bytes left of the event. Not printing the "
                      "value***\n",
                      kCorrupted, bytes_left));
    }
  }

  void null(std::size_t i) {
    if (!is_known(i)) return stop_at_unknown(i);
    plan_.columns[i].null_line.append_to(out_);
  }

  void begin_value(std::size_t i) {
    if (!is_known(i)) return stop_at_unknown(i);
    plan_.columns[i].before.append_to(out_);
  }

  void value(std::size_t i, Bytes bytes, bool partial_json) {
    if (columns_[i].type == MYSQL_TYPE_JSON) {
      json(i, bytes, partial_json);
    } else {
      plain_value(columns_[i], bytes);
    }
    plan_.columns[i].after.append_to(out_);
  }

 private:
  /// Statement that a row begins with.
  const std::string& first_head() const {
    if (!kind_.before_image) return plan_.insert;
    return kind_.after_image ? plan_.update : plan_.remove;
  }

  bool is_known(std::size_t i) const { return !plan_.columns[i].before.empty(); }

  [[noreturn]] void stop_at_unknown(std::size_t i) {
    const Column& column = columns_[i];
    out_.append(fmt::format("###   @{}=!! Don't know how to handle column type={} meta={} ({:04X})\n", i + 1,
                            static_cast<int>(column.type), column.meta, column.meta));
    throw StopRows{"column type of unknown layout"};
  }

  void json(std::size_t i, Bytes bytes, bool partial) {
    if (partial) {
      // "###   @12=" without blanks and "=".
      constexpr std::size_t kNameBegin = 6;
      const Bytes before = plan_.columns[i].before.view();
      const Bytes name = before.substr(kNameBegin, before.size() - kNameBegin - 1);
      append_json_diff_mysqlbinlog(out_, bytes, name, scratch_);
    } else if (append_json_mysqlbinlog(out_, bytes, scratch_) == JsonPrinted::kInvalid) {
      throw StopRows{"invalid JSON"};
    }
  }

  void integer(const Column& column, const char* at) {
    switch (column.type) {
      case MYSQL_TYPE_TINY:
        return append_signed_and_unsigned(out_, static_cast<std::int8_t>(load_u8(at)), load_u8(at));
      case MYSQL_TYPE_SHORT:
        return append_signed_and_unsigned(out_, static_cast<std::int16_t>(load_u16(at)), load_u16(at));
      case MYSQL_TYPE_INT24:
        return append_signed_and_unsigned(out_, sign_extend_24(load_u24(at)), load_u24(at));
      case MYSQL_TYPE_LONG:
        return append_signed_and_unsigned(out_, static_cast<std::int32_t>(load_u32(at)), load_u32(at));
      default:
        return append_signed_and_unsigned(out_, static_cast<std::int64_t>(load_u64(at)), load_u64(at));
    }
  }

  void temporal(const Column& column, const char* at) {
    const int digits = column.fraction_digits();
    switch (column.type) {
      case MYSQL_TYPE_TIMESTAMP:
        return append_timestamp(out_, decode_timestamp(at), 0);
      case MYSQL_TYPE_TIMESTAMP2:
        return append_timestamp(out_, decode_timestamp2(at, digits), digits);
      case MYSQL_TYPE_DATETIME:
        return append_datetime(out_, decode_datetime(at), 0);
      case MYSQL_TYPE_YEAR:
        return out_.append_number(decode_year(load_u8(at)));
      default:
        break;
    }
    out_.append('\'');
    if (column.type == MYSQL_TYPE_DATETIME2) {
      append_datetime(out_, decode_datetime2(at, digits), digits);
    } else if (column.type == MYSQL_TYPE_TIME2) {
      append_time(out_, decode_time2(at, digits), digits);
    } else if (column.type == MYSQL_TYPE_TIME) {
      append_time(out_, decode_time_mysqlbinlog(at), 0);
    } else {
      append_date_mysqlbinlog(out_, decode_date(at));
    }
    out_.append('\'');
  }

  void plain_value(const Column& column, Bytes bytes) {
    const char* at = bytes.data();
    switch (column.type) {
      case MYSQL_TYPE_TINY:
      case MYSQL_TYPE_SHORT:
      case MYSQL_TYPE_INT24:
      case MYSQL_TYPE_LONG:
      case MYSQL_TYPE_LONGLONG:
        return integer(column, at);
      case MYSQL_TYPE_VARCHAR:
      case MYSQL_TYPE_VAR_STRING:
      case MYSQL_TYPE_STRING:
      case MYSQL_TYPE_BLOB:
        return append_quoted(out_, bytes);
      case MYSQL_TYPE_NEWDECIMAL:
        if (!append_decimal(out_, at, column.decimal_precision(), column.decimal_scale())) out_.append('0');
        return;
      case MYSQL_TYPE_FLOAT:
        return append_float_mysqlbinlog(out_, std::bit_cast<float>(load_u32(at)));
      case MYSQL_TYPE_DOUBLE:
        return append_double_mysqlbinlog(out_, std::bit_cast<double>(load_u64(at)));
      case MYSQL_TYPE_BIT:
        return append_bit(out_, at, bytes.size(), column.bit_count());
      case MYSQL_TYPE_ENUM:
        return out_.append_number(load_le(at, bytes.size()));
      case MYSQL_TYPE_SET:
        return append_set_bits(out_, at, bytes.size());
      case MYSQL_TYPE_VECTOR:
        return append_vector_mysqlbinlog(out_, bytes);
      default:
        return temporal(column, at);
    }
  }

  TextBuffer& out_;
  TextBuffer& scratch_;
  const Plan& plan_;
  const std::vector<Column>& columns_;
  RowsEvent::Kind kind_;
  bool row_begun_ = false;  ///< And no image of it yet.
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
  Cursor<NoTrace> head(event.bytes, event.body_begin, event.body_end);
  std::optional<RowsEvent> rows;
  try {
    rows = RowsEvent::decode(head, context, event.header.type());
  } catch (const DecodeError& error) {
    return error;
  }
  print_extra_row_info(*rows);
  const TableMap* table = context.table_map(rows->table_id);
  if (table == nullptr) {
    out_.append(fmt::format("### Row event for unknown table #{}", rows->table_id));
    return DecodeError(event.body_begin, "table_id", fmt::format("no table map for table id {}", rows->table_id));
  }
  const RowsEvent::Kind kind = RowsEvent::kind_of(event.header.type());
  Cursor<NoTrace> in(event.bytes, event.body_end - rows->rows.size(), event.body_end);
  const Plan& plan = plan_of(*table);
  if (rows->rows.empty()) {
    if (!kind.before_image) out_.append(plan.insert + " VALUES ()\n");
    return std::nullopt;
  }
  Visitor visitor(*this, plan, *table, kind);
  try {
    for_each_row(in, *rows, *table, kind, visitor);
  } catch (const StopRows& stop) {
    return DecodeError(in.offset(), "rows", stop.reason);
  } catch (const DecodeError& error) {
    visitor.fault(error, *rows, event.body_end - error.offset());
    return error;
  }
  return std::nullopt;
}

}  // namespace binlogdump
