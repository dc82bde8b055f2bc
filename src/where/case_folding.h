#pragma once
// Unicode's simple case folding: each character to one character, so that texts can be compared without case.

#include <cstdint>
#include <string>
#include <string_view>

#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// The character that `code` is folded to; most stand for themselves.
std::uint32_t fold_case(std::uint32_t code);

/// Appends `text` with each character folded; bytes that are no UTF-8 stay.
void append_folded(TextBuffer& out, std::string_view text);

std::string folded(std::string_view text);

}  // namespace binlogdump
