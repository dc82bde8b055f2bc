#pragma once
// Type codes and names of events, from events.def.

#include <cstdint>
#include <string_view>

namespace binlogdump {

/// The type code of the common header. Codes without a name here occur: other vendors' events, newer servers'.
enum class EventType : std::uint8_t {
// NOLINTNEXTLINE
#define EVENT(code, name, type) name = code,
#include "binlogdump/events.def"
#undef EVENT
};

/// MySQL's name of a type code, e.g. "ROTATE_EVENT"; empty for codes that are not in events.def.
constexpr std::string_view event_type_name(std::uint8_t code) {
  switch (code) {
#define EVENT(code, name, type) \
  case code:                    \
    return #name;
#include "binlogdump/events.def"
#undef EVENT
    default:
      return {};
  }
}

/// GTID_LOG_EVENT, its tagged form, ANONYMOUS_GTID_LOG_EVENT: what a transaction begins with.
constexpr bool is_gtid_event(EventType type) {
  return type == EventType::GTID_LOG_EVENT || type == EventType::ANONYMOUS_GTID_LOG_EVENT ||
         type == EventType::GTID_TAGGED_LOG_EVENT;
}

/// An event with a statement's text.
constexpr bool is_statement_event(EventType type) {
  return type == EventType::QUERY_EVENT || type == EventType::EXECUTE_LOAD_QUERY_EVENT;
}

/// An event that means nothing without the statement behind it: a variable, or a piece of LOAD DATA's file.
constexpr bool belongs_to_statement(EventType type) {
  return type == EventType::INTVAR_EVENT || type == EventType::RAND_EVENT || type == EventType::USER_VAR_EVENT ||
         type == EventType::BEGIN_LOAD_QUERY_EVENT || type == EventType::APPEND_BLOCK_EVENT;
}

/// What a log may begin with, before the first transaction.
constexpr bool is_event_of_head(EventType type) {
  return type == EventType::FORMAT_DESCRIPTION_EVENT || type == EventType::PREVIOUS_GTIDS_LOG_EVENT ||
         type == EventType::ROTATE_EVENT;
}

/// Whether an event is one of the file, not of a transaction. In relay logs they stand inside of one.
constexpr bool is_event_of_file(EventType type) {
  switch (type) {
    case EventType::FORMAT_DESCRIPTION_EVENT:
    case EventType::PREVIOUS_GTIDS_LOG_EVENT:
    case EventType::ROTATE_EVENT:
    case EventType::STOP_EVENT:
    case EventType::HEARTBEAT_LOG_EVENT:
    case EventType::HEARTBEAT_LOG_EVENT_V2:
      return true;
    default:
      return false;
  }
}

}  // namespace binlogdump
