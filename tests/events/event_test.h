#pragma once
// What the tests of events share. An event's body is written as hex digits; offsets count from its first byte, as in
// the tables of the format's documentation.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <optional>
#include <set>
#include <string>
#include <type_traits>

#include "binlogdump/decode.h"
#include "binlogdump/table_map.h"
#include "tape_text.h"
#include "values/value_test.h"

namespace binlogdump {

/// Hex digits of a text, to be joined with other hex digits.
inline std::string text(std::string_view characters) {
  std::string digits;
  for (char c : characters) digits += fmt::format("{:02x}", load_u8(&c));
  return digits;
}

/// Hex digits of a little-endian number in `size` bytes, of which there may be more than eight.
inline std::string number(std::uint64_t value, std::size_t size) {
  std::string digits;
  for (std::size_t i = 0; i < size; ++i) {
    digits += fmt::format("{:02x}", value & 0xff);
    value >>= 8;
  }
  return digits;
}

/// The first `size` bytes.
inline std::string cut(std::string_view hex, std::size_t size) {
  return text(std::string_view(from_hex(hex)).substr(0, size));
}

inline std::string error_text(const DecodeError& error) {
  return fmt::format("{} {}: {}", error.offset(), error.field(), error.reason());
}

class EventTest : public testing::Test {
 protected:
  /// As after the FORMAT_DESCRIPTION_EVENT of a server whose post-header lengths are the usual ones.
  DecodeContext context;

  void post_header_length(EventType type, std::uint8_t length) {
    context.format.post_header_len[static_cast<std::uint8_t>(type)] = length;
  }

  /// Bytes that live as long as the test, with nothing around them that could be read by mistake.
  Bytes keep(std::string_view hex) { return kept_.emplace_back(from_hex(hex)); }

  /// The decoded event; fails the test if the body is damaged. Rows are only looked at by trace() and rows().
  template <class Event>
  Event decode(std::string_view hex) {
    Attempt<Event> attempt = try_decode<Event>(keep(hex));
    EXPECT_TRUE(attempt.event) << hex << ": " << error_text(*attempt.error);
    return attempt.event.value_or(Event{});
  }

  /// The field tape as text, beginning with a line break, and last "! " and the error if there is one.
  template <class Event>
  std::string trace(std::string_view hex) {
    const Bytes body = keep(hex);
    const Attempt<Event> attempt = try_decode<Event>(body);
    if (!attempt.error) return "\n" + tape_text(attempt.tape, body);
    return "\n" + tape_text(attempt.tape, body) + "! " + error_text(*attempt.error) + "\n";
  }

  /// Offset, field and reason of the error; "" if the body decodes.
  template <class Event>
  std::string error(std::string_view hex) {
    const Attempt<Event> attempt = try_decode<Event>(keep(hex));
    return attempt.error ? error_text(*attempt.error) : "";
  }

  /// Cuts a sound body to every length, from nothing to all of it, and tells which lengths decode, such as
  /// "25, 42-48". The error of each other length must name a field of the event, not beyond the cut.
  template <class Event>
  std::string sound_lengths(std::string_view hex) {
    const Attempt<Event> whole = try_decode<Event>(keep(hex));
    EXPECT_FALSE(whole.error) << error_text(*whole.error);
    std::set<std::string_view> names;
    for (const Field& field : whole.tape) names.insert(field.name);
    const std::size_t size = from_hex(hex).size();
    std::vector<std::size_t> sound;
    for (std::size_t length = 0; length <= size; ++length) {
      const Attempt<Event> attempt = try_decode<Event>(keep(cut(hex, length)));
      if (!attempt.error) {
        sound.push_back(length);
      } else {
        EXPECT_THAT(names, testing::Contains(attempt.error->field())) << "cut to " << length;
        EXPECT_LE(attempt.error->offset(), length) << error_text(*attempt.error);
      }
    }
    return ranges_text(sound);
  }

  /// Takes a TABLE_MAP_EVENT's body.
  const TableMap& table(std::string_view hex) {
    const Bytes body = keep(hex);
    return context.add_table_map(body, 0, body.size());
  }

  /// What a printer is told of the rows, one line for each image: "- " or "+ " (before, after), then the present
  /// columns, counted from 1; "~" marks a partial JSON value. Ends in "! " and the error if there is one.
  template <class Event>
  std::string rows(std::string_view hex);

 private:
  template <class Event>
  struct Attempt {
    std::optional<Event> event;
    std::optional<DecodeError> error;
    FieldTape tape;
  };

  /// Decodes untraced and traced; expects that both agree and that the tape covers all bytes.
  template <class Event>
  Attempt<Event> try_decode(Bytes body) {
    Attempt<Event> plain = try_decode_with<Event, NoTrace>(body);
    Attempt<Event> traced = try_decode_with<Event, FieldTrace>(body);
    expect_labels_cover(traced.tape, 0, body.size());
    if (!traced.error) expect_groups_cover_their_fields(traced.tape);
    if (plain.event && traced.event) {
      EXPECT_TRUE(*plain.event == *traced.event) << "traced and untraced differ";
    }
    if (std::is_base_of_v<RowsEvent, Event>) {
      traced.event = plain.event;
    } else {
      EXPECT_EQ(plain.error, traced.error);
    }
    return traced;
  }

  template <class Event, class Trace>
  Attempt<Event> try_decode_with(Bytes body) {
    Attempt<Event> attempt;
    try {
      Cursor<Trace> in = make_cursor<Trace>(body, attempt.tape);
      attempt.event = Event::decode(in, context);
      if (!in.at_end()) in.unparsed_rest();
    } catch (const DecodeError& error) {
      attempt.error = error;
      attempt.event.reset();
      label_undecoded(attempt.tape, body.size());
    }
    return attempt;
  }

  template <class Trace>
  static Cursor<Trace> make_cursor(Bytes body, FieldTape& tape) {
    if constexpr (Trace::kTraces) {
      return Cursor<Trace>(body, Trace{.tape = &tape});
    } else {
      return Cursor<Trace>(body);
    }
  }

  static std::string ranges_text(const std::vector<std::size_t>& numbers) {
    std::string text;
    for (std::size_t i = 0; i < numbers.size();) {
      std::size_t last = i;
      while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
      text += text.empty() ? "" : ", ";
      text += last == i ? fmt::format("{}", numbers[i]) : fmt::format("{}-{}", numbers[i], numbers[last]);
      i = last + 1;
    }
    return text;
  }

  std::deque<ExactBytes> kept_;
};

/// Writes down the calls of for_each_row().
struct RowNotes {
  std::string text{"\n"};

  void begin_row() {}
  void begin_image(RowImage image) { text += image == RowImage::kBefore ? "-\n" : "+\n"; }
  void null(std::size_t column) { note(column, "=NULL"); }
  void begin_value(std::size_t) {}
  void value(std::size_t column, Bytes bytes, bool partial) { note(column, (partial ? "~" : "=") + bytes_text(bytes)); }
  void end_row() {}

 private:
  void note(std::size_t column, std::string_view what) {
    text.pop_back();
    text += fmt::format(" @{}{}\n", column + 1, what);
  }
};

/// The type code that events.def has for a struct.
template <class Event>
constexpr EventType event_type_of() {
#define EVENT(code, name, type) \
  if (std::is_same_v<type, Event>) return EventType::name;
#include "binlogdump/events.def"
#undef EVENT
  return EventType::UNKNOWN_EVENT;
}

template <class Event>
std::string EventTest::rows(std::string_view hex) {
  const Bytes body = keep(hex);
  RowNotes notes;
  try {
    Cursor<NoTrace> head(body);
    const Event event = Event::decode(head, context);
    const TableMap* map = context.table_map(event.table_id);
    if (map == nullptr) return notes.text + "no table map\n";
    Cursor<NoTrace> in(body, body.size() - event.rows.size(), body.size());
    for_each_row(in, event, *map, RowsEvent::kind_of(event_type_of<Event>()), notes);
  } catch (const DecodeError& error) {
    notes.text += "! " + error_text(error) + "\n";
  }
  return notes.text;
}

}  // namespace binlogdump
