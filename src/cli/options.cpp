#include "options.h"

#include <fmt/format.h>
#include <libdeflate.h>
#include <zstd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "arguments.h"
#include "binlogdump/byte_source.h"
#include "binlogdump/decompress.h"
#include "binlogdump/decrypt.h"
#include "binlogdump/error.h"
#include "binlogdump/events/format_description_event.h"
#include "binlogdump/gtid_set.h"
#include "binlogdump/keyring.h"
#include "binlogdump/row_condition.h"
#include "option_files.h"
#include "time_zone.h"

namespace binlogdump {
namespace {

using Kind = OptionKind;

/// Takes one value of an option in plain form into the options; returns what is wrong with it, or "".
using Apply = std::string (*)(Options&, std::string_view value);

/// One option: all that parsing, help and the argument manners need to know of it.
struct OptionRecord {
  std::string_view group;       ///< Heading in the help.
  char letter;                  ///< Short name, or 0.
  std::string_view name;        ///< Long name.
  Kind kind;                    ///< How it takes its value.
  std::string_view value_name;  ///< Placeholder of the value in the help.
  Apply apply;                  ///< None for options that are ignored, and for help and version.
  std::string_view help;        ///< May have several sentences; the help breaks the lines. None for ignored options.
};

// Where a value goes: the members that lead from Options to the place, as in
// set_flag<&Options::print, &PrintOptions::hexdump>.

template <auto... kPath>
std::string set_flag(Options& options, std::string_view value) {
  (options.*....*kPath) = value == "true";
  return {};
}

template <auto... kPath>
std::string clear_flag(Options& options, std::string_view value) {
  (options.*....*kPath) = value != "true";
  return {};
}

template <auto... kPath>
std::string count(Options& options, std::string_view) {
  ++(options.*....*kPath);
  return {};
}

template <auto... kPath>
std::string set_text(Options& options, std::string_view value) {
  (options.*....*kPath) = value;
  return {};
}

template <auto... kPath>
std::string add_text(Options& options, std::string_view value) {
  (options.*....*kPath).emplace_back(value);
  return {};
}

struct Base64OutputName {
  std::string_view name;
  Base64Output value;
};
constexpr std::array<Base64OutputName, 4> kBase64OutputNames{{{"never", Base64Output::kNever},
                                                              {"auto", Base64Output::kAuto},
                                                              {"unspec", Base64Output::kUnspec},
                                                              {"decode-rows", Base64Output::kDecodeRows}}};

/// As mysqlbinlog reads it: case does not matter, the beginning of a name is enough, blanks may follow a full name.
std::string set_base64_output(Options& options, std::string_view value) {
  std::string given = to_lower(value);
  for (const Base64OutputName& choice : kBase64OutputNames) {
    bool full_name = given.starts_with(choice.name) && given.find_first_not_of(' ', choice.name.size()) == given.npos;
    if (given.empty() || !(full_name || choice.name.starts_with(given))) continue;
    options.print.base64_output = choice.value;
    return {};
  }
  return fmt::format("'{}' is none of never, auto, decode-rows, unspec", value);
}

/// The value for `given` among named ones, whose case does not matter; what is wrong if it is none of them.
template <typename T, std::size_t kCount>
std::string choose(T& place, std::string_view given, const std::pair<std::string_view, T> (&choices)[kCount]) {
  const std::string lower = to_lower(given);
  std::string names;
  for (const auto& [name, value] : choices) {
    if (lower == name) {
      place = value;
      return {};
    }
    // "", 0 and 1 are what `--x`, `--skip-x` and `--enable-x` bring, not what anyone writes.
    if (name.size() > 1) names += fmt::format("{}{}", names.empty() ? "" : ", ", name);
  }
  return fmt::format("'{}' is none of {}", given, names);
}

std::string set_color(Options& options, std::string_view value) {
  return choose(options.color, value,
                {{"auto", Color::kAuto},
                 {"always", Color::kAlways},
                 {"never", Color::kNever},
                 {"", Color::kAlways},
                 {"1", Color::kAlways},
                 {"0", Color::kNever}});
}

std::string set_column_names(Options& options, std::string_view value) {
  return choose(options.print.column_names, value, {{"auto", true}, {"never", false}, {"1", true}, {"0", false}});
}

std::string set_verify(Options& options, std::string_view value) {
  return choose(options.print.verify, value,
                {{"full", Verify::kFull}, {"quick", Verify::kQuick}, {"", Verify::kFull}, {"0", Verify::kNo}});
}

std::string set_format(Options& options, std::string_view value) {
  return choose(options.print.format, value,
                {{"text", Format::kText}, {"events", Format::kEvents}, {"hex", Format::kHex}, {"json", Format::kJson}});
}

std::string set_hex(Options& options, std::string_view value) {
  return set_format(options, value == "true" ? "hex" : "text");
}

std::string set_json_integers(Options& options, std::string_view value) {
  return choose(options.print.json_string_integers, value, {{"number", false}, {"string", true}});
}

std::string set_time_zone(Options& options, std::string_view value) {
  options.time_zone.clear();
  options.print.local_timestamps = !value.empty();
  if (value.empty()) return {};
  std::optional<std::string> variable = time_zone_variable(value);
  if (!variable) {
    return fmt::format(
        "there is no time zone '{}': it may be utc, a name in {} (Europe/Berlin), an offset (+02:00) or a rule of "
        "POSIX (CET-1CEST)",
        value, time_zone_folder());
  }
  options.time_zone = std::move(*variable);
  return {};
}

/// Of an unsigned number in decimal digits, as the plain form has it; too small and too large ones as the nearest.
template <std::uint64_t kLeast, std::uint64_t kMost, auto... kPath>
std::string set_number(Options& options, std::string_view value) {
  using Place = std::remove_reference_t<decltype((options.*....*kPath))>;
  const std::uint64_t number = std::clamp(parse_number(value).value_or(0), kLeast, kMost);
  if constexpr (std::is_integral_v<Place>) {
    (options.*....*kPath) = static_cast<Place>(number);
  } else {
    (options.*....*kPath) = number;
  }
  return {};
}

std::string check_number(Options&, std::string_view) {
  return {};
}

template <std::optional<CalendarTime> Options::*kPlace>
std::string set_calendar_time(Options& options, std::string_view value) {
  options.*kPlace = parse_calendar_time(value);
  if (options.*kPlace) return {};
  return fmt::format("'{}' is no date and time such as 2023-11-14 22:15:02", value);
}

std::string check_gtid_set(std::string_view value) {
  try {
    GtidSet::parse(value);
    return {};
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

std::string add_gtids(Options& options, std::string_view value) {
  options.selection.gtids.emplace_back(value);
  return check_gtid_set(value);
}

std::string add_exclude_gtids(Options& options, std::string_view value) {
  options.selection.exclude_gtids.emplace_back(value);
  return check_gtid_set(value);
}

std::string add_rewrite_db(Options& options, std::string_view value) {
  constexpr std::string_view kArrow = "->";
  constexpr std::size_t kLongestName = 250;  // Far beyond what servers allow, and what one length byte can hold.
  const std::size_t arrow = value.find(kArrow);
  if (arrow == value.npos) return fmt::format("'{}' has no '->' between two names", value);
  std::string_view from = value.substr(0, arrow);
  std::string_view to = value.substr(arrow + kArrow.size());
  // As in mysqlbinlog, blanks may stand around the arrow.
  from = from.substr(0, from.find_last_not_of(kBlanks) + 1);
  to.remove_prefix(std::min(to.find_first_not_of(kBlanks), to.size()));
  if (from.empty() || to.empty()) return fmt::format("'{}' lacks a name before or behind '->'", value);
  if (to.size() > kLongestName) return fmt::format("'{}' is too long a name", to);
  options.print.rewrite_db.push_back({.from = std::string(from), .to = std::string(to)});
  return {};
}

std::string set_utc(Options& options, std::string_view value) {
  return set_time_zone(options, value == "true" ? "utc" : "");
}

std::string add_thread_ids(Options& options, std::string_view value) {
  while (true) {
    const std::size_t end = value.find(',');
    const std::optional<std::uint64_t> number = parse_number(value.substr(0, end));
    if (!number) return fmt::format("'{}' is no number", value.substr(0, end));
    options.selection.thread_ids.push_back(*number);
    if (end == value.npos) return {};
    value.remove_prefix(end + 1);
  }
}

std::string add_where(Options& options, std::string_view value) {
  try {
    RowCondition::parse(value);
  } catch (const ExpressionError& error) {
    return error.what();
  }
  options.selection.where.emplace_back(value);
  return {};
}

/// 64 hexadecimal digits, or a file that has these or the 32 bytes themselves.
std::string set_binlog_key(Options& options, std::string_view value) {
  constexpr std::size_t kKeySize = 32;
  constexpr std::size_t kMostBytes = 4096;
  std::string& key = options.source.binlog_key;
  if (!value.starts_with('@')) {
    if (parse_hex(value, key) && key.size() == kKeySize) return {};
    return "neither 64 hexadecimal digits nor @FILE";
  }
  try {
    const std::string file = read_whole_file(std::string(value.substr(1)), kMostBytes);
    key = file;
    if (key.size() == kKeySize) return {};
    const std::size_t begin = std::min(file.find_first_not_of(" \t\r\n"), file.size());
    const std::string_view digits = std::string_view(file).substr(begin, file.find_last_not_of(" \t\r\n") + 1 - begin);
    if (parse_hex(digits, key) && key.size() == kKeySize) return {};
    return fmt::format("{}: neither 32 bytes nor 64 hexadecimal digits", value.substr(1));
  } catch (const InputError& error) {
    return error.what();
  }
}

/// No zero: nothing to read is never meant.
std::string set_last(Options& options, std::string_view value) {
  options.source.last = parse_number(value);
  return options.source.last.value_or(0) > 0 ? "" : "must be a number above 0";
}

/// What a FORMAT_DESCRIPTION_EVENT can be made from.
std::string set_server_version(Options& options, std::string_view value) {
  constexpr std::string_view kExample = "is no version such as 8.0.36, of MySQL 5.1.4 or newer";
  options.server_version = value;
  const bool has_numbers = std::count(value.begin(), value.end(), '.') == 2 && value.back() != '.' &&
                           value.find_first_not_of("0123456789.") == value.npos;
  const bool is_known = has_numbers && value.size() < FormatDescriptionEvent::kServerVersionSize &&
                        ServerVersion::parse(value) >= ServerVersion{5, 1, 4};
  return is_known ? std::string() : fmt::format("'{}' {}", value, kExample);
}

std::string refuse(Options&, std::string_view) {
  return "refused, as binlogdump reads files only";
}

std::string refuse_late(Options&, std::string_view) {
  return "must stand before all other options";
}

/// mysqlbinlog takes `--raw=0` as well, and then it does no harm.
std::string refuse_if_on(Options& options, std::string_view value) {
  return value == "true" ? refuse(options, value) : std::string();
}

constexpr std::uint64_t kMaxNumber = UINT64_MAX;

constexpr std::string_view kOutput = "Output";
/// The options that mysqlbinlog does not have; with --mysqlbinlog they are unknown.
constexpr std::string_view kPeople = "For people (not with --mysqlbinlog)";
constexpr std::string_view kSelection = "Which events";
constexpr std::string_view kReplay = "For a replay (--mysqlbinlog)";
/// Neither does it have these.
constexpr std::string_view kFilters = "Filters (not with --mysqlbinlog)";
constexpr std::string_view kReading = "Reading";
constexpr std::string_view kCompatibility = "Compatibility with mysqlbinlog";
constexpr std::string_view kIgnored = "Accepted and ignored";
constexpr std::string_view kHelp = "Help";
constexpr std::string_view kRefusedText = "Refused: binlogdump reads files only.";

constexpr OptionRecord kOptions[] = {
    // clang-format off: one option a record, in the order of the help
    {kOutput, 'v', "verbose", Kind::kCounter, "", count<&Options::print, &PrintOptions::verbose>,
     "Show row events as commented pseudo-SQL; twice (-vv) with the columns' types. Without --mysqlbinlog rows are "
     "always shown, and once changes nothing."},
    {kOutput, 0, "base64-output", Kind::kChoice, "WHEN", set_base64_output,
     "BINLOG statements, which replay row events: 'auto' prints them where they are needed, 'decode-rows' prints none "
     "and leaves row events to --verbose, 'never' prints none and, with --mysqlbinlog, fails at row events. The "
     "default "
     "is 'unspec': none, and with --mysqlbinlog auto."},
    {kOutput, 's', "short-form", Kind::kFlag, "", set_flag<&Options::print, &PrintOptions::short_form>,
     "Only the statements: no headers, no row events. Overrides -v, -H, --base64-output and --print-table-metadata."},
    {kOutput, 'H', "hexdump", Kind::kFlag, "", set_flag<&Options::print, &PrintOptions::hexdump>,
     "Add each event's bytes, in hexadecimal and as text, as comments."},
    {kOutput, 0, "print-table-metadata", Kind::kFlag, "",
     set_flag<&Options::print, &PrintOptions::print_table_metadata>,
     "Add the columns and the primary key that each TABLE_MAP event describes."},
    {kOutput, 'l', "local-load", Kind::kText, "DIR", set_text<&Options::print, &PrintOptions::local_load>,
     "Folder for the files that LOAD DATA statements in the log carry."},

    {kOutput, 'r', "result-file", Kind::kText, "FILE", set_text<&Options::result_file>,
     "Write to FILE. Without --mysqlbinlog one that exists is left alone, unless --force is given."},
    {kOutput, 0, "rewrite-db", Kind::kList, "FROM->TO", add_rewrite_db,
     "In text, show the database FROM under the name TO: in rows and as the default database of statements, not inside "
     "their SQL. May be given for several databases."},

    {kSelection, 'j', "start-position", Kind::kNumber, "N",
     set_number<4, kMaxNumber, &Options::selection, &SelectionOptions::start_position>,
     "Begin at the event at this offset of the first file."},
    {kSelection, 0, "stop-position", Kind::kNumber, "N",
     set_number<4, kMaxNumber, &Options::selection, &SelectionOptions::stop_position>,
     "End before the first event at this offset of the last file, or beyond."},
    {kSelection, 0, "start-datetime", Kind::kChoice, "TIME", set_calendar_time<&Options::start_datetime>,
     "Begin with the first event of this time or later, as 2023-11-14 22:15:02 or 20231114221502."},
    {kSelection, 0, "stop-datetime", Kind::kChoice, "TIME", set_calendar_time<&Options::stop_datetime>,
     "End before the first event of this time or later."},
    {kSelection, 'o', "offset", Kind::kNumber, "N",
     set_number<0, kMaxNumber, &Options::selection, &SelectionOptions::offset>, "Leave out the first N events."},
    {kSelection, 'd', "database", Kind::kList, "NAME", add_text<&Options::selection, &SelectionOptions::databases>,
     "Only what is done in this database: rows of its tables, and statements that have it as their default database."},
    {kSelection, 0, "server-id", Kind::kNumber, "N",
     set_number<0, kMaxNumber, &Options::selection, &SelectionOptions::server_id>,
     "Only events of the server with this id."},
    {kSelection, 0, "server-id-bits", Kind::kNumber, "N",
     set_number<7, 32, &Options::selection, &SelectionOptions::server_id_bits>,
     "Bits of a server id that make up the id, 7 to 32."},
    {kSelection, 0, "include-gtids", Kind::kList, "SET", add_gtids, "Only transactions with these GTIDs."},
    {kSelection, 0, "exclude-gtids", Kind::kList, "SET", add_exclude_gtids, "No transactions with these GTIDs."},
    {kSelection, 0, "skip-gtids", Kind::kFlag, "", set_flag<&Options::selection, &SelectionOptions::skip_gtids>,
     "Leave out GTID events."},
    {kSelection, 0, "require-row-format", Kind::kFlag, "",
     set_flag<&Options::selection, &SelectionOptions::require_row_format>,
     "Take events that are not in row format, such as an INSERT statement, for a fault. With --mysqlbinlog the first "
     "one "
     "ends the output."},

    {kReplay, 'D', "disable-log-bin", Kind::kFlag, "", set_flag<&Options::print, &PrintOptions::disable_log_bin>,
     "Have the replay not logged. This and the following change nothing without --mysqlbinlog."},
    {kReplay, 'i', "idempotent", Kind::kFlag, "", set_flag<&Options::print, &PrintOptions::idempotent>,
     "Have the replay pass over rows that are missing or there already."},
    {kReplay, 0, "safe-names", Kind::kFlag, "", set_flag<&Options::print, &PrintOptions::safe_names>,
     "Escape line breaks and other control characters of names in comments, where mysqlbinlog prints them as they are: "
     "a line break ends the comment, and the replay runs the rest of the name as SQL."},
    {kReplay, 0, "set-charset", Kind::kChoice, "NAME", set_text<&Options::print, &PrintOptions::set_charset>,
     "Put SET NAMES before the output."},
    {kReplay, 0, "binlog-row-event-max-size", Kind::kNumber, "N", check_number, "Accepted, and changes nothing."},

    {kPeople, 0, "format", Kind::kChoice, "NAME", set_format,
     "How events are shown: 'text', the default; 'events', one line for each as in SHOW BINLOG EVENTS; 'hex', every "
     "byte with its field's name and value; 'json', one object a line."},
    {kPeople, 'x', "hex", Kind::kFlag, "", set_hex, "The same as --format=hex."},
    {kPeople, 0, "full", Kind::kFlag, "", set_flag<&Options::print, &PrintOptions::full>,
     "In hex, show long values whole."},
    {kPeople, 0, "check-coverage", Kind::kFlag, "", set_flag<&Options::print, &PrintOptions::check_coverage>,
     "In place of events, one line for each file: how many of its bytes have a field's name."},
    {kPeople, 0, "verify", Kind::kOptionalValue, "[=HOW]", set_verify,
     "In place of events, what is wrong with the logs, and whether each continues the one before it; then a line for "
     "each. HOW is 'full', the default, or 'quick': checksums and the chain of events only, nothing that events hold. "
     "Also with --format=json."},
    {kPeople, 0, "json-integers", Kind::kChoice, "HOW", set_json_integers,
     "In JSON, integers beyond 2^53 as 'number', the default, or as 'string', for readers that would round them."},
    {kPeople, 0, "column-names", Kind::kChoice, "WHEN", set_column_names,
     "Names of columns in rows: 'auto', the default, shows those that the log has; 'never' shows @1, @2 and so on."},
    {kPeople, 0, "schema", Kind::kList, "FILE", add_text<&Options::schema_files>,
     "A file of CREATE TABLE statements, as mysqldump --no-data writes it: names, signs and labels of columns, where "
     "the "
     "log does not tell them and the types agree. CREATE, ALTER, DROP and RENAME in the log change them. Repeatable."},
    {kPeople, 0, "changed-only", Kind::kFlag, "", set_flag<&Options::print, &PrintOptions::changed_only>,
     "Of an UPDATE show only the columns that it changed."},
    {kPeople, 0, "time-zone", Kind::kChoice, "NAME", set_time_zone,
     "The zone of times that are shown or given: a name (Europe/Berlin), an offset (+02:00), a rule as in TZ or 'utc'. "
     "Without it that of TZ or of the system; and TIMESTAMP values are in UTC then."},
    {kPeople, 0, "utc", Kind::kFlag, "", set_utc, "The same as --time-zone=utc."},
    {kPeople, 0, "color", Kind::kOptionalValue, "[=WHEN]", set_color,
     "Colours: 'auto', the default, has them on terminals unless NO_COLOR is set; 'always', also just --color; "
     "'never'."},
    {kPeople, 0, "no-pager", Kind::kFlag, "", clear_flag<&Options::pager>,
     "Do not start $PAGER (without it less -R) where the output does not fit the terminal."},
    {kPeople, 0, "force", Kind::kFlag, "", set_flag<&Options::force>,
     "Overwrite the file of --result-file or --salvage if there is one."},
    {kPeople, 0, "no-resync", Kind::kFlag, "", clear_flag<&Options::resync>,
     "End at the first fault, as mysqlbinlog does. Without it the reading goes on with the next sound event."},
    {kPeople, 0, "salvage", Kind::kText, "OUT", set_text<&Options::salvage>,
     "In place of events: write the sound ones of a damaged log to OUT, a new log of whole transactions, and tell what "
     "is left out."},
    {kPeople, 0, "partial-transactions", Kind::kFlag, "", set_flag<&Options::partial_transactions>,
     "With --salvage, of a damaged transaction keep the statements that are whole."},
    {kPeople, 0, "server-version", Kind::kText, "X.Y.Z", set_server_version,
     "With --salvage, the version of the server that wrote the log: for a new FORMAT_DESCRIPTION_EVENT, should that be "
     "lost."},
    {kPeople, 0, "threads", Kind::kNumber, "N", set_number<1, 64, &Options::threads>,
     "Work with N threads, this one included. The default is the number of processors, at most 8. The output is the "
     "same."},
    {kPeople, 0, "quiet", Kind::kFlag, "", set_flag<&Options::quiet>,
     "On stderr no progress and no notes, only errors."},
    {kPeople, 0, "max-payload", Kind::kNumber, "SIZE",
     set_number<1, kMaxNumber, &Options::source, &SourceOptions::max_payload>,
     "A compressed transaction that is larger when decompressed is a fault; what lies within SIZE bytes is shown. By "
     "default 4G."},
    {kPeople, 0, "last", Kind::kNumber, "N", set_last,
     "Only the last N of the logs that are named, also by folders and index files."},
    {kPeople, 0, "follow", Kind::kFlag, "", set_flag<&Options::source, &SourceOptions::follow>,
     "Go on as the last log grows, and to the next one in its folder, until Ctrl-C. No pager then."},

    {kFilters, 0, "table", Kind::kList, "DB.TABLE", add_text<&Options::selection, &SelectionOptions::tables>,
     "Only rows of such tables; * and ? stand for any characters, TABLE alone is that of any database. May be "
     "repeated, "
     "as all filters: values of one option are alternatives, different options must all hold."},
    {kFilters, 0, "exclude-table", Kind::kList, "DB.TABLE",
     add_text<&Options::selection, &SelectionOptions::exclude_tables>, "No rows of such tables."},
    {kFilters, 0, "exclude-database", Kind::kList, "DB",
     add_text<&Options::selection, &SelectionOptions::exclude_databases>,
     "No rows of such databases, and no statements whose default database is one."},
    {kFilters, 0, "type", Kind::kList, "TYPE[,TYPE]", add_text<&Options::selection, &SelectionOptions::types>,
     "Only events of such types: names, such as QUERY_EVENT, or dml, ddl, insert, update, delete, transaction, which "
     "take rows and statements."},
    {kFilters, 0, "thread-id", Kind::kList, "N[,N]", add_thread_ids, "Only transactions of such connections."},
    {kFilters, 0, "gtid", Kind::kList, "SET", add_gtids,
     "Only transactions of the GTID set; the same as --include-gtids."},
    {kFilters, 0, "start-time", Kind::kChoice, "TIME", set_text<&Options::start_time>,
     "Only transactions committed at that time or later: 2026-11-30T14:02:05.5+01:00, without a zone in that of "
     "--time-zone; parts may be missing at the end. Events have only seconds, and statements began earlier: the commit "
     "times of GTID events decide where the log has them."},
    {kFilters, 0, "stop-time", Kind::kChoice, "TIME", set_text<&Options::stop_time>,
     "Only transactions committed before that time."},
    {kFilters, 0, "grep", Kind::kList, "REGEX", add_text<&Options::selection, &SelectionOptions::grep>,
     "Only statements whose text matches, and ROWS_QUERY events; a regular expression of RE2, (?i) ignores case."},
    {kFilters, 0, "limit", Kind::kNumber, "N", set_number<0, kMaxNumber, &Options::selection, &SelectionOptions::limit>,
     "End after N events that match."},
    {kFilters, 0, "limit-transactions", Kind::kNumber, "N",
     set_number<0, kMaxNumber, &Options::selection, &SelectionOptions::limit_transactions>,
     "End after N transactions of which events "
     "are shown."},
    {kFilters, 0, "whole-transaction", Kind::kFlag, "",
     set_flag<&Options::selection, &SelectionOptions::whole_transaction>,
     "Show a transaction from GTID to commit if any of its events matches."},
    {kFilters, 0, "context", Kind::kNumber, "N",
     set_number<0, kMaxNumber, &Options::selection, &SelectionOptions::context>,
     "With --whole-transaction, which it implies, N transactions before and behind as well."},
    {kFilters, 0, "before-statement", Kind::kFlag, "",
     set_flag<&Options::selection, &SelectionOptions::before_statement>,
     "In place of the events: where the transaction of the first one that matches begins, as options and commands for "
     "a "
     "point-in-time recovery."},
    {kFilters, 0, "where", Kind::kList, "EXPR", add_where,
     "Only rows of which this is true, such as 'id = 42 AND status != \"paid\"': columns by name or as @N, those of "
     "one image as before.id and after.id; = != < <= > >= <=> LIKE IN BETWEEN IS NULL AND OR NOT. Repeated, one of "
     "them must be true."},

    {kReading, 'f', "force-read", Kind::kFlag, "", set_flag<&Options::force_read>,
     "Accepted, and changes nothing: what can be shown is shown in any case."},
    {kReading, 'F', "force-if-open", Kind::kFlag, "", set_flag<&Options::force_if_open>,
     "Read logs that are marked as in use, whose last event may be cut. On by default; --skip-force-if-open turns it "
     "off."},
    {kReading, 'c', "verify-binlog-checksum", Kind::kFlag, "", set_flag<&Options::verify_binlog_checksum>,
     "Verify the checksum of each event. Without --mysqlbinlog this is always done, but for --format=events."},

    {kReading, 0, "keyring-file", Kind::kText, "FILE", set_text<&Options::source, &SourceOptions::keyring_file>,
     "The keys of encrypted logs: the file of the server's component_keyring_file or of its older plugin "
     "keyring_file."},
    {kReading, 0, "binlog-key", Kind::kText, "HEX|@FILE", set_binlog_key,
     "The key of encrypted logs, 32 bytes: the master key whose name the log tells, or the password of the one file. "
     "@FILE has it in hexadecimal or as it is, and does not show it to others on the machine."},

    {kCompatibility, 0, "mysqlbinlog", Kind::kFlag, "", set_flag<&Options::mysqlbinlog>,
     "Take mysqlbinlog's place: its defaults, its exact output, its exit codes. On as well when the program is called "
     "through a link named mysqlbinlog."},
    {kCompatibility, 0, "no-defaults", Kind::kFlag, "", refuse_late,
     "As the first option: read no option files. Those are /etc/my.cnf, /etc/mysql/my.cnf, $MYSQL_HOME/my.cnf and "
     "~/.my.cnf, where the group [binlogdump] counts, and with --mysqlbinlog [mysqlbinlog] and [client]."},
    {kCompatibility, 0, "defaults-file", Kind::kText, "FILE", refuse_late,
     "Read this option file only. This and the following must stand before all other options, too."},
    {kCompatibility, 0, "defaults-extra-file", Kind::kText, "FILE", refuse_late,
     "Read this option file as well, before ~/.my.cnf."},
    {kCompatibility, 0, "defaults-group-suffix", Kind::kText, "TEXT", refuse_late,
     "Of option files, read the groups with TEXT behind their names as well."},
    {kCompatibility, 0, "print-defaults", Kind::kFlag, "", refuse_late,
     "Show the arguments that the option files bring, and end."},
    {kCompatibility, 'R', "read-from-remote-server", Kind::kFlag, "", refuse, kRefusedText},
    {kCompatibility, 0, "read-from-remote-source", Kind::kChoice, "NAME", refuse, kRefusedText},
    {kCompatibility, 0, "read-from-remote-master", Kind::kChoice, "NAME", refuse, kRefusedText},
    {kCompatibility, 0, "raw", Kind::kFlag, "", refuse_if_on, kRefusedText},

    {kIgnored, 0, "bind-address", Kind::kText, "NAME", nullptr, ""},
    {kIgnored, 0, "character-sets-dir", Kind::kText, "DIR", nullptr, ""},
    {kIgnored, 'C', "compress", Kind::kFlag, "", nullptr, ""},
    {kIgnored, 0, "compression-algorithms", Kind::kText, "NAMES", nullptr, ""},
    {kIgnored, 0, "connection-server-id", Kind::kNumber, "N", nullptr, ""},
    {kIgnored, '#', "debug", Kind::kOptionalValue, "[=TEXT]", nullptr, ""},
    {kIgnored, 0, "debug-check", Kind::kFlag, "", nullptr, ""},
    {kIgnored, 0, "debug-info", Kind::kFlag, "", nullptr, ""},
    {kIgnored, 0, "default-auth", Kind::kText, "NAME", nullptr, ""},
    {kIgnored, 0, "get-server-public-key", Kind::kFlag, "", nullptr, ""},
    {kIgnored, 'h', "host", Kind::kText, "NAME", nullptr, ""},
    {kIgnored, 0, "login-path", Kind::kText, "NAME", nullptr, ""},
    {kIgnored, 0, "no-login-paths", Kind::kFlag, "", nullptr, ""},
    {kIgnored, 0, "open-files-limit", Kind::kNumber, "N", nullptr, ""},
    {kIgnored, 'p', "password", Kind::kOptionalValue, "[=TEXT]", nullptr, ""},
    {kIgnored, 0, "plugin-dir", Kind::kText, "DIR", nullptr, ""},
    {kIgnored, 'P', "port", Kind::kNumber, "N", nullptr, ""},
    {kIgnored, 0, "protocol", Kind::kText, "NAME", nullptr, ""},
    {kIgnored, 0, "server-public-key-path", Kind::kText, "FILE", nullptr, ""},
    {kIgnored, 'S', "socket", Kind::kText, "FILE", nullptr, ""},
    {kIgnored, 0, "ssl-ca", Kind::kText, "FILE", nullptr, ""},
    {kIgnored, 0, "ssl-capath", Kind::kText, "DIR", nullptr, ""},
    {kIgnored, 0, "ssl-cert", Kind::kText, "FILE", nullptr, ""},
    {kIgnored, 0, "ssl-cipher", Kind::kText, "NAMES", nullptr, ""},
    {kIgnored, 0, "ssl-crl", Kind::kText, "FILE", nullptr, ""},
    {kIgnored, 0, "ssl-crlpath", Kind::kText, "DIR", nullptr, ""},
    {kIgnored, 0, "ssl-fips-mode", Kind::kText, "NAME", nullptr, ""},
    {kIgnored, 0, "ssl-key", Kind::kText, "FILE", nullptr, ""},
    {kIgnored, 0, "ssl-mode", Kind::kText, "NAME", nullptr, ""},
    {kIgnored, 0, "ssl-session-data", Kind::kText, "FILE", nullptr, ""},
    {kIgnored, 0, "ssl-session-data-continue-on-failed-reuse", Kind::kFlag, "", nullptr, ""},
    {kIgnored, 0, "stop-never", Kind::kFlag, "", nullptr, ""},
    {kIgnored, 0, "stop-never-slave-server-id", Kind::kNumber, "N", nullptr, ""},
    {kIgnored, 0, "tls-ciphersuites", Kind::kText, "NAMES", nullptr, ""},
    {kIgnored, 0, "tls-sni-servername", Kind::kText, "NAME", nullptr, ""},
    {kIgnored, 0, "tls-version", Kind::kText, "NAMES", nullptr, ""},
    {kIgnored, 't', "to-last-log", Kind::kFlag, "", nullptr, ""},
    {kIgnored, 'u', "user", Kind::kText, "NAME", nullptr, ""},
    {kIgnored, 0, "zstd-compression-level", Kind::kNumber, "N", nullptr, ""},

    {kHelp, '?', "help", Kind::kFinal, "", nullptr, "Show this text. (-h is --host, as in mysqlbinlog.)"},
    {kHelp, 'V', "version", Kind::kFinal, "", nullptr, "Show the version and those of the libraries in use."},
    // clang-format on
};

constexpr std::string_view kUsage = "Usage: binlogdump [OPTIONS] FILE...\n";

constexpr std::string_view kOpening =
    "Reads MySQL binary log files and prints their events as text; no server is needed.\n";

constexpr std::string_view kExamples =
    "FILE may be - for standard input, and compressed by gzip, zstd, xz, lz4 or bzip2. A folder or an\n"
    "index file (*.index) stands for the logs in it.\n"
    "\n"
    "Examples:\n"
    "  binlogdump binlog.000024 | less                   read what happened, rows decoded\n"
    "  binlogdump --mysqlbinlog binlog.000024 | mysql    print what mysqlbinlog prints, and replay it\n";

constexpr std::string_view kFooter =
    "Options may stand before and behind files; -- ends them. A long name may be abbreviated, and '_'\n"
    "may stand for '-'. What is on or off can also be given as --X=0, --X=1, --skip-X, --disable-X and\n"
    "--enable-X; --loose-X does not fail if there is no X. The last of repeated options counts.\n"
    "\n"
    "Exit codes:\n"
    "  0  everything was decoded and every checksum was right\n"
    "  1  something was damaged or could not be decoded, or a file was cut\n"
    "  2  wrong usage, or a file that cannot be opened or is no binary log\n"
    "  With --mysqlbinlog those of mysqlbinlog: 0, or 1 for any error.\n";

constexpr std::size_t kHelpWidth = 100;

/// `text` broken at blanks into lines of kHelpWidth, each but the first behind `indent` blanks. The first begins
/// where the caller's line ends, in column `indent`.
std::string wrap(std::string_view text, std::size_t indent) {
  std::string out;
  std::size_t column = indent;
  while (!text.empty()) {
    std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    if (column > indent && column + 1 + word.size() > kHelpWidth) {
      out += '\n' + std::string(indent, ' ');
      column = indent;
    }
    if (column > indent) out += ' ';
    column += word.size() + (column > indent ? 1 : 0);
    out += word;
  }
  return out + '\n';
}

/// Renders the help from what CLI11 was told, in groups and within kHelpWidth columns.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string, CLI::AppFormatMode) const override {
    std::string out = app->get_description();
    for (const std::string& group : app->get_groups()) {
      auto options = app->get_options([&](const CLI::Option* option) { return option->get_group() == group; });
      if (!options.empty()) out += make_group(group, false, options);
    }
    return out + '\n' + app->get_footer();
  }

  std::string make_group(std::string group, bool positional, std::vector<const CLI::Option*> options) const override {
    if (group == kIgnored) return make_ignored_group(options);
    std::string out = '\n' + group + ":\n";
    for (const CLI::Option* option : options) out += make_option(option, positional);
    return out;
  }

  std::string make_option(const CLI::Option* option, bool) const override {
    constexpr std::size_t kColumn = 34;
    std::string left = option->get_snames().empty() ? "      " : fmt::format("  -{}, ", option->get_snames().front());
    left += long_form(option);
    if (left.size() >= kColumn) left += '\n' + std::string(kColumn, ' ');
    return fmt::format("{:<{}}{}", left, kColumn, wrap(option->get_description(), kColumn));
  }

 private:
  static std::string long_form(const CLI::Option* option) {
    std::string type = option->get_type_name();
    bool joined = type.empty() || type.front() == '[';
    return fmt::format("--{}{}{}", option->get_lnames().front(), joined ? "" : "=", type);
  }

  /// A paragraph of names: a line for each would bury the options that do something.
  static std::string make_ignored_group(const std::vector<const CLI::Option*>& options) {
    std::string names;
    for (const CLI::Option* option : options) {
      if (!names.empty()) names += ", ";
      if (!option->get_snames().empty()) names += fmt::format("-{}/", option->get_snames().front());
      names += long_form(option);
    }
    return fmt::format("\n{} (they matter only where a server is read):\n  {}", kIgnored, wrap(names, 2));
  }
};

/// Tells CLI11 about one option, whose values then go to `options`.
void add_option(CLI::App& app, const OptionRecord& record, Options& options) {
  std::string names = fmt::format("--{}", record.name);
  if (record.letter != 0) names = fmt::format("-{},{}", record.letter, names);
  CLI::callback_t take = [&record, &options](const CLI::results_t& values) {
    for (const std::string& value : values) {
      std::string problem = record.apply == nullptr ? "" : record.apply(options, value);
      if (!problem.empty()) throw UsageError(fmt::format("--{}: {}", record.name, problem));
    }
    return true;
  };
  bool has_value = record.kind != Kind::kFlag && record.kind != Kind::kCounter && record.kind != Kind::kFinal;
  // Of a flag only the last one is looked at; elsewhere an earlier value must be right even if a later one replaces it.
  app.add_option(names, take, std::string(record.help))
      ->expected(has_value ? 1 : 0)
      ->multi_option_policy(record.kind == Kind::kFlag ? CLI::MultiOptionPolicy::TakeLast
                                                       : CLI::MultiOptionPolicy::TakeAll)
      // Some of these share a place, and there the last in the command line counts.
      ->trigger_on_parse(record.group == kPeople)
      ->group(std::string(record.group))
      ->type_name(std::string(record.value_name));
}

/// Whether an option was given, in plain form.
bool is_given(const PlainArguments& plain, std::string_view name) {
  return std::any_of(plain.options.begin(), plain.options.end(), [&](std::string_view word) {
    return word.starts_with("--") && word.substr(2, word.find('=') - 2) == name;
  });
}

/// Knows all options if the help is to be shown, else those that were given: adding one compares it with all before it.
std::unique_ptr<CLI::App> make_app(Options& options, const PlainArguments& plain) {
  auto app = std::make_unique<CLI::App>(fmt::format("{}\n{}{}", kOpening, kUsage, kExamples), "binlogdump");
  app->set_help_flag();
  app->formatter(std::make_shared<HelpFormatter>());
  app->footer(std::string(kFooter));
  const bool all = is_given(plain, "help");
  for (const OptionRecord& record : kOptions) {
    if (all || is_given(plain, record.name)) add_option(*app, record, options);
  }
  return app;
}

PlainArguments to_plain_arguments(const std::vector<std::string>& arguments, bool mysqlbinlog) {
  std::vector<OptionSpec> table;
  for (const OptionRecord& record : kOptions) {
    if (mysqlbinlog && (record.group == kPeople || record.group == kFilters)) continue;
    bool ignored = record.apply == nullptr && record.kind != Kind::kFinal;
    table.push_back({.name = record.name, .letter = record.letter, .kind = record.kind, .ignored = ignored});
  }
  return to_plain_arguments(table, arguments);
}

std::string version_text() {
  return fmt::format("binlogdump {}\nfmt {}.{}.{}, zstd {}, {}, {}, libdeflate {}, CLI11 {}\nMIT License\n",
                     BINLOGDUMP_VERSION, FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100,
                     ZSTD_versionString(), decompressor_versions(), decryptor_version(), LIBDEFLATE_VERSION_STRING,
                     CLI11_VERSION);
}

bool is_named_mysqlbinlog(std::string_view program) {
  return program.substr(program.rfind('/') + 1) == "mysqlbinlog";
}

/// Whether the program seems to stand in for mysqlbinlog; to be told even of a command line that cannot be understood.
bool seems_mysqlbinlog(std::string_view program, const std::vector<std::string>& arguments) {
  if (is_named_mysqlbinlog(program)) return true;
  auto end_of_options = std::find(arguments.begin(), arguments.end(), "--");
  return std::find(arguments.begin(), end_of_options, "--mysqlbinlog") != end_of_options;
}

/// What does not go with --verify. (Filters are refused by Dump.)
void check_verify(const Options& options) {
  const PrintOptions& print = options.print;
  if (print.verify == Verify::kNo) return;
  if (print.format != Format::kText && print.format != Format::kJson) {
    throw UsageError("--verify: prints 'text' or 'json', no other --format");
  }
  if (print.check_coverage) throw UsageError("--verify: does not go with --check-coverage");
  if (options.source.follow) throw UsageError("--verify: does not go with --follow");
}

void set_own_defaults(Options& options) {
  check_verify(options);
  // SHOW BINLOG EVENTS does not look at checksums.
  if (options.print.format != Format::kEvents) options.verify_binlog_checksum = true;
  // A pager would hold back what is shown until there is more than fits the terminal.
  if (options.source.follow) options.pager = false;
}

/// A salvaged log is a whole one, and the only thing that is written.
void check_salvage(const Options& options, const PlainArguments& plain) {
  if (!options.salvage) {
    for (const std::string_view name : {"partial-transactions", "server-version"}) {
      if (is_given(plain, name)) throw UsageError(fmt::format("--{}: only with --salvage", name));
    }
    return;
  }
  for (const OptionRecord& record : kOptions) {
    constexpr std::array<std::string_view, 6> kOthers{"format",         "hex",    "verify",
                                                      "check-coverage", "follow", "rewrite-db"};
    const bool is_other = record.group == kSelection || record.group == kFilters ||
                          std::find(kOthers.begin(), kOthers.end(), record.name) != kOthers.end();
    if (is_other && is_given(plain, record.name)) {
      throw UsageError(fmt::format("--{}: not with --salvage", record.name));
    }
  }
  if (options.files.size() != 1) throw UsageError("--salvage: takes one FILE");
}

void set_mysqlbinlog_defaults(Options& options, const PlainArguments& plain) {
  const bool has_stop = options.selection.stop_position.value_or(kMaxNumber) != kMaxNumber;
  if (has_stop && options.files == std::vector<std::string>{"-"}) {
    throw UsageError("--stop-position: refused for standard input, as mysqlbinlog does");
  }
  // mysqlbinlog takes even `--skip-short-form` for `--short-form`.
  if (is_given(plain, "short-form")) options.print.short_form = true;
  options.color = Color::kNever;
  options.pager = false;
  options.source.decompress = false;
}

/// What came of reading a command line in the belief that it is one for mysqlbinlog, or that it is not.
struct Attempt {
  ParseResult result;
  bool mysqlbinlog = false;  ///< What it really is.
};

/// parse_options() for a command line that can be understood; throws UsageError or CLI::ParseError if it can't.
Attempt parse(std::string_view program, const std::vector<std::string>& arguments, bool mysqlbinlog) {
  const FullArguments full =
      with_option_files(arguments, mysqlbinlog ? std::vector<std::string_view>{"mysqlbinlog", "client"}
                                               : std::vector<std::string_view>{"binlogdump"});
  if (full.print_defaults) {
    // Whatever the arguments are.
    ParseResult texts{.options = {}, .output = defaults_text(program, full.arguments), .errors = full.warnings};
    return {.result = std::move(texts), .mysqlbinlog = mysqlbinlog};
  }
  PlainArguments plain = to_plain_arguments(full.arguments, mysqlbinlog);
  Options options;
  options.mysqlbinlog = is_named_mysqlbinlog(program);
  std::unique_ptr<CLI::App> app = make_app(options, plain);
  // Nothing is looked at behind these.
  const std::string last = plain.options.empty() ? "" : plain.options.back();
  // In the order that CLI11 wants. It takes them away.
  std::vector<std::string> reversed(plain.options.rbegin(), plain.options.rend());
  app->parse(reversed);

  Attempt attempt{.result = {}, .mysqlbinlog = options.mysqlbinlog};
  ParseResult& result = attempt.result;
  result.errors = full.warnings;
  for (const std::string& warning : plain.warnings) result.errors += fmt::format("binlogdump: warning: {}\n", warning);
  if (last == "--help=true") {
    result.output = app->help();
  } else if (last == "--version=true") {
    result.output = version_text();
  } else if (plain.files.empty()) {
    throw UsageError("no FILE given (- is standard input)");
  } else {
    options.files = std::move(plain.files);
    options.mysqlbinlog ? set_mysqlbinlog_defaults(options, plain) : set_own_defaults(options);
    check_salvage(options, plain);
    result.options = std::move(options);
  }
  return attempt;
}

ParseResult usage_error(std::string_view problem, bool mysqlbinlog) {
  ParseResult result;
  result.errors = fmt::format("binlogdump: {}\n{}Try 'binlogdump --help'.\n", problem, kUsage);
  result.exit_code = mysqlbinlog ? 1 : 2;
  return result;
}

}  // namespace

ParseResult parse_options(std::string_view program, const std::vector<std::string>& arguments) {
  // Which options there are depends on --mysqlbinlog, and what stands for that on which options there are (`--mysql`
  // may be an abbreviation of it, or the folder behind -l). So it is guessed, and the guess must prove true.
  const bool guess = seems_mysqlbinlog(program, arguments);
  std::string problem;
  for (const bool mysqlbinlog : {guess, !guess}) {
    try {
      Attempt attempt = parse(program, arguments, mysqlbinlog);
      if (attempt.mysqlbinlog == mysqlbinlog) return std::move(attempt.result);
      // If nothing else is wrong, the guess failed at an option of ours.
      if (!problem.empty() && guess) problem += " with --mysqlbinlog";
    } catch (const UsageError& error) {
      if (problem.empty()) problem = error.what();
    } catch (const CLI::ParseError& error) {
      if (problem.empty()) problem = error.what();
    }
  }
  return usage_error(problem, guess);
}

}  // namespace binlogdump
