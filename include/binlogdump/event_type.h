#pragma once
// Type codes and names of events, from events.def.

#include <cstdint>
#include <string_view>

namespace binlogdump {

/// The type code of the common header. Codes without a name here occur: other vendors' events, newer servers'.
enum class EventType : std::uint8_t {
// NOLINTNEXTLINE
#define EVENT(code, name, type) name = code,
#include "binlogdump/events.def"
#undef EVENT
};

/// MySQL's name of a type code, e.g. "ROTATE_EVENT"; empty for codes that are not in events.def.
constexpr std::string_view event_type_name(std::uint8_t code) {
  switch (code) {
#define EVENT(code, name, type) \
  case code:                    \
    return #name;
#include "binlogdump/events.def"
#undef EVENT
    default:
      return {};
  }
}

}  // namespace binlogdump
