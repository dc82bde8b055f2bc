// What filters show, against what a look through the whole log as JSON says they should: event by event, on captures
// with transactions over several tables and databases, compressed ones, statements and relay logs.

#include <fnmatch.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "printers/json_lines.h"
#include "quiet_stderr.h"

namespace binlogdump::test {
namespace {

const std::vector<std::string> kLogs = {
    "dml-basic.000001",          "dml-multi-table.000001",  "dml-partitioned.000001",
    "dml-rows-query.000001",     "zstd-small.000001",       "zstd-variety.000001",
    "stmt-mixed-format.000001",  "stmt-intvar-rand.000001", "stmt-multidb.000001",
    "stmt-loaddata.000001",      "stmt-xa.000001",          "stmt-savepoint.000001",
    "gtid-tagged.000001",        "gtid-auto.000001",        "replica-binlog.000001",
    "anon-basic.000001",         "checksum-none.000001",    "relay-log.000002",
    "relay-log-channel2.000002", "dml-row-image.000001",    "stmt-myisam-mix.000001",
    "incident.000001",           "file-in-use.000001",      "binlog.000024"};

std::string path_of(const std::string& log) {
  return BINLOGDUMP_TESTDATA "/" + log;
}

std::vector<Json> selected(const std::string& log, const SelectionOptions& selection) {
  const QuietStderr quiet;
  StringSink sink;
  TextBuffer out(&sink);
  DumpOptions options;
  options.print.format = Format::kJson;
  options.selection = selection;
  Dump(out, options).run({path_of(log)});
  std::vector<Json> events;
  for (const std::string& line : lines_of(sink.text)) events.push_back(Json::parse(line));
  return events;
}

std::string text_of(const Json& object, const char* name) {
  const auto member = object.find(name);
  return member != object.end() && member->is_string() ? member->get<std::string>() : std::string();
}

std::string type_of(const Json& event) {
  return text_of(event, "type");
}

const Json& body_of(const Json& event) {
  static const Json kNone = Json::object();
  const auto body = event.find("body");
  return body != event.end() ? *body : kNone;
}

bool is_rows(const Json& event) {
  return type_of(event).find("_ROWS_EVENT") != std::string::npos;
}

bool is_statement(const Json& event) {
  return type_of(event) == "QUERY_EVENT" || type_of(event) == "EXECUTE_LOAD_QUERY_EVENT";
}

bool is_gtid(const Json& event) {
  return type_of(event).find("GTID") != std::string::npos && type_of(event) != "PREVIOUS_GTIDS_LOG_EVENT";
}

/// Shown for what comes with it, so that it is looked at by itself.
bool is_support(const Json& event) {
  static const std::set<std::string> kTypes = {
      "FORMAT_DESCRIPTION_EVENT", "TABLE_MAP_EVENT",        "INTVAR_EVENT",      "RAND_EVENT",
      "USER_VAR_EVENT",           "BEGIN_LOAD_QUERY_EVENT", "APPEND_BLOCK_EVENT"};
  return kTypes.count(type_of(event)) != 0;
}

bool is_of(const Json& event, const std::string& database, const std::string& table) {
  return is_rows(event) && ::fnmatch(database.c_str(), text_of(body_of(event), "database").c_str(), 0) == 0 &&
         ::fnmatch(table.c_str(), text_of(body_of(event), "table").c_str(), 0) == 0;
}

bool begins_with(const Json& event, const char* words) {
  return is_statement(event) &&
         std::regex_search(text_of(body_of(event), "query"),
                           std::regex(std::string(R"(^(?:\s|/\*[^*]*\*/)*(?:)") + words + ")\\b"));
}

/// What an event is part of, made out from the GTID events and what stands between them.
struct Transaction {
  std::optional<std::int64_t> thread;
  std::string gtid;
  std::string time;
};

struct Log {
  explicit Log(const std::string& log) : events(json_events(path_of(log))) {
    for (std::size_t i = 0; i < events.size(); ++i) {
      const Json& event = events[i];
      if (is_gtid(event)) {
        transactions.push_back({.thread = {}, .gtid = text_of(event, "gtid"), .time = commit_time(event)});
      }
      const bool inside = event.contains("gtid");
      place.push_back(inside && !transactions.empty() ? static_cast<int>(transactions.size()) - 1 : -1);
      if (place.back() >= 0 && is_statement(event) && !transactions.back().thread) {
        transactions.back().thread = body_of(event)["thread_id"].get<std::int64_t>();
      }
    }
  }

  static std::string commit_time(const Json& gtid_event) {
    const std::string time = text_of(body_of(gtid_event), "immediate_commit_timestamp");
    return time.empty() ? second(gtid_event) : time;
  }
  /// The header's time with a fraction, so that it compares with commit times.
  static std::string second(const Json& event) {
    std::string time = text_of(event, "time");
    time.replace(time.size() - 1, 1, ".000000Z");
    return time;
  }

  const Transaction* transaction(std::size_t event) const {
    return place[event] < 0 ? nullptr : &transactions[static_cast<std::size_t>(place[event])];
  }

  std::vector<Json> events;
  std::vector<Transaction> transactions;
  std::vector<int> place;  ///< Index of the event's transaction, or -1.
};

using Matches = std::function<bool(const Log&, std::size_t)>;

std::vector<std::string> lines(const std::vector<Json>& events, bool support) {
  std::vector<std::string> texts;
  for (const Json& event : events) {
    if (support || !is_support(event)) texts.push_back(event.dump(-1, ' ', false, Json::error_handler_t::replace));
  }
  return texts;
}

/// Which events they are, in few words.
std::vector<std::string> places(const std::vector<Json>& events, bool support) {
  std::vector<std::string> texts;
  for (const Json& event : events) {
    if (!support && is_support(event)) continue;
    texts.push_back(event["position"].dump() +
                    (event.contains("payload_position") ? '+' + event["payload_position"].dump() : std::string()) +
                    ' ' + type_of(event));
  }
  return texts;
}

void expect_same(const std::vector<Json>& events, const std::vector<Json>& expected, bool support) {
  ASSERT_EQ(places(events, support), places(expected, support));
  EXPECT_EQ(lines(events, support), lines(expected, support));
}

/// Each map is followed by rows of its table, each row event has had its map, and each variable its statement.
void expect_support_in_place(const std::vector<Json>& events) {
  std::set<std::int64_t> fresh;
  std::set<std::int64_t> known;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Json& event = events[i];
    const Json& body = body_of(event);
    if (type_of(event) == "TABLE_MAP_EVENT") {
      EXPECT_TRUE(fresh.insert(body["table_id"].get<std::int64_t>()).second) << event;
      known.insert(body["table_id"].get<std::int64_t>());
    } else if (is_rows(event)) {
      EXPECT_TRUE(known.count(body["table_id"].get<std::int64_t>())) << event;
      fresh.erase(body["table_id"].get<std::int64_t>());
    } else if (is_support(event) && type_of(event) != "FORMAT_DESCRIPTION_EVENT") {
      EXPECT_TRUE(i + 1 < events.size() && (is_support(events[i + 1]) || is_statement(events[i + 1]))) << event;
    }
  }
  EXPECT_TRUE(fresh.empty());
}

void expect_selected(const SelectionOptions& options, const Matches& matches) {
  int shown = 0;
  for (const std::string& name : kLogs) {
    SCOPED_TRACE(name);
    const Log log(name);
    std::vector<Json> expected;
    for (std::size_t i = 0; i < log.events.size(); ++i) {
      if (!is_support(log.events[i]) && matches(log, i)) expected.push_back(log.events[i]);
    }
    const std::vector<Json> events = selected(name, options);
    expect_same(events, expected, false);
    expect_support_in_place(events);
    shown += static_cast<int>(expected.size());
  }
  EXPECT_GT(shown, 0) << "a filter that never matches tests nothing";
}

TEST(Filters, Table) {
  expect_selected({.tables = {"shop.cust"}},
                  [](const Log& log, std::size_t i) { return is_of(log.events[i], "shop", "cust"); });
  expect_selected({.tables = {"shop.*", "*.stock"}}, [](const Log& log, std::size_t i) {
    return is_of(log.events[i], "shop", "*") || is_of(log.events[i], "*", "stock");
  });
  expect_selected({.tables = {"?t"}}, [](const Log& log, std::size_t i) { return is_of(log.events[i], "*", "?t"); });
}

TEST(Filters, ExcludeTable) {
  expect_selected({.exclude_tables = {"shop.o*"}},
                  [](const Log& log, std::size_t i) { return !is_of(log.events[i], "shop", "o*"); });
  expect_selected({.tables = {"shop.*"}, .exclude_tables = {"*.ord"}}, [](const Log& log, std::size_t i) {
    return is_of(log.events[i], "shop", "*") && !is_of(log.events[i], "*", "ord");
  });
}

TEST(Filters, Database) {
  const auto is_in = [](const Json& event, const std::string& database) {
    return is_of(event, database, "*") || (is_statement(event) && text_of(body_of(event), "db") == database);
  };
  expect_selected({.databases = {"shop"}}, [&](const Log& log, std::size_t i) { return is_in(log.events[i], "shop"); });
  expect_selected({.exclude_databases = {"depot", "z"}}, [&](const Log& log, std::size_t i) {
    return !is_in(log.events[i], "depot") && !is_in(log.events[i], "z");
  });
}

TEST(Filters, TypeByName) {
  for (const char* name : {"QUERY_EVENT", "xid", "gtid_log_event", "Update_rows", "rows-query"}) {
    const std::map<std::string, std::string> full = {{"QUERY_EVENT", "QUERY_EVENT"},
                                                     {"xid", "XID_EVENT"},
                                                     {"gtid_log_event", "GTID_LOG_EVENT"},
                                                     {"Update_rows", "UPDATE_ROWS_EVENT"},
                                                     {"rows-query", "ROWS_QUERY_LOG_EVENT"}};
    expect_selected({.types = {name}},
                    [&](const Log& log, std::size_t i) { return type_of(log.events[i]) == full.at(name); });
  }
}

TEST(Filters, TypeByGroup) {
  const auto is = [](const Json& event, const char* rows, const char* words) {
    return type_of(event).find(rows) != std::string::npos || begins_with(event, words);
  };
  constexpr const char* kInserts = "INSERT|REPLACE|LOAD";
  expect_selected({.types = {"insert"}},
                  [&](const Log& log, std::size_t i) { return is(log.events[i], "WRITE_ROWS", kInserts); });
  expect_selected({.types = {"delete,update"}}, [&](const Log& log, std::size_t i) {
    return is(log.events[i], "DELETE_ROWS", "DELETE") || is(log.events[i], "UPDATE_ROWS", "UPDATE");
  });
  expect_selected({.types = {"dml"}}, [&](const Log& log, std::size_t i) {
    return is_rows(log.events[i]) || begins_with(log.events[i], "INSERT|REPLACE|LOAD|DELETE|UPDATE");
  });
  expect_selected({.types = {"DDL"}}, [&](const Log& log, std::size_t i) {
    return begins_with(log.events[i], "CREATE|ALTER|DROP|RENAME|TRUNCATE");
  });
  expect_selected({.types = {"transaction"}}, [&](const Log& log, std::size_t i) {
    return is_gtid(log.events[i]) || type_of(log.events[i]) == "XID_EVENT" ||
           type_of(log.events[i]) == "XA_PREPARE_LOG_EVENT" ||
           begins_with(log.events[i], "BEGIN|COMMIT|ROLLBACK|SAVEPOINT|XA");
  });
}

TEST(Filters, TypeAndTable) {
  expect_selected({.tables = {"shop.*"}, .types = {"delete"}}, [](const Log& log, std::size_t i) {
    return is_of(log.events[i], "shop", "*") && type_of(log.events[i]) == "DELETE_ROWS_EVENT";
  });
}

TEST(Filters, ThreadId) {
  std::set<std::uint64_t> threads;
  for (const std::string& name : kLogs) {
    const Log log(name);
    for (const Transaction& transaction : log.transactions) {
      if (transaction.thread && threads.size() < 3) threads.insert(static_cast<std::uint64_t>(*transaction.thread));
    }
  }
  ASSERT_FALSE(threads.empty());
  expect_selected({.thread_ids = {threads.begin(), threads.end()}}, [&](const Log& log, std::size_t i) {
    const Transaction* transaction = log.transaction(i);
    return transaction != nullptr && transaction->thread &&
           threads.count(static_cast<std::uint64_t>(*transaction->thread)) != 0;
  });
}

TEST(Filters, Gtid) {
  const std::string server = "5f3a1c00-0001-11ef-8000-000000000101";
  expect_selected({.gtids = {server + ":2-3:7", server + ":red:1-2"}}, [&](const Log& log, std::size_t i) {
    const std::string gtid = text_of(log.events[i], "gtid");
    for (const char* part : {":2", ":3", ":7", ":red:1", ":red:2"}) {
      if (gtid == server + part) return true;
    }
    return false;
  });
  expect_selected({.exclude_gtids = server + ":1-100"}, [&](const Log& log, std::size_t i) {
    return !std::regex_match(text_of(log.events[i], "gtid"), std::regex(server + ":([1-9][0-9]?|100)"));
  });
}

TEST(Filters, Time) {
  const auto time_of = [](const Log& log, std::size_t i) {
    const Transaction* transaction = log.transaction(i);
    return transaction != nullptr ? transaction->time : Log::second(log.events[i]);
  };
  // 2026-11-29T17:56:37.390742Z is the commit of a transaction of dml-multi-table.
  constexpr std::uint64_t kTime = 1'795'974'997'390'742;
  constexpr const char* kText = "2026-11-29T17:56:37.390742Z";
  expect_selected({.start_time = kTime}, [&](const Log& log, std::size_t i) { return time_of(log, i) >= kText; });
  expect_selected({.stop_time = kTime}, [&](const Log& log, std::size_t i) { return time_of(log, i) < kText; });
  expect_selected({.start_time = kTime, .stop_time = kTime + 5000}, [&](const Log& log, std::size_t i) {
    return time_of(log, i) >= kText && time_of(log, i) < "2026-11-29T17:56:37.395742Z";
  });
}

TEST(Filters, Grep) {
  expect_selected({.grep = {"(?i)drop table"}}, [](const Log& log, std::size_t i) {
    const Json& body = body_of(log.events[i]);
    const std::string text = is_statement(log.events[i]) ? text_of(body, "query") : text_of(body, "rows_query");
    return std::regex_search(text, std::regex("drop table", std::regex::icase));
  });
  expect_selected({.grep = {"^INSERT INTO rq SELECT", "^(UPDATE|CREATE)"}}, [](const Log& log, std::size_t i) {
    const Json& body = body_of(log.events[i]);
    const std::string text = is_statement(log.events[i]) ? text_of(body, "query") : text_of(body, "rows_query");
    return text.starts_with("INSERT INTO rq SELECT") || text.starts_with("UPDATE") || text.starts_with("CREATE");
  });
}

TEST(Filters, ServerId) {
  expect_selected({.server_id = 303},
                  [](const Log& log, std::size_t i) { return log.events[i]["server_id"].get<int>() == 303; });
}

TEST(Filters, Limit) {
  for (const std::string& name : kLogs) {
    SCOPED_TRACE(name);
    const Log log(name);
    const std::vector<Json> first(log.events.begin(),
                                  log.events.begin() + std::min<std::ptrdiff_t>(7, std::ssize(log.events)));
    expect_same(selected(name, {.limit = 7}), first, true);
  }
  expect_selected({.tables = {"shop.cust"}, .limit = 2}, [](const Log& log, std::size_t i) {
    if (!is_of(log.events[i], "shop", "cust")) return false;
    int earlier = 0;
    for (std::size_t k = 0; k < i; ++k) earlier += is_of(log.events[k], "shop", "cust");
    return earlier < 2;
  });
}

TEST(Filters, LimitTransactions) {
  for (const std::string& name : kLogs) {
    SCOPED_TRACE(name);
    const Log log(name);
    const std::vector<Json> events = selected(name, {.limit_transactions = 2});
    std::vector<Json> expected;
    for (std::size_t i = 0; i < log.events.size(); ++i) {
      if (log.transactions.size() > 2 && log.place[i] >= 2) break;
      // Between two transactions nothing else stands in these logs.
      expected.push_back(log.events[i]);
    }
    if (log.transactions.size() > 2) {
      expect_same(events, expected, true);
    }
  }
}

/// Indexes of the transactions that `matches` has an event in.
std::set<int> matching_transactions(const Log& log, const Matches& matches) {
  std::set<int> found;
  for (std::size_t i = 0; i < log.events.size(); ++i) {
    if (log.place[i] >= 0 && matches(log, i)) found.insert(log.place[i]);
  }
  return found;
}

TEST(Filters, WholeTransaction) {
  const Matches is_stock = [](const Log& log, std::size_t i) { return is_of(log.events[i], "*", "[sz]*"); };
  int shown = 0;
  for (const std::string& name : kLogs) {
    SCOPED_TRACE(name);
    const Log log(name);
    const std::set<int> found = matching_transactions(log, is_stock);
    std::vector<Json> expected;
    for (std::size_t i = 0; i < log.events.size(); ++i) {
      const bool is_description = type_of(log.events[i]) == "FORMAT_DESCRIPTION_EVENT";
      if (is_description || (log.place[i] >= 0 && found.count(log.place[i]))) expected.push_back(log.events[i]);
    }
    expect_same(selected(name, {.tables = {"*.[sz]*"}, .whole_transaction = true}), expected, true);
    shown += static_cast<int>(found.size());
  }
  EXPECT_GT(shown, 3);
}

TEST(Filters, Context) {
  const Matches is_drop = [](const Log& log, std::size_t i) {
    const Json& body = body_of(log.events[i]);
    const std::string text = is_statement(log.events[i]) ? text_of(body, "query") : text_of(body, "rows_query");
    return text.starts_with("DROP ") || text.starts_with("DELETE ");
  };
  int shown = 0;
  for (const std::string& name : kLogs) {
    SCOPED_TRACE(name);
    const Log log(name);
    std::set<int> found;
    for (const int transaction : matching_transactions(log, is_drop)) {
      for (int k = transaction - 1; k <= transaction + 1; ++k) found.insert(k);
    }
    std::vector<Json> expected;
    for (std::size_t i = 0; i < log.events.size(); ++i) {
      const bool is_description = type_of(log.events[i]) == "FORMAT_DESCRIPTION_EVENT";
      if (is_description || (log.place[i] >= 0 && found.count(log.place[i]))) expected.push_back(log.events[i]);
    }
    expect_same(selected(name, {.grep = {"^(DROP|DELETE) "}, .context = 1}), expected, true);
    shown += static_cast<int>(found.size());
  }
  EXPECT_GT(shown, 3);
}

}  // namespace
}  // namespace binlogdump::test
