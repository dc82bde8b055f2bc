#pragma once

#include <cstdint>
#include <string_view>

namespace binlogdump {

/// A row of the server's INFORMATION_SCHEMA.COLLATIONS, from collations.def.
struct Collation {
  std::uint32_t id;
  std::string_view name;     ///< E.g. utf8mb4_0900_ai_ci.
  std::string_view charset;  ///< E.g. utf8mb4.
  std::uint8_t max_length;   ///< Most bytes of one character.
  bool is_default;           ///< Of its character set.
};

/// Collation number of binary strings.
inline constexpr std::uint32_t kBinaryCollation = 63;

/// nullptr for a number that no server up to 9.7 knows.
const Collation* find_collation(std::uint64_t id);

/// By name, whatever the case; utf8_... is utf8mb3_... . nullptr if there is none.
const Collation* find_collation(std::string_view name);

/// The default collation of a character set; utf8 is utf8mb3. nullptr if there is no such character set.
const Collation* default_collation(std::string_view charset);

}  // namespace binlogdump
