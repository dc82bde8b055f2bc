#pragma once
// What the benchmarks share.

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>

namespace binlogdump::bench {

/// Tells how much each iteration got through: bytes of input, and how many values or events they are.
inline void report(benchmark::State& state, std::size_t items, std::size_t bytes) {
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
  state.counters["per_item"] = benchmark::Counter(
      static_cast<double>(items), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// Each throws if testdata lacks what the benchmarks run on.
void register_value_benchmarks();
void register_event_benchmarks();
void register_printer_benchmarks();

}  // namespace binlogdump::bench
