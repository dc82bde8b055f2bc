// The body of a GTID_TAGGED_LOG_EVENT: a message of the serialization framework.

#include "fuzz/logs.h"
#include "fuzz/targets.h"

namespace binlogdump::test {

std::string fuzz_tagged_gtid(Bytes input) {
  return log_problem(LogHead().bytes() + plain_event(EventType::GTID_TAGGED_LOG_EVENT, input), false);
}

}  // namespace binlogdump::test
