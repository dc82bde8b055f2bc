#include "printers/user_var_text.h"

#include <fmt/format.h>

#include <bit>

#include "binlogdump/collation.h"
#include "binlogdump/values/decimal.h"
#include "binlogdump/values/floating.h"
#include "printers/readable_text.h"

namespace binlogdump {

bool append_user_value(TextBuffer& out, const UserVarEvent& variable) {
  constexpr std::size_t kDecimalHead = 2;
  const Bytes val = variable.val;
  if (variable.is_null != 0) {
    out.append("NULL");
    return true;
  }
  switch (variable.value_type) {
    case UserVarEvent::kString: {
      const StringStyle style(variable.charset_number);
      style.append(out, val);
      if (const Collation* collation = find_collation(variable.charset_number)) {
        out.append(fmt::format(" COLLATE {}", collation->name));
      }
      return true;
    }
    case UserVarEvent::kReal:
      if (val.size() != sizeof(double)) break;
      append_double_shortest(out, std::bit_cast<double>(load_u64(val.data())));
      return true;
    case UserVarEvent::kInt:
      if (val.size() != sizeof(std::uint64_t)) break;
      if ((variable.flags & UserVarEvent::kUnsignedFlag) != 0) {
        out.append_number(load_u64(val.data()));
      } else {
        out.append_number(static_cast<std::int64_t>(load_u64(val.data())));
      }
      return true;
    case UserVarEvent::kDecimal: {
      if (val.size() < kDecimalHead) break;
      const int precision = load_u8(&val[0]);
      const int scale = load_u8(&val[1]);
      if (val.size() - kDecimalHead < decimal_size(precision, scale)) break;
      if (append_decimal(out, val.data() + kDecimalHead, precision, scale)) return true;
      break;
    }
    default:
      break;
  }
  append_hex_value(out, val);
  return false;
}

DecodeError no_user_value(const EventView& event, const UserVarEvent& variable) {
  const auto offset = static_cast<std::size_t>(variable.val.data() - event.bytes.data());
  return DecodeError(offset, "val", "no value of its type");
}

}  // namespace binlogdump
