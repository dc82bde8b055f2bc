#pragma once
// Base64 (RFC 4648, with padding).

#include "binlogdump/bytes.h"
#include "binlogdump/text_buffer.h"
#include "binlogdump/vectors.h"

namespace binlogdump {

/// All in one line, without a line break.
void append_base64(TextBuffer& out, Bytes data, Vectors vectors = best_vectors());

/// Lines of 76 characters (57 bytes), each ended by \n, the last one too: an event inside a BINLOG statement. Nothing
/// for no bytes.
void append_base64_lines(TextBuffer& out, Bytes data, Vectors vectors = best_vectors());

}  // namespace binlogdump
