#pragma once
// The events inside a TRANSACTION_PAYLOAD_EVENT, decompressed as a stream.

#include <memory>
#include <optional>

#include "binlogdump/reader.h"

namespace binlogdump {

/// Reads one payload after the other; buffers and decompression context are kept. Memory: the window that the zstd
/// frame declares, at most 128 MiB, whatever the payload's size.
class PayloadReader {
 public:
  PayloadReader();
  PayloadReader(const PayloadReader&) = delete;
  PayloadReader& operator=(const PayloadReader&) = delete;
  ~PayloadReader();

  /// Of payloads that decompress to more than that, next() throws FrameError behind the events that lie within it.
  void set_most_bytes(std::uint64_t most) { most_bytes_ = most; }

  /// `event` must outlive the reading. Throws DecodeError, offset 0, for a compression type that is not known.
  void open(const TransactionPayloadEvent& event);

  /// The next inner event as its bytes are: no checksum, next position 0; its position counts in the decompressed
  /// payload. Throws FrameError if the payload is cut or damaged; its position counts there, too.
  std::optional<EventView> next(std::uint8_t common_header_len);

  /// The event that next() returned last, the way mysqlbinlog shows it: labelled with the payload's positions and, in a
  /// log with checksums, with a checksum computed over it as if it had been logged by itself.
  EventView as_logged(const EventView& inner, const EventView& payload);

 private:
  class ZstdSource;

  std::unique_ptr<ZstdSource> zstd_;
  std::optional<MemorySource> stored_;
  std::uint64_t most_bytes_ = UINT64_MAX;
  EventReader reader_;
};

}  // namespace binlogdump
