#pragma once
// The lines of a QUERY_EVENT up to its statement: of most events they are those of one before but for a few numbers.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "binlogdump/bytes.h"
#include "binlogdump/events/query_event.h"
#include "binlogdump/field.h"
#include "printers/block_text.h"
#include "printers/repeated_lines.h"

namespace binlogdump {

/// Those of events whose bodies begin with the same bytes, whatever their thread and microseconds are.
struct QueryLines {
  /// A number that is another one in each event.
  struct Number {
    std::size_t at = 0;  ///< In the body.
    std::size_t size = 0;
    LongBlockText label;
    RepeatedLines behind;  ///< The lines up to the next one, or to the statement.
  };
  static constexpr std::size_t kPostHeaderSize = 13;
  static constexpr std::size_t kThreadSize = 4;
  static constexpr std::size_t kMicrosecondsSize = 3;

  /// Size of what is before the statement in a body; 0 if there is no statement behind it.
  static std::size_t size_before_statement(Bytes body) {
    constexpr std::size_t kDbLength = 8;
    if (body.size() < kPostHeaderSize) return 0;
    const std::size_t size =
        kPostHeaderSize + QueryEvent::status_vars_length(body) + load_u8(&body[kDbLength]) + sizeof '\0';
    return size < body.size() ? size : 0;
  }

  /// Whether an event that begins so has such lines.
  bool is_of(Bytes begin) const;

  /// Takes note of a sound event. Its lines are made when such a one comes again.
  void note(Bytes begin);

  std::string bytes;  ///< What the body begins with; empty: nothing is kept.
  std::size_t microseconds_at = std::string::npos;
  bool made = false;
  // What follows is good if they are made.
  RepeatedLines first;
  std::array<Number, 2> numbers;
  std::size_t number_count = 0;
  Field statement;  ///< Its field; offset and size are others in each event.
  std::optional<std::uint64_t> client_collation;
};

}  // namespace binlogdump
