#include "pipeline/type_filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <initializer_list>

#include "binlogdump/ascii.h"

namespace binlogdump {

namespace {

/// Upper case, without `_EVENT` and `_LOG`, `-` as `_`.
std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char c : name) plain += c == '-' ? '_' : to_upper(c);
  for (const std::string_view part : {"_EVENT", "_LOG"}) {
    const std::size_t at = plain.find(part);
    const std::size_t end = at == std::string::npos ? 0 : at + part.size();
    if (at != std::string::npos && (end == plain.size() || plain[end] == '_')) plain.erase(at, part.size());
  }
  return plain;
}

struct Group {
  std::string_view name;
  std::initializer_list<EventType> types;
  std::initializer_list<StatementKind> kinds;
};

const Group kGroups[] = {
    {"INSERT",
     {EventType::WRITE_ROWS_EVENT, EventType::WRITE_ROWS_EVENT_V1, EventType::PRE_GA_WRITE_ROWS_EVENT},
     {StatementKind::kInsert}},
    {"UPDATE",
     {EventType::UPDATE_ROWS_EVENT, EventType::UPDATE_ROWS_EVENT_V1, EventType::PRE_GA_UPDATE_ROWS_EVENT,
      EventType::PARTIAL_UPDATE_ROWS_EVENT},
     {StatementKind::kUpdate}},
    {"DELETE",
     {EventType::DELETE_ROWS_EVENT, EventType::DELETE_ROWS_EVENT_V1, EventType::PRE_GA_DELETE_ROWS_EVENT},
     {StatementKind::kDelete}},
    {"DDL", {}, {StatementKind::kDdl}},
    {"TRANSACTION",
     {EventType::GTID_LOG_EVENT, EventType::ANONYMOUS_GTID_LOG_EVENT, EventType::GTID_TAGGED_LOG_EVENT,
      EventType::XID_EVENT, EventType::XA_PREPARE_LOG_EVENT},
     {StatementKind::kTransaction}},
};

}  // namespace

std::string TypeFilter::add(std::string_view names) {
  while (true) {
    const std::size_t end = names.find(',');
    const std::string name = plain_name(names.substr(0, end));
    if (!add_group(name) && !add_type(name)) {
      return fmt::format(
          "'{}' is neither the name of an event type, such as QUERY_EVENT, nor one of dml, ddl, insert, update, "
          "delete, transaction",
          names.substr(0, end));
    }
    if (end == names.npos) return {};
    names.remove_prefix(end + 1);
  }
}

bool TypeFilter::add_group(std::string_view name) {
  if (name == "DML") return add_group("INSERT") && add_group("UPDATE") && add_group("DELETE");
  for (const Group& group : kGroups) {
    if (group.name != name) continue;
    for (const EventType type : group.types) types_.set(static_cast<std::size_t>(type));
    for (const StatementKind kind : group.kinds) kinds_.set(static_cast<std::size_t>(kind));
    return true;
  }
  return false;
}

bool TypeFilter::add_type(std::string_view name) {
  std::uint8_t number = 0;
  const auto parsed = std::from_chars(name.data(), name.data() + name.size(), number);
  if (!name.empty() && parsed.ec == std::errc() && parsed.ptr == name.data() + name.size()) {
    types_.set(number);
    return true;
  }
  for (unsigned code = 0; code < types_.size(); ++code) {
    const std::string_view known = event_type_name(static_cast<std::uint8_t>(code));
    if (known.empty() || plain_name(known) != name) continue;
    types_.set(code);
    return true;
  }
  return false;
}

}  // namespace binlogdump
