#include "binlogdump/cursor.h"

#include <gtest/gtest.h>

#include <functional>

#include "tape_text.h"
#include "values/value_test.h"

namespace binlogdump {
namespace {

constexpr std::uint64_t kLargest = ~std::uint64_t{0};

/// Reads `hex` with a tracing cursor; gives the tape, and last "! " and the error if there is one.
std::string transcript(std::string_view hex, const std::function<void(Cursor<FieldTrace>&)>& read) {
  const ExactBytes bytes = hex_bytes(hex);
  FieldTape tape;
  std::string error;
  try {
    Cursor<FieldTrace> in(bytes, FieldTrace{.tape = &tape});
    read(in);
  } catch (const DecodeError& fault) {
    error = fmt::format("! {} {}: {}\n", fault.offset(), fault.field(), fault.reason());
  }
  return "\n" + tape_text(tape, bytes) + error;
}

template <class Read>
auto read(std::string_view hex, Read read) {
  const ExactBytes bytes = hex_bytes(hex);
  Cursor<NoTrace> in(bytes);
  const auto value = read(in);
  EXPECT_TRUE(in.at_end()) << in.remaining() << " bytes are left";
  return value;
}

/// Offset, field and reason of the error.
template <class Read>
std::string read_error(std::string_view hex, Read read) {
  const ExactBytes bytes = hex_bytes(hex);
  Cursor<NoTrace> in(bytes);
  try {
    read(in);
  } catch (const DecodeError& error) {
    EXPECT_EQ(std::string(error.what()), error.field() + ": " + error.reason());
    return fmt::format("{} {}: {}", error.offset(), error.field(), error.reason());
  }
  return "";
}

// --- numbers

TEST(Cursor, NumbersAreLittleEndian) {
  EXPECT_EQ(read("ff", [](auto& in) { return in.u8("n"); }), 255);
  EXPECT_EQ(read("0102", [](auto& in) { return in.u16("n"); }), 0x0201);
  EXPECT_EQ(read("010203", [](auto& in) { return in.u24("n"); }), 0x030201u);
  EXPECT_EQ(read("010203f4", [](auto& in) { return in.u32("n"); }), 0xf4030201u);
  EXPECT_EQ(read("0102030405f6", [](auto& in) { return in.u48("n"); }), 0xf60504030201u);
  EXPECT_EQ(read("010203040506f7", [](auto& in) { return in.u56("n"); }), 0xf7060504030201u);
  EXPECT_EQ(read("01020304050607f8", [](auto& in) { return in.u64("n"); }), 0xf807060504030201u);
  EXPECT_EQ(read("ffffff", [](auto& in) { return in.u24("n"); }), 0xffffffu);
  EXPECT_EQ(read("ffffffffffff", [](auto& in) { return in.u48("n"); }), 0xffffffffffffu);
  EXPECT_EQ(read("ffffffffffffff", [](auto& in) { return in.u56("n"); }), 0xffffffffffffffu);
}

TEST(Cursor, SignedNumbers) {
  const auto i64 = [](auto& in) { return in.i64("n"); };
  EXPECT_EQ(read("feffffffffffffff", i64), -2);
  EXPECT_EQ(read("ffffffffffffff7f", i64), 9223372036854775807);
  EXPECT_EQ(read("0000000000000080", i64), std::numeric_limits<std::int64_t>::min());
}

TEST(Cursor, LabelsNumbersWithTheirValue) {
  EXPECT_EQ(transcript("01 0200 030000 04000000 050000000000 06000000000000 0700000000000000 f8ffffffffffffff",
                       [](auto& in) {
                         in.u8("a");
                         in.u16("b");
                         in.u24("c");
                         in.u32("d");
                         in.u48("e");
                         in.u56("f");
                         in.u64("g");
                         in.i64("h");
                       }),
            R"(
0 1 a = 1
1 2 b = 2
3 3 c = 3
6 4 d = 4
10 6 e = 5
16 7 f = 6
23 8 g = 7
31 8 h = -8
)");
}

TEST(Cursor, NumbersThatDoNotFitTellWhatIsMissing) {
  EXPECT_EQ(read_error("", [](auto& in) { in.u8("n"); }), "0 n: needs 1 byte, 0 left");
  EXPECT_EQ(read_error("00", [](auto& in) { in.u16("n"); }), "0 n: needs 2 bytes, 1 left");
  EXPECT_EQ(read_error("0000", [](auto& in) { in.u24("n"); }), "0 n: needs 3 bytes, 2 left");
  EXPECT_EQ(read_error("000000", [](auto& in) { in.u32("n"); }), "0 n: needs 4 bytes, 3 left");
  EXPECT_EQ(read_error("0000000000", [](auto& in) { in.u48("n"); }), "0 n: needs 6 bytes, 5 left");
  EXPECT_EQ(read_error("000000000000", [](auto& in) { in.u56("n"); }), "0 n: needs 7 bytes, 6 left");
  EXPECT_EQ(read_error("00000000000000", [](auto& in) { in.u64("n"); }), "0 n: needs 8 bytes, 7 left");
  EXPECT_EQ(read_error("00000000000000", [](auto& in) { in.i64("n"); }), "0 n: needs 8 bytes, 7 left");
}

TEST(Cursor, ErrorConsumesAndLabelsNothing) {
  EXPECT_EQ(transcript("01 02",
                       [](auto& in) {
                         in.u8("a");
                         EXPECT_THROW(in.u32("b"), DecodeError);
                         EXPECT_EQ(in.offset(), 1u);
                         in.u8("c");
                       }),
            R"(
0 1 a = 1
1 1 c = 2
)");
}

// --- the range

TEST(Cursor, ReadsAPartOfTheEvent) {
  const ExactBytes bytes = hex_bytes("0011223344");
  FieldTape tape;
  Cursor<FieldTrace> in(bytes, 1, 4, FieldTrace{.tape = &tape});
  EXPECT_EQ(in.offset(), 1u);
  EXPECT_EQ(in.remaining(), 3u);
  EXPECT_EQ(in.left(), "\x11\x22\x33");
  EXPECT_EQ(in.u16("n"), 0x2211);
  EXPECT_EQ(in.rest("rest"), "\x33");
  EXPECT_TRUE(in.at_end());
  EXPECT_THROW(in.u8("more"), DecodeError);
  EXPECT_EQ("\n" + tape_text(tape, bytes), R"(
1 2 n = 8721
3 1 rest = '3'
)");
}

TEST(Cursor, ErrorOffsetCountsFromTheStartOfTheEvent) {
  const ExactBytes bytes = hex_bytes("00112233");
  Cursor<NoTrace> in(bytes, 2, 3);
  in.u8("a");
  try {
    in.u8("b");
    FAIL();
  } catch (const DecodeError& error) {
    EXPECT_EQ(error, DecodeError(3, "b", "needs 1 byte, 0 left"));
  }
}

TEST(Cursor, EmptyRangeWithoutAnAddress) {
  Cursor<NoTrace> in{Bytes()};
  EXPECT_TRUE(in.at_end());
  EXPECT_EQ(in.remaining(), 0u);
  EXPECT_EQ(in.rest("rest"), "");
  EXPECT_EQ(in.bytes(0, "none"), "");
  EXPECT_THROW(in.u8("n"), DecodeError);
  EXPECT_THROW(in.nul_terminated("text"), DecodeError);
}

// --- bytes

TEST(Cursor, Bytes) {
  EXPECT_EQ(transcript("616263 00ff 64",
                       [](auto& in) {
                         EXPECT_EQ(in.bytes(3, "text"), "abc");
                         EXPECT_EQ(in.bytes(0, "nothing"), "");
                         EXPECT_EQ(in.bytes(2, "binary"), Bytes("\0\xff", 2));
                         EXPECT_EQ(in.rest("rest"), "d");
                         EXPECT_EQ(in.rest("again"), "");
                       }),
            R"(
0 3 text = 'abc'
3 0 nothing = ''
3 2 binary = 00ff
5 1 rest = 'd'
6 0 again = ''
)");
  EXPECT_EQ(read_error("6162", [](auto& in) { in.bytes(3, "text"); }), "0 text: needs 3 bytes, 2 left");
}

TEST(Cursor, SizesNear2To64DoNotWrap) {
  for (std::uint64_t size : {kLargest, kLargest - 1, kLargest - 7, std::uint64_t{1} << 63, std::uint64_t{1} << 32}) {
    const std::string reason = fmt::format("1 text: needs {} bytes, 1 left", size);
    const auto after_one_byte = [](auto body) {
      return [body](auto& in) {
        in.u8("a");
        body(in);
      };
    };
    EXPECT_EQ(read_error("0000", after_one_byte([size](auto& in) { in.bytes(size, "text"); })), reason);
    EXPECT_EQ(read_error("0000", after_one_byte([size](auto& in) { in.checked(size, "text"); })), reason);
    EXPECT_EQ(read_error("0000", after_one_byte([size](auto& in) { in.group("text", size, [](auto&) {}); })), reason);
    EXPECT_EQ(read_error("", [size](auto& in) { in.unparsed(size); }),
              fmt::format("0 unparsed: needs {} bytes, 0 left", size));
  }
}

TEST(Cursor, CheckedSizeFits) {
  const ExactBytes bytes = hex_bytes("000000");
  Cursor<NoTrace> in(bytes);
  EXPECT_EQ(in.checked(3, "size"), 3u);
  EXPECT_EQ(in.checked(0, "size"), 0u);
  EXPECT_EQ(in.offset(), 0u) << "nothing is consumed";
}

TEST(Cursor, NulTerminatedText) {
  EXPECT_EQ(transcript("616200 00 6300",
                       [](auto& in) {
                         EXPECT_EQ(in.nul_terminated("a"), "ab");
                         EXPECT_EQ(in.nul_terminated("b"), "");
                         EXPECT_EQ(in.nul_terminated("c"), "c");
                       }),
            R"(
0 3 a = 616200
3 1 b = 00
4 2 c = 6300
)");
  EXPECT_EQ(read_error("6162", [](auto& in) { in.nul_terminated("a"); }), "0 a: no terminating NUL");
  EXPECT_EQ(read_error("", [](auto& in) { in.nul_terminated("a"); }), "0 a: no terminating NUL");
}

TEST(Cursor, NulBeyondTheRangeIsNotSeen) {
  const ExactBytes bytes = hex_bytes("616200");
  Cursor<NoTrace> in(bytes, 0, 2);
  EXPECT_THROW(in.nul_terminated("a"), DecodeError);
}

TEST(Cursor, TextWithItsLengthBefore) {
  EXPECT_EQ(transcript("02 6162 fc0100 63 00",
                       [](auto& in) {
                         EXPECT_EQ(in.u8_bytes("a_len", "a"), "ab");
                         EXPECT_EQ(in.packed_bytes("b_len", "b"), "c");
                         EXPECT_EQ(in.packed_bytes("c_len", "c"), "");
                       }),
            R"(
0 1 a_len = 2
1 2 a = 'ab'
3 3 b_len = 1
6 1 b = 'c'
7 1 c_len = 0
8 0 c = ''
)");
  EXPECT_EQ(read_error("02 61", [](auto& in) { in.u8_bytes("a_len", "a"); }), "1 a: needs 2 bytes, 1 left");
  EXPECT_EQ(read_error("feffffffffffffffff 61", [](auto& in) { in.packed_bytes("a_len", "a"); }),
            "9 a: needs 18446744073709551615 bytes, 1 left");
}

TEST(Cursor, UnparsedBytes) {
  EXPECT_EQ(transcript("aabb cc",
                       [](auto& in) {
                         EXPECT_EQ(in.unparsed(2), "\xaa\xbb");
                         EXPECT_EQ(in.unparsed_rest(), "\xcc");
                       }),
            R"(
0 2 unparsed = aabb
2 1 unparsed = cc
)");
  EXPECT_EQ(read_error("aa", [](auto& in) { in.unparsed(2); }), "0 unparsed: needs 2 bytes, 1 left");
}

// --- packed integers

std::uint64_t packed(std::string_view hex) {
  return read(hex, [](auto& in) { return in.packed("n"); });
}

TEST(Cursor, PackedIntegersTakeOneThreeFourOrNineBytes) {
  EXPECT_EQ(packed("00"), 0u);
  EXPECT_EQ(packed("d9"), 217u);
  EXPECT_EQ(packed("fa"), 250u);
  EXPECT_EQ(packed("fcff00"), 255u);
  EXPECT_EQ(packed("fc2101"), 289u);
  EXPECT_EQ(packed("fcffff"), 65535u);
  EXPECT_EQ(packed("fd000001"), 65536u);
  EXPECT_EQ(packed("fdffffff"), 16777215u);
  EXPECT_EQ(packed("fe0000000100000000"), 16777216u);
  EXPECT_EQ(packed("feffffffffffffffff"), kLargest);
  EXPECT_EQ(packed("fc0100"), 1u) << "in a longer form than needed";
}

TEST(Cursor, PackedIntegerIsOneField) {
  EXPECT_EQ(transcript("05 fc2101 fd010203 fe0100000000000000",
                       [](auto& in) {
                         for (int i = 0; i < 4; ++i) in.packed("n");
                       }),
            R"(
0 1 n = 5
1 3 n = 289
4 4 n = 197121
8 9 n = 1
)");
}

TEST(Cursor, PackedIntegersThatAreNone) {
  const auto packed_error = [](std::string_view hex) { return read_error(hex, [](auto& in) { in.packed("n"); }); };
  EXPECT_EQ(packed_error(""), "0 n: no byte left");
  EXPECT_EQ(packed_error("fb"), "0 n: not a valid packed integer");
  EXPECT_EQ(packed_error("ff0000000000000000"), "0 n: not a valid packed integer");
  EXPECT_EQ(packed_error("fc00"), "0 n: needs 3 bytes, 2 left");
  EXPECT_EQ(packed_error("fd0000"), "0 n: needs 4 bytes, 3 left");
  EXPECT_EQ(packed_error("fe00000000000000"), "0 n: needs 9 bytes, 8 left");
}

// --- variable-length integers

std::uint64_t varint(std::string_view hex) {
  return read(hex, [](auto& in) { return in.varint("n"); });
}
std::int64_t varint_signed(std::string_view hex) {
  return read(hex, [](auto& in) { return in.varint_signed("n"); });
}

TEST(Cursor, VariableLengthIntegersTakeOneToNineBytes) {
  EXPECT_EQ(varint("00"), 0u);
  EXPECT_EQ(varint("0a"), 5u);
  EXPECT_EQ(varint("fe"), 127u);
  EXPECT_EQ(varint("8104"), 288u);
  EXPECT_EQ(varint("dd02"), 0xb7u);
  EXPECT_EQ(varint("83120b"), 90704u);
  EXPECT_EQ(varint("07000010"), std::uint64_t{1} << 24);
  EXPECT_EQ(varint("0f00000080"), 0x400000000u);
  EXPECT_EQ(varint("1f0000000080"), std::uint64_t{1} << 41);
  EXPECT_EQ(varint("3f000000000080"), std::uint64_t{1} << 48);
  EXPECT_EQ(varint("7f 2ce5ceec6e6106"), 1795978907542828u);
  EXPECT_EQ(varint("7f ffffffffffffff"), 0xffffffffffffffu);
  EXPECT_EQ(varint("ff 0000000000000001"), std::uint64_t{1} << 56);
  EXPECT_EQ(varint("ff ffffffffffffffff"), kLargest);
  EXPECT_EQ(varint("0100"), 0u) << "in a longer form than needed";
}

TEST(Cursor, SignedVariableLengthIntegersAreZigzagCoded) {
  EXPECT_EQ(varint_signed("00"), 0);
  EXPECT_EQ(varint_signed("02"), -1);
  EXPECT_EQ(varint_signed("04"), 1);
  EXPECT_EQ(varint_signed("06"), -2);
  EXPECT_EQ(varint_signed("08"), 2);
  EXPECT_EQ(varint_signed("ff feffffffffffffff"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(varint_signed("ff ffffffffffffffff"), std::numeric_limits<std::int64_t>::min());
}

TEST(Cursor, LabelsVariableLengthIntegers) {
  EXPECT_EQ(transcript("0a 8104 06 ffffffffffffffffff",
                       [](auto& in) {
                         in.varint("a");
                         in.varint("b");
                         in.varint_signed("c");
                         in.varint_signed("d");
                       }),
            R"(
0 1 a = 5
1 2 b = 288
3 1 c = -2
4 9 d = -9223372036854775808
)");
}

TEST(Cursor, VariableLengthIntegersThatAreCut) {
  const auto varint_error = [](std::string_view hex) { return read_error(hex, [](auto& in) { in.varint("n"); }); };
  EXPECT_EQ(varint_error(""), "0 n: no byte left");
  EXPECT_EQ(varint_error("01"), "0 n: needs 2 bytes, 1 left");
  EXPECT_EQ(varint_error("03 00"), "0 n: needs 3 bytes, 2 left");
  EXPECT_EQ(varint_error("7f 000000000000"), "0 n: needs 8 bytes, 7 left");
  EXPECT_EQ(varint_error("ff 00000000000000"), "0 n: needs 9 bytes, 8 left");
  EXPECT_EQ(read_error("", [](auto& in) { in.varint_signed("n"); }), "0 n: no byte left");
}

// --- groups

TEST(Cursor, GroupsNestAndLabelWhatIsLeftOfThem) {
  EXPECT_EQ(transcript("01 0203040506 07",
                       [](auto& in) {
                         in.u8("a");
                         in.group("outer", 5, [](auto& outer) {
                           EXPECT_EQ(outer.remaining(), 5u);
                           outer.u8("b");
                           outer.group("inner", 2, [](auto& inner) {
                             EXPECT_EQ(inner.remaining(), 2u);
                             inner.u8("c");
                           });
                           outer.u8("d");
                         });
                         EXPECT_EQ(in.remaining(), 1u);
                         in.u8("e");
                       }),
            R"(
0 1 a = 1
1 5 outer:
  1 1 b = 2
  2 2 inner:
    2 1 c = 3
    3 1 unparsed = 04
  4 1 d = 5
  5 1 unparsed = 06
6 1 e = 7
)");
}

TEST(Cursor, GroupBoundsItsBody) {
  EXPECT_EQ(transcript("01020304", [](auto& in) { in.group("g", 3, [](auto& body) { body.u32("n"); }); }), R"(
0 3 g:
! 0 n: needs 4 bytes, 3 left
)");
  EXPECT_EQ(transcript("01020304", [](auto& in) { in.group("g", 3, [](auto& body) { body.rest("n"); }); }), R"(
0 3 g:
  0 3 n = 010203
)");
  EXPECT_EQ(transcript("610062 00", [](auto& in) { in.group("g", 1, [](auto& body) { body.nul_terminated("n"); }); }),
            R"(
0 1 g:
! 0 n: no terminating NUL
)");
}

TEST(Cursor, GroupMayBeEmpty) {
  EXPECT_EQ(transcript("", [](auto& in) { in.group("g", 0, [](auto& body) { EXPECT_TRUE(body.at_end()); }); }), R"(
0 0 g:
)");
}

TEST(Cursor, GroupBeyondTheRange) {
  EXPECT_EQ(transcript("0102",
                       [](auto& in) {
                         in.u8("a");
                         in.group("g", 2, [](auto&) { FAIL(); });
                       }),
            R"(
0 1 a = 1
! 1 g: needs 2 bytes, 1 left
)");
  EXPECT_EQ(transcript("010203",
                       [](auto& in) {
                         in.group("outer", 1, [](auto& outer) { outer.group("inner", 2, [](auto&) { FAIL(); }); });
                       }),
            R"(
0 1 outer:
! 0 inner: needs 2 bytes, 1 left
)");
}

TEST(Cursor, OpenGroupEndsWhereItsBodyStopped) {
  EXPECT_EQ(transcript("01 0203 04",
                       [](auto& in) {
                         in.u8("a");
                         in.group_rest("g", [](auto& body) {
                           body.u8("b");
                           body.u8("c");
                         });
                         in.group_rest("empty", [](auto&) {});
                         in.u8("d");
                       }),
            R"(
0 1 a = 1
1 2 g:
  1 1 b = 2
  2 1 c = 3
3 0 empty:
3 1 d = 4
)");
}

TEST(Cursor, GroupsWorkUntraced) {
  const ExactBytes bytes = hex_bytes("0102030405");
  Cursor<NoTrace> in(bytes);
  in.group("g", 3, [](auto& body) { EXPECT_EQ(body.u8("a"), 1); });
  EXPECT_EQ(in.offset(), 3u) << "what the body left was skipped";
  in.group_rest("g", [](auto& body) { EXPECT_EQ(body.u8("b"), 4); });
  EXPECT_EQ(in.remaining(), 1u);
}

// --- values of columns

TEST(Cursor, ColumnValues) {
  EXPECT_EQ(transcript("01020304 02 6162 0100 63 000000 00000000",
                       [](auto& in) {
                         EXPECT_EQ(in.column_value(4, 0, true), "\1\2\3\4");
                         EXPECT_EQ(in.column_value(0, 0, true), "");
                         EXPECT_EQ(in.column_value(0, 1, true), "ab");
                         EXPECT_EQ(in.column_value(0, 2, true), "c");
                         EXPECT_EQ(in.column_value(0, 3, true), "");
                         EXPECT_EQ(in.column_value(0, 4, true), "");
                       }),
            R"(
0 4 value = 01020304
4 0 value = ''
4 1 length = 2
5 2 value = 'ab'
7 2 length = 1
9 1 value = 'c'
10 3 length = 0
13 0 value = ''
13 4 length = 0
17 0 value = ''
)");
}

TEST(Cursor, ColumnValuesThatDoNotFit) {
  const auto value_error = [](std::string_view hex, std::uint32_t fixed_size, std::uint8_t length_bytes) {
    return read_error(hex, [=](auto& in) { in.column_value(fixed_size, length_bytes, true); });
  };
  EXPECT_EQ(value_error("010203", 4, 0), "0 value: needs 4 bytes, 3 left");
  EXPECT_EQ(value_error("01", 0xffffffff, 0), "0 value: needs 4294967295 bytes, 1 left");
  EXPECT_EQ(value_error("", 0, 1), "0 length: needs 1 byte, 0 left");
  EXPECT_EQ(value_error("000000", 0, 4), "0 length: needs 4 bytes, 3 left");
  EXPECT_EQ(value_error("02 61", 0, 1), "0 value: needs 3 bytes, 2 left");
  EXPECT_EQ(value_error("ffffffff 61", 0, 4), "0 value: needs 4294967299 bytes, 5 left");
  EXPECT_EQ(read_error("00", [](auto& in) { in.column_value(0, 0, false); }), "0 value: column type of unknown length");
}

// --- what an error leaves

TEST(FieldTape, UndecodedLabelCoversWhatNoFieldDoes) {
  const ExactBytes bytes = hex_bytes("0102030405");
  FieldTape tape;
  Cursor<FieldTrace> in(bytes, FieldTrace{.tape = &tape});
  in.u8("a");
  EXPECT_THROW(in.group("g", 4,
                        [](auto& body) {
                          body.u8("b");
                          body.u64("c");
                        }),
               DecodeError);
  label_undecoded(tape, 5);
  expect_labels_cover(tape, 0, 5);
  EXPECT_EQ("\n" + tape_text(tape, bytes), R"(
0 1 a = 1
1 4 g:
  1 1 b = 2
2 3 undecoded = 030405
)");
}

TEST(FieldTape, UndecodedLabelOfAnEmptyTape) {
  FieldTape tape;
  label_undecoded(tape, 3);
  EXPECT_EQ(tape,
            (FieldTape{
                {.name = "undecoded", .offset = 0, .size = 3, .value = 0, .depth = 0, .kind = FieldKind::kUndecoded}}));
}

TEST(FieldTape, NothingUndecodedNeedsNoLabel) {
  FieldTape tape;
  label_undecoded(tape, 0);
  EXPECT_TRUE(tape.empty());
}

}  // namespace
}  // namespace binlogdump
