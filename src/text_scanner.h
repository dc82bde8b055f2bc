#pragma once
// Takes a text apart from its front: for dates and times.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "binlogdump/ascii.h"

namespace binlogdump {

/// Each member that returns false leaves the rest in no defined state, except accept(), which takes nothing then.
class TextScanner {
 public:
  explicit TextScanner(std::string_view text) : text_(text) {}

  bool at_end() const { return text_.empty(); }
  bool accept(char c) {
    if (!text_.starts_with(c)) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool accept_any(std::string_view characters) {
    if (text_.empty() || characters.find(text_.front()) == characters.npos) return false;
    text_.remove_prefix(1);
    return true;
  }
  /// At least `least` digits, at most `most`, up to a value of `limit`.
  bool number(std::size_t least, std::size_t most, std::uint32_t limit, std::uint32_t& value) {
    std::size_t count = 0;
    value = 0;
    for (; count < text_.size() && count < most && is_digit(text_[count]); ++count) {
      value = 10 * value + static_cast<std::uint32_t>(text_[count] - '0');
    }
    text_.remove_prefix(count);
    return count >= least && value <= limit;
  }
  /// One to six digits behind a point, in microseconds.
  bool fraction(std::uint32_t& microsecond) {
    constexpr std::size_t kMostDigits = 6;
    constexpr std::uint32_t kLast = 999'999;
    const std::size_t before = text_.size();
    if (!number(1, kMostDigits, kLast, microsecond)) return false;
    for (std::size_t digits = before - text_.size(); digits < kMostDigits; ++digits) microsecond *= 10;
    return true;
  }
  void skip_digits() {
    while (!text_.empty() && is_digit(text_.front())) text_.remove_prefix(1);
  }

 private:
  std::string_view text_;
};

}  // namespace binlogdump
