#include "binlogdump/resync.h"

#include <fmt/format.h>
#include <libdeflate.h>

#include <algorithm>
#include <cstring>

namespace binlogdump {

namespace {

/// All that MySQL and MariaDB have given a meaning to.
constexpr std::uint16_t kKnownFlags = 0xf3ff;

/// Whether type and flags have a meaning.
bool is_known(const EventHeader& header) {
  return !event_type_name(header.type_code).empty() && (header.flags & ~kKnownFlags) == 0;
}

/// Offset of the first byte that is not zero, `bytes.size()` if there is none.
std::size_t end_of_zeros(Bytes bytes, std::size_t from) {
  while (from + 8 <= bytes.size() && load_u64(&bytes[from]) == 0) from += 8;
  while (from < bytes.size() && bytes[from] == '\0') ++from;
  return from;
}

bool is_text(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= 0x20 && byte != 0x7f) || c == '\n' || c == '\t' || c == '\r';
}

/// Says what bytes look like that are passed over.
class Look {
 public:
  explicit Look(std::uint64_t begin) : begin_(begin), position_(begin) {}

  void add(Bytes bytes) {
    if (position_ == begin_) head_ = bytes.substr(0, kEventHeaderSize);
    for (std::size_t i = 0; i < bytes.size();) {
      const std::size_t end = end_of_zeros(bytes, i);
      add_zeros(i, end);
      for (i = end; i < bytes.size() && bytes[i] != '\0'; ++i) text_ += is_text(bytes[i]) ? 1 : 0;
    }
    position_ += bytes.size();
  }

  std::string describe() const {
    const std::uint64_t size = position_ - begin_;
    if (head_.starts_with(kBinlogMagic)) {
      return size == kBinlogMagic.size() ? "the first bytes of another log, which was appended"
                                         : "begins with the first bytes of another log";
    }
    if (longest_.end - longest_.begin == size) return "zeros";
    std::string words = describe_head();
    if (words.empty() && text_ == size) return "text";
    if (longest_.end - longest_.begin >= kRunToName) {
      words += fmt::format("{}zeros from {} to {}", words.empty() ? "" : ", ", longest_.begin, longest_.end);
    }
    return words.empty() ? "neither zeros nor text" : words;
  }

 private:
  struct Run {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };
  static constexpr std::uint64_t kRunToName = 64;

  void add_zeros(std::size_t from, std::size_t to) {
    if (from == to) return;
    if (run_.end != position_ + from) run_.begin = position_ + from;
    run_.end = position_ + to;
    if (run_.end - run_.begin > longest_.end - longest_.begin) longest_ = run_;
  }

  std::string describe_head() const {
    if (head_.size() < kEventHeaderSize) return {};
    const EventHeader header = decode_header(head_.data());
    if (!is_known(header) || header.timestamp == 0) return {};
    const std::string_view name = event_type_name(header.type_code);
    const bool has_vowel = std::string_view("AEIOU").find(name[0]) != std::string_view::npos;
    return fmt::format("begins like {} {} of {} bytes", has_vowel ? "an" : "a", name, header.event_size);
  }

  std::uint64_t begin_;
  std::uint64_t position_;
  std::string head_;
  std::uint64_t text_ = 0;
  Run run_;
  Run longest_;
};

}  // namespace

bool Resync::can_doubt(const EventView& event) {
  // Its checksum is computed up to three times.
  const std::uint64_t work = 3 * event.bytes.size();
  if (work > work_left_) return false;
  work_left_ -= work;
  return true;
}

void Resync::note_sound(const EventView& event) {
  if (event.header.log_pos == 0 || (event.header.flags & kForeignFlags) != 0) return;
  shift_ = static_cast<std::uint32_t>(event.position + event.bytes.size()) - event.header.log_pos;
  server_id_ = event.header.server_id;
  work_left_ += event.bytes.size();
}

bool Resync::is_plausible(const EventHeader& header, std::uint64_t position) const {
  if (header.event_size < kEventHeaderSize || header.event_size > kMaxEventSize || header.type_code == 0) return false;
  if (is_placed(header, position)) return true;
  const bool may_be_elsewhere =
      header.log_pos == 0 || (header.flags & (LOG_EVENT_ARTIFICIAL_F | LOG_EVENT_RELAY_LOG_F)) != 0;
  return may_be_elsewhere && is_known(header);
}

bool Resync::chain_goes_on(const EventView& event, const Framing& framing) {
  const EventHeader header = event.header;
  const std::size_t size = event.bytes.size();
  reader_.put_back(event);
  const bool is_placed_here = is_placed(header, reader_.position());
  const Bytes behind = bytes_behind(size);
  if (behind.starts_with(kBinlogMagic)) return true;
  if (!behind.empty() && behind.size() < kEventHeaderSize) return is_placed_here;
  if (!behind.empty() && !leads_to(decode_header(behind.data()), size, header)) return false;
  if (is_placed_here) return true;
  // Its size may be wrong in such a way that it leads to a later event.
  return find_event(kEventHeaderSize, size, {.framing = framing}) == size;
}

/// The header behind an event of `size` bytes; less of it where the log ends. A large event is not copied for it.
Bytes Resync::bytes_behind(std::size_t size) {
  char byte = 0;
  if (size < kMostAtOnce || !reader_.source().read_at(reader_.position(), &byte, 1)) {
    return reader_.peek(size + kEventHeaderSize).substr(size);
  }
  for (std::size_t count = kEventHeaderSize; count > 0; --count) {
    piece_.resize(count);
    if (reader_.source().read_at(reader_.position() + size, piece_.data(), count)) return piece_;
  }
  return {};
}

/// In transactions of MySQL 5.0 next positions count from the transaction's beginning, so that only the rest can tell.
bool Resync::is_kin(const EventHeader& header, std::uint32_t server_id) {
  return header.server_id == server_id && server_id != 0 && header.type_code != 0 && is_known(header) &&
         header.event_size >= kEventHeaderSize && header.event_size <= kMaxEventSize;
}

/// Whether the header at `offset` may be that of the event behind the one of `header`.
bool Resync::leads_to(const EventHeader& next, std::size_t offset, const EventHeader& header) {
  // Both may be copies of another log's, as in a relay log; then they are as far apart there.
  const bool is_as_far =
      header.log_pos != 0 && next.event_size >= kEventHeaderSize && next.log_pos - header.log_pos == next.event_size;
  if (is_as_far) return true;
  const std::uint64_t position = reader_.position() + offset;
  if (is_plausible(next, position) && is_placed(next, position)) return true;
  if (!is_plausible(next, position) && !is_kin(next, header.server_id)) return false;
  return !bytes_at(offset + next.event_size - 1, 1).empty();
}

DamagedRange Resync::pass_damage(const Search& search) {
  DamagedRange range;
  range.begin = reader_.position();
  Look look(range.begin);
  const auto pass = [&](std::size_t size) {
    const Bytes bytes = reader_.peek(size).substr(0, size);
    look.add(bytes);
    if (search.take) search.take(reader_.position(), bytes);
    work_left_ += kWorkPerByte * bytes.size();
    reader_.skip_to(reader_.position() + bytes.size());
  };
  constexpr std::size_t kTail = 64 * 1024;  // Where it ends is looked for, so that the rest is passed in one piece.
  for (std::size_t from = search.may_be_here ? 0 : 1;; from = 0) {
    const std::size_t available = reader_.peek(kEventHeaderSize + 1).size();
    if (available < kEventHeaderSize) {
      pass(available);
      range.reaches_end = true;
      break;
    }
    const std::size_t end = available - kEventHeaderSize + 1;
    const std::size_t found = find_event(from, end, search);
    if (found == end && available < kTail && reader_.peek(available + 1).size() == available) {
      pass(available);
      range.reaches_end = true;
      break;
    }
    pass(found);
    if (found != end) break;
  }
  range.end = reader_.position();
  range.looks_like = look.describe();
  return range;
}

/// Whether it is worth more than a look at the header.
inline bool Resync::is_possible(const EventHeader& header, std::uint64_t position) const {
  if (header.type_code == 0) return false;
  if (is_placed(header, position)) return true;
  return is_known(header);
}

std::size_t Resync::find_event(std::size_t from, std::size_t end, const Search& search) {
  Bytes bytes = reader_.peek(end);
  for (std::size_t i = from; i < end; ++i) {
    if (i + kEventHeaderSize > bytes.size()) break;
    const char* const header = &bytes[i];
    const std::uint32_t size = load_u32(header + EventHeader::kSizeOffset);
    if (size == 0) {
      // A run of zeros: the next size can't end before the byte behind it.
      const std::size_t behind = end_of_zeros(bytes, i + EventHeader::kSizeOffset + 4);
      i = std::max(i, std::min(behind, end + EventHeader::kSizeOffset + 4) - (EventHeader::kSizeOffset + 4));
      continue;
    }
    if (size < kEventHeaderSize || size > kMaxEventSize) continue;
    const EventHeader candidate = decode_header(&bytes[i]);
    if (!is_possible(candidate, reader_.position() + i)) continue;
    if (!is_event(i, candidate, search)) {
      bytes = reader_.peek(end);
      continue;
    }
    return i;
  }
  return end;
}

bool Resync::is_event(std::size_t offset, const EventHeader& header, const Search& search) {
  const bool is_description = header.type() == EventType::FORMAT_DESCRIPTION_EVENT;
  const bool may_have_checksum = search.framing.has_checksum || !search.knows_checksums || is_description;
  const bool may_have_none = !search.framing.has_checksum || !search.knows_checksums;
  if (may_have_checksum) {
    const bool can_afford = header.event_size <= work_left_;
    if (can_afford && checksum_is_right(offset, header)) return true;
    if (can_afford && !may_have_none) return false;
  }
  const bool may_begin_chain = is_placed(header, reader_.position() + offset) || is_kin(header, server_id_);
  return may_begin_chain && is_in_chain(offset, header);
}

bool Resync::checksum_is_right(std::size_t offset, const EventHeader& header) {
  const std::size_t size = header.event_size;
  if (size < kEventHeaderSize + kChecksumSize) return false;
  const Bytes stored = bytes_at(offset + size - kChecksumSize, kChecksumSize);
  if (stored.size() != kChecksumSize) return false;  // It would not end in the log.
  work_left_ -= size;
  if (size <= kMostAtOnce) return has_checksum(bytes_at(offset, size));
  const std::uint32_t expected = load_u32(stored.data());
  std::uint32_t checksum = 0;
  for (std::size_t at = 0; at < size - kChecksumSize;) {
    const std::size_t wanted = std::min(kMostAtOnce / 4, size - kChecksumSize - at);
    const Bytes bytes = bytes_at(offset + at, wanted);
    if (bytes.size() != wanted) return false;
    checksum = libdeflate_crc32(checksum, bytes.data(), wanted);
    at += wanted;
  }
  return checksum == expected;
}

/// Whether two more headers, or the end, are where those before them lead.
bool Resync::is_in_chain(std::size_t offset, const EventHeader& header) {
  std::size_t next = offset + header.event_size;
  for (int links = 0; links < 2; ++links) {
    if (ends_at(next)) return true;
    const std::optional<EventHeader> behind = header_at(next);
    if (!behind) return false;
    if (!is_plausible(*behind, reader_.position() + next) && !is_kin(*behind, header.server_id)) return false;
    next += behind->event_size;
  }
  return true;
}

std::optional<EventHeader> Resync::header_at(std::size_t offset) {
  const Bytes bytes = bytes_at(offset, kEventHeaderSize);
  if (bytes.size() < kEventHeaderSize) return std::nullopt;
  return decode_header(bytes.data());
}

bool Resync::ends_at(std::size_t offset) {
  return bytes_at(offset - 1, 2).size() == 1;
}

Bytes Resync::bytes_at(std::size_t offset, std::size_t size) {
  const std::uint64_t position = reader_.position();
  char byte = 0;
  const bool can_seek = offset + size > kMostAtOnce && reader_.source().read_at(position, &byte, 1);
  if (offset + size <= kMostAtOnce || (!can_seek && offset + size <= kMostHeld)) {
    const Bytes bytes = reader_.peek(offset + size);
    return bytes.substr(std::min(offset, bytes.size()), size);
  }
  if (!can_seek) return {};
  piece_.resize(size);
  if (reader_.source().read_at(position + offset, piece_.data(), size)) return piece_;
  if (size == 2 && reader_.source().read_at(position + offset, piece_.data(), 1)) return Bytes(piece_).substr(0, 1);
  return {};
}

bool Resync::has_checksum_here() {
  const std::optional<EventHeader> header = header_at(0);
  if (!header || header->event_size < kEventHeaderSize || header->event_size > kMostAtOnce) return false;
  // It always has one.
  if (header->type() == EventType::FORMAT_DESCRIPTION_EVENT) return false;
  return has_checksum(bytes_at(0, header->event_size));
}

bool Resync::has_checksum(Bytes event) {
  if (event.size() < kEventHeaderSize + kChecksumSize) return false;
  EventView view{.header = decode_header(event.data()), .bytes = event, .body_end = event.size() - kChecksumSize};
  if (view.header.event_size != event.size()) return false;
  return compute_checksum(view) == view.stored_checksum();
}

}  // namespace binlogdump
