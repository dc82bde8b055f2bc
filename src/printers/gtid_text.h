#pragma once

#include "binlogdump/bytes.h"
#include "binlogdump/events/previous_gtids_log_event.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// 16 bytes as 01234567-89ab-cdef-0123-456789abcdef.
void append_uuid(TextBuffer& out, Bytes uuid);

/// uuid:gno or uuid:tag:gno.
void append_gtid(TextBuffer& out, Bytes uuid, Bytes tag, std::int64_t gno);

/// The set in the server's way, uuid:1-5:7:tag:1; `separator` between UUIDs. Nothing for an empty set. False, with
/// nothing appended, for a set that no server writes: intervals out of order or empty, bad tags.
bool append_gtid_set(TextBuffer& out, const EncodedGtidSet& set, std::string_view separator);

/// The set as comment lines, one for each UUID, without the last line's end; "# [empty]" if there is nothing in it.
/// False, with nothing appended, where append_gtid_set() is.
bool append_gtid_set_comment(TextBuffer& out, const EncodedGtidSet& set);

}  // namespace binlogdump
