#include "binlogdump/context.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

// --- server versions

TEST(ServerVersion, OfServers) {
  EXPECT_EQ(ServerVersion::parse("9.7.4-2"), (ServerVersion{9, 7, 4}));
  EXPECT_EQ(ServerVersion::parse("5.5.17-debug-log"), (ServerVersion{5, 5, 17}));
  EXPECT_EQ(ServerVersion::parse("5.1.37-ndb-6.2.19-debug-log"), (ServerVersion{5, 1, 37}));
  EXPECT_EQ(ServerVersion::parse("5.2.2-a_drop6p13-debug-log"), (ServerVersion{5, 2, 2}));
  EXPECT_EQ(ServerVersion::parse("8.3.0-cluster-debug"), (ServerVersion{8, 3, 0}));
  EXPECT_EQ(ServerVersion::parse("10.5.15-MariaDB-1:10.5.15+maria~focal-log"), (ServerVersion{10, 5, 15}));
  EXPECT_EQ(ServerVersion::parse("26.10.0"), (ServerVersion{26, 10, 0}));
  EXPECT_EQ(ServerVersion::parse("8.0.33-25.1.2"), (ServerVersion{8, 0, 33}));
}

TEST(ServerVersion, SyntheticOddTexts) {
  EXPECT_EQ(ServerVersion::parse(""), (ServerVersion{0, 0, 0}));
  EXPECT_EQ(ServerVersion::parse("log"), (ServerVersion{0, 0, 0}));
  EXPECT_EQ(ServerVersion::parse(" 5.6.1"), (ServerVersion{0, 0, 0}));
  EXPECT_EQ(ServerVersion::parse("-5.6.1"), (ServerVersion{0, 0, 0}));
  EXPECT_EQ(ServerVersion::parse(".6.1"), (ServerVersion{0, 0, 0}));
  EXPECT_EQ(ServerVersion::parse("5"), (ServerVersion{5, 0, 0}));
  EXPECT_EQ(ServerVersion::parse("5."), (ServerVersion{5, 0, 0}));
  EXPECT_EQ(ServerVersion::parse("5.6"), (ServerVersion{5, 6, 0}));
  EXPECT_EQ(ServerVersion::parse("5.6."), (ServerVersion{5, 6, 0}));
  EXPECT_EQ(ServerVersion::parse("5.6-1"), (ServerVersion{5, 6, 0}));
  EXPECT_EQ(ServerVersion::parse("5.6.log"), (ServerVersion{5, 6, 0}));
  EXPECT_EQ(ServerVersion::parse("5..1"), (ServerVersion{5, 0, 0}));
  EXPECT_EQ(ServerVersion::parse("5.6.1.7"), (ServerVersion{5, 6, 1}));
  EXPECT_EQ(ServerVersion::parse("05.006.0001"), (ServerVersion{5, 6, 1}));
  EXPECT_EQ(ServerVersion::parse(Bytes("5.6\0.1", 6)), (ServerVersion{5, 6, 0}));
}

TEST(ServerVersion, SyntheticLongNumbersDoNotWrap) {
  const ServerVersion version =
      ServerVersion::parse("4294967301.18446744073709551617.99999999999999999999999999999999");
  EXPECT_GT(version, (ServerVersion{1000000, 0, 0}));
  EXPECT_GT(version.minor, 1000000u);
  EXPECT_GT(version.patch, 1000000u);
}

TEST(ServerVersion, OrderIsThatOfTheNumbers) {
  EXPECT_LT(ServerVersion::parse("5.5.62"), kFirstVersionWithChecksums);
  EXPECT_LT(ServerVersion::parse("5.6.0"), kFirstVersionWithChecksums);
  EXPECT_EQ(ServerVersion::parse("5.6.1-m1"), kFirstVersionWithChecksums);
  EXPECT_GT(ServerVersion::parse("5.10.0"), ServerVersion::parse("5.9.99"));
  EXPECT_GT(ServerVersion::parse("10.0.0"), ServerVersion::parse("9.7.4"));
}

// --- the format

class ContextTest : public EventTest {
 protected:
  FormatDescription format(std::string_view server_version, const std::string& behind_it) {
    std::string padded(server_version);
    padded.resize(FormatDescriptionEvent::kServerVersionSize, '\0');
    return FormatDescription(decode<FormatDescriptionEvent>("0400" + text(padded) + "00000000" + behind_it));
  }

  /// Synthetic: a map of one INT column; `name` makes it differ from others of the same id.
  static std::string map_of(std::uint64_t id, const std::string& name = "t", int columns = 1) {
    const auto count = static_cast<std::size_t>(columns);
    return number(id, 6) + "0100 01 6400" + number(name.size(), 1) + text(name) + "00 fc" + number(count, 2) +
           text(std::string(count, '\x03')) + "00" + text(std::string((count + 7) / 8, '\0'));
  }
};

TEST_F(ContextTest, FormatBeforeAnyDescription) {
  EXPECT_EQ(context.format.binlog_version, 4);
  EXPECT_EQ(context.format.common_header_len, 19);
  EXPECT_EQ(context.format.highest_type_code, 0);
  EXPECT_EQ(context.format.post_header_length(EventType::QUERY_EVENT), 0);
  EXPECT_FALSE(context.format.events_have_checksum());
}

TEST_F(ContextTest, FormatOfServer97) {
  const FormatDescription format_97 =
      format("9.7.4-2", "13 000d0008000000000400040000006300041a08000000000000020000000a0a0a2a2a001234000a280000 01");
  EXPECT_EQ(format_97.server_version, "9.7.4-2");
  EXPECT_EQ(format_97.highest_type_code, 42);
  EXPECT_EQ(format_97.post_header_length(EventType::START_EVENT_V3), 0);
  EXPECT_EQ(format_97.post_header_length(EventType::QUERY_EVENT), 13);
  EXPECT_EQ(format_97.post_header_length(EventType::FORMAT_DESCRIPTION_EVENT), 99);
  EXPECT_EQ(format_97.post_header_length(EventType::WRITE_ROWS_EVENT), 10);
  EXPECT_EQ(format_97.post_header_length(EventType::TRANSACTION_PAYLOAD_EVENT), 40);
  EXPECT_EQ(format_97.post_header_length(EventType::GTID_TAGGED_LOG_EVENT), 0);
  EXPECT_EQ(format_97.checksum_alg, ChecksumAlgorithm::kCrc32);
  EXPECT_TRUE(format_97.events_have_checksum());
}

TEST_F(ContextTest, FormatOfServer50) {
  const FormatDescription format_50 = format("5.0.16-debug-log", "13 380d0008001200040404041200004b00041a");
  EXPECT_EQ(format_50.highest_type_code, 18);
  EXPECT_EQ(format_50.post_header_length(EventType::EXECUTE_LOAD_QUERY_EVENT), 26);
  EXPECT_EQ(format_50.post_header_length(EventType::TABLE_MAP_EVENT), 0) << "not known to that server";
  EXPECT_FALSE(format_50.events_have_checksum());
}

TEST_F(ContextTest, SyntheticFormats) {
  EXPECT_EQ(format("9.7.4", "12 01").common_header_len, 19) << "never smaller";
  EXPECT_EQ(format("9.7.4", "19 01").common_header_len, 25);
  EXPECT_TRUE(format("9.7.4", "13 ff").events_have_checksum()) << "an algorithm that is not known";
  EXPECT_FALSE(format("9.7.4", "13 00").events_have_checksum());
}

TEST_F(ContextTest, SyntheticFormatOfMoreTypesThanCodes) {
  const std::string lengths = std::string(254, '\x05') + '\x06' + std::string(100, '\x07');
  const FormatDescription many = format("9.7.4", "13" + text(lengths) + "01");
  EXPECT_EQ(many.highest_type_code, 255);
  EXPECT_EQ(many.post_header_len[0], 0);
  EXPECT_EQ(many.post_header_len[1], 5);
  EXPECT_EQ(many.post_header_len[255], 6);
}

TEST_F(ContextTest, FormatOutlivesItsEvent) {
  FormatDescription kept;
  {
    std::string bytes = from_hex("0400") + "5.0.1" + std::string(45, '\0') + from_hex("00000000 13 0102");
    Cursor<NoTrace> in(bytes);
    kept = FormatDescription(FormatDescriptionEvent::decode(in, context));
    std::fill(bytes.begin(), bytes.end(), 'x');
  }
  EXPECT_EQ(kept.server_version, "5.0.1");
  EXPECT_EQ(kept.post_header_len[2], 2);
}

// --- table maps

TEST_F(ContextTest, MapsAreFoundByTheirId) {
  EXPECT_EQ(context.table_map(1), nullptr);
  const TableMap& first = table(map_of(1, "a"));
  const TableMap& second = table(map_of(2, "b"));
  EXPECT_EQ(context.table_map(1), &first);
  EXPECT_EQ(context.table_map(2), &second);
  EXPECT_EQ(context.table_map(3), nullptr);
  EXPECT_EQ(context.table_map(1)->event().table_name, "a");
}

TEST_F(ContextTest, SameBytesKeepTheSameMap) {
  struct Plan : TablePlan {};
  const TableMap& first = table(map_of(1));
  first.plan = std::make_unique<Plan>();
  EXPECT_EQ(&table(map_of(1)), &first);
  table(map_of(2));
  EXPECT_EQ(&table(map_of(1)), &first) << "after another map";
  EXPECT_NE(first.plan, nullptr) << "what a printer made of it stays";
  EXPECT_EQ(context.table_map(1), &first);
}

TEST_F(ContextTest, OtherBytesReplaceTheMap) {
  struct Plan : TablePlan {};
  table(map_of(1, "before")).plan = std::make_unique<Plan>();
  table(map_of(2));
  const TableMap& after = table(map_of(1, "after"));
  EXPECT_EQ(context.table_map(1), &after);
  EXPECT_EQ(after.event().table_name, "after");
  EXPECT_EQ(after.plan, nullptr);
  EXPECT_EQ(context.table_map(2)->event().table_name, "t");
}

TEST_F(ContextTest, BrokenMapChangesNothing) {
  const TableMap& sound = table(map_of(1));
  EXPECT_THROW(table(cut(map_of(1, "broken"), 12)), DecodeError);
  EXPECT_THROW(table(cut(map_of(2), 12)), DecodeError);
  EXPECT_THROW(table("01"), DecodeError);
  EXPECT_EQ(context.table_map(1), &sound);
  EXPECT_EQ(context.table_map(2), nullptr);
}

TEST_F(ContextTest, LargestIdIsAnIdLikeOthers) {
  const TableMap& map = table(map_of(0xffffffffffff));
  EXPECT_EQ(context.table_map(0xffffffffffff), &map);
  EXPECT_EQ(context.table_map(0xffffffff), nullptr);
  const TableMap& zero = table(map_of(0));
  EXPECT_EQ(context.table_map(0), &zero);
}

TEST_F(ContextTest, ClearForgetsAllMaps) {
  table(map_of(1));
  table(map_of(2));
  context.clear_table_maps();
  EXPECT_EQ(context.table_map(1), nullptr);
  EXPECT_EQ(context.table_map(2), nullptr);
  const TableMap& again = table(map_of(1));
  EXPECT_EQ(context.table_map(1), &again);
}

TEST_F(ContextTest, ManySmallMapsAreKept) {
  for (std::uint64_t id = 0; id < 500; ++id) table(map_of(id));
  for (std::uint64_t id = 0; id < 500; ++id) ASSERT_NE(context.table_map(id), nullptr) << id;
}

TEST_F(ContextTest, OldMapsAreDroppedWhenTheyAreVeryMany) {
  constexpr int kColumns = 100;
  constexpr std::uint64_t kMaps = 20'000;
  std::uint64_t left = 0;
  for (std::uint64_t id = 0; id < kMaps; ++id) {
    const std::string body = from_hex(map_of(id, "t", kColumns));
    context.add_table_map(body, 0, body.size());
    ASSERT_NE(context.table_map(id), nullptr);
  }
  for (std::uint64_t id = 0; id < kMaps; ++id) left += context.table_map(id) != nullptr ? 1 : 0;
  EXPECT_LT(left, 5000u);
  for (std::uint64_t id = kMaps - 200; id < kMaps; ++id) EXPECT_NE(context.table_map(id), nullptr) << id;
  EXPECT_EQ(context.table_map(0), nullptr);
}

TEST_F(ContextTest, MapsInUseAreNotDropped) {
  constexpr int kColumns = 100;
  const std::string used_body = from_hex(map_of(7, "used", kColumns));
  const TableMap& used = context.add_table_map(used_body, 0, used_body.size());
  for (std::uint64_t id = 100; id < 20'000; ++id) {
    const std::string body = from_hex(map_of(id, "t", kColumns));
    context.add_table_map(body, 0, body.size());
    if (id % 100 == 0) {
      ASSERT_EQ(context.table_map(7), &used) << id;
    }
  }
}

TEST_F(ContextTest, MapsAddedAgainAreNotDropped) {
  constexpr int kColumns = 100;
  const std::string again = from_hex(map_of(7, "again", kColumns));
  const TableMap& first = context.add_table_map(again, 0, again.size());
  for (std::uint64_t id = 100; id < 20'000; ++id) {
    const std::string body = from_hex(map_of(id, "t", kColumns));
    context.add_table_map(body, 0, body.size());
    if (id % 100 == 0) {
      ASSERT_EQ(&context.add_table_map(again, 0, again.size()), &first) << id;
    }
  }
}

TEST_F(ContextTest, LargeMapsAreWorkedOutAgain) {
  // What is made of all these would take some hundred megabytes.
  const std::string optional_metadata = "04 fcd007" + text(std::string(2000, '\1'));
  for (std::uint64_t id = 0; id < 200; ++id) {
    const std::string body = from_hex(map_of(id, "t", 1000) + optional_metadata);
    EXPECT_EQ(context.add_table_map(body, 0, body.size()).columns().size(), 1000u);
  }
  for (std::uint64_t id = 0; id < 200; ++id) {
    const TableMap* map = context.table_map(id);
    ASSERT_NE(map, nullptr) << id;
    EXPECT_EQ(map->columns().size(), 1000u);
    EXPECT_EQ(map->columns().at(999).name, "\1");
    EXPECT_EQ(map->event().table_id, id);
  }
}

TEST_F(ContextTest, ReplacedMapsDoNotCount) {
  // One id with ever other bytes: the memory it takes stays that of one map, so the others are not dropped.
  for (std::uint64_t id = 0; id < 600; ++id) table(map_of(id));
  for (int i = 0; i < 5000; ++i) {
    const std::string body = from_hex(map_of(1000, std::to_string(i), 100));
    context.add_table_map(body, 0, body.size());
  }
  for (std::uint64_t id = 0; id < 600; ++id) ASSERT_NE(context.table_map(id), nullptr) << id;
}

}  // namespace
}  // namespace binlogdump
