#pragma once

#include "binlogdump/bytes.h"
#include "binlogdump/events/previous_gtids_log_event.h"
#include "binlogdump/gtid_set.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// uuid:gno or uuid:tag:gno.
void append_gtid(TextBuffer& out, Bytes uuid, Bytes tag, std::int64_t gno);

/// The set as the server writes it, uuid:1-3:5:tag:1, with `separator` before each UUID but the first.
/// False, with nothing appended, for a set that no server writes: intervals out of order or empty, bad tags.
bool append_gtid_set(TextBuffer& out, const EncodedGtidSet& set, std::string_view separator);

/// The same as comment lines, one for each UUID, without the last line's end; "# [empty]" if there is nothing in it.
bool append_gtid_set_comment(TextBuffer& out, const EncodedGtidSet& set);

}  // namespace binlogdump
