#pragma once
// What the events that hold statements have in common, as JSON.

#include <array>
#include <cstdint>
#include <string>

#include "binlogdump/events/query_event.h"
#include "printers/json_text.h"
#include "printers/json_writer.h"

namespace binlogdump {

/// Writes status variables and texts of statements.
class JsonQuery {
 public:
  explicit JsonQuery(JsonWriter& json) : json_(json), scratch_(nullptr, 1024) {}

  /// "status_vars":{...},"db":...,"query":..., members of the object that is open and has a member. `mark` is of the
  /// status variables but for their microseconds: 0 if they are new, else what the last call for the same ones left
  /// there.
  void write(const QueryEvent& query, std::uint64_t& mark);
  void write(const QueryEvent& query) {
    std::uint64_t mark = 0;
    write(query, mark);
  }

 private:
  /// What stands before a statement's text, without the number of microseconds.
  struct Kept {
    std::uint64_t mark = 0;
    std::string db;
    bool has_microseconds = false;
    std::string before;  ///< Up to the number.
    std::string behind;
  };
  // Statements of different kinds differ in their status variables, those of one kind do not, mostly.
  static constexpr std::size_t kKept = 8;

  const Kept& kept_of(const QueryEvent& query, std::uint64_t& mark);
  void make(Kept& kept, const QueryEvent& query);
  const JsonTextStyle& style_of(const QueryEvent& query);

  JsonWriter& json_;
  TextBuffer scratch_;
  std::array<Kept, kKept> kept_;  ///< At their mark, modulo kKept.
  std::uint64_t last_mark_ = 0;
  std::uint16_t client_collation_ = 0;
  JsonTextStyle client_style_;
  JsonTextStyle unknown_style_;
};

/// The collation's name, or its number if it has none.
void append_json_collation(JsonWriter& json, std::uint64_t id);

}  // namespace binlogdump
