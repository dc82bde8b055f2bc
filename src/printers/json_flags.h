#pragma once
// Words of flags as lists of names.

#include <cstdint>
#include <span>

#include "binlogdump/text_buffer.h"
#include "printers/flag_names.h"
#include "printers/json_writer.h"

namespace binlogdump {

/// ["STMT_END_F"]; bits without a name as one hexadecimal number, such as "0x100".
void append_json_flags(JsonWriter& json, std::uint64_t flags, std::span<const FlagName> names);

/// Writes words of one kind, which are the same most of the time, or empty.
class JsonFlags {
 public:
  explicit JsonFlags(std::span<const FlagName> names) : names_(names), text_(nullptr, 64) {}

  void append(TextBuffer& out, std::uint64_t flags) { out.append(text(flags)); }
  /// Good until the next call.
  std::string_view text(std::uint64_t flags) {
    if (flags == 0) return "[]";
    if (flags != flags_) make(flags);
    return text_.view();
  }

 private:
  void make(std::uint64_t flags);

  std::span<const FlagName> names_;
  std::uint64_t flags_ = 0;
  TextBuffer text_;  ///< Of flags_.
};

}  // namespace binlogdump
