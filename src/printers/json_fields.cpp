#include "printers/json_fields.h"

#include <algorithm>

#include "printers/json_text.h"

namespace binlogdump {

void JsonFields::write(const FieldTape& tape, Bytes event) {
  tape_ = &tape;
  event_ = event;
  write_members(0, tape.size());
}

/// The fields in [begin, end) that have the depth of the first.
void JsonFields::write_members(std::size_t begin, std::size_t end) {
  if (end - begin == 1) return write_named(begin, end);  // Many events have one field.
  // There are few names, whatever the number of fields is.
  const std::size_t outer_names = names_.size();
  for (std::size_t i = begin; i < end; i = next(i, end)) {
    const std::string_view name = (*tape_)[i].name;
    const auto own_names = names_.begin() + static_cast<std::ptrdiff_t>(outer_names);
    if (std::find(own_names, names_.end(), name) != names_.end()) continue;
    names_.push_back(name);
    write_named(i, end);
  }
  names_.resize(outer_names);
}

/// The field behind `i` and what is inside of it.
std::size_t JsonFields::next(std::size_t i, std::size_t end) const {
  const std::uint16_t depth = (*tape_)[i].depth;
  for (++i; i < end && (*tape_)[i].depth > depth; ++i) {
  }
  return i;
}

/// Field `i`, together with those of the same name behind it.
void JsonFields::write_named(std::size_t i, std::size_t end) {
  const std::string_view name = (*tape_)[i].name;
  std::size_t other = next(i, end);
  while (other < end && (*tape_)[other].name != name) other = next(other, end);
  json_.key(name);
  if (other >= end) return write_value(i, next(i, end));
  json_.begin_array();
  for (; i < end; i = next(i, end)) {
    if ((*tape_)[i].name != name) continue;
    json_.element();
    write_value(i, next(i, end));
  }
  json_.end();
}

void JsonFields::write_value(std::size_t i, std::size_t end) {
  const Field& field = (*tape_)[i];
  const Bytes bytes = event_.substr(field.offset, field.size);
  switch (field.kind) {
    case FieldKind::kUnsigned:
      return json_.integer(field.value);
    case FieldKind::kSigned:
      return json_.integer(static_cast<std::int64_t>(field.value));
    case FieldKind::kBytes:
      return append_json_guess(json_.out(), bytes);
    case FieldKind::kGroup:
      json_.begin_object();
      write_members(i + 1, end);
      return json_.end();
    case FieldKind::kUnparsed:
    case FieldKind::kUndecoded:
      return append_json_base64(json_.out(), bytes);
  }
}

}  // namespace binlogdump
