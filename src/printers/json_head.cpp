#include "printers/json_head.h"

#include "printers/json_text.h"

namespace binlogdump {

void JsonHead::set_file(const std::string& path) {
  making_.clear();
  making_.append("{\"file\":");
  append_json_lossy(making_, path);
  making_.append(",\"position\":");
  opening_.assign(making_.view());
  for (Kept& kept : kept_) kept.key = {};
}

void JsonHead::append_pieces(TextBuffer& out, const EventView& event, const EventView* payload,
                             ChecksumAlgorithm algorithm, Kept* kept) {
  const EventHeader& header = event.header;
  const EventView& place = payload != nullptr ? *payload : event;
  const BeforeText& before = before_log_pos(header);
  const BehindText& behind = behind_log_pos(event, algorithm);
  Kept made;
  constexpr std::size_t kMostBytes = 256;  // Numbers, and names between them.
  ShortPieces line(out, opening_.room() + before.room() + behind.room() + kMostBytes);
  const char* const begin = line.end();
  const auto append_position = [&](Kept::Number& number, std::uint64_t position) {
    number.at = static_cast<std::size_t>(line.end() - begin);
    line.commit(position_.write(line.end(), position));
  };
  line.commit(opening_.write(line.end()));
  append_position(made.position, place.position);
  line.append(",\"end_position\":");
  append_position(made.end_position, place.position + place.bytes.size());
  line.append(",\"event_size\":");
  made.event_size.at = static_cast<std::size_t>(line.end() - begin);
  line.append_number(header.event_size);
  line.commit(before.write(line.end()));
  append_position(made.log_pos, header.log_pos);
  line.commit(behind.write(line.end()));
  made.stored_at = static_cast<std::size_t>(line.end() - begin);
  if (event.has_checksum()) append_stored(line, event, algorithm);
  if (kept != nullptr) kept->keep(made, Bytes(begin, static_cast<std::size_t>(line.end() - begin)));
}

void JsonHead::append_stored(ShortPieces& line, const EventView& event, ChecksumAlgorithm algorithm) {
  line.append_8_hex_digits(event.stored_checksum());
  line.append("\",\"valid\":");
  if (algorithm != ChecksumAlgorithm::kCrc32) return line.append("null}");
  line.append(event.checksum_failed ? std::string_view("false}") : std::string_view("true}"));
}

void JsonHead::Kept::keep(const Kept& places, Bytes head) {
  size = 0;
  if (head.size() > kMostText) return;
  position = places.position;
  end_position = places.end_position;
  event_size = places.event_size;
  log_pos = places.log_pos;
  stored_at = places.stored_at;
  size = head.size();
  head.copy(text.data(), size);
  for (NumberPlace* number : {&position, &end_position, &event_size, &log_pos}) number->keep_behind(text.data());
}

const JsonHead::BeforeText& JsonHead::before_log_pos(const EventHeader& header) {
  BeforeLogPos& before = before_log_pos_[header.type_code];
  if (!before.made || before.timestamp != header.timestamp || before.server_id != header.server_id) {
    make(before, header);
  }
  return before.text;
}

const JsonHead::BehindText& JsonHead::behind_log_pos(const EventView& event, ChecksumAlgorithm algorithm) {
  const std::uint16_t flags = event.header.flags;
  const bool has_checksum = event.has_checksum();
  // Statements that begin transactions have a flag that those within them have not.
  BehindLogPos& behind = behind_log_pos_[(flags != 0 ? 1 : 0) + (has_checksum ? 2 : 0)];
  if (!behind.made || behind.flags != flags || behind.algorithm != algorithm) {
    make(behind, flags, has_checksum, algorithm);
  }
  return behind.text;
}

void JsonHead::make(BeforeLogPos& before, const EventHeader& header) {
  making_.clear();
  making_.append(",\"time\":\"");
  time_.append(making_, header.timestamp);
  making_.append("\",\"timestamp\":");
  making_.append_number(header.timestamp);
  making_.append(",\"type\":\"");
  const std::string_view name = event_type_name(header.type_code);
  making_.append(name.empty() ? "UNKNOWN_EVENT" : name);
  making_.append("\",\"type_code\":");
  making_.append_number(header.type_code);
  making_.append(",\"server_id\":");
  making_.append_number(header.server_id);
  making_.append(",\"log_pos\":");
  before = {
      .made = true, .timestamp = header.timestamp, .server_id = header.server_id, .text = BeforeText(making_.view())};
}

void JsonHead::make(BehindLogPos& behind, std::uint16_t flags, bool has_checksum, ChecksumAlgorithm algorithm) {
  making_.clear();
  making_.append(",\"flags\":");
  flags_.append(making_, flags);
  making_.append(",\"checksum\":{\"algorithm\":");
  if (has_checksum) {
    append_json_algorithm(making_, algorithm);
    making_.append(",\"stored\":\"0x");
  } else {
    making_.append("\"NONE\"}");
  }
  behind = {.made = true, .flags = flags, .algorithm = algorithm, .text = BehindText(making_.view())};
}

void append_json_algorithm(TextBuffer& out, ChecksumAlgorithm algorithm) {
  switch (algorithm) {
    case ChecksumAlgorithm::kNone:
      return out.append("\"NONE\"");
    case ChecksumAlgorithm::kCrc32:
      return out.append("\"CRC32\"");
  }
  out.append_number(static_cast<int>(algorithm));
}

}  // namespace binlogdump
