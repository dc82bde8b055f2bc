#pragma once

#include <optional>

#include "binlogdump/context.h"
#include "binlogdump/cursor.h"

namespace binlogdump {

/// TRANSACTION_PAYLOAD_EVENT: a transaction's events, compressed. Since 8.0.20.
/// Layout: fields of (packed type, packed length, value) up to an end mark of type 0, then the payload. The events in
/// it have no checksum and next position 0. Source: mysql::binlog::event::Transaction_payload_event.
struct TransactionPayloadEvent {
  static constexpr std::uint64_t kZstd = 0;
  static constexpr std::uint64_t kNone = 255;

  std::optional<std::uint64_t> payload_size;       ///< Stored bytes.
  std::uint64_t compression_type = kZstd;          ///< kZstd or kNone.
  std::optional<std::uint64_t> uncompressed_size;  ///< As claimed by the writer, never to be trusted; absent for kNone.
  Bytes payload;

  static TransactionPayloadEvent decode(EventCursor auto& in, const DecodeContext&) {
    constexpr std::uint64_t kEndMark = 0;
    constexpr std::uint64_t kPayloadSize = 1;
    constexpr std::uint64_t kCompressionType = 2;
    constexpr std::uint64_t kUncompressedSize = 3;
    TransactionPayloadEvent event;
    for (;;) {
      const std::uint64_t type = in.packed("field_type");
      if (type == kEndMark) break;
      in.group("field", in.packed("field_length"), [&](auto& field) {
        if (type == kPayloadSize) event.payload_size = field.packed("payload_size");
        if (type == kCompressionType) event.compression_type = field.packed("compression_type");
        if (type == kUncompressedSize) event.uncompressed_size = field.packed("uncompressed_size");
      });
    }
    event.payload = in.bytes(in.checked(event.payload_size.value_or(in.remaining()), "payload"), "payload");
    return event;
  }

  friend bool operator==(const TransactionPayloadEvent&, const TransactionPayloadEvent&) = default;
};

}  // namespace binlogdump
