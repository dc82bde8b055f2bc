#pragma once
// Values of columns and literals, in the form in which they are compared.

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "binlogdump/charset.h"
#include "binlogdump/table_map.h"
#include "binlogdump/text_buffer.h"
#include "binlogdump/time_text.h"
#include "binlogdump/values/temporal.h"
#include "where/expression.h"
#include "where/number.h"

namespace binlogdump::where {

/// What a column or a literal is, as far as comparing goes.
enum class Kind : std::uint8_t {
  kInteger,  ///< BIT and YEAR, too; ENUM and SET without labels.
  kDecimal,
  kFloat,
  kDouble,
  kDateTime,  ///< DATE, DATETIME, TIMESTAMP.
  kTime,
  kText,
  kBinary,  ///< Strings of bytes, and literals that are bytes.
  kLabels,  ///< ENUM and SET.
  kJson,
  kOpaque,   ///< GEOMETRY and VECTOR.
  kUnknown,  ///< Of a type that is not known.
  kNull,     ///< The literal.
};

/// In words, with an article.
std::string_view describe(Kind kind);

/// What two values are compared as.
enum class Measure : std::uint8_t { kNone, kInteger, kNumber, kReal, kDateTime, kTime, kText, kBytes };

/// kNone if they can't be compared. One may be a literal: then `bytes_literal` tells whether it is one of bytes, which
/// is a number where the other side is one.
Measure measure_of(Kind a, Kind b, bool bytes_literal);

/// How the values of one column are read: worked out once for a table.
struct ColumnReader {
  explicit ColumnReader(const Column& a_column);

  const Column* column;
  Kind kind;
  const Charset* charset = nullptr;  ///< Of texts and labels; nullptr: not known, or bytes.
  bool folds = false;                ///< Case does not matter: the collation's name ends in _ci.
};

Kind kind_of(const Literal& literal);

/// A value; which member counts depends on the measure.
struct Value {
  Integer integer;
  Number number;
  double real = 0;
  DateTime datetime;
  std::int64_t microseconds = 0;
  std::string_view text;  ///< kText and kBytes.
};

/// Incomparable doubles are unordered.
std::partial_ordering compare(const Value& a, const Value& b, Measure measure);

enum class Reading : std::uint8_t {
  kDone,
  kNotOfMeasure,  ///< Such as a text that is no number.
  kDamaged,       ///< No value of its column's type.
};

/// A literal in the form of a measure. `other` is the kind on the other side: a FLOAT is compared with the nearest
/// float. `fold`: without case. Texts are put into `text`.
Reading read_literal(const Literal& literal, Measure measure, Kind other, bool fold, Value& value, std::string& text);

/// Reads values of columns, one at a time: its own memory is what texts point to.
class ValueReader {
 public:
  ValueReader() : text_(nullptr, 256), folded_(nullptr, 256) {}

  void use_local_timestamps(bool local) { local_timestamps_ = local; }
  Reading read(const ColumnReader& reader, Bytes bytes, Measure measure, bool fold, Value& value);

 private:
  Reading read_number(const ColumnReader& reader, Bytes bytes, Number& number);
  Reading read_real(const ColumnReader& reader, Bytes bytes, Value& value);
  Reading read_datetime(const ColumnReader& reader, Bytes bytes, DateTime& datetime);
  Reading read_time(const ColumnReader& reader, Bytes bytes, std::int64_t& microseconds);
  Reading read_text(const ColumnReader& reader, Bytes bytes, std::string_view& text);

  std::string_view transcode(const ColumnReader& reader, Bytes bytes);
  std::string_view stored_bytes(const Column& column, Bytes bytes);
  Reading append_text(const ColumnReader& reader, Bytes bytes);
  Reading append_labels(const ColumnReader& reader, Bytes bytes);
  void append_label(const ColumnReader& reader, Bytes label);
  void append_temporal(const Column& column, Bytes bytes);
  DateTime datetime_of(const Column& column, Bytes bytes);

  TextBuffer text_;
  TextBuffer folded_;
  Number number_;
  bool local_timestamps_ = false;
  LocalTime local_time_;
  UtcTime utc_time_;
};

}  // namespace binlogdump::where
