#include <zstd.h>

#include "core/event_bytes.h"
#include "traps/own_text.h"
#include "values/value_test.h"

namespace binlogdump::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kAfterIt = "\nCREATE DATABASE after_it;\n";

/// A log of that event and another one behind it.
OwnText own_text_of_event(const LogEvent& event) {
  LogBuilder log;
  log.add(event);
  log.add_query("CREATE DATABASE after_it");
  return own_text_of_bytes(log.bytes());
}

// "ROWS_QUERY of 255, 256, 300, 70 000 bytes: its length byte means nothing, the text runs to the end."
TEST(TrapsEvents, RowsQueryOfAnyLength) {
  const OwnText log = own_text("traps-events.000001");
  EXPECT_EQ(log.outcome, Outcome::kClean);
  for (const std::size_t size : {255U, 256U, 300U, 70000U}) {
    const std::string start = fmt::format("INSERT INTO q VALUES ({}) /* ", size);
    const std::string end = " */";
    EXPECT_TRUE(log.text.find("\n# " + start + std::string(size - start.size() - end.size(), 'x') + end + "\n") !=
                log.text.npos)
        << size;
  }
}

// "QUERY with an unknown status variable (MariaDB 128-131), …: stop reading that block, hex the rest; schema and SQL
// are found from the lengths."
TEST(TrapsEvents, UnknownStatusVariable) {
  const OwnText log = own_text("mariadb/stop_clean.000001");
  EXPECT_EQ(log.outcome, Outcome::kClean);
  // 0x81, and the id of the statement's transaction: that of the XID_EVENT is 930.
  EXPECT_THAT(log.text,
              AllOf(HasSubstr(": 0x81a103000000000000\n"), HasSubstr("\nuse `shop`;\nCREATE TABLE item("
                                                                     "id INT PRIMARY KEY, v VARCHAR(30));\n")));
}

// "… with mts_accessed_dbs = 254: …"
TEST(TrapsEvents, MoreDatabasesThanAreListed) {
  const OwnText log = own_text("stmt-multidb.000001");
  EXPECT_EQ(log.outcome, Outcome::kClean);
  std::string tables = "n01.t";
  std::string changes = "t.i=1";
  for (int i = 2; i <= 17; ++i) {
    tables += fmt::format(",n{0:02}.t t{0}", i);
    changes += fmt::format(",t{}.i=1", i);
  }
  EXPECT_THAT(log.text, AllOf(HasSubstr("\nUPDATE " + tables + " SET " + changes + ";\n"), Not(HasSubstr(": 0x"))));
}

// "Types 100, 101 (Aurora), 43, 200, with and without LOG_EVENT_IGNORABLE_F: one labelled event, always advance by its
// size. Explicit numbers, never ordinals."
TEST(TrapsEvents, SyntheticUnknownTypes) {
  for (const std::uint8_t type : std::initializer_list<std::uint8_t>{43, 100, 101, 200}) {
    for (const EventFlags flags : {EventFlags{}, LOG_EVENT_IGNORABLE_F}) {
      const OwnText log = own_text_of_event({.type_code = type, .body = "new", .flags = flags});
      EXPECT_EQ(log.outcome, Outcome::kClean);
      EXPECT_THAT(log.text, AllOf(HasSubstr(fmt::format("\tUnknown event type {}\n", type)), HasSubstr(" 6e 65 77 "),
                                  HasSubstr(kAfterIt)));
    }
  }
}

// ""Dummy" QUERY that replaces an unknown event for old replicas: label it."
TEST(TrapsEvents, SyntheticDummyQuery) {
  const std::string dummy = "# Dummy event replacing event type 160 that slave cannot handle.";
  LogBuilder log;
  log.add_query("BEGIN", "d");
  log.add_query(dummy + std::string(20, ' '), "d");
  log.add_query("COMMIT", "d");
  const OwnText shown = own_text_of_bytes(log.bytes());
  EXPECT_EQ(shown.outcome, Outcome::kClean);
  EXPECT_THAT(shown.text,
              HasSubstr("\n# a dummy, put in the place of an event that an old replica did not know\n" + dummy));
  EXPECT_THAT(shown.text, HasSubstr(": 0 statements"));
}

/// A log whose FORMAT_DESCRIPTION_EVENT has that version and list of lengths, behind it a statement.
OwnText own_text_of_server(std::string version, const std::string& post_header_len, bool checksums) {
  constexpr std::size_t kVersionSize = 50;
  version.resize(kVersionSize);
  std::string description = le(4, 2) + version + le(0, 4) + '\x13' + post_header_len;
  if (checksums) description += '\1';
  const std::string query = LogBuilder::query_body("CREATE DATABASE after_it", "");
  std::string log(kBinlogMagic);
  log += event_bytes({.type = EventType::FORMAT_DESCRIPTION_EVENT, .body = description, .checksum = checksums});
  log += event_bytes({.type = EventType::QUERY_EVENT, .body = query, .checksum = checksums});
  return own_text_of_bytes(log);
}

// "FDE longer or shorter than known; version strings such as `26.10.0`, `5.5.17-debug-log`, `11.4.2-MariaDB`: numbers
// of any width."
TEST(TrapsEvents, SyntheticDescriptions) {
  constexpr std::size_t kListBegin = kBinlogMagic.size() + kEventHeaderSize + 57;
  constexpr std::size_t kBehindList = 1 + kChecksumSize;
  const std::string head = LogBuilder().bytes();
  const std::string list = head.substr(kListBegin, head.size() - kListBegin - kBehindList);
  struct Case {
    std::string version;
    std::string list;
    bool checksums;
  };
  const std::vector<Case> cases = {{"26.10.0", list, true},
                                   {"26.10.0", list + std::string(60, '\7'), true},
                                   {"9.7.4", list.substr(0, 35), true},
                                   {"5.5.17-debug-log", list.substr(0, 27), false},
                                   {"11.4.2-MariaDB", list + std::string(171 - list.size(), '\0'), true}};
  for (const Case& server : cases) {
    const OwnText log = own_text_of_server(server.version, server.list, server.checksums);
    EXPECT_EQ(log.outcome, Outcome::kClean) << server.version;
    EXPECT_THAT(log.text, AllOf(HasSubstr(", server v " + server.version + " "), HasSubstr(kAfterIt)));
  }
}

// "Tagged GTID with a 32-character tag; …"
TEST(TrapsEvents, LongestTag) {
  EXPECT_THAT(own_text("traps-events.000001").text,
              HasSubstr("\n# 3e11fa47-71ca-11e1-9e33-c80aa9429562:a_tag_which_is_thirty_two_chars_:1"));
}

// "… PREVIOUS_GTIDS in tagged and untagged format, with many intervals; …"
TEST(TrapsEvents, PreviousGtids) {
  EXPECT_THAT(own_text("gtid-previous-intervals.000003").text, HasSubstr(R"(
# 11111111-1111-1111-1111-111111111111:1-3:7:9-10:1000:5000000000-5000000001,
# 22222222-2222-2222-2222-222222222222:1:9223372036854775806,
# 33333333-3333-3333-3333-333333333333:4:tag_a:1-3:5:tag_b:10:zz:1,
# 5f3a1c00-0001-11ef-8000-000000000101:1-3:own:1,
# ffffffff-ffff-ffff-ffff-ffffffffffff:only_tag:77
)"));
  EXPECT_THAT(own_text("gtid-previous-plain.000002").text, HasSubstr(R"(
# 11111111-1111-1111-1111-111111111111:1-3:7:9-10:1000:5000000000-5000000001,
# 22222222-2222-2222-2222-222222222222:1:9223372036854775806,
# 44444444-4444-4444-4444-444444444444:1:3:5:7:9:11:13:15:17:19:21:23,
# 5f3a1c00-0001-11ef-8000-000000000101:1-2
)"));
}

// --- payloads

std::string inner_query(std::string_view query) {
  return event_bytes({.type = EventType::QUERY_EVENT, .body = LogBuilder::query_body(query, "")});
}

std::string compress(const std::string& bytes) {
  std::string compressed(ZSTD_compressBound(bytes.size()), '\0');
  compressed.resize(ZSTD_compress(compressed.data(), compressed.size(), bytes.data(), bytes.size(), 1));
  return compressed;
}

constexpr const char* kZstd = "020100";
constexpr const char* kStored = "0203fcff00";

/// `compression` is that field in hex.
LogEvent payload_event(const char* compression, std::uint64_t claimed_size, const std::string& payload) {
  const std::string body = from_hex(compression) + "\3\x09\xfe" + le(claimed_size, 8) + "\1\x09\xfe" +
                           le(payload.size(), 8) + '\0' + payload;
  return {.type_code = static_cast<std::uint8_t>(EventType::TRANSACTION_PAYLOAD_EVENT), .body = body};
}

// "Payload of type NONE (255), …; inner events have next position 0 and no checksum."
TEST(TrapsEvents, SyntheticStoredPayload) {
  const std::string events = inner_query("CREATE DATABASE one") + inner_query("CREATE DATABASE two");
  const OwnText log = own_text_of_event(payload_event(kStored, events.size(), events));
  EXPECT_EQ(log.outcome, Outcome::kClean);
  EXPECT_THAT(log.text,
              AllOf(HasSubstr("\nCREATE DATABASE one;\n"), HasSubstr("\nCREATE DATABASE two;\n"), HasSubstr(kAfterIt)));
}

// "… payload over 64 MB, …"
TEST(TrapsEvents, SyntheticLargePayload) {
  constexpr std::size_t kBlock = 35 << 20;
  const std::string block =
      event_bytes({.type = EventType::APPEND_BLOCK_EVENT, .body = le(1, 4) + std::string(kBlock, 'x')});
  const std::string events = block + block + inner_query("CREATE DATABASE last");
  const OwnText log = own_text_of_event(payload_event(kZstd, events.size(), compress(events)));
  EXPECT_EQ(log.outcome, Outcome::kClean);
  EXPECT_THAT(log.text, AllOf(HasSubstr(fmt::format("# file_id: 1  block_len: {}\n", kBlock)),
                              HasSubstr("\nCREATE DATABASE last;\n"), HasSubstr(kAfterIt)));
}

// "… payload cut short, …"
TEST(TrapsEvents, SyntheticPayloadCutShort) {
  std::string events;
  for (int i = 0; i < 5000; ++i) events += inner_query(fmt::format("CREATE DATABASE d{}", i * 7919 % 5000));
  const std::string whole = compress(events);
  for (const std::string& payload : {whole.substr(0, whole.size() / 2), whole.substr(0, whole.size() - 1)}) {
    const OwnText log = own_text_of_event(payload_event(kZstd, events.size(), payload));
    EXPECT_EQ(log.outcome, Outcome::kDamaged);
    EXPECT_THAT(log.text, AllOf(HasSubstr("# ERROR: offset 127: payload: "), HasSubstr(kAfterIt)));
  }
}

// "… payload whose stated uncompressed size is a lie; …"
TEST(TrapsEvents, SyntheticPayloadWithAWrongSize) {
  const std::string events = inner_query("CREATE DATABASE one") + inner_query("CREATE DATABASE two");
  for (const std::uint64_t claimed : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}}) {
    const OwnText log = own_text_of_event(payload_event(kZstd, claimed, compress(events)));
    EXPECT_EQ(log.outcome, Outcome::kClean) << claimed;
    EXPECT_THAT(log.text, AllOf(HasSubstr("\nCREATE DATABASE two;\n"), HasSubstr(kAfterIt))) << claimed;
  }
}

// "HEARTBEAT v2 (41)."
TEST(TrapsEvents, SyntheticHeartbeat) {
  const std::string body = from_hex("01 0d 62696e6c6f672e303030303033 02 01 c6 00");
  const OwnText log = own_text_of_event({.type_code = 41, .body = body});
  EXPECT_EQ(log.outcome, Outcome::kClean);
  EXPECT_THAT(log.text,
              AllOf(HasSubstr("\tHeartbeat\n# the source is at binlog.000003 position 198\n"), HasSubstr(kAfterIt)));
}

}  // namespace
}  // namespace binlogdump::test
