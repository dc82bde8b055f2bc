#include "binlogdump/values/quoting.h"

#include "escaping.h"

namespace binlogdump {

void append_quoted(TextBuffer& out, Bytes text) {
  append_quoted_text<SqlEscapes>(out, text);
}

void append_escaped(TextBuffer& out, Bytes text) {
  append_escaped_text<SqlEscapes>(out, text);
}

}  // namespace binlogdump
