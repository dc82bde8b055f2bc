#include "binlogdump/gtid_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "binlogdump/ascii.h"
#include "binlogdump/events/previous_gtids_log_event.h"

namespace binlogdump {

namespace {

constexpr std::size_t kUuidSize = GtidLogEvent::kUuidSize;

/// Whether a dash stands before byte `i` of a UUID's text.
bool has_dash_before(std::size_t i) {
  return i == 4 || i == 6 || i == 8 || i == 10;
}

/// Reads a set from left to right.
class GtidSetParser {
 public:
  explicit GtidSetParser(std::string_view text) : text_(text) {}

  GtidSet parse() {
    while (true) {
      while (take(',')) {
      }
      if (at_ == text_.size()) return std::move(set_);
      parse_source();
      if (at_ < text_.size() && text_[at_] != ',') fail("a comma");
    }
  }

 private:
  void parse_source() {
    const std::string uuid = parse_uuid();
    std::string tag;
    while (take(':')) {
      if (std::string next_tag = take_tag(); !next_tag.empty()) {
        tag = std::move(next_tag);
        continue;
      }
      const std::int64_t first = parse_number();
      const std::int64_t last = take('-') ? parse_number() : first;
      set_.add(uuid, tag, first, last);
    }
  }

  std::string parse_uuid() {
    const bool braces = take_here('{');
    std::string uuid;
    bool dashes = false;
    for (std::size_t i = 0; i < kUuidSize; ++i) {
      if (i == 4) dashes = take_here('-');
      if (i > 4 && has_dash_before(i) && dashes && !take_here('-')) fail("a dash of a UUID");
      const int high = take_hex_digit();
      uuid += static_cast<char>(high << 4 | take_hex_digit());
    }
    if (braces && !take_here('}')) fail("a closing brace");
    skip_space();
    return uuid;
  }

  int take_hex_digit() {
    const int value = at_ < text_.size() ? hex_value(text_[at_]) : -1;
    if (value < 0) fail("a hexadecimal digit of a UUID");
    ++at_;
    return value;
  }

  /// Empty if there is none here.
  std::string take_tag() {
    constexpr std::size_t kMaxTag = 32;
    std::string tag;
    std::size_t end = at_;
    for (; end < text_.size(); ++end) {
      const char c = text_[end];
      if (!is_letter(c) && c != '_' && (tag.empty() || !is_digit(c))) break;
      tag += to_lower(c);
    }
    if (tag.size() > kMaxTag) fail("a tag of at most 32 characters");
    at_ = end;
    skip_space();
    return tag;
  }

  std::int64_t parse_number() {
    const std::size_t begin = at_;
    std::int64_t number = 0;
    bool fits = true;
    for (; at_ < text_.size() && is_digit(text_[at_]); ++at_) {
      const int digit = text_[at_] - '0';
      fits = fits && number <= (GtidSet::kMaxGno - digit) / 10;
      if (fits) number = number * 10 + digit;
    }
    if (at_ == begin) fail("a transaction number or a tag");
    if (!fits || number == 0) {
      at_ = begin;
      fail("a transaction number from 1 to 2^63-2");
    }
    skip_space();
    return number;
  }

  void skip_space() { at_ = std::min(text_.find_first_not_of(" \t\n\v\f\r", at_), text_.size()); }

  bool take_here(char c) {
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  /// With spaces before and behind.
  bool take(char c) {
    skip_space();
    if (!take_here(c)) return false;
    skip_space();
    return true;
  }

  [[noreturn]] void fail(std::string_view wanted) const {
    constexpr std::size_t kShown = 20;
    const std::string_view rest = text_.substr(at_, kShown);
    throw std::invalid_argument(
        rest.empty() ? fmt::format("the GTID set ends where {} should stand", wanted)
                     : fmt::format("{} should stand at '{}' (byte {} of the GTID set)", wanted, rest, at_));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  GtidSet set_;
};

}  // namespace

void append_uuid(TextBuffer& out, Bytes uuid) {
  constexpr std::size_t kTextSize = 36;
  char* to = out.reserve(kTextSize);
  for (std::size_t i = 0; i < kUuidSize; ++i) {
    if (has_dash_before(i)) *to++ = '-';
    to = write_hex_byte(to, uuid[i]);
  }
  out.commit(to);
}

GtidSet GtidSet::parse(std::string_view text) {
  return GtidSetParser(text).parse();
}

bool GtidSet::contains(Bytes uuid, std::string_view tag, std::int64_t gno) const {
  const auto found = intervals_.find(std::pair(uuid, tag));
  if (found == intervals_.end()) return false;
  const auto behind = std::upper_bound(found->second.begin(), found->second.end(), gno,
                                       [](std::int64_t number, const Interval& i) { return number < i.first; });
  return behind != found->second.begin() && gno <= std::prev(behind)->last;
}

std::int64_t GtidSet::highest(Bytes uuid, std::string_view tag) const {
  const auto found = intervals_.find(std::pair(uuid, tag));
  return found == intervals_.end() ? 0 : found->second.back().last;
}

std::int64_t GtidSet::next_behind(Bytes uuid, std::string_view tag, std::int64_t gno) const {
  constexpr std::int64_t kNone = kMaxGno + 1;
  const auto found = intervals_.find(std::pair(uuid, tag));
  if (found == intervals_.end()) return kNone;
  const auto reaches = std::upper_bound(found->second.begin(), found->second.end(), gno,
                                        [](std::int64_t number, const Interval& i) { return number < i.last; });
  return reaches == found->second.end() ? kNone : std::max(reaches->first, gno + 1);
}

/// Makes strings of a source only when it is new.
GtidSet::Intervals& GtidSet::intervals_of(Bytes uuid, std::string_view tag) {
  const auto found = intervals_.find(std::pair(uuid, tag));
  return found != intervals_.end() ? found->second : intervals_[Source(uuid, tag)];
}

void GtidSet::add(Bytes uuid, std::string_view tag, std::int64_t first, std::int64_t last) {
  first = std::max<std::int64_t>(first, 1);
  last = std::min(last, kMaxGno);
  if (last < first) return;
  Intervals& list = intervals_of(uuid, tag);
  // All that overlap the new one or touch it become one with it.
  const auto begin = std::lower_bound(list.begin(), list.end(), first - 1,
                                      [](const Interval& i, std::int64_t number) { return i.last < number; });
  auto end = begin;
  for (; end != list.end() && end->first <= last + 1; ++end) {
    first = std::min(first, end->first);
    last = std::max(last, end->last);
  }
  interval_count_ -= static_cast<std::size_t>(end - begin);
  ++interval_count_;
  list.insert(list.erase(begin, end), {first, last});
}

void GtidSet::add(const EncodedGtidSet& set) {
  struct Piece {
    const EncodedGtidSet::Entry* entry;
    std::int64_t first;
    std::int64_t end;
  };
  std::vector<Piece> pieces;
  for (const EncodedGtidSet::Entry& entry : set.entries) {
    for (std::size_t i = 0; i < entry.interval_count(); ++i) {
      if (entry.first(i) < 1 || entry.end(i) <= entry.first(i)) continue;
      pieces.push_back({.entry = &entry, .first = entry.first(i), .end = entry.end(i)});
    }
  }
  // As servers write them. In a damaged log they stand in any order, and adding each at the front of a long list takes
  // the square of their number.
  std::sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) { return a.first < b.first; });
  for (const Piece& piece : pieces) add(piece.entry->uuid, piece.entry->tag, piece.first, piece.end - 1);
}

void GtidSet::add(const GtidSet& set) {
  for (const auto& [source, intervals] : set.intervals_) {
    for (const Interval& interval : intervals) add(source.first, source.second, interval.first, interval.last);
  }
}

GtidSet GtidSet::minus(const GtidSet& other) const {
  GtidSet rest;
  for (const auto& [source, intervals] : intervals_) {
    const auto found = other.intervals_.find(source);
    const Intervals none;
    const Intervals& holes = found == other.intervals_.end() ? none : found->second;
    auto hole = holes.begin();
    for (const Interval& interval : intervals) {
      std::int64_t first = interval.first;
      while (hole != holes.end() && hole->last < first) ++hole;
      for (; hole != holes.end() && hole->first <= interval.last; ++hole) {
        rest.add(source.first, source.second, first, hole->first - 1);
        first = hole->last + 1;
        if (first > interval.last) break;  // It may reach into the next interval.
      }
      rest.add(source.first, source.second, first, interval.last);
    }
  }
  return rest;
}

std::vector<std::string> GtidSet::intervals_apart_from(const GtidSet& other) const {
  std::vector<std::string> apart;
  for (const auto& [source, intervals] : intervals_) {
    const auto found = other.intervals_.find(source);
    for (const Interval& interval : intervals) {
      const auto overlaps = [&](const Interval& i) { return i.first <= interval.last && interval.first <= i.last; };
      if (found != other.intervals_.end() && std::any_of(found->second.begin(), found->second.end(), overlaps))
        continue;
      GtidSet single;
      single.add(source.first, source.second, interval.first, interval.last);
      apart.push_back(single.text());
    }
  }
  return apart;
}

std::string GtidSet::text(std::string_view separator) const {
  TextBuffer out(nullptr, 256);
  std::string_view uuid;
  for (const auto& [source, intervals] : intervals_) {
    if (source.first != uuid) {
      if (!uuid.empty()) out.append(separator);
      append_uuid(out, source.first);
      uuid = source.first;
    }
    if (!source.second.empty()) {
      out.append(':');
      out.append(source.second);
    }
    for (const Interval& interval : intervals) {
      out.append(':');
      out.append_number(interval.first);
      if (interval.last == interval.first) continue;
      out.append('-');
      out.append_number(interval.last);
    }
  }
  return std::string(out.view());
}

}  // namespace binlogdump
