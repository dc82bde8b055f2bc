#include "verify/row_check.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "binlogdump/old_temporal.h"
#include "binlogdump/rows_event.h"
#include "binlogdump/values/decimal.h"
#include "binlogdump/values/geometry.h"
#include "binlogdump/values/json_binary.h"
#include "binlogdump/values/json_diff.h"
#include "binlogdump/values/temporal.h"
#include "printers/readable_text.h"

namespace binlogdump {

namespace {

/// Whether any bytes of the right length are a value of the type, so that there is nothing to look at.
bool takes_any_bytes(ColumnType type) {
  switch (type) {
    case MYSQL_TYPE_TINY:
    case MYSQL_TYPE_SHORT:
    case MYSQL_TYPE_INT24:
    case MYSQL_TYPE_LONG:
    case MYSQL_TYPE_LONGLONG:
    case MYSQL_TYPE_FLOAT:
    case MYSQL_TYPE_DOUBLE:
    case MYSQL_TYPE_BIT:
    case MYSQL_TYPE_YEAR:
    case MYSQL_TYPE_NULL:
    case MYSQL_TYPE_VARCHAR:
    case MYSQL_TYPE_VAR_STRING:
    case MYSQL_TYPE_STRING:
    case MYSQL_TYPE_TINY_BLOB:
    case MYSQL_TYPE_MEDIUM_BLOB:
    case MYSQL_TYPE_LONG_BLOB:
    case MYSQL_TYPE_BLOB:
      return true;
    default:
      return false;
  }
}

std::string column_name(const Column& column, std::size_t index) {
  if (column.name.empty()) return fmt::format("@{}", index + 1);
  TextBuffer name(nullptr, 256);
  append_visible_identifier(name, column.name);
  return std::string(name.view());
}

/// Those of the old format are looked at by old_temporal_fault().
bool is_temporal_value(const Column& column, const char* at) {
  const int digits = column.fraction_digits();
  switch (column.type) {
    case MYSQL_TYPE_DATE:
    case MYSQL_TYPE_NEWDATE:
      return is_storable(decode_date(at));
    case MYSQL_TYPE_TIME2:
      return is_storable(decode_time2(at, digits));
    case MYSQL_TYPE_DATETIME2:
      return is_storable(decode_datetime2(at, digits));
    case MYSQL_TYPE_TIMESTAMP2:
      return is_storable(decode_timestamp2(at, digits));
    default:
      return true;
  }
}

/// Whether all bits that are set, or the number of an ENUM's label, stand for labels.
bool has_labels(const Column& column, std::uint64_t value) {
  if (column.labels == nullptr) return true;
  const std::size_t count = column.labels->size();
  return column.type == MYSQL_TYPE_ENUM ? value <= count : count >= 64 || value >> count == 0;
}

}  // namespace

struct RowCheck::Plan : TablePlan {
  std::vector<bool> looked_at;  ///< By column.
  bool has_old_temporal = false;
};

class RowCheck::Visitor {
 public:
  Visitor(RowCheck& check, const Plan& plan, const EventView& event, const TableMap& table)
      : check_(check), plan_(plan), event_(event), columns_(table.columns()) {}

  void begin_row() {}
  void end_row() {}
  void begin_image(RowImage) {}
  void null(std::size_t) {}
  void begin_value(std::size_t i) { column_ = i; }

  void value(std::size_t i, Bytes bytes, bool partial_json) {
    column_ = kNoColumn;
    if (!plan_.looked_at[i] || fault_) return;
    const std::string_view reason = check_.fault_of(columns_[i], bytes, partial_json);
    if (reason.empty()) [[likely]]
      return;
    const auto offset = static_cast<std::size_t>(bytes.data() - event_.bytes.data());
    fault_ = DecodeError(offset, "value", fmt::format("{} in column {}", reason, column_name(columns_[i], i)));
  }

  /// The first value that could not be decoded, if there was one.
  const std::optional<DecodeError>& fault() const { return fault_; }

  /// The same fault, with the column whose value the rows end in.
  DecodeError with_column(const DecodeError& error) const {
    if (column_ == kNoColumn) return error;
    return DecodeError(error.offset(), error.field(),
                       fmt::format("{} in column {}", error.reason(), column_name(columns_[column_], column_)));
  }

 private:
  static constexpr std::size_t kNoColumn = ~std::size_t{0};

  RowCheck& check_;
  const Plan& plan_;
  const EventView& event_;
  const std::vector<Column>& columns_;
  std::size_t column_ = kNoColumn;  ///< Whose value is due.
  std::optional<DecodeError> fault_;
};

const RowCheck::Plan& RowCheck::plan_of(const TableMap& table) {
  if (table.plan != nullptr) return static_cast<const Plan&>(*table.plan);
  auto plan = std::make_unique<Plan>();
  for (const Column& column : table.columns()) {
    plan->looked_at.push_back(!takes_any_bytes(column.type));
    plan->has_old_temporal = plan->has_old_temporal || is_old_temporal(column);
  }
  table.plan = std::move(plan);
  return static_cast<const Plan&>(*table.plan);
}

std::optional<DecodeError> RowCheck::find_fault(const EventView& event, const RowsEvent& rows, const TableMap& table) {
  const Plan& plan = plan_of(table);
  if (plan.has_old_temporal) {
    if (const std::optional<DecodeError> error = old_temporal_fault(event, rows, table)) return error;
  }
  Visitor visitor(*this, plan, event, table);
  Cursor<NoTrace> in(event.bytes, event.body_end - rows.rows.size(), event.body_end);
  try {
    for_each_row(in, rows, table, RowsEvent::kind_of(event.header.type()), visitor);
  } catch (const DecodeError& error) {
    return visitor.with_column(error);
  }
  return visitor.fault();
}

std::string_view RowCheck::fault_of(const Column& column, Bytes bytes, bool partial_json) {
  discarded_.clear();
  switch (column.type) {
    case MYSQL_TYPE_NEWDECIMAL:
      return append_decimal(discarded_, bytes.data(), column.decimal_precision(), column.decimal_scale())
                 ? ""
                 : "no DECIMAL";
    case MYSQL_TYPE_JSON:
      if (!partial_json) return append_json_text(discarded_, bytes) ? "" : "no JSON document";
      scratch_.clear();
      return append_json_diff_mysqlbinlog(scratch_, bytes, column.name, diffs_) ? "" : "no JSON diff";
    case MYSQL_TYPE_GEOMETRY: {
      Geometry geometry;
      return parse_geometry(bytes, geometry) && is_wkb(geometry.wkb) ? "" : "no GEOMETRY";
    }
    case MYSQL_TYPE_VECTOR:
      return bytes.size() % sizeof(float) == 0 ? "" : "no VECTOR";
    case MYSQL_TYPE_ENUM:
      return has_labels(column, load_le(bytes.data(), bytes.size())) ? "" : "an ENUM's label that it does not have";
    case MYSQL_TYPE_SET:
      return has_labels(column, load_le(bytes.data(), bytes.size())) ? "" : "a SET's label that it does not have";
    case MYSQL_TYPE_DATE:
    case MYSQL_TYPE_NEWDATE:
    case MYSQL_TYPE_TIME2:
    case MYSQL_TYPE_DATETIME2:
    case MYSQL_TYPE_TIMESTAMP2:
      return is_temporal_value(column, bytes.data()) ? "" : "no date or time";
    case MYSQL_TYPE_TIME:
    case MYSQL_TYPE_DATETIME:
    case MYSQL_TYPE_TIMESTAMP:
      return "";
    default:
      return "no value of a known type";
  }
}

}  // namespace binlogdump
