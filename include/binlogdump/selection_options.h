#pragma once
// What the user chose about which events are shown. Names are those of the options.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace binlogdump {

/// Options that select events. Those in the first part are mysqlbinlog's.
struct SelectionOptions {
  std::optional<std::uint64_t> start_position = {};  ///< -j: of the first file, bytes.
  std::optional<std::uint64_t> stop_position =
      {};  ///< Of the last file: the first event at or behind it ends the reading.
  std::optional<std::uint64_t> start_datetime = {};  ///< Seconds since 1970, as the events' headers have them.
  std::optional<std::uint64_t> stop_datetime = {};  ///< The first event of this second or a later one ends the reading.
  std::uint64_t offset = 0;                         ///< -o: events left out at the beginning.
  std::vector<std::string> databases = {};          ///< -d: of several, mysqlbinlog takes the last.
  std::optional<std::uint64_t> server_id = {};      ///< Only events of this server.
  unsigned server_id_bits = 32;                     ///< How many bits of a server id are one.
  std::vector<std::string> gtids = {};  ///< --include-gtids, --gtid: GTID sets; of several, mysqlbinlog takes the last.
  std::vector<std::string> exclude_gtids = {};  ///< --exclude-gtids, likewise.
  bool skip_gtids = false;                      ///< No GTID events.
  bool require_row_format = false;              ///< Fail at events that are not in row format.

  // Not in mysqlbinlog. Values of one option are alternatives; different options must all hold.
  std::vector<std::string> tables = {};             ///< --table: DB.TABLE, globs.
  std::vector<std::string> exclude_tables = {};     ///< --exclude-table
  std::vector<std::string> exclude_databases = {};  ///< --exclude-database
  std::vector<std::string> types = {};              ///< --type: names of events and groups, in lower case.
  std::vector<std::uint64_t> thread_ids = {};       ///< --thread-id
  std::optional<std::uint64_t> start_time = {};     ///< Microseconds since 1970: transactions committed then or later.
  std::optional<std::uint64_t> stop_time = {};      ///< Transactions committed before.
  std::vector<std::string> where = {};              ///< --where: expressions over the columns of a row.
  std::vector<std::string> grep = {};               ///< --grep: regular expressions over the text of statements.
  std::optional<std::uint64_t> limit = {};          ///< Events.
  std::optional<std::uint64_t> limit_transactions = {};  ///< --limit-transactions
  std::uint64_t context = 0;                             ///< Transactions shown before and behind one that matches.
  bool whole_transaction = false;                        ///< Of a transaction that matches all events.
  bool before_statement = false;  ///< Print where the transaction that matches begins, and no event.
};

}  // namespace binlogdump
