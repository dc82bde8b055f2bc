#pragma once
// What the tests of selections share: runs whose events come back as JSON, and looks at these.

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "cli/cli_fixture.h"
#include "printers/json_lines.h"

namespace binlogdump::test {

/// A fault has no type.
inline std::string type_of(const Json& event) {
  return event.value("type", "");
}

inline std::uint64_t position_of(const Json& event) {
  return event.value("position", std::uint64_t{0});
}

inline bool is_description(const Json& event) {
  return type_of(event) == "FORMAT_DESCRIPTION_EVENT";
}

inline bool is_inner(const Json& event) {
  return event.contains("payload_position");
}

inline std::string gtid_of(const Json& event) {
  return event.value("gtid", "");
}

/// A member of the event, or null.
inline Json member(const Json& event, const char* name) {
  return event.value(name, Json());
}

inline std::string query_of(const Json& event) {
  return event.contains("body") ? event["body"].value("query", "") : "";
}

inline bool is_rows(const Json& event) {
  return type_of(event).find("_ROWS_EVENT") != std::string::npos;
}

inline bool is_rows_of(const Json& event, const std::string& database, const std::string& table) {
  return is_rows(event) && event.contains("body") && event["body"].value("database", "") == database &&
         event["body"].value("table", "") == table;
}

/// Which events they are, in few words.
inline Words places(const std::vector<Json>& events) {
  Words texts;
  for (const Json& event : events) {
    texts.push_back(event.value("file", "") + ' ' + std::to_string(position_of(event)) +
                    (is_inner(event) ? '+' + event["payload_position"].dump() : std::string()) + ' ' + type_of(event));
  }
  return texts;
}

inline void expect_same_events(const std::vector<Json>& events, const std::vector<Json>& expected) {
  ASSERT_EQ(places(events), places(expected));
  for (std::size_t i = 0; i < events.size(); ++i) EXPECT_EQ(events[i], expected[i]);
}

template <class Condition>
std::vector<Json> those(const std::vector<Json>& events, Condition condition) {
  std::vector<Json> found;
  std::copy_if(events.begin(), events.end(), std::back_inserter(found), condition);
  return found;
}

/// Offsets of the events, in order; a payload's inner events have none of their own.
inline std::vector<std::uint64_t> boundaries(const std::vector<Json>& events) {
  std::vector<std::uint64_t> offsets;
  for (const Json& event : events) {
    if (!is_inner(event)) offsets.push_back(position_of(event));
  }
  return offsets;
}

inline std::vector<Json> parsed(const std::string& lines) {
  std::vector<Json> events;
  for (const std::string& line : lines_of(lines)) events.push_back(Json::parse(line));
  return events;
}

inline std::string crc(std::string_view bytes) {
  return le(libdeflate_crc32(0, bytes.data(), bytes.size()), kChecksumSize);
}

class SelectionCli : public Cli {
 protected:
  RunResult run_json(const Words& args) const { return run(Words{"--format=json"} + args); }
  /// Of a run that has to end well.
  std::vector<Json> events(const Words& args) const {
    const RunResult result = run_json(args);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return parsed(result.out);
  }
  std::vector<Json> events_from_stdin(const Words& args, const std::string& bytes) const {
    const RunResult result = run_with_stdin(Words{"--format=json"} + args + Words{"-"}, bytes);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return parsed(result.out);
  }
};

}  // namespace binlogdump::test
