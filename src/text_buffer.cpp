#include "binlogdump/text_buffer.h"

#include <algorithm>
#include <bit>
#include <charconv>

namespace binlogdump {

TextBuffer::TextBuffer(Sink* sink, std::size_t capacity)
    : sink_(sink), own_(new char[capacity]), own_capacity_(capacity) {
  use({own_.get(), own_capacity_});
}

void TextBuffer::use(std::span<char> memory) {
  begin_ = end_ = memory.data();
  limit_ = begin_ + memory.size();
}

void TextBuffer::flush() {
  if (sink_ != nullptr && end_ != begin_) hand_over(view());
}

void TextBuffer::hand_over(std::string_view text) {
  // First: a sink that throws must not see the same bytes again from a destructor or a second flush, nor find others in
  // their place.
  use({own_.get(), own_capacity_});
  sink_->write(text);
  const std::span<char> room = sink_->room();
  if (!room.empty()) use(room);
}

void TextBuffer::make_room(std::size_t size) {
  flush();
  if (static_cast<std::size_t>(limit_ - end_) >= size) return;
  const std::size_t used = this->size();
  if (own_capacity_ < used + size) {
    const std::size_t capacity = std::max(own_capacity_ * 2, used + size);
    std::unique_ptr<char[]> grown(new char[capacity]);
    std::memcpy(grown.get(), begin_, used);
    own_ = std::move(grown);
    own_capacity_ = capacity;
  }
  use({own_.get(), own_capacity_});
  end_ += used;
}

void TextBuffer::append_beyond_room(std::string_view text) {
  if (sink_ != nullptr && text.size() > kDefaultCapacity / 2) {
    flush();
    hand_over(text);
    return;
  }
  char* to = reserve(text.size());
  std::memcpy(to, text.data(), text.size());
  end_ += text.size();
}

void TextBuffer::append_padded(std::uint64_t value, int width) {
  char digits[20];
  const auto count = static_cast<int>(std::to_chars(digits, digits + sizeof digits, value).ptr - digits);
  char* to = reserve(static_cast<std::size_t>(std::max(width, count)));
  for (int i = count; i < width; ++i) *to++ = '0';
  std::memcpy(to, digits, static_cast<std::size_t>(count));
  end_ = to + count;
}

void TextBuffer::append_hex(std::uint64_t value, int width) {
  static constexpr char kDigits[] = "0123456789abcdef";
  constexpr int kBitsPerDigit = 4;
  const int needed = std::max(1, (static_cast<int>(std::bit_width(value)) + kBitsPerDigit - 1) / kBitsPerDigit);
  const int count = std::max(width, needed);
  char* const begin = reserve(static_cast<std::size_t>(count));
  for (char* to = begin + count; to != begin; value >>= kBitsPerDigit) *--to = kDigits[value & 15];
  end_ = begin + count;
}

}  // namespace binlogdump
