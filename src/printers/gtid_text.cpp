#include "printers/gtid_text.h"

#include <algorithm>

namespace binlogdump {

namespace {

/// Tags are 1 to 32 of a-z, 0-9 and _, not beginning with a digit; empty means no tag.
bool is_tag(Bytes tag) {
  constexpr std::size_t kMaxTag = 32;
  if (tag.empty()) return true;
  if (tag.size() > kMaxTag || (tag[0] >= '0' && tag[0] <= '9')) return false;
  return std::all_of(tag.begin(), tag.end(),
                     [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

/// Intervals must rise, with a gap between them.
bool are_intervals(const EncodedGtidSet::Entry& entry) {
  std::int64_t last_end = 0;
  for (std::size_t i = 0; i < entry.interval_count(); ++i) {
    if (entry.first(i) <= last_end || entry.first(i) >= entry.end(i)) return false;
    last_end = entry.end(i);
  }
  return true;
}

void append_intervals(TextBuffer& out, const EncodedGtidSet::Entry& entry) {
  for (std::size_t i = 0; i < entry.interval_count(); ++i) {
    out.append(':');
    out.append_number(entry.first(i));
    if (entry.end(i) - entry.first(i) == 1) continue;
    out.append('-');
    out.append_number(entry.end(i) - 1);
  }
}

}  // namespace

void append_gtid(TextBuffer& out, Bytes uuid, Bytes tag, std::int64_t gno) {
  append_uuid(out, uuid);
  out.append(':');
  if (!tag.empty()) {
    out.append(tag);
    out.append(':');
  }
  out.append_number(gno);
}

bool append_gtid_set(TextBuffer& out, const EncodedGtidSet& set, std::string_view separator) {
  std::vector<EncodedGtidSet::Entry> entries;
  for (const EncodedGtidSet::Entry& entry : set.entries) {
    if (!is_tag(entry.tag) || !are_intervals(entry)) return false;
    if (entry.interval_count() != 0) entries.push_back(entry);
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const auto& a, const auto& b) { return a.uuid != b.uuid ? a.uuid < b.uuid : a.tag < b.tag; });
  Bytes uuid;
  Bytes tag;
  for (const EncodedGtidSet::Entry& entry : entries) {
    if (entry.uuid != uuid) {
      if (!uuid.empty()) out.append(separator);
      append_uuid(out, entry.uuid);
      tag = {};
    }
    if (entry.tag != tag) {
      out.append(':');
      out.append(entry.tag);
    }
    append_intervals(out, entry);
    uuid = entry.uuid;
    tag = entry.tag;
  }
  return true;
}

bool append_gtid_set_comment(TextBuffer& out, const EncodedGtidSet& set) {
  TextBuffer text(nullptr, 256);
  if (!append_gtid_set(text, set, ",\n# ")) return false;
  out.append("# ");
  out.append(text.size() == 0 ? "[empty]" : text.view());
  return true;
}

}  // namespace binlogdump
