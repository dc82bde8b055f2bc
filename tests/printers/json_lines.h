#pragma once
// What --format=json prints, line by line, and parsed.

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "binlogdump/text_buffer.h"
#include "pipeline/dump.h"
#include "values/value_test.h"

namespace binlogdump::test {

/// In the order in which the members stand.
using Json = nlohmann::ordered_json;

/// What is said on stderr goes there.
inline std::string json_text(const std::string& path, bool string_integers = false) {
  StringSink sink;
  TextBuffer out(&sink);
  DumpOptions options;
  options.print.format = Format::kJson;
  options.print.json_string_integers = string_integers;
  options.quiet = true;
  Dump(out, options).run({path});
  return sink.text;
}

inline std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

/// Throws if a line is no JSON.
inline std::vector<Json> json_events(const std::string& path, bool string_integers = false) {
  std::vector<Json> events;
  for (const std::string& line : lines_of(json_text(path, string_integers))) events.push_back(Json::parse(line));
  return events;
}

}  // namespace binlogdump::test
