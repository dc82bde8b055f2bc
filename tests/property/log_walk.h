#pragma once
// Walks the events of a log as the program does, but gives each event an allocation of exactly its size, so that a
// sanitizer notices every read beyond it.

#include <cstdint>
#include <optional>

#include "binlogdump/decode.h"
#include "binlogdump/payload_reader.h"
#include "binlogdump/reader.h"
#include "values/value_test.h"

namespace binlogdump::test {

/// What takes long to make and is good for any number of walks.
struct WalkBuffers {
  EventReader reader;
  PayloadReader payload_reader;
};

struct WalkResult {
  enum class End : std::uint8_t {
    kComplete,  ///< The last event ends where the log ends.
    kCut,       ///< The chain of events broke.
    kNoLog,     ///< The first bytes are not those of a binary log.
    kStopped,   ///< By the visitor.
  };
  End end = End::kComplete;
  std::uint64_t position = 0;  ///< Where the next event would begin.
  std::uint64_t events = 0;    ///< In the log itself.
  std::uint64_t bytes = 0;     ///< Of all events, also those inside payloads.
};

/// Thrown by a visitor to end a walk.
struct StopWalk {};

/// Visitor has these members:
///   event(view, context)                    each event, also those inside a payload, before the context takes it in
///   begin_payload(view, payload, context)   before the inner events of a payload event, which event() has got, too
///   end_payload()                           after them, if all could be read
///   fault(view, context, error)             the payload event's inner events can't be read, or no further
template <class Visitor>
class LogWalk {
 public:
  LogWalk(WalkBuffers& buffers, Visitor& visitor) : buffers_(buffers), visitor_(visitor) {}

  WalkResult run(Bytes log) {
    MemorySource source(log);
    buffers_.reader.open(source);
    try {
      buffers_.reader.read_magic();
      while (const std::optional<EventView> event = buffers_.reader.next(Framing::of(context_.format))) {
        ++result_.events;
        visit(*event);
      }
      result_.end = WalkResult::End::kComplete;
    } catch (const InputError&) {
      result_.end = WalkResult::End::kNoLog;
    } catch (const FrameError&) {
      result_.end = WalkResult::End::kCut;
    } catch (const StopWalk&) {
      result_.end = WalkResult::End::kStopped;
    }
    result_.position = buffers_.reader.position();
    return result_;
  }

 private:
  void visit(const EventView& event) {
    const ExactBytes bytes(event.bytes);
    EventView view = event;
    view.bytes = bytes;
    result_.bytes += view.bytes.size();
    visitor_.event(view, context_);
    try {
      take_in(view);
    } catch (const DecodeError& error) {
      if (view.header.type() == EventType::TRANSACTION_PAYLOAD_EVENT) visitor_.fault(view, context_, error);
    }
  }

  void take_in(const EventView& event) {
    switch (event.header.type()) {
      case EventType::FORMAT_DESCRIPTION_EVENT:
        context_.format = FormatDescription(decode_as<FormatDescriptionEvent>(event, context_));
        context_.clear_table_maps();
        break;
      case EventType::TABLE_MAP_EVENT:
        context_.add_table_map(event.bytes, event.body_begin, event.body_end);
        break;
      case EventType::TRANSACTION_PAYLOAD_EVENT:
        visit_inner(event);
        break;
      default:
        break;
    }
  }

  void visit_inner(const EventView& event) {
    const auto payload = decode_as<TransactionPayloadEvent>(event, context_);
    buffers_.payload_reader.open(payload);
    visitor_.begin_payload(event, payload, context_);
    const std::uint8_t header_size = context_.format.common_header_len;
    try {
      while (const std::optional<EventView> inner = buffers_.payload_reader.next(header_size)) {
        if (inner->header.type() == EventType::TRANSACTION_PAYLOAD_EVENT) {
          throw DecodeError(event.body_end, "payload", "holds another payload");
        }
        if (inner->header.type() == EventType::FORMAT_DESCRIPTION_EVENT) continue;
        visit(buffers_.payload_reader.as_logged(*inner, event));
      }
    } catch (const FrameError& error) {
      throw DecodeError(event.body_end, "payload", error.what());
    }
    visitor_.end_payload();
  }

  WalkBuffers& buffers_;
  Visitor& visitor_;
  DecodeContext context_;
  WalkResult result_;
};

}  // namespace binlogdump::test
