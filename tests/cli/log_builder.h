#pragma once
// Binary logs made in a test: event by event, with right sizes, positions and checksums.
//
// Compile definition: BINLOGDUMP_TESTDATA, path of the folder testdata.

#include <libdeflate.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "binlogdump/bytes.h"
#include "binlogdump/event_header.h"
#include "binlogdump/reader.h"

namespace binlogdump::test {

inline std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// `size` bytes of an integer, the lowest first.
inline std::string le(std::uint64_t value, std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i));
  return bytes;
}

/// An event of a log whose events have checksums, without its checksum.
struct LogEvent {
  std::uint8_t type_code = 0;
  std::string body;
  std::uint16_t flags = 0;

  EventType type() const { return static_cast<EventType>(type_code); }
};

class LogBuilder {
 public:
  /// Magic and FORMAT_DESCRIPTION_EVENT of MySQL 9.7.4, checksums on.
  LogBuilder() : bytes_(read_file(BINLOGDUMP_TESTDATA "/file-stop.000001")) {
    bytes_.resize(kBinlogMagic.size() + load_u32(&bytes_[kBinlogMagic.size() + kSizeOffset]));
  }
  /// Magic and FORMAT_DESCRIPTION_EVENT of another server, whose events have checksums, too.
  explicit LogBuilder(std::string head) : bytes_(std::move(head)) {}

  /// Returns the event's offset.
  std::size_t add(const LogEvent& event) {
    constexpr std::uint32_t kTimestamp = 1700000000;
    const std::size_t begin = bytes_.size();
    const std::size_t size = kEventHeaderSize + event.body.size() + kChecksumSize;
    bytes_ += le(kTimestamp, 4) + le(event.type_code, 1) + le(1, 4) + le(size, 4) + le(begin + size, 4);
    bytes_ += le(event.flags, 2) + event.body;
    bytes_ += le(libdeflate_crc32(0, &bytes_[begin], bytes_.size() - begin), 4);
    return begin;
  }
  std::size_t add(EventType type, std::string body, std::uint16_t flags = 0) {
    return add({.type_code = static_cast<std::uint8_t>(type), .body = std::move(body), .flags = flags});
  }
  /// A QUERY_EVENT without status variables.
  std::size_t add_query(std::string_view query, std::string_view db = "") {
    return add(EventType::QUERY_EVENT, query_body(query, db));
  }
  static std::string query_body(std::string_view query, std::string_view db) {
    constexpr std::uint32_t kThreadId = 8;
    std::string body = le(kThreadId, 4) + le(0, 4) + le(db.size(), 1) + le(0, 2) + le(0, 2);
    return body.append(db).append(1, '\0').append(query);
  }

  std::size_t size() const { return bytes_.size(); }
  const std::string& bytes() const { return bytes_; }

 private:
  static constexpr std::size_t kSizeOffset = 9;

  std::string bytes_;
};

/// The events behind the FORMAT_DESCRIPTION_EVENT of a log with checksums.
inline std::vector<LogEvent> events_of(const std::string& log) {
  std::vector<LogEvent> events;
  const Framing framing{.has_checksum = true};
  MemorySource source(log);
  EventReader reader;
  reader.open(source);
  reader.read_magic();
  while (const std::optional<EventView> event = reader.next(framing)) {
    if (event->header.type() == EventType::FORMAT_DESCRIPTION_EVENT) continue;
    events.push_back(
        {.type_code = event->header.type_code, .body = std::string(event->body()), .flags = event->header.flags});
  }
  return events;
}

}  // namespace binlogdump::test
