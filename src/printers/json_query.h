#pragma once
// What the events that hold statements have in common, as JSON.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "binlogdump/events/query_event.h"
#include "printers/block_text.h"
#include "printers/json_text.h"
#include "printers/json_writer.h"

namespace binlogdump {

/// Writes status variables and texts of statements.
class JsonQuery {
 public:
  explicit JsonQuery(JsonWriter& json) : json_(json), scratch_(nullptr, 1024) {}

  /// What stands between the thread and the statement's text, without the number of microseconds.
  class Kept {
   public:
    /// Most bytes that write() writes.
    std::size_t room() const { return before_.size() + kJsonIntegerRoom + behind_.room(); }
    /// ,"query_exec_time":...,"error_code":...,"status_vars":{...},"db":...,"query": Returns its end.
    char* write(char* to, std::uint32_t microseconds) const {
      if (microseconds != 0) {
        std::memcpy(to, before_.data(), before_.size());
        to = write_number(to + before_.size(), microseconds);
      }
      return behind_.write(to);
    }

   private:
    friend JsonQuery;

    std::uint64_t mark_ = 0;
    std::string db_;
    std::uint32_t query_exec_time_ = 0;
    std::uint16_t error_code_ = 0;
    bool has_microseconds_ = false;
    std::string before_;  ///< Up to the number.
    BasicLongBlockText<128> behind_;
  };

  /// Those of a QUERY_EVENT. `mark` is of the status variables but for their microseconds: 0 if they are new, else what
  /// the last call for the same ones left there. Good until the next call.
  const Kept& kept_of(const QueryEvent& query, std::uint64_t& mark);
  /// The statement's text, behind what Kept writes.
  void write_text(const QueryEvent& query) { style_of(query).append(json_.out(), query.query); }

  /// "status_vars":{...},"db":...,"query":..., members of the object that is open and has a member.
  void write(const QueryEvent& query);

 private:
  // Statements of different kinds differ in their status variables, those of one kind do not, mostly.
  static constexpr std::size_t kKept = 8;

  void make(Kept& kept, const QueryEvent& query);
  static void write_db(JsonWriter& json, const QueryEvent& query);
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
