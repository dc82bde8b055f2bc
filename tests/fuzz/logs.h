#pragma once
// What the targets have in common that look at whole logs.

#include <array>
#include <cstdint>
#include <string>

#include "binlogdump/bytes.h"
#include "binlogdump/event_type.h"

namespace binlogdump::test {

/// Everything of property/log_checks.h, in every dress. `as_file`: the log as a file through the whole program; else
/// event by event, each from an allocation of its own size.
std::string log_problem(Bytes log, bool as_file);

/// Magic and FORMAT_DESCRIPTION_EVENT of MySQL 9.7.4 as one byte after the other, to be changed.
class LogHead {
 public:
  /// Without checksums, so that an event's body ends where its allocation does.
  LogHead();
  void set_common_header_size(std::uint8_t size);
  void set_post_header_size(EventType type, std::uint8_t size);
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// An event with a common header of 19 bytes and no checksum.
std::string plain_event(EventType type, Bytes body);

}  // namespace binlogdump::test
