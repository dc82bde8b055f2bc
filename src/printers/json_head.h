#pragma once
// What the JSON object of every event begins with, up to its checksum.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "binlogdump/context.h"
#include "binlogdump/decode.h"
#include "binlogdump/text_buffer.h"
#include "binlogdump/time_text.h"
#include "printers/block_text.h"
#include "printers/hex_digits.h"
#include "printers/json_flags.h"
#include "printers/position_text.h"

namespace binlogdump {

/// Writes it for one event after the other. Most are like one before but for a few numbers: that one's text is copied,
/// and the numbers are written over.
class JsonHead {
  using OpeningText = BasicLongBlockText<64>;
  using BeforeText = BasicLongBlockText<128>;
  using BehindText = BasicLongBlockText<96>;

 public:
  JsonHead() : making_(nullptr, 256) { set_file(""); }

  void set_file(const std::string& path);

  /// {"file":...,"position":...
  void append_position(TextBuffer& out, std::uint64_t position) {
    ShortPieces line(out, opening_.room() + PositionText::kRoom);
    line.commit(opening_.write(line.end()));
    line.commit(position_.write(line.end(), position));
  }

  /// Most bytes that write() writes.
  std::size_t room() const { return opening_.room() + kMostBehindOpening; }

  /// The whole. `payload`: of the event that it stands in, or null. Returns its end.
  [[gnu::always_inline]] char* write(char* to, const EventView& event, const EventView* payload,
                                     ChecksumAlgorithm algorithm) {
    const EventHeader& header = event.header;
    const std::size_t size = event.bytes.size();
    const bool is_usual = header.log_pos == event.position + size && header.event_size == size &&
                          size < EightDigits::kEnd && payload == nullptr && event.has_checksum() &&
                          !event.checksum_failed && algorithm == ChecksumAlgorithm::kCrc32;
    if (!is_usual) return write_pieces(to, event, payload, algorithm, nullptr);
    position_.go_to(event.position);  // No more than a log_pos, so that it has few digits.
    const PositionText::Text begin = position_.text();
    const EightDigits size_digits(static_cast<std::uint32_t>(size));
    const int size_zeros = size_digits.leading_zeros();
    const bool same_size = position_.pass(header.event_size, size_digits);
    const Kept::Key key = Kept::key_of(header, begin.size, size_zeros);
    Kept& kept = kept_[key.place()];
    if (!same_size || kept.key != key) [[unlikely]] {
      if (!same_size) return write_pieces(to, event, payload, algorithm, nullptr);
      kept.key = {};
      char* const end = write_pieces(to, event, payload, algorithm, &kept);
      if (kept.size != 0) kept.key = key;
      return end;
    }
    const PositionText::Text& end = position_.text();
    std::memcpy(to, kept.text.data(), kept.size);
    kept.position.overwrite(to, begin);
    kept.end_position.overwrite(to, end);
    kept.event_size.overwrite(to, size_digits.text(size_zeros));
    kept.log_pos.overwrite(to, end);
    write_hex_number(to + kept.stored_at, event.stored_checksum());
    return to + kept.size;
  }

 private:
  /// The text made last for events of a type, with flags and numbers as long as these.
  struct Kept {
    struct Key {
      std::uint64_t time_and_server = 0;
      std::uint64_t rest = 0;  ///< 0: nothing is kept.

      std::size_t place() const { return rest * 0x9e3779b97f4a7c15 >> 59; }
      friend bool operator==(const Key&, const Key&) = default;
    };
    static Key key_of(const EventHeader& header, std::size_t position_digits, int size_zeros) {
      return {.time_and_server = header.timestamp | std::uint64_t{header.server_id} << 32,
              .rest = header.type_code | std::uint64_t{header.flags} << 8 | std::uint64_t{position_digits} << 24 |
                      static_cast<std::uint64_t>(size_zeros) << 32};
    }
    using Number = NumberPlace;  ///< One that is another in each event.
    static constexpr std::size_t kMostText = 1024;

    /// Not if it is too long: `size` is 0 then. `places`: where the numbers are.
    void keep(const Kept& places, Bytes head);

    Key key;
    std::size_t size = 0;
    Number position;
    Number end_position;
    Number event_size;
    Number log_pos;
    std::size_t stored_at = 0;
    std::array<char, kMostText> text;
  };
  static constexpr std::size_t kCount = 32;
  static constexpr std::size_t kMostNumbers = 256;  ///< With the names between them.
  /// Texts that are kept, and the flags' names, of which there are few.
  static constexpr std::size_t kMostBehindOpening = 2048;

  /// What the events of a type have in common for a second, from the time to the name of the log's position.
  struct BeforeLogPos {
    bool made = false;
    std::uint32_t timestamp = 0;
    std::uint32_t server_id = 0;
    BeforeText text;
  };
  /// Flags and checksum, up to its digits.
  struct BehindLogPos {
    bool made = false;
    std::uint16_t flags = 0;
    ChecksumAlgorithm algorithm = ChecksumAlgorithm::kNone;
    BehindText text;
  };

  char* write_pieces(char* to, const EventView& event, const EventView* payload, ChecksumAlgorithm algorithm,
                     Kept* kept);
  static char* write_stored(char* to, const EventView& event, ChecksumAlgorithm algorithm);
  const BeforeText& before_log_pos(const EventHeader& header);
  const BehindText& behind_log_pos(const EventView& event, ChecksumAlgorithm algorithm);
  void make(BeforeLogPos& before, const EventHeader& header);
  void make(BehindLogPos& behind, std::uint16_t flags, bool has_checksum, ChecksumAlgorithm algorithm);

  OpeningText opening_;  ///< Up to the position's number.
  PositionText position_;
  std::array<Kept, kCount> kept_;                 ///< At the place of their key.
  std::array<BeforeLogPos, 256> before_log_pos_;  ///< By type code.
  std::array<BehindLogPos, 4> behind_log_pos_;
  IsoTime time_;
  JsonFlags flags_{event_flag_names()};
  TextBuffer making_;  ///< For texts that are kept, while they are made.
};

/// Its name, or its number if it has none.
void append_json_algorithm(TextBuffer& out, ChecksumAlgorithm algorithm);

}  // namespace binlogdump
