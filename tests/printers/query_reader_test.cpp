#include "printers/query_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace binlogdump {
namespace {

using namespace std::string_literals;

/// sql_mode, the time's fraction, and the names of the databases that the statement changes.
std::string status_vars(const std::string& microseconds, const std::string& database = "shop") {
  return "\x01\x20\x00\xa0\x45\x00\x00\x00\x00"s + "\x0d"s + microseconds + "\x0c\x01"s + database + '\0';
}

/// A QUERY_EVENT without a checksum.
std::string query_event(const std::string& vars, const std::string& query) {
  std::string body = "\x08\x00\x00\x00\x00\x00\x00\x00\x04\x00\x00"s;
  body += static_cast<char>(vars.size());
  body += '\0';
  body += vars + "shop\0"s + query;
  std::string event = "\x00\x00\x00\x00\x02\x01\x00\x00\x00"s;
  event += static_cast<char>(kEventHeaderSize + body.size());
  event += "\x00\x00\x00\x00\x00\x00\x00\x00\x00"s;
  return event + body;
}

class QueryReaderTest : public testing::Test {
 protected:
  QueryReader::Query& read(std::string event) {
    event_ = std::move(event);
    return reader_.read(make_event_view(event_, 4, {}), context_);
  }
  /// What was read and what the decoder makes of the same bytes.
  void expect_same(const std::string& event) {
    const QueryEvent& read_event = read(event).event;
    EXPECT_EQ(read_event, decode_as<QueryEvent>(make_event_view(event_, 4, {}), context_));
  }

  DecodeContext context_;
  QueryReader reader_;
  std::string event_;
};

TEST_F(QueryReaderTest, MicrosecondsAreThoseOfEachEvent) {
  EXPECT_EQ(read(query_event(status_vars("\x01\x00\x00"s), "BEGIN")).event.status_vars.microseconds, 1U);
  EXPECT_EQ(read(query_event(status_vars("\x3f\x42\x0f"s), "BEGIN")).event.status_vars.microseconds, 999999U);
  expect_same(query_event(status_vars("\x00\x00\x00"s), "INSERT INTO t VALUES (1)"));
  expect_same(query_event(status_vars("\x02\x00\x00"s), "COMMIT"));
}

TEST_F(QueryReaderTest, OfTwoFractionsTheLastHolds) {
  for (const std::string& fraction : {"\x01\x00\x00"s, "\x02\x00\x00"s}) {
    expect_same(query_event("\x0d\x09\x00\x00"s + "\x0d" + fraction, "BEGIN"));
    expect_same(query_event("\x0d" + fraction + "\x0d\x09\x00\x00"s, "BEGIN"));
  }
}

TEST_F(QueryReaderTest, VariablesOfTheSameLengthAreToldApart) {
  expect_same(query_event(status_vars("\x01\x00\x00"s, "shop"), "BEGIN"));
  expect_same(query_event(status_vars("\x01\x00\x00"s, "test"), "BEGIN"));
  expect_same(query_event(status_vars("\x01\x00\x00"s, "shop"), "BEGIN"));
}

TEST_F(QueryReaderTest, EventsWithoutVariablesHaveNone) {
  expect_same(query_event("", "BEGIN"));
  // Variables of 16 bytes are kept where those of none are.
  expect_same(query_event("\x0c\x01thirteen_char"s + '\0', "BEGIN"));
  expect_same(query_event("", "BEGIN"));
}

TEST_F(QueryReaderTest, UnknownVariablesStayAsTheyAre) {
  expect_same(query_event("\x0d\x01\x00\x00\x80\x0d\x05\x00\x00"s, "BEGIN"));
  expect_same(query_event("\x0d\x02\x00\x00\x80\x0d\x06\x00\x00"s, "BEGIN"));
}

TEST_F(QueryReaderTest, MarksHoldUntilMoreThanTheFractionDiffers) {
  read(query_event(status_vars("\x01\x00\x00"s), "BEGIN")).mark = 7;
  EXPECT_EQ(read(query_event(status_vars("\x02\x00\x00"s), "COMMIT")).mark, 7U);
  EXPECT_EQ(read(query_event("", "COMMIT")).mark, 0U) << "other variables";
  EXPECT_EQ(read(query_event(status_vars("\x03\x00\x00"s), "COMMIT")).mark, 7U) << "kept beside them";
  EXPECT_EQ(read(query_event(status_vars("\x03\x00\x00"s, "test"), "COMMIT")).mark, 0U);
}

TEST_F(QueryReaderTest, FaultsAreThoseOfTheDecoder) {
  const std::vector<std::string> damaged = {
      query_event(status_vars("\x01\x00"s), ""),                    // A fraction that reaches beyond the variables.
      query_event("\x01\x20"s, "BEGIN"),                            // A variable that is cut.
      query_event(status_vars("\x01\x00\x00"s), "").substr(0, 55),  // A database that is cut, behind sound variables.
      query_event("", "").substr(0, kEventHeaderSize + 5),          // A post-header that is cut.
  };
  for (const std::string& event : damaged) {
    const auto fault_of = [](const auto& decode) {
      try {
        decode();
      } catch (const DecodeError& error) {
        return std::to_string(error.offset()) + error.what();
      }
      return std::string("none");
    };
    read(query_event(status_vars("\x01\x00\x00"s), "BEGIN"));
    const std::string expected = fault_of([&] { decode_as<QueryEvent>(make_event_view(event, 4, {}), context_); });
    EXPECT_NE(expected, "none");
    EXPECT_EQ(fault_of([&] { read(event); }), expected);
    expect_same(query_event(status_vars("\x02\x00\x00"s), "BEGIN"));
  }
}

}  // namespace
}  // namespace binlogdump
