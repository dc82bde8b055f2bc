#pragma once
// Strings in mysqlbinlog's ### lines.

#include "binlogdump/bytes.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// 'text' with \' \\ \b \t \n \f \r, other bytes below 0x20 as \x00 \x1a, and the rest as they are. Appends in pieces,
/// so a buffer with a sink stays small however long the text.
void append_quoted(TextBuffer& out, Bytes text);

/// The same without the quotes around it.
void append_escaped(TextBuffer& out, Bytes text);

}  // namespace binlogdump
