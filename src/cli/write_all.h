#pragma once
// Writing to a descriptor that may take less than it is given.

#include <string_view>

namespace binlogdump {

/// Writes all of `text`, and waits where `fd` does not block; returns 0, or what errno was.
int write_all(int fd, std::string_view text);
/// Throws OutputError instead.
void write_or_throw(int fd, std::string_view text);

}  // namespace binlogdump
