#pragma once
// Numbers of the text that come again.

#include <bit>
#include <cstdint>
#include <cstring>

#include "binlogdump/digits.h"
#include "printers/block_text.h"

namespace binlogdump {

/// Writes times in microseconds since 1970 as numbers. Mostly one is the same as the one before, or of the same second.
class MicrosecondsText {
 public:
  static constexpr std::size_t kRoom = 32;

  /// Where there is room for kRoom bytes. Returns the text's end.
  char* write(char* to, std::uint64_t microseconds) {
    if (microseconds != value_) set(microseconds);
    to = begin_.write_all(to);
    detail::store_text(to, end_);
    return to + end_size_;
  }

 private:
  void set(std::uint64_t microseconds) {
    constexpr std::uint64_t kSecond = 1'000'000;
    const std::uint64_t seconds = microseconds / kSecond;
    value_ = microseconds;
    if (seconds != second_ || seconds == 0) [[unlikely]]
      return set_second(microseconds, seconds);
    const auto fraction = static_cast<std::uint32_t>(microseconds - seconds * kSecond);
    end_ = (detail::eight_digits(fraction) + detail::kEightZeros) >> 16;
  }

  /// A number of less than seven digits has no zeros before it.
  void set_second(std::uint64_t microseconds, std::uint64_t seconds) {
    constexpr std::size_t kFraction = 6;
    char text[32] = {};
    const auto size = static_cast<std::size_t>(write_number(text, microseconds) - text);
    end_size_ = seconds == 0 ? size : kFraction;
    begin_ = BlockText<16>(Bytes(text, size - end_size_));
    std::memcpy(&end_, text + size - end_size_, sizeof end_);
    if constexpr (std::endian::native == std::endian::big) end_ = __builtin_bswap64(end_);
    second_ = seconds;
  }

  std::uint64_t value_ = 0;
  std::uint64_t second_ = 0;
  BlockText<16> begin_;
  std::uint64_t end_ = '0';  ///< Digits, the first one in the lowest byte.
  std::size_t end_size_ = 1;
};

}  // namespace binlogdump
