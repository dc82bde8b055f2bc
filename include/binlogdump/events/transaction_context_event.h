#pragma once

#include <vector>

#include "binlogdump/context.h"
#include "binlogdump/cursor.h"

namespace binlogdump {

/// TRANSACTION_CONTEXT_EVENT: what group replication needs to certify a transaction; sent between members, never in a
/// file. Since 5.7. Source: mysql::binlog::event::Transaction_context_event.
struct TransactionContextEvent {
  std::uint32_t thread_id = 0;
  std::uint8_t gtid_specified = 0;  ///< 1: the transaction's GTID was given by its client.
  Bytes server_uuid;
  Bytes encoded_snapshot_version;  ///< GTID set, encoded as in PREVIOUS_GTIDS_LOG_EVENT.
  std::vector<Bytes> write_set;    ///< Hashes of the rows written.
  std::vector<Bytes> read_set;

  static TransactionContextEvent decode(EventCursor auto& in, const DecodeContext&) {
    TransactionContextEvent event;
    const std::uint8_t uuid_size = in.u8("server_uuid_len");
    event.thread_id = in.u32("thread_id");
    event.gtid_specified = in.u8("gtid_specified");
    const std::uint32_t snapshot_size = in.u32("encoded_snapshot_version_length");
    const std::uint32_t write_count = in.u32("write_set_len");
    const std::uint32_t read_count = in.u32("read_set_len");
    event.server_uuid = in.bytes(uuid_size, "server_uuid");
    event.encoded_snapshot_version = in.bytes(snapshot_size, "encoded_snapshot_version");
    const auto read_items = [&in](std::vector<Bytes>& items, std::uint32_t count, std::string_view name) {
      for (std::uint32_t i = 0; i < count; ++i) items.push_back(in.bytes(in.u16("item_length"), name));
    };
    read_items(event.write_set, write_count, "write_set");
    read_items(event.read_set, read_count, "read_set");
    return event;
  }

  friend bool operator==(const TransactionContextEvent&, const TransactionContextEvent&) = default;
};

}  // namespace binlogdump
