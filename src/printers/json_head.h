#pragma once
// What the JSON object of every event begins with, up to its checksum.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "binlogdump/context.h"
#include "binlogdump/decode.h"
#include "binlogdump/digits.h"
#include "binlogdump/text_buffer.h"
#include "binlogdump/time_text.h"
#include "printers/block_text.h"
#include "printers/hex_digits.h"
#include "printers/json_flags.h"

namespace binlogdump {

/// The eight digits of a number below 10^8 as a number, the first one in the lowest byte.
class EightDigits {
 public:
  static constexpr std::uint64_t kEnd = 100'000'000;
  static constexpr std::size_t kRoom = 8;

  EightDigits() = default;
  explicit EightDigits(std::uint32_t value) : digits_(detail::eight_digits(value)) {}

  /// False, with nothing added, if the sum has more digits.
  bool add(EightDigits other) {
    constexpr std::uint64_t kToCarry = 0xf6f6f6f6f6f6f6f6;  // Ten becomes 0x100.
    const std::uint64_t ready = __builtin_bswap64(digits_) + kToCarry;
    const std::uint64_t sum = ready + __builtin_bswap64(other.digits_);
    if (sum < ready) return false;
    const std::uint64_t not_carried = (sum & 0x8080808080808080) >> 7;
    digits_ = __builtin_bswap64(sum - not_carried * 0xf6);
    return true;
  }

  /// Bits of the zeros that are not written.
  int leading_zeros() const {
    constexpr std::uint64_t kLastDigit = std::uint64_t{1} << 56;
    return std::countr_zero(digits_ | kLastDigit) & ~7;
  }
  /// The text, its first character in the lowest byte.
  std::uint64_t text(int leading_zeros) const { return (digits_ | detail::kEightZeros) >> leading_zeros; }
  /// Writes kRoom bytes. Returns the end of the text.
  char* write(char* to, int leading_zeros) const {
    detail::store_text(to, text(leading_zeros));
    return to + (64 - leading_zeros) / 8;
  }

 private:
  std::uint64_t digits_ = 0;
};

/// Writes where an event stands. Each position stands there several times: where an event ends the next one begins, and
/// it says so itself. The text is kept as numbers, as what was written a moment before is slow to be read; and it is
/// added to rather than made anew.
class PositionText {
 public:
  static constexpr std::size_t kRoom = 24;

  /// Two words that overlap, or are the same if the text has no more than eight characters.
  struct Text {
    std::uint64_t begin = '0';
    std::uint64_t end = '0';
    std::size_t end_at = 0;
    std::size_t size = 1;

    char* write(char* to) const {
      overwrite(to, 0);
      return to + size;
    }
    /// Writes over a text of the same size. `behind`: see JsonHead::Kept::Number.
    void overwrite(char* at, std::uint64_t behind) const {
      detail::store_text(at, begin | behind);
      detail::store_text(at + end_at, end | behind);
    }
  };

  /// False if the position has too many digits for this class.
  bool go_to(std::uint64_t position) {
    if (position == position_) return true;
    if (position >= EightDigits::kEnd * EightDigits::kEnd) return false;
    set(position);
    return true;
  }
  /// Goes on to where an event ends that begins at the position gone to last. False if that has more digits.
  bool pass(std::uint32_t size, EightDigits digits) {
    if (!last_.add(digits)) return false;
    position_ += size;
    const std::size_t text_size = text_.size;
    make_end();
    return text_.size == text_size;
  }
  const Text& text() const { return text_; }

  /// Returns the end of the text.
  char* write(char* to, std::uint64_t position) {
    return go_to(position) ? text_.write(to) : write_number(to, position);
  }

 private:
  void set(std::uint64_t position) {
    position_ = position;
    last_ = EightDigits(static_cast<std::uint32_t>(position % EightDigits::kEnd));
    text_.end_at = 0;
    if (position >= EightDigits::kEnd) {
      const EightDigits first(static_cast<std::uint32_t>(position / EightDigits::kEnd));
      const int zeros = first.leading_zeros();
      text_.begin = first.text(zeros);
      text_.end_at = static_cast<std::size_t>(64 - zeros) / 8;
    }
    make_end();
  }

  void make_end() {
    if (text_.end_at != 0) {
      text_.end = last_.text(0);
      text_.size = text_.end_at + 8;
    } else {
      const int zeros = last_.leading_zeros();
      text_.begin = text_.end = last_.text(zeros);
      text_.size = static_cast<std::size_t>(64 - zeros) / 8;
    }
  }

  std::uint64_t position_ = 0;
  EightDigits last_;
  Text text_;
};

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
    append_position(line, position);
  }

  /// The whole. `payload`: of the event that it stands in, or null.
  void append(TextBuffer& out, const EventView& event, const EventView* payload, ChecksumAlgorithm algorithm) {
    const EventHeader& header = event.header;
    const std::size_t size = event.bytes.size();
    const bool is_usual = header.log_pos == event.position + size && header.event_size == size &&
                          size < EightDigits::kEnd && payload == nullptr && event.has_checksum() &&
                          !event.checksum_failed && algorithm == ChecksumAlgorithm::kCrc32;
    if (!is_usual) return append_pieces(out, event, payload, algorithm, nullptr);
    position_.go_to(event.position);  // No more than a log_pos, so that it has few digits.
    const PositionText::Text begin = position_.text();
    const EightDigits size_digits(static_cast<std::uint32_t>(size));
    const int size_zeros = size_digits.leading_zeros();
    const bool same_size = position_.pass(header.event_size, size_digits);
    const Kept::Key key = Kept::key_of(header, begin.size, size_zeros);
    Kept& kept = kept_[key.place()];
    if (!same_size || kept.key != key) [[unlikely]] {
      if (!same_size) return append_pieces(out, event, payload, algorithm, nullptr);
      kept.key = {};
      append_pieces(out, event, payload, algorithm, &kept);
      if (kept.size != 0) kept.key = key;
      return;
    }
    const PositionText::Text& end = position_.text();
    char* const to = out.reserve(Kept::kMostText);
    std::memcpy(to, kept.text.data(), kept.size);
    begin.overwrite(to + kept.position.at, kept.position.behind);
    end.overwrite(to + kept.end_position.at, kept.end_position.behind);
    detail::store_text(to + kept.event_size.at, size_digits.text(size_zeros) | kept.event_size.behind);
    end.overwrite(to + kept.log_pos.at, kept.log_pos.behind);
    write_hex_number(to + kept.stored_at, event.stored_checksum());
    out.commit(to + kept.size);
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
    /// A number that is another one in each event.
    struct Number {
      std::size_t at = 0;
      std::uint64_t behind = 0;  ///< The eight bytes from there on, those of digits being zeros.
    };
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

  void append_position(ShortPieces& line, std::uint64_t position) {
    line.commit(opening_.write(line.end()));
    line.commit(position_.write(line.end(), position));
  }
  void append_pieces(TextBuffer& out, const EventView& event, const EventView* payload, ChecksumAlgorithm algorithm,
                     Kept* kept);
  static void append_stored(ShortPieces& line, const EventView& event, ChecksumAlgorithm algorithm);
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
