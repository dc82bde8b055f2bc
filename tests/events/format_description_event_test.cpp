#include "binlogdump/events/format_description_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using FormatDescriptionEventTest = EventTest;

/// A server version in its 50 bytes.
std::string version(std::string_view characters) {
  std::string padded(characters);
  padded.resize(FormatDescriptionEvent::kServerVersionSize, '\0');
  return text(padded);
}

// Whole bodies as servers wrote them. The one of 9.7.4 is that of binlog.000024 of testdata.
const std::string kServer97 = "0400" + version("9.7.4-2") +
                              "82850c6b 13"
                              "000d0008000000000400040000006300041a08000000000000020000000a0a0a2a2a001234000a280000"
                              "01";
const std::string kServer8011 = "0400" + version("8.0.11-debug") +
                                "160ba55b 13"
                                "000d0008000000000400040000006000041a08000000080808020000000a0a0a2a2a001234000a"
                                "01";
const std::string kServer57 = "0400" + version("5.7.11-debug-log") +
                              "747f065c 13"
                              "380d0008001200040404041200005f00041a08000000080808020000000a0a0a2a2a001234"
                              "0001";
const std::string kServer564 = "0400" + version("5.6.4-m7-debug-log") +
                               "d102cd4e 13"
                               "380d0008001200040404041200005900041a08000000080808020000000a0a0a"
                               "00";
const std::string kServer51 = "0400" + version("5.1.30-debug-log") +
                              "00000000 13"
                              "380d0008001200040404041200005300041a0800000008080802";
const std::string kServer50 = "0400" + version("5.0.16-debug-log") +
                              "a8d0fc43 13"
                              "380d0008001200040404041200004b00041a";

TEST_F(FormatDescriptionEventTest, OfServer97) {
  const FormatDescriptionEvent event = decode<FormatDescriptionEvent>(kServer97);
  EXPECT_EQ(event.binlog_version, 4);
  EXPECT_EQ(event.server_version, "9.7.4-2");
  EXPECT_EQ(event.created, 1795982722u);
  EXPECT_EQ(event.common_header_len, 19);
  EXPECT_EQ(event.post_header_len.size(), 42u);
  EXPECT_EQ(event.checksum_alg, ChecksumAlgorithm::kCrc32);
  EXPECT_EQ(trace<FormatDescriptionEvent>(kServer97), R"(
0 2 binlog_version = 4
2 50 server_version = )" + version("9.7.4-2") + R"(
52 4 created = 1795982722
56 1 common_header_len = 19
57 42 post_header_len = 000d0008000000000400040000006300041a08000000000000020000000a0a0a2a2a001234000a280000
99 1 checksum_alg = 1
)");
}

TEST_F(FormatDescriptionEventTest, OfServer50HasNoChecksumAlgorithm) {
  const FormatDescriptionEvent event = decode<FormatDescriptionEvent>(kServer50);
  EXPECT_EQ(event.server_version, "5.0.16-debug-log");
  EXPECT_EQ(event.created, 1140641960u);
  EXPECT_EQ(event.post_header_len.size(), 18u);
  EXPECT_EQ(event.checksum_alg, std::nullopt);
  EXPECT_THAT(trace<FormatDescriptionEvent>(kServer50),
              testing::EndsWith("\n57 18 post_header_len = 380d0008001200040404041200004b00041a\n"));
}

TEST_F(FormatDescriptionEventTest, ListsOneLengthForEachTypeThatTheServerKnew) {
  const auto listed = [this](const std::string& hex) {
    return decode<FormatDescriptionEvent>(hex).post_header_len.size();
  };
  EXPECT_EQ(listed(kServer51), 26u);
  EXPECT_EQ(listed(kServer564), 32u);
  EXPECT_EQ(listed(kServer57), 38u);
  EXPECT_EQ(listed(kServer8011), 39u);
}

TEST_F(FormatDescriptionEventTest, ItsOwnEntryIsThePostHeadersSize) {
  for (const std::string& hex : {kServer50, kServer51, kServer564, kServer57, kServer8011, kServer97}) {
    const Bytes lengths = decode<FormatDescriptionEvent>(hex).post_header_len;
    EXPECT_EQ(load_u8(&lengths[14]), 57 + lengths.size());
  }
}

TEST_F(FormatDescriptionEventTest, AlgorithmIsThereEvenIfItIsNone) {
  EXPECT_EQ(decode<FormatDescriptionEvent>(kServer564).checksum_alg, ChecksumAlgorithm::kNone);
}

TEST_F(FormatDescriptionEventTest, SyntheticVersionDecidesAboutTheAlgorithm) {
  const auto has_algorithm = [](std::string_view text) { return FormatDescriptionEvent::has_checksum_alg(text); };
  EXPECT_TRUE(has_algorithm("5.6.1"));
  EXPECT_TRUE(has_algorithm("5.6.1-m1"));
  EXPECT_TRUE(has_algorithm("5.10.0"));
  EXPECT_TRUE(has_algorithm("26.10.0"));
  EXPECT_TRUE(has_algorithm("11.4.2-MariaDB"));
  EXPECT_FALSE(has_algorithm("5.6.0-alpha"));
  EXPECT_FALSE(has_algorithm("5.5.17-debug-log"));
  EXPECT_FALSE(has_algorithm("4.1.22"));
  EXPECT_FALSE(has_algorithm(""));
}

TEST_F(FormatDescriptionEventTest, SyntheticUnknownAlgorithmIsKept) {
  const FormatDescriptionEvent event = decode<FormatDescriptionEvent>("0400" + version("9.7.4") + "00000000 13 00 ff");
  EXPECT_EQ(event.checksum_alg, static_cast<ChecksumAlgorithm>(255));
}

TEST_F(FormatDescriptionEventTest, SyntheticVersionMayFillItsPlace) {
  // The last of the 50 bytes counts as NUL, whatever it is.
  const FormatDescriptionEvent event =
      decode<FormatDescriptionEvent>("0400" + version(std::string(50, 'v')) + "00000000 13");
  EXPECT_EQ(event.server_version, std::string(49, 'v'));
}

TEST_F(FormatDescriptionEventTest, SyntheticListMayBeEmpty) {
  EXPECT_EQ(decode<FormatDescriptionEvent>("0400" + version("5.0.0") + "00000000 13").post_header_len, "");
  EXPECT_EQ(decode<FormatDescriptionEvent>("0400" + version("9.7.4") + "00000000 13 00").post_header_len, "");
}

TEST_F(FormatDescriptionEventTest, ListGoesToTheEndWhateverItsLength) {
  EXPECT_EQ(sound_lengths<FormatDescriptionEvent>(kServer50), "57-75");
  EXPECT_EQ(sound_lengths<FormatDescriptionEvent>(kServer97), "58-100");
  EXPECT_EQ(error<FormatDescriptionEvent>(cut(kServer97, 57)), "57 checksum_alg: no byte left");
  EXPECT_EQ(error<FormatDescriptionEvent>(cut(kServer97, 51)), "2 server_version: needs 50 bytes, 49 left");
}

}  // namespace
}  // namespace binlogdump
