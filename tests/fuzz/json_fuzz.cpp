// A binary JSON document: the server's text of it, mysqlbinlog's, and the nested value of --format=json.

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "binlogdump/values/json_binary.h"
#include "fuzz/targets.h"
#include "fuzz/value_checks.h"
#include "printers/json_values.h"
#include "values/value_test.h"

namespace binlogdump::test {

std::string fuzz_json(Bytes input) {
  const ExactBytes document(input);
  TextBuffer out;
  TextBuffer scratch;
  const bool sound = append_json_text(out, document);
  if (sound != is_json_document(document)) return "its text and its soundness disagree";
  std::string problem = size_problem(out, input.size());
  if (!problem.empty()) return problem;

  out.clear();
  const JsonPrinted printed = append_json_mysqlbinlog(out, document, scratch);
  if ((printed == JsonPrinted::kText) != sound) return "sound for mysqlbinlog's text only, or for the server's only";
  problem = size_problem(out, input.size());
  if (!problem.empty()) return problem;

  for (const JsonIntegers integers : {JsonIntegers::kNumbers, JsonIntegers::kStrings}) {
    out.clear();
    const bool written = append_json_document(out, document, integers, scratch);
    problem = json_value_problem(written, out, input.size());
    if (!problem.empty()) return problem;
  }
  return "";
}

}  // namespace binlogdump::test
