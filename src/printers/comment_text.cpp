#include "printers/comment_text.h"

#include <fmt/format.h>

#include "printers/readable_text.h"

namespace binlogdump {

void CommentText::append_to(TextBuffer& out, const EventView& event, std::string_view what, Bytes text) {
  if (escapes_) return append_visible(out, text, LineBreaks::kEscape);
  out.append(text);
  if (text.find('\n') == Bytes::npos || !warned_.insert(what).second) return;
  warning_(fmt::format(
      "offset {}: {}: {} has a line break, which ends the comment that it is printed in: a replay runs what "
      "follows as SQL (--safe-names prevents that)",
      event.position, event_type_name(event.header.type_code), what));
}

}  // namespace binlogdump
