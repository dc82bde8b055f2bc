#pragma once
// From an event's bytes to its decoded struct or its field tape.

#include <optional>
#include <utility>

#include "binlogdump/all_events.h"
#include "binlogdump/context.h"
#include "binlogdump/cursor.h"
#include "binlogdump/event_header.h"
#include "binlogdump/row_selection.h"

namespace binlogdump {

/// One event's bytes, complete, with its header decoded. A view: lives as long as the reader's buffer holds it.
struct EventView {
  EventHeader header;
  Bytes bytes;                 ///< Header, body, checksum: header.event_size bytes.
  std::uint64_t position = 0;  ///< Offset in the file; for an event of a payload, in the decompressed payload.
  std::size_t body_begin = kEventHeaderSize;    ///< Bytes of the common header, extra header bytes included.
  std::size_t body_end = 0;                     ///< Where the checksum begins, or the event ends.
  bool checksum_verified = false;               ///< It has been looked at already, if there is one.
  bool checksum_failed = false;                 ///< Set by whoever verified it.
  const RowSelection* selected_rows = nullptr;  ///< Of a row event: the rows to show; nullptr: all.

  Bytes body() const { return bytes.substr(body_begin, body_end - body_begin); }
  bool has_checksum() const { return body_end != bytes.size(); }
  /// Only if has_checksum().
  std::uint32_t stored_checksum() const { return load_u32(bytes.data() + body_end); }
};

/// What the newest FORMAT_DESCRIPTION_EVENT says of the outer form of the events after it.
struct Framing {
  std::uint8_t common_header_len = kEventHeaderSize;
  bool has_checksum = false;

  static Framing of(const FormatDescription& format) {
    return {.common_header_len = format.common_header_len, .has_checksum = format.events_have_checksum()};
  }
};

/// The common header at the beginning of an event, of which there must be kEventHeaderSize bytes.
inline EventHeader decode_header(const char* event) {
  Cursor<NoTrace> in(Bytes(event, kEventHeaderSize));
  return EventHeader::decode(in);
}

namespace detail {
/// A FORMAT_DESCRIPTION_EVENT says itself, by its server version, whether it ends in a checksum.
bool description_has_checksum(Bytes event);
[[noreturn]] void fail_short_event(const EventView& event);
}  // namespace detail

/// Finds where body and checksum of a complete event lie, as `framing` (or the event itself, if it is a
/// FORMAT_DESCRIPTION_EVENT) says. `event` has its header, bytes and position, and nothing else. Throws DecodeError if
/// the event is too short for what it must have.
inline void find_body(EventView& event, const Framing& framing) {
  const EventType type = event.header.type();
  bool has_checksum = framing.has_checksum;
  event.body_begin = framing.common_header_len;
  // These two keep the header of version 4.0, so that any reader can find the others' header length.
  if (type == EventType::FORMAT_DESCRIPTION_EVENT || type == EventType::ROTATE_EVENT) [[unlikely]] {
    event.body_begin = kEventHeaderSize;
    if (type == EventType::FORMAT_DESCRIPTION_EVENT) has_checksum = detail::description_has_checksum(event.bytes);
  }
  const std::size_t checksum_size = has_checksum ? kChecksumSize : 0;
  if (event.body_begin + checksum_size > event.bytes.size()) [[unlikely]]
    detail::fail_short_event(event);
  event.body_end = event.bytes.size() - checksum_size;
}

/// An event's view; throws as find_body().
inline EventView make_event_view(Bytes event, std::uint64_t position, const Framing& framing) {
  Cursor<NoTrace> in(event);
  EventView view{.header = EventHeader::decode(in), .bytes = event, .position = position};
  find_body(view, framing);
  return view;
}

/// CRC32 of the event as its writer computed it: the in-use flag of a FORMAT_DESCRIPTION_EVENT counts as clear.
std::uint32_t compute_checksum(const EventView& event);

/// Calls f.template operator()<Struct>() with the struct of the type code, UnknownEvent for codes not in events.def.
template <class F>
[[gnu::always_inline]] inline decltype(auto) with_event_struct(std::uint8_t type_code, F&& f) {
  switch (type_code) {
#define EVENT(code, name, type) \
  case code:                    \
    return f.template operator()<type>();
#include "binlogdump/events.def"
#undef EVENT
    default:
      return f.template operator()<UnknownEvent>();
  }
}

/// Decodes the body as Struct. Throws DecodeError; offsets count from the start of the event.
template <class Struct>
Struct decode_as(const EventView& event, const DecodeContext& context) {
  Cursor<NoTrace> in(event.bytes, event.body_begin, event.body_end);
  return Struct::decode(in, context);
}

/// The field tape of a whole event: header, body, checksum. Complete in any case: what no decoder knows is labelled
/// unparsed, and what follows an error undecoded.
struct TracedEvent {
  FieldTape tape;
  std::optional<DecodeError> error;
};
TracedEvent trace_event(const EventView& event, const DecodeContext& context);

/// The same in bounded memory: appends to `tape`, and `rows` may clear it between the rows of a row event. Returns the
/// error.
std::optional<DecodeError> trace_event(const EventView& event, const DecodeContext& context, FieldTape& tape,
                                       RowSink& rows);
/// The same without the fields of the common header.
std::optional<DecodeError> trace_behind_header(const EventView& event, const DecodeContext& context, FieldTape& tape,
                                               RowSink& rows);

}  // namespace binlogdump
