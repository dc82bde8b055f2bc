#pragma once

#include <array>

#include "binlogdump/events/gtid_log_event.h"

namespace binlogdump {

/// GTID_TAGGED_LOG_EVENT: a GTID with a tag. Since 8.3. The body is one message of the serialization framework: all
/// numbers are variable-length integers, fields carry their id, and a reader skips the ids that it does not know.
/// Source: mysql::binlog::event::Gtid_event, mysql::serialization.
struct GtidTaggedLogEvent : GtidFields {
  std::array<char, GtidLogEvent::kUuidSize> uuid{};  ///< In text order; a copy, since each byte is coded by itself.
  Bytes tag;                                         ///< 1 to 32 characters; may be empty.

  static GtidTaggedLogEvent decode(EventCursor auto& in, const DecodeContext&) {
    GtidTaggedLogEvent event;
    const std::size_t begin = in.offset();
    in.varint("serialization_version");
    const std::uint64_t message_size = in.varint("serializable_size");
    const std::uint64_t last_non_ignorable = in.varint("last_non_ignorable_field_id");
    const std::size_t head_size = in.offset() - begin;
    if (message_size < head_size) in.fail("serializable_size", "smaller than the message's own head");
    in.group("fields", message_size - head_size,
             [&](auto& fields) { event.decode_fields(fields, last_non_ignorable); });
    return event;
  }

  friend bool operator==(const GtidTaggedLogEvent&, const GtidTaggedLogEvent&) = default;

 private:
  void decode_fields(EventCursor auto& in, std::uint64_t last_non_ignorable) {
    while (!in.at_end()) {
      const std::uint64_t id = in.varint("field_id");
      if (!decode_field(in, id)) {
        if (id <= last_non_ignorable) in.fail("field_id", "unknown field that must not be ignored");
        break;  // The length of an unknown field is not known: it and all that follows stay unparsed.
      }
    }
    if (!original_commit_timestamp) original_commit_timestamp = immediate_commit_timestamp;
    if (!original_server_version) original_server_version = immediate_server_version;
  }

  bool decode_field(EventCursor auto& in, std::uint64_t id) {
    switch (id) {
      case 0:
        gtid_flags = static_cast<std::uint8_t>(in.varint("gtid_flags"));
        return true;
      case 1:
        for (char& byte : uuid) byte = static_cast<char>(in.varint("uuid"));
        return true;
      case 2:
        gno = in.varint_signed("gno");
        return true;
      case 3:
        tag = in.bytes(in.checked(in.varint("tag_length"), "tag"), "tag");
        return true;
      case 4:
        logical = LogicalTimestamps{.last_committed = in.varint_signed("last_committed"), .sequence_number = 0};
        return true;
      case 5:
        if (!logical) logical = LogicalTimestamps{};
        logical->sequence_number = in.varint_signed("sequence_number");
        return true;
      case 6:
        immediate_commit_timestamp = in.varint("immediate_commit_timestamp");
        return true;
      case 7:
        original_commit_timestamp = in.varint("original_commit_timestamp");
        return true;
      case 8:
        transaction_length = in.varint("transaction_length");
        return true;
      case 9:
        immediate_server_version = static_cast<std::uint32_t>(in.varint("immediate_server_version"));
        return true;
      case 10:
        original_server_version = static_cast<std::uint32_t>(in.varint("original_server_version"));
        return true;
      case 11:
        commit_group_ticket = in.varint("commit_group_ticket");
        return true;
      default:
        return false;
    }
  }
};

}  // namespace binlogdump
