#pragma once
// DECIMAL(precision, scale) as stored in rows (column type 246, since 5.0.3) and in opaque JSON values.

#include <cstddef>

#include "binlogdump/bytes.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

inline constexpr int kMaxDecimalPrecision = 65;
inline constexpr int kMaxDecimalScale = 30;

/// Whether a server can have made DECIMAL(precision, scale): 1 <= precision <= 65, 0 <= scale <= 30, scale <=
/// precision.
constexpr bool is_decimal_type(int precision, int scale) {
  return precision >= 1 && precision <= kMaxDecimalPrecision && scale >= 0 && scale <= kMaxDecimalScale &&
         scale <= precision;
}

/// Bytes of a DECIMAL(precision, scale) value: 4 for each full group of nine digits on either side of the point, fewer
/// for what is left over. 0 if there is no such type.
std::size_t decimal_size(int precision, int scale);

/// Room that write_decimal() needs: sign, point, leading zero, one digit too many, and what it writes behind the end.
inline constexpr std::size_t kDecimalRoom = kMaxDecimalPrecision + 31;

/// Writes the number in plain notation: '-' if negative, no leading zeros but one before a point, then all `scale`
/// digits. A negative zero, which no server writes, keeps its sign if there are fraction digits: mysqlbinlog shows
/// -0.00 but 0. Reads decimal_size(precision, scale) bytes. Null if there is no such type or if a digit group exceeds
/// its number of digits; mysqlbinlog prints 0 for these. As there, the first group may have one digit more than the
/// type allows.
char* write_decimal(char* to, const char* data, int precision, int scale);

/// Appends the same; false, with nothing appended, where that is null.
bool append_decimal(TextBuffer& out, const char* data, int precision, int scale);

/// The same for bytes that begin with precision and scale, of a byte each: in JSON documents and user variables. False,
/// too, if their number is another than these ask for.
bool append_described_decimal(TextBuffer& out, Bytes data);

}  // namespace binlogdump
