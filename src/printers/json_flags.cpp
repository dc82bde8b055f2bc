#include "printers/json_flags.h"

namespace binlogdump {

void append_json_flags(JsonWriter& json, std::uint64_t flags, std::span<const FlagName> names) {
  if (flags == 0) return json.out().append("[]");
  json.begin_array();
  for (const FlagName& flag : names) {
    if ((flags & flag.bit) == 0) continue;
    json.element();
    json.text(flag.name);
    flags &= ~flag.bit;
  }
  if (flags != 0) {
    json.element();
    json.out().append("\"0x");
    json.out().append_hex(flags);
    json.out().append('"');
  }
  json.end();
}

void JsonFlags::make(std::uint64_t flags) {
  flags_ = flags;
  text_.clear();
  JsonWriter json(text_, JsonIntegers::kNumbers);
  append_json_flags(json, flags, names_);
}

}  // namespace binlogdump
