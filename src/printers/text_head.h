#pragma once
// The two lines that every event of the text begins with, up to its title.

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "binlogdump/decode.h"
#include "binlogdump/digits.h"
#include "binlogdump/text_buffer.h"
#include "binlogdump/time_text.h"
#include "printers/block_text.h"
#include "printers/hex_digits.h"
#include "printers/palette.h"

namespace binlogdump {

/// The text of a position in a log of up to 16 digits, and of the one behind that by the size of an event: that is
/// added to the digits, not made anew. They are kept as numbers, as what was written a moment before is slow to be
/// read.
class RunningPosition {
 public:
  static constexpr std::size_t kRoom = 24;

  /// The number that stands for a size of less than eight digits in go_on().
  class Size {
   public:
    static constexpr std::uint32_t kEnd = 10'000'000;

    Size() : Size(0) {}
    explicit Size(std::uint32_t size)
        : size_(size), digits_(__builtin_bswap64(detail::eight_digits(size)) + kToCarry) {}
    std::uint32_t size() const { return size_; }

   private:
    friend RunningPosition;
    static constexpr std::uint64_t kToCarry = 0xc6c6c6c6c6c6c6c6;  // With this and a character's zero ten is 0x100.

    std::uint32_t size_;
    std::uint64_t digits_;
  };

  std::uint64_t position() const { return position_; }

  /// False if the position has more digits.
  [[gnu::noinline]] bool go_to(std::uint64_t position) {
    if (position >= kEnd * kEnd) return false;
    position_ = position;
    const auto high = static_cast<std::uint32_t>(position / kEnd);
    last_ = __builtin_bswap64(detail::eight_digits(static_cast<std::uint32_t>(position % kEnd))) + detail::kEightZeros;
    high_size_ = 0;
    if (high != 0) {
      char text[kRoom];
      high_size_ = static_cast<std::size_t>(write_number(text, high) - text);
      std::memcpy(&high_, text, sizeof high_);
    }
    std::size_t last_size = high != 0 ? kDigits : 1;
    std::uint64_t behind = 10;
    for (; last_size < kDigits && position >= behind; behind *= 10) ++last_size;
    grows_at_ = ~std::uint64_t{0};
    if (last_size < kDigits) {
      grows_at_ = __builtin_bswap64(detail::eight_digits(static_cast<std::uint32_t>(behind))) + detail::kEightZeros;
    }
    hidden_bits_ = 8 * (kDigits - last_size);
    size_ = high_size_ + last_size;
    return true;
  }

  [[gnu::always_inline]] void go_on(const Size& size) {
    const std::uint64_t sum = last_ + size.digits_;
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    const std::uint64_t last = sum + detail::kEightZeros - (sum >> 7 & kOnes) * 0xf6;
    if (sum < last_ || last >= grows_at_) [[unlikely]] {
      go_to(position_ + size.size_);
      return;
    }
    last_ = last;
    position_ += size.size_;
  }

  /// Where there is room for kRoom bytes. Returns the text's end.
  char* write(char* to) const {
    const std::uint64_t last = __builtin_bswap64(last_) >> hidden_bits_;
    const std::size_t size = size_;
    const std::size_t high_size = high_size_;
    std::memcpy(to, &high_, sizeof high_);
    detail::store_text(to + high_size, last);
    return to + size;
  }

 private:
  static constexpr std::uint64_t kEnd = 100'000'000;
  static constexpr std::size_t kDigits = 8;

  std::uint64_t position_ = 0;
  std::uint64_t last_ = detail::kEightZeros;  ///< The last eight digits as characters, the first one in the top byte.
  std::uint64_t grows_at_ = 0;                ///< From this on `last_` has more digits to be written.
  std::uint64_t hidden_bits_ = 56;            ///< Of its characters that are not.
  std::array<char, kDigits> high_{};          ///< The digits before them.
  std::size_t high_size_ = 0;
  std::size_t size_ = 1;
};

/// Writes the same as HeaderText::print(), of events that are as most are: without a hex dump, and with a CRC32 if with
/// a checksum.
class TextHead {
 public:
  static constexpr std::size_t kRoom = 192;

  /// `algorithm`: as for HeaderText.
  static bool is_usual(const EventView& event, ChecksumAlgorithm algorithm) {
    return !event.checksum_failed && algorithm <= ChecksumAlgorithm::kCrc32 &&
           event.header.type() != EventType::FORMAT_DESCRIPTION_EVENT;
  }

  explicit TextHead(const Palette& palette) : palette_(palette) {
    opening_ = join(palette.faint, "# at ");
    closing_ = join(" ", palette.reset);
    make_middle({});
  }

  /// Where there is room for kRoom bytes. Returns the text's end, or null for a position beyond all that is usual.
  [[gnu::always_inline]] char* write(char* to, const EventView& event, ChecksumAlgorithm algorithm) {
    if (event.position != position_.position() && !position_.go_to(event.position)) [[unlikely]]
      return nullptr;
    if (event.header.timestamp != timestamp_ || event.header.server_id != server_id_) [[unlikely]]
      make_middle(event.header);
    to = opening_.write_all(to);
    to = position_.write(to);
    to = middle_.write_all(to);
    const std::size_t size = event.bytes.size();
    if (event.header.log_pos == event.position + size && size < RunningPosition::Size::kEnd) [[likely]] {
      position_.go_on(size_of(static_cast<std::uint32_t>(size)));
    } else {
      position_.go_to(event.header.log_pos);
    }
    to = position_.write(to);
    if (event.has_checksum() && algorithm != ChecksumAlgorithm::kNone) {
      static constexpr std::string_view kName = " CRC32 0x";
      std::memcpy(to, kName.data(), kName.size());
      to += kName.size();
      write_hex_number(to, event.stored_checksum());
      to += 8;
    }
    return closing_.write_all(to);
  }

 private:
  static BlockText<16> join(std::string_view first, std::string_view second) {
    TextBuffer text(nullptr, 32);
    text.append(first);
    text.append(second);
    return BlockText<16>(text.view());
  }

  /// "\n#231114 22:15:01 server id 1  end_log_pos "
  [[gnu::noinline]] void make_middle(const EventHeader& header) {
    TextBuffer text(nullptr, 96);
    text.append(palette_.reset);
    text.append('\n');
    text.append(palette_.faint);
    text.append('#');
    text.append(time_.text(header.timestamp));
    text.append(" server id ");
    text.append_number(header.server_id);
    text.append("  end_log_pos ");
    middle_ = BlockText<64>(text.view());
    timestamp_ = header.timestamp;
    server_id_ = header.server_id;
  }

  /// Most events have one of a few sizes.
  [[gnu::always_inline]] const RunningPosition::Size& size_of(std::uint32_t size) {
    RunningPosition::Size& known = sizes_[size % sizes_.size()];
    if (known.size() != size) [[unlikely]]
      known = RunningPosition::Size(size);
    return known;
  }

  Palette palette_;
  HeaderTime time_;
  RunningPosition position_;
  std::uint32_t timestamp_ = 0;
  std::uint32_t server_id_ = 0;
  BlockText<16> opening_;
  BlockText<64> middle_;
  BlockText<16> closing_;
  std::array<RunningPosition::Size, 256> sizes_;
};

}  // namespace binlogdump
