#pragma once
// Lines of the hex dump that come again and again: most fields of most events have the value that they had before.

#include <array>
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

  static constexpr std::size_t kMostText = 288;
  /// Most lines take one block.
  using Text = BlockText<kMostText, 96>;

  struct alignas(64) Line {
    Key key;
    Line* next = nullptr;  ///< The one that followed it last.
    Text text;
  };

  LineCache() : lines_(std::make_unique<Line[]>(kLines)), last_(lines_.get()) {
    for (std::size_t i = 0; i < kLines; ++i) lines_[i].next = lines_.get();
  }

  /// The text of `key`, if it is kept, else null.
  const Text* find(const Key& key) {
    // Lines mostly follow each other in the same order: then none has to be looked for.
    Line* line = last_->next;
    if (!line->key.is(key)) [[unlikely]] {
      line = look_up(key);
      if (line == nullptr) return nullptr;
      last_->next = line;
    }
    last_ = line;
    return &line->text;
  }

  /// `text`: kMostText bytes at the most.
  void keep(const Key& key, std::string_view text) {
    turn_ ^= 1;
    Line& line = lines_[place_of(key) ^ turn_];
    line.key = key;
    line.text = Text(text);
  }

 private:
  static constexpr int kLineBits = 10;
  static constexpr std::size_t kLines = std::size_t{1} << kLineBits;

  /// Two places for each key, this and its neighbour: two lines of every event may well have the same.
  static std::size_t place_of(const Key& key) {
    constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;
    const std::uint64_t mixed = reinterpret_cast<std::uintptr_t>(key.name) + key.bytes * kGolden + key.shape;
    return mixed * kGolden >> (64 - kLineBits);
  }

  Line* look_up(const Key& key) {
    const std::size_t place = place_of(key);
    for (Line* line : {&lines_[place], &lines_[place ^ 1]}) {
      if (line->key.is(key)) return line;
    }
    return nullptr;
  }

  std::unique_ptr<Line[]> lines_;
  Line* last_;
  std::size_t turn_ = 0;
};

/// The lines of the common header that are the same in most events of a type.
struct KeptHeader {
  static constexpr std::size_t kFields = 6;
  static constexpr std::size_t kEventSize = 3;
  static constexpr std::size_t kLogPos = 4;
  /// These two are others in each event.
  static constexpr bool varies(std::size_t field) { return field == kEventSize || field == kLogPos; }

  std::uint64_t bytes = 0;  ///< Time, type, the first bytes of the server id.
  std::uint32_t rest = 0;   ///< Its last byte, the flags.
  bool complete = false;
  std::array<LineCache::Text, kFields> lines;
};

}  // namespace binlogdump
