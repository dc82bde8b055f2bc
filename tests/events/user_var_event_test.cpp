#include "binlogdump/events/user_var_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using UserVarEventTest = EventTest;

// Bodies from stmt-uservars.000001 of testdata, where no synthetic one is meant.
const std::string kBig = "03000000 626967 00 02 ff000000 08000000 ffffffffffffffff 01";
const std::string kString = "01000000 6c 00 00 2f000000 06000000 636166786539";

TEST_F(UserVarEventTest, ReadsAnUnsignedInteger) {
  EXPECT_TRUE(decode<UserVarEvent>(kBig) == (UserVarEvent{.name = "big",
                                                          .is_null = 0,
                                                          .value_type = UserVarEvent::kInt,
                                                          .charset_number = 255,
                                                          .val = "\xff\xff\xff\xff\xff\xff\xff\xff",
                                                          .flags = UserVarEvent::kUnsignedFlag}));
  EXPECT_EQ(trace<UserVarEvent>(kBig), R"(
0 4 name_len = 3
4 3 name = 'big'
7 1 is_null = 0
8 1 type = 2
9 4 charset_number = 255
13 4 val_len = 8
17 8 val = ffffffffffffffff
25 1 flags = 1
)");
}

TEST_F(UserVarEventTest, ReadsASignedInteger) {
  EXPECT_EQ(decode<UserVarEvent>("03000000 6e6567 00 02 ff000000 08000000 f9ffffffffffffff 00").flags, 0);
}

TEST_F(UserVarEventTest, SyntheticIntegerBefore56HasNoFlags) {
  const UserVarEvent event = decode<UserVarEvent>("03000000 6e6567 00 02 ff000000 08000000 f9ffffffffffffff");
  EXPECT_EQ(event.val, "\xf9\xff\xff\xff\xff\xff\xff\xff");
  EXPECT_EQ(event.flags, 0);
}

TEST_F(UserVarEventTest, ReadsAString) {
  const UserVarEvent event = decode<UserVarEvent>(kString);
  EXPECT_EQ(event.value_type, UserVarEvent::kString);
  EXPECT_EQ(event.charset_number, 47u);
  EXPECT_EQ(event.val, "cafxe9");
  EXPECT_EQ(decode<UserVarEvent>("01000000 65 00 00 ff000000 00000000").val, "") << "the empty string";
}

TEST_F(UserVarEventTest, ReadsARealNumber) {
  const UserVarEvent event = decode<UserVarEvent>("01000000 72 00 01 ff000000 08000000 000000000000f83f");
  EXPECT_EQ(event.value_type, UserVarEvent::kReal);
  EXPECT_EQ(event.val, Bytes("\0\0\0\0\0\0\xf8\x3f", 8));
}

TEST_F(UserVarEventTest, ReadsADecimal) {
  const UserVarEvent event = decode<UserVarEvent>("01000000 64 00 04 ff000000 04000000 03028132");
  EXPECT_EQ(event.value_type, UserVarEvent::kDecimal);
  EXPECT_EQ(event.val, "\x03\x02\x81\x32");
}

TEST_F(UserVarEventTest, NullEndsTheEvent) {
  const UserVarEvent event = decode<UserVarEvent>("09000000 6e657665725f736574 01");
  EXPECT_EQ(event.name, "never_set");
  EXPECT_EQ(event.is_null, 1);
  EXPECT_EQ(event.val, "");
}

TEST_F(UserVarEventTest, SyntheticAnyNumberButZeroMeansNull) {
  EXPECT_EQ(trace<UserVarEvent>("01000000 6e ff 0203"), R"(
0 4 name_len = 1
4 1 name = 'n'
5 1 is_null = 255
6 2 unparsed = 0203
)");
}

TEST_F(UserVarEventTest, OnlyTheFlagsMayBeMissing) {
  EXPECT_EQ(sound_lengths<UserVarEvent>(kBig), "25-26");
  EXPECT_EQ(sound_lengths<UserVarEvent>(kString), "21");
}

TEST_F(UserVarEventTest, SyntheticLengthsBeyondTheEnd) {
  EXPECT_EQ(error<UserVarEvent>("ffffffff 61"), "4 name: needs 4294967295 bytes, 1 left");
  EXPECT_EQ(error<UserVarEvent>("01000000 61 00 00 ff000000 02000000 61"), "15 val: needs 2 bytes, 1 left");
  EXPECT_EQ(error<UserVarEvent>("01000000 61 00 00 ff000000 ffffffff 61"), "15 val: needs 4294967295 bytes, 1 left");
}

TEST_F(UserVarEventTest, SyntheticTrailingBytesAreUnparsed) {
  EXPECT_EQ(trace<UserVarEvent>("00000000 00 02 08000000 01000000 31 01 0203"), R"(
0 4 name_len = 0
4 0 name = ''
4 1 is_null = 0
5 1 type = 2
6 4 charset_number = 8
10 4 val_len = 1
14 1 val = '1'
15 1 flags = 1
16 2 unparsed = 0203
)");
}

}  // namespace
}  // namespace binlogdump
