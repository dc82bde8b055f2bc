// An expression of --where, behind a byte that chooses the captured log to whose rows it is applied.

#include <fmt/format.h>

#include <array>
#include <optional>

#include "binlogdump/row_condition.h"
#include "core/log_files.h"
#include "fuzz/targets.h"
#include "property/event_checks.h"
#include "property/log_walk.h"

namespace binlogdump::test {

namespace {

constexpr std::array kLogs = {
    "dml-basic.000001",    "types-decimal.000001",  "types-enum-set.000001",    "types-integers.000001",
    "types-json.000001",   "types-strings.000001",  "types-temporal.000001",    "types-bit.000001",
    "types-float.000001",  "types-geometry.000001", "types-vector.000001",      "dml-partial-json.000001",
    "zstd-variety.000001", "dml-wide.000001",       "dml-basic-minimal.000001", "types-binary.000001"};

std::optional<RowCondition> parse(const std::string& expression, std::string& problem) {
  try {
    return RowCondition::parse(expression);
  } catch (const ExpressionError& error) {
    if (error.offset() > expression.size()) problem = fmt::format("a fault at {}: {}", error.offset(), error.what());
    return std::nullopt;
  }
}

/// Asks for an expression and its opposite at each row event of a log.
class Asking {
 public:
  Asking(RowCondition condition, std::optional<RowCondition> opposite)
      : condition_(std::move(condition)), opposite_(std::move(opposite)) {}

  void event(const EventView& event, const DecodeContext& context) {
    if (!is_rows_event(event.header.type())) return;
    RowSelection selected;
    const bool any = condition_.select(event, context, selected);
    if (any != (selected.count() > 0 || selected.size() == 0)) stop("selects rows, and none");
    // Of the two images of an UPDATE one may meet a condition and the other its opposite.
    const RowsEvent::Kind kind = RowsEvent::kind_of(event.header.type());
    if (!opposite_ || (kind.before_image && kind.after_image)) return;
    RowSelection others;
    opposite_->select(event, context, others);
    if (selected.size() != others.size()) stop("asks about another number of rows");
    for (std::size_t row = 0; row < selected.size(); ++row) {
      if (selected.contains(row) && others.contains(row)) stop("a row is selected by a condition and by its opposite");
    }
  }
  void begin_payload(const EventView&, const TransactionPayloadEvent&, const DecodeContext&) {}
  void end_payload() {}
  void fault(const EventView&, const DecodeContext&, const DecodeError&) {}

  const std::string& problem() const { return problem_; }

 private:
  [[noreturn]] void stop(const char* problem) {
    problem_ = problem;
    throw StopWalk{};
  }

  RowCondition condition_;
  std::optional<RowCondition> opposite_;
  std::string problem_;
};

const std::string& captured_log(std::size_t index) {
  static const auto logs = [] {
    std::array<std::string, kLogs.size()> bytes;
    for (std::size_t i = 0; i < kLogs.size(); ++i) bytes[i] = log_bytes(kLogs[i]);
    return bytes;
  }();
  return logs[index];
}

}  // namespace

std::string fuzz_where(Bytes input) {
  if (input.empty()) return "";
  static WalkBuffers buffers;
  const std::string expression(input.substr(1));
  std::string problem;
  std::optional<RowCondition> condition = parse(expression, problem);
  if (!condition) return problem;
  Asking asking(std::move(*condition), parse("not (" + expression + ")", problem));
  if (!problem.empty()) return problem;
  LogWalk(buffers, asking).run(captured_log(load_u8(input.data()) % kLogs.size()));
  return asking.problem();
}

}  // namespace binlogdump::test
