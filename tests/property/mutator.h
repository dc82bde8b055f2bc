#pragma once
// Damaged logs made from sound ones. One seed makes one log.

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "binlogdump/bytes.h"
#include "binlogdump/context.h"
#include "binlogdump/event_header.h"
#include "binlogdump/events/transaction_payload_event.h"
#include "binlogdump/reader.h"
#include "property/corpus.h"

namespace binlogdump::test {

inline constexpr std::size_t kTypeCodeOffset = 4;
inline constexpr std::size_t kEventSizeOffset = 9;

inline void store_le(std::string& bytes, std::size_t offset, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) bytes[offset + i] = static_cast<char>(value >> (8 * i));
}
/// Makes the header's event_size right again.
inline void fix_event_size(std::string& event) {
  if (event.size() >= kEventHeaderSize) store_le(event, kEventSizeOffset, event.size(), 4);
}

struct MutatedLog {
  std::string bytes;
  bool whole_file = false;
};

class Mutator {
 public:
  Mutator(const Corpus& corpus, std::uint64_t seed) : corpus_(corpus), random_(seed) {}

  /// Mostly a single statement of a log, behind its FORMAT_DESCRIPTION_EVENT, and damage inside of the events, so that
  /// it gets as far as the decoders; sometimes a whole log, damaged anywhere.
  MutatedLog make() {
    if (one_in(4)) return {.bytes = one_in(2) ? spliced_file() : damaged_file(), .whole_file = true};
    return {.bytes = damaged_statement(), .whole_file = false};
  }

 private:
  // Not std::uniform_int_distribution: its results differ between libraries.
  std::size_t below(std::size_t end) { return static_cast<std::size_t>(random_() % end); }
  std::size_t between(std::size_t first, std::size_t last) { return first + below(last - first + 1); }
  bool one_in(std::size_t n) { return below(n) == 0; }
  char random_byte() { return static_cast<char>(random_()); }

  template <class T>
  const T& any_of(const std::vector<T>& list) {
    return list[below(list.size())];
  }
  const CorpusLog& any_log() { return any_of(corpus_.logs); }

  // --- a statement

  std::string damaged_statement() {
    // By log, and by type so that rare events have their share.
    const StatementPlace place = one_in(2) ? any_of(any_of(corpus_.by_type)) : any_statement();
    const CorpusLog& log = corpus_.logs[place.log];
    const Statement& statement = log.statements[place.statement];
    std::vector<CorpusEvent> events(log.events.begin() + static_cast<std::ptrdiff_t>(statement.first),
                                    log.events.begin() + static_cast<std::ptrdiff_t>(statement.last) + 1);
    CorpusEvent description = log.events[statement.description];
    if (statement.first > statement.description && one_in(4)) drop_checksums(description, events);
    if (one_in(16)) damage_event(description);
    do {
      damage_event(events[below(events.size())]);
    } while (one_in(4));
    std::string bytes(kBinlogMagic);
    if (statement.first > statement.description) bytes += description.bytes;
    if (one_in(8)) return bytes + in_payload(events);
    for (const CorpusEvent& event : events) bytes += event.bytes;
    return bytes;
  }

  /// Without a checksum behind it a body ends where its event ends, so that no read beyond it goes unnoticed.
  static void drop_checksums(CorpusEvent& description, std::vector<CorpusEvent>& events) {
    const std::size_t algorithm_offset = description.bytes.size() - kChecksumSize - 1;
    description.bytes[algorithm_offset] = static_cast<char>(ChecksumAlgorithm::kNone);
    for (CorpusEvent& event : events) {
      event.bytes.resize(event.bytes.size() - event.checksum_size);
      event.checksum_size = 0;
      fix_event_size(event.bytes);
    }
  }

  StatementPlace any_statement() {
    for (;;) {
      const std::size_t log = below(corpus_.logs.size());
      if (corpus_.logs[log].statements.empty()) continue;  // Cut inside of its first event.
      return {.log = log, .statement = below(corpus_.logs[log].statements.size())};
    }
  }

  /// The events as a payload that is not compressed: damage in compressed bytes seldom gets past the decompression.
  static std::string in_payload(const std::vector<CorpusEvent>& events) {
    const std::size_t checksum_size = events.front().checksum_size;
    std::string payload;
    for (const CorpusEvent& event : events) {
      std::string inner = event.bytes.substr(0, event.bytes.size() - std::min(event.checksum_size, event.bytes.size()));
      fix_event_size(inner);
      payload += inner;
    }
    constexpr char kSizeField = 1;
    constexpr char kCompressionField = 2;
    constexpr char kTwoBytes = '\xfc';  // Packed integers.
    constexpr char kThreeBytes = '\xfd';
    std::string event(kEventHeaderSize, '\0');
    event[kTypeCodeOffset] = static_cast<char>(EventType::TRANSACTION_PAYLOAD_EVENT);
    event += {kCompressionField, 3, kTwoBytes, static_cast<char>(TransactionPayloadEvent::kNone), 0};
    event += {kSizeField, 4, kThreeBytes, 0, 0, 0};
    store_le(event, event.size() - 3, payload.size(), 3);
    event += '\0';
    event += payload;
    event.append(checksum_size, '\0');
    fix_event_size(event);
    return event;
  }

  // --- an event

  void damage_event(CorpusEvent& event) {
    do {
      damage_event_once(event);
    } while (one_in(3));
    if (!one_in(16)) fix_event_size(event.bytes);
  }

  void damage_event_once(CorpusEvent& event) {
    std::string& bytes = event.bytes;
    const std::size_t body_end = bytes.size() - std::min(event.checksum_size, bytes.size());
    if (body_end <= kEventHeaderSize || one_in(32)) return damage_header(bytes);
    switch (below(8)) {
      case 0:
      case 1:
        return change_integer(event);
      case 2:
        return splice_event(bytes, body_end);
      case 3:
        bytes.erase(between(kEventHeaderSize, body_end - 1));  // Its tail is missing.
        return;
      default:
        return damage_bytes(bytes, kEventHeaderSize, body_end);
    }
  }

  void damage_header(std::string& bytes) {
    constexpr std::size_t kTypeCodes = 46;
    if (bytes.size() < kEventHeaderSize) return;
    if (one_in(2)) {
      bytes[kTypeCodeOffset] = static_cast<char>(below(kTypeCodes));
    } else {
      flip_bit(bytes, below(kEventHeaderSize));
    }
  }

  /// A length, count or id that is one off, or as small or large as can be.
  void change_integer(CorpusEvent& event) {
    if (event.integers.empty()) return;
    const Span span = any_of(event.integers);
    if (span.offset + span.size > event.bytes.size()) return;  // Cut off before.
    std::uint64_t value = 0;
    const std::size_t size = std::min<std::size_t>(span.size, 8);
    for (std::size_t i = size; i > 0; --i) value = value << 8 | load_u8(&event.bytes[span.offset + i - 1]);
    switch (below(4)) {
      case 0:
        value += 1;
        break;
      case 1:
        value -= 1;
        break;
      case 2:
        value = 0;
        break;
      default:
        value = ~std::uint64_t{0};
        break;
    }
    store_le(event.bytes, span.offset, value, size);
  }

  /// The rest of another event, seldom one of the same type, in place of its own.
  void splice_event(std::string& bytes, std::size_t body_end) {
    const CorpusLog& log = any_log();
    if (log.events.empty()) return;
    const std::string& other = any_of(log.events).bytes;
    const std::size_t at = between(kEventHeaderSize, body_end - 1);
    bytes.resize(at);
    bytes += other.substr(std::min(one_in(2) ? at : below(other.size()), other.size()));
  }

  // --- bytes of [begin, end), which must not be empty

  void damage_bytes(std::string& bytes, std::size_t begin, std::size_t end) {
    constexpr std::size_t kMost = 8;
    const std::size_t at = between(begin, end - 1);
    const std::size_t count = std::min(between(1, kMost), end - at);
    switch (below(7)) {
      case 0:
        return flip_bit(bytes, at);
      case 1:
        bytes[at] = random_byte();
        return;
      case 2:
        bytes[at] = static_cast<char>(bytes[at] + (one_in(2) ? 1 : -1));  // It may be a length.
        return;
      case 3:
        std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), count, '\0');
        return;
      case 4:
        std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), count, '\xff');
        return;
      case 5:
        bytes.erase(at, count);
        return;
      default:
        return insert_bytes(bytes, at, count, end);
    }
  }

  static void flip(char& byte, std::size_t bit) { byte = static_cast<char>(load_u8(&byte) ^ 1U << bit); }
  void flip_bit(std::string& bytes, std::size_t at) { flip(bytes[at], below(8)); }

  /// Random ones, or a copy of what stands there.
  void insert_bytes(std::string& bytes, std::size_t at, std::size_t count, std::size_t end) {
    std::string inserted = bytes.substr(at, std::min(count, end - at));
    if (one_in(2)) std::generate(inserted.begin(), inserted.end(), [this] { return random_byte(); });
    bytes.insert(at, inserted);
  }

  // --- a file

  std::string damaged_file() {
    const CorpusLog& log = any_log();
    std::string bytes = log.bytes;
    const std::size_t begin = one_in(64) ? 0 : std::min(kBinlogMagic.size(), bytes.size() - 1);
    do {
      if (bytes.size() > begin) damage_bytes(bytes, begin, bytes.size());
    } while (!one_in(4));
    return bytes;
  }

  /// The beginning of one log and the end of another, mostly cut between events.
  std::string spliced_file() {
    const CorpusLog& log = any_log();
    const CorpusLog& other = any_log();
    return log.bytes.substr(0, cut_position(log)) + other.bytes.substr(cut_position(other));
  }

  std::size_t cut_position(const CorpusLog& log) {
    if (one_in(4)) return below(log.bytes.size());
    const std::size_t count = below(log.events.size() + 1);
    std::size_t position = kBinlogMagic.size();
    for (std::size_t i = 0; i < count; ++i) position += log.events[i].bytes.size();
    return std::min(position, log.bytes.size());
  }

  const Corpus& corpus_;
  std::mt19937_64 random_;
};

}  // namespace binlogdump::test
