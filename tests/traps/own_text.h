#pragma once
// What the tests of this folder share: a log as people see it, in the default output, and parts of that text.
//
// The folder goes through the list of inputs that broke other programs, a test for each of its lines, which is quoted
// above the test. traps-*.000001 of testdata were written for this; what no server here writes is built, and named
// Synthetic.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "cli/log_builder.h"
#include "pipeline/dump.h"
#include "property/log_checks.h"

namespace binlogdump::test {

struct OwnText {
  std::string text;
  Outcome outcome = Outcome::kClean;
};

inline OwnText own_text_of_files(const std::vector<std::string>& paths, const PrintOptions& options = {}) {
  const QuietStderr quiet;
  TextBuffer out;
  const Outcome outcome = Dump(out, {.print = options}).run(paths);
  return {.text = std::string(out.view()), .outcome = outcome};
}

/// Of a log of testdata.
inline OwnText own_text(const std::string& name, const PrintOptions& options = {}) {
  return own_text_of_files({BINLOGDUMP_TESTDATA "/" + name}, options);
}

/// Of a log built in a test.
inline OwnText own_text_of_bytes(std::string_view log, const PrintOptions& options = {}) {
  LogFile file;
  file.set(log);
  return own_text_of_files({file.path()}, options);
}

inline std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return lines;
}

/// The lines of all rows with that title, such as "INSERT INTO `db`.`table`", with a line break before them.
inline std::string rows_of(const OwnText& log, std::string_view title) {
  const std::string first = "### " + std::string(title) + "\n";
  std::string rows = "\n";
  bool wanted = false;
  for (const std::string_view line : lines_of(log.text)) {
    const bool is_title =
        line.starts_with("### ") && line.substr(4, 1) != " " && line != "### SET\n" && line != "### WHERE\n";
    if (is_title || !line.starts_with("###")) wanted = line == first;
    if (wanted) rows += line;
  }
  return rows;
}

/// What stands behind each "###   `name`=" of rows.
inline std::vector<std::string> values_of(const std::string& rows, std::string_view name) {
  const std::string start = "###   `" + std::string(name) + "`=";
  std::vector<std::string> values;
  for (const std::string_view line : lines_of(rows)) {
    if (line.starts_with(start)) values.emplace_back(line.substr(start.size(), line.size() - start.size() - 1));
  }
  return values;
}

/// The rows and the faults of a log: what is left without positions, times and transactions.
inline std::string rows_and_errors(const OwnText& log) {
  std::string lines = "\n";
  for (const std::string_view line : lines_of(log.text)) {
    constexpr std::string_view kError = "# ERROR: ", kOffset = "offset ";
    if (line.starts_with("###")) lines += line;
    if (!line.starts_with(kError)) continue;
    std::string_view error = line.substr(kError.size());
    if (error.starts_with(kOffset)) error.remove_prefix(error.find(": ") + 2);
    lines.append(kError).append(error);
  }
  return lines;
}

// --- synthetic row events

constexpr std::uint64_t kTableId = 90;

/// A TABLE_MAP_EVENT of `d`.`t`; all columns may be NULL.
struct TableParts {
  std::string types;       ///< A byte for each column.
  std::string metadata{};  ///< Of the types.
  std::string optional{};  ///< Optional metadata.
  std::uint64_t table_id = kTableId;
  std::string table = "t";
};

inline LogEvent table_map(const TableParts& parts) {
  std::string body = le(parts.table_id, 6) + le(1, 2) + std::string("\1d\0", 3);
  body += le(parts.table.size(), 1) + parts.table + '\0';
  body += le(parts.types.size(), 1) + parts.types + le(parts.metadata.size(), 1) + parts.metadata;
  body += std::string((parts.types.size() + 7) / 8, '\xff') + parts.optional;
  return {.type_code = static_cast<std::uint8_t>(EventType::TABLE_MAP_EVENT), .body = body};
}

/// A WRITE_ROWS_EVENT with all of up to eight columns present.
inline LogEvent write_rows(std::size_t columns, const std::string& rows, const std::string& extra_row_info = "",
                           std::uint64_t table_id = kTableId) {
  const std::string body =
      le(table_id, 6) + le(1, 2) + le(2 + extra_row_info.size(), 2) + extra_row_info + le(columns, 1) + '\xff' + rows;
  return {.type_code = static_cast<std::uint8_t>(EventType::WRITE_ROWS_EVENT), .body = body};
}

inline OwnText own_text_of_rows(const TableParts& table, const std::string& rows) {
  LogBuilder log;
  log.add(table_map(table));
  log.add(write_rows(table.types.size(), rows));
  return own_text_of_bytes(log.bytes());
}

}  // namespace binlogdump::test
