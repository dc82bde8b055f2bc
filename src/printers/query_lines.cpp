#include "printers/query_lines.h"

#include <algorithm>
#include <cstring>

namespace binlogdump {

bool QueryLines::is_of(Bytes begin) const {
  if (begin.size() != bytes.size()) return false;
  const std::size_t head_end = std::min(microseconds_at, begin.size());
  if (std::memcmp(&begin[kThreadSize], &bytes[kThreadSize], head_end - kThreadSize) != 0) return false;
  if (head_end == begin.size()) return true;
  const std::size_t tail = head_end + kMicrosecondsSize;
  return std::memcmp(&begin[tail], &bytes[tail], begin.size() - tail) == 0;
}

void QueryLines::note(Bytes begin) {
  const Bytes vars = begin.substr(kPostHeaderSize, QueryEvent::status_vars_length(begin));
  const std::optional<std::size_t> found = QueryStatusVars::find_microseconds(vars);
  bytes = begin;
  microseconds_at = found ? kPostHeaderSize + *found : std::string::npos;
  made = false;
}

}  // namespace binlogdump
