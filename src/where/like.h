#pragma once

#include <string_view>

namespace binlogdump::where {

/// Whether `text` is what LIKE's `pattern` describes: % stands for any text, _ for one character (with `bytewise` one
/// byte), and behind a backslash everything for itself.
bool is_like(std::string_view text, std::string_view pattern, bool bytewise);

}  // namespace binlogdump::where
