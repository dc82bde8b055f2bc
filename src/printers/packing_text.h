#pragma once

#include "binlogdump/table_map.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// How the bytes of a temporal value make up its parts, as a formula that gives the stored number, behind two blanks:
/// "  0x8000000000 + ((2024 * 13 + 2) << 22 | 29 << 17 | 9 << 12 | 16 << 6 | 30)". Nothing for other types, and for
/// numbers that no server writes.
void append_packing(TextBuffer& out, const Column& column, Bytes bytes);

}  // namespace binlogdump
