#include "binlogdump/values/geometry.h"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <random>
#include <string>
#include <string_view>

#include "value_test.h"

namespace binlogdump {
namespace {

/// What MySQL 9.7.4 stores for a geometry (SRID, then WKB), and what its ST_AsText() shows of it, for the geographic
/// system 4326 with 'axis-order=long-lat'.
struct WktCase {
  const char* value;
  const char* wkt;
};

constexpr WktCase kWktCases[] = {
    {"00000000 0101000000 000000000000f03f 0000000000000040", "POINT(1 2)"},
    {"00000000 0101000000 000000000000f8bf 000000000000d03f", "POINT(-1.5 0.25)"},
    {"00000000 0101000000 0000000000000080 0000000000000000", "POINT(-0 0)"},
    {"00000000 0102000000 02000000 000000000000f03f 000000000000f03f 0000000000000040 0000000000000040",
     "LINESTRING(1 1,2 2)"},
    {"00000000 0102000000 04000000 0000000000000000 0000000000000000 0000000000000000 0000000000000000 "
     "9a9999999999b93f 9a9999999999c93f 408cb5781daf1544 2342920ca19cc7bb",
     "LINESTRING(0 0,0 0,0.1 0.2,1e20 -1e-20)"},
    {"00000000 0103000000 01000000 05000000 0000000000000000 0000000000000000 0000000000002440 0000000000000000 "
     "0000000000002440 0000000000002440 0000000000000000 0000000000002440 0000000000000000 0000000000000000",
     "POLYGON((0 0,10 0,10 10,0 10,0 0))"},
    {"00000000 0103000000 03000000 05000000 0000000000000000 0000000000000000 0000000000002440 0000000000000000 "
     "0000000000002440 0000000000002440 0000000000000000 0000000000002440 0000000000000000 0000000000000000 05000000 "
     "000000000000f03f 000000000000f03f 0000000000000040 000000000000f03f 0000000000000040 0000000000000040 "
     "000000000000f03f 0000000000000040 000000000000f03f 000000000000f03f 04000000 0000000000001040 0000000000001040 "
     "0000000000001440 0000000000001040 0000000000001440 0000000000001440 0000000000001040 0000000000001040",
     "POLYGON((0 0,10 0,10 10,0 10,0 0),(1 1,2 1,2 2,1 2,1 1),(4 4,5 4,5 5,4 4))"},
    {"00000000 0104000000 02000000 0101000000 000000000000f03f 000000000000f03f 0101000000 0000000000000040 "
     "0000000000000040",
     "MULTIPOINT((1 1),(2 2))"},
    {"00000000 0104000000 01000000 0101000000 0000000000001c40 0000000000002040", "MULTIPOINT((7 8))"},
    {"00000000 0105000000 01000000 0102000000 02000000 000000000000f03f 000000000000f03f 0000000000000040 "
     "0000000000000040",
     "MULTILINESTRING((1 1,2 2))"},
    {"00000000 0105000000 02000000 0102000000 02000000 000000000000f03f 000000000000f03f 0000000000000040 "
     "0000000000000040 0102000000 03000000 0000000000000840 0000000000000840 0000000000001040 0000000000001040 "
     "0000000000001440 0000000000001440",
     "MULTILINESTRING((1 1,2 2),(3 3,4 4,5 5))"},
    {"00000000 0106000000 01000000 0103000000 01000000 04000000 0000000000000000 0000000000000000 0000000000002440 "
     "0000000000000000 0000000000002440 0000000000002440 0000000000000000 0000000000000000",
     "MULTIPOLYGON(((0 0,10 0,10 10,0 0)))"},
    {"00000000 0106000000 02000000 0103000000 01000000 05000000 0000000000000000 0000000000000000 0000000000002440 "
     "0000000000000000 0000000000002440 0000000000002440 0000000000000000 0000000000002440 0000000000000000 "
     "0000000000000000 0103000000 02000000 04000000 0000000000003440 0000000000003440 0000000000003e40 "
     "0000000000003440 0000000000003e40 0000000000003e40 0000000000003440 0000000000003440 04000000 0000000000003840 "
     "0000000000003640 0000000000003a40 0000000000003640 0000000000003a40 0000000000003840 0000000000003840 "
     "0000000000003640",
     "MULTIPOLYGON(((0 0,10 0,10 10,0 10,0 0)),((20 20,30 20,30 30,20 20),(24 22,26 22,26 24,24 22)))"},
    {"00000000 0107000000 00000000", "GEOMETRYCOLLECTION EMPTY"},
    {"00000000 0107000000 01000000 0101000000 000000000000f03f 0000000000000040", "GEOMETRYCOLLECTION(POINT(1 2))"},
    {"00000000 0107000000 06000000 0101000000 000000000000f03f 0000000000000040 0102000000 02000000 000000000000f03f "
     "000000000000f03f 0000000000000040 0000000000000040 0103000000 01000000 04000000 0000000000000000 "
     "0000000000000000 0000000000001040 0000000000000000 0000000000001040 0000000000001040 0000000000000000 "
     "0000000000000000 0104000000 02000000 0101000000 000000000000f03f 000000000000f03f 0101000000 0000000000000040 "
     "0000000000000040 0105000000 02000000 0102000000 02000000 000000000000f03f 000000000000f03f 0000000000000040 "
     "0000000000000040 0102000000 02000000 0000000000000840 0000000000000840 0000000000001040 0000000000001040 "
     "0106000000 01000000 0103000000 01000000 04000000 0000000000000000 0000000000000000 0000000000001040 "
     "0000000000000000 0000000000001040 0000000000001040 0000000000000000 0000000000000000",
     "GEOMETRYCOLLECTION(POINT(1 2),LINESTRING(1 1,2 2),POLYGON((0 0,4 0,4 4,0 0)),MULTIPOINT((1 1),(2 "
     "2)),MULTILINESTRING((1 1,2 2),(3 3,4 4)),MULTIPOLYGON(((0 0,4 0,4 4,0 0))))"},
    {"00000000 0107000000 01000000 0107000000 00000000", "GEOMETRYCOLLECTION(GEOMETRYCOLLECTION EMPTY)"},
    {"00000000 0107000000 03000000 0107000000 00000000 0107000000 02000000 0101000000 000000000000f03f "
     "0000000000000040 0107000000 01000000 0107000000 00000000 0101000000 0000000000000840 0000000000001040",
     "GEOMETRYCOLLECTION(GEOMETRYCOLLECTION EMPTY,GEOMETRYCOLLECTION(POINT(1 2),GEOMETRYCOLLECTION(GEOMETRYCOLLECTION "
     "EMPTY)),POINT(3 4))"},
    {"e6100000 0101000000 cdcccccccccc2a40 0000000000404a40", "POINT(13.4 52.5)"},
    {"e6100000 0102000000 03000000 cdcccccccccc2a40 0000000000404a40 0000000000806640 00000000008056c0 "
     "0c21e7fdff7f66c0 8dedb5a0f7c6b03e",
     "LINESTRING(13.4 52.5,180 -90,-179.999999 0.000001)"},
    {"110f0000 0101000000 000000000000f03f 0000000000000040", "POINT(1 2)"},
    {"00000000 0102000000 01000000 000000000000f03f 0000000000000040", "LINESTRING(1 2)"},
    {"00000000 0103000000 01000000 01000000 000000000000f03f 0000000000000040", "POLYGON((1 2))"},
    {"00000000 0103000000 01000000 04000000 0000000000000000 0000000000000000 000000000000f03f 000000000000f03f "
     "0000000000000000 0000000000000000 000000000000f03f 0000000000000000",
     "POLYGON((0 0,1 1,0 0,1 0))"},
    {"ffffffff 0101000000 000000000000f03f 0000000000000040", "POINT(1 2)"},
};

/// A coordinate's bits, and how ST_AsText() of MySQL 9.7.4 spells it.
struct CoordinateCase {
  std::uint64_t bits;
  const char* text;
};

constexpr CoordinateCase kCoordinateCases[] = {
    {0x0000000000000000, "0"},
    {0x8000000000000000, "-0"},
    {0x3ff0000000000000, "1"},
    {0xbff0000000000000, "-1"},
    {0x3fb999999999999a, "0.1"},
    {0xbfe0000000000000, "-0.5"},
    {0x3fd5555555555555, "0.3333333333333333"},
    {0x3fe5555555555555, "0.6666666666666666"},
    {0x4059000000000000, "100"},
    {0x40fe240c9fbe76c9, "123456.789"},
    {0xc0667fffffffffdd, "-179.999999999999"},
    {0x402acf562174c4ce, "13.404954"},
    {0x404a428f9f44d445, "52.520008"},
    {0x0000000000000001, "5e-324"},
    {0x8000000000000001, "-5e-324"},
    {0x000fffffffffffff, "2.225073858507201e-308"},
    {0x0010000000000000, "2.2250738585072014e-308"},
    {0x7fefffffffffffff, "1.7976931348623157e308"},
    {0xffefffffffffffff, "-1.7976931348623157e308"},
    {0x3d30000000000000, "5.684341886080802e-14"},
    {0x433fffffffffffff, "9.007199254740991e15"},
    {0x4340000000000000, "9.007199254740992e15"},
    {0x432fffffffffffff, "4503599627370495.5"},
    {0xc32fffffffffffff, "-4503599627370495.5"},
    {0x4310000000000000, "1.125899906842624e15"},
    {0x430c6bf52633fff8, "999999999999999"},
    {0xc30c6bf52633fff8, "-999999999999999"},
    {0x430c6bf52633ffff, "999999999999999.9"},
    {0x430c6bf526340000, "1e15"},
    {0xc30c6bf526340000, "-1e15"},
    {0x430c6bf526340001, "1000000000000000.1"},
    {0x430c6bf526340004, "1000000000000000.5"},
    {0x4341c37937e08000, "1e16"},
    {0x4376345785d8a000, "1e17"},
    {0x437b69b4ba630f35, "1.2345678901234568e17"},
    {0x444b1ae4d6e2ef50, "1e21"},
    {0x4480f0cf064dd592, "1e22"},
    {0x44b52d02c7e14af6, "1e23"},
    {0x44b41df5d77c6d9d, "9.5e22"},
    {0x547d42aea2879f2e, "1e99"},
    {0x54b249ad2594c37d, "1e100"},
    {0x2b617f7d4ed8c33e, "1e-99"},
    {0x2b2bff2ee48e0530, "1e-100"},
    {0x7e41eb2d66005835, "1.5e300"},
    {0x81b01297d23ab683, "-1.5e-300"},
    {0x4170000000000000, "16777216"},
    {0x41f0000000000000, "4294967296"},
    {0x43f0000000000000, "1.8446744073709552e19"},
    {0x3c9cd2b297d889bc, "1e-16"},
    {0xbca59e05f1e2674d, "-1.5e-16"},
    {0x3ca1cac067affebc, "1.2345678901234568e-16"},
    {0xbca1cac067affebc, "-1.2345678901234568e-16"},
    {0x3cd203af9ee75616, "0.000000000000001"},
    {0xbcdb05876e5b0120, "-0.0000000000000015"},
    {0x3cd63d70819bfe6b, "1.2345678901234568e-15"},
    {0xbcd63d70819bfe6b, "-1.2345678901234568e-15"},
    {0x3d06849b86a12b9b, "0.00000000000001"},
    {0xbd10e374a4f8e0b4, "-0.000000000000015"},
    {0x3d0bcccca202fe05, "1.2345678901234567e-14"},
    {0xbd0bcccca202fe05, "-1.2345678901234567e-14"},
    {0x3d3c25c268497682, "0.0000000000001"},
    {0xbd451c51ce3718e1, "-0.00000000000015"},
    {0x3d415fffe541dec3, "1.2345678901234566e-13"},
    {0xbd415fffe541dec3, "-1.2345678901234566e-13"},
    {0x3d719799812dea11, "0.000000000001"},
    {0xbd7a636641c4df1a, "-0.0000000000015"},
    {0x3d75b7ffde925674, "1.2345678901234567e-12"},
    {0xbd75b7ffde925674, "-1.2345678901234567e-12"},
    {0x3da5fd7fe1796495, "0.00000000001"},
    {0xbdb07e1fe91b0b70, "-0.000000000015"},
    {0x3dab25ffd636ec11, "1.2345678901234567e-11"},
    {0xbdab25ffd636ec11, "-1.2345678901234567e-11"},
    {0x3ddb7cdfd9d7bdbb, "0.0000000001"},
    {0xbde49da7e361ce4c, "-0.00000000015"},
    {0x3de0f7bfe5e2538b, "1.2345678901234568e-10"},
    {0xbde0f7bfe5e2538b, "-1.2345678901234568e-10"},
    {0x3e112e0be826d695, "0.000000001"},
    {0xbe19c511dc3a41df, "-0.0000000015"},
    {0x3e1535afdf5ae86d, "1.2345678901234566e-9"},
    {0xbe1535afdf5ae86d, "-1.2345678901234566e-9"},
    {0x3e45798ee2308c3a, "0.00000001"},
    {0xbe501b2b29a4692b, "-0.000000015"},
    {0x3e4a831bd731a289, "1.2345678901234567e-8"},
    {0xbe4a831bd731a289, "-1.2345678901234567e-8"},
    {0x3e7ad7f29abcaf48, "0.0000001"},
    {0xbe8421f5f40d8376, "-0.00000015"},
    {0x3e8091f1667f0595, "0.00000012345678901234566"},
    {0xbe8091f1667f0595, "-1.2345678901234566e-7"},
    {0x3eb0c6f7a0b5ed8d, "0.000001"},
    {0xbeb92a737110e454, "-0.0000015"},
    {0x3eb4b66dc01ec6fb, "0.0000012345678901234567"},
    {0xbeb4b66dc01ec6fb, "-0.0000012345678901234567"},
    {0x3ee4f8b588e368f1, "0.00001"},
    {0xbeef75104d551d69, "-0.000015"},
    {0x3ee9e409302678ba, "0.000012345678901234568"},
    {0xbee9e409302678ba, "-0.000012345678901234568"},
    {0x3f1a36e2eb1c432d, "0.0001"},
    {0xbf23a92a30553261, "-0.00015"},
    {0x3f202e85be180b74, "0.00012345678901234567"},
    {0xbf202e85be180b74, "-0.00012345678901234567"},
    {0x3f50624dd2f1a9fc, "0.001"},
    {0xbf589374bc6a7efa, "-0.0015"},
    {0x3f543a272d9e0e51, "0.0012345678901234567"},
    {0xbf543a272d9e0e51, "-0.0012345678901234567"},
    {0x3cd63d70665f0773, "0.0000000000000012345678"},
    {0xbcd63d70665f0773, "-0.0000000000000012345678"},
    {0x3cd63d708192711b, "0.00000000000000123456789"},
    {0xbcd63d708192711b, "-1.23456789e-15"},
    {0x3cd63d7081dfd025, "1.234567891e-15"},
    {0xbcd63d7081dfd025, "-1.234567891e-15"},
    {0x3d0bcccca1f70d61, "0.0000000000000123456789"},
    {0xbd0bcccca1f70d61, "-0.0000000000000123456789"},
    {0x3d0bcccca257c42e, "0.00000000000001234567891"},
    {0xbd0bcccca257c42e, "-1.234567891e-14"},
    {0x3d0bcccca26b1bf1, "1.2345678912e-14"},
    {0xbd0bcccca26b1bf1, "-1.2345678912e-14"},
    {0x3d415fffe576da9d, "0.0000000000001234567891"},
    {0xbd415fffe576da9d, "-0.0000000000001234567891"},
    {0x3d415fffe582f177, "0.00000000000012345678912"},
    {0xbd415fffe582f177, "-1.2345678912e-13"},
    {0x3d415fffe584c1b1, "1.23456789123e-13"},
    {0xbd415fffe584c1b1, "-1.23456789123e-13"},
    {0x3d75b7ffdee3add4, "0.0000000000012345678912"},
    {0xbd75b7ffdee3add4, "-0.0000000000012345678912"},
    {0x3d75b7ffdee5f21d, "0.00000000000123456789123"},
    {0xbd75b7ffdee5f21d, "-1.23456789123e-12"},
    {0x3d75b7ffdee63f7c, "1.234567891234e-12"},
    {0xbd75b7ffdee63f7c, "-1.234567891234e-12"},
    {0x3dab25ffd69f6ea4, "0.0000000000123456789123"},
    {0xbdab25ffd69f6ea4, "-0.0000000000123456789123"},
    {0x3dab25ffd69fcf5b, "0.00000000001234567891234"},
    {0xbdab25ffd69fcf5b, "-1.234567891234e-11"},
    {0x3dab25ffd69fdb72, "1.2345678912345e-11"},
    {0xbdab25ffd69fdb72, "-1.2345678912345e-11"},
    {0x3de0f7bfe623e199, "0.0000000001234567891234"},
    {0xbde0f7bfe623e199, "-0.0000000001234567891234"},
    {0x3de0f7bfe623e927, "0.00000000012345678912345"},
    {0xbde0f7bfe623e927, "-1.2345678912345e-10"},
    {0x3de0f7bfe623ea0f, "1.23456789123456e-10"},
    {0xbde0f7bfe623ea0f, "-1.23456789123456e-10"},
    {0x3e1535afdface371, "0.0000000012345678912345"},
    {0xbe1535afdface371, "-0.0000000012345678912345"},
    {0x3e1535afdface493, "0.00000000123456789123456"},
    {0xbe1535afdface493, "-1.23456789123456e-9"},
    {0x3e1535afdface4b5, "1.234567891234567e-9"},
    {0xbe1535afdface4b5, "-1.234567891234567e-9"},
    {0x3e4a831bd7981db8, "0.0000000123456789123456"},
    {0xbe4a831bd7981db8, "-0.0000000123456789123456"},
    {0x3e4a831bd7981de2, "0.00000001234567891234567"},
    {0xbe4a831bd7981de2, "-1.234567891234567e-8"},
    {0x3e8091f166bf12ad, "0.0000001234567891234567"},
    {0xbe8091f166bf12ad, "-0.0000001234567891234567"},
    {0x3cd203af9ee75615, "9.999999999999999e-16"},
    {0x3cd203af9ee75617, "1.0000000000000003e-15"},
};

constexpr std::size_t kSridSize = 4;
constexpr const char* kRefused = "(refused)";

/// append_wkt() of a copy of exactly its size; checks that what is refused leaves no text, and that is_wkb() agrees.
std::string wkt_of(Bytes wkb) {
  const ExactBytes exact(wkb);
  bool sound = false;
  const std::string text = text_of([&](TextBuffer& out) { sound = append_wkt(out, exact); });
  EXPECT_EQ(is_wkb(exact), sound);
  if (sound) return text;
  EXPECT_EQ(text, "");
  return kRefused;
}

std::string wkt_of_hex(std::string_view hex) {
  return wkt_of(from_hex(hex));
}

std::string geometry_text(Bytes value) {
  const ExactBytes exact(value);
  bool sound = false;
  const std::string text = text_of([&](TextBuffer& out) { sound = append_geometry_text(out, exact); });
  if (sound) return text;
  EXPECT_EQ(text, "");
  return kRefused;
}

/// The bits of a number, in either byte order.
template <class T>
std::string bytes_of(T bits, bool big_endian = false) {
  std::string bytes;
  for (std::size_t i = 0; i < sizeof bits; ++i) {
    const std::size_t place = big_endian ? sizeof bits - 1 - i : i;
    bytes += static_cast<char>(bits >> (8 * place) & 0xff);
  }
  return bytes;
}

std::string header(std::uint32_t type, bool big_endian = false) {
  return std::string(1, big_endian ? '\0' : '\1') + bytes_of(type, big_endian);
}

std::string point(std::uint64_t x, std::uint64_t y, bool big_endian = false) {
  return header(1, big_endian) + bytes_of(x, big_endian) + bytes_of(y, big_endian);
}

constexpr std::uint64_t kOne = 0x3ff0000000000000;
constexpr std::uint64_t kTwo = 0x4000000000000000;

/// `depth` collections, each the only element of the one around it, and `inner` in the innermost.
std::string nested(std::size_t depth, const std::string& inner) {
  std::string wkb;
  for (std::size_t i = 0; i < depth; ++i) wkb += header(7) + bytes_of(std::uint32_t{1});
  return wkb + inner;
}

TEST(Geometry, Parse) {
  Geometry geometry{};
  ASSERT_TRUE(parse_geometry(hex_bytes("e6100000"), geometry));
  EXPECT_EQ(geometry.srid, 4326u);
  EXPECT_EQ(geometry.wkb, "");
  const ExactBytes value = hex_bytes("ffffffff 0107");
  ASSERT_TRUE(parse_geometry(value, geometry));
  EXPECT_EQ(geometry.srid, 0xffffffffu);
  EXPECT_EQ(geometry.wkb.data(), value.data() + kSridSize);
  EXPECT_EQ(geometry.wkb.size(), 2u);
  EXPECT_FALSE(parse_geometry(hex_bytes("e61000"), geometry));
  EXPECT_FALSE(parse_geometry({}, geometry));
}

TEST(Geometry, WktIsThatOfTheServer) {
  for (const WktCase& c : kWktCases) EXPECT_EQ(wkt_of(from_hex(c.value).substr(kSridSize)), c.wkt);
}

TEST(Geometry, CoordinatesAreThoseOfTheServer) {
  for (const CoordinateCase& c : kCoordinateCases) {
    EXPECT_EQ(wkt_of(point(c.bits, kOne)), "POINT(" + std::string(c.text) + " 1)");
    EXPECT_EQ(wkt_of(point(kOne, c.bits)), "POINT(1 " + std::string(c.text) + ")");
  }
}

TEST(Geometry, CoordinatesReadBack) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    // Any bits, or a number of ordinary size.
    const std::uint64_t bits =
        i % 2 == 0 ? random() : std::bit_cast<std::uint64_t>(static_cast<double>(random() >> random() % 60) / 1e6);
    const std::string text = wkt_of(point(bits, 0));
    if ((bits & 0x7ff0000000000000) == 0x7ff0000000000000) {
      ASSERT_EQ(text, kRefused);
      continue;
    }
    double back = 0;
    std::from_chars(text.data() + std::string_view("POINT(").size(), text.data() + text.size(), back);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(back), bits) << text;
  }
}

TEST(Geometry, ExpressionOfAValue) {
  EXPECT_EQ(geometry_text(from_hex("00000000 0101000000 000000000000f03f 0000000000000040")),
            "ST_GeomFromText('POINT(1 2)',0)");
  EXPECT_EQ(geometry_text(from_hex("e6100000 0101000000 000000000000f03f 0000000000000040")),
            "ST_GeomFromText('POINT(1 2)',4326)");
  EXPECT_EQ(geometry_text(from_hex("ffffffff 0107000000 00000000")),
            "ST_GeomFromText('GEOMETRYCOLLECTION EMPTY',4294967295)");
  EXPECT_EQ(geometry_text({}), kRefused);
  EXPECT_EQ(geometry_text(from_hex("00000000")), kRefused);
  EXPECT_EQ(geometry_text(from_hex("000000")), kRefused);
}

TEST(Geometry, EveryTruncationAndAByteTooManyAreRefused) {
  for (const WktCase& c : kWktCases) {
    const std::string value = from_hex(c.value);
    EXPECT_EQ(geometry_text(value).find("ST_GeomFromText('" + std::string(c.wkt) + "',"), 0u);
    for (std::size_t size = 0; size < value.size(); ++size) {
      EXPECT_EQ(geometry_text(value.substr(0, size)), kRefused) << c.wkt << ", " << size << " bytes";
    }
    EXPECT_EQ(geometry_text(value + '\0'), kRefused) << c.wkt;
  }
}

TEST(Geometry, BigEndian) {
  EXPECT_EQ(wkt_of(point(kOne, kTwo, true)), "POINT(1 2)");
  EXPECT_EQ(wkt_of(header(2, true) + bytes_of(std::uint32_t{1}, true) + bytes_of(kTwo, true) + bytes_of(kOne, true)),
            "LINESTRING(2 1)");
  // Each part has an order of its own.
  const std::string two = bytes_of(std::uint32_t{2});
  const std::string two_swapped = bytes_of(std::uint32_t{2}, true);
  EXPECT_EQ(wkt_of(header(7) + two + header(4, true) + two_swapped + point(kOne, kTwo) + point(kTwo, kOne, true) +
                   point(kOne, kOne)),
            "GEOMETRYCOLLECTION(MULTIPOINT((1 2),(2 1)),POINT(1 1))");
}

TEST(Geometry, DamageIsRefused) {
  // Types: 0, 8, points with Z as in ISO and in EWKB.
  for (const char* type : {"00000000", "08000000", "e9030000", "01000080", "01000020", "ffffffff"}) {
    EXPECT_EQ(wkt_of_hex(std::string("01") + type + "000000000000f03f 0000000000000040"), kRefused) << type;
  }
  EXPECT_EQ(wkt_of_hex("02 01000000 000000000000f03f 0000000000000040"), kRefused) << "byte order";
  EXPECT_EQ(wkt_of_hex("00 01000000 000000000000f03f 0000000000000040"), kRefused) << "byte order is not that marked";
  // The server refuses all of these, too.
  for (const char* type : {"02", "03", "04", "05", "06"}) {
    EXPECT_EQ(wkt_of_hex(std::string("01") + type + "000000 00000000"), kRefused) << "nothing in type " << type;
    EXPECT_EQ(wkt_of_hex(std::string("01 07000000 01000000 01") + type + "000000 00000000"), kRefused) << type;
  }
  EXPECT_EQ(wkt_of_hex("01 03000000 01000000 00000000"), kRefused) << "a ring of no points";
  EXPECT_EQ(wkt_of_hex("01 04000000 01000000 01 02000000 01000000 0000000000000000 0000000000000000"), kRefused)
      << "a line among points";
  EXPECT_EQ(wkt_of_hex("01 06000000 01000000 01 07000000 00000000"), kRefused) << "a collection among polygons";
}

TEST(Geometry, CountsOfMoreThanThereIs) {
  for (const char* count : {"02000000", "00000010", "ffffffff"}) {
    const std::string some(count);
    EXPECT_EQ(wkt_of_hex("01 02000000" + some + "0000000000000000 0000000000000000"), kRefused);
    EXPECT_EQ(wkt_of_hex("01 03000000" + some + "01000000 0000000000000000 0000000000000000"), kRefused);
    EXPECT_EQ(wkt_of_hex("01 03000000 01000000" + some + "0000000000000000 0000000000000000"), kRefused);
    EXPECT_EQ(wkt_of_hex("01 04000000" + some + "01 01000000 0000000000000000 0000000000000000"), kRefused);
    EXPECT_EQ(wkt_of_hex("01 07000000" + some), kRefused);
    EXPECT_EQ(wkt_of_hex("01 07000000" + some + "01 07000000 00000000"), kRefused);
  }
}

TEST(Geometry, NumbersWithoutTextAreRefused) {
  // The server stores these if they come as bytes, but its ST_AsText() gives NULL.
  constexpr std::uint64_t kInfinity = 0x7ff0000000000000;
  for (std::uint64_t bits : {kInfinity, kInfinity | 0x8000000000000000, kInfinity + 1, kInfinity | 0x8000000000000}) {
    EXPECT_EQ(wkt_of(point(bits, 0)), kRefused);
    EXPECT_EQ(wkt_of(point(0, bits)), kRefused);
  }
}

TEST(Geometry, DeepNesting) {
  const std::string empty = header(7) + bytes_of(std::uint32_t{0});
  for (std::size_t depth : {1u, 2u, 3u, 1000u, 16384u}) {
    ASSERT_LE(depth, kMaxGeometryDepth);
    std::string text;
    for (std::size_t i = 0; i < depth; ++i) text += "GEOMETRYCOLLECTION(";
    EXPECT_EQ(wkt_of(nested(depth, point(kOne, kTwo))), text + "POINT(1 2)" + std::string(depth, ')'));
    EXPECT_EQ(wkt_of(nested(depth, empty)), text + "GEOMETRYCOLLECTION EMPTY" + std::string(depth, ')'));
    EXPECT_EQ(wkt_of(nested(depth, "")), kRefused);
    EXPECT_EQ(wkt_of(nested(depth, empty + empty)), kRefused);
  }
  EXPECT_EQ(wkt_of(nested(kMaxGeometryDepth + 1, empty)), kRefused);
  EXPECT_EQ(wkt_of(nested(1000000, empty)), kRefused);
}

TEST(Geometry, LongTextPassesThroughASmallBuffer) {
  constexpr std::uint32_t kPoints = 20000;
  std::string wkb = header(2) + bytes_of(kPoints);
  std::string text = "LINESTRING(";
  for (std::uint32_t i = 0; i < kPoints; ++i) {
    wkb += bytes_of(kOne) + bytes_of(kTwo);
    text += i == 0 ? "1 2" : ",1 2";
  }
  StringSink sink;
  TextBuffer out(&sink, 1024);
  ASSERT_TRUE(append_wkt(out, wkb));
  out.flush();
  EXPECT_EQ(sink.text, text + ")");
  EXPECT_LE(sink.largest, 1024u);
}

/// No outcome is wrong but a crash, a read outside, or text that is not refused and too long for what it came from.
TEST(Geometry, SeededMutations) {
  std::mt19937 random(1);
  constexpr std::size_t kMostTextPerByte = 50;
  for (const WktCase& c : kWktCases) {
    for (int round = 0; round < 500; ++round) {
      std::string wkb = from_hex(c.value).substr(kSridSize);
      for (auto i = random() % 3; i < 3; ++i) wkb[random() % wkb.size()] = static_cast<char>(random() % 9);
      EXPECT_LE(wkt_of(wkb).size(), wkb.size() * kMostTextPerByte);
    }
  }
}

}  // namespace
}  // namespace binlogdump
