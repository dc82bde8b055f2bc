#pragma once
// JSON as it is written: commas, and what is still open.

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "binlogdump/text_buffer.h"
#include "binlogdump/time_text.h"

namespace binlogdump {

/// How integers beyond 2^53 are written, which many readers of JSON take for doubles and round.
enum class JsonIntegers : std::uint8_t { kNumbers, kStrings };

/// Most bytes of an integer.
inline constexpr std::size_t kJsonIntegerRoom = 24;

/// An integer, exact to 64 bits. Returns its end.
template <std::integral T>
char* write_json_integer(char* to, T value, JsonIntegers integers) {
  constexpr std::int64_t kMostExact = std::int64_t{1} << 53;
  const bool beyond = std::cmp_greater(value, kMostExact) || std::cmp_less(value, -kMostExact);
  const bool is_quoted = beyond && integers == JsonIntegers::kStrings;
  if (is_quoted) *to++ = '"';
  auto magnitude = static_cast<std::uint64_t>(value);
  if (std::cmp_less(value, 0)) {
    *to++ = '-';
    magnitude = ~magnitude + 1;
  }
  to = write_number(to, magnitude);
  if (is_quoted) *to++ = '"';
  return to;
}

template <std::integral T>
void append_json_integer(TextBuffer& out, T value, JsonIntegers integers) {
  out.commit(write_json_integer(out.reserve(kJsonIntegerRoom), value, integers));
}

/// Writes one line of JSON after the other. Knows what is open, so that it can be closed wherever the writing stops.
/// Names and texts given to it are ours: they need no escapes. What a log holds is appended to out(), as a whole value,
/// after key() or element().
class JsonWriter {
 public:
  JsonWriter(TextBuffer& out, JsonIntegers integers) : out_(out), integers_(integers) {}

  TextBuffer& out() { return out_; }
  JsonIntegers integers() const { return integers_; }

  void begin_object() { open('{', '}'); }
  void begin_array() { open('[', ']'); }
  /// Ends the innermost object or array.
  void end() {
    out_.append(closers_[--depth_]);
    is_first_ = false;
  }
  /// Ends objects and arrays until only `depth` of them are open.
  void end_to(std::size_t depth) {
    while (depth_ > depth) end();
  }
  std::size_t depth() const { return depth_; }
  void end_line() {
    char* to = out_.reserve(kMostDepth + 1);
    while (depth_ > 0) *to++ = closers_[--depth_];
    *to++ = '\n';
    out_.commit(to);
    is_first_ = true;
  }

  /// The name of a member; its value must follow. Inline, because the size of nearly every name is known then.
  [[gnu::always_inline]] void key(std::string_view name) {
    char* to = out_.reserve(name.size() + 4);
    *to = ',';
    if (!is_first_) ++to;
    is_first_ = false;
    *to++ = '"';
    std::memcpy(to, name.data(), name.size());
    to += name.size();
    *to++ = '"';
    *to++ = ':';
    out_.commit(to);
  }
  /// Before a value in an array.
  void element() { separate(); }

  template <std::integral T>
  void integer(T value) {
    append_json_integer(out_, value, integers_);
  }
  void text(std::string_view value) {
    char* const to = out_.reserve(value.size() + 2);
    *to = '"';
    std::memcpy(to + 1, value.data(), value.size());
    to[value.size() + 1] = '"';
    out_.commit(to + value.size() + 2);
  }
  void boolean(bool value) { out_.append(value ? std::string_view("true") : std::string_view("false")); }

  template <std::integral T>
  [[gnu::always_inline]] void member(std::string_view name, T value) {
    key(name);
    integer(value);
  }
  void member(std::string_view name, bool value) {
    key(name);
    boolean(value);
  }
  void member(std::string_view name, std::string_view value) {
    key(name);
    text(value);
  }
  void member(std::string_view name, const char* value) { member(name, std::string_view(value)); }

  /// What was appended to out() by itself: an object that is open, with members in it.
  void adopt_object() {
    push('}');
    is_first_ = false;
  }
  /// The same of an object and one in it, which has no members yet.
  void adopt_body() {
    push('}');
    push('}');
    is_first_ = true;
  }
  /// A member of the innermost object, or several.
  void adopt_member() { is_first_ = false; }

 private:
  void open(char opener, char closer) {
    out_.append(opener);
    push(closer);
    is_first_ = true;
  }
  void push(char closer) {
    if (depth_ == kMostDepth) throw std::length_error("JSON is too deep");
    closers_[depth_++] = closer;
  }
  void separate() {
    if (!is_first_) out_.append(',');
    is_first_ = false;
  }

  TextBuffer& out_;
  JsonIntegers integers_;
  static constexpr std::size_t kMostDepth = 64;  // Of what the parts of events are written as, not of their values.

  std::array<char, kMostDepth> closers_;  ///< Of what is open.
  std::size_t depth_ = 0;
  bool is_first_ = true;
};

/// ShortPieces that are parts of JSON.
class JsonPieces : public ShortPieces {
 public:
  JsonPieces(JsonWriter& json, std::size_t most_bytes) : ShortPieces(json.out(), most_bytes), json_(json) {}

  template <std::integral T>
  void append_integer(T value) {
    commit(write_json_integer(end(), value, json_.integers()));
  }
  /// Microseconds since 1970, in the form of ISO 8601 if that has a year for it, else as a number.
  void append_instant(IsoTime& iso, std::uint64_t microseconds) {
    constexpr std::uint64_t kMicrosecondsPerSecond = 1'000'000;
    const std::uint64_t seconds = microseconds / kMicrosecondsPerSecond;
    if (seconds >= IsoTime::kEndOfSeconds) return append_integer(microseconds);
    append('"');
    commit(iso.write(end(), seconds, static_cast<std::uint32_t>(microseconds % kMicrosecondsPerSecond)));
    append('"');
  }

 private:
  JsonWriter& json_;
};

}  // namespace binlogdump
