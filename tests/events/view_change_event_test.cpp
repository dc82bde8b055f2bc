#include "binlogdump/events/view_change_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using ViewChangeEventTest = EventTest;

// No server at hand writes these: all bytes are synthetic.
const std::string kView = text("14824556:1") + number(0, 8) + number(0, 8) + number(0, 8) + number(0, 6) +  // view_id
                          number(3, 8) + number(2, 4) +  // seq, count
                          "0300 6b6579 02000000 6162"    // an item
                          "0000 00000000";               // another

TEST_F(ViewChangeEventTest, SyntheticCertificationInfo) {
  const ViewChangeEvent event = decode<ViewChangeEvent>(kView);
  EXPECT_EQ(event.view_id, "14824556:1");
  EXPECT_EQ(event.seq_number, 3u);
  EXPECT_EQ(event.certification_info.size(), 2u);
  EXPECT_TRUE(event.certification_info.at(0) == (ViewChangeEvent::CertificationItem{.key = "key", .value = "ab"}));
  EXPECT_TRUE(event.certification_info.at(1) == (ViewChangeEvent::CertificationItem{.key = "", .value = ""}));
  EXPECT_EQ(trace<ViewChangeEvent>(kView), R"(
0 40 view_id = )" + text("14824556:1") + std::string(60, '0') +
                                               R"(
40 8 seq_number = 3
48 4 certification_info_size = 2
52 2 key_length = 3
54 3 key = 'key'
57 4 value_length = 2
61 2 value = 'ab'
63 2 key_length = 0
65 0 key = ''
65 4 value_length = 0
69 0 value = ''
)");
}

TEST_F(ViewChangeEventTest, SyntheticViewIdMayFillItsPlace) {
  EXPECT_EQ(decode<ViewChangeEvent>(text(std::string(40, 'v')) + number(0, 12)).view_id, std::string(40, 'v'));
}

TEST_F(ViewChangeEventTest, HasOneLength) {
  EXPECT_EQ(sound_lengths<ViewChangeEvent>(kView), "69");
}

TEST_F(ViewChangeEventTest, SyntheticCountsThatLie) {
  const std::string head = text(std::string(40, 'v')) + number(1, 8);
  EXPECT_EQ(error<ViewChangeEvent>(head + "ffffffff"), "52 key_length: needs 2 bytes, 0 left");
  EXPECT_EQ(error<ViewChangeEvent>(head + "01000000 ffff 61"), "54 key: needs 65535 bytes, 1 left");
  EXPECT_EQ(error<ViewChangeEvent>(head + "01000000 0000 ffffffff"), "58 value: needs 4294967295 bytes, 0 left");
}

TEST_F(ViewChangeEventTest, SyntheticTrailingBytesAreUnparsed) {
  EXPECT_THAT(trace<ViewChangeEvent>(kView + "ff"), testing::EndsWith("\n69 1 unparsed = ff\n"));
}

}  // namespace
}  // namespace binlogdump
