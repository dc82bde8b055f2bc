// The checks of the property tests notice what they are there for.

#include "property/event_checks.h"

#include <gtest/gtest.h>

#include "property/corpus.h"
#include "property/mutator.h"

namespace binlogdump::test {
namespace {

Field leaf(std::size_t offset, std::size_t size, std::uint16_t depth = 0) {
  return {.name = "leaf", .offset = offset, .size = size, .depth = depth};
}
Field group(std::size_t offset, std::size_t size, std::uint16_t depth = 0) {
  return {.name = "group", .offset = offset, .size = size, .depth = depth, .kind = FieldKind::kGroup};
}
Field undecoded(std::size_t offset, std::size_t size) {
  return {.name = "undecoded", .offset = offset, .size = size, .kind = FieldKind::kUndecoded};
}

TEST(CoverageProblem, NoticesGapsOverlapsAndMissingEnds) {
  EXPECT_EQ(coverage_problem({leaf(0, 4), group(4, 6), leaf(4, 6, 1)}, 10), "");
  EXPECT_EQ(coverage_problem({}, 0), "");
  EXPECT_NE(coverage_problem({leaf(0, 4), leaf(5, 5)}, 10), "");
  EXPECT_NE(coverage_problem({leaf(0, 4), leaf(3, 7)}, 10), "");
  EXPECT_NE(coverage_problem({leaf(1, 9)}, 10), "");
  EXPECT_NE(coverage_problem({leaf(0, 9)}, 10), "");
  EXPECT_NE(coverage_problem({leaf(0, 11)}, 10), "");
  EXPECT_NE(coverage_problem({leaf(4, 6), leaf(0, 4)}, 10), "");
}

TEST(NestingProblem, NoticesFieldsOutsideTheirGroup) {
  EXPECT_EQ(nesting_problem({group(0, 6), group(0, 4, 1), leaf(0, 4, 2), leaf(4, 2, 1), leaf(6, 4)}), "");
  EXPECT_NE(nesting_problem({group(0, 4), leaf(0, 6, 1)}), "");
  EXPECT_NE(nesting_problem({leaf(0, 4), group(4, 2), leaf(3, 2, 1)}), "");
  EXPECT_NE(nesting_problem({group(0, 4), group(2, 4, 1), leaf(2, 2, 2)}), "");
  EXPECT_NE(nesting_problem({leaf(0, 4, 1)}), "");
  EXPECT_NE(nesting_problem({group(0, 4), leaf(0, 4, 2)}), "");
  // A group ends where the depth falls back.
  EXPECT_NE(nesting_problem({group(0, 4), leaf(0, 4), leaf(4, 4, 1)}), "");
}

TEST(FaultLabelProblem, NoticesWrongBoundaries) {
  const DecodeError fault(4, "leaf", "");
  EXPECT_EQ(fault_label_problem({leaf(0, 10)}, std::nullopt, 10), "");
  EXPECT_EQ(fault_label_problem({leaf(0, 4), undecoded(4, 6)}, fault, 10), "");
  EXPECT_EQ(fault_label_problem({leaf(0, 4)}, fault, 4), "");
  EXPECT_NE(fault_label_problem({leaf(0, 4), undecoded(4, 6)}, std::nullopt, 10), "");
  EXPECT_NE(fault_label_problem({leaf(0, 10)}, fault, 10), "");
  EXPECT_NE(fault_label_problem({leaf(0, 6), undecoded(6, 4)}, fault, 10), "");
}

TEST(ValuesProblem, NoticesValuesOutsideTheRows) {
  const Bytes rows = "0123456789";
  const auto value = [&](std::size_t at, std::size_t size) {
    return RowVisit{.kind = RowVisit::Kind::kValue, .data = rows.data() + at, .size = size};
  };
  EXPECT_EQ(values_problem({value(1, 4), value(5, 5)}, rows), "");
  EXPECT_NE(values_problem({value(1, 4), value(4, 5)}, rows), "");
  EXPECT_NE(values_problem({value(0, 4), value(8, 3)}, rows), "");
}

TEST(TracedEvent, GroupsHoldTheirFieldsBehindAFaultToo) {
  class Visitor {
   public:
    void event(const EventView& event, const DecodeContext& context) {
      const TracedEvent traced = trace_event(event, context);
      if (traced.error) problem = nesting_problem(traced.tape);
      if (!problem.empty()) throw StopWalk{};
    }
    void begin_payload(const EventView&, const TransactionPayloadEvent&, const DecodeContext&) {}
    void end_payload() {}
    void fault(const EventView&, const DecodeContext&, const DecodeError&) {}
    std::string problem;
  };
  WalkBuffers buffers;
  Visitor visitor;
  for (std::uint64_t seed = 1; seed <= 1000 && visitor.problem.empty(); ++seed) {
    LogWalk walk(buffers, visitor);
    walk.run(Mutator(corpus(), seed).make().bytes);
  }
  EXPECT_EQ(visitor.problem, "");
}

}  // namespace
}  // namespace binlogdump::test
