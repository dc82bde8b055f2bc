#include "printers/begin_lines.h"

#include <cstring>
#include <optional>
#include <utility>

#include "binlogdump/events/query_event.h"

namespace binlogdump {

namespace {

constexpr std::size_t kMicrosecondsSize = 3;

/// Whether they are printed as six digits behind the point: none are for 0, and no server writes more than a second.
bool have_six_digits(std::uint32_t microseconds) {
  constexpr std::uint32_t kMicrosecondsPerSecond = 1'000'000;
  return microseconds - 1 < kMicrosecondsPerSecond - 1;
}

/// Those of one connection with the same status variables, or nearly so. The body has a whole post-header.
std::size_t place_of(Bytes body, std::size_t count) {
  return (load_u8(body.data()) + QueryEvent::status_vars_length(body)) % count;
}

}  // namespace

inline bool BeginLines::is_same(const Kept& kept, const EventView& event, std::uint64_t session) {
  const EventHeader& header = event.header;
  const Bytes body = event.body();
  if (body.size() != kept.body.size() || header.timestamp != kept.timestamp || header.server_id != kept.server_id ||
      header.flags != kept.flags || session != kept.session) {
    return false;
  }
  if (std::memcmp(body.data(), kept.body.data(), kept.microseconds_begin) != 0) return false;
  if (!kept.has_fraction()) return true;
  const std::size_t behind = kept.microseconds_begin + kMicrosecondsSize;
  return std::memcmp(body.data() + behind, kept.body.data() + behind, body.size() - behind) == 0;
}

bool BeginLines::print_again(const EventView& event, std::uint64_t session, ChecksumAlgorithm algorithm) {
  const Bytes body = event.body();
  if (algorithm != ChecksumAlgorithm::kCrc32 || !event.has_checksum()) return false;
  if (body.size() < QueryEvent::kPostHeaderSize) return false;
  const Kept& kept = kept_[place_of(body, kept_.size())];
  if (!is_same(kept, event, session)) return false;
  const bool has_fraction = kept.has_fraction();
  const std::uint32_t microseconds = has_fraction ? load_u24(body.data() + kept.microseconds_begin) : 0;
  if (has_fraction && !have_six_digits(microseconds)) return false;
  if (!header_.pass(event) || !kept.header.fit(header_)) return false;
  char* const to = out_.reserve(kMostText);
  std::memcpy(to, kept.text.data(), kept.size);
  kept.header.overwrite(to, event, header_);
  constexpr int kTwoDigits = 16;  // Bits.
  if (has_fraction) kept.fraction.overwrite(to, EightDigits(microseconds).text(kTwoDigits) << kTwoDigits);
  out_.commit(to + kept.size);
  return true;
}

void BeginLines::keep(const EventView& event, std::uint64_t session, Bytes text) {
  const Bytes body = event.body();
  Kept& kept = kept_[place_of(body, kept_.size())];
  kept.body.clear();
  if (text.size() > kMostText) return;
  // Where there are few in a second it does not pay.
  if (event.header.timestamp != std::exchange(timestamp_, event.header.timestamp)) return;
  const Bytes vars = body.substr(QueryEvent::kPostHeaderSize, QueryEvent::status_vars_length(body));
  const std::optional<std::size_t> microseconds = QueryStatusVars::find_microseconds(vars);
  if (microseconds && !have_six_digits(load_u24(&vars[*microseconds]))) return;
  const std::size_t point = text.find('.', text.find("SET TIMESTAMP="));
  if (microseconds.has_value() != (point != Bytes::npos) || !kept.header.keep(text)) return;
  kept.body = body;
  kept.microseconds_begin = microseconds ? QueryEvent::kPostHeaderSize + *microseconds : body.size();
  if (microseconds) kept.fraction = {.at = point - 1, .others = load_u16(&text[point - 1])};
  kept.timestamp = event.header.timestamp;
  kept.server_id = event.header.server_id;
  kept.flags = event.header.flags;
  kept.session = session;
  kept.size = text.copy(kept.text.data(), text.size());
}

void BeginLines::clear() {
  for (Kept& kept : kept_) kept.body.clear();
}

}  // namespace binlogdump
