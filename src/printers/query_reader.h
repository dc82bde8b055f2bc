#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "binlogdump/decode.h"
#include "binlogdump/events/query_event.h"

namespace binlogdump {

/// Decodes QUERY_EVENTs. Status variables come again and again, the same but for the time's fraction: those seen last
/// are kept as they were decoded.
class QueryReader {
 public:
  QueryReader() = default;
  QueryReader(const QueryReader&) = delete;
  QueryReader& operator=(const QueryReader&) = delete;

  struct Query {
    QueryEvent event;
    /// For whoever makes something of the status variables: 0 when they are new, and then what was last put here, as
    /// long as they are the same but for their microseconds.
    std::uint64_t mark = 0;
  };

  /// Good until the next call. Throws DecodeError, offsets counting from the start of the event.
  Query& read(const EventView& event, const DecodeContext& context);

 private:
  struct Known {
    /// What query.event.status_vars was decoded from, and looks into.
    std::string status_vars;
    /// Where their microseconds are, the one part that may differ; behind the end if they have none.
    std::size_t microseconds_at = std::string::npos;
    Query query;

    inline bool is_same(Bytes bytes) const;
    void decode_status_vars(Bytes bytes);
  };
  static constexpr std::size_t kMostKnown = 16;

  /// By their length: those of several kinds of statements mostly have different ones.
  std::array<Known, kMostKnown> known_;
};

}  // namespace binlogdump
