#include "fuzz/logs.h"

#include "cli/log_builder.h"
#include "core/event_bytes.h"
#include "property/log_checks.h"

namespace binlogdump::test {

namespace {

// Of a FORMAT_DESCRIPTION_EVENT, counted from the first byte of the log.
constexpr std::size_t kCommonHeaderSizeOffset = 4 + kEventHeaderSize + 2 + 50 + 4;

}  // namespace

std::string log_problem(Bytes log, bool as_file) {
  static LogChecks checks;
  return checks.problem(log, as_file ? LogChecks::Printing::kFile : LogChecks::Printing::kEvents, kEveryDress);
}

LogHead::LogHead() {
  static const std::string captured = LogBuilder().bytes();
  bytes_ = captured;
  bytes_[bytes_.size() - kChecksumSize - 1] = static_cast<char>(ChecksumAlgorithm::kNone);
}

void LogHead::set_common_header_size(std::uint8_t size) {
  bytes_[kCommonHeaderSizeOffset] = static_cast<char>(size);
}

void LogHead::set_post_header_size(EventType type, std::uint8_t size) {
  const std::size_t offset = kCommonHeaderSizeOffset + static_cast<std::uint8_t>(type);
  // Types that the server does not know have no entry.
  if (offset > kCommonHeaderSizeOffset && offset < bytes_.size() - kChecksumSize - 1) {
    bytes_[offset] = static_cast<char>(size);
  }
}

std::string plain_event(EventType type, Bytes body) {
  return event_bytes({.type = type, .body = std::string(body)});
}

}  // namespace binlogdump::test
