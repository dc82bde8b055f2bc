#pragma once
// Names of time zones, as people write them on the command line.

#include <optional>
#include <string>
#include <string_view>

namespace binlogdump {

/// What the environment variable TZ has to hold for the zone `name`: `utc` in any case, an offset as MySQL writes it
/// (`+02:00`, from -13:59 to +14:00; also `+0200`), a name of the zone database (`Europe/Berlin`, or the path of such a
/// file), or a rule as POSIX has it (`CET-1CEST,M3.5.0,M10.5.0/3`). Nothing if it is none of these: the C library would
/// take it for UTC without a word.
std::optional<std::string> time_zone_variable(std::string_view name);

/// Whether the C library understands a value of TZ.
bool is_time_zone(std::string_view variable);

/// The folder of the zone database.
std::string time_zone_folder();

}  // namespace binlogdump
