// A single event of any type behind a FORMAT_DESCRIPTION_EVENT. The first byte of the input tells how that differs from
// the one of MySQL 9.7.4, the second the length of the type's post-header if it does; the event follows, from its
// common header on. Its size is made right.

#include "fuzz/logs.h"
#include "fuzz/targets.h"
#include "property/mutator.h"

namespace binlogdump::test {

std::string fuzz_event(Bytes input) {
  constexpr std::size_t kOwnSize = 2;
  constexpr unsigned kOtherPostHeader = 1;
  constexpr unsigned kLongHeaders = 2;
  constexpr std::uint8_t kLongHeaderSize = 27;
  if (input.size() < kOwnSize + kEventHeaderSize) return "";
  std::string event(input.substr(kOwnSize));
  fix_event_size(event);
  LogHead head;
  const unsigned options = load_u8(&input[0]);
  if ((options & kOtherPostHeader) != 0) {
    head.set_post_header_size(static_cast<EventType>(event[kTypeCodeOffset]), load_u8(&input[1]));
  }
  if ((options & kLongHeaders) != 0) head.set_common_header_size(kLongHeaderSize);
  return log_problem(head.bytes() + event, false);
}

}  // namespace binlogdump::test
