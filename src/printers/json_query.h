#pragma once
// What the events that hold statements have in common, as JSON.

#include <array>
#include <cstring>
#include <string>

#include "binlogdump/decode.h"
#include "binlogdump/events/query_event.h"
#include "printers/json_text.h"
#include "printers/json_writer.h"

namespace binlogdump {

/// Writes status variables and texts of statements.
class JsonQuery {
 public:
  explicit JsonQuery(JsonWriter& json) : json_(json), scratch_(nullptr, 1024) {}

  /// "status_vars":{...},"db":...,"query":..., members of the object that is open and has a member.
  void write(const EventView& event, const QueryEvent& query, const DecodeContext& context);

 private:
  /// What stands between a statement's times and its text, as it is stored and as JSON. Its microseconds are its own,
  /// so that they do not count, and their number is missing in the JSON.
  struct Kept {
    std::string stored;
    std::size_t microseconds_begin = 0;  ///< In `stored`.
    std::size_t microseconds_size = 0;   ///< 0: it has none.
    std::string before;                  ///< JSON up to the number.
    std::string behind;                  ///< JSON behind it, up to the text.

    bool is_of(Bytes bytes, bool has_microseconds) const {
      if (bytes.size() != stored.size() || has_microseconds != (microseconds_size != 0)) return false;
      const std::size_t microseconds_end = microseconds_begin + microseconds_size;
      return std::memcmp(bytes.data(), stored.data(), microseconds_begin) == 0 &&
             std::memcmp(bytes.data() + microseconds_end, stored.data() + microseconds_end,
                         bytes.size() - microseconds_end) == 0;
    }
  };
  // Statements of different kinds differ in them, those of one kind do not, mostly.
  static constexpr std::size_t kKept = 8;

  const Kept& kept_of(const EventView& event, const QueryEvent& query, const DecodeContext& context);
  const Kept& keep(Bytes stored, const EventView& event, const QueryEvent& query, const DecodeContext& context);
  const JsonTextStyle& style_of(const QueryEvent& query);

  JsonWriter& json_;
  TextBuffer scratch_;
  std::array<Kept, kKept> kept_;
  std::size_t oldest_ = 0;
  std::uint16_t client_collation_ = 0;
  JsonTextStyle client_style_;
  JsonTextStyle unknown_style_;
};

/// The collation's name, or its number if it has none.
void append_json_collation(JsonWriter& json, std::uint64_t id);

}  // namespace binlogdump
