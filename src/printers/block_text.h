#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "binlogdump/bytes.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// Copies a text, without a call if it has 32 to 64 characters, as names of transactions have. Returns its end.
inline char* write_name(char* to, Bytes text) {
  constexpr std::size_t kHalf = 32;
  const std::size_t size = text.size();
  if (size < kHalf || size > 2 * kHalf) [[unlikely]]
    return to + text.copy(to, size);
  std::memcpy(to, text.data(), kHalf);
  std::memcpy(to + size - kHalf, text.data() + size - kHalf, kHalf);
  return to + size;
}

/// A short text that is written over and over: copied in whole blocks, which is faster than to its exact size.
template <std::size_t kCapacity, std::size_t kBlock = 16>
class BlockText {
 public:
  BlockText() = default;
  explicit BlockText(Bytes text) : size_(std::min(text.size(), kCapacity)) {
    text.copy(bytes_.data(), size_);  // An empty text may have no address.
  }

  bool empty() const { return size_ == 0; }
  Bytes view() const { return Bytes(bytes_.data(), size_); }
  void append_to(TextBuffer& out) const { out.commit(write(out.reserve(kCapacity))); }
  /// The same where there is room for kCapacity bytes. Returns the end of the text.
  char* write(char* to) const {
    const std::size_t size = size_;  // What is written could be this object, for all that the compiler knows.
    std::memcpy(to, bytes_.data(), kBlock);
    for (std::size_t at = kBlock; at < size; at += kBlock) std::memcpy(to + at, bytes_.data() + at, kBlock);
    return to + size;
  }
  /// Writes kCapacity bytes, whatever the size is: without a branch. Returns the end of the text.
  char* write_all(char* to) const {
    std::memcpy(to, bytes_.data(), kCapacity);
    return to + size_;
  }

 private:
  static_assert(kCapacity % kBlock == 0);

  std::size_t size_ = 0;
  std::array<char, kCapacity> bytes_{};
};

/// The same for a text of any size, such as one with a column's name in it. Most should take one block.
template <std::size_t kBlock>
class BasicLongBlockText {
 public:
  BasicLongBlockText() : BasicLongBlockText(Bytes()) {}
  explicit BasicLongBlockText(Bytes text) { assign(text); }

  void assign(Bytes text) {
    const std::size_t needed = std::max<std::size_t>(1, (text.size() + kBlock - 1) / kBlock) * kBlock;
    if (blocks_.size() < needed) blocks_.resize(needed);
    size_ = text.copy(blocks_.data(), text.size());
  }
  bool empty() const { return size_ == 0; }

  void append_to(TextBuffer& out) const { out.commit(write(out.reserve(room()))); }
  /// Writes room() bytes at the most. Returns the end of the text.
  char* write(char* to) const {
    const std::size_t size = size_;
    const char* const from = blocks_.data();
    std::memcpy(to, from, kBlock);
    for (std::size_t at = kBlock; at < size; at += kBlock) std::memcpy(to + at, from + at, kBlock);
    return to + size;
  }
  std::size_t room() const { return blocks_.size(); }

 private:
  std::size_t size_ = 0;
  std::string blocks_;
};

using LongBlockText = BasicLongBlockText<32>;

}  // namespace binlogdump
