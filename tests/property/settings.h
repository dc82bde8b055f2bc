#pragma once
// What the environment may change about the property tests:
//
//   BINLOGDUMP_PROPERTY_SEED            seed of the first mutation; each further one counts up (default 1)
//   BINLOGDUMP_PROPERTY_MUTATIONS       how many mutations all shards make together (default 100000)
//   BINLOGDUMP_PROPERTY_TRUNCATE_UP_TO  size in bytes of the largest log that is cut at every byte (default 1536)
//   BINLOGDUMP_MATRIX_STRIDE            each how many cases of systematic damage is tried (default 23; 1: all of them,
//                                       property_tests --gtest_filter='*DamageMatrix*', which takes minutes)
//
// A mutation depends on its seed and on the files in testdata only, so the seed that a failure names repeats it:
// BINLOGDUMP_PROPERTY_SEED=4711 BINLOGDUMP_PROPERTY_MUTATIONS=1 property_tests --gtest_filter='*Mutations*'

#include <cstdint>
#include <cstdlib>
#include <string>

namespace binlogdump::test {

inline std::uint64_t number_from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr || *text == '\0' ? otherwise : std::stoull(text);
}

inline std::uint64_t first_seed() {
  return number_from_environment("BINLOGDUMP_PROPERTY_SEED", 1);
}
inline std::uint64_t mutation_count() {
  return number_from_environment("BINLOGDUMP_PROPERTY_MUTATIONS", 100'000);
}
inline std::uint64_t matrix_stride() {
  return number_from_environment("BINLOGDUMP_MATRIX_STRIDE", 23);
}
inline std::uint64_t largest_truncated_log() {
  return number_from_environment("BINLOGDUMP_PROPERTY_TRUNCATE_UP_TO", 1536);
}

}  // namespace binlogdump::test
