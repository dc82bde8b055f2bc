#pragma once
// --salvage: the log that is written.

#include <cstdint>

#include "binlogdump/decode.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// Puts events one behind the other into a new log, with next positions and checksums that are right there. Whether
/// events get a checksum says the newest FORMAT_DESCRIPTION_EVENT, whatever they had before.
class SalvagedLog {
 public:
  explicit SalvagedLog(Sink& sink) : out_(&sink) {}

  /// The first event must be a FORMAT_DESCRIPTION_EVENT.
  void write(const EventView& event);
  /// An event that is in no log. Of the header, event_size counts nothing, and log_pos only if it is 0.
  void write(EventHeader header, Bytes body);
  void flush() { out_.flush(); }

  std::uint64_t size() const { return size_; }
  std::uint64_t events() const { return events_; }

 private:
  void write_format(EventHeader header, Bytes body);
  void put(EventHeader header, Bytes body, bool with_checksum);

  TextBuffer out_;
  std::uint64_t size_ = 0;
  std::uint64_t events_ = 0;
  bool has_checksums_ = false;
};

}  // namespace binlogdump
