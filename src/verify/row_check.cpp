#include "verify/row_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "binlogdump/old_temporal.h"
#include "binlogdump/rows_event.h"
#include "binlogdump/values/decimal.h"
#include "binlogdump/values/geometry.h"
#include "binlogdump/values/json_binary.h"
#include "binlogdump/values/json_diff.h"
#include "binlogdump/values/soundness.h"
#include "binlogdump/values/temporal.h"
#include "printers/readable_text.h"

namespace binlogdump {

namespace {

/// How the bytes of a value are looked at.
enum class Look : std::uint8_t {
  kNone,    ///< Any of the right length are a value.
  kAtMost,  ///< ENUM and SET with labels: a number that is not too large.
  kDecimal,
  kJson,
  kDate,
  kTime2,
  kDatetime2,
  kTimestamp2,
  kRare,  ///< By RowCheck::fault_of().
};

/// What is done with the value of one column.
struct Step {
  std::uint32_t fixed_size = 0;
  std::uint8_t length_bytes = 0;
  Look look = Look::kNone;
  std::uint8_t precision = 0;  ///< Of DECIMAL; of temporal types the fraction digits.
  std::uint8_t scale = 0;
  std::uint64_t most = 0;  ///< kAtMost
  // From this column on, those side by side with fixed sizes and no look: passed over at once where none is NULL.
  std::uint32_t run_size = 0;
  std::uint64_t run_columns = 0;  ///< Their bits in the null bitmap, the first at bit 0.
  std::uint32_t run_length = 0;
};

Look look_of(const Column& column) {
  switch (column.type) {
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
      return Look::kNone;
    case MYSQL_TYPE_ENUM:
    case MYSQL_TYPE_SET:
      return column.labels == nullptr ? Look::kNone : Look::kAtMost;
    case MYSQL_TYPE_NEWDECIMAL:
      return Look::kDecimal;
    case MYSQL_TYPE_JSON:
      return Look::kJson;
    case MYSQL_TYPE_DATE:
      return Look::kDate;
    case MYSQL_TYPE_TIME2:
      return Look::kTime2;
    case MYSQL_TYPE_DATETIME2:
      return Look::kDatetime2;
    case MYSQL_TYPE_TIMESTAMP2:
      return Look::kTimestamp2;
    default:
      return Look::kRare;
  }
}

/// Of an ENUM or SET with labels.
std::uint64_t most_of(const Column& column) {
  const std::size_t count = column.labels->size();
  if (column.type == MYSQL_TYPE_ENUM) return count;
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

Step step_of(const Column& column) {
  Step step{.fixed_size = column.fixed_size, .length_bytes = column.length_bytes, .look = look_of(column)};
  if (step.look == Look::kAtMost) step.most = most_of(column);
  const bool is_decimal_column = step.look == Look::kDecimal;
  step.precision = static_cast<std::uint8_t>(is_decimal_column ? column.decimal_precision() : column.fraction_digits());
  step.scale = static_cast<std::uint8_t>(column.decimal_scale());
  if (!column.size_known) step.look = Look::kRare;
  return step;
}

/// Of the columns whose bits lie in the first 64 of the null bitmap.
void find_runs(std::vector<Step>& steps) {
  constexpr std::size_t kMostColumns = 64;
  for (std::size_t i = std::min(steps.size(), kMostColumns); i-- > 0;) {
    Step& step = steps[i];
    if (step.look != Look::kNone || step.length_bytes != 0) continue;
    const Step last;
    const Step& next = i + 1 < std::min(steps.size(), kMostColumns) ? steps[i + 1] : last;
    step.run_size = step.fixed_size + next.run_size;
    step.run_columns = 1 | next.run_columns << 1;
    step.run_length = 1 + next.run_length;
  }
}

/// Whether the bytes are a value. Not for kRare.
inline bool is_value(const Step& step, Bytes bytes) {
  switch (step.look) {
    case Look::kNone:
      return true;
    case Look::kAtMost:
      return load_le(bytes.data(), bytes.size()) <= step.most;
    case Look::kDecimal:
      return is_decimal(bytes.data(), step.precision, step.scale);
    case Look::kJson:
      return is_json_document(bytes);
    case Look::kDate:
      return is_storable(decode_date(bytes.data()));
    case Look::kTime2:
      return is_time2(bytes.data(), step.precision);
    case Look::kDatetime2:
      return is_datetime2(bytes.data(), step.precision);
    case Look::kTimestamp2:
      return is_timestamp2(bytes.data(), step.precision);
    case Look::kRare:
      break;
  }
  return false;
}

/// Most lengths have one or two bytes.
inline std::size_t load_length(const char* at, std::uint8_t length_bytes) {
  if (length_bytes == 1) return load_u8(at);
  return length_bytes == 2 ? load_u16(at) : static_cast<std::size_t>(load_le(at, length_bytes));
}

/// Moves `begin` behind the image of a row. False if something is wrong with it, or a look is wanted that takes longer.
bool pass_image(const char*& begin, const char* end, const std::vector<Step>& all_steps) {
  // In variables that no byte can seem to be a part of, so that they stay in registers.
  const std::span<const Step> steps = all_steps;
  const std::size_t nulls_size = (steps.size() + 7) / 8;
  if (nulls_size > static_cast<std::size_t>(end - begin)) return false;
  const char* const nulls = begin;
  const char* at = begin + nulls_size;
  const std::uint64_t first_nulls = load_le(nulls, std::min(nulls_size, sizeof(std::uint64_t)));
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps[i];
    if (step.run_length > 1 && (first_nulls >> i & step.run_columns) == 0) {
      if (step.run_size > static_cast<std::size_t>(end - at)) return false;
      at += step.run_size;
      i += step.run_length - 1;
      continue;
    }
    if (bit_low_first(nulls, i)) continue;
    std::size_t size = step.fixed_size;
    if (step.length_bytes != 0) {
      if (step.length_bytes > end - at) return false;
      size = load_length(at, step.length_bytes);
      at += step.length_bytes;
    }
    if (size > static_cast<std::size_t>(end - at)) return false;
    if (step.look != Look::kNone && !is_value(step, Bytes(at, size))) return false;
    at += size;
  }
  begin = at;
  return true;
}

std::string column_name(const Column& column, std::size_t index) {
  if (column.name.empty()) return fmt::format("@{}", index + 1);
  TextBuffer name(nullptr, 256);
  append_visible_identifier(name, column.name);
  return std::string(name.view());
}

}  // namespace

struct RowCheck::Plan : TablePlan {
  std::vector<Step> steps;  ///< By column.
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
    const Step& step = plan_.steps[i];
    if (step.look == Look::kNone || fault_) return;
    if (step.look != Look::kRare && !partial_json && is_value(step, bytes)) return;
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
    plan->steps.push_back(step_of(column));
    plan->has_old_temporal = plan->has_old_temporal || is_old_temporal(column);
  }
  find_runs(plan->steps);
  table.plan = std::move(plan);
  return static_cast<const Plan&>(*table.plan);
}

/// Whether all rows are sound. What can't be told by looking at bytes alone counts as unsound.
bool RowCheck::are_sound(const Plan& plan, const RowsEvent& rows, RowsEvent::Kind kind) const {
  const auto has_all = [&](Bytes bitmap) {
    for (std::size_t i = 0; i < plan.steps.size() / 8; ++i) {
      if (load_u8(&bitmap[i]) != 0xff) return false;
    }
    const std::size_t rest = plan.steps.size() % 8;
    return rest == 0 || (load_u8(&bitmap.back()) & ((1U << rest) - 1)) == (1U << rest) - 1;
  };
  if (rows.width != plan.steps.size() || rows.rows.empty() || kind.partial_json) return false;
  const bool is_whole = (!kind.before_image || has_all(rows.columns_before_image)) &&
                        (!kind.after_image || has_all(rows.columns_after_image));
  if (!is_whole) return false;
  const char* at = rows.rows.data();
  const char* const end = at + rows.rows.size();
  while (at != end) {
    if (kind.before_image && !pass_image(at, end, plan.steps)) return false;
    if (kind.after_image && !pass_image(at, end, plan.steps)) return false;
  }
  return true;
}

std::optional<DecodeError> RowCheck::find_fault(const EventView& event, const RowsEvent& rows, const TableMap& table) {
  const Plan& plan = plan_of(table);
  const RowsEvent::Kind kind = RowsEvent::kind_of(event.header.type());
  if (are_sound(plan, rows, kind)) return std::nullopt;
  if (plan.has_old_temporal) {
    if (const std::optional<DecodeError> error = old_temporal_fault(event, rows, table)) return error;
  }
  Visitor visitor(*this, plan, event, table);
  Cursor<NoTrace> in(event.bytes, event.body_end - rows.rows.size(), event.body_end);
  try {
    for_each_row(in, rows, table, kind, visitor);
  } catch (const DecodeError& error) {
    return visitor.with_column(error);
  }
  return visitor.fault();
}

std::string_view RowCheck::fault_of(const Column& column, Bytes bytes, bool partial_json) {
  switch (column.type) {
    case MYSQL_TYPE_NEWDECIMAL:
      return "no DECIMAL";
    case MYSQL_TYPE_JSON:
      if (!partial_json) return "no JSON document";
      scratch_.clear();
      return append_json_diff_mysqlbinlog(scratch_, bytes, column.name, diffs_) ? "" : "no JSON diff";
    case MYSQL_TYPE_GEOMETRY: {
      Geometry geometry;
      return parse_geometry(bytes, geometry) && is_wkb(geometry.wkb) ? "" : "no GEOMETRY";
    }
    case MYSQL_TYPE_VECTOR:
      return bytes.size() % sizeof(float) == 0 ? "" : "no VECTOR";
    case MYSQL_TYPE_ENUM:
      return "an ENUM's label that it does not have";
    case MYSQL_TYPE_SET:
      return "a SET's label that it does not have";
    case MYSQL_TYPE_NEWDATE:
      return is_storable(decode_date(bytes.data())) ? "" : "no date or time";
    case MYSQL_TYPE_DATE:
    case MYSQL_TYPE_TIME2:
    case MYSQL_TYPE_DATETIME2:
    case MYSQL_TYPE_TIMESTAMP2:
      return "no date or time";
    case MYSQL_TYPE_TIME:
    case MYSQL_TYPE_DATETIME:
    case MYSQL_TYPE_TIMESTAMP:
      return "";  // Those of the old format are looked at by old_temporal_fault().
    default:
      return "no value of a known type";
  }
}

}  // namespace binlogdump
