#pragma once
// --server-version: a FORMAT_DESCRIPTION_EVENT for a log that has lost its own.

#include <string>

#include "binlogdump/context.h"

namespace binlogdump {

/// Older servers wrote table ids of 4 bytes, and other row events.
inline constexpr ServerVersion kOldestMadeFormat{5, 1, 4};

/// The event's body as a MySQL server of that version writes it, checksum algorithm included where it has one.
/// `version`: three numbers, kOldestMadeFormat or newer; text may follow.
std::string make_format_body(Bytes version, ChecksumAlgorithm algorithm);

}  // namespace binlogdump
