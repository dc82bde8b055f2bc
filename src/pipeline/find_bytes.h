#pragma once

#include <algorithm>
#include <bit>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "binlogdump/bytes.h"

namespace binlogdump {

/// text.find(name, from), several times as fast on the texts of statements.
inline std::size_t find_bytes(Bytes text, Bytes name, std::size_t from = 0) {
#if defined(__SSE2__)
  // Where the name's first and last byte stand as far apart as in it, 16 places at a time.
  constexpr std::size_t kStep = 16;
  if (name.size() < 2 || from > text.size() || text.size() - from < name.size() - 1 + kStep) {
    return text.find(name, from);
  }
  const __m128i first = _mm_set1_epi8(name.front());
  const __m128i last = _mm_set1_epi8(name.back());
  const std::size_t last_step = text.size() - (name.size() - 1) - kStep;
  for (std::size_t at = from;; at = std::min(at + kStep, last_step)) {
    const auto* const begin = reinterpret_cast<const __m128i*>(text.data() + at);
    const auto* const end = reinterpret_cast<const __m128i*>(text.data() + at + name.size() - 1);
    const __m128i both =
        _mm_and_si128(_mm_cmpeq_epi8(_mm_loadu_si128(begin), first), _mm_cmpeq_epi8(_mm_loadu_si128(end), last));
    for (auto found = static_cast<unsigned>(_mm_movemask_epi8(both)); found != 0; found &= found - 1) {
      const std::size_t place = at + static_cast<std::size_t>(std::countr_zero(found));
      if (std::memcmp(text.data() + place, name.data(), name.size()) == 0) return place;
    }
    if (at == last_step) return Bytes::npos;
  }
#else
  return text.find(name, from);
#endif
}

}  // namespace binlogdump
