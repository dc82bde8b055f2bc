#include "pipeline/salvaged_log.h"

#include <libdeflate.h>

#include <string>

#include "binlogdump/reader.h"

namespace binlogdump {

namespace {

void append_le(std::string& to, std::uint32_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) to += static_cast<char>(value >> (8 * i) & 0xff);
}

std::string encode(const EventHeader& header) {
  std::string bytes;
  append_le(bytes, header.timestamp, 4);
  append_le(bytes, header.type_code, 1);
  append_le(bytes, header.server_id, 4);
  append_le(bytes, header.event_size, 4);
  append_le(bytes, header.log_pos, 4);
  append_le(bytes, header.flags, 2);
  return bytes;
}

}  // namespace

void SalvagedLog::write(const EventView& event) {
  // Bytes that the header may have beyond the usual ones stay with the body.
  write(event.header, event.bytes.substr(kEventHeaderSize, event.body_end - kEventHeaderSize));
}

void SalvagedLog::write(EventHeader header, Bytes body) {
  if (header.type() == EventType::FORMAT_DESCRIPTION_EVENT) {
    write_format(header, body);
  } else {
    put(header, body, has_checksums_);
  }
}

void SalvagedLog::write_format(EventHeader header, Bytes body) {
  Cursor<NoTrace> in(body);
  const auto format = FormatDescriptionEvent::decode(in, DecodeContext());
  header.flags = static_cast<std::uint16_t>(header.flags & ~LOG_EVENT_BINLOG_IN_USE_F);
  // Where there can be an algorithm the event has a checksum of its own, whatever that is.
  put(header, body, format.checksum_alg.has_value());
  has_checksums_ = format.checksum_alg.value_or(ChecksumAlgorithm::kNone) != ChecksumAlgorithm::kNone;
}

void SalvagedLog::put(EventHeader header, Bytes body, bool with_checksum) {
  if (size_ == 0) {
    out_.append(kBinlogMagic);
    size_ = kBinlogMagic.size();
  }
  const std::size_t event_size = kEventHeaderSize + body.size() + (with_checksum ? kChecksumSize : 0);
  header.event_size = static_cast<std::uint32_t>(event_size);
  size_ += event_size;
  ++events_;
  // 0 stands in events that have no place in a log of their server.
  if (header.log_pos != 0) header.log_pos = static_cast<std::uint32_t>(size_);
  const std::string head = encode(header);
  out_.append(head);
  out_.append(body);
  if (!with_checksum) return;
  std::uint32_t checksum = libdeflate_crc32(0, head.data(), head.size());
  checksum = libdeflate_crc32(checksum, body.data(), body.size());
  std::string tail;
  append_le(tail, checksum, kChecksumSize);
  out_.append(tail);
}

}  // namespace binlogdump
