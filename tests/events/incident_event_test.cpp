#include "binlogdump/events/incident_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using IncidentEventTest = EventTest;

const std::string kMessage = "Non-transactional changes were not written to the binlog.";
// incident.000001 of testdata, without the four bytes at the end that 9.7 adds.
const std::string kLostEvents = "0100 39" + text(kMessage);

TEST_F(IncidentEventTest, TellsOfLostEvents) {
  EXPECT_TRUE(decode<IncidentEvent>(kLostEvents) == (IncidentEvent{.incident = 1, .message = kMessage}));
}

TEST_F(IncidentEventTest, BytesThatServer97AddsAreUnparsed) {
  EXPECT_EQ(trace<IncidentEvent>(kLostEvents + "e8f0b68c"), R"(
0 2 incident = 1
2 1 message_length = 57
3 57 message = 'Non-transactional changes were not written to the binlog.'
60 4 unparsed = e8f0b68c
)");
}

TEST_F(IncidentEventTest, MessageOfServer51IsEmpty) {
  EXPECT_TRUE(decode<IncidentEvent>("4200 00") == (IncidentEvent{.incident = 66, .message = ""}));
}

TEST_F(IncidentEventTest, SyntheticMessageMayBeAbsent) {
  EXPECT_TRUE(decode<IncidentEvent>("0100") == (IncidentEvent{.incident = 1, .message = ""}));
  EXPECT_EQ(sound_lengths<IncidentEvent>(kLostEvents), "2, 60");
}

TEST_F(IncidentEventTest, SyntheticMessageBeyondTheEnd) {
  EXPECT_EQ(error<IncidentEvent>("0100 ff 61"), "3 message: needs 255 bytes, 1 left");
}

}  // namespace
}  // namespace binlogdump
