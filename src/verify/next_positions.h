#pragma once

#include <cstdint>

#include "binlogdump/decode.h"

namespace binlogdump {

/// Compares the next positions in the headers of a log's events with where the events stand.
class NextPositions {
 public:
  void begin_file() { *this = {}; }

  /// Whether the next position of an event is wrong. Of events that are all moved by the same distance, as behind a
  /// piece that is missing, it is so for the first only.
  bool is_wrong(const EventView& event, const DecodeContext& context);

  /// Behind a BEGIN: old servers counted from here on anew until the transaction's end.
  void note_begin(std::uint64_t end) { transaction_begin_ = static_cast<std::uint32_t>(end); }

  /// By how much the positions of the events before were wrong.
  std::uint32_t shift() const { return shift_; }

 private:
  std::uint32_t shift_ = 0;
  std::uint32_t transaction_begin_ = 0;  ///< Where the newest BEGIN ends.
};

}  // namespace binlogdump
