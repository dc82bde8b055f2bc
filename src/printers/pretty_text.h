#pragma once

#include "binlogdump/bytes.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// Where mysqlbinlog writes a text that is neither a statement nor a value of a row.
enum class PrettyContext {
  kComment,     ///< The statement of a ROWS_QUERY event: line breaks begin a new comment line, quotes stay.
  kString,      ///< A label of ENUM or SET, without the quotes around it.
  kIdentifier,  ///< The name of a column, without the backticks around it.
};

/// Escapes what the context asks for: always \0 \b \t \r and the backslash.
void append_pretty(TextBuffer& out, Bytes text, PrettyContext context);

}  // namespace binlogdump
