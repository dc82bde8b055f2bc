#include "printers/repeated_lines.h"

namespace binlogdump {

void RepeatedLines::set(std::string_view text, std::uint64_t begin) {
  constexpr int kHexadecimal = 16;
  text_ = text;
  offsets_.clear();
  for (std::size_t at = 0; at < text_.size(); at = text_.find('\n', at) + 1) {
    if (text_[at] == ' ') continue;
    const std::uint64_t offset = std::stoull(text_.substr(at, kOffsetDigits), nullptr, kHexadecimal);
    offsets_.push_back({.at = static_cast<std::uint32_t>(at), .distance = static_cast<std::uint32_t>(offset - begin)});
  }
}

}  // namespace binlogdump
