#pragma once

#include "binlogdump/context.h"
#include "binlogdump/cursor.h"

namespace binlogdump {

/// USER_VAR_EVENT: the value of a user variable (@name) that the next statement uses.
/// Source: mysql::binlog::event::User_var_event.
struct UserVarEvent {
  enum Type : std::uint8_t { kString = 0, kReal = 1, kInt = 2, kRow = 3, kDecimal = 4 };
  static constexpr std::uint8_t kUnsignedFlag = 1;

  Bytes name;
  std::uint8_t is_null = 0;          ///< Not 0: the value is NULL and nothing follows.
  std::uint8_t value_type = 0;       ///< Type; others are invalid.
  std::uint32_t charset_number = 0;  ///< Collation of a string.
  /// kString: bytes; kReal: 8-byte double; kInt: 8 bytes; kDecimal: precision, scale, binary decimal.
  Bytes val;
  std::uint8_t flags = 0;  ///< kUnsignedFlag; written since 5.6.

  static UserVarEvent decode(EventCursor auto& in, const DecodeContext&) {
    UserVarEvent event;
    event.name = in.bytes(in.checked(in.u32("name_len"), "name"), "name");
    event.is_null = in.u8("is_null");
    if (event.is_null != 0) return event;
    event.value_type = in.u8("type");
    event.charset_number = in.u32("charset_number");
    event.val = in.bytes(in.checked(in.u32("val_len"), "val"), "val");
    if (!in.at_end()) event.flags = in.u8("flags");
    return event;
  }

  friend bool operator==(const UserVarEvent&, const UserVarEvent&) = default;
};

}  // namespace binlogdump
