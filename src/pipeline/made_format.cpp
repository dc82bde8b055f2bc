#include "pipeline/made_format.h"

#include <algorithm>
#include <array>

#include "binlogdump/event_header.h"
#include "binlogdump/events/format_description_event.h"

namespace binlogdump {

namespace {

/// How many types a version knows.
struct KnownTypes {
  ServerVersion since;
  std::size_t count;
};
constexpr KnownTypes kKnownTypes[] = {
    {{8, 4, 0}, 42}, {{8, 0, 28}, 41}, {{8, 0, 20}, 40}, {{8, 0, 0}, 39}, {{5, 7, 7}, 38},
    {{5, 7, 6}, 37}, {{5, 6, 5}, 35},  {{5, 5, 0}, 27},  {{0, 0, 0}, 26},
};

/// As 9.7 has them; that of type 1 first. The description's own follows from their number.
constexpr std::array<std::uint8_t, 42> kNewestLengths{0, 13, 0,  8,  0,  0,  0, 0,  4,  0, 4,  0,  0, 0,
                                                      0, 0,  4,  26, 8,  0,  0, 0,  0,  0, 0,  2,  0, 0,
                                                      0, 10, 10, 10, 42, 42, 0, 18, 52, 0, 10, 40, 0, 0};

std::uint8_t length_of(EventType type, const ServerVersion& version, std::size_t type_count) {
  constexpr ServerVersion kWithoutOldEvents{8, 0, 0};
  constexpr ServerVersion kWithoutRowsV1{8, 4, 0};
  constexpr ServerVersion kLongGtid{5, 7, 6};
  switch (type) {
    case EventType::START_EVENT_V3:
      return version < kWithoutOldEvents ? 56 : 0;
    case EventType::LOAD_EVENT:
    case EventType::NEW_LOAD_EVENT:
      return version < kWithoutOldEvents ? 18 : 0;
    case EventType::CREATE_FILE_EVENT:
    case EventType::EXEC_LOAD_EVENT:
      return version < kWithoutOldEvents ? 4 : 0;
    case EventType::FORMAT_DESCRIPTION_EVENT:
      return static_cast<std::uint8_t>(FormatDescriptionEvent::kFixedSize + type_count);
    case EventType::WRITE_ROWS_EVENT_V1:
    case EventType::UPDATE_ROWS_EVENT_V1:
    case EventType::DELETE_ROWS_EVENT_V1:
      return version < kWithoutRowsV1 ? 8 : 0;
    case EventType::GTID_LOG_EVENT:
    case EventType::ANONYMOUS_GTID_LOG_EVENT:
      return version < kLongGtid ? 25 : 42;
    default:
      return kNewestLengths[static_cast<std::size_t>(type) - 1];
  }
}

}  // namespace

std::string make_format_body(Bytes version, ChecksumAlgorithm algorithm) {
  const ServerVersion numbers = ServerVersion::parse(version);
  const KnownTypes& known = *std::find_if(std::begin(kKnownTypes), std::end(kKnownTypes),
                                          [&](const KnownTypes& types) { return numbers >= types.since; });
  std::string body("\4\0", 2);
  body += version.substr(0, FormatDescriptionEvent::kServerVersionSize - 1);
  body.resize(sizeof(std::uint16_t) + FormatDescriptionEvent::kServerVersionSize);
  body.append(sizeof(std::uint32_t), '\0');  // Not the first log behind a server's start.
  body += static_cast<char>(kEventHeaderSize);
  for (std::size_t type = 1; type <= known.count; ++type) {
    body += static_cast<char>(length_of(static_cast<EventType>(type), numbers, known.count));
  }
  if (FormatDescriptionEvent::has_checksum_alg(version)) body += static_cast<char>(algorithm);
  return body;
}

}  // namespace binlogdump
