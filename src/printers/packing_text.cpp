#include "printers/packing_text.h"

#include "binlogdump/values/temporal.h"

namespace binlogdump {

namespace {

/// ", then 5000 / 10000 s" of a fraction in `size` bytes.
void append_fraction(TextBuffer& out, const char* at, std::size_t size) {
  static constexpr std::string_view kUnits[] = {"", " / 100 s", " / 10000 s", " / 1000000 s"};
  if (size == 0 || size >= std::size(kUnits)) return;
  out.append(", then ");
  out.append_number(load_be(at, size));
  out.append(kUnits[size]);
}

/// "16 << 12 | "
void append_part(TextBuffer& out, std::uint64_t value, std::size_t shift) {
  out.append_number(value);
  out.append(" << ");
  out.append_number(shift);
  out.append(" | ");
}

void append_datetime2(TextBuffer& out, Bytes bytes) {
  constexpr std::uint64_t kBias = 0x8000000000;
  constexpr std::size_t kWholeSize = 5;
  const std::uint64_t stored = load_be(bytes.data(), kWholeSize);
  if (stored < kBias) return;
  const std::uint64_t value = stored - kBias;
  const std::uint64_t year_month = value >> 22;
  out.append("  0x8000000000 + ((");
  out.append_number(year_month / 13);
  out.append(" * 13 + ");
  out.append_number(year_month % 13);
  out.append(") << 22 | ");
  append_part(out, value >> 17 & 31, 17);
  append_part(out, value >> 12 & 31, 12);
  append_part(out, value >> 6 & 63, 6);
  out.append_number(value & 63);
  out.append(')');
  append_fraction(out, bytes.data() + kWholeSize, bytes.size() - kWholeSize);
}

/// The sign is that of the whole number, fraction included.
void append_time2(TextBuffer& out, Bytes bytes) {
  constexpr std::size_t kWholeSize = 3;
  if (bytes.size() > time2_size(6)) return;
  const std::size_t fraction_bits = 8 * (bytes.size() - kWholeSize);
  const std::uint64_t bias = std::uint64_t{0x800000} << fraction_bits;
  const std::uint64_t stored = load_be(bytes.data(), bytes.size());
  const bool negative = stored < bias;
  const std::uint64_t value = negative ? bias - stored : stored - bias;
  out.append("  0x");
  out.append_hex(bias);
  out.append(negative ? " - (" : " + (");
  append_part(out, value >> (12 + fraction_bits), 12 + fraction_bits);
  append_part(out, value >> (6 + fraction_bits) & 63, 6 + fraction_bits);
  const std::uint64_t second = value >> fraction_bits & 63;
  if (fraction_bits == 0) {
    out.append_number(second);
  } else {
    append_part(out, second, fraction_bits);
    out.append_number(value & ((std::uint64_t{1} << fraction_bits) - 1));
  }
  out.append(')');
}

void append_timestamp2(TextBuffer& out, Bytes bytes) {
  constexpr std::size_t kWholeSize = 4;
  out.append("  ");
  out.append_number(load_be(bytes.data(), kWholeSize));
  out.append(" s");
  append_fraction(out, bytes.data() + kWholeSize, bytes.size() - kWholeSize);
}

void append_packed_date(TextBuffer& out, Bytes bytes) {
  const std::uint32_t value = load_u24(bytes.data());
  out.append("  ");
  append_part(out, value >> 9, 9);
  append_part(out, value >> 5 & 15, 5);
  out.append_number(value & 31);
}

}  // namespace

void append_packing(TextBuffer& out, const Column& column, Bytes bytes) {
  switch (column.type) {
    case MYSQL_TYPE_DATE:
    case MYSQL_TYPE_NEWDATE:
      return append_packed_date(out, bytes);
    case MYSQL_TYPE_TIME2:
      return append_time2(out, bytes);
    case MYSQL_TYPE_DATETIME2:
      return append_datetime2(out, bytes);
    case MYSQL_TYPE_TIMESTAMP2:
      return append_timestamp2(out, bytes);
    case MYSQL_TYPE_TIMESTAMP:
    case MYSQL_TYPE_TIME:
    case MYSQL_TYPE_DATETIME:
      out.append("  the number ");
      return out.append_number(load_le(bytes.data(), bytes.size()));
    case MYSQL_TYPE_YEAR:
      if (bytes[0] == 0) return;
      out.append("  1900 + ");
      return out.append_number(load_u8(bytes.data()));
    default:
      return;
  }
}

}  // namespace binlogdump
