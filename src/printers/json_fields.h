#pragma once
// Any event as JSON, by its field tape.

#include <cstddef>
#include <string_view>
#include <vector>

#include "binlogdump/bytes.h"
#include "binlogdump/field.h"
#include "printers/json_writer.h"

namespace binlogdump {

/// Writes the tapes of one event after the other.
class JsonFields {
 public:
  explicit JsonFields(JsonWriter& json) : json_(json) {}

  /// The fields as members of the object that is open: integers; bytes as a string if they are UTF-8, else as
  /// {"$base64":...}, as bytes without a meaning always are; groups as objects. What stands beside others of the same
  /// name becomes a list of all of them.
  void write(const FieldTape& tape, Bytes event);

 private:
  void write_members(std::size_t begin, std::size_t end);
  void write_named(std::size_t i, std::size_t end);
  void write_value(std::size_t i, std::size_t end);
  std::size_t next(std::size_t i, std::size_t end) const;

  JsonWriter& json_;
  const FieldTape* tape_ = nullptr;
  Bytes event_;
  std::vector<std::string_view> names_;  ///< Written so far, of each group that is open.
};

}  // namespace binlogdump
