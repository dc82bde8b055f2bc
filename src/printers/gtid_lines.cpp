#include "printers/gtid_lines.h"

#include <cstring>

#include "binlogdump/gtid_set.h"

namespace binlogdump {

namespace {

constexpr std::uint64_t kMicrosecondsPerSecond = 1'000'000;
constexpr std::size_t kMostHeader = 256;

/// Of a packed integer with that first byte; 0 if it is a larger one than transactions are long.
std::size_t packed_size(std::uint8_t first) {
  if (first < 251) return 1;
  return first == 252 ? 3 : first == 253 ? 4 : 0;
}

}  // namespace

GtidLines::Values::Values(const GtidFields& gtid, Bytes gtid_uuid, Bytes gtid_tag) : uuid(gtid_uuid), tag(gtid_tag) {
  const auto logical = gtid.logical.value_or(GtidFields::LogicalTimestamps{});
  // A server that wrote commit timestamps but no versions is one whose version is not known.
  const std::uint32_t unknown = gtid.immediate_commit_timestamp ? GtidFields::kUndefinedVersion : 0;
  last_committed = static_cast<std::uint64_t>(logical.last_committed);
  sequence_number = static_cast<std::uint64_t>(logical.sequence_number);
  transaction_length = gtid.transaction_length.value_or(0);
  gno = static_cast<std::uint64_t>(gtid.gno);
  original_time = gtid.original_commit_timestamp.value_or(0);
  immediate_time = gtid.immediate_commit_timestamp.value_or(0);
  original_version = gtid.original_server_version.value_or(unknown);
  immediate_version = gtid.immediate_server_version.value_or(unknown);
  rbr_only = (gtid.gtid_flags & GtidFields::kMayHaveSbr) == 0;
}

bool GtidLines::Values::read_usual(Bytes body) {
  constexpr std::size_t kLength = 49;
  constexpr std::size_t kVersionSize = 4;
  if (body.size() <= kLength) return false;
  const char* const bytes = body.data();
  const std::uint8_t first = load_u8(bytes + kLength);
  const std::size_t length_size = packed_size(first);
  if (length_size == 0 || body.size() != kLength + length_size + kVersionSize) return false;
  const std::uint64_t time = load_u56(bytes + 42);
  const std::uint32_t version = load_u32(bytes + kLength + length_size);
  // With these bits set there are more fields.
  if (time >> 55 != 0 || version >> 31 != 0 || load_u8(bytes + 25) != GtidLogEvent::kLogicalTimestampType) return false;
  rbr_only = (load_u8(bytes) & GtidFields::kMayHaveSbr) == 0;
  uuid = body.substr(1, GtidLogEvent::kUuidSize);
  gno = load_u64(bytes + 17);
  last_committed = load_u64(bytes + 26);
  sequence_number = load_u64(bytes + 34);
  transaction_length =
      length_size == 1 ? first : load_u32(bytes + kLength) >> 8 & (length_size == 3 ? 0xffff : 0xffffff);
  original_time = immediate_time = time;
  original_version = immediate_version = version;
  return true;
}

void GtidLines::print(const EventView& event, const Values& values, ChecksumAlgorithm algorithm) {
  // A power of two, so that one look tells of all numbers that they have eight digits at the most.
  constexpr std::uint64_t kEndOfNumbers = std::uint64_t{1} << 26;
  constexpr std::size_t kMostTag = 64;
  const std::uint64_t all_bits =
      values.last_committed | values.sequence_number | values.transaction_length | values.gno;
  const bool is_usual = keeps_ && event.has_checksum() && algorithm == ChecksumAlgorithm::kCrc32 &&
                        all_bits < kEndOfNumbers && values.tag.size() < kMostTag && header_.pass(event);
  if (!is_usual) {
    Places places;
    print_pieces(event, values, algorithm, places);
    return;
  }
  const EightDigits last_committed(static_cast<std::uint32_t>(values.last_committed));
  const EightDigits transaction_length(static_cast<std::uint32_t>(values.transaction_length));
  const auto zeros = [](EightDigits number) { return static_cast<std::uint64_t>(number.leading_zeros()); };
  const EventHeader& header = event.header;
  const Key key{.time_and_server = header.timestamp | std::uint64_t{header.server_id} << 32,
                .versions = values.original_version | std::uint64_t{values.immediate_version} << 32,
                .uuid_begin = load_u64(values.uuid.data()),
                .uuid_end = load_u64(values.uuid.data() + 8),
                .rest = header.type_code | std::uint64_t{values.rbr_only} << 15 |
                        std::uint64_t{values.tag.size()} << 24 | zeros(last_committed) << 32 |
                        zeros(transaction_length) << 40};
  Kept& kept = kept_[zeros(last_committed) + zeros(transaction_length) / 8];
  const std::uint64_t original = values.original_time - kept.original_second;
  const std::uint64_t immediate = values.immediate_time - kept.immediate_second;
  const Places& places = kept.places;
  if (kept.key != key || !places.header.fit(header_) || !places.sequence_number.fits(values.sequence_number) ||
      !places.gno.fits(values.gno) || original >= kMicrosecondsPerSecond || immediate >= kMicrosecondsPerSecond ||
      (!values.tag.empty() && values.tag != Bytes(&kept.text[places.tag], values.tag.size()))) [[unlikely]] {
    Places made;
    const Bytes printed = print_pieces(event, values, algorithm, made);
    kept.key = {};
    // Where there are few in a second it does not pay.
    if (header.timestamp == timestamp_) kept.keep(key, made, values, printed);
    timestamp_ = header.timestamp;
    return;
  }
  char* const to = out_.reserve(Kept::kMostText);
  std::memcpy(to, kept.text.data(), kept.size);
  const auto overwrite = [&](const NumberPlace& place, EightDigits number) {
    place.overwrite(to, number.text(number.leading_zeros()));
  };
  places.header.overwrite(to, event, header_);
  overwrite(places.last_committed, last_committed);
  places.sequence_number.overwrite(to, values.sequence_number);
  overwrite(places.transaction_length, transaction_length);
  if (values.gno != 0) places.gno.overwrite(to, values.gno);
  constexpr int kTwoDigits = 16;  // Bits.
  const auto fraction = [](std::uint64_t microseconds) {
    return EightDigits(static_cast<std::uint32_t>(microseconds)).text(kTwoDigits) << kTwoDigits;
  };
  const std::uint64_t original_fraction = fraction(original);
  // On the first server both are the same.
  const std::uint64_t immediate_fraction = immediate == original ? original_fraction : fraction(immediate);
  for (const NumberPlace& place : places.original_times) place.overwrite(to, original_fraction);
  for (const NumberPlace& place : places.immediate_times) place.overwrite(to, immediate_fraction);
  out_.commit(to + kept.size);
}

void GtidLines::Kept::keep(const Key& text_key, const Places& text_places, const Values& values, Bytes printed) {
  constexpr std::uint64_t kEightDigits = 10'000'000;
  if (printed.size() > kMostText || values.original_time < kEightDigits || values.immediate_time < kEightDigits) return;
  places = text_places;
  if (!places.header.keep(printed)) return;
  key = text_key;
  original_second = values.original_time - values.original_time % kMicrosecondsPerSecond;
  immediate_second = values.immediate_time - values.immediate_time % kMicrosecondsPerSecond;
  size = printed.size();
  printed.copy(text.data(), size);
  places.last_committed.keep_behind(text.data());
  places.transaction_length.keep_behind(text.data());
  places.sequence_number.keep(text.data(), values.sequence_number);
  if (values.gno != 0) places.gno.keep(text.data(), values.gno);
  for (NumberPlace& fraction : places.original_times) fraction.others = load_u16(&text[fraction.at]);
  for (NumberPlace& fraction : places.immediate_times) fraction.others = load_u16(&text[fraction.at]);
}

/// Appends pieces of the text, and notes where in it their numbers are.
class GtidLines::Pieces {
 public:
  /// Of the text `header_size` bytes are there already.
  Pieces(TextBuffer& out, std::size_t most_bytes, std::size_t header_size)
      : line_(out, most_bytes), begin_(line_.end() - header_size) {}

  Bytes text() const { return Bytes(begin_, size()); }
  std::size_t size() const { return static_cast<std::size_t>(line_.end() - begin_); }

  void append(std::string_view text) { line_.append(text); }
  void append_number(std::uint64_t number, NumberPlace& place) {
    place.at = size();
    line_.append_number(number);
  }
  void append_number(std::uint64_t number, CounterPlace& place) {
    line_.append_number(number);
    place.end = size();
  }
  void append_number(std::uint64_t number) { line_.append_number(number); }
  /// In microseconds.
  void append_time(std::uint64_t time, NumberPlace& place) {
    line_.append_number(time);
    place.at = size() - EightDigits::kRoom;
  }
  /// As date and time of day.
  void append_date(std::uint64_t time, CommitTime& format, NumberPlace& place) {
    const std::size_t begin = size();
    line_.commit(format.write(line_.end(), time));
    place.at = text().find('.', begin) - 1;
  }

 private:
  ShortPieces line_;
  const char* begin_;
};

Bytes GtidLines::print_pieces(const EventView& event, const Values& values, ChecksumAlgorithm algorithm,
                              Places& places) {
  constexpr std::size_t kMostBytes = 2048;
  const char* const begin = out_.reserve(kMostBytes + values.tag.size());
  if (!short_form_) header_.print(event, algorithm);
  // A hexdump may be longer.
  const std::size_t header_size = keeps_ ? static_cast<std::size_t>(out_.reserve(0) - begin) : 0;
  Pieces lines(out_, kMostBytes - kMostHeader + values.tag.size(), header_size);
  const bool anonymous = event.header.type() == EventType::ANONYMOUS_GTID_LOG_EVENT;
  if (!short_form_) append_fields(lines, anonymous ? "\tAnonymous_GTID\t" : "\tGTID\t", values, places);
  if (values.rbr_only) lines.append("/*!50718 SET TRANSACTION ISOLATION LEVEL READ COMMITTED*//*!*/;\n");
  append_commit_times(lines, values, places);
  lines.append("/*!80014 SET @@session.original_server_version=");
  lines.append_number(values.original_version);
  lines.append("*//*!*/;\n/*!80014 SET @@session.immediate_server_version=");
  lines.append_number(values.immediate_version);
  lines.append("*//*!*/;\nSET @@SESSION.GTID_NEXT= '");
  if (anonymous) {
    lines.append("ANONYMOUS");
  } else {
    append_gtid(lines, values, places);
  }
  lines.append("'/*!*/;\n");
  return lines.text();
}

void GtidLines::append_fields(Pieces& line, std::string_view title, const Values& values, Places& places) {
  line.append(title);
  line.append("last_committed=");
  line.append_number(values.last_committed, places.last_committed);
  line.append("\tsequence_number=");
  line.append_number(values.sequence_number, places.sequence_number);
  line.append(values.rbr_only ? "\trbr_only=yes" : "\trbr_only=no");
  line.append("\toriginal_committed_timestamp=");
  line.append_time(values.original_time, places.original_times[0]);
  line.append("\timmediate_commit_timestamp=");
  line.append_time(values.immediate_time, places.immediate_times[0]);
  line.append("\ttransaction_length=");
  line.append_number(values.transaction_length, places.transaction_length);
  line.append("\n");
}

void GtidLines::append_commit_times(Pieces& lines, const Values& values, Places& places) {
  lines.append("# original_commit_timestamp=");
  lines.append_time(values.original_time, places.original_times[1]);
  lines.append(" (");
  lines.append_date(values.original_time, commit_time_, places.original_times[2]);
  lines.append(")\n# immediate_commit_timestamp=");
  lines.append_time(values.immediate_time, places.immediate_times[1]);
  lines.append(" (");
  lines.append_date(values.immediate_time, commit_time_, places.immediate_times[2]);
  lines.append(")\n/*!80001 SET @@session.original_commit_timestamp=");
  lines.append_time(values.original_time, places.original_times[3]);
  lines.append("*//*!*/;\n");
}

void GtidLines::append_gtid(Pieces& line, const Values& values, Places& places) {
  uuid_text_.clear();
  append_uuid(uuid_text_, values.uuid);
  line.append(uuid_text_.view());
  line.append(":");
  places.tag = line.size();
  if (!values.tag.empty()) {
    line.append(values.tag);
    line.append(":");
  }
  line.append_number(values.gno, places.gno);
}

}  // namespace binlogdump
