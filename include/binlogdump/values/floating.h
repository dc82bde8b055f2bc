#pragma once
// FLOAT, DOUBLE and VECTOR, and doubles inside JSON documents.

#include "binlogdump/bytes.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// The bytes of printf("%.{precision}g"), for any bit pattern: infinities and NaNs are inf, -inf, nan and -nan.
/// `precision` is 1 to 40.
void append_double_g(TextBuffer& out, double value, int precision);

/// The shortest text that reads back as the same value, in plain or scientific notation, whichever is shorter.
void append_double_shortest(TextBuffer& out, double value);
void append_float_shortest(TextBuffer& out, float value);
/// The same where there is room for kShortestRoom bytes. Return the end of the text.
char* write_double_shortest(char* to, double value);
char* write_float_shortest(char* to, float value);
inline constexpr std::size_t kShortestRoom = 32;

/// Room that the next two need.
inline constexpr std::size_t kFloatingRoom = 64;

/// FLOAT in mysqlbinlog's ### lines: %-20g, that is six digits, padded with blanks to 20 columns.
char* write_float_mysqlbinlog(char* to, float value);

/// DOUBLE in mysqlbinlog's ### lines: %.20g.
char* write_double_mysqlbinlog(char* to, double value);

/// VECTOR (type 242, since 9.0) in mysqlbinlog's ### lines: [1.00000e+00,-2.50000e+00], %.5e each. `data` is the value
/// without its length; bytes behind the last whole float are left out.
void append_vector_mysqlbinlog(TextBuffer& out, Bytes data);

/// A DOUBLE as the server writes it: the shortest digits that read back, 0 for what is no finite number.
void append_server_double(TextBuffer& out, double value);

/// A double inside a JSON document as the server writes it: the same, always with a point or an exponent.
void append_json_double(TextBuffer& out, double value);

}  // namespace binlogdump
