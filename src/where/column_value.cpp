#include "where/column_value.h"

#include <algorithm>
#include <bit>

#include "binlogdump/bytes.h"
#include "binlogdump/collation.h"
#include "binlogdump/values/decimal.h"
#include "binlogdump/values/floating.h"
#include "binlogdump/values/json_binary.h"
#include "where/case_folding.h"
#include "where/temporal_text.h"

namespace binlogdump::where {

namespace {

Kind string_kind(const Column& column) {
  return column.collation == kBinaryCollation ? Kind::kBinary : Kind::kText;
}

Kind kind_of_column(const Column& column) {
  switch (column.type) {
    case MYSQL_TYPE_TINY:
    case MYSQL_TYPE_SHORT:
    case MYSQL_TYPE_INT24:
    case MYSQL_TYPE_LONG:
    case MYSQL_TYPE_LONGLONG:
    case MYSQL_TYPE_BIT:
    case MYSQL_TYPE_YEAR:
      return Kind::kInteger;
    case MYSQL_TYPE_NEWDECIMAL:
      return Kind::kDecimal;
    case MYSQL_TYPE_FLOAT:
      return Kind::kFloat;
    case MYSQL_TYPE_DOUBLE:
      return Kind::kDouble;
    case MYSQL_TYPE_TIMESTAMP:
    case MYSQL_TYPE_TIMESTAMP2:
    case MYSQL_TYPE_DATETIME:
    case MYSQL_TYPE_DATETIME2:
    case MYSQL_TYPE_DATE:
    case MYSQL_TYPE_NEWDATE:
      return Kind::kDateTime;
    case MYSQL_TYPE_TIME:
    case MYSQL_TYPE_TIME2:
      return Kind::kTime;
    case MYSQL_TYPE_VARCHAR:
    case MYSQL_TYPE_VAR_STRING:
    case MYSQL_TYPE_STRING:
    case MYSQL_TYPE_TINY_BLOB:
    case MYSQL_TYPE_MEDIUM_BLOB:
    case MYSQL_TYPE_LONG_BLOB:
    case MYSQL_TYPE_BLOB:
      return string_kind(column);
    case MYSQL_TYPE_ENUM:
    case MYSQL_TYPE_SET:
      return column.labels == nullptr ? Kind::kInteger : Kind::kLabels;
    case MYSQL_TYPE_JSON:
      return Kind::kJson;
    case MYSQL_TYPE_GEOMETRY:
    case MYSQL_TYPE_VECTOR:
      return Kind::kOpaque;
    default:
      return Kind::kUnknown;
  }
}

bool is_number(Kind kind) {
  return kind <= Kind::kDouble;
}
bool is_real(Kind kind) {
  return kind == Kind::kFloat || kind == Kind::kDouble;
}
/// Whether it has a text that may be a number, a date or a time, too.
bool has_text(Kind kind) {
  return kind == Kind::kText || kind == Kind::kLabels || kind == Kind::kJson;
}

/// Of a number and something else.
Measure numeric_measure(Kind number, Kind other) {
  if (is_real(number) || is_real(other)) return Measure::kReal;
  const bool both_integers = number == Kind::kInteger && (other == Kind::kInteger || other == Kind::kLabels);
  return both_integers ? Measure::kInteger : Measure::kNumber;
}

Integer read_integer(const Column& column, Bytes bytes) {
  const char* at = bytes.data();
  switch (column.type) {
    case MYSQL_TYPE_BIT:
      return Integer::of_unsigned(load_be(at, bytes.size()));
    case MYSQL_TYPE_YEAR:
      return Integer::of_unsigned(*at == 0 ? 0 : decode_year(load_u8(at)));
    case MYSQL_TYPE_ENUM:
    case MYSQL_TYPE_SET:
      return Integer::of_unsigned(load_le(at, bytes.size()));
    default:
      break;
  }
  const std::uint64_t value = load_le(at, bytes.size());
  if (column.is_unsigned.value_or(false)) return Integer::of_unsigned(value);
  const auto unused_bits = static_cast<int>(64 - 8 * bytes.size());
  return Integer::of_signed(static_cast<std::int64_t>(value << unused_bits) >> unused_bits);
}

bool is_too_wide(const Column& column, Bytes bytes) {
  return column.type == MYSQL_TYPE_BIT && bytes.size() > sizeof(std::uint64_t);
}

void append_integer(TextBuffer& out, const Integer& integer) {
  integer.negative ? out.append_number(static_cast<std::int64_t>(integer.bits)) : out.append_number(integer.bits);
}

/// Bytes as the number that they are where MySQL expects one; false if it has more than 64 bits.
bool read_big_endian(std::string_view bytes, std::uint64_t& number) {
  while (bytes.starts_with('\0')) bytes.remove_prefix(1);
  if (bytes.size() > sizeof number) return false;
  number = load_be(bytes.data(), bytes.size());
  return true;
}

bool read_literal_number(const Literal& literal, Number& number) {
  if (literal.kind != Literal::Kind::kBytes) return parse_number(literal.text, number);
  std::uint64_t value = 0;
  return read_big_endian(literal.text, value) && parse_number(std::to_string(value), number);
}

}  // namespace

std::string_view describe(Kind kind) {
  switch (kind) {
    case Kind::kInteger:
    case Kind::kDecimal:
    case Kind::kFloat:
    case Kind::kDouble:
      return "a number";
    case Kind::kDateTime:
      return "a date";
    case Kind::kTime:
      return "a time";
    case Kind::kText:
      return "a text";
    case Kind::kBinary:
      return "a string of bytes";
    case Kind::kLabels:
      return "an ENUM or SET";
    case Kind::kJson:
      return "a JSON document";
    case Kind::kOpaque:
      return "a GEOMETRY or VECTOR";
    case Kind::kUnknown:
      return "of a type that is not known";
    case Kind::kNull:
      break;
  }
  return "NULL";
}

Measure measure_of(Kind a, Kind b, bool bytes_literal) {
  if (a > b) std::swap(a, b);
  if (b >= Kind::kUnknown) return Measure::kNone;
  if (bytes_literal && b == Kind::kBinary && is_number(a)) return numeric_measure(a, Kind::kInteger);
  if (bytes_literal && b == Kind::kLabels) return Measure::kInteger;
  if (is_number(a)) {
    return is_number(b) || b == Kind::kBinary || has_text(b) ? numeric_measure(a, b) : Measure::kNone;
  }
  if (a == Kind::kDateTime) return b == a || b == Kind::kText ? Measure::kDateTime : Measure::kNone;
  if (a == Kind::kTime) return b == a || b == Kind::kText ? Measure::kTime : Measure::kNone;
  if (has_text(a) && has_text(b)) return Measure::kText;
  const bool a_has_bytes = a == Kind::kText || a == Kind::kBinary;
  if (b == Kind::kBinary && a_has_bytes) return Measure::kBytes;
  return a == Kind::kOpaque ? Measure::kBytes : Measure::kNone;
}

ColumnReader::ColumnReader(const Column& a_column) : column(&a_column), kind(kind_of_column(a_column)) {
  if (kind != Kind::kText && kind != Kind::kLabels) return;
  const Collation* collation = find_collation(a_column.collation);
  if (collation == nullptr || a_column.collation == kBinaryCollation) return;
  charset = charset_of_collation(a_column.text_collation());
  folds = collation->name.ends_with("_ci");
}

Kind kind_of(const Literal& literal) {
  switch (literal.kind) {
    case Literal::Kind::kNull:
      break;
    case Literal::Kind::kText:
      return Kind::kText;
    case Literal::Kind::kBytes:
      return Kind::kBinary;
    case Literal::Kind::kNumber: {
      Number number;
      Integer integer;
      return parse_number(literal.text, number) && to_integer(number, integer) ? Kind::kInteger : Kind::kDecimal;
    }
  }
  return Kind::kNull;
}

std::partial_ordering compare(const Value& a, const Value& b, Measure measure) {
  switch (measure) {
    case Measure::kInteger:
      return a.integer <=> b.integer;
    case Measure::kNumber:
      return a.number <=> b.number;
    case Measure::kReal:
      return a.real <=> b.real;
    case Measure::kDateTime:
      return compare(a.datetime, b.datetime);
    case Measure::kTime:
      return a.microseconds <=> b.microseconds;
    case Measure::kText:
    case Measure::kBytes:
      return a.text <=> b.text;
    case Measure::kNone:
      break;
  }
  return std::partial_ordering::unordered;
}

Reading read_literal(const Literal& literal, Measure measure, Kind other, bool fold, Value& value, std::string& text) {
  const auto done_if = [](bool done) { return done ? Reading::kDone : Reading::kNotOfMeasure; };
  switch (measure) {
    case Measure::kInteger:
      return done_if(read_literal_number(literal, value.number) && to_integer(value.number, value.integer));
    case Measure::kNumber:
      return done_if(read_literal_number(literal, value.number));
    case Measure::kReal:
      if (!read_literal_number(literal, value.number)) return Reading::kNotOfMeasure;
      value.real = other == Kind::kFloat ? double{to_float(value.number)} : to_double(value.number);
      return Reading::kDone;
    case Measure::kDateTime:
      return done_if(parse_datetime(literal.text, value.datetime));
    case Measure::kTime:
      return done_if(parse_time(literal.text, value.microseconds));
    case Measure::kText:
    case Measure::kBytes:
      text = fold ? folded(literal.text) : literal.text;
      value.text = text;
      return Reading::kDone;
    case Measure::kNone:
      break;
  }
  return Reading::kNotOfMeasure;
}

Reading ValueReader::read(const ColumnReader& reader, Bytes bytes, Measure measure, bool fold, Value& value) {
  switch (measure) {
    case Measure::kInteger:
      if (is_too_wide(*reader.column, bytes)) return Reading::kDamaged;
      value.integer = read_integer(*reader.column, bytes);
      return Reading::kDone;
    case Measure::kNumber:
      return read_number(reader, bytes, value.number);
    case Measure::kReal:
      return read_real(reader, bytes, value);
    case Measure::kDateTime:
      return read_datetime(reader, bytes, value.datetime);
    case Measure::kTime:
      return read_time(reader, bytes, value.microseconds);
    case Measure::kText: {
      const Reading reading = read_text(reader, bytes, value.text);
      if (reading != Reading::kDone || !fold) return reading;
      folded_.clear();
      append_folded(folded_, value.text);
      value.text = folded_.view();
      return reading;
    }
    case Measure::kBytes:
      value.text = stored_bytes(*reader.column, bytes);
      return Reading::kDone;
    case Measure::kNone:
      break;
  }
  return Reading::kNotOfMeasure;
}

Reading ValueReader::read_number(const ColumnReader& reader, Bytes bytes, Number& number) {
  // Labels count as their number, as in SQL.
  std::string_view text;
  if (reader.kind == Kind::kLabels) {
    text_.clear();
    append_integer(text_, read_integer(*reader.column, bytes));
    text = text_.view();
  } else if (const Reading reading = read_text(reader, bytes, text); reading != Reading::kDone) {
    return reading;
  }
  return parse_number(text, number) ? Reading::kDone : Reading::kNotOfMeasure;
}

Reading ValueReader::read_real(const ColumnReader& reader, Bytes bytes, Value& value) {
  if (reader.kind == Kind::kFloat) {
    value.real = std::bit_cast<float>(load_u32(bytes.data()));
    return Reading::kDone;
  }
  if (reader.kind == Kind::kDouble) {
    value.real = std::bit_cast<double>(load_u64(bytes.data()));
    return Reading::kDone;
  }
  const Reading reading = read_number(reader, bytes, number_);
  if (reading == Reading::kDone) value.real = to_double(number_);
  return reading;
}

Reading ValueReader::read_datetime(const ColumnReader& reader, Bytes bytes, DateTime& datetime) {
  if (reader.kind == Kind::kDateTime) {
    datetime = datetime_of(*reader.column, bytes);
    return Reading::kDone;
  }
  std::string_view text;
  const Reading reading = read_text(reader, bytes, text);
  if (reading != Reading::kDone) return reading;
  return parse_datetime(text, datetime) ? Reading::kDone : Reading::kNotOfMeasure;
}

Reading ValueReader::read_time(const ColumnReader& reader, Bytes bytes, std::int64_t& microseconds) {
  const Column& column = *reader.column;
  if (reader.kind == Kind::kTime) {
    microseconds =
        to_microseconds(column.type == MYSQL_TYPE_TIME ? decode_time(bytes.data())
                                                       : decode_time2(bytes.data(), column.fraction_digits()));
    return Reading::kDone;
  }
  std::string_view text;
  const Reading reading = read_text(reader, bytes, text);
  if (reading != Reading::kDone) return reading;
  return parse_time(text, microseconds) ? Reading::kDone : Reading::kNotOfMeasure;
}

Reading ValueReader::read_text(const ColumnReader& reader, Bytes bytes, std::string_view& text) {
  if (reader.kind == Kind::kText) {
    text = transcode(reader, bytes);
    return Reading::kDone;
  }
  if (reader.kind == Kind::kBinary) {
    text = stored_bytes(*reader.column, bytes);
    return Reading::kDone;
  }
  text_.clear();
  const Reading reading = append_text(reader, bytes);
  text = text_.view();
  return reading;
}

/// In UTF-8; bytes that are no text of the column's character set stay as they are.
std::string_view ValueReader::transcode(const ColumnReader& reader, Bytes bytes) {
  const Charset* charset = reader.charset;
  if (charset == nullptr || charset->utf8_prefix(bytes) == bytes.size() || !is_valid_text(bytes, *charset)) {
    return bytes;
  }
  text_.clear();
  append_utf8(text_, bytes, *charset);
  return text_.view();
}

/// With the bytes at the end that the log leaves out.
std::string_view ValueReader::stored_bytes(const Column& column, Bytes bytes) {
  if (!column.is_padded_binary() || bytes.size() >= column.max_length) return bytes;
  text_.clear();
  text_.append(bytes);
  for (std::size_t i = bytes.size(); i < column.max_length; ++i) text_.append('\0');
  return text_.view();
}

/// What is no string.
Reading ValueReader::append_text(const ColumnReader& reader, Bytes bytes) {
  const Column& column = *reader.column;
  switch (reader.kind) {
    case Kind::kInteger:
      if (is_too_wide(column, bytes)) return Reading::kDamaged;
      append_integer(text_, read_integer(column, bytes));
      return Reading::kDone;
    case Kind::kDecimal:
      return append_decimal(text_, bytes.data(), column.decimal_precision(), column.decimal_scale())
                 ? Reading::kDone
                 : Reading::kDamaged;
    case Kind::kFloat:
      append_float_shortest(text_, std::bit_cast<float>(load_u32(bytes.data())));
      return Reading::kDone;
    case Kind::kDouble:
      append_double_shortest(text_, std::bit_cast<double>(load_u64(bytes.data())));
      return Reading::kDone;
    case Kind::kDateTime:
    case Kind::kTime:
      append_temporal(column, bytes);
      return Reading::kDone;
    case Kind::kLabels:
      return append_labels(reader, bytes);
    case Kind::kJson:
      return append_json_text(text_, bytes) ? Reading::kDone : Reading::kDamaged;
    default:
      return Reading::kNotOfMeasure;
  }
}

Reading ValueReader::append_labels(const ColumnReader& reader, Bytes bytes) {
  const TableMetadata::Labels& labels = *reader.column->labels;
  std::uint64_t stored = load_le(bytes.data(), bytes.size());
  if (reader.column->type == MYSQL_TYPE_ENUM) {
    if (stored > labels.size()) return Reading::kNotOfMeasure;
    if (stored != 0) append_label(reader, labels[static_cast<std::size_t>(stored) - 1]);  // 0: the invalid value ''.
    return Reading::kDone;
  }
  if (labels.size() < 64 && stored >> labels.size() != 0) return Reading::kNotOfMeasure;
  for (bool first = true; stored != 0; stored &= stored - 1, first = false) {
    if (!first) text_.append(',');
    append_label(reader, labels[static_cast<std::size_t>(std::countr_zero(stored))]);
  }
  return Reading::kDone;
}

void ValueReader::append_label(const ColumnReader& reader, Bytes label) {
  if (reader.charset == nullptr || !is_valid_text(label, *reader.charset)) return text_.append(label);
  append_utf8(text_, label, *reader.charset);
}

void ValueReader::append_temporal(const Column& column, Bytes bytes) {
  const char* at = bytes.data();
  const int digits = column.fraction_digits();
  switch (column.type) {
    case MYSQL_TYPE_TIME:
      return append_time(text_, decode_time(at), 0);
    case MYSQL_TYPE_TIME2:
      return append_time(text_, decode_time2(at, digits), digits);
    case MYSQL_TYPE_DATE:
    case MYSQL_TYPE_NEWDATE:
      return append_date(text_, decode_date(at));
    default:
      return append_datetime(text_, datetime_of(column, bytes), digits);
  }
}

DateTime ValueReader::datetime_of(const Column& column, Bytes bytes) {
  const char* at = bytes.data();
  const int digits = column.fraction_digits();
  switch (column.type) {
    case MYSQL_TYPE_DATE:
    case MYSQL_TYPE_NEWDATE:
      return {.date = decode_date(at), .time = {}};
    case MYSQL_TYPE_DATETIME:
      return decode_datetime(at);
    case MYSQL_TYPE_DATETIME2:
      return decode_datetime2(at, digits);
    default:
      break;
  }
  const Timestamp instant = column.type == MYSQL_TYPE_TIMESTAMP ? decode_timestamp(at) : decode_timestamp2(at, digits);
  if (instant.seconds == 0 && instant.microsecond == 0) return {};  // 0000-00-00 00:00:00
  return local_timestamps_ ? local_time_.datetime(instant) : utc_time_.datetime(instant);
}

}  // namespace binlogdump::where
