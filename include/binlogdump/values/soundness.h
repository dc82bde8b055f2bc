#pragma once
// Whether bytes are a value, without making a text of it. is_json_document() in json_binary.h is the same for JSON.

#include "binlogdump/bytes.h"

namespace binlogdump {

/// Whether append_decimal() would succeed.
bool is_decimal(const char* data, int precision, int scale);

/// Whether append_described_decimal() would succeed.
bool is_described_decimal(Bytes data);

}  // namespace binlogdump
