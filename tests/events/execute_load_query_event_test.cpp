#include "binlogdump/events/execute_load_query_event.h"

#include "events/event_test.h"

namespace binlogdump {
namespace {

using ExecuteLoadQueryEventTest = EventTest;

// stmt-loaddata.000001 of testdata, the statement cut behind the table's name.
const std::string kReplaceHead =
    "ce000000 d074b805 02 0000 2200"
    "03000000 09000000 2b000000 02";
const std::string kVarsAndDatabase =
    "00 00000000 01 2000a04500000000 06 03 737464 04 ff00 ff00 ff00 0c 01 737400 12 ff00"
    "7374 00";
const std::string kStatement = "LOAD DATA INFILE 'csv_src.txt' REPLACE INTO TABLE `ld`";
const std::string kReplace = kReplaceHead + kVarsAndDatabase + text(kStatement);

TEST_F(ExecuteLoadQueryEventTest, IsAQueryWithThePlaceOfItsFileName) {
  const ExecuteLoadQueryEvent event = decode<ExecuteLoadQueryEvent>(kReplace);
  EXPECT_EQ(event.thread_id, 206u);
  EXPECT_EQ(event.db, "st");
  EXPECT_EQ(event.query, kStatement);
  EXPECT_EQ(event.status_vars.accessed_db_names, Bytes("st\0", 3));
  EXPECT_EQ(event.file_id, 3u);
  EXPECT_EQ(event.dup_handling, ExecuteLoadQueryEvent::kReplace);
  EXPECT_EQ(event.query.substr(event.fn_pos_start, event.fn_pos_end - event.fn_pos_start),
            " INFILE 'csv_src.txt' REPLACE INTO");
}

TEST_F(ExecuteLoadQueryEventTest, LabelsEveryByte) {
  EXPECT_EQ(trace<ExecuteLoadQueryEvent>(kReplace), R"(
0 4 thread_id = 206
4 4 query_exec_time = 95974608
8 1 db_len = 2
9 2 error_code = 0
11 2 status_vars_len = 34
13 4 file_id = 3
17 4 fn_pos_start = 9
21 4 fn_pos_end = 43
25 1 dup_handling = 2
26 34 status_vars:
  26 1 status_var_code = 0
  27 4 flags2 = 0
  31 1 status_var_code = 1
  32 8 sql_mode = 1168113696
  40 1 status_var_code = 6
  41 1 catalog_len = 3
  42 3 catalog = 'std'
  45 1 status_var_code = 4
  46 2 character_set_client = 255
  48 2 collation_connection = 255
  50 2 collation_server = 255
  52 1 status_var_code = 12
  53 1 mts_accessed_dbs = 1
  54 3 mts_accessed_db_name = 737400
  57 1 status_var_code = 18
  58 2 default_collation_for_utf8mb4_number = 255
60 2 db = 'st'
62 1 db_nul = 0
63 54 query = )" + text(kStatement) + "\n");
}

TEST_F(ExecuteLoadQueryEventTest, SyntheticLongerPostHeaderIsSkipped) {
  post_header_length(EventType::EXECUTE_LOAD_QUERY_EVENT, 28);
  const ExecuteLoadQueryEvent event =
      decode<ExecuteLoadQueryEvent>(kReplaceHead + "aabb" + kVarsAndDatabase + text(kStatement));
  EXPECT_EQ(event.query, kStatement);
  EXPECT_EQ(event.db, "st");
}

TEST_F(ExecuteLoadQueryEventTest, SyntheticLongerPostHeaderOfQueryEventDoesNotMatter) {
  post_header_length(EventType::QUERY_EVENT, 20);
  EXPECT_EQ(decode<ExecuteLoadQueryEvent>(kReplace).query, kStatement);
}

TEST_F(ExecuteLoadQueryEventTest, SyntheticFileNameOutsideOfTheStatement) {
  const std::string head = "00000000 00000000 00 0000 0000 01000000";
  EXPECT_EQ(error<ExecuteLoadQueryEvent>(head + "00000000 03000000 00 00 414243"), "") << "all of it";
  EXPECT_EQ(error<ExecuteLoadQueryEvent>(head + "03000000 03000000 00 00 414243"), "") << "nothing at the end";
  EXPECT_THAT(error<ExecuteLoadQueryEvent>(head + "00000000 04000000 00 00 414243"),
              testing::EndsWith("fn_pos_end: outside of the query"));
  EXPECT_THAT(error<ExecuteLoadQueryEvent>(head + "04000000 03000000 00 00 414243"),
              testing::EndsWith(": outside of the query"));
  EXPECT_THAT(error<ExecuteLoadQueryEvent>(head + "00000000 ffffffff 00 00 414243"),
              testing::EndsWith("fn_pos_end: outside of the query"));
}

TEST_F(ExecuteLoadQueryEventTest, IsSoundOnceTheFileNameIsWhole) {
  EXPECT_EQ(sound_lengths<ExecuteLoadQueryEvent>(kReplace), "106-117");
}

}  // namespace
}  // namespace binlogdump
