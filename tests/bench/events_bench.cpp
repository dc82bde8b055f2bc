// Decoding of each event type that testdata has, from the bytes of all its logs: untraced, as the printers decode, and
// with the field tape. Row events are walked to the last column in both.

#include <map>
#include <string>
#include <type_traits>

#include "bench/bench.h"
#include "bench/captured.h"

namespace binlogdump::bench {

namespace {

using Events = std::vector<CapturedEvent>;

const std::map<std::uint8_t, Events>& events_by_type() {
  static const auto loaded = [] {
    std::map<std::uint8_t, Events> by_type;
    std::vector<std::string> names = log_names();
    names.push_back("mariadb/types_temporal_old.000001");  // Row events of version 1.
    for (const std::string& name : names) {
      for (CapturedEvent& event : captured_events(name)) {
        by_type[event.view.header.type_code].push_back(std::move(event));
      }
    }
    return by_type;
  }();
  return loaded;
}

/// Times `work(event)` for all events of a type, one after the other.
template <class Work>
void register_events(const std::string& name, const Events& events, Work work) {
  std::size_t bytes = 0;
  for (const CapturedEvent& event : events) bytes += event.view.bytes.size();
  benchmark::RegisterBenchmark(name.c_str(), [&events, bytes, work](benchmark::State& state) mutable {
    for ([[maybe_unused]] auto _ : state) {
      for (const CapturedEvent& event : events) work(event);
    }
    report(state, events.size(), bytes);
  });
}

template <class Struct>
void decode_untraced(const CapturedEvent& event) {
  const auto decoded = decode_as<Struct>(event.view, *event.context);
  benchmark::DoNotOptimize(&decoded);
  if constexpr (std::is_base_of_v<RowsEvent, Struct>) {
    detail::IgnoreRows ignore;
    visit_rows(event, decoded, ignore);
  }
}

template <class Struct>
void decode_traced(const CapturedEvent& event, FieldTape& tape) {
  tape.clear();
  const EventView& view = event.view;
  Cursor<FieldTrace> in(view.bytes, view.body_begin, view.body_end, FieldTrace{.tape = &tape});
  const auto decoded = Struct::decode(in, *event.context);
  benchmark::DoNotOptimize(&decoded);
  benchmark::DoNotOptimize(tape.data());
}

void decompress(const CapturedEvent& event, PayloadReader& reader) {
  const auto payload = decode_as<TransactionPayloadEvent>(event.view, *event.context);
  reader.open(payload);
  while (const auto inner = reader.next(event.context->format.common_header_len)) {
    benchmark::DoNotOptimize(inner->bytes.data());
  }
}

}  // namespace

void register_event_benchmarks() {
  for (const auto& [code, events] : events_by_type()) {
    if (event_type_name(code).empty()) continue;  // No decoder.
    const std::string name = "events/" + std::string(event_type_name(code));
    with_event_struct(code, [&name, &all = events]<class Struct>() {
      register_events(name + "/NoTrace", all, decode_untraced<Struct>);
      register_events(name + "/FieldTrace", all,
                      [tape = FieldTape()](const CapturedEvent& event) mutable { decode_traced<Struct>(event, tape); });
    });
  }
  constexpr auto kPayload = static_cast<std::uint8_t>(EventType::TRANSACTION_PAYLOAD_EVENT);
  register_events(
      "events/TRANSACTION_PAYLOAD_EVENT/inner_events", events_by_type().at(kPayload),
      [reader = std::make_shared<PayloadReader>()](const CapturedEvent& event) { decompress(event, *reader); });
}

}  // namespace binlogdump::bench
