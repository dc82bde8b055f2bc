#pragma once
// Lines of the hex dump that come again and again: most fields of most events have the value that they had before.

#include <cstdint>
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

  static constexpr std::size_t kMostText = 224;
  /// Most lines take one block.
  using Text = BlockText<kMostText, 112>;

  struct alignas(64) Line {
    Key key;
    Text text;

    void set(const Key& new_key, std::string_view line) {
      if (line.size() > kMostText) return;
      key = new_key;
      text = Text(line);
    }
  };

  LineCache() : lines_(std::make_unique<Line[]>(kLines)) {}

  /// The line of `key`, if it has that key; else the one that can be given up for it.
  Line& at(const Key& key) {
    constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;
    const std::uint64_t mixed = reinterpret_cast<std::uintptr_t>(key.name) + key.bytes * kGolden + key.shape;
    return lines_[mixed * kGolden >> (64 - kLineBits)];
  }

 private:
  static constexpr int kLineBits = 10;
  static constexpr std::size_t kLines = std::size_t{1} << kLineBits;

  std::unique_ptr<Line[]> lines_;
};

}  // namespace binlogdump
