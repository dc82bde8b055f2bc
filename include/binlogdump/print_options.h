#pragma once
// What the user chose about how events are shown.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace binlogdump {

/// mysqlbinlog's --base64-output: how events that have no SQL of their own appear.
enum class Base64Output : std::uint8_t {
  kUnspec,      ///< Not given: BINLOG statements, as kAuto.
  kNever,       ///< No BINLOG statements; row events are an error.
  kAuto,        ///< BINLOG statements for FORMAT_DESCRIPTION and row events.
  kDecodeRows,  ///< No BINLOG statements; with -v row events appear as comments only.
};

/// --format: how events are shown.
enum class Format : std::uint8_t {
  kText,    ///< Text for people, in mysqlbinlog's layout.
  kEvents,  ///< One line for each event, as SHOW BINLOG EVENTS has it.
  kHex,     ///< Every byte with its field's name and value.
  kJson,    ///< JSON Lines.
};

/// --verify: what is looked at.
enum class Verify : std::uint8_t {
  kNo,     ///< The events are shown.
  kQuick,  ///< Checksums and the chain of events: headers, next positions, damage.
  kFull,   ///< All that can be wrong.
};

/// --rewrite-db: a database that is shown under another name.
struct DatabaseRename {
  std::string from;
  std::string to;
};

/// Options that the text printers look at. Names are those of mysqlbinlog's options.
struct PrintOptions {
  int verbose = 0;  ///< Number of -v: 1 shows rows as pseudo-SQL, 2 adds types and the text of ROWS_QUERY events.
  Base64Output base64_output = Base64Output::kUnspec;
  bool short_form = false;                      ///< -s: only the statements, no headers and no row events.
  bool hexdump = false;                         ///< -H: each event's bytes as comments.
  bool print_table_metadata = false;            ///< Columns and primary key of each TABLE_MAP event.
  std::string local_load = {};                  ///< -l: folder for the files of LOAD DATA; empty: /tmp.
  std::vector<DatabaseRename> rewrite_db = {};  ///< The first that fits counts.

  // Only for replay.
  std::optional<std::string> set_charset = {};  ///< SET NAMES for the whole output.
  bool disable_log_bin = false;                 ///< -D: the replay is not logged.
  bool idempotent = false;  ///< -i: the replay does not fail at rows that are missing or there already.
  bool safe_names = false;  ///< --safe-names: in comments, names are escaped; mysqlbinlog has no such option.

  // Not in mysqlbinlog, which looks at none of these.
  Format format = Format::kText;
  bool check_coverage = false;        ///< --check-coverage: in place of any format, count the labelled bytes.
  Verify verify = Verify::kNo;        ///< --verify: in place of events, what is wrong; with kText and kJson.
  bool full = false;                  ///< --full: with kHex, long values are not folded.
  bool json_string_integers = false;  ///< --json-integers=string: with kJson, those beyond 2^53 are strings.

  bool escape_controls = false;  ///< With kEvents: the output goes to a terminal, which would act on them.

  bool partial_transactions = false;  ///< Filters leave parts of transactions out: nothing can be said of the whole.

  // Of the text for people.
  bool column_names = true;       ///< --column-names=never: @1, @2 ... even where the log has names.
  bool changed_only = false;      ///< --changed-only: of an UPDATE only the columns that changed, as old → new.
  bool local_timestamps = false;  ///< --time-zone: TIMESTAMP values in the zone of TZ, not in UTC.
  bool color = false;             ///< --color, decided already: whether escape sequences are written.
};

}  // namespace binlogdump
