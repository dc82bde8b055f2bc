#include "binlogdump/values/geometry.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace binlogdump {
namespace {

/// Types of WKB.
enum WkbType : std::uint32_t {
  kPoint = 1,
  kLineString = 2,
  kPolygon = 3,
  kMultiPoint = 4,
  kMultiLineString = 5,
  kMultiPolygon = 6,
  kGeometryCollection = 7,
};

constexpr std::string_view kTypeNames[] = {
    "", "POINT", "LINESTRING", "POLYGON", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON", "GEOMETRYCOLLECTION",
};

/// The type of a multi type's members.
std::uint32_t member_type(std::uint32_t multi_type) {
  return multi_type - (kMultiPoint - kPoint);
}

constexpr std::size_t kSridSize = 4;
/// Byte order, type.
constexpr std::size_t kHeaderSize = 5;
constexpr std::size_t kCountSize = 4;
constexpr std::size_t kCoordinateSize = 8;
/// More than the longest of what write_coordinate() tries: -d.ddd…e-ddd of 17 digits takes 24 bytes, and the plain
/// notation of a number from 1e-15 on 34.
constexpr std::size_t kCoordinateRoom = 40;

/// Scientific notation without the sign and the padding that to_chars() gives an exponent: 1e300, 1.5e-7.
char* write_scientific(char* to, double value) {
  char* const end = std::to_chars(to, to + kCoordinateRoom, value, std::chars_format::scientific).ptr;
  char* const exponent = std::find(to, end, 'e') + 1;
  char* kept = exponent;
  if (*kept == '-') ++kept;
  const char* digits = exponent + 1;
  while (digits + 1 < end && *digits == '0') ++digits;
  return std::copy(digits, static_cast<const char*>(end), kept);
}

/// A finite number as ST_AsText() writes it: the shortest digits that read back, a negative zero as such. Plain
/// notation is kept to 15 places on either side of the point, but for numbers with a fraction whatever their size, and
/// to 25 characters with the sign.
char* write_coordinate(char* to, double value) {
  constexpr double kMinPlain = 1e-15;
  constexpr double kMaxPlainInteger = 1e15;
  constexpr std::ptrdiff_t kMaxPlainLength = 25;
  const double magnitude = std::fabs(value);
  if (magnitude == std::trunc(magnitude)) {
    if (magnitude >= kMaxPlainInteger) return write_scientific(to, value);
    if (std::signbit(value)) *to++ = '-';
    return std::to_chars(to, to + kCoordinateRoom, static_cast<std::int64_t>(magnitude)).ptr;
  }
  if (magnitude < kMinPlain) return write_scientific(to, value);
  char* const end = std::to_chars(to, to + kCoordinateRoom, value, std::chars_format::fixed).ptr;
  return end - to <= kMaxPlainLength ? end : write_scientific(to, value);
}

/// Reads one geometry, and writes its text if it is given a buffer. Every function is false on damage. All loops read
/// something each time round, so that a count cannot make more work than there are bytes.
class WkbWalk {
 public:
  WkbWalk(Bytes wkb, TextBuffer* out) : at_(wkb.data()), end_(wkb.data() + wkb.size()), out_(out) {}

  /// Collections are kept on a list and not on the stack of calls: servers nest them thousands of levels deep.
  bool run() {
    std::uint32_t to_come[kMaxGeometryDepth];  // Of each open collection, with the element at hand.
    std::size_t depth = 0;
    do {
      std::uint32_t type = 0;
      if (!header(type)) return false;
      put(kTypeNames[type]);
      if (type == kGeometryCollection) {
        std::uint32_t count = 0;
        if (!number(count)) return false;
        if (count > 0) {
          if (depth == kMaxGeometryDepth) return false;
          to_come[depth++] = count;
          put('(');
          continue;
        }
        put(" EMPTY");
      } else if (!body(type)) {
        return false;
      }
      for (; depth > 0 && --to_come[depth - 1] == 0; --depth) put(')');
      if (depth > 0) put(',');
    } while (depth > 0);
    return at_ == end_;
  }

 private:
  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

  void put(char c) {
    if (out_ != nullptr) out_->append(c);
  }
  void put(std::string_view text) {
    if (out_ != nullptr) out_->append(text);
  }

  bool header(std::uint32_t& type) {
    if (left() < kHeaderSize) return false;
    const std::uint8_t order = load_u8(at_);
    if (order > 1) return false;
    // Holds until the next header: nothing of an outer geometry is read behind an inner one but further headers.
    big_endian_ = order == 0;
    ++at_;
    return number(type) && type >= kPoint && type <= kGeometryCollection;
  }

  bool number(std::uint32_t& value) {
    if (left() < kCountSize) return false;
    value = big_endian_ ? static_cast<std::uint32_t>(load_be(at_, kCountSize)) : load_u32(at_);
    at_ += kCountSize;
    return true;
  }

  /// What follows the header of all types but the collection.
  bool body(std::uint32_t type) {
    switch (type) {
      case kPoint:
        put('(');
        if (!position()) return false;
        put(')');
        return true;
      case kLineString:
        return positions();
      case kPolygon:
        return list([this] { return positions(); });
      default:
        return list([this, type] {
          std::uint32_t inner = 0;
          return header(inner) && inner == member_type(type) && body(inner);
        });
    }
  }

  bool positions() {
    return list([this] { return position(); });
  }

  /// A count, and as many elements.
  template <class Element>
  bool list(Element element) {
    std::uint32_t count = 0;
    if (!number(count) || count == 0) return false;
    put('(');
    for (std::uint32_t i = 0; i < count; ++i) {
      if (i > 0) put(',');
      if (!element()) return false;
    }
    put(')');
    return true;
  }

  double coordinate() {
    const std::uint64_t bits = big_endian_ ? load_be(at_, kCoordinateSize) : load_u64(at_);
    at_ += kCoordinateSize;
    return std::bit_cast<double>(bits);
  }

  bool position() {
    if (left() < 2 * kCoordinateSize) return false;
    const double x = coordinate();
    const double y = coordinate();
    if (!std::isfinite(x) || !std::isfinite(y)) return false;
    if (out_ == nullptr) return true;
    char* to = write_coordinate(out_->reserve(2 * kCoordinateRoom + 1), x);
    *to++ = ' ';
    out_->commit(write_coordinate(to, y));
    return true;
  }

  const char* at_;
  const char* end_;
  TextBuffer* out_;
  bool big_endian_ = false;
};

}  // namespace

bool parse_geometry(Bytes value, Geometry& geometry) {
  if (value.size() < kSridSize) return false;
  geometry = {.srid = load_u32(value.data()), .wkb = value.substr(kSridSize)};
  return true;
}

bool is_wkb(Bytes wkb) {
  return WkbWalk(wkb, nullptr).run();
}

bool append_wkt(TextBuffer& out, Bytes wkb) {
  return is_wkb(wkb) && WkbWalk(wkb, &out).run();
}

bool append_geometry_text(TextBuffer& out, Bytes value) {
  Geometry geometry{};
  if (!parse_geometry(value, geometry) || !is_wkb(geometry.wkb)) return false;
  out.append("ST_GeomFromText('");
  WkbWalk(geometry.wkb, &out).run();
  out.append("',");
  out.append_number(geometry.srid);
  out.append(')');
  return true;
}

}  // namespace binlogdump
