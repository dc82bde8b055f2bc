#include "printers/query_reader.h"

#include <algorithm>
#include <new>

namespace binlogdump {

namespace {

constexpr std::size_t kMicrosecondsSize = 3;

/// The same as memcmp() == 0 without a call: they are few bytes, and looked at for every statement.
inline bool are_equal(const char* a, const char* b, std::size_t size) {
  constexpr std::size_t kStep = sizeof(std::uint64_t);
  if (size < kStep) return load_le(a, size) == load_le(b, size);
  for (std::size_t i = 0; i + kStep < size; i += kStep) {
    if (load_u64(a + i) != load_u64(b + i)) return false;
  }
  return load_u64(a + size - kStep) == load_u64(b + size - kStep);
}

}  // namespace

QueryReader::Query& QueryReader::read(const EventView& event, const DecodeContext& context) {
  Cursor<NoTrace> in(event.bytes, event.body_begin, event.body_end);
  Known& known = known_[QueryEvent::status_vars_length(in.left()) % kMostKnown];
  QueryEvent& query = known.query.event;
  try {
    const Bytes status_vars = query.decode_all_but_status_vars(in, context);
    if (!known.is_same(status_vars)) known.decode_status_vars(status_vars);
    if (known.microseconds_at < status_vars.size()) {
      query.status_vars.microseconds = load_u24(&status_vars[known.microseconds_at]);
    }
  } catch (const DecodeError&) {
    // The first fault of the event is to be told, and where it is in the event.
    known.decode_status_vars({});
    query = decode_as<QueryEvent>(event, context);
  } catch (const std::bad_alloc&) {
    known.decode_status_vars({});  // What was decoded by half must not be taken for known.
    throw;
  }
  return known.query;
}

bool QueryReader::Known::is_same(Bytes bytes) const {
  if (bytes.size() != status_vars.size()) return false;
  const std::size_t head = std::min(microseconds_at, bytes.size());
  if (!are_equal(bytes.data(), status_vars.data(), head)) return false;
  if (head == bytes.size()) return true;
  const std::size_t tail = head + kMicrosecondsSize;
  return are_equal(bytes.data() + tail, status_vars.data() + tail, bytes.size() - tail);
}

void QueryReader::Known::decode_status_vars(Bytes bytes) {
  status_vars = bytes;
  query.event.status_vars = {};
  query.mark = 0;
  Cursor<NoTrace> in(status_vars);
  query.event.status_vars.decode(in);
  microseconds_at = QueryStatusVars::find_microseconds(status_vars).value_or(std::string::npos);
}

}  // namespace binlogdump
