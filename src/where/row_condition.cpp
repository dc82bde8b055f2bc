#include "binlogdump/row_condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <utility>

#include "binlogdump/old_temporal.h"
#include "binlogdump/rows_event.h"
#include "where/case_folding.h"
#include "where/column_value.h"
#include "where/expression.h"
#include "where/like.h"

namespace binlogdump {

namespace {

using namespace where;

/// As in SQL: AND is the least of them, OR the greatest.
enum class Truth : std::uint8_t { kFalse, kUnknown, kTrue };

Truth truth_of(bool holds) {
  return holds ? Truth::kTrue : Truth::kFalse;
}

Truth negation(Truth truth) {
  return static_cast<Truth>(static_cast<int>(Truth::kTrue) - static_cast<int>(truth));
}

Truth apply(Relation relation, std::partial_ordering order) {
  if (order == std::partial_ordering::unordered) return Truth::kUnknown;
  switch (relation) {
    case Relation::kEqual:
    case Relation::kNullSafeEqual:
      return truth_of(order == 0);
    case Relation::kNotEqual:
      return truth_of(order != 0);
    case Relation::kLess:
      return truth_of(order < 0);
    case Relation::kLessOrEqual:
      return truth_of(order <= 0);
    case Relation::kGreater:
      return truth_of(order > 0);
    case Relation::kGreaterOrEqual:
      break;
  }
  return truth_of(order >= 0);
}

/// A column's value in one image of the row at hand.
struct Cell {
  enum class State : std::uint8_t { kAbsent, kNull, kValue };
  State state = State::kAbsent;
  bool partial_json = false;
  Bytes bytes;
};

/// What one side of a comparison is, for a row.
struct Side {
  enum class State : std::uint8_t { kUnknown, kNull, kValue };
  State state = State::kUnknown;
  Bytes bytes;  ///< Of a column.
};

/// A literal as it is compared with what stands on the other side.
struct PlannedLiteral {
  Value value;
  std::string text;
};

/// How two operands of a node are compared in one table.
struct Comparison {
  Measure measure = Measure::kNone;
  bool fold = false;
  std::array<PlannedLiteral, 2> literals;  ///< Of the sides that are literals.
};

constexpr std::uint16_t kNoSlot = 0xffff;
static_assert(kMaxColumns < kNoSlot);

}  // namespace

class RowCondition::Implementation {
 public:
  /// Shared with the plans, which so are told from those of any other condition.
  std::shared_ptr<const Expression> expression;
  std::array<ValueReader, 2> readers;  ///< Of the two sides of a comparison.
  std::vector<std::string> notes;
  bool met_unnamed_columns = false;

  explicit Implementation(std::shared_ptr<const Expression> parsed)
      : expression(std::move(parsed)), met_(expression->columns.size(), false) {}

  bool is_met(std::size_t column) const { return met_[column]; }
  bool select(const EventView& event, const DecodeContext& context, RowSelection& selection);

 private:
  struct Plan;
  class Visitor;

  const Plan& plan_of(const TableMap& table);
  std::unique_ptr<Plan> make_plan(const TableMap& table);
  void find_columns(const TableMap& table, Plan& plan);
  /// Its index; that of no column if there is none.
  static std::size_t find_column(const ColumnName& wanted, const std::vector<std::string>& names);
  void plan_node(const Node& node, Plan& plan);
  Comparison plan_comparison(const Operand& left, const Operand& right, const Plan& plan);
  void plan_pattern(const Node& node, Plan& plan);
  static std::optional<Kind> kind_of_operand(const Operand& operand, const Plan& plan);
  void note(std::string text);

  std::vector<bool> met_;  ///< For each column of the expression: whether a table has it.
  std::array<std::vector<Cell>, 2> cells_;
  std::array<Value, 2> values_;  ///< Of the two sides of a comparison, if they are columns.
};

/// What an expression means for one table.
struct RowCondition::Implementation::Plan : TablePlan {
  std::shared_ptr<const Expression> expression;
  std::vector<std::uint16_t> slots;                 ///< For each column of the table: where its values are kept.
  std::vector<ColumnReader> readers;                ///< For each slot.
  std::vector<std::uint16_t> slot_of;               ///< For each column of the expression; kNoSlot if there is none.
  std::vector<std::vector<Comparison>> predicates;  ///< By number.
};

/// Keeps the values that are asked for of each row, and asks.
class RowCondition::Implementation::Visitor {
 public:
  Visitor(Implementation& condition, const Plan& plan, RowsEvent::Kind kind, RowSelection& selection)
      : condition_(condition), plan_(plan), kind_(kind), selection_(selection), cells_(condition.cells_) {}

  bool any() const { return any_; }

  void begin_row() {
    for (std::vector<Cell>& image : cells_) std::fill(image.begin(), image.end(), Cell{});
  }
  void begin_image(RowImage image) { image_ = &cells_[static_cast<std::size_t>(image)]; }
  void null(std::size_t i) {
    if (const std::uint16_t slot = plan_.slots[i]; slot != kNoSlot) (*image_)[slot].state = Cell::State::kNull;
  }
  void begin_value(std::size_t) {}
  void value(std::size_t i, Bytes bytes, bool partial_json) {
    const std::uint16_t slot = plan_.slots[i];
    if (slot == kNoSlot) return;
    (*image_)[slot] = {.state = Cell::State::kValue, .partial_json = partial_json, .bytes = bytes};
  }
  void end_row() {
    damaged_ = false;
    const bool selected = matches() || damaged_;
    selection_.append(selected);
    any_ = any_ || selected;
  }

 private:
  bool matches() {
    if (!condition_.expression->has_either) return holds_with(RowImage::kAfter);
    return (kind_.before_image && holds_with(RowImage::kBefore)) || (kind_.after_image && holds_with(RowImage::kAfter));
  }

  /// With columns without qualifier in that image.
  bool holds_with(RowImage image) {
    unqualified_ = image;
    return evaluate(condition_.expression->root) == Truth::kTrue;
  }

  Truth evaluate(const Node& node) {
    switch (node.kind) {
      case Node::Kind::kAnd: {
        Truth truth = Truth::kTrue;
        for (const Node& child : node.children) {
          truth = std::min(truth, evaluate(child));
          if (truth == Truth::kFalse) break;
        }
        return truth;
      }
      case Node::Kind::kOr: {
        Truth truth = Truth::kFalse;
        for (const Node& child : node.children) {
          truth = std::max(truth, evaluate(child));
          if (truth == Truth::kTrue) break;
        }
        return truth;
      }
      case Node::Kind::kNot:
        return negation(evaluate(node.children.front()));
      case Node::Kind::kCompare:
        return compare_to_any(node);
      case Node::Kind::kLike:
        return match_pattern(node);
      case Node::Kind::kIsNull:
        break;
    }
    const Side side = side_of(node.operands.front());
    return side.state == Side::State::kUnknown ? Truth::kUnknown : truth_of(side.state == Side::State::kNull);
  }

  Truth compare_to_any(const Node& node) {
    const Side left = side_of(node.operands.front());
    left_comparison_ = nullptr;
    Truth truth = Truth::kFalse;
    const std::vector<Comparison>& comparisons = plan_.predicates[node.predicate];
    for (std::size_t i = 0; i < comparisons.size() && truth != Truth::kTrue; ++i) {
      truth = std::max(truth, compare_sides(node, left, node.operands[i + 1], comparisons[i]));
    }
    return truth;
  }

  Truth compare_sides(const Node& node, const Side& left, const Operand& right_operand, const Comparison& comparison) {
    const Side right = side_of(right_operand);
    if (left.state == Side::State::kUnknown || right.state == Side::State::kUnknown) return Truth::kUnknown;
    const bool left_is_null = left.state == Side::State::kNull;
    const bool right_is_null = right.state == Side::State::kNull;
    if (left_is_null || right_is_null) {
      if (node.relation != Relation::kNullSafeEqual) return Truth::kUnknown;
      return truth_of(left_is_null && right_is_null);
    }
    if (comparison.measure == Measure::kNone) return Truth::kUnknown;
    const Value* a = read_left(node.operands.front(), left, comparison);
    const Value* b = read(1, right_operand, right, comparison);
    if (a == nullptr || b == nullptr) return Truth::kUnknown;
    return apply(node.relation, compare(*a, *b, comparison.measure));
  }

  /// Once for all members of a list that are compared alike.
  const Value* read_left(const Operand& operand, const Side& side, const Comparison& comparison) {
    const Comparison* before = std::exchange(left_comparison_, &comparison);
    const bool is_read = operand.is_column && before != nullptr && before->measure == comparison.measure &&
                         before->fold == comparison.fold;
    if (!is_read) left_value_ = read(0, operand, side, comparison);
    return left_value_;
  }

  Truth match_pattern(const Node& node) {
    const Operand& operand = node.operands.front();
    const Comparison& comparison = plan_.predicates[node.predicate].front();
    const Side side = side_of(operand);
    if (side.state != Side::State::kValue || comparison.measure == Measure::kNone) return Truth::kUnknown;
    const Value* value = read(0, operand, side, comparison);
    if (value == nullptr) return Truth::kUnknown;
    return truth_of(is_like(value->text, comparison.literals[1].text, comparison.measure == Measure::kBytes));
  }

  /// One side of a comparison; nullptr if it has no value of that measure.
  const Value* read(std::size_t index, const Operand& operand, const Side& side, const Comparison& comparison) {
    if (!operand.is_column) return &comparison.literals[index].value;
    const ColumnReader& column = plan_.readers[plan_.slot_of[operand.column]];
    Value& value = condition_.values_[index];
    const Reading reading =
        condition_.readers[index].read(column, side.bytes, comparison.measure, comparison.fold, value);
    if (reading == Reading::kDamaged) damaged_ = true;
    return reading == Reading::kDone ? &value : nullptr;
  }

  Side side_of(const Operand& operand) const {
    if (!operand.is_column) {
      const bool is_null = operand.literal.kind == Literal::Kind::kNull;
      return {.state = is_null ? Side::State::kNull : Side::State::kValue, .bytes = {}};
    }
    const std::uint16_t slot = plan_.slot_of[operand.column];
    if (slot == kNoSlot) return {};
    const RowImage image = operand.image == Image::kEither   ? unqualified_
                           : operand.image == Image::kBefore ? RowImage::kBefore
                                                             : RowImage::kAfter;
    const Cell* cell = &cells_[static_cast<std::size_t>(image)][slot];
    // What an UPDATE's after-image does not have did not change; nor did a document without a difference.
    const bool is_unchanged = cell->state == Cell::State::kAbsent || (cell->partial_json && cell->bytes.empty());
    if (image == RowImage::kAfter && kind_.after_image && is_unchanged) {
      cell = &cells_[static_cast<std::size_t>(RowImage::kBefore)][slot];
    } else if (cell->partial_json) {
      return {};
    }
    if (cell->state == Cell::State::kAbsent) return {};
    if (cell->state == Cell::State::kNull) return {.state = Side::State::kNull, .bytes = {}};
    return {.state = Side::State::kValue, .bytes = cell->bytes};
  }

  Implementation& condition_;
  const Plan& plan_;
  RowsEvent::Kind kind_;
  RowSelection& selection_;
  std::array<std::vector<Cell>, 2>& cells_;
  std::vector<Cell>* image_ = nullptr;
  RowImage unqualified_ = RowImage::kAfter;
  const Comparison* left_comparison_ = nullptr;  ///< For which left_value_ was read.
  const Value* left_value_ = nullptr;
  bool damaged_ = false;  ///< Something in the row is no value of its column's type.
  bool any_ = false;
};

bool RowCondition::Implementation::select(const EventView& event, const DecodeContext& context,
                                          RowSelection& selection) {
  selection.clear();
  try {
    const EventType type = event.header.type();
    Cursor<NoTrace> in(event.bytes, event.body_begin, event.body_end);
    const RowsEvent rows = RowsEvent::decode(in, context, type);
    const TableMap* table = context.table_map(rows.table_id);
    if (table == nullptr || old_temporal_fault(event, rows, *table)) return true;
    const Plan& plan = plan_of(*table);
    for (std::vector<Cell>& image : cells_) image.resize(plan.readers.size());
    Visitor visitor(*this, plan, RowsEvent::kind_of(type), selection);
    Cursor<NoTrace> row_bytes(event.bytes, event.body_end - rows.rows.size(), event.body_end);
    for_each_row(row_bytes, rows, *table, RowsEvent::kind_of(type), visitor);
    return visitor.any();
  } catch (const DecodeError&) {
    return true;  // Whoever shows the event tells.
  }
}

const RowCondition::Implementation::Plan& RowCondition::Implementation::plan_of(const TableMap& table) {
  const Plan* known = static_cast<const Plan*>(table.condition_plan.get());
  if (known != nullptr && known->expression == expression) return *known;
  std::unique_ptr<Plan> plan = make_plan(table);
  const Plan& made = *plan;
  table.condition_plan = std::move(plan);
  return made;
}

std::unique_ptr<RowCondition::Implementation::Plan> RowCondition::Implementation::make_plan(const TableMap& table) {
  auto plan = std::make_unique<Plan>();
  plan->expression = expression;
  find_columns(table, *plan);
  plan->predicates.resize(expression->predicate_count);
  plan_node(expression->root, *plan);
  return plan;
}

void RowCondition::Implementation::find_columns(const TableMap& table, Plan& plan) {
  const std::vector<Column>& columns = table.columns();
  std::vector<std::string> names;
  for (const Column& column : columns) names.push_back(folded(column.name));
  if (std::all_of(names.begin(), names.end(), std::mem_fn(&std::string::empty))) met_unnamed_columns = true;
  plan.slots.assign(columns.size(), kNoSlot);
  for (std::size_t k = 0; k < expression->columns.size(); ++k) {
    const std::size_t index = find_column(expression->columns[k], names);
    plan.slot_of.push_back(kNoSlot);
    if (index >= columns.size()) continue;
    met_[k] = true;
    std::uint16_t& slot = plan.slots[index];
    if (slot == kNoSlot) {
      slot = static_cast<std::uint16_t>(plan.readers.size());
      plan.readers.emplace_back(columns[index]);
    }
    plan.slot_of.back() = slot;
  }
}

std::size_t RowCondition::Implementation::find_column(const ColumnName& wanted, const std::vector<std::string>& names) {
  if (wanted.name.empty()) return wanted.number - 1;
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), wanted.name) - names.begin());
}

void RowCondition::Implementation::plan_node(const Node& node, Plan& plan) {
  for (const Node& child : node.children) plan_node(child, plan);
  if (node.kind == Node::Kind::kLike) return plan_pattern(node, plan);
  if (node.kind != Node::Kind::kCompare) return;
  std::vector<Comparison>& comparisons = plan.predicates[node.predicate];
  for (std::size_t i = 1; i < node.operands.size(); ++i) {
    comparisons.push_back(plan_comparison(node.operands.front(), node.operands[i], plan));
  }
  // Only now do the texts stay where they are.
  for (Comparison& comparison : comparisons) {
    for (PlannedLiteral& literal : comparison.literals) literal.value.text = literal.text;
  }
}

std::optional<Kind> RowCondition::Implementation::kind_of_operand(const Operand& operand, const Plan& plan) {
  if (!operand.is_column) return kind_of(operand.literal);
  const std::uint16_t slot = plan.slot_of[operand.column];
  return slot == kNoSlot ? std::nullopt : std::optional(plan.readers[slot].kind);
}

Comparison RowCondition::Implementation::plan_comparison(const Operand& left, const Operand& right, const Plan& plan) {
  Comparison comparison;
  const std::optional<Kind> left_kind = kind_of_operand(left, plan);
  const std::optional<Kind> right_kind = kind_of_operand(right, plan);
  if (!left_kind || !right_kind || *left_kind == Kind::kNull || *right_kind == Kind::kNull) return comparison;
  const auto is_bytes = [](const Operand& o) { return !o.is_column && o.literal.kind == Literal::Kind::kBytes; };
  const auto folds = [&](const Operand& o) { return o.is_column && plan.readers[plan.slot_of[o.column]].folds; };
  comparison.measure = measure_of(*left_kind, *right_kind, is_bytes(left) || is_bytes(right));
  comparison.fold = comparison.measure == Measure::kText && (folds(left) || folds(right));
  const std::array<const Operand*, 2> operands = {&left, &right};
  const std::array<Kind, 2> kinds = {*left_kind, *right_kind};
  bool comparable = comparison.measure != Measure::kNone;
  for (std::size_t i = 0; i < operands.size() && comparable; ++i) {
    if (operands[i]->is_column) continue;
    PlannedLiteral& literal = comparison.literals[i];
    comparable = read_literal(operands[i]->literal, comparison.measure, kinds[1 - i], comparison.fold, literal.value,
                              literal.text) == Reading::kDone;
  }
  if (comparable) return comparison;
  comparison.measure = Measure::kNone;
  note(fmt::format("{} is {}, and can't be compared with {}, {}", left.shown, describe(*left_kind), right.shown,
                   describe(*right_kind)));
  return comparison;
}

void RowCondition::Implementation::plan_pattern(const Node& node, Plan& plan) {
  Comparison& comparison = plan.predicates[node.predicate].emplace_back();
  const Operand& left = node.operands.front();
  const std::optional<Kind> kind = kind_of_operand(left, plan);
  if (!kind || *kind == Kind::kNull) return;
  if (*kind == Kind::kOpaque || *kind == Kind::kUnknown) {
    return note(fmt::format("{} is {}, which has no text for LIKE", left.shown, describe(*kind)));
  }
  comparison.measure = *kind == Kind::kBinary ? Measure::kBytes : Measure::kText;
  comparison.fold = left.is_column && plan.readers[plan.slot_of[left.column]].folds;
  const std::string& pattern = node.operands.back().literal.text;
  comparison.literals[1].text = comparison.fold ? folded(pattern) : pattern;
  if (left.is_column) return;
  PlannedLiteral& literal = comparison.literals[0];
  read_literal(left.literal, comparison.measure, Kind::kText, false, literal.value, literal.text);
}

void RowCondition::Implementation::note(std::string text) {
  if (std::find(notes.begin(), notes.end(), text) == notes.end()) notes.push_back(std::move(text));
}

RowCondition::RowCondition(std::unique_ptr<Implementation> implementation)
    : implementation_(std::move(implementation)) {}
RowCondition::RowCondition(RowCondition&&) noexcept = default;
RowCondition& RowCondition::operator=(RowCondition&&) noexcept = default;
RowCondition::~RowCondition() = default;

RowCondition RowCondition::parse(std::string_view expression) {
  const std::array<std::string, 1> only = {std::string(expression)};
  return parse_any(only);
}

RowCondition RowCondition::parse_any(std::span<const std::string> expressions) {
  auto parsed = std::make_shared<Expression>();
  for (const std::string& expression : expressions) parse_alternative(expression, *parsed);
  return RowCondition(std::make_unique<Implementation>(std::move(parsed)));
}

void RowCondition::use_local_timestamps(bool local) {
  for (ValueReader& reader : implementation_->readers) reader.use_local_timestamps(local);
}

bool RowCondition::select(const EventView& event, const DecodeContext& context, RowSelection& selection) {
  return implementation_->select(event, context, selection);
}

std::vector<std::string> RowCondition::unknown_columns() const {
  std::vector<std::string> unknown;
  const std::vector<ColumnName>& columns = implementation_->expression->columns;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!implementation_->is_met(i)) unknown.push_back(columns[i].shown);
  }
  return unknown;
}

bool RowCondition::met_unnamed_columns() const {
  return implementation_->met_unnamed_columns;
}

const std::vector<std::string>& RowCondition::notes() const {
  return implementation_->notes;
}

}  // namespace binlogdump
