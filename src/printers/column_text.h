#pragma once
// Values of columns as people read them: what the printers that show rows have in common.

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>

#include "binlogdump/collation.h"
#include "binlogdump/table_map.h"
#include "binlogdump/time_text.h"
#include "binlogdump/values/bits.h"
#include "binlogdump/values/decimal.h"
#include "binlogdump/values/floating.h"
#include "binlogdump/values/geometry.h"
#include "binlogdump/values/json_binary.h"
#include "binlogdump/values/json_diff.h"
#include "binlogdump/values/temporal.h"
#include "printers/readable_text.h"

namespace binlogdump {

/// What is needed to write the values of one column: worked out once for a table.
struct ColumnStyle {
  ColumnStyle() = default;
  /// `index` from 0. Without `names`, or where the log has none, columns are @1, @2 ...
  ColumnStyle(const Column& column, std::size_t index, bool names) : strings(column.text_collation()) {
    TextBuffer visible(nullptr, 256);
    if (names && !column.name.empty()) {
      append_visible_identifier(visible, column.name);
    } else {
      visible.append('@');
      visible.append_number(index + 1);
    }
    name = visible.view();
    is_unsigned = column.is_unsigned.value_or(false);
    if (column.is_padded_binary()) pad_to = column.max_length;
    is_short = has_short_text(column);
  }

  std::string name;     ///< In backticks.
  StringStyle strings;  ///< Of string columns, and of the labels of ENUM and SET.
  bool is_unsigned = false;
  bool is_short = false;     ///< ColumnText::write_short() writes them.
  std::uint32_t pad_to = 0;  ///< BINARY(n): the bytes that the log leaves out.

 private:
  static bool has_short_text(const Column& column) {
    constexpr std::uint32_t kMostBitBytes = 8;
    static_assert(bits_room(kMostBitBytes) <= kTemporalRoom && kShortestRoom <= kTemporalRoom);
    switch (column.type) {
      case MYSQL_TYPE_TINY:
      case MYSQL_TYPE_SHORT:
      case MYSQL_TYPE_INT24:
      case MYSQL_TYPE_LONG:
      case MYSQL_TYPE_LONGLONG:
      case MYSQL_TYPE_NEWDECIMAL:
      case MYSQL_TYPE_DATE:
      case MYSQL_TYPE_NEWDATE:
      case MYSQL_TYPE_YEAR:
      case MYSQL_TYPE_FLOAT:
      case MYSQL_TYPE_DOUBLE:
        return true;
      case MYSQL_TYPE_BIT:
        return column.fixed_size <= kMostBitBytes;  // Damaged table maps may claim more.
      case MYSQL_TYPE_DATETIME2:
      case MYSQL_TYPE_TIME2:
        return column.fraction_digits() <= kMaxFractionDigits;
      default:
        return false;
    }
  }
};

/// Writes one value after the other. Inline: it is the inner loop of all text of rows.
class ColumnText {
 public:
  /// `local_timestamps`: TIMESTAMP values in the zone of TZ, not in UTC.
  ColumnText(TextBuffer& out, bool local_timestamps)
      : out_(out), scratch_(nullptr, 4096), local_timestamps_(local_timestamps) {}

  /// Appends a value that is not NULL. Returns why it is no value of its type, if so; then its bytes have been written
  /// in place of it.
  std::string_view append(const Column& column, const ColumnStyle& style, Bytes bytes, bool partial_json) {
    if (!style.is_short) return append_long(column, style, bytes, partial_json);
    char* const end = write_short(out_.reserve(kMostShort), column, style, bytes.data());
    if (end == nullptr) return append_undecoded(bytes, "no DECIMAL");
    out_.commit(end);
    return {};
  }

  /// Room that write_short() needs.
  static constexpr std::size_t kMostShort = kTemporalRoom + 2;

  /// The same for a column whose style is_short, where there is room: returns the text's end, or null if it is no
  /// value.
  [[gnu::always_inline]] static char* write_short(char* to, const Column& column, const ColumnStyle& style,
                                                  const char* at) {
    switch (column.type) {
      case MYSQL_TYPE_TINY:
        return write_integer(to, style, load_u8(at), static_cast<std::int8_t>(load_u8(at)));
      case MYSQL_TYPE_SHORT:
        return write_integer(to, style, load_u16(at), static_cast<std::int16_t>(load_u16(at)));
      case MYSQL_TYPE_INT24:
        return write_integer(to, style, load_u24(at), sign_extend_24(load_u24(at)));
      case MYSQL_TYPE_LONG:
        return write_integer(to, style, load_u32(at), static_cast<std::int32_t>(load_u32(at)));
      case MYSQL_TYPE_LONGLONG:
        return write_integer(to, style, load_u64(at), static_cast<std::int64_t>(load_u64(at)));
      case MYSQL_TYPE_NEWDECIMAL:
        return write_decimal(to, at, column.decimal_precision(), column.decimal_scale());
      case MYSQL_TYPE_FLOAT:
        return write_float_shortest(to, std::bit_cast<float>(load_u32(at)));
      case MYSQL_TYPE_DOUBLE:
        return write_double_shortest(to, std::bit_cast<double>(load_u64(at)));
      case MYSQL_TYPE_BIT:
        return write_bit(to, at, column.fixed_size, column.bit_count());
      case MYSQL_TYPE_YEAR:
        return write_year(to, load_u8(at));
      default:
        return write_temporal(to, column, at);
    }
  }

 private:
  static char* write_integer(char* to, const ColumnStyle& style, std::uint64_t as_unsigned, std::int64_t as_signed) {
    // A branch would often be foretold wrongly: a sign that is not wanted is written over.
    const bool negative = as_signed < 0 && !style.is_unsigned;
    *to = '-';
    return write_number(to + (negative ? 1 : 0), negative ? ~static_cast<std::uint64_t>(as_signed) + 1 : as_unsigned);
  }

  static char* write_year(char* to, std::uint8_t stored) {
    return stored == 0 ? write_4_digits(to, 0) : write_number(to, decode_year(stored));
  }

  static char* write_temporal(char* to, const Column& column, const char* at) {
    *to++ = '\'';
    if (column.type == MYSQL_TYPE_DATETIME2) {
      to = write_datetime2(to, at, column.fraction_digits());
    } else if (column.type == MYSQL_TYPE_TIME2) {
      to = write_time2(to, at, column.fraction_digits());
    } else {
      to = write_date(to, decode_date(at));
    }
    *to++ = '\'';
    return to;
  }

  std::string_view append_long(const Column& column, const ColumnStyle& style, Bytes bytes, bool partial_json) {
    const char* at = bytes.data();
    switch (column.type) {
      case MYSQL_TYPE_VARCHAR:
      case MYSQL_TYPE_VAR_STRING:
      case MYSQL_TYPE_STRING:
      case MYSQL_TYPE_TINY_BLOB:
      case MYSQL_TYPE_MEDIUM_BLOB:
      case MYSQL_TYPE_LONG_BLOB:
      case MYSQL_TYPE_BLOB:
        append_string(style, bytes);
        return {};
      case MYSQL_TYPE_BIT:
        append_bit(out_, at, bytes.size(), column.bit_count());
        return {};
      case MYSQL_TYPE_ENUM:
        append_enum(column, style, load_le(at, bytes.size()));
        return {};
      case MYSQL_TYPE_SET:
        append_set(column, style, load_le(at, bytes.size()));
        return {};
      case MYSQL_TYPE_JSON:
        return append_json(style, bytes, partial_json);
      case MYSQL_TYPE_GEOMETRY:
        return append_geometry_text(out_, bytes) ? std::string_view() : append_undecoded(bytes, "no GEOMETRY");
      case MYSQL_TYPE_VECTOR:
        append_vector(bytes);
        return {};
      case MYSQL_TYPE_NULL:
        append_hex_value(out_, bytes);
        return {};
      default:
        return append_long_temporal(column, bytes);
    }
  }

  void append_string(const ColumnStyle& style, Bytes bytes) {
    if (bytes.size() >= style.pad_to) return style.strings.append(out_, bytes);
    std::array<char, Column::kMostPadded> padded{};
    std::memcpy(padded.data(), bytes.data(), bytes.size());
    style.strings.append(out_, Bytes(padded.data(), style.pad_to));
  }

  void append_enum(const Column& column, const ColumnStyle& style, std::uint64_t index) {
    const TableMetadata::Labels* labels = column.labels;
    if (labels == nullptr || index > labels->size()) return out_.append_number(index);
    out_.append('\'');
    if (index != 0)
      style.strings.append_label(out_, (*labels)[static_cast<std::size_t>(index) - 1]);  // 0: the invalid value ''.
    out_.append('\'');
  }

  void append_set(const Column& column, const ColumnStyle& style, std::uint64_t members) {
    const TableMetadata::Labels* labels = column.labels;
    const std::size_t count = labels == nullptr ? 0 : labels->size();
    const bool all_known = count >= 64 || members >> count == 0;
    if (labels == nullptr || !all_known) return out_.append_number(members);
    out_.append('\'');
    bool first = true;
    for (; members != 0; members &= members - 1) {
      if (!first) out_.append(',');
      first = false;
      style.strings.append_label(out_, (*labels)[static_cast<std::size_t>(std::countr_zero(members))]);
    }
    out_.append('\'');
  }

  std::string_view append_json(const ColumnStyle& style, Bytes bytes, bool partial) {
    scratch_.clear();
    if (partial) {
      TextBuffer working(nullptr, 1024);
      if (!append_json_diff_mysqlbinlog(scratch_, bytes, style.name, working)) {
        return append_undecoded(bytes, "no JSON diff");
      }
      append_visible(out_, scratch_.view(), LineBreaks::kKeep);
      return {};
    }
    // The text of a long document is made twice: first to see whether it can be, which takes no memory.
    constexpr std::size_t kLongDocument = 128 * 1024;
    const bool is_long = bytes.size() > kLongDocument;
    if (!(is_long ? is_json_document(bytes) : append_json_text(scratch_, bytes))) {
      return append_undecoded(bytes, "no JSON document");
    }
    if (!is_long) {
      append_quoted_visible(out_, scratch_.view());
      return {};
    }
    QuotedVisibleSink quoted(out_);
    TextBuffer pieces(&quoted);
    append_json_text(pieces, bytes);
    pieces.flush();
    quoted.end();
    return {};
  }

  /// Shows what is no value of its type, in place of it.
  std::string_view append_undecoded(Bytes bytes, std::string_view reason) {
    append_hex_value(out_, bytes);
    return reason;
  }

  void append_vector(Bytes bytes) {
    out_.append('[');
    for (std::size_t at = 0; at + sizeof(float) <= bytes.size(); at += sizeof(float)) {
      if (at != 0) out_.append(',');
      append_float_shortest(out_, std::bit_cast<float>(load_u32(&bytes[at])));
    }
    out_.append(']');
  }

  /// What write_short() does not write.
  std::string_view append_long_temporal(const Column& column, Bytes bytes) {
    const char* at = bytes.data();
    const int digits = column.fraction_digits();
    switch (column.type) {
      case MYSQL_TYPE_TIMESTAMP:
        append_instant(decode_timestamp(at), 0);
        break;
      case MYSQL_TYPE_TIMESTAMP2:
        append_instant(decode_timestamp2(at, digits), digits);
        break;
      case MYSQL_TYPE_DATETIME:
        append_quoted([&] { append_datetime(out_, decode_datetime(at), 0); });
        break;
      case MYSQL_TYPE_DATETIME2:
        append_quoted([&] { append_datetime(out_, decode_datetime2(at, digits), digits); });
        break;
      case MYSQL_TYPE_TIME:
        append_quoted([&] { append_time(out_, decode_time(at), 0); });
        break;
      case MYSQL_TYPE_TIME2:
        append_quoted([&] { append_time(out_, decode_time2(at, digits), digits); });
        break;
      default:
        return append_undecoded(bytes, "no value of a known type");
    }
    return {};
  }

  template <class Append>
  void append_quoted(Append append) {
    out_.append('\'');
    append();
    out_.append('\'');
  }

  /// In UTC, so that the same log reads the same everywhere, unless a zone was asked for.
  void append_instant(const Timestamp& timestamp, int digits) {
    const bool is_zero = timestamp.seconds == 0 && timestamp.microsecond == 0;  // '0000-00-00 00:00:00'
    const bool is_local = local_timestamps_;
    if (!is_local && digits <= kMaxFractionDigits) [[likely]] {
      ShortPieces value(out_, kMostShort + 4);
      value.append('\'');
      value.commit(write_datetime(value.end(), is_zero ? DateTime{} : utc_datetime(timestamp), digits));
      value.append('\'');
      if (!is_zero) value.append(" UTC");
      return;
    }
    out_.append('\'');
    append_datetime(out_,
                    is_zero    ? DateTime{}
                    : is_local ? local_time_.datetime(timestamp)
                               : utc_datetime(timestamp),
                    digits);
    out_.append('\'');
    if (!is_zero) out_.append(is_local ? local_time_.zone() : " UTC");
  }

  TextBuffer& out_;
  TextBuffer scratch_;  ///< For JSON texts before they are made visible.
  bool local_timestamps_;
  LocalTime local_time_;
};

}  // namespace binlogdump
