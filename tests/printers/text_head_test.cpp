#include "printers/text_head.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <time.h>

#include <array>
#include <string>

#include "printers/header_text.h"
#include "printers/query_title.h"
#include "printers/text_numbers.h"
#include "values/value_test.h"

namespace binlogdump {
namespace {

TEST(MicrosecondsText, IsTheDecimalText) {
  MicrosecondsText text;
  for (const std::uint64_t time : {std::uint64_t{0}, std::uint64_t{7}, std::uint64_t{999'999}, std::uint64_t{1'000'000},
                                   std::uint64_t{1'795'975'016'297'583}, std::uint64_t{1'795'975'016'000'001},
                                   std::uint64_t{1'795'975'016'000'001}, std::uint64_t{1'795'975'017'000'000},
                                   std::uint64_t{5}, (std::uint64_t{1} << 55) - 1, ~std::uint64_t{0}}) {
    std::array<char, MicrosecondsText::kRoom> room{};
    EXPECT_EQ(std::string(room.data(), text.write(room.data(), time)), std::to_string(time));
  }
}

// --- the two lines before an event

class TextHeadTest : public testing::Test {
 protected:
  TextHeadTest() { set_zone("UTC0"); }
  ~TextHeadTest() override {
    ::unsetenv("TZ");
    ::tzset();
  }
  static void set_zone(const char* zone) {
    ::setenv("TZ", zone, 1);
    ::tzset();
  }

  std::string head(const EventView& event, ChecksumAlgorithm algorithm = ChecksumAlgorithm::kCrc32) {
    return text_of([&](TextBuffer& out) { out.commit(head_.write(out.reserve(TextHead::kRoom), event, algorithm)); });
  }

  Palette palette_{false};
  TextHead head_{palette_};
};

/// The STOP_EVENT of file-stop.000001.
const std::string kStop = from_hex("96670c6b 03 65000000 17000000 8f040000 0000 183cf7f8");

TEST_F(TextHeadTest, HeadOfAnEvent) {
  const EventView event = make_event_view(kStop, 1144, {.has_checksum = true});
  const std::string text = "# at 1144\n#261129 17:57:42 server id 101  end_log_pos 1167 ";
  EXPECT_EQ(head(event), text + "CRC32 0xf8f73c18 ");
  EXPECT_EQ(head(event, ChecksumAlgorithm::kNone), text) << "an event of a payload";
  EXPECT_EQ(head(make_event_view(kStop, 1144, {.has_checksum = false})), text);
}

TEST_F(TextHeadTest, IsThatOfHeaderText) {
  for (const bool color : {false, true}) {
    const Palette palette(color);
    TextHead head(palette);
    for (const std::uint64_t position : {4U, 1144U, 1167U, 1167U, 4'294'967'295U, 99'999'990U, 1144U}) {
      EventView event = make_event_view(kStop, position, {.has_checksum = true});
      for (const std::uint32_t end : {1167U, static_cast<std::uint32_t>(position + kStop.size()), 0U}) {
        event.header.log_pos = end;
        event.header.timestamp += end;
        const std::string text = text_of([&](TextBuffer& out) {
          out.commit(head.write(out.reserve(TextHead::kRoom), event, ChecksumAlgorithm::kCrc32));
        });
        EXPECT_EQ(text, text_of([&](TextBuffer& out) {
                    HeaderText(out, false, palette).print(event, ChecksumAlgorithm::kCrc32);
                  }));
      }
    }
  }
}

TEST_F(TextHeadTest, SyntheticPositionOfMoreThanSixteenDigitsIsNotUsual) {
  std::array<char, TextHead::kRoom> room{};
  const EventView event = make_event_view(kStop, 10'000'000'000'000'000, {.has_checksum = true});
  EXPECT_EQ(head_.write(room.data(), event, ChecksumAlgorithm::kCrc32), nullptr);
}

// --- titles of statements

TEST(QueryTitle, TellsWhetherTheDatabaseIsTheSame) {
  QueryTitle title;
  QueryEvent query{};
  query.thread_id = 8;
  const auto print = [&](bool same_db) {
    return text_of([&](TextBuffer& out) { EXPECT_EQ(title.print(out, "Query", query), same_db); });
  };
  EXPECT_EQ(print(true), "\tQuery\tthread_id=8\texec_time=0\terror_code=0\n");
  query.db = "shop";
  EXPECT_EQ(print(false), "\tQuery\tthread_id=8\texec_time=0\terror_code=0\tdb=shop\n");
  query.query_exec_time = 3;
  query.error_code = 1062;
  EXPECT_EQ(print(true), "\tQuery\tthread_id=8\texec_time=3\terror_code=1062\tdb=shop\n");
  query.status_vars.ddl_xid = 17;
  query.db = "a\nb";
  EXPECT_EQ(print(false), "\tQuery\tthread_id=8\texec_time=3\terror_code=1062\tXid = 17\tdb=a\\nb\n");
}

}  // namespace
}  // namespace binlogdump
