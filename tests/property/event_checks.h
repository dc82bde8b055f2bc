#pragma once
// What must hold for every event, sound or damaged: each byte has one label, and tracing changes nothing. The functions
// return what is wrong, or an empty text.

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "binlogdump/decode.h"
#include "binlogdump/rows_event.h"

namespace binlogdump::test {

// --- labels

/// Fields other than groups must cover [0, size) in order, without gap or overlap.
inline std::string coverage_problem(const FieldTape& tape, std::size_t size) {
  std::size_t covered = 0;
  for (const Field& field : tape) {
    if (field.kind == FieldKind::kGroup) continue;
    if (field.offset != covered) {
      return fmt::format("field {} begins at {}, the one before ends at {}", field.name, field.offset, covered);
    }
    covered += field.size;
  }
  return covered == size ? "" : fmt::format("fields cover {} of {} bytes", covered, size);
}

/// A field of depth n lies within the last group of depth n - 1 before it, which must be there.
inline std::string nesting_problem(const FieldTape& tape) {
  std::vector<const Field*> groups;
  for (const Field& field : tape) {
    if (field.depth > groups.size())
      return fmt::format("field {} is in no group, at depth {}", field.name, field.depth);
    groups.resize(field.depth);
    if (!groups.empty()) {
      const Field& parent = *groups.back();
      if (field.offset < parent.offset || field.offset + field.size > parent.offset + parent.size) {
        return fmt::format("field {} [{}, {}) is not within its group {} [{}, {})", field.name, field.offset,
                           field.offset + field.size, parent.name, parent.offset, parent.offset + parent.size);
      }
    }
    if (field.kind == FieldKind::kGroup) groups.push_back(&field);
  }
  return "";
}

/// What follows a fault is labelled undecoded, from the fault on; without one there is no such label.
inline std::string fault_label_problem(const FieldTape& tape, const std::optional<DecodeError>& error,
                                       std::size_t body_end) {
  const Field* undecoded = nullptr;
  for (const Field& field : tape) {
    if (field.kind != FieldKind::kUndecoded) continue;
    if (undecoded != nullptr) return "two fields are labelled undecoded";
    undecoded = &field;
  }
  if (!error) return undecoded == nullptr ? "" : "there is an undecoded field, but no fault";
  const std::size_t begin = undecoded == nullptr ? body_end : undecoded->offset;
  if (begin == error->offset()) return "";
  return fmt::format("the fault is at {}, but {} bytes have labels", error->offset(), begin);
}

inline std::string tape_problem(const TracedEvent& traced, const EventView& event) {
  std::string problem = coverage_problem(traced.tape, event.bytes.size());
  if (problem.empty()) problem = nesting_problem(traced.tape);
  if (problem.empty()) problem = fault_label_problem(traced.tape, traced.error, event.body_end);
  return problem;
}

// --- traced and untraced

template <class Struct>
struct Decoded {
  std::optional<Struct> value;
  std::optional<DecodeError> error;
};

template <class Struct, class Trace>
Decoded<Struct> decode_with(Trace trace, const EventView& event, const DecodeContext& context) {
  Cursor<Trace> in(event.bytes, event.body_begin, event.body_end, trace);
  try {
    return {.value = Struct::decode(in, context), .error = std::nullopt};
  } catch (const DecodeError& error) {
    return {.value = std::nullopt, .error = error};
  }
}

inline std::string describe(const std::optional<DecodeError>& error) {
  return error ? fmt::format("\"{}\" at {}", error->what(), error->offset()) : "no fault";
}

inline std::string difference(const char* what, const std::optional<DecodeError>& untraced,
                              const std::optional<DecodeError>& traced) {
  if (untraced == traced) return "";
  return fmt::format("{}: untraced {}, traced {}", what, describe(untraced), describe(traced));
}

/// What for_each_row() did, one record for each call.
struct RowVisit {
  enum class Kind : std::uint8_t { kBeginRow, kBeginImage, kNull, kBeginValue, kValue, kEndRow };
  Kind kind;
  std::size_t column = 0;      ///< For an image: which one.
  const char* data = nullptr;  ///< A value's bytes are the same if they lie in the same place.
  std::size_t size = 0;
  bool partial_json = false;

  friend bool operator==(const RowVisit&, const RowVisit&) = default;
};

class RowRecorder {
 public:
  void begin_row() { visits_.push_back({.kind = RowVisit::Kind::kBeginRow}); }
  void begin_image(RowImage image) {
    visits_.push_back({.kind = RowVisit::Kind::kBeginImage, .column = static_cast<std::size_t>(image)});
  }
  void null(std::size_t i) { visits_.push_back({.kind = RowVisit::Kind::kNull, .column = i}); }
  void begin_value(std::size_t i) { visits_.push_back({.kind = RowVisit::Kind::kBeginValue, .column = i}); }
  void value(std::size_t i, Bytes bytes, bool partial_json) {
    visits_.push_back({.kind = RowVisit::Kind::kValue,
                       .column = i,
                       .data = bytes.data(),
                       .size = bytes.size(),
                       .partial_json = partial_json});
  }
  void end_row() { visits_.push_back({.kind = RowVisit::Kind::kEndRow}); }

  const std::vector<RowVisit>& visits() const { return visits_; }

 private:
  std::vector<RowVisit> visits_;
};

struct VisitedRows {
  std::vector<RowVisit> visits;
  std::optional<DecodeError> error;
};

template <class Trace>
VisitedRows visit_rows(Trace trace, const EventView& event, const RowsEvent& rows, const TableMap& table) {
  Cursor<Trace> in(event.bytes, event.body_end - rows.rows.size(), event.body_end, trace);
  RowRecorder recorder;
  VisitedRows visited;
  try {
    for_each_row(in, rows, table, RowsEvent::kind_of(event.header.type()), recorder);
  } catch (const DecodeError& error) {
    visited.error = error;
  }
  visited.visits = recorder.visits();
  return visited;
}

/// Values must lie in the event's rows, one behind the other.
inline std::string values_problem(const std::vector<RowVisit>& visits, Bytes rows) {
  const char* end = rows.data();
  for (const RowVisit& visit : visits) {
    if (visit.kind != RowVisit::Kind::kValue) continue;
    if (visit.data < end || visit.data + visit.size > rows.data() + rows.size()) {
      return fmt::format("a value of column {} lies outside of its row", visit.column);
    }
    end = visit.data + visit.size;
  }
  return "";
}

/// `error`: where the untraced reading of rows ended, if it did with a fault.
inline std::string rows_problem(const EventView& event, const RowsEvent& rows, const TableMap& table,
                                std::optional<DecodeError>& error) {
  FieldTape tape;
  const VisitedRows untraced = visit_rows(NoTrace{}, event, rows, table);
  const VisitedRows traced = visit_rows(FieldTrace{.tape = &tape}, event, rows, table);
  error = untraced.error;
  if (untraced.visits != traced.visits) return "traced and untraced cursors visit different columns";
  const std::string problem = difference("rows", untraced.error, traced.error);
  return problem.empty() ? values_problem(untraced.visits, rows.rows) : problem;
}

/// Decodes with and without a trace; `error` becomes the fault that trace_event() must have found.
template <class Struct>
std::string decoding_problem(const EventView& event, const DecodeContext& context, std::optional<DecodeError>& error) {
  FieldTape tape;
  constexpr bool kHasRows = std::is_base_of_v<RowsEvent, Struct>;
  const Decoded<Struct> untraced = decode_with<Struct>(NoTrace{}, event, context);
  // Only a traced cursor walks the rows, and only if it knows their table.
  DecodeContext without_maps;
  if constexpr (kHasRows) without_maps.format = context.format;
  const Decoded<Struct> traced =
      decode_with<Struct>(FieldTrace{.tape = &tape}, event, kHasRows ? without_maps : context);
  error = untraced.error;
  if (untraced.error != traced.error) return difference("decode", untraced.error, traced.error);
  if (untraced.value != traced.value) return "traced and untraced structs differ";
  if constexpr (kHasRows) {
    const TableMap* table = untraced.value ? context.table_map(untraced.value->table_id) : nullptr;
    if (table != nullptr) return rows_problem(event, *untraced.value, *table, error);
  }
  return "";
}

/// Everything above for one event.
inline std::string event_problem(const EventView& event, const DecodeContext& context) {
  std::optional<DecodeError> error;
  std::string problem = with_event_struct(
      event.header.type_code, [&]<class Struct>() { return decoding_problem<Struct>(event, context, error); });
  if (!problem.empty()) return problem;
  const TracedEvent traced = trace_event(event, context);
  problem = difference("event", error, traced.error);
  return problem.empty() ? tape_problem(traced, event) : problem;
}

}  // namespace binlogdump::test
