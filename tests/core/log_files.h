#pragma once
// The captured logs of testdata.
//
// Compile definition: BINLOGDUMP_TESTDATA, path of the folder testdata.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "binlogdump/decode.h"
#include "binlogdump/payload_reader.h"
#include "binlogdump/reader.h"
#include "values/value_test.h"

namespace binlogdump {

inline std::string log_path(const std::string& name) {
  return std::string(BINLOGDUMP_TESTDATA) + "/" + name;
}

inline std::string log_bytes(const std::string& name) {
  std::ifstream in(log_path(name), std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Names of the captured logs, which end in a dot and six digits; without those that were cut.
inline std::vector<std::string> log_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(BINLOGDUMP_TESTDATA)) {
    const std::string suffix = entry.path().extension().string();
    const bool is_number = suffix.size() == 7 && suffix.find_first_not_of("0123456789", 1) == std::string::npos;
    const std::string name = entry.path().filename().string();
    if (is_number && !name.starts_with("file-cut-at-")) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

using EventVisitor = std::function<void(const EventView&, const DecodeContext&)>;

namespace detail {

inline void visit_event(const EventView& event, DecodeContext& context, PayloadReader& payloads,
                        const EventVisitor& visit) {
  // With nothing around it that could be read by mistake.
  const ExactBytes bytes(event.bytes);
  EventView view = event;
  view.bytes = bytes;
  visit(view, context);
  if (view.header.type() == EventType::FORMAT_DESCRIPTION_EVENT) {
    context.format = FormatDescription(decode_as<FormatDescriptionEvent>(view, context));
    context.clear_table_maps();
  } else if (view.header.type() == EventType::TABLE_MAP_EVENT) {
    context.add_table_map(view.bytes, view.body_begin, view.body_end);
  } else if (view.header.type() == EventType::TRANSACTION_PAYLOAD_EVENT) {
    const auto payload = decode_as<TransactionPayloadEvent>(view, context);
    payloads.open(payload);
    while (const std::optional<EventView> inner = payloads.next(context.format.common_header_len)) {
      visit_event(payloads.as_logged(*inner, view), context, payloads, visit);
    }
  }
}

}  // namespace detail

/// Visits all events of a log, also those inside of payloads, with the context that each is to be decoded in. Gives the
/// position where the log ends; throws FrameError where it is damaged.
inline std::uint64_t for_each_event(const std::string& log, const EventVisitor& visit) {
  MemorySource source(log);
  EventReader reader;
  reader.open(source);
  reader.read_magic();
  DecodeContext context;
  PayloadReader payloads;
  while (const std::optional<EventView> event = reader.next(Framing::of(context.format))) {
    detail::visit_event(*event, context, payloads, visit);
  }
  return reader.position();
}

}  // namespace binlogdump
