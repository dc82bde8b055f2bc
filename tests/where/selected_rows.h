#pragma once
// The rows of a log that --where selects, and all of them, as --format=json shows them.

#include <string>
#include <vector>

#include "core/log_files.h"
#include "printers/json_lines.h"
#include "quiet_stderr.h"

namespace binlogdump::test {

struct ShownRow {
  std::string table;
  Json row;
  friend bool operator==(const ShownRow&, const ShownRow&) = default;
};

inline std::ostream& operator<<(std::ostream& out, const ShownRow& shown) {
  return out << shown.table << ' ' << shown.row.dump();
}

/// Without expressions all rows.
inline std::vector<ShownRow> rows_of(const std::string& log, const std::vector<std::string>& expressions = {}) {
  StringSink sink;
  TextBuffer out(&sink);
  DumpOptions options;
  options.print.format = Format::kJson;
  options.selection.where = expressions;
  options.quiet = true;
  {
    const QuietStderr quiet;
    Dump(out, options).run({log_path(log)});
    out.flush();
  }
  std::vector<ShownRow> rows;
  for (const std::string& line : lines_of(sink.text)) {
    const Json event = Json::parse(line);
    if (!event.contains("body") || !event["body"].contains("rows")) continue;
    for (const Json& row : event["body"]["rows"]) rows.push_back({.table = event["body"]["table"], .row = row});
  }
  return rows;
}

/// The ids of the rows selected, of their last image; -1 for rows without one.
inline std::vector<int> ids(const std::string& log, const std::string& expression) {
  std::vector<int> found;
  for (const ShownRow& shown : rows_of(log, {expression})) {
    const Json& image = shown.row.contains("after") ? shown.row["after"] : shown.row["before"];
    found.push_back(image.contains("id") ? image["id"].get<int>() : -1);
  }
  return found;
}

}  // namespace binlogdump::test
