// Micro-benchmarks: text of column values, decoding of events, printing of whole logs. README.md says how to read them.

#include <cstdio>
#include <exception>

#include "bench/bench.h"

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  try {
    binlogdump::bench::register_value_benchmarks();
    binlogdump::bench::register_event_benchmarks();
    binlogdump::bench::register_printer_benchmarks();
    benchmark::RunSpecifiedBenchmarks();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "binlogdump_bench: %s\n", error.what());
    return 1;
  }
  return 0;
}
