// Text of column values: those that the captured logs hold of one type, one after the other.

#include <bit>
#include <map>
#include <stdexcept>
#include <string>

#include "bench/bench.h"
#include "bench/captured.h"
#include "binlogdump/base64.h"
#include "binlogdump/charset.h"
#include "binlogdump/values/bits.h"
#include "binlogdump/values/decimal.h"
#include "binlogdump/values/floating.h"
#include "binlogdump/values/geometry.h"
#include "binlogdump/values/json_binary.h"
#include "binlogdump/values/json_diff.h"
#include "binlogdump/values/quoting.h"
#include "binlogdump/values/temporal.h"
#include "printers/json_values.h"
#include "printers/readable_text.h"

namespace binlogdump::bench {

namespace {

struct Value {
  const Column* column;
  Bytes bytes;
  bool partial_json;
};

/// Collects what for_each_row() visits.
class ValueCollector {
 public:
  ValueCollector(const TableMap& table, std::vector<Value>& values) : columns_(table.columns()), values_(values) {}

  void begin_row() {}
  void begin_image(RowImage) {}
  void null(std::size_t) {}
  void begin_value(std::size_t) {}
  void value(std::size_t i, Bytes bytes, bool partial_json) { values_.push_back({&columns_[i], bytes, partial_json}); }
  void end_row() {}

 private:
  const std::vector<Column>& columns_;
  std::vector<Value>& values_;
};

/// The values of all rows of a log, which stay for as long as the program runs.
const std::vector<Value>& values_of(const std::string& log_name) {
  struct Log {
    std::vector<CapturedEvent> events;
    std::vector<Value> values;  ///< Point into `events`.
  };
  static std::map<std::string, Log> logs;
  const auto [at, is_new] = logs.try_emplace(log_name);
  Log& log = at->second;
  if (!is_new) return log.values;
  log.events = captured_events(log_name);
  for (const CapturedEvent& event : log.events) {
    if (!is_rows_event(event.type())) continue;
    const RowsEvent rows = decode_rows_event(event.view, *event.context);
    ValueCollector collector(*event.context->table_map(rows.table_id), log.values);
    visit_rows(event, rows, collector);
  }
  return log.values;
}

// --- which values

template <ColumnType kType>
bool is(const Value& value) {
  return value.column->type == kType && !value.partial_json;
}
bool is_partial_json(const Value& value) {
  return value.partial_json;
}
bool is_binary_string(const Value& value) {
  return is<MYSQL_TYPE_VARCHAR>(value) && charset_of_collation(value.column->collation) == find_charset("binary");
}
bool is_utf8_string(const Value& value) {
  return is<MYSQL_TYPE_VARCHAR>(value) && charset_of_collation(value.column->collation) == find_charset("utf8mb4");
}
bool needs_escapes(const Value& value) {
  constexpr std::size_t kQuotes = 2;
  TextBuffer out;
  append_quoted(out, value.bytes);
  return out.size() > value.bytes.size() + kQuotes;
}
bool is_plain_string(const Value& value) {
  return is_utf8_string(value) && !needs_escapes(value);
}
bool is_escaped_string(const Value& value) {
  return is_utf8_string(value) && needs_escapes(value);
}

// --- their text

/// Of any size, signed.
void integer(TextBuffer& out, const Value& value) {
  const std::size_t unused_bits = 64 - 8 * value.bytes.size();
  const std::uint64_t shifted = load_le(value.bytes.data(), value.bytes.size()) << unused_bits;
  out.append_number(static_cast<std::int64_t>(shifted) >> unused_bits);
}
void year(TextBuffer& out, const Value& value) {
  out.append_number(decode_year(load_u8(value.bytes.data())));
}
void decimal(TextBuffer& out, const Value& value) {
  append_decimal(out, value.bytes.data(), value.column->decimal_precision(), value.column->decimal_scale());
}
float float_of(const Value& value) {
  return std::bit_cast<float>(load_u32(value.bytes.data()));
}
double double_of(const Value& value) {
  return std::bit_cast<double>(load_u64(value.bytes.data()));
}
void float_shortest(TextBuffer& out, const Value& value) {
  append_float_shortest(out, float_of(value));
}
void float_mysqlbinlog(TextBuffer& out, const Value& value) {
  out.commit(write_float_mysqlbinlog(out.reserve(kFloatingRoom), float_of(value)));
}
void double_shortest(TextBuffer& out, const Value& value) {
  append_double_shortest(out, double_of(value));
}
void double_mysqlbinlog(TextBuffer& out, const Value& value) {
  out.commit(write_double_mysqlbinlog(out.reserve(kFloatingRoom), double_of(value)));
}
void date(TextBuffer& out, const Value& value) {
  append_date(out, decode_date(value.bytes.data()));
}
void time2(TextBuffer& out, const Value& value) {
  const int digits = value.column->fraction_digits();
  append_time(out, decode_time2(value.bytes.data(), digits), digits);
}
void datetime2(TextBuffer& out, const Value& value) {
  const int digits = value.column->fraction_digits();
  append_datetime(out, decode_datetime2(value.bytes.data(), digits), digits);
}
void timestamp2(TextBuffer& out, const Value& value) {
  const int digits = value.column->fraction_digits();
  out.commit(write_timestamp2(out.reserve(kMostTemporalRoom), value.bytes.data(), digits));
}
void old_time(TextBuffer& out, const Value& value) {
  append_time(out, decode_time(value.bytes.data()), 0);
}
void old_datetime(TextBuffer& out, const Value& value) {
  append_datetime(out, decode_datetime(value.bytes.data()), 0);
}
void old_timestamp(TextBuffer& out, const Value& value) {
  out.commit(write_timestamp(out.reserve(kMostTemporalRoom), decode_timestamp(value.bytes.data()), 0));
}
void bit(TextBuffer& out, const Value& value) {
  append_bit(out, value.bytes.data(), value.bytes.size(), value.column->bit_count());
}
void set_bits(TextBuffer& out, const Value& value) {
  out.commit(write_set_bits(out.reserve(bits_room(value.bytes.size())), value.bytes.data(), value.bytes.size()));
}
void json(TextBuffer& out, const Value& value) {
  append_json_text(out, value.bytes);
}
void json_nested(TextBuffer& out, const Value& value) {
  static TextBuffer scratch;
  append_json_document(out, value.bytes, JsonIntegers::kNumbers, scratch);
}
void json_diff(TextBuffer& out, const Value& value) {
  static TextBuffer scratch;
  append_json_diff_mysqlbinlog(out, value.bytes, "@1", scratch);
}
void json_diff_nested(TextBuffer& out, const Value& value) {
  static TextBuffer scratch;
  append_json_diffs(out, value.bytes, JsonIntegers::kNumbers, scratch);
}
void geometry(TextBuffer& out, const Value& value) {
  append_geometry_text(out, value.bytes);
}
void vector_mysqlbinlog(TextBuffer& out, const Value& value) {
  append_vector_mysqlbinlog(out, value.bytes);
}
void geometry_json(TextBuffer& out, const Value& value) {
  append_json_geometry(out, value.bytes);
}
void vector_json(TextBuffer& out, const Value& value) {
  append_json_vector(out, value.bytes);
}
void hex(TextBuffer& out, const Value& value) {
  append_hex_value(out, value.bytes);
}
void base64(TextBuffer& out, const Value& value) {
  append_base64(out, value.bytes);
}
void json_string(TextBuffer& out, const Value& value) {
  append_json_string(out, value.bytes);
}
void quoted(TextBuffer& out, const Value& value) {
  append_quoted(out, value.bytes);
}
void visible(TextBuffer& out, const Value& value) {
  constexpr std::uint64_t kUtf8mb4 = 255;  // utf8mb4_0900_ai_ci
  static const StringStyle style(kUtf8mb4);
  style.append(out, value.bytes);
}

struct ValueBenchmark {
  const char* name;
  const char* log;
  bool (*takes)(const Value&);
  void (*append)(TextBuffer&, const Value&);
};

// ENUM and SET with labels: see the printers' benchmarks of types-enum-set.
constexpr ValueBenchmark kBenchmarks[] = {
    {"tinyint", "types-integers.000001", is<MYSQL_TYPE_TINY>, integer},
    {"smallint", "types-integers.000001", is<MYSQL_TYPE_SHORT>, integer},
    {"mediumint", "types-integers.000001", is<MYSQL_TYPE_INT24>, integer},
    {"int", "types-integers.000001", is<MYSQL_TYPE_LONG>, integer},
    {"bigint", "types-integers.000001", is<MYSQL_TYPE_LONGLONG>, integer},
    {"decimal", "types-decimal.000001", is<MYSQL_TYPE_NEWDECIMAL>, decimal},
    {"float_shortest", "types-float.000001", is<MYSQL_TYPE_FLOAT>, float_shortest},
    {"float_mysqlbinlog", "types-float.000001", is<MYSQL_TYPE_FLOAT>, float_mysqlbinlog},
    {"double_shortest", "types-float.000001", is<MYSQL_TYPE_DOUBLE>, double_shortest},
    {"double_mysqlbinlog", "types-float.000001", is<MYSQL_TYPE_DOUBLE>, double_mysqlbinlog},
    {"date", "types-temporal.000001", is<MYSQL_TYPE_DATE>, date},
    {"time2", "types-temporal.000001", is<MYSQL_TYPE_TIME2>, time2},
    {"datetime2", "types-temporal.000001", is<MYSQL_TYPE_DATETIME2>, datetime2},
    {"timestamp2", "types-temporal.000001", is<MYSQL_TYPE_TIMESTAMP2>, timestamp2},
    {"year", "types-temporal.000001", is<MYSQL_TYPE_YEAR>, year},
    {"old_time", "mariadb/types_temporal_old.000001", is<MYSQL_TYPE_TIME>, old_time},
    {"old_datetime", "mariadb/types_temporal_old.000001", is<MYSQL_TYPE_DATETIME>, old_datetime},
    {"old_timestamp", "mariadb/types_temporal_old.000001", is<MYSQL_TYPE_TIMESTAMP>, old_timestamp},
    {"bit", "types-bit.000001", is<MYSQL_TYPE_BIT>, bit},
    {"set_bits", "types-enum-set.000001", is<MYSQL_TYPE_SET>, set_bits},
    {"json", "types-json.000001", is<MYSQL_TYPE_JSON>, json},
    {"json_large", "types-json-big.000001", is<MYSQL_TYPE_JSON>, json},
    {"json_nested", "types-json.000001", is<MYSQL_TYPE_JSON>, json_nested},
    {"json_nested_large", "types-json-big.000001", is<MYSQL_TYPE_JSON>, json_nested},
    {"json_diff", "dml-partial-json.000001", is_partial_json, json_diff},
    {"json_diff_nested", "dml-partial-json.000001", is_partial_json, json_diff_nested},
    {"geometry", "types-geometry.000001", is<MYSQL_TYPE_GEOMETRY>, geometry},
    {"geometry_json", "types-geometry.000001", is<MYSQL_TYPE_GEOMETRY>, geometry_json},
    {"vector_mysqlbinlog", "types-vector.000001", is<MYSQL_TYPE_VECTOR>, vector_mysqlbinlog},
    {"vector_json", "types-vector.000001", is<MYSQL_TYPE_VECTOR>, vector_json},
    {"string_hex", "types-binary.000001", is_binary_string, hex},
    {"string_base64", "types-binary.000001", is_binary_string, base64},
    {"char_quoted", "types-strings.000001", is<MYSQL_TYPE_STRING>, quoted},
    {"blob_hex", "types-blob-text.000001", is<MYSQL_TYPE_BLOB>, hex},
    {"string_quoted/plain", "types-strings.000001", is_plain_string, quoted},
    {"string_quoted/escaped", "types-strings.000001", is_escaped_string, quoted},
    {"string_visible/plain", "types-strings.000001", is_plain_string, visible},
    {"string_visible/escaped", "types-strings.000001", is_escaped_string, visible},
    {"string_json/plain", "types-strings.000001", is_plain_string, json_string},
    {"string_json/escaped", "types-strings.000001", is_escaped_string, json_string},
};

void append_values(benchmark::State& state, const std::vector<Value>& values, const ValueBenchmark& what) {
  TextBuffer out;
  std::size_t bytes = 0;
  for (const Value& value : values) bytes += value.bytes.size();
  for ([[maybe_unused]] auto _ : state) {
    out.clear();
    for (const Value& value : values) what.append(out, value);
    benchmark::DoNotOptimize(out.view().data());
    benchmark::ClobberMemory();
  }
  report(state, values.size(), bytes);
}

/// Captured values of one character set, joined.
struct CharsetText {
  std::string bytes;
  std::size_t values = 0;
};

/// Most values are one character beyond ASCII, so each text is a run of such.
std::map<std::string_view, CharsetText> texts_by_charset() {
  std::map<std::string_view, CharsetText> texts;
  for (const Value& value : values_of("charsets.000001")) {
    if (!is<MYSQL_TYPE_VARCHAR>(value) || is_binary_string(value)) continue;
    CharsetText& text = texts[charset_of_collation(value.column->collation)->name()];
    text.bytes += value.bytes;
    ++text.values;
  }
  return texts;
}

void transcode(benchmark::State& state, const CharsetText& text, const Charset& charset) {
  TextBuffer out;
  for ([[maybe_unused]] auto _ : state) {
    out.clear();
    append_utf8(out, text.bytes, charset);
    benchmark::DoNotOptimize(out.view().data());
    benchmark::ClobberMemory();
  }
  report(state, text.values, text.bytes.size());
}

}  // namespace

void register_value_benchmarks() {
  for (const ValueBenchmark& what : kBenchmarks) {
    std::vector<Value> values;
    for (const Value& value : values_of(what.log)) {
      if (what.takes(value)) values.push_back(value);
    }
    if (values.empty()) throw std::runtime_error(std::string(what.log) + " has no value for " + what.name);
    benchmark::RegisterBenchmark(("values/" + std::string(what.name)).c_str(),
                                 [values, &what](benchmark::State& state) { append_values(state, values, what); });
  }
  for (const auto& entry : texts_by_charset()) {
    benchmark::RegisterBenchmark(
        ("values/string_to_utf8/" + std::string(entry.first)).c_str(),
        [entry](benchmark::State& state) { transcode(state, entry.second, *find_charset(entry.first)); });
  }
}

}  // namespace binlogdump::bench
