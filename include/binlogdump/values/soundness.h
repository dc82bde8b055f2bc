#pragma once
// Whether bytes are a value, without making a text of it. is_json_document() in json_binary.h is the same for JSON.

#include "binlogdump/bytes.h"

namespace binlogdump {

/// Whether append_decimal() would succeed.
bool is_decimal(const char* data, int precision, int scale);

/// Whether append_described_decimal() would succeed.
bool is_described_decimal(Bytes data);

/// Whether a server can have stored what the decode_ function of the same name reads; see is_storable().
bool is_time2(const char* data, int digits);
bool is_datetime2(const char* data, int digits);
bool is_timestamp2(const char* data, int digits);

}  // namespace binlogdump
