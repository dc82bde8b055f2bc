#include "binlogdump/collation.h"

#include <algorithm>
#include <iterator>

namespace binlogdump {

namespace {

constexpr Collation kCollations[] = {
#define COLLATION(id, name, charset, max_length, is_default) {id, name, charset, max_length, is_default},
#include "binlogdump/collations.def"
#undef COLLATION
};

}  // namespace

const Collation* find_collation(std::uint64_t id) {
  const auto* found =
      std::lower_bound(std::begin(kCollations), std::end(kCollations), id,
                       [](const Collation& collation, std::uint64_t wanted) { return collation.id < wanted; });
  return found != std::end(kCollations) && found->id == id ? found : nullptr;
}

}  // namespace binlogdump
