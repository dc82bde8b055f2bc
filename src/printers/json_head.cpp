#include "printers/json_head.h"

#include <algorithm>
#include <stdexcept>

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

char* JsonHead::write_pieces(char* to, const EventView& event, const EventView* payload, ChecksumAlgorithm algorithm,
                             Kept* kept) {
  const EventHeader& header = event.header;
  const EventView& place = payload != nullptr ? *payload : event;
  const BeforeText& before = before_log_pos(header);
  const BehindText& behind = behind_log_pos(event, algorithm);
  if (before.room() + behind.room() + kMostNumbers > kMostBehindOpening) throw std::length_error("too many flags");
  Kept made;
  const char* const begin = to;
  const auto write_text = [&](std::string_view text) { to = std::copy(text.begin(), text.end(), to); };
  const auto note = [&](Kept::Number& number) { number.at = static_cast<std::size_t>(to - begin); };
  const auto write_position = [&](Kept::Number& number, std::uint64_t position) {
    note(number);
    to = position_.write(to, position);
  };
  to = opening_.write(to);
  write_position(made.position, place.position);
  write_text(",\"end_position\":");
  write_position(made.end_position, place.position + place.bytes.size());
  write_text(",\"event_size\":");
  note(made.event_size);
  to = before.write(write_number(to, header.event_size));
  write_position(made.log_pos, header.log_pos);
  to = behind.write(to);
  made.stored_at = static_cast<std::size_t>(to - begin);
  if (event.has_checksum()) to = write_stored(to, event, algorithm);
  if (kept != nullptr) kept->keep(made, Bytes(begin, static_cast<std::size_t>(to - begin)));
  return to;
}

char* JsonHead::write_stored(char* to, const EventView& event, ChecksumAlgorithm algorithm) {
  to = write_8_hex_digits(to, event.stored_checksum());
  const auto write_text = [&](std::string_view text) { to = std::copy(text.begin(), text.end(), to); };
  write_text("\",\"valid\":");
  if (algorithm != ChecksumAlgorithm::kCrc32) {
    write_text("null}");
  } else {
    write_text(event.checksum_failed ? std::string_view("false}") : std::string_view("true}"));
  }
  return to;
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
