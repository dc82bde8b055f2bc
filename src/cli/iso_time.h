#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace binlogdump {

/// An instant in the form of ISO 8601, as microseconds since 1970: `2026-11-30T14:02:05.123456+01:00`. A blank may
/// stand for the T, the zone may be Z, +01, +0100 or +01:00, and parts may be missing at the end: 2026-11-30,
/// 2026-11-30T14:02. Without a zone it is that of TZ. Nothing if it is no such text or no time after 1970.
std::optional<std::uint64_t> parse_iso_time(std::string_view text);

}  // namespace binlogdump
