#pragma once
// Names of the bits of flag words, MySQL's own where it has them.

#include <cstdint>
#include <span>
#include <string_view>

#include "binlogdump/text_buffer.h"

namespace binlogdump {

struct FlagName {
  std::uint64_t bit;
  std::string_view name;
};

/// Flags of the common header.
std::span<const FlagName> event_flag_names();
/// Flags of row events, in the order in which mysqlbinlog names them.
std::span<const FlagName> rows_flag_names();
std::span<const FlagName> table_map_flag_names();
/// The status variable flags2 of QUERY events.
std::span<const FlagName> flags2_names();
std::span<const FlagName> gtid_flag_names();

/// " NAME NAME UNKNOWN_FLAG(0x40)": each name behind a blank; nothing if no bit is set.
void append_flag_names(TextBuffer& out, std::uint64_t flags, std::span<const FlagName> names);

}  // namespace binlogdump
