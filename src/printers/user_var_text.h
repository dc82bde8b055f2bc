#pragma once

#include "binlogdump/decode.h"
#include "binlogdump/events/user_var_event.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// The value as people read it: NULL, a number, 'text' COLLATE name; bytes as 0x..., and false, if they are no value of
/// the type.
bool append_user_value(TextBuffer& out, const UserVarEvent& variable);

/// The fault of such a value.
DecodeError no_user_value(const EventView& event, const UserVarEvent& variable);

}  // namespace binlogdump
