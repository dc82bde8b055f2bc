#include "binlogdump/events/unknown_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using UnknownEventTest = EventTest;

TEST_F(UnknownEventTest, SyntheticBodyIsKeptUnparsed) {
  EXPECT_EQ(decode<UnknownEvent>("00ff61").payload, Bytes("\0\xff\x61", 3));
  EXPECT_EQ(trace<UnknownEvent>("00ff61"), R"(
0 3 unparsed = 00ff61
)");
}

TEST_F(UnknownEventTest, SyntheticBodyMayHaveAnyLength) {
  EXPECT_EQ(sound_lengths<UnknownEvent>("00ff61"), "0-3");
}

TEST(EventTypes, CodesThatNoMySqlServerWritesAreUnknownEvents) {
  for (int code : {0, 43, 100, 101, 160, 163, 200, 255}) {
    const bool unknown = with_event_struct(static_cast<std::uint8_t>(code),
                                           []<class Struct>() { return std::is_same_v<Struct, UnknownEvent>; });
    EXPECT_TRUE(unknown) << code;
  }
}

TEST(EventTypes, KnownCodesHaveTheirNameAndStruct) {
  EXPECT_EQ(event_type_name(0), "UNKNOWN_EVENT");
  EXPECT_EQ(event_type_name(4), "ROTATE_EVENT");
  EXPECT_EQ(event_type_name(42), "GTID_TAGGED_LOG_EVENT");
  EXPECT_EQ(event_type_name(43), "");
  EXPECT_EQ(event_type_name(255), "");
  for (int code = 1; code <= 42; ++code) {
    EXPECT_FALSE(event_type_name(static_cast<std::uint8_t>(code)).empty()) << code;
    const bool unknown = with_event_struct(static_cast<std::uint8_t>(code),
                                           []<class Struct>() { return std::is_same_v<Struct, UnknownEvent>; });
    EXPECT_FALSE(unknown) << code;
  }
}

}  // namespace
}  // namespace binlogdump
