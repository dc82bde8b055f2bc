#pragma once
// --server-version: a FORMAT_DESCRIPTION_EVENT for a log that has lost its own.

#include <string>

#include "binlogdump/context.h"

namespace binlogdump {

/// The event's body as a MySQL server of that version writes it, checksum algorithm included where it has one.
/// `version`: three numbers, 5.1.4 or newer (older servers wrote table ids of 4 bytes, and other row events);
/// text may follow.
std::string make_format_body(Bytes version, ChecksumAlgorithm algorithm);

}  // namespace binlogdump
