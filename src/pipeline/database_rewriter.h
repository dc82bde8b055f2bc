#pragma once

#include <optional>
#include <string>
#include <vector>

#include "binlogdump/decode.h"
#include "binlogdump/print_options.h"

namespace binlogdump {

/// --rewrite-db: gives databases other names inside of events, as if they had been logged so: in TABLE_MAP_EVENTs and
/// as the default database of statements. The SQL text of statements stays.
class DatabaseRewriter {
 public:
  explicit DatabaseRewriter(std::vector<DatabaseRename> renames) : renames_(std::move(renames)) {}

  /// The event with its database's new name, its size and checksum corrected; or just `event` if nothing is to be
  /// changed in it or it can't be decoded. Good until the next call.
  EventView rewrite(const EventView& event, const DecodeContext& context);

 private:
  const std::string* new_name(Bytes database) const;
  EventView replace(const EventView& event, Bytes database, std::size_t length_offset, const std::string& name);

  std::vector<DatabaseRename> renames_;
  std::string bytes_;
};

}  // namespace binlogdump
