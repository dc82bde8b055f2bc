#include "options.h"

#include <fmt/format.h>
#include <libdeflate.h>
#include <zstd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <utility>

#include "arguments.h"
#include "binlogdump/row_condition.h"
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
  std::string given = CLI::detail::to_lower(std::string(value));
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
  const std::string lower = CLI::detail::to_lower(std::string(given));
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

std::string set_utc(Options& options, std::string_view value) {
  return set_time_zone(options, value == "true" ? "utc" : "");
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

std::string refuse(Options&, std::string_view) {
  return "refused, as binlogdump reads files only";
}

/// mysqlbinlog takes `--raw=0` as well, and then it does no harm.
std::string refuse_if_on(Options& options, std::string_view value) {
  return value == "true" ? refuse(options, value) : std::string();
}

constexpr std::string_view kOutput = "Output";
/// The options that mysqlbinlog does not have; with --mysqlbinlog they are unknown.
constexpr std::string_view kPeople = "For people (not with --mysqlbinlog)";
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

    {kPeople, 0, "format", Kind::kChoice, "NAME", set_format,
     "How events are shown: 'text', the default; 'events', one line for each as in SHOW BINLOG EVENTS; 'hex', every "
     "byte with its field's name and value; 'json', one object a line."},
    {kPeople, 'x', "hex", Kind::kFlag, "", set_hex, "The same as --format=hex."},
    {kPeople, 0, "full", Kind::kFlag, "", set_flag<&Options::print, &PrintOptions::full>,
     "In hex, show long values whole."},
    {kPeople, 0, "check-coverage", Kind::kFlag, "", set_flag<&Options::print, &PrintOptions::check_coverage>,
     "In place of events, one line for each file: how many of its bytes have a field's name."},
    {kPeople, 0, "json-integers", Kind::kChoice, "HOW", set_json_integers,
     "In JSON, integers beyond 2^53 as 'number', the default, or as 'string', for readers that would round them."},
    {kPeople, 0, "column-names", Kind::kChoice, "WHEN", set_column_names,
     "Names of columns in rows: 'auto', the default, shows those that the log has; 'never' shows @1, @2 and so on."},
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
    {kPeople, 0, "quiet", Kind::kFlag, "", set_flag<&Options::quiet>,
     "On stderr no progress and no notes, only errors."},

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

    {kCompatibility, 0, "mysqlbinlog", Kind::kFlag, "", set_flag<&Options::mysqlbinlog>,
     "Take mysqlbinlog's place: its defaults, its exact output, its exit codes. On as well when the program is called "
     "through a link named mysqlbinlog."},
    {kCompatibility, 0, "no-defaults", Kind::kFlag, "", nullptr,
     "Read no option files. binlogdump reads none, so this changes nothing."},
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
    "FILE may be - for standard input.\n"
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

std::unique_ptr<CLI::App> make_app(Options& options) {
  auto app = std::make_unique<CLI::App>(fmt::format("{}\n{}{}", kOpening, kUsage, kExamples), "binlogdump");
  app->set_help_flag();
  app->formatter(std::make_shared<HelpFormatter>());
  app->footer(std::string(kFooter));
  for (const OptionRecord& record : kOptions) add_option(*app, record, options);
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
  return fmt::format("binlogdump {}\nfmt {}.{}.{}, zstd {}, libdeflate {}, CLI11 {}\nMIT License\n", BINLOGDUMP_VERSION,
                     FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100, ZSTD_versionString(),
                     LIBDEFLATE_VERSION_STRING, CLI11_VERSION);
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

void set_own_defaults(Options& options) {
  // SHOW BINLOG EVENTS does not look at checksums.
  if (options.print.format != Format::kEvents) options.verify_binlog_checksum = true;
}

void set_mysqlbinlog_defaults(Options& options, const CLI::App& app) {
  // mysqlbinlog takes even `--skip-short-form` for `--short-form`.
  if (app.count("--short-form") > 0) options.print.short_form = true;
  options.color = Color::kNever;
  options.pager = false;
}

/// What came of reading a command line in the belief that it is one for mysqlbinlog, or that it is not.
struct Attempt {
  ParseResult result;
  bool mysqlbinlog = false;  ///< What it really is.
};

/// parse_options() for a command line that can be understood; throws UsageError or CLI::ParseError if it can't.
Attempt parse(std::string_view program, const std::vector<std::string>& arguments, bool mysqlbinlog) {
  PlainArguments plain = to_plain_arguments(arguments, mysqlbinlog);
  Options options;
  options.mysqlbinlog = is_named_mysqlbinlog(program);
  std::unique_ptr<CLI::App> app = make_app(options);
  std::reverse(plain.options.begin(), plain.options.end());  // the order that CLI11 wants
  app->parse(plain.options);

  Attempt attempt{.result = {}, .mysqlbinlog = options.mysqlbinlog};
  ParseResult& result = attempt.result;
  for (const std::string& warning : plain.warnings) result.errors += fmt::format("binlogdump: warning: {}\n", warning);
  if (app->count("--help") > 0) {
    result.output = app->help();
  } else if (app->count("--version") > 0) {
    result.output = version_text();
  } else if (plain.files.empty()) {
    throw UsageError("no FILE given (- is standard input)");
  } else {
    options.mysqlbinlog ? set_mysqlbinlog_defaults(options, *app) : set_own_defaults(options);
    options.files = std::move(plain.files);
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
