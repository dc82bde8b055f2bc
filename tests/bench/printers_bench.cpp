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
  void (*set)(DumpOptions&);
};

void set_mysqlbinlog(DumpOptions& options) {
  options.mysqlbinlog = true;
  options.verify_checksums = false;
}

template <int kVerbose>
void set_mysqlbinlog_rows(DumpOptions& options) {
  set_mysqlbinlog(options);
  options.print.verbose = kVerbose;
  options.print.base64_output = Base64Output::kDecodeRows;
}

void set_mysqlbinlog_hexdump(DumpOptions& options) {
  set_mysqlbinlog_rows<2>(options);
  options.print.hexdump = true;
}

template <Format kFormat>
void set_format(DumpOptions& options) {
  options.print.format = kFormat;
}

template <Verify kVerify>
void set_verify(DumpOptions& options) {
  options.print.verify = kVerify;
}

/// The printers as the command line sets them up.
constexpr Mode kModes[] = {
    {"text", set_format<Format::kText>},
    {"json", set_format<Format::kJson>},
    {"hex", set_format<Format::kHex>},
    {"events", set_format<Format::kEvents>},
    {"verify", set_verify<Verify::kFull>},
    {"verify_quick", set_verify<Verify::kQuick>},
    {"mysqlbinlog", set_mysqlbinlog},
    {"mysqlbinlog_v", set_mysqlbinlog_rows<1>},
    {"mysqlbinlog_vv", set_mysqlbinlog_rows<2>},
    {"mysqlbinlog_vv_H", set_mysqlbinlog_hexdump},
};

DumpOptions dump_options(const Mode& mode) {
  DumpOptions options;
  options.quiet = true;
  mode.set(options);
  return options;
}

/// One for each thing that takes a printer's time, each type of column, and the loads of whole runs. Not
/// types-geometry and types-json: mysqlbinlog's way refuses them.
constexpr const char* kLogs[] = {
    "bench/oltp.000001",     "bench/bulk.000001",       "bench/statement.000001",   "bench/compressed.000001",
    "dml-basic.000001",      "dml-wide.000001",         "rows-small-events.000001", "stmt-ddl.000001",
    "stmt-session.000001",   "stmt-multidb.000001",     "gtid-tagged.000001",       "zstd-small.000001",
    "types-integers.000001", "types-decimal.000001",    "types-float.000001",       "types-bit.000001",
    "types-temporal.000001", "types-strings.000001",    "types-binary.000001",      "types-blob-text.000001",
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
  const DumpOptions options = dump_options(mode);
  for ([[maybe_unused]] auto _ : state) {
    // Anew each time: --verify would take the log for one that follows itself.
    Dump dump(out, options);
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
