#pragma once

#include "binlogdump/events/user_var_event.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// The value as people read it: NULL, a number, 'text' COLLATE name; bytes as 0x... if they are no value of the type.
void append_user_value(TextBuffer& out, const UserVarEvent& variable);

}  // namespace binlogdump
