#include "printers/event_text.h"

#include <fmt/format.h>

#include <bit>

#include "binlogdump/collation.h"
#include "binlogdump/values/decimal.h"
#include "printers/row_text.h"

namespace binlogdump {

namespace {

/// Precision and scale, before the digits of a decimal.
constexpr std::size_t kDecimalHeadSize = 2;

/// What is wrong with the value; empty if nothing is.
std::string_view user_value_fault(const UserVarEvent& variable) {
  const Bytes val = variable.val;
  switch (variable.value_type) {
    case UserVarEvent::kString:
      return {};
    case UserVarEvent::kReal:
    case UserVarEvent::kInt:
      return val.size() == sizeof(std::uint64_t) ? std::string_view{} : "not 8 bytes";
    default:
      break;
  }
  if (val.size() < kDecimalHeadSize) return "too short for a decimal";
  const std::size_t size = decimal_size(load_u8(&val[0]), load_u8(&val[1]));
  return val.size() - kDecimalHeadSize < size ? "too short for its precision" : std::string_view{};
}

void append_user_string(TextBuffer& out, const UserVarEvent& variable, std::string_view collation_quote) {
  const Collation* collation = find_collation(variable.charset_number);
  if (collation == nullptr) return out.append("???");
  out.append('_');
  out.append(collation->charset);
  out.append(' ');
  append_hex_constant(out, variable.val);
  out.append(" COLLATE ");
  out.append(collation_quote);
  out.append(collation->name);
  out.append(collation_quote);
}

}  // namespace

std::string type_name(std::uint8_t type_code) {
  const std::string_view name = event_type_name(type_code);
  return name.empty() ? fmt::format("event type {}", type_code) : std::string(name);
}

void append_xid(TextBuffer& out, const XaPrepareLogEvent& prepare) {
  for (const Bytes part : {prepare.gtrid, prepare.bqual}) {
    out.append("X'");
    for (const char c : part) out.append_hex(load_u8(&c), 2);
    out.append("',");
  }
  out.append_number(prepare.format_id);
}

void check_user_value(const EventView& event, const UserVarEvent& variable) {
  if (variable.is_null != 0) return;
  if (variable.value_type > UserVarEvent::kDecimal || variable.value_type == UserVarEvent::kRow) {
    throw DecodeError(event.body_begin, "type", fmt::format("{} is not a type of user variables", variable.value_type));
  }
  const std::string_view fault = user_value_fault(variable);
  if (!fault.empty()) throw DecodeError(event.body_begin, "val", fault);
}

void append_user_value(TextBuffer& out, const UserVarEvent& variable, const UserValueStyle& style) {
  if (variable.is_null != 0) return out.append("NULL");
  const char* at = variable.val.data();
  switch (variable.value_type) {
    case UserVarEvent::kReal:
      return style.append_real(out, std::bit_cast<double>(load_u64(at)));
    case UserVarEvent::kInt:
      if ((variable.flags & UserVarEvent::kUnsignedFlag) != 0) return out.append_number(load_u64(at));
      return out.append_number(static_cast<std::int64_t>(load_u64(at)));
    case UserVarEvent::kDecimal:
      if (!append_decimal(out, at + kDecimalHeadSize, load_u8(at), load_u8(at + 1))) out.append('0');
      return;
    default:
      return append_user_string(out, variable, style.collation_quote);
  }
}

}  // namespace binlogdump
