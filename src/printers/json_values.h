#pragma once
// Values of columns as JSON. Those that can be damaged are written whole or not at all.

#include "binlogdump/bytes.h"
#include "binlogdump/text_buffer.h"
#include "printers/json_writer.h"

namespace binlogdump {

/// The shortest number that reads back as the same float or double; "NaN", "Infinity" or "-Infinity", which JSON has no
/// numbers for, as strings.
void append_json_number(TextBuffer& out, float value);
void append_json_number(TextBuffer& out, double value);

/// A document of a JSON column, nested: opaque values as {"$type":"DATE","$value":"2024-02-29"}, strings that are no
/// UTF-8 as {"$base64":...}. False, with nothing appended, if it is damaged; so are the following. `scratch` is working
/// space without a sink.
bool append_json_document(TextBuffer& out, Bytes document, JsonIntegers integers, TextBuffer& scratch);

/// A partial update: {"$diff":[{"op":"REPLACE","path":"$.a","value":1}]}.
bool append_json_diffs(TextBuffer& out, Bytes diffs, JsonIntegers integers, TextBuffer& scratch);

/// {"wkt":"POINT(1 2)","srid":0}, coordinates in stored order.
bool append_json_geometry(TextBuffer& out, Bytes value);

/// VECTOR: [1,2.5].
bool append_json_vector(TextBuffer& out, Bytes value);

}  // namespace binlogdump
