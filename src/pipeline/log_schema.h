#pragma once
// --schema: the files that it names, and the statements of the log that change what they tell.

#include <functional>
#include <string>

#include "binlogdump/decode.h"
#include "binlogdump/schema.h"

namespace binlogdump {

class LogSchema {
 public:
  /// `warn` gets what is worth a line on stderr.
  explicit LogSchema(std::function<void(const std::string& text)> warn);

  /// Throws InputError if the file can't be read.
  void read_file(const std::string& path);
  /// Takes an event of the log; does nothing with what is no DDL statement.
  void watch(const EventView& event, const DecodeContext& context);

  Schema& schema() { return schema_; }

 private:
  Schema schema_;
  std::function<void(const std::string& text)> warn_;
};

}  // namespace binlogdump
