#pragma once

#include "binlogdump/decode.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// The comment lines of mysqlbinlog -H: common header with captions, then 16 bytes a line, in hex and as letters and
/// digits. Ends with "# ", which the event's own text follows.
void append_hexdump(TextBuffer& out, const EventView& event, std::uint64_t position);

/// The lines of 16 bytes alone.
void append_hex_lines(TextBuffer& out, Bytes bytes, std::uint64_t position);

}  // namespace binlogdump
