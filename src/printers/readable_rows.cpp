#include "printers/readable_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>

#include "binlogdump/collation.h"
#include "binlogdump/rows_event.h"
#include "binlogdump/values/bits.h"
#include "binlogdump/values/decimal.h"
#include "binlogdump/values/floating.h"
#include "binlogdump/values/geometry.h"
#include "binlogdump/values/json_binary.h"
#include "binlogdump/values/json_diff.h"
#include "binlogdump/values/temporal.h"
#include "printers/block_text.h"
#include "printers/hexdump.h"
#include "printers/old_temporal.h"
#include "printers/row_text.h"
#include "printers/time_text.h"

namespace binlogdump {

namespace {

/// What is needed to write the values of one column: worked out once for a table.
struct ReadableColumn {
  LongBlockText before;     ///< "###   `name`="
  LongBlockText after;      ///< Type comment of -vv, and the line's end.
  LongBlockText null_line;  ///< The whole line of a NULL.
  std::string name;         ///< As it stands in `before`.
  StringStyle strings;      ///< Of string columns, and of the labels of ENUM and SET.
  bool is_unsigned = false;
  bool is_key = false;       ///< Part of the primary key.
  std::uint32_t pad_to = 0;  ///< BINARY(n): the bytes that the log leaves out.
};

/// Whether values are followed by more than the line's end.
bool has_type_comments(const PrintOptions& options) {
  return options.verbose > 1;
}

/// Type as in mysqlbinlog's comments, with the two that it does not know.
std::string readable_type_comment(const Column& column) {
  if (column.type == MYSQL_TYPE_GEOMETRY) return "GEOMETRY";
  const std::string type = type_comment(column);
  return type.empty() ? fmt::format("type {}", static_cast<int>(column.type)) : type;
}

/// In backticks only where SQL needs them.
void append_name(TextBuffer& out, Bytes name) {
  const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
  });
  if (plain && !name.empty()) return out.append(name);
  append_visible_identifier(out, name);
}

}  // namespace

struct ReadableRows::Plan : TablePlan {
  std::string name;        ///< "db.table"
  std::string identifier;  ///< "`db`.`table`"
  std::string insert;      ///< "### INSERT INTO `db`.`table`", in colour.
  std::string update;
  std::string remove;
  std::vector<ReadableColumn> columns;
  bool has_key = false;
  bool has_old_temporal = false;  ///< See old_temporal.h.
};

/// Writes what for_each_row() finds; kChangedOnly: of an UPDATE only what it changed.
template <bool kChangedOnly>
class ReadableRows::Visitor {
 public:
  Visitor(ReadableRows& printer, const Plan& plan, const TableMap& table, const EventView& event)
      : printer_(printer),
        out_(printer.out_),
        scratch_(printer.scratch_),
        plan_(plan),
        event_(event),
        columns_(table.columns()),
        kind_(RowsEvent::kind_of(event.header.type())),
        has_comments_(has_type_comments(printer.options_)) {}

  const RowCounts& counts() const { return counts_; }
  /// The first value that could not be decoded, if there was one.
  const std::optional<DecodeError>& value_error() const { return value_error_; }

  /// Ends the line of a value that is not there, and says which column's it is.
  std::string describe_stop() {
    if (column_ == kNoColumn) return "rows";
    if (!kChangedOnly) out_.append("?\n");
    return fmt::format("column {} of type {}", plan_.columns[column_].name, static_cast<int>(columns_[column_].type));
  }

  void begin_row() {
    if constexpr (kChangedOnly) before_.assign(columns_.size(), {});
  }

  void end_row() {
    if (!kind_.before_image) {
      ++counts_.inserted;
    } else if (kind_.after_image) {
      ++counts_.updated;
    } else {
      ++counts_.deleted;
    }
  }

  void begin_image(RowImage image) {
    image_ = image;
    if (image == RowImage::kAfter && kind_.before_image) {
      if constexpr (kChangedOnly) print_keys();
      out_.append("### SET\n");
      return;
    }
    out_.append(image == RowImage::kAfter ? plan_.insert : kind_.after_image ? plan_.update : plan_.remove);
    if constexpr (kChangedOnly) return;
    out_.append(image == RowImage::kAfter ? "### SET\n" : "### WHERE\n");
  }

  void null(std::size_t i) {
    if constexpr (kChangedOnly) {
      if (image_ == RowImage::kBefore) {
        before_[i].state = Before::kNull;
      } else if (before_[i].state != Before::kNull) {
        begin_change(i);
        out_.append("NULL");
        end_line(i);
      }
    } else {
      plan_.columns[i].null_line.append_to(out_);
    }
  }

  void begin_value(std::size_t i) {
    column_ = i;
    if (!kChangedOnly) plan_.columns[i].before.append_to(out_);
  }

  void value(std::size_t i, Bytes bytes, bool partial_json) {
    column_ = kNoColumn;
    if constexpr (kChangedOnly) {
      if (image_ == RowImage::kBefore) {
        before_[i] = {.state = Before::kValue, .bytes = bytes};
        return;
      }
      const bool same = partial_json ? bytes.empty() : before_[i].state == Before::kValue && before_[i].bytes == bytes;
      if (same) return;
      begin_change(i);
    }
    append_value(i, bytes, partial_json);
    end_line(i);
    if (!undecoded_.empty()) [[unlikely]]
      report_undecoded(i, bytes);
  }

 private:
  static constexpr std::size_t kNoColumn = ~std::size_t{0};

  /// A column of the before-image, kept until its after-image comes.
  struct Before {
    enum State : std::uint8_t { kAbsent, kNull, kValue };
    State state = kAbsent;
    Bytes bytes;
  };

  void end_line(std::size_t i) {
    if (has_comments_) return plan_.columns[i].after.append_to(out_);
    out_.append('\n');
  }

  /// Which row was changed: its key, or where the log knows of none all that there is.
  void print_keys() {
    out_.append("### WHERE\n");
    for (std::size_t i = 0; i < before_.size(); ++i) {
      if (plan_.has_key && !plan_.columns[i].is_key) continue;
      if (before_[i].state == Before::kNull) plan_.columns[i].null_line.append_to(out_);
      if (before_[i].state != Before::kValue) continue;
      plan_.columns[i].before.append_to(out_);
      append_value(i, before_[i].bytes, false);
      end_line(i);
    }
  }

  /// "###   `name`=old → "; what was absent has no old value.
  void begin_change(std::size_t i) {
    plan_.columns[i].before.append_to(out_);
    if (before_[i].state == Before::kAbsent) return;
    if (before_[i].state == Before::kNull) {
      out_.append("NULL");
    } else {
      append_value(i, before_[i].bytes, false);
    }
    out_.append(" \u2192 ");
  }

  /// The frequent types here, so that there is no further call for them.
  void append_value(std::size_t i, Bytes bytes, bool partial_json) {
    const char* at = bytes.data();
    switch (columns_[i].type) {
      case MYSQL_TYPE_TINY:
        return append_integer(i, load_u8(at), static_cast<std::int8_t>(load_u8(at)));
      case MYSQL_TYPE_SHORT:
        return append_integer(i, load_u16(at), static_cast<std::int16_t>(load_u16(at)));
      case MYSQL_TYPE_INT24:
        return append_integer(i, load_u24(at), sign_extend_24(load_u24(at)));
      case MYSQL_TYPE_LONG:
        return append_integer(i, load_u32(at), static_cast<std::int32_t>(load_u32(at)));
      case MYSQL_TYPE_LONGLONG:
        return append_integer(i, load_u64(at), static_cast<std::int64_t>(load_u64(at)));
      case MYSQL_TYPE_VARCHAR:
      case MYSQL_TYPE_VAR_STRING:
      case MYSQL_TYPE_STRING:
      case MYSQL_TYPE_BLOB:
        return append_string(plan_.columns[i], bytes);
      default:
        return append_other_value(i, bytes, partial_json);
    }
  }

  void append_integer(std::size_t i, std::uint64_t as_unsigned, std::int64_t as_signed) {
    if (plan_.columns[i].is_unsigned) return out_.append_number(as_unsigned);
    out_.append_number(as_signed);
  }

  void append_other_value(std::size_t i, Bytes bytes, bool partial_json) {
    const Column& column = columns_[i];
    const char* at = bytes.data();
    switch (column.type) {
      case MYSQL_TYPE_NEWDECIMAL:
        if (!append_decimal(out_, at, column.decimal_precision(), column.decimal_scale())) {
          append_undecoded(bytes, "no DECIMAL");
        }
        return;
      case MYSQL_TYPE_FLOAT:
        return append_float_shortest(out_, std::bit_cast<float>(load_u32(at)));
      case MYSQL_TYPE_DOUBLE:
        return append_double_shortest(out_, std::bit_cast<double>(load_u64(at)));
      case MYSQL_TYPE_BIT:
        return append_bit(out_, at, bytes.size(), column.bit_count());
      case MYSQL_TYPE_ENUM:
        return append_enum(i, load_le(at, bytes.size()));
      case MYSQL_TYPE_SET:
        return append_set(i, load_le(at, bytes.size()));
      case MYSQL_TYPE_JSON:
        return append_json(i, bytes, partial_json);
      case MYSQL_TYPE_GEOMETRY:
        if (!append_geometry_text(out_, bytes)) append_undecoded(bytes, "no GEOMETRY");
        return;
      case MYSQL_TYPE_VECTOR:
        return append_vector(bytes);
      case MYSQL_TYPE_NULL:
        return append_hex_value(out_, bytes);
      default:
        return append_temporal(column, bytes);
    }
  }

  void append_string(const ReadableColumn& column, Bytes bytes) {
    if (bytes.size() >= column.pad_to) return column.strings.append(out_, bytes);
    // BINARY(n): the log leaves zero bytes at the end out. n is at most 255.
    std::array<char, 256> padded{};
    std::memcpy(padded.data(), bytes.data(), bytes.size());
    column.strings.append(out_, Bytes(padded.data(), std::min<std::size_t>(column.pad_to, padded.size())));
  }

  void append_label(std::size_t i, Bytes label) { plan_.columns[i].strings.append_label(out_, label); }

  void append_enum(std::size_t i, std::uint64_t index) {
    const TableMetadata::Labels* labels = columns_[i].labels;
    if (labels == nullptr || index > labels->size()) return out_.append_number(index);
    out_.append('\'');
    if (index != 0) append_label(i, (*labels)[static_cast<std::size_t>(index) - 1]);  // 0: the invalid value ''.
    out_.append('\'');
  }

  void append_set(std::size_t i, std::uint64_t members) {
    const TableMetadata::Labels* labels = columns_[i].labels;
    const std::size_t count = labels == nullptr ? 0 : labels->size();
    const bool all_known = count >= 64 || members >> count == 0;
    if (labels == nullptr || !all_known) return out_.append_number(members);
    out_.append('\'');
    bool first = true;
    for (; members != 0; members &= members - 1) {
      if (!first) out_.append(',');
      first = false;
      append_label(i, (*labels)[static_cast<std::size_t>(std::countr_zero(members))]);
    }
    out_.append('\'');
  }

  void append_json(std::size_t i, Bytes bytes, bool partial) {
    scratch_.clear();
    if (partial) {
      TextBuffer working(nullptr, 1024);
      if (!append_json_diff_mysqlbinlog(scratch_, bytes, plan_.columns[i].name, working)) {
        return append_undecoded(bytes, "no JSON diff");
      }
      return append_visible(out_, scratch_.view(), LineBreaks::kKeep);
    }
    // The text of a long document is made twice: first to see whether it can be, which takes no memory.
    constexpr std::size_t kLongDocument = 128 * 1024;
    const bool is_long = bytes.size() > kLongDocument;
    if (!(is_long ? is_json_document(bytes) : append_json_text(scratch_, bytes))) {
      return append_undecoded(bytes, "no JSON document");
    }
    if (!is_long) return append_quoted_visible(out_, scratch_.view());
    QuotedVisibleSink quoted(out_);
    TextBuffer pieces(&quoted);
    append_json_text(pieces, bytes);
    pieces.flush();
    quoted.end();
  }

  /// Shows what it is no value of its type, in place of it; report_undecoded() then tells.
  void append_undecoded(Bytes bytes, std::string_view reason) {
    append_hex_value(out_, bytes);
    undecoded_ = reason;
  }

  void report_undecoded(std::size_t i, Bytes bytes) {
    const auto offset = static_cast<std::size_t>(bytes.data() - event_.bytes.data());
    const DecodeError error(offset, "value", fmt::format("{} in column {}", undecoded_, plan_.columns[i].name));
    undecoded_ = {};
    printer_.print_error(error.what(), event_, offset);
    if (!value_error_) value_error_ = error;
  }

  void append_vector(Bytes bytes) {
    out_.append('[');
    for (std::size_t at = 0; at + sizeof(float) <= bytes.size(); at += sizeof(float)) {
      if (at != 0) out_.append(',');
      append_float_shortest(out_, std::bit_cast<float>(load_u32(&bytes[at])));
    }
    out_.append(']');
  }

  void append_temporal(const Column& column, Bytes bytes) {
    const char* at = bytes.data();
    const int digits = column.fraction_digits();
    if (column.type == MYSQL_TYPE_YEAR) {
      if (*at == 0) return out_.append("0000");
      return out_.append_number(decode_year(load_u8(at)));
    }
    if (column.type == MYSQL_TYPE_TIMESTAMP) return append_instant(decode_timestamp(at), 0);
    if (column.type == MYSQL_TYPE_TIMESTAMP2) return append_instant(decode_timestamp2(at, digits), digits);
    out_.append('\'');
    if (column.type == MYSQL_TYPE_DATETIME2) {
      append_datetime(out_, decode_datetime2(at, digits), digits);
    } else if (column.type == MYSQL_TYPE_TIME2) {
      append_time(out_, decode_time2(at, digits), digits);
    } else if (column.type == MYSQL_TYPE_DATETIME) {
      append_datetime(out_, decode_datetime(at), 0);
    } else if (column.type == MYSQL_TYPE_TIME) {
      append_time(out_, decode_time(at), 0);
    } else {
      append_date(out_, decode_date(at));
    }
    out_.append('\'');
  }

  /// In UTC, so that the same log reads the same everywhere, unless a zone was asked for.
  void append_instant(const Timestamp& timestamp, int digits) {
    const bool is_zero = timestamp.seconds == 0 && timestamp.microsecond == 0;  // '0000-00-00 00:00:00'
    const bool is_local = printer_.options_.local_timestamps;
    out_.append('\'');
    append_datetime(out_,
                    is_zero    ? DateTime{}
                    : is_local ? printer_.local_time_.datetime(timestamp)
                               : utc_datetime(timestamp),
                    digits);
    out_.append('\'');
    if (!is_zero) out_.append(is_local ? printer_.local_time_.zone() : " UTC");
  }

  ReadableRows& printer_;
  TextBuffer& out_;
  TextBuffer& scratch_;
  const Plan& plan_;
  const EventView& event_;
  const std::vector<Column>& columns_;
  RowsEvent::Kind kind_;
  bool has_comments_;
  std::size_t column_ = kNoColumn;  ///< Whose value is due.
  std::string_view undecoded_;      ///< Why the last value could not be decoded.
  std::optional<DecodeError> value_error_;
  RowImage image_ = RowImage::kBefore;
  std::vector<Before> before_;
  RowCounts counts_;
};

const ReadableRows::Plan& ReadableRows::plan_of(const TableMap& table) {
  if (table.plan != nullptr) return static_cast<const Plan&>(*table.plan);
  auto plan = std::make_unique<Plan>();
  TextBuffer name(nullptr, 256);
  append_visible_identifier(name, table.event().database_name);
  name.append('.');
  append_visible_identifier(name, table.event().table_name);
  TextBuffer plain_name(nullptr, 256);
  append_name(plain_name, table.event().database_name);
  plain_name.append('.');
  append_name(plain_name, table.event().table_name);
  plan->name = plain_name.view();
  plan->identifier = name.view();
  plan->insert = fmt::format("{}### INSERT INTO {}{}\n", palette_.inserted, name.view(), palette_.reset);
  plan->update = fmt::format("{}### UPDATE {}{}\n", palette_.updated, name.view(), palette_.reset);
  plan->remove = fmt::format("{}### DELETE FROM {}{}\n", palette_.deleted, name.view(), palette_.reset);
  plan->columns.resize(table.columns().size());
  for (std::size_t i = 0; i < plan->columns.size(); ++i) {
    const Column& column = table.columns()[i];
    ReadableColumn& readable = plan->columns[i];
    plan->has_old_temporal = plan->has_old_temporal || is_old_temporal(column);
    name.clear();
    if (options_.column_names && !column.name.empty()) {
      append_visible_identifier(name, column.name);
    } else {
      name.append(fmt::format("@{}", i + 1));
    }
    readable.name = name.view();
    const auto comment = [&](int is_null) {
      if (!has_type_comments(options_)) return std::string("\n");
      return fmt::format(" /* {} meta={} nullable={} is_null={} */\n", readable_type_comment(column), column.meta,
                         column.nullable ? 1 : 0, is_null);
    };
    const std::string before = fmt::format("###   {}=", readable.name);
    readable.before = LongBlockText(before);
    readable.after = LongBlockText(comment(0));
    readable.null_line = LongBlockText(fmt::format("{}NULL{}", before, comment(1)));
    readable.is_unsigned = column.is_unsigned.value_or(false);
    readable.strings = StringStyle(column.collation);
    if (column.type == MYSQL_TYPE_STRING && column.collation == kBinaryCollation) readable.pad_to = column.max_length;
  }
  for (const TableMetadata::PrimaryKeyPart& part : table.event().optional_metadata.primary_key) {
    if (part.column >= plan->columns.size()) continue;
    plan->columns[static_cast<std::size_t>(part.column)].is_key = true;
    plan->has_key = true;
  }
  table.plan = std::move(plan);
  return static_cast<const Plan&>(*table.plan);
}

const std::string& ReadableRows::table_name(const TableMap& table) {
  return plan_of(table).name;
}

const std::string& ReadableRows::table_identifier(const TableMap& table) {
  return plan_of(table).identifier;
}

void ReadableRows::print_extra_row_info(const RowsEvent& rows) {
  if (rows.ndb_info) {
    out_.append(fmt::format("# extra row info of NDB, format {}: ", rows.ndb_info->format));
    append_hex_value(out_, rows.ndb_info->data);
    out_.append('\n');
  }
  if (rows.unknown_info) {
    out_.append(fmt::format("# extra row info of unknown kind {}: ", rows.unknown_info->type));
    append_hex_value(out_, rows.unknown_info->data);
    out_.append('\n');
  }
  if (!rows.partition) return;
  if (rows.partition->source_partition_id) {
    out_.append(fmt::format("# partition {}, from partition {}\n", rows.partition->partition_id,
                            *rows.partition->source_partition_id));
  } else {
    out_.append(fmt::format("# partition {}\n", rows.partition->partition_id));
  }
}

void ReadableRows::print_error(std::string_view text, const EventView& event, std::size_t offset) {
  out_.append(fmt::format("{}# ERROR: offset {}: {} (byte {} of the event){}\n", palette_.error, event.position, text,
                          offset, palette_.reset));
}

void ReadableRows::print_unread(const EventView& event, const DecodeError& error) {
  const std::size_t begin = std::min(error.offset(), event.body_end);
  append_hex_lines(out_, event.bytes.substr(begin, event.body_end - begin), event.position + begin);
}

ReadableRows::Result ReadableRows::print(const EventView& event, const RowsEvent& rows, const TableMap* table) {
  Result result;
  print_extra_row_info(rows);
  if (table == nullptr) {
    result.error =
        DecodeError(event.body_begin, "table_id", fmt::format("no table map for table id {}", rows.table_id));
  } else {
    if (plan_of(*table).has_old_temporal) result.error = old_temporal_fault(event, rows, *table);
  }
  if (result.error) {
    print_error(result.error->what(), event, result.error->offset());
    print_unread(event, *result.error);
    return result;
  }
  const RowsEvent::Kind kind = RowsEvent::kind_of(event.header.type());
  const Plan& plan = plan_of(*table);
  const std::size_t column_count = table->columns().size();
  if (rows.rows.empty() && !kind.before_image && rows.width == column_count &&
      detail::PresentColumns(rows.columns_after_image, column_count).size() == 0) {
    // An INSERT of nothing but defaults.
    out_.append(Bytes(plan.insert).substr(0, plan.insert.size() - 1));
    out_.append(" VALUES ()\n");
    result.counts.inserted = 1;
    return result;
  }
  const bool changed_only = options_.changed_only && kind.before_image && kind.after_image;
  return changed_only ? print_rows<true>(event, rows, *table) : print_rows<false>(event, rows, *table);
}

template <bool kChangedOnly>
ReadableRows::Result ReadableRows::print_rows(const EventView& event, const RowsEvent& rows, const TableMap& table) {
  Result result;
  Cursor<NoTrace> in(event.bytes, event.body_end - rows.rows.size(), event.body_end);
  Visitor<kChangedOnly> visitor(*this, plan_of(table), table, event);
  try {
    for_each_row(in, rows, table, RowsEvent::kind_of(event.header.type()), visitor);
  } catch (const DecodeError& error) {
    print_error(fmt::format("{}: {}", visitor.describe_stop(), error.what()), event, error.offset());
    print_unread(event, error);
    result.error = error;
  }
  if (!result.error) result.error = visitor.value_error();
  result.counts = visitor.counts();
  return result;
}

}  // namespace binlogdump
