// Sequences of events: as servers log them, and with something missing or out of place.

#include "verify/log_grammar.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "verify/recorded_findings.h"

namespace binlogdump::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Events = std::vector<GrammarEvent>;

const GrammarEvent kFormat{.type = EventType::FORMAT_DESCRIPTION_EVENT};
const GrammarEvent kPrevious{.type = EventType::PREVIOUS_GTIDS_LOG_EVENT};
const GrammarEvent kGtid{.type = EventType::GTID_LOG_EVENT};
const GrammarEvent kXid{.type = EventType::XID_EVENT};
const GrammarEvent kRotate{.type = EventType::ROTATE_EVENT};
const GrammarEvent kStop{.type = EventType::STOP_EVENT};
const GrammarEvent kInsertId{.type = EventType::INTVAR_EVENT};

GrammarEvent query(Bytes text) {
  return {.type = EventType::QUERY_EVENT, .query = text};
}
GrammarEvent table_map(std::uint64_t table_id) {
  return {.type = EventType::TABLE_MAP_EVENT, .table_id = table_id};
}
GrammarEvent rows(std::uint64_t table_id, bool ends_statement = true) {
  return {.type = EventType::WRITE_ROWS_EVENT, .table_id = table_id, .ends_statement = ends_statement};
}
GrammarEvent file_event(EventType type, std::uint32_t file_id) {
  return {.type = type, .query = "LOAD DATA ...", .file_id = file_id};
}

const GrammarEvent kBegin = query("BEGIN");
const GrammarEvent kInsert = query("INSERT INTO t VALUES (1)");

/// What is found in a log of these events, each of which stands 100 bytes behind the one before.
struct Checked {
  explicit Checked(const Events& events) {
    grammar.begin_file();
    for (const GrammarEvent& event : events) take(event);
    grammar.end_file();
  }
  void take(GrammarEvent event) {
    event.position = position;
    position += 100;
    if (grammar.take(event)) ++transactions;
  }

  RecordedFindings findings;
  LogGrammar grammar{findings};
  std::uint64_t position = 0;
  int transactions = 0;
};

std::vector<std::string> faults_of(const Events& events) {
  return Checked(events).findings.faults;
}

/// By the short way, where there is one for the event.
bool take_shortly(LogGrammar& grammar, const GrammarEvent& event) {
  switch (event.type) {
    case EventType::GTID_LOG_EVENT:
      if (grammar.take_gtid(event.position)) return false;
      break;
    case EventType::QUERY_EVENT:
      if (grammar.take_query(event.query)) return false;
      break;
    case EventType::XID_EVENT:
      if (grammar.take_xid()) return true;
      break;
    case EventType::TABLE_MAP_EVENT:
      if (grammar.take_table_map(event.table_id)) return false;
      break;
    case EventType::WRITE_ROWS_EVENT:
      if (grammar.take_rows(event.position, event.table_id, event.ends_statement)) return false;
      break;
    default:
      break;
  }
  return grammar.take(event);
}

/// Events in any order, a whole transaction now and then.
Events random_events(std::mt19937& random) {
  const Events kinds = {kGtid,
                        kBegin,
                        kXid,
                        kInsert,
                        kInsertId,
                        table_map(7),
                        table_map(8),
                        rows(7),
                        rows(8),
                        rows(7, false),
                        rows(8, false),
                        query("COMMIT"),
                        query("SAVEPOINT `s`"),
                        query("ROLLBACK"),
                        query("XA START X'61',X'',1"),
                        query("BEGIN "),
                        kRotate,
                        kPrevious,
                        file_event(EventType::BEGIN_LOAD_QUERY_EVENT, 1),
                        file_event(EventType::EXECUTE_LOAD_QUERY_EVENT, 1),
                        {.type = EventType::FORMAT_DESCRIPTION_EVENT, .is_relay_log = true},
                        {.type = EventType::ROTATE_EVENT, .is_artificial = true},
                        {.type = EventType::INCIDENT_EVENT},
                        {.type = EventType::XA_PREPARE_LOG_EVENT},
                        {.type = EventType::TRANSACTION_PAYLOAD_EVENT}};
  Events events;
  if (random() % 4 != 0) events.push_back(kFormat);
  while (events.size() < 40) {
    const bool any = random() % 8 == 0;
    if (any) {
      events.push_back(kinds[random() % kinds.size()]);
      continue;
    }
    events.push_back(kGtid);
    if (random() % 8 != 0) events.push_back(kBegin);
    for (auto left = random() % 6; left > 0; --left) events.push_back(kinds[3 + random() % 8]);
    if (random() % 8 != 0) events.push_back(kXid);
  }
  return events;
}

TEST(LogGrammar, TheShortWaysLeadToTheSame) {
  std::mt19937 random(1);
  for (int i = 0; i < 20'000; ++i) {
    RecordedFindings findings;
    RecordedFindings findings_shortly;
    LogGrammar grammar(findings);
    LogGrammar shortly(findings_shortly);
    grammar.begin_file();
    shortly.begin_file();
    std::uint64_t position = 0;
    for (GrammarEvent event : random_events(random)) {
      event.position = position += 100;
      if (random() % 64 == 0) {
        grammar.note_gap();
        shortly.note_gap();
      }
      ASSERT_EQ(grammar.take(event), take_shortly(shortly, event)) << i;
      ASSERT_EQ(grammar.transaction_begin(), shortly.transaction_begin()) << i;
      ASSERT_EQ(findings.faults, findings_shortly.faults) << i;
    }
    grammar.end_file();
    shortly.end_file();
    ASSERT_EQ(findings.faults, findings_shortly.faults) << i;
  }
}

TEST(LogGrammar, ALogOfTransactions) {
  const Checked checked({kFormat, kPrevious, kGtid, query("CREATE TABLE t (id INT)"), kGtid, kBegin, table_map(7),
                         rows(7), kXid, kGtid, kBegin, kInsertId, kInsert, query("COMMIT"), kRotate});
  EXPECT_THAT(checked.findings.faults, IsEmpty());
  EXPECT_EQ(checked.transactions, 3);
  EXPECT_TRUE(checked.grammar.is_closed());
}

TEST(LogGrammar, ALogWithoutGtidEvents) {
  const Checked checked({kFormat, kInsert, kBegin, kInsert, query("SAVEPOINT `s`"), kInsert, query("ROLLBACK TO `s`"),
                         kXid, table_map(7), rows(7), kStop});
  EXPECT_THAT(checked.findings.faults, IsEmpty());
  EXPECT_EQ(checked.transactions, 3);
}

TEST(LogGrammar, XaTransactions) {
  const GrammarEvent prepare{.type = EventType::XA_PREPARE_LOG_EVENT};
  EXPECT_THAT(faults_of({kFormat, kGtid, query("XA START X'61',X'',1"), kInsert, query("XA END X'61',X'',1"), prepare,
                         kGtid, query("XA COMMIT X'61',X'',1"), kStop}),
              IsEmpty());
}

TEST(LogGrammar, BeginsWithAFormatDescription) {
  EXPECT_THAT(faults_of({kPrevious, kStop}), ElementsAre("the log does not begin with a FORMAT_DESCRIPTION_EVENT"));
  EXPECT_THAT(faults_of({kFormat, kGtid, kInsert, kPrevious}), ElementsAre("stands behind transactions"));
}

TEST(LogGrammar, EndsWithRotateOrStop) {
  EXPECT_THAT(faults_of({kFormat, kRotate, kGtid, kInsert}),
              ElementsAre("stands behind the ROTATE_EVENT or STOP_EVENT that ends the log"));
  EXPECT_FALSE(Checked({kFormat, kGtid, kInsert}).grammar.is_closed());
}

TEST(LogGrammar, ATransactionWithoutItsGtid) {
  EXPECT_THAT(faults_of({kFormat, kGtid, kInsert, kBegin, kInsert, kXid, kGtid, kInsert}),
              ElementsAre("no GTID event stands before it"));
  EXPECT_THAT(faults_of({kFormat, kGtid, kInsert, {.type = EventType::TRANSACTION_PAYLOAD_EVENT}}),
              ElementsAre("no GTID event stands before it"));
}

TEST(LogGrammar, ServersThatWriteAGtidForEachTransaction) {
  EXPECT_THAT(faults_of({{.type = EventType::FORMAT_DESCRIPTION_EVENT, .has_all_gtids = true}, kInsert, kInsert}),
              ElementsAre("no GTID event stands before it"))
      << "told once for each stretch of them";
}

TEST(LogGrammar, TransactionsThatDoNotEnd) {
  EXPECT_THAT(faults_of({kFormat, kGtid, kBegin, kInsert, kGtid, kInsert}),
              ElementsAre("begins before the transaction at 100 has ended"));
  EXPECT_THAT(faults_of({kFormat, kBegin, kInsert, kBegin, kInsert, kXid}),
              ElementsAre("begins before the transaction at 100 has ended"));
  EXPECT_THAT(faults_of({kFormat, kGtid, kBegin, kInsert, kRotate}), ElementsAre("the transaction at 100 has no end"));
}

TEST(LogGrammar, AnEndWithoutABeginning) {
  const Events events = {kFormat, kInsert, kXid};
  EXPECT_THAT(faults_of(events), ElementsAre("ends a transaction that has not begun"));
  EXPECT_EQ(Checked(events).transactions, 1);
  // 5.0 commits a statement by itself so.
  EXPECT_THAT(faults_of({{.type = EventType::FORMAT_DESCRIPTION_EVENT, .may_lack_begin = true}, kInsert, kXid}),
              IsEmpty());
}

TEST(LogGrammar, TableMapsStandInTheStatementOfTheirRows) {
  EXPECT_THAT(faults_of({kFormat, kGtid, kBegin, table_map(7), table_map(8), rows(8, false), rows(7), kXid}),
              IsEmpty());
  EXPECT_THAT(faults_of({kFormat, kGtid, kBegin, table_map(7), rows(7), rows(7), kXid}),
              ElementsAre("the map of table id 7 stands in an earlier statement"));
  GrammarEvent without_map = rows(7);
  without_map.has_map = false;
  EXPECT_THAT(faults_of({kFormat, kGtid, kBegin, without_map, kXid}), IsEmpty()) << "told where rows are decoded";
}

TEST(LogGrammar, StatementsOfRowsEnd) {
  EXPECT_THAT(faults_of({kFormat, kGtid, kBegin, table_map(7), rows(7, false), rows(7, false), kXid}),
              ElementsAre("the row events from 400 on have no end (STMT_END_F)"));
}

TEST(LogGrammar, VariablesStandBeforeTheirStatement) {
  EXPECT_THAT(faults_of({kFormat, kGtid, kBegin, kInsertId, kXid}),
              ElementsAre("is no statement, but stands behind the variables at 300"));
  EXPECT_THAT(faults_of({kFormat, kGtid, kBegin, kInsertId, {.type = EventType::RAND_EVENT}, query("COMMIT")}),
              ElementsAre("is no statement, but stands behind the variables at 300"));
  EXPECT_THAT(faults_of({kFormat, kBegin, kInsertId}), ElementsAre("the variables at 200 have no statement"));
}

TEST(LogGrammar, FilesOfLoadData) {
  const GrammarEvent begin = file_event(EventType::BEGIN_LOAD_QUERY_EVENT, 1);
  const GrammarEvent append = file_event(EventType::APPEND_BLOCK_EVENT, 1);
  const GrammarEvent execute = file_event(EventType::EXECUTE_LOAD_QUERY_EVENT, 1);
  EXPECT_THAT(faults_of({kFormat, kGtid, kBegin, begin, append, append, kInsertId, execute, kXid}), IsEmpty());
  EXPECT_THAT(faults_of({kFormat, kGtid, kBegin, begin, file_event(EventType::DELETE_FILE_EVENT, 1), kXid}), IsEmpty());
  EXPECT_THAT(faults_of({kFormat, kGtid, kBegin, append, execute, kXid}),
              ElementsAre("no BEGIN_LOAD_QUERY_EVENT of file_id 1 stands before it",
                          "no BEGIN_LOAD_QUERY_EVENT of file_id 1 stands before it"));
  EXPECT_THAT(faults_of({kFormat, kGtid, kBegin, begin, kXid}),
              ElementsAre("the file of LOAD DATA with file_id 1 has no statement"));
}

TEST(LogGrammar, NothingIsSaidBehindAGapUntilTheNextTransaction) {
  Checked checked({kFormat, kGtid, kBegin, table_map(7)});
  checked.findings.faults.clear();
  checked.grammar.note_gap();
  for (const GrammarEvent& event : {rows(7), kInsertId, kXid}) checked.take(event);
  EXPECT_THAT(checked.findings.faults, IsEmpty());
  EXPECT_EQ(checked.transactions, 0) << "nobody knows whether it is complete";
  checked.take(kInsert);
  EXPECT_THAT(checked.findings.faults, ElementsAre("no GTID event stands before it"));
}

TEST(LogGrammar, RelayLogsBeginAndEndAnywhere) {
  const GrammarEvent own_format{.type = EventType::FORMAT_DESCRIPTION_EVENT, .is_relay_log = true};
  const GrammarEvent other_log{.type = EventType::ROTATE_EVENT, .is_artificial = true};
  EXPECT_THAT(faults_of({own_format, kPrevious, other_log, kFormat, table_map(7), rows(7), kXid, kRotate, other_log,
                         kFormat, kGtid, kBegin, other_log, kFormat, kGtid, kBegin, kInsert, kRotate}),
              IsEmpty());
}

TEST(LogGrammar, WhatIsKeptIsBounded) {
  Checked checked({kFormat, kGtid, kBegin});
  checked.findings.faults.clear();
  for (std::uint64_t id = 0; id < 10000; ++id) checked.take(table_map(id));
  checked.take(rows(9999));
  EXPECT_THAT(checked.findings.faults, IsEmpty()) << "it is not known which tables there were";
}

}  // namespace
}  // namespace binlogdump::test
