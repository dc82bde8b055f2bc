#pragma once

#include "binlogdump/context.h"
#include "binlogdump/cursor.h"

namespace binlogdump {

/// RAND_EVENT: the seeds of RAND() in the next statement. Source: mysql::binlog::event::Rand_event.
struct RandEvent {
  std::uint64_t seed1 = 0;
  std::uint64_t seed2 = 0;

  static RandEvent decode(EventCursor auto& in, const DecodeContext&) {
    return {.seed1 = in.u64("seed1"), .seed2 = in.u64("seed2")};
  }

  friend bool operator==(const RandEvent&, const RandEvent&) = default;
};

}  // namespace binlogdump
