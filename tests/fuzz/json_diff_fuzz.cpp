// The differences of a partially updated JSON column.

#include "binlogdump/values/json_diff.h"
#include "fuzz/targets.h"
#include "fuzz/value_checks.h"
#include "printers/json_values.h"
#include "values/value_test.h"

namespace binlogdump::test {

std::string fuzz_json_diff(Bytes input) {
  const ExactBytes exact(input);
  const Bytes diffs = exact;
  JsonDiffReader reader(diffs);
  JsonDiff diff;
  const char* read_to = diffs.data();
  while (reader.next(diff)) {
    if (diff.path.data() < read_to || reader.rest().data() <= read_to) return "the reading does not go on";
    read_to = reader.rest().data();
  }
  if (reader.failed() == (reader.error() == JsonDiffError::kNone)) return "failed without an error";
  if (!reader.failed() && !reader.rest().empty()) return "ends before its end";

  TextBuffer out;
  TextBuffer scratch;
  append_json_diff_mysqlbinlog(out, diffs, "@2", scratch);
  const std::string problem = size_problem(out, input.size());
  if (!problem.empty()) return problem;
  out.clear();
  const bool written = append_json_diffs(out, diffs, JsonIntegers::kNumbers, scratch);
  if (written && reader.failed()) return "damaged differences are shown as sound ones";
  return json_value_problem(written, out, input.size());
}

}  // namespace binlogdump::test
