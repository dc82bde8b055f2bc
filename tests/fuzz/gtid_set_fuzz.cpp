// A GTID set: behind a byte 0 as people write it, behind any other as PREVIOUS_GTIDS_LOG_EVENT holds it.

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "binlogdump/ascii.h"
#include "binlogdump/events/previous_gtids_log_event.h"
#include "binlogdump/gtid_set.h"
#include "fuzz/targets.h"
#include "values/value_test.h"

namespace binlogdump::test {

namespace {

/// What a set's text is read as again.
std::string text_problem(const GtidSet& set) {
  for (const char* separator : {",\n", ","}) {
    const std::string text = set.text(separator);
    if (text.empty() != set.empty()) return "empty and not empty";
    if (set.empty()) continue;
    if (!(GtidSet::parse(text) == set)) return "its text is read as another set: " + text;
  }
  return set.intervals_apart_from(set).empty() ? "" : "a set is apart from itself";
}

/// As servers have them; a damaged one can't be read back.
bool is_sound_tag(Bytes tag) {
  constexpr std::size_t kMost = 32;
  const auto is_start = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
  return tag.empty() || (tag.size() <= kMost && is_start(tag[0]) &&
                         std::all_of(tag.begin(), tag.end(), [&](char c) { return is_start(c) || is_digit(c); }));
}

GtidSet decoded_set(Bytes body) {
  GtidSet set;
  try {
    Cursor<NoTrace> in(body);
    EncodedGtidSet encoded = EncodedGtidSet::decode(in);
    std::erase_if(encoded.entries, [](const EncodedGtidSet::Entry& entry) { return !is_sound_tag(entry.tag); });
    set.add(encoded);
  } catch (const DecodeError&) {
  }
  return set;
}

GtidSet parsed_set(Bytes text) {
  try {
    return GtidSet::parse(text);
  } catch (const std::invalid_argument&) {
    return {};
  }
}

}  // namespace

std::string fuzz_gtid_set(Bytes input) {
  if (input.empty()) return "";
  const ExactBytes rest(input.substr(1));
  const GtidSet set = input[0] == '\0' ? parsed_set(rest) : decoded_set(rest);
  try {
    return text_problem(set);
  } catch (const std::invalid_argument& error) {
    return fmt::format("its text is refused: {}", error.what());
  }
}

}  // namespace binlogdump::test
