#pragma once
// The field tape: what a traced cursor leaves behind, one record for each labelled range of an event's bytes.

#include <cstdint>
#include <string_view>
#include <vector>

namespace binlogdump {

enum class FieldKind : std::uint8_t {
  kUnsigned,   ///< An integer; `value` holds it.
  kSigned,     ///< An integer; `value` holds its two's complement.
  kBytes,      ///< Text, names, values of columns: anything that is no single integer.
  kGroup,      ///< Covers the fields after it with a greater depth, and no byte by itself.
  kUnparsed,   ///< Bytes that the decoder does not know: a newer server's addition, an unknown type's payload.
  kUndecoded,  ///< What follows an error.
};

/// One labelled range. Fields other than kGroup cover each byte of the event exactly once, in order.
struct Field {
  std::string_view name;    ///< MySQL's documented name; lives as long as the program (or the table map, for columns).
  std::size_t offset = 0;   ///< Bytes from the start of the event.
  std::size_t size = 0;     ///< Bytes covered.
  std::uint64_t value = 0;  ///< For integers.
  std::uint16_t depth = 0;  ///< Nesting; 0 for the fields of the event itself.
  FieldKind kind = FieldKind::kBytes;

  friend bool operator==(const Field&, const Field&) = default;
};

using FieldTape = std::vector<Field>;

/// Labels what an error left of the first `size` bytes. `covered`: bytes before those of the tape, whose labels have
/// been handed over already.
inline void label_undecoded(FieldTape& tape, std::size_t size, std::size_t covered = 0) {
  for (const Field& field : tape) {
    if (field.kind != FieldKind::kGroup) covered = field.offset + field.size;
  }
  if (covered == size) return;
  tape.push_back({.name = "undecoded", .offset = covered, .size = size - covered, .kind = FieldKind::kUndecoded});
}

}  // namespace binlogdump
