#pragma once
// What the order of events needs to know of MariaDB's own ones, whose bodies are not decoded.

#include <cstdint>
#include <string_view>

#include "binlogdump/decode.h"
#include "verify/log_grammar.h"

namespace binlogdump {

/// Type codes that MariaDB gave to its own events. Those for compressed rows are one behind the other: three kinds of
/// version 1, then three of version 2.
enum class MariadbEventType : std::uint8_t {
  kFirst = 160,
  kGtid = 162,
  kStartEncryption = 164,
  kQueryCompressed = 165,
  kWriteRowsCompressedV1 = 166,
  kLast = 171,
};

constexpr bool is_mariadb_event(std::uint8_t type_code) {
  return type_code >= static_cast<std::uint8_t>(MariadbEventType::kFirst) &&
         type_code <= static_cast<std::uint8_t>(MariadbEventType::kLast);
}

/// MariaDB's name of such a code.
constexpr std::string_view mariadb_event_name(std::uint8_t type_code) {
  constexpr std::string_view kNames[] = {"ANNOTATE_ROWS_EVENT",
                                         "BINLOG_CHECKPOINT_EVENT",
                                         "GTID_EVENT",
                                         "GTID_LIST_EVENT",
                                         "START_ENCRYPTION_EVENT",
                                         "QUERY_COMPRESSED_EVENT",
                                         "WRITE_ROWS_COMPRESSED_EVENT_V1",
                                         "UPDATE_ROWS_COMPRESSED_EVENT_V1",
                                         "DELETE_ROWS_COMPRESSED_EVENT_V1",
                                         "WRITE_ROWS_COMPRESSED_EVENT",
                                         "UPDATE_ROWS_COMPRESSED_EVENT",
                                         "DELETE_ROWS_COMPRESSED_EVENT"};
  return kNames[type_code - static_cast<std::uint8_t>(MariadbEventType::kFirst)];
}

/// GTID_EVENT: what a transaction begins with, in place of a BEGIN.
struct MariadbGtid {
  static constexpr std::uint8_t kStandalone = 1;  ///< The statement behind it commits by itself.

  std::uint64_t seq_no;
  std::uint32_t domain_id;
  std::uint8_t flags2;

  static MariadbGtid decode(const EventView& event) {
    Cursor<NoTrace> in(event.bytes, event.body_begin, event.body_end);
    return {.seq_no = in.u64("seq_no"), .domain_id = in.u32("domain_id"), .flags2 = in.u8("flags2")};
  }
};

/// Fills in what stands for the event in a log of MySQL. Throws DecodeError.
inline void translate_mariadb_event(const EventView& event, GrammarEvent& facts) {
  const auto type = static_cast<MariadbEventType>(event.header.type_code);
  if (type == MariadbEventType::kGtid) {
    facts.type = EventType::GTID_LOG_EVENT;
    facts.begins = (MariadbGtid::decode(event).flags2 & MariadbGtid::kStandalone) == 0;
  } else if (type == MariadbEventType::kQueryCompressed) {
    facts.type = EventType::QUERY_EVENT;
  } else if (type >= MariadbEventType::kWriteRowsCompressedV1) {
    Cursor<NoTrace> in(event.bytes, event.body_begin, event.body_end);
    facts.type = EventType::WRITE_ROWS_EVENT_V1;
    facts.table_id = in.u48("table_id");
    facts.ends_statement = (in.u16("flags") & RowsEvent::STMT_END_F) != 0;
  } else {
    facts.type = EventType::UNKNOWN_EVENT;
  }
}

}  // namespace binlogdump
