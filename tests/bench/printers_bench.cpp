// Whole small logs, from reading the file to the text, which is counted and dropped.

#include <stdexcept>
#include <string>

#include "bench/bench.h"
#include "core/log_files.h"
#include "pipeline/dump.h"

namespace binlogdump::bench {

namespace {

struct Mode {
  const char* name;
  bool mysqlbinlog;
  int verbose;
  Base64Output base64_output;
  Format format = Format::kText;
};

/// The printers as the command line sets them up without options, and mysqlbinlog's way to show rows.
constexpr Mode kModes[] = {
    {"text", false, 0, Base64Output::kUnspec},
    {"mysqlbinlog", true, 0, Base64Output::kUnspec},
    {"mysqlbinlog_v", true, 1, Base64Output::kDecodeRows},
    {"hex", false, 0, Base64Output::kUnspec, Format::kHex},
};

DumpOptions dump_options(const Mode& mode) {
  DumpOptions options;
  options.mysqlbinlog = mode.mysqlbinlog;
  options.verify_checksums = !mode.mysqlbinlog;
  options.quiet = true;
  options.print.verbose = mode.verbose;
  options.print.base64_output = mode.base64_output;
  options.print.format = mode.format;
  return options;
}

/// One for each thing that takes a printer's time. Not types-geometry: mysqlbinlog's way refuses it.
constexpr const char* kLogs[] = {
    "dml-basic.000001",      "dml-wide.000001",         "rows-small-events.000001", "stmt-ddl.000001",
    "stmt-session.000001",   "stmt-multidb.000001",     "gtid-tagged.000001",       "zstd-small.000001",
    "types-decimal.000001",  "types-float.000001",      "types-temporal.000001",    "types-strings.000001",
    "types-enum-set.000001", "dml-partial-json.000001", "types-json-big.000001",    "types-vector.000001",
    "charsets.000001",
};

class CountingSink : public Sink {
 public:
  void write(std::string_view text) override { count_ += text.size(); }
  std::size_t count() const { return count_; }

 private:
  std::size_t count_ = 0;
};

void print_log(benchmark::State& state, const std::string& log_name, const Mode& mode) {
  std::size_t events = 0;
  const std::string log = log_bytes(log_name);
  for_each_event(log, [&](const EventView&, const DecodeContext&) { ++events; });
  CountingSink sink;
  TextBuffer out(&sink);
  Dump dump(out, dump_options(mode));
  for ([[maybe_unused]] auto _ : state) {
    if (dump.run({log_path(log_name)}) != Outcome::kClean) throw std::runtime_error(log_name + " can't be printed");
  }
  report(state, events, log.size());
  state.counters["text"] =
      benchmark::Counter(static_cast<double>(sink.count()), benchmark::Counter::kIsRate, benchmark::Counter::kIs1024);
}

}  // namespace

void register_printer_benchmarks() {
  for (const char* log : kLogs) {
    for (const Mode& mode : kModes) {
      benchmark::RegisterBenchmark(("printers/" + std::string(log) + "/" + mode.name).c_str(),
                                   [log, &mode](benchmark::State& state) { print_log(state, log, mode); });
    }
  }
}

}  // namespace binlogdump::bench
