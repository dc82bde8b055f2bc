#include "printers/json_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <type_traits>
#include <vector>

#include "binlogdump/collation.h"
#include "binlogdump/old_temporal.h"
#include "binlogdump/rows_event.h"
#include "binlogdump/values/decimal.h"
#include "binlogdump/values/temporal.h"
#include "printers/json_table.h"
#include "printers/json_text.h"
#include "printers/json_values.h"

namespace binlogdump {

namespace {

/// What is needed to write the values of one column: worked out once for a table.
struct JsonColumn {
  std::size_t key_offset = 0;  ///< Of `,"name":` in the plan's keys.
  std::size_t key_size = 0;
  std::uint32_t pad_to = 0;  ///< BINARY(n): the bytes that the log leaves out.
  ColumnType type = MYSQL_TYPE_NULL;
  bool is_unsigned = false;
  JsonTextStyle text;  ///< Of string columns, and of the labels of ENUM and SET.
};

/// That much of a key is copied whatever its size, which is faster than to its exact size.
constexpr std::size_t kBlock = 32;

}  // namespace

struct JsonRows::Plan : TablePlan {
  std::string name;                ///< See table_name().
  mutable std::string definition;  ///< See append_definition(); empty: not made, or too long to be kept.
  std::string keys;
  std::vector<JsonColumn> row;
  bool has_old_temporal = false;
};

/// Writes what for_each_row() finds.
class JsonRows::Visitor {
 public:
  Visitor(JsonRows& rows, const Plan& plan, const TableMap& table, const EventView& event)
      : rows_(rows), out_(rows.out_), plan_(plan), columns_(table.columns()), event_(event) {
    out_.append('[');
  }

  /// The first value that could not be decoded, if there was one.
  const std::optional<DecodeError>& value_error() const { return value_error_; }

  /// Closes whatever is open.
  void close() {
    if (in_image_) {
      close_image();
      out_.append('}');
    }
    out_.append(']');
  }

  /// Before the reason: whose value could not be read.
  std::string describe_stop() const { return column_ != kNoColumn ? describe(column_) : std::string(); }

  void begin_row() {}
  void end_row() {
    close_image();
    in_image_ = false;
    out_.append('}');
    row_opener_ = ",{";
  }

  void begin_image(RowImage image) {
    if (in_image_) {
      close_image();
      out_.append(',');
    } else {
      out_.append(row_opener_);
    }
    out_.append(image == RowImage::kBefore ? std::string_view("\"before\":") : std::string_view("\"after\":"));
    in_image_ = true;
    separator_ = '{';
  }

  void null(std::size_t i) {
    constexpr std::size_t kSize = 4;
    char* const to = begin_member(plan_.row[i], kSize);
    std::memcpy(to, "null", kSize);
    out_.commit(to + kSize);
  }

  void begin_value(std::size_t i) { column_ = i; }

  /// What most values are is written here, the rest in append_value().
  void value(std::size_t i, Bytes bytes, bool partial_json) {
    column_ = kNoColumn;
    const JsonColumn& column = plan_.row[i];
    switch (column.type) {
      case MYSQL_TYPE_TINY:
        return append_integer<std::int8_t>(column, bytes);
      case MYSQL_TYPE_SHORT:
        return append_integer<std::int16_t>(column, bytes);
      case MYSQL_TYPE_LONG:
        return append_integer<std::int32_t>(column, bytes);
      case MYSQL_TYPE_LONGLONG:
        return append_integer<std::int64_t>(column, bytes);
      case MYSQL_TYPE_VARCHAR:
      case MYSQL_TYPE_VAR_STRING:
      case MYSQL_TYPE_STRING:
      case MYSQL_TYPE_TINY_BLOB:
      case MYSQL_TYPE_MEDIUM_BLOB:
      case MYSQL_TYPE_LONG_BLOB:
      case MYSQL_TYPE_BLOB:
        return append_string(column, bytes);
      default:
        break;
    }
    out_.commit(begin_member(column, 0));
    if (!append_value(i, bytes, partial_json)) [[unlikely]] {
      append_json_base64(out_, bytes);
      note_undecoded(i, bytes);
    }
  }

 private:
  static constexpr std::size_t kNoColumn = ~std::size_t{0};

  void close_image() { out_.append(separator_ == '{' ? std::string_view("{}") : std::string_view("}")); }

  /// Writes the name and returns where the value begins, with room for `value_size` bytes; the caller commits.
  char* begin_member(const JsonColumn& column, std::size_t value_size) {
    const char* const from = plan_.keys.data() + column.key_offset;
    char* const to = out_.reserve(column.key_size + kBlock + value_size);
    std::memcpy(to, from, kBlock);
    if (column.key_size > kBlock) std::memcpy(to + kBlock, from + kBlock, column.key_size - kBlock);
    *to = separator_;
    separator_ = ',';
    return to + column.key_size;
  }

  template <class Signed>
  void append_integer(const JsonColumn& column, Bytes bytes) {
    char* const to = begin_member(column, kJsonIntegerRoom);
    Signed value;
    std::memcpy(&value, bytes.data(), sizeof value);
    if (column.is_unsigned) {
      out_.commit(write_json_integer(to, static_cast<std::make_unsigned_t<Signed>>(value), rows_.integers_));
    } else {
      out_.commit(write_json_integer(to, value, rows_.integers_));
    }
  }

  void append_int24(const JsonColumn& column, Bytes bytes) {
    const auto value = static_cast<std::uint32_t>(load_le(bytes.data(), bytes.size()));
    if (column.is_unsigned) return out_.append_number(value);
    constexpr int kUnusedBits = 8;
    out_.append_number(static_cast<std::int32_t>(value << kUnusedBits) >> kUnusedBits);
  }

  void append_string(const JsonColumn& column, Bytes bytes) {
    char* const to = begin_member(column, column.text.plain_room(bytes));
    if (char* const end = column.text.write_plain(to, bytes)) return out_.commit(end);
    out_.commit(to);
    if (bytes.size() >= column.pad_to) return column.text.append_other(out_, bytes);
    std::array<char, Column::kMostPadded> padded{};
    std::memcpy(padded.data(), bytes.data(), bytes.size());
    column.text.append_other(out_, Bytes(padded.data(), column.pad_to));
  }

  /// False, with nothing appended, if it is no value of its type.
  bool append_value(std::size_t i, Bytes bytes, bool partial_json) {
    const Column& column = columns_[i];
    const char* at = bytes.data();
    switch (column.type) {
      case MYSQL_TYPE_INT24:
        append_int24(plan_.row[i], bytes);
        return true;
      case MYSQL_TYPE_NEWDECIMAL:
        return append_quoted(kDecimalRoom, [&](char* to) {
          return write_decimal(to, at, column.decimal_precision(), column.decimal_scale());
        });
      case MYSQL_TYPE_FLOAT:
        append_json_number(out_, std::bit_cast<float>(load_u32(at)));
        return true;
      case MYSQL_TYPE_DOUBLE:
        append_json_number(out_, std::bit_cast<double>(load_u64(at)));
        return true;
      case MYSQL_TYPE_BIT:
        if (bytes.size() > sizeof(std::uint64_t)) return false;
        append_json_integer(out_, load_be(at, bytes.size()), rows_.integers_);
        return true;
      case MYSQL_TYPE_ENUM:
        append_enum(i, load_le(at, bytes.size()));
        return true;
      case MYSQL_TYPE_SET:
        append_set(i, load_le(at, bytes.size()));
        return true;
      case MYSQL_TYPE_JSON:
        return partial_json ? append_json_diffs(out_, bytes, rows_.integers_, rows_.scratch_)
                            : append_json_document(out_, bytes, rows_.integers_, rows_.scratch_);
      case MYSQL_TYPE_GEOMETRY:
        return append_json_geometry(out_, bytes);
      case MYSQL_TYPE_VECTOR:
        return append_json_vector(out_, bytes);
      case MYSQL_TYPE_YEAR:
        out_.append_number(*at == 0 ? 0 : decode_year(load_u8(at)));
        return true;
      case MYSQL_TYPE_NULL:
        out_.append("\"\"");
        return true;
      default:
        return append_temporal(column, at);
    }
  }

  /// What write(to) writes, in quotes; false, with nothing appended, if it returns null.
  template <class Write>
  bool append_quoted(std::size_t room, Write write) {
    char* const begin = out_.reserve(room + 2);
    char* const end = write(begin + 1);
    if (end == nullptr) return false;
    *begin = '"';
    *end = '"';
    out_.commit(end + 1);
    return true;
  }

  void append_enum(std::size_t i, std::uint64_t index) {
    const TableMetadata::Labels* labels = columns_[i].labels;
    if (labels == nullptr || index > labels->size()) return out_.append_number(index);
    if (index == 0) return out_.append("\"\"");  // The invalid value ''.
    plan_.row[i].text.append(out_, (*labels)[static_cast<std::size_t>(index) - 1]);
  }

  void append_set(std::size_t i, std::uint64_t members) {
    const TableMetadata::Labels* labels = columns_[i].labels;
    const std::size_t count = labels == nullptr ? 0 : labels->size();
    const bool all_known = count >= 64 || members >> count == 0;
    if (labels == nullptr || !all_known) return append_json_integer(out_, members, rows_.integers_);
    out_.append('[');
    for (bool first = true; members != 0; members &= members - 1) {
      if (!first) out_.append(',');
      first = false;
      plan_.row[i].text.append(out_, (*labels)[static_cast<std::size_t>(std::countr_zero(members))]);
    }
    out_.append(']');
  }

  bool append_temporal(const Column& column, const char* at) {
    const int digits = column.fraction_digits();
    switch (column.type) {
      case MYSQL_TYPE_TIMESTAMP2:
        return append_instant(decode_timestamp2(at, digits), digits);
      case MYSQL_TYPE_TIMESTAMP:
        return append_instant(decode_timestamp(at), 0);
      case MYSQL_TYPE_DATETIME2:
        return append_quoted(kMostTemporalRoom, [&](char* to) { return write_datetime2(to, at, digits); });
      case MYSQL_TYPE_DATETIME:
        return append_quoted(kTemporalRoom, [&](char* to) { return write_datetime(to, decode_datetime(at), 0); });
      case MYSQL_TYPE_TIME2:
        return append_quoted(kMostTemporalRoom, [&](char* to) { return write_time2(to, at, digits); });
      case MYSQL_TYPE_TIME:
        return append_quoted(kTemporalRoom, [&](char* to) { return write_time(to, decode_time(at), 0); });
      case MYSQL_TYPE_DATE:
      case MYSQL_TYPE_NEWDATE:
        return append_quoted(kTemporalRoom, [&](char* to) { return write_date(to, decode_date(at)); });
      default:
        return false;
    }
  }

  bool append_instant(const Timestamp& timestamp, int digits) {
    const bool is_zero = timestamp.seconds == 0 && timestamp.microsecond == 0;  // 0000-00-00 00:00:00
    return append_quoted(kMostTemporalRoom, [&](char* to) {
      return write_datetime(to, is_zero ? DateTime{} : rows_.time_.datetime(timestamp), digits);
    });
  }

  void note_undecoded(std::size_t i, Bytes bytes) {
    if (value_error_) return;
    const auto offset = static_cast<std::size_t>(bytes.data() - event_.bytes.data());
    value_error_ = DecodeError(offset, "value", describe(i) + "no value of its type");
  }

  std::string describe(std::size_t i) const {
    return fmt::format("column {} of type {}: ", i + 1, static_cast<int>(columns_[i].type));
  }

  JsonRows& rows_;
  TextBuffer& out_;
  const Plan& plan_;
  const std::vector<Column>& columns_;
  const EventView& event_;
  std::string_view row_opener_ = "{";
  char separator_ = '{';
  bool in_image_ = false;
  std::size_t column_ = kNoColumn;  ///< Whose value is due.
  std::optional<DecodeError> value_error_;
};

inline const JsonRows::Plan& JsonRows::plan_of(const TableMap& table) {
  return table.plan != nullptr ? static_cast<const Plan&>(*table.plan) : make_plan(table);
}

const JsonRows::Plan& JsonRows::make_plan(const TableMap& table) {
  auto plan = std::make_unique<Plan>();
  TextBuffer text(nullptr, 256);
  text.append(",\"database\":");
  append_json_guess(text, table.event().database_name);
  text.append(",\"table\":");
  append_json_guess(text, table.event().table_name);
  plan->name = text.view();
  plan->row.resize(table.columns().size());
  for (std::size_t i = 0; i < plan->row.size(); ++i) {
    const Column& column = table.columns()[i];
    JsonColumn& planned = plan->row[i];
    text.clear();
    text.append(',');
    append_json_column_name(text, column, i);
    text.append(':');
    planned.key_offset = plan->keys.size();
    planned.key_size = text.size();
    plan->keys += text.view();
    planned.type = column.type;
    plan->has_old_temporal = plan->has_old_temporal || is_old_temporal(column);
    planned.is_unsigned = column.is_unsigned.value_or(false);
    planned.text = JsonTextStyle(column.text_collation());
    if (column.is_padded_binary()) planned.pad_to = column.max_length;
  }
  plan->keys.append(kBlock, ' ');
  table.plan = std::move(plan);
  return static_cast<const Plan&>(*table.plan);
}

std::string_view JsonRows::table_name(const TableMap& table) {
  return plan_of(table).name;
}

void JsonRows::append_definition(const TableMap& table) {
  constexpr std::size_t kKeptPerColumn = 256;
  const Plan& plan = plan_of(table);
  if (!plan.definition.empty()) return out_.append(plan.definition);
  scratch_.clear();
  scratch_.append(",\"database_name\":");
  append_json_guess(scratch_, table.event().database_name);
  scratch_.append(",\"table_name\":");
  append_json_guess(scratch_, table.event().table_name);
  scratch_.append(',');
  append_table_definition(scratch_, table);
  out_.append(scratch_.view());
  if (scratch_.size() <= kKeptPerColumn * plan.row.size()) plan.definition = scratch_.view();
}

JsonRows::Result JsonRows::append_rows(const EventView& event, const RowsEvent& rows, const TableMap& table) {
  const Plan& plan = plan_of(table);
  Result result{.error = std::nullopt, .undecoded_from = event.body_end};
  if (plan.has_old_temporal) result.error = old_temporal_fault(event, rows, table);
  if (result.error) {
    result.undecoded_from = result.error->offset();
    out_.append("[]");
    return result;
  }
  Cursor<NoTrace> in(event.bytes, event.body_end - rows.rows.size(), event.body_end);
  Visitor visitor(*this, plan, table, event);
  try {
    for_each_row(in, rows, table, RowsEvent::kind_of(event.header.type()), visitor, event.selected_rows);
    result.error = visitor.value_error();
  } catch (const DecodeError& error) {
    result.error = DecodeError(error.offset(), error.field(), visitor.describe_stop() + error.reason());
    result.undecoded_from = error.offset();
  }
  visitor.close();
  return result;
}

}  // namespace binlogdump
