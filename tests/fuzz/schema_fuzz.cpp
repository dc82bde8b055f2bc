// A schema file and, behind its first NUL, the body of a TABLE_MAP_EVENT that it is to complete.

#include <fmt/format.h>

#include <algorithm>

#include "binlogdump/context.h"
#include "binlogdump/decode.h"
#include "binlogdump/schema.h"
#include "fuzz/targets.h"
#include "values/value_test.h"

namespace binlogdump::test {

namespace {

/// Reads each byte that a column refers to.
std::size_t bytes_of(const std::vector<Column>& columns) {
  std::size_t sum = 0;
  const auto add = [&sum](Bytes text) {
    for (const char& c : text) sum += load_u8(&c);
  };
  for (const Column& column : columns) {
    add(column.name);
    if (column.labels == nullptr) continue;
    for (const Bytes label : *column.labels) add(label);
  }
  return sum;
}

std::string completing_problem(Schema& schema, Bytes map) {
  DecodeContext plain;
  DecodeContext context;
  context.schema = &schema;
  try {
    const TableMap& logged = plain.add_table_map(map, 0, map.size());
    const TableMap& completed = context.add_table_map(map, 0, map.size());
    if (completed.columns().size() != logged.columns().size()) return "it has another number of columns";
    // What it refers to must outlive the statement that the schema knows it by.
    schema.apply("DROP DATABASE test", {});
    if (bytes_of(completed.columns()) < bytes_of(logged.columns())) return "it has lost names";
    for (std::size_t i = 0; i < logged.columns().size(); ++i) {
      const Column& before = logged.columns()[i];
      const Column& after = completed.columns()[i];
      if (before.type != after.type || before.fixed_size != after.fixed_size) return "a column is of another type";
    }
  } catch (const DecodeError&) {
  }
  return "";
}

}  // namespace

std::string fuzz_schema(Bytes input) {
  const auto end = std::find(input.begin(), input.end(), '\0');
  const ExactBytes sql(Bytes(input.begin(), end));
  const ExactBytes map(end == input.end() ? Bytes() : Bytes(end + 1, input.end()));
  Schema schema;
  std::string problem;
  const auto lines = static_cast<std::size_t>(std::count(input.begin(), input.end(), '\n')) + 1;
  schema.read_sql(sql, [&](std::size_t line, const std::string& text) {
    if (line == 0 || line > lines) problem = fmt::format("a warning about line {} of {}: {}", line, lines, text);
  });
  if (problem.empty()) problem = completing_problem(schema, map);
  return problem;
}

}  // namespace binlogdump::test
