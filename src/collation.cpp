#include "binlogdump/collation.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace binlogdump {

namespace {

constexpr Collation kCollations[] = {
#define COLLATION(id, name, charset, max_length, is_default) {id, name, charset, max_length, is_default},
#include "binlogdump/collations.def"
#undef COLLATION
};

/// In lower case, and with today's name of utf8.
std::string plain_name(std::string_view name) {
  std::string plain(name);
  std::transform(plain.begin(), plain.end(), plain.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 0x20) : c; });
  if (plain == "utf8" || plain.starts_with("utf8_")) plain.insert(4, "mb3");
  return plain;
}

}  // namespace

const Collation* find_collation(std::uint64_t id) {
  const auto* found =
      std::lower_bound(std::begin(kCollations), std::end(kCollations), id,
                       [](const Collation& collation, std::uint64_t wanted) { return collation.id < wanted; });
  return found != std::end(kCollations) && found->id == id ? found : nullptr;
}

const Collation* find_collation(std::string_view name) {
  const std::string wanted = plain_name(name);
  const auto* found = std::find_if(std::begin(kCollations), std::end(kCollations),
                                   [&](const Collation& collation) { return collation.name == wanted; });
  return found != std::end(kCollations) ? found : nullptr;
}

const Collation* default_collation(std::string_view charset) {
  const std::string wanted = plain_name(charset);
  const auto* found = std::find_if(std::begin(kCollations), std::end(kCollations), [&](const Collation& collation) {
    return collation.is_default && collation.charset == wanted;
  });
  return found != std::end(kCollations) ? found : nullptr;
}

}  // namespace binlogdump
