#include "pipeline/sound_event.h"

#include <stdexcept>

#include "binlogdump/gtid_of_event.h"
#include "printers/event_text.h"
#include "printers/gtid_text.h"

namespace binlogdump {

namespace {

/// Servers refuse types that they do not know, unless they may be ignored; heartbeats stand in no file.
void check_type(const EventView& event) {
  const EventType type = event.header.type();
  const bool is_known = !event_type_name(event.header.type_code).empty() && type != EventType::UNKNOWN_EVENT &&
                        type != EventType::HEARTBEAT_LOG_EVENT && type != EventType::HEARTBEAT_LOG_EVENT_V2;
  if (is_known || (event.header.flags & LOG_EVENT_IGNORABLE_F) != 0) return;
  throw DecodeError(event.body_begin, "type_code", "no event that servers write to logs");
}

template <class Statement>
void take_statement(const EventView& event, const DecodeContext& context, SoundEvent& sound) {
  const auto statement = decode_as<Statement>(event, context);
  sound.query = statement.query;
  sound.thread_id = statement.thread_id;
}

void take_gtid(const EventView& event, const DecodeContext& context, SoundEvent& sound) {
  with_gtid(event, context, [&](const auto& gtid, Bytes uuid, Bytes tag) {
    if (event.header.type() == EventType::ANONYMOUS_GTID_LOG_EVENT) {
      if (gtid.gno != 0) throw DecodeError(event.body_begin, "gno", "an anonymous transaction has none");
      sound.gtid = "anonymous";
      return;
    }
    TextBuffer text(nullptr, 128);
    append_gtid(text, uuid, tag, gtid.gno);
    sound.gtid = text.view();
    try {
      sound.gtids = GtidSet::parse(sound.gtid);
    } catch (const std::invalid_argument& error) {
      throw DecodeError(event.body_begin, "gtid", error.what());
    }
  });
}

}  // namespace

SoundEvent decode_sound(const EventView& event, DecodeContext& context) {
  SoundEvent sound;
  const EventType type = event.header.type();
  check_type(event);
  if (type == EventType::QUERY_EVENT) {
    take_statement<QueryEvent>(event, context, sound);
  } else if (type == EventType::EXECUTE_LOAD_QUERY_EVENT) {
    take_statement<ExecuteLoadQueryEvent>(event, context, sound);
  } else if (is_gtid_event(type)) {
    take_gtid(event, context, sound);
  } else if (type == EventType::TABLE_MAP_EVENT) {
    sound.table_id = decode_as<TableMapEvent>(event, context).table_id;
    context.add_table_map(event.bytes, event.body_begin, event.body_end);
  } else if (is_rows_event(type)) {
    Cursor<NoTrace> in(event.bytes, event.body_begin, event.body_end);
    const RowsEvent rows = RowsEvent::decode(in, context, type);
    sound.table_id = rows.table_id;
    sound.ends_statement = rows.ends_statement();
  } else if (type == EventType::USER_VAR_EVENT) {
    check_user_value(event, decode_as<UserVarEvent>(event, context));
  } else {
    with_event_struct(event.header.type_code, [&]<class Struct>() { decode_as<Struct>(event, context); });
  }
  return sound;
}

std::optional<DecodeError> find_rows_fault(const EventView& event, const DecodeContext& context, RowCheck& check) {
  Cursor<NoTrace> in(event.bytes, event.body_begin, event.body_end);
  const RowsEvent rows = RowsEvent::decode(in, context, event.header.type());
  const TableMap* const table = context.table_map(rows.table_id);
  return table == nullptr ? no_table_map(event.body_begin, rows.table_id) : check.find_fault(event, rows, *table);
}

}  // namespace binlogdump
