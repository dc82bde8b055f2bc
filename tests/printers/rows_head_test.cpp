#include "printers/rows_head.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

#include "core/event_bytes.h"

namespace binlogdump {
namespace {

constexpr std::string_view kRows = "rows";

std::optional<RowsEvent> decoded(const EventView& event, const DecodeContext& context) {
  try {
    Cursor<NoTrace> in(event.bytes, event.body_begin, event.body_end);
    return RowsEvent::decode(in, context, event.header.type());
  } catch (const DecodeError&) {
    return std::nullopt;
  }
}

/// Whether it is read the short way; then what is read is what is decoded.
bool is_read(EventType type, const std::string& body) {
  const std::string bytes = event_bytes({.type = type, .body = body});
  const EventView event = make_event_view(bytes, 4, {});
  const DecodeContext context;
  RowsHead head;
  if (!head.read_usual(event, context)) return false;
  const std::optional<RowsEvent> rows = decoded(event, context);
  EXPECT_TRUE(rows) << testing::PrintToString(body);
  if (!rows) return true;
  EXPECT_EQ(head.table_id, rows->table_id);
  EXPECT_EQ(head.flags, rows->flags);
  EXPECT_EQ(head.ends_statement(), rows->ends_statement());
  return true;
}

std::string body_of(EventType type, std::size_t width) {
  const RowsEvent::Kind kind = RowsEvent::kind_of(type);
  const std::size_t images = (kind.before_image ? 1 : 0) + (kind.after_image ? 1 : 0);
  std::string body("\x6a\x01\0\0\0\x07\x01\0", 8);
  if (kind.has_extra_row_info) body += std::string("\x02\0", 2);
  body += static_cast<char>(width);
  return body.append(images * ((width + 7) / 8), '\xff').append(kRows);
}

// Synthetic.
TEST(RowsHead, IsReadWhereTheEventCanBeDecoded) {
  for (const EventType type :
       {EventType::WRITE_ROWS_EVENT_V1, EventType::UPDATE_ROWS_EVENT_V1, EventType::DELETE_ROWS_EVENT_V1,
        EventType::WRITE_ROWS_EVENT, EventType::UPDATE_ROWS_EVENT, EventType::DELETE_ROWS_EVENT,
        EventType::PARTIAL_UPDATE_ROWS_EVENT}) {
    for (const std::size_t width : {1U, 8U, 9U, 250U}) {
      const std::string body = body_of(type, width);
      EXPECT_TRUE(is_read(type, body));
      const std::size_t head_size = body.size() - kRows.size();
      EXPECT_TRUE(is_read(type, body.substr(0, head_size)));
      for (std::size_t size = 0; size < head_size; ++size) EXPECT_FALSE(is_read(type, body.substr(0, size)));
      for (std::size_t at = 0; at < head_size; ++at) {
        for (int byte = 0; byte < 256; ++byte) {
          std::string changed = body;
          changed[at] = static_cast<char>(byte);
          is_read(type, changed);
        }
      }
    }
  }
}

}  // namespace
}  // namespace binlogdump
