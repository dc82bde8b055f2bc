#pragma once
// Lines of the hex dump that come again and again: most fields of most events have the value that they had before.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

#include "printers/block_text.h"

namespace binlogdump {

/// Keeps the lines made last, without the offset that they begin with. Of bounded size: a line may take the place of
/// another.
class LineCache {
 public:
  /// All that a line depends on but for its offset.
  struct Key {
    const char* name = nullptr;  ///< Its address: names live as long as the program.
    std::uint64_t bytes = 0;     ///< Of the field, as a number; of a group its size.
    std::uint64_t shape = 0;     ///< Size, kind, depth and the like.

    /// One decision, not three.
    bool is(const Key& other) const {
      const auto differs = reinterpret_cast<std::uintptr_t>(name) ^ reinterpret_cast<std::uintptr_t>(other.name);
      return (differs | (bytes ^ other.bytes) | (shape ^ other.shape)) == 0;
    }
  };

  static constexpr std::size_t kMostText = 288;

  /// Of no more bytes than it takes: those of most lines lie in two of the processor's cache lines.
  struct alignas(64) Line {
    /// Writes kMostText characters at the most. Returns the end of the text.
    char* write(char* to) const {
      constexpr std::size_t kBlock = 96;
      static_assert(kMostText % kBlock == 0);
      std::memcpy(to, text.data(), kBlock);
      for (std::size_t at = kBlock; at < size; at += kBlock) std::memcpy(to + at, text.data() + at, kBlock);
      return to + size;
    }

    Key key;
    std::uint16_t next = 0;  ///< The one that followed it last.
    std::uint16_t size = 0;
    std::array<char, kMostText> text;
  };

  LineCache() : lines_(std::make_unique<Line[]>(kLines)) {}

  /// The line that followed the last one when that was shown before; it may be of another key.
  const Line& expected() const { return lines_[lines_[last_].next]; }
  /// To be called when that is shown.
  void pass_expected() { last_ = lines_[last_].next; }

  /// The line of `key`, if it is kept, else null.
  const Line* find(const Key& key) {
    const std::size_t place = place_of(key);
    for (const std::size_t at : {place, place ^ 1}) {
      if (!lines_[at].key.is(key)) continue;
      lines_[last_].next = static_cast<std::uint16_t>(at);
      last_ = at;
      return &lines_[at];
    }
    return nullptr;
  }

  /// `text`: kMostText characters at the most.
  void keep(const Key& key, std::string_view text) {
    turn_ ^= 1;
    Line& line = lines_[place_of(key) ^ turn_];
    line.key = key;
    line.size = static_cast<std::uint16_t>(text.size());
    std::copy(text.begin(), text.end(), line.text.begin());
  }

 private:
  static constexpr int kLineBits = 9;
  static constexpr std::size_t kLines = std::size_t{1} << kLineBits;

  /// Two places for each key, this and its neighbour: two lines of every event may well have the same.
  static std::size_t place_of(const Key& key) {
    constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;
    const std::uint64_t mixed = reinterpret_cast<std::uintptr_t>(key.name) + key.bytes * kGolden + key.shape;
    return mixed * kGolden >> (64 - kLineBits);
  }

  std::unique_ptr<Line[]> lines_;
  std::size_t last_ = 0;
  std::size_t turn_ = 0;
};

/// The lines of the common header that are the same in most events of a type.
struct KeptHeader {
  using Line = BlockText<LineCache::kMostText, 96>;
  static constexpr std::size_t kFields = 6;
  static constexpr std::size_t kCount = 64;  ///< Of those that are kept.
  static constexpr std::size_t kEventSize = 3;
  static constexpr std::size_t kLogPos = 4;
  /// These two are others in each event.
  static constexpr bool varies(std::size_t field) { return field == kEventSize || field == kLogPos; }

  std::uint64_t bytes = 0;  ///< Time, type, the first bytes of the server id.
  std::uint32_t rest = 0;   ///< Its last byte, the flags.
  bool complete = false;
  std::array<Line, kFields> lines;
};

}  // namespace binlogdump
