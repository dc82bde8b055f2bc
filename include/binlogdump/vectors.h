#pragma once
// Vector instructions beyond those that the program is built for (x86-64-v2, where that is the processor): whether the
// processor has them is looked at once, at run time.

#include <cstdint>
#include <vector>

namespace binlogdump {

/// Ways of doing the same with different instructions.
enum class Vectors : std::uint8_t {
  kNone,   ///< Any processor.
  kSsse3,  ///< What x86-64-v2 has.
  kAvx2,
};

/// Those that this processor has, the best one last.
inline const std::vector<Vectors>& available_vectors() {
  static const std::vector<Vectors> vectors = [] {
    std::vector<Vectors> available = {Vectors::kNone};
#ifdef __SSSE3__
    available.push_back(Vectors::kSsse3);
    if (__builtin_cpu_supports("avx2")) available.push_back(Vectors::kAvx2);
#endif
    return available;
  }();
  return vectors;
}

inline Vectors best_vectors() {
  static const Vectors best = available_vectors().back();
  return best;
}

}  // namespace binlogdump
