#include "binlogdump/decode.h"

#include <libdeflate.h>

#include <string>

namespace binlogdump {

bool detail::description_has_checksum(Bytes event) {
  constexpr std::size_t kVersionOffset = kEventHeaderSize + 2;
  if (event.size() < kVersionOffset + FormatDescriptionEvent::kServerVersionSize) return false;
  const Bytes padded = event.substr(kVersionOffset, FormatDescriptionEvent::kServerVersionSize);
  // The server ends the text at the field's last byte, whatever it holds.
  const Bytes version = padded.substr(0, FormatDescriptionEvent::kServerVersionSize - 1);
  return FormatDescriptionEvent::has_checksum_alg(version.substr(0, version.find('\0')));
}

void detail::fail_short_event(const EventView& event) {
  if (event.body_begin > event.bytes.size()) {
    throw DecodeError(kEventHeaderSize, "common_header", "event ends inside its header");
  }
  throw DecodeError(event.body_begin, "checksum", "event ends inside its checksum");
}

namespace {

/// `from`: 0, or behind the common header.
void trace_fields(const EventView& event, const DecodeContext& context, FieldTrace trace, std::size_t from) {
  Cursor<FieldTrace> in(event.bytes, from, event.body_end, trace);
  if (from == 0) EventHeader::decode(in);
  if (event.body_begin > kEventHeaderSize) in.unparsed(event.body_begin - kEventHeaderSize);
  with_event_struct(event.header.type_code, [&]<class Struct>() { Struct::decode(in, context); });
  if (!in.at_end()) in.unparsed_rest();
}

std::optional<DecodeError> trace(const EventView& event, const DecodeContext& context, FieldTrace trace,
                                 std::size_t from) {
  std::optional<DecodeError> error;
  try {
    trace_fields(event, context, trace, from);
  } catch (const DecodeError& fault) {
    error = fault;
    // All before the fault has labels, be they on the tape still or not.
    label_undecoded(*trace.tape, event.body_end, fault.offset());
  }
  if (event.has_checksum()) {
    Cursor<FieldTrace> in(event.bytes, event.body_end, event.bytes.size(), trace);
    in.u32("checksum");
  }
  return error;
}

}  // namespace

std::uint32_t compute_checksum(const EventView& event) {
  const Bytes covered = event.bytes.substr(0, event.body_end);
  if (event.header.type() != EventType::FORMAT_DESCRIPTION_EVENT ||
      (event.header.flags & LOG_EVENT_BINLOG_IN_USE_F) == 0) {
    return libdeflate_crc32(0, covered.data(), covered.size());
  }
  const std::uint32_t before = libdeflate_crc32(0, covered.data(), EventHeader::kFlagsOffset);
  const char flags = static_cast<char>(load_u8(&covered[EventHeader::kFlagsOffset]) & ~LOG_EVENT_BINLOG_IN_USE_F);
  const std::uint32_t with_flags = libdeflate_crc32(before, &flags, 1);
  return libdeflate_crc32(with_flags, covered.data() + EventHeader::kFlagsOffset + 1,
                          covered.size() - EventHeader::kFlagsOffset - 1);
}

TracedEvent trace_event(const EventView& event, const DecodeContext& context) {
  TracedEvent traced;
  traced.error = trace(event, context, {.tape = &traced.tape}, 0);
  return traced;
}

std::optional<DecodeError> trace_event(const EventView& event, const DecodeContext& context, FieldTape& tape,
                                       RowSink& rows) {
  return trace(event, context, {.tape = &tape, .rows = &rows}, 0);
}

std::optional<DecodeError> trace_behind_header(const EventView& event, const DecodeContext& context, FieldTape& tape,
                                               RowSink& rows) {
  return trace(event, context, {.tape = &tape, .rows = &rows}, kEventHeaderSize);
}

}  // namespace binlogdump
