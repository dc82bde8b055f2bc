#pragma once
// Words of flags as lists of names.

#include <cstdint>
#include <span>
#include <string_view>

#include "printers/json_writer.h"

namespace binlogdump {

/// One bit and its name in MySQL's documentation.
struct FlagName {
  std::uint64_t bit;
  std::string_view name;
};

/// ["STMT_END_F"]; bits without a name as one hexadecimal number, such as "0x100".
void append_json_flags(JsonWriter& json, std::uint64_t flags, std::span<const FlagName> names);

/// Names of the bits of each word.
std::span<const FlagName> event_flag_names();
std::span<const FlagName> rows_flag_names();
std::span<const FlagName> table_map_flag_names();
std::span<const FlagName> gtid_flag_names();
std::span<const FlagName> flags2_names();

}  // namespace binlogdump
