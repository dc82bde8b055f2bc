#pragma once
// Parts of events that several printers spell alike.

#include <string>
#include <string_view>

#include "binlogdump/decode.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// MySQL's name of a type code, or "event type 100" if it has none.
std::string type_name(std::uint8_t type_code);

/// X'gtrid',X'bqual',formatID.
void append_xid(TextBuffer& out, const XaPrepareLogEvent& prepare);

/// Throws DecodeError if the value's bytes are none of its type.
void check_user_value(const EventView& event, const UserVarEvent& variable);

/// Where the server and mysqlbinlog differ in how they write the value of a user variable.
struct UserValueStyle {
  void (*append_real)(TextBuffer& out, double value);
  std::string_view collation_quote;
};

/// NULL, a number, or _charset 0x0AFF COLLATE collation; ??? for a string of a collation that is not known.
/// check_user_value() must have passed.
void append_user_value(TextBuffer& out, const UserVarEvent& variable, const UserValueStyle& style);

}  // namespace binlogdump
