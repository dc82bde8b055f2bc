#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>

#include "binlogdump/decode.h"

namespace binlogdump {

/// Status variables of statements that were found sound, so that the same bytes need not be decoded again: those of the
/// statements of a log differ in little but the microseconds.
class KnownStatusVars {
 public:
  /// Whether such bytes, whatever the microseconds, were added.
  bool contain(Bytes vars) const {
    const Entry& known = entries_[vars.size() % kEntries];
    if (vars.size() != known.bytes.size()) return false;
    return std::memcmp(vars.data(), known.bytes.data(), known.gap) == 0 &&
           std::memcmp(vars.data() + known.gap_end, &known.bytes[known.gap_end], vars.size() - known.gap_end) == 0;
  }

  /// Bytes that can be decoded.
  void add(Bytes vars) {
    if (vars.size() > kLongest) return;
    Entry& known = entries_[vars.size() % kEntries];
    known.bytes = vars;
    known.gap = known.gap_end = 0;
    FieldTape tape;
    Cursor<FieldTrace> in(vars, 0, vars.size(), {.tape = &tape});
    QueryStatusVars().decode(in);
    for (const Field& field : tape) {
      if (field.name != "microseconds") continue;
      known.gap = field.offset;
      known.gap_end = field.offset + field.size;
    }
  }

 private:
  struct Entry {
    std::string bytes;
    std::size_t gap = 0;  ///< Where the microseconds stand.
    std::size_t gap_end = 0;
  };
  static constexpr std::size_t kEntries = 64;
  static constexpr std::size_t kLongest = 512;

  std::array<Entry, kEntries> entries_;
};

}  // namespace binlogdump
