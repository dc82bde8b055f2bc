// What command lines mean. What is said of mysqlbinlog here was looked up in its version 9.7.4.

#include "cli/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "cli/time_zone.h"

namespace binlogdump {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;
using Words = std::vector<std::string>;

/// Options of a command line with `words` and one file; fails the test if there are none.
Options options_of(Words words) {
  words.push_back("file");
  ParseResult result = parse_options("binlogdump", words);
  EXPECT_TRUE(result.options) << testing::PrintToString(words) << result.errors;
  return result.options.value_or(Options{});
}

/// As options_of, with `--mysqlbinlog`.
Options mysqlbinlog_options_of(Words words) {
  words.insert(words.begin(), "--mysqlbinlog");
  return options_of(std::move(words));
}

/// Expects a usage error and gives its message.
std::string error_of(const Words& words, int exit_code = 2) {
  ParseResult result = parse_options("binlogdump", words);
  EXPECT_FALSE(result.options) << testing::PrintToString(words);
  EXPECT_EQ(result.exit_code, exit_code) << testing::PrintToString(words);
  EXPECT_THAT(result.output, IsEmpty());
  EXPECT_THAT(result.errors, StartsWith("binlogdump: "));
  return result.errors;
}

TEST(Options, OwnDefaults) {
  Options options = options_of({});
  EXPECT_FALSE(options.mysqlbinlog);
  EXPECT_EQ(options.print.verbose, 0);
  EXPECT_EQ(options.print.base64_output, Base64Output::kUnspec);
  EXPECT_TRUE(options.verify_binlog_checksum);
  EXPECT_TRUE(options.force_if_open);
  EXPECT_FALSE(options.force_read);
  EXPECT_FALSE(options.print.short_form);
  EXPECT_FALSE(options.print.hexdump);
  EXPECT_FALSE(options.print.print_table_metadata);
  EXPECT_THAT(options.print.local_load, IsEmpty());
  EXPECT_TRUE(options.print.column_names);
  EXPECT_FALSE(options.print.changed_only);
  EXPECT_EQ(options.color, Color::kAuto);
  EXPECT_TRUE(options.pager);
  EXPECT_FALSE(options.quiet);
  EXPECT_THAT(options.time_zone, IsEmpty());
  EXPECT_THAT(options.files, ElementsAre("file"));
}

TEST(Options, WhatWasGivenStaysInOwnMode) {
  EXPECT_EQ(options_of({"-vv"}).print.verbose, 2);
  EXPECT_EQ(options_of({"-v"}).print.verbose, 1);
  EXPECT_EQ(options_of({"--base64-output=auto"}).print.base64_output, Base64Output::kAuto);
  EXPECT_EQ(options_of({"--base64-output=unspec"}).print.base64_output, Base64Output::kUnspec);
}

TEST(Options, DefaultsOfMysqlbinlog) {
  Options options = mysqlbinlog_options_of({});
  EXPECT_TRUE(options.mysqlbinlog);
  EXPECT_EQ(options.print.verbose, 0);
  EXPECT_EQ(options.print.base64_output, Base64Output::kUnspec);
  EXPECT_FALSE(options.verify_binlog_checksum);
  EXPECT_TRUE(options.force_if_open);
  EXPECT_EQ(options.color, Color::kNever);
  EXPECT_FALSE(options.pager);
}

TEST(Options, LinkNamedMysqlbinlog) {
  for (const char* program : {"mysqlbinlog", "./mysqlbinlog", "/usr/bin/mysqlbinlog"}) {
    EXPECT_TRUE(parse_options(program, {"file"}).options->mysqlbinlog) << program;
    EXPECT_EQ(parse_options(program, {"--nonsense"}).exit_code, 1) << program;
    EXPECT_FALSE(parse_options(program, {"file", "--skip-mysqlbinlog"}).options->mysqlbinlog) << program;
  }
  for (const char* program : {"", "mysqlbinlog/binlogdump", "mysqlbinlog2", "my-mysqlbinlog", "binlogdump"}) {
    EXPECT_FALSE(parse_options(program, {"file"}).options->mysqlbinlog) << program;
  }
}

TEST(Options, Flags) {
  struct {
    const char* letter;
    std::string name;
    bool (*get)(const Options&);
  } const cases[] = {
      {"-H", "hexdump", [](const Options& o) { return o.print.hexdump; }},
      {nullptr, "print-table-metadata", [](const Options& o) { return o.print.print_table_metadata; }},
      {"-f", "force-read", [](const Options& o) { return o.force_read; }},
      {"-F", "force-if-open", [](const Options& o) { return o.force_if_open; }},
      {"-c", "verify-binlog-checksum", [](const Options& o) { return o.verify_binlog_checksum; }},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const std::string on = "--" + c.name, off = "--skip-" + c.name;
    EXPECT_TRUE(c.get(mysqlbinlog_options_of({on})));
    EXPECT_FALSE(c.get(mysqlbinlog_options_of({off})));
    EXPECT_FALSE(c.get(mysqlbinlog_options_of({on + "=0"})));
    EXPECT_TRUE(c.get(mysqlbinlog_options_of({off, on}))) << "the last counts";
    EXPECT_FALSE(c.get(mysqlbinlog_options_of({on, off}))) << "the last counts";
    EXPECT_TRUE(c.get(mysqlbinlog_options_of({on, on}))) << "flags do not add up";
    if (c.letter != nullptr) {
      EXPECT_TRUE(c.get(mysqlbinlog_options_of({off, c.letter})));
    }
  }
}

TEST(Options, ShortFormCannotBeTurnedOffInMysqlbinlog) {
  EXPECT_TRUE(options_of({"-s"}).print.short_form);
  EXPECT_FALSE(options_of({"-s", "--skip-short-form"}).print.short_form);
  for (const char* word : {"-s", "--short-form", "--short-form=0", "--skip-short-form"}) {
    EXPECT_TRUE(mysqlbinlog_options_of({word}).print.short_form) << word;
  }
  EXPECT_FALSE(mysqlbinlog_options_of({"--short-form=bogus"}).print.short_form);
}

TEST(Options, FlagWithAWrongValueKeepsItsDefault) {
  ParseResult result = parse_options("binlogdump", {"--force-if-open=bogus", "--hexdump=2", "file"});
  ASSERT_TRUE(result.options);
  EXPECT_TRUE(result.options->force_if_open);
  EXPECT_FALSE(result.options->print.hexdump);
  EXPECT_THAT(result.errors, HasSubstr("warning: option '--force-if-open' passed over"));
  EXPECT_THAT(result.errors, HasSubstr("warning: option '--hexdump' passed over"));
}

TEST(Options, VerboseCounts) {
  EXPECT_EQ(mysqlbinlog_options_of({"-v"}).print.verbose, 1);
  EXPECT_EQ(mysqlbinlog_options_of({"-vv"}).print.verbose, 2);
  EXPECT_EQ(mysqlbinlog_options_of({"--verbose", "-vH", "-v"}).print.verbose, 3);
  EXPECT_THAT(error_of({"--verbose=2", "file"}), HasSubstr("takes no value"));
}

TEST(Options, Base64Output) {
  struct {
    const char* text;
    Base64Output value;
  } const cases[] = {
      {"never", Base64Output::kNever},
      {"NEVER", Base64Output::kNever},
      {"n", Base64Output::kNever},
      {"auto", Base64Output::kAuto},
      {"Au", Base64Output::kAuto},
      {"auto  ", Base64Output::kAuto},  // blanks may follow a full name
      {"unspec", Base64Output::kUnspec},
      {"U", Base64Output::kUnspec},
      {"decode-rows", Base64Output::kDecodeRows},
      {"Decode", Base64Output::kDecodeRows},
      {"d", Base64Output::kDecodeRows},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(mysqlbinlog_options_of({std::string("--base64-output=") + c.text}).print.base64_output, c.value)
        << c.text;
    EXPECT_EQ(mysqlbinlog_options_of({"--base64-output", c.text}).print.base64_output, c.value) << c.text;
  }
  EXPECT_EQ(mysqlbinlog_options_of({"--base64-output=d", "--base64-output=u"}).print.base64_output,
            Base64Output::kUnspec);
}

TEST(Options, Base64OutputTakesNothingElse) {
  for (const char* text : {"", "bogus", "always", "decode_rows", "0", "1", " auto", "au ", "  ", "auto\t", "never x",
                           "auto,never", "au=x"}) {
    EXPECT_THAT(error_of({std::string("--base64-output=") + text, "file"}), HasSubstr("is none of never, auto"))
        << text;
  }
  error_of({"--skip-base64-output", "file"});
  error_of({"--enable-base64-output", "file"});
  error_of({"--base64-output=bogus", "--base64-output=auto", "file"});
  error_of({"--base64-output=bogus", "--help"});
}

TEST(Options, LocalLoad) {
  EXPECT_EQ(options_of({"-l/dir"}).print.local_load, "/dir");
  EXPECT_EQ(options_of({"-l", "/dir"}).print.local_load, "/dir");
  EXPECT_EQ(options_of({"--local-load=/dir"}).print.local_load, "/dir");
  EXPECT_EQ(options_of({"--local-load", "-H"}).print.local_load, "-H");
  EXPECT_EQ(options_of({"-l", "--hexdump=true"}).print.local_load, "--hexdump=true");
  EXPECT_EQ(options_of({"-l", "[a,b]"}).print.local_load, "[a,b]");
  EXPECT_EQ(options_of({"-la", "--local-load=b"}).print.local_load, "b");
  EXPECT_EQ(options_of({"-la", "--local-load="}).print.local_load, "");
  EXPECT_EQ(options_of({"-la", "-l", ""}).print.local_load, "");
}

TEST(Options, Color) {
  struct {
    Words words;
    Color color;
  } const cases[] = {
      {{"--color"}, Color::kAlways},
      {{"--color=always"}, Color::kAlways},
      {{"--color=auto"}, Color::kAuto},
      {{"--color=Never"}, Color::kNever},
      {{"--skip-color"}, Color::kNever},
      {{"--color=0"}, Color::kNever},
      {{"--enable-color"}, Color::kAlways},
      {{"--color=never", "--color"}, Color::kAlways},
      {{"--color", "--color=auto"}, Color::kAuto},
  };
  for (const auto& c : cases) EXPECT_EQ(options_of(c.words).color, c.color) << testing::PrintToString(c.words);
  EXPECT_THAT(options_of({"--color", "never"}).files, ElementsAre("never", "file"));
  EXPECT_THAT(error_of({"--color=red", "file"}), HasSubstr("--color: 'red' is none of auto, always, never\n"));
}

TEST(Options, TextForPeople) {
  EXPECT_FALSE(options_of({"--no-pager"}).pager);
  EXPECT_TRUE(options_of({"--no-pager", "--skip-no-pager"}).pager);
  EXPECT_TRUE(options_of({"--quiet"}).quiet);
  EXPECT_TRUE(options_of({"--changed-only"}).print.changed_only);
  EXPECT_FALSE(options_of({"--changed_only=0"}).print.changed_only);
  EXPECT_THAT(options_of({"--schema=a.sql", "--schema", "b.sql"}).schema_files, ElementsAre("a.sql", "b.sql"));
  EXPECT_FALSE(options_of({"--column-names=never"}).print.column_names);
  EXPECT_FALSE(options_of({"--skip-column-names"}).print.column_names);
  EXPECT_TRUE(options_of({"--column-names=never", "--column-names", "auto"}).print.column_names);
  EXPECT_THAT(error_of({"--column-names=always", "file"}), HasSubstr("'always' is none of auto, never\n"));
  EXPECT_EQ(options_of({"--format", "TEXT"}).print.format, Format::kText);
  EXPECT_EQ(options_of({"--format=json"}).print.format, Format::kJson);
  EXPECT_EQ(options_of({"--format=json", "-x"}).print.format, Format::kHex);
  EXPECT_EQ(options_of({"-x", "--format=events"}).print.format, Format::kEvents);
  EXPECT_FALSE(options_of({"--format=events"}).verify_binlog_checksum);
  EXPECT_TRUE(options_of({"--format=events", "-c"}).verify_binlog_checksum);
  EXPECT_THAT(error_of({"--format=yaml", "file"}), HasSubstr("'yaml' is none of text, events, hex, json\n"));
  EXPECT_TRUE(options_of({"-x", "--full"}).print.full);
  EXPECT_TRUE(options_of({"--check-coverage"}).print.check_coverage);
  EXPECT_TRUE(options_of({"--json-integers=string"}).print.json_string_integers);
  EXPECT_FALSE(options_of({"--json-integers=number"}).print.json_string_integers);
}

TEST(Options, WhereLogsComeFrom) {
  const Options options = options_of({"--last=3", "--follow", "--keyring-file", "keys"});
  EXPECT_EQ(options.source.last, 3u);
  EXPECT_TRUE(options.source.follow);
  EXPECT_FALSE(options.pager) << "what comes in bits would not come through";
  EXPECT_EQ(options.source.keyring_file, "keys");
  EXPECT_TRUE(options.source.decompress);
  EXPECT_EQ(options_of({}).source.last, std::nullopt);
  EXPECT_THAT(error_of({"--last=0", "file"}), HasSubstr("must be a number above 0"));
  EXPECT_THAT(error_of({"--last=some", "file"}), HasSubstr("--last"));
}

TEST(Options, KeysAreForMysqlbinlogToo) {
  const std::string digits(64, 'a');
  const Options options = mysqlbinlog_options_of({"--keyring_file=keys", "--binlog-key=" + digits});
  EXPECT_EQ(options.source.keyring_file, "keys");
  EXPECT_EQ(options.source.binlog_key, std::string(32, '\xaa'));
  EXPECT_FALSE(options.source.decompress);
  EXPECT_THAT(error_of({"--binlog-key", digits.substr(1), "file"}), HasSubstr("neither 64 hexadecimal digits"));
  EXPECT_THAT(error_of({"--binlog-key", "", "file"}), HasSubstr("neither 64 hexadecimal digits"));
  for (const char* word : {"--last=1", "--follow"}) error_of({"--mysqlbinlog", word, "file"}, 1);
}

TEST(Options, TimeZone) {
  struct {
    Words words;
    const char* time_zone;
  } const cases[] = {
      {{"--utc"}, "UTC0"},
      {{"--time-zone=utc"}, "UTC0"},
      {{"--time_zone", "UTC"}, "UTC0"},
      {{"--time-zone=XYZ-3:30"}, "XYZ-3:30"},
      {{"--time-zone=XYZ-3:30", "--utc"}, "UTC0"},
      {{"--utc", "--time-zone=XYZ-3:30"}, "XYZ-3:30"},
      {{"--utc", "--time-zone=XYZ-3", "--utc"}, "UTC0"},
      {{"--time-zone=XYZ-3:30", "--skip-utc"}, ""},
      {{"--utc", "--time-zone="}, ""},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(options_of(c.words).time_zone, c.time_zone) << testing::PrintToString(c.words);
  }
  EXPECT_THAT(error_of({"--time-zone=Nowhere/Atlantis", "file"}),
              HasSubstr("there is no time zone 'Nowhere/Atlantis'"));
  error_of({"--time-zone=Nowhere/Atlantis", "--utc", "file"});
  error_of({"--skip-time-zone", "file"});
}

TEST(Options, MysqlbinlogHasNoTextForPeople) {
  for (const std::string word : {"--color", "--color=never", "--no-pager", "--quiet", "--time-zone=utc", "--utc",
                                 "--column-names=never", "--changed-only", "--format=text", "--where=a=1"}) {
    const std::string problem =
        "binlogdump: unknown option '" + word + "' with --mysqlbinlog\nUsage: binlogdump [OPTIONS] FILE...\n";
    EXPECT_THAT(error_of({"--mysqlbinlog", word, "file"}, 1), StartsWith(problem));
    EXPECT_THAT(error_of({word, "file", "--mysqlbinlog"}, 1), StartsWith(problem));
    EXPECT_EQ(parse_options("mysqlbinlog", {word, "file"}).exit_code, 1) << word;
    EXPECT_TRUE(parse_options("mysqlbinlog", {word, "file", "--skip-mysqlbinlog"}).options) << word;
    EXPECT_TRUE(parse_options("mysqlbinlog", {"--loose-" + word.substr(2), "file"}).options) << word;
    EXPECT_FALSE(parse_options("binlogdump", {"--mysql", word, "file"}).options) << word;
  }
  // So our options make none of its abbreviations ambiguous.
  EXPECT_THAT(error_of({"--u=root", "file"}), HasSubstr("it may be --utc --user\n"));
  mysqlbinlog_options_of({"--u=root"});
  // The value of another option is no --mysqlbinlog.
  EXPECT_EQ(options_of({"-l", "--mysqlbinlog", "--color"}).print.local_load, "--mysqlbinlog");
}

/// Gives the environment variable TZDIR its former value at the end.
class ZoneFolder {
 public:
  explicit ZoneFolder(const char* folder) : before_(time_zone_folder()) { ::setenv("TZDIR", folder, 1); }
  ZoneFolder(const ZoneFolder&) = delete;
  ZoneFolder& operator=(const ZoneFolder&) = delete;
  ~ZoneFolder() { ::setenv("TZDIR", before_.c_str(), 1); }

 private:
  std::string before_;
};

TEST(TimeZone, Offsets) {
  struct {
    const char* name;
    const char* variable;
  } const cases[] = {
      {"+02:00", "<+0200>-02:00"}, {"-05:30", "<-0530>+05:30"}, {"+00:00", "<+0000>-00:00"}, {"+0200", "<+0200>-02:00"},
      {"-0030", "<-0030>+00:30"},  {"+14:00", "<+1400>-14:00"}, {"-13:59", "<-1359>+13:59"}, {"+5:45", "<+0545>-05:45"},
  };
  for (const auto& c : cases) EXPECT_EQ(time_zone_variable(c.name), c.variable);
  for (const char* name : {"+14:01", "-14:00", "+15:00", "+02:60", "+02", "02:00", "+02:0", "+02:000", "+002:00",
                           "+:00", "+", "-", "+02:00 ", "+02-00"}) {
    EXPECT_EQ(time_zone_variable(name), std::nullopt) << name;
  }
}

TEST(TimeZone, RulesOfPosix) {
  for (const char* name :
       {"XYZ-3:30", "UTC0", "CET-1CEST", "CET-1CEST,M3.5.0,M10.5.0/3", "EST5EDT4,J60,J300/1:30:00", "ABC+24:59:59",
        "<+0330>-3:30", "<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", "AAA1BBB,0,365/167", "LongName12"}) {
    EXPECT_EQ(time_zone_variable(name), name);
  }
  // People mean the opposite of what POSIX does.
  for (const char* name : {"UTC+2", "UTC-2", "UTC2", "GMT+1", "GMT-10:30"}) {
    EXPECT_EQ(time_zone_variable(name), std::nullopt) << name;
    EXPECT_TRUE(is_time_zone(name)) << name;
  }
  for (const char* name : {"XYZ",
                           "XY-3",
                           "XYZ-25",
                           "XYZ3:60",
                           "XYZ3:00:60",
                           "XYZ-3:",
                           "XYZ--3",
                           "<XYZ-3",
                           "<XYZ>",
                           "<X_Z>3",
                           "CET-1CE",
                           "CET-1CEST,",
                           "CET-1CEST,M3.5.0",
                           "CET-1CEST,M13.5.0,M10.5.0",
                           "CET-1CEST,M3.6.0,M10.5.0",
                           "CET-1CEST,M3.5.7,M10.5.0",
                           "CET-1CEST,J0,J366",
                           "CET-1CEST,M3.5.0,M10.5.0/168",
                           "CET-1CEST,M3.5.0,M10.5.0x",
                           "XYZ-3 ",
                           "Ääh-3"}) {
    EXPECT_EQ(time_zone_variable(name), std::nullopt) << name;
  }
}

TEST(TimeZone, FilesOfTheZoneDatabase) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("options_test." + std::to_string(::getpid()));
  std::filesystem::create_directories(folder / "Europe");
  std::ofstream(folder / "Europe/Berlin") << "TZif2...";
  std::ofstream(folder / "zone.tab") << "no zone";
  {
    const ZoneFolder zones(folder.c_str());
    EXPECT_EQ(time_zone_variable("Europe/Berlin"), "Europe/Berlin");
    EXPECT_EQ(time_zone_variable(":Europe/Berlin"), "Europe/Berlin");
    EXPECT_EQ(time_zone_variable((folder / "Europe/Berlin").string()), (folder / "Europe/Berlin").string());
    for (const char* name :
         {"", ":", "Europe", "Europe/", "Europe/Paris", "zone.tab", "Europe/../Europe/Berlin", "/", "SYSTEM", "."}) {
      EXPECT_EQ(time_zone_variable(name), std::nullopt) << name;
    }
    EXPECT_THAT(error_of({"--time-zone=Europe/Paris", "file"}), HasSubstr("a name in " + folder.string()));
  }
  std::filesystem::remove_all(folder);
}

TEST(TimeZone, TheCLibraryUnderstandsIt) {
  constexpr std::time_t kTime = 1'800'000'000;  // 2027-01-15 08:00:00 UTC
  const char* before = std::getenv("TZ");
  const std::optional<std::string> kept = before == nullptr ? std::nullopt : std::optional<std::string>(before);
  for (const auto& [name, hour, minute] : std::vector<std::tuple<const char*, int, int>>{
           {"utc", 8, 0}, {"+02:00", 10, 0}, {"-05:30", 2, 30}, {"XYZ-3:30", 11, 30}, {"CET-1CEST", 9, 0}}) {
    ::setenv("TZ", time_zone_variable(name)->c_str(), 1);
    ::tzset();
    std::tm local{};
    ASSERT_NE(::localtime_r(&kTime, &local), nullptr);
    EXPECT_EQ(local.tm_hour, hour) << name;
    EXPECT_EQ(local.tm_min, minute) << name;
  }
  kept ? ::setenv("TZ", kept->c_str(), 1) : ::unsetenv("TZ");
  ::tzset();
}

TEST(Options, Files) {
  EXPECT_THAT(parse_options("binlogdump", {"a", "-v", "-", "[b,c]", "", "--", "-v", "--", "d"}).options->files,
              ElementsAre("a", "-", "[b,c]", "", "-v", "--", "d"));
}

TEST(Options, NoFileIsAnError) {
  for (const Words& words : {Words{}, Words{"-v"}, Words{"--"}}) {
    EXPECT_THAT(error_of(words),
                HasSubstr("no FILE given (- is standard input)\nUsage: binlogdump [OPTIONS] FILE...\n"));
  }
  EXPECT_THAT(error_of({"--mysqlbinlog"}, 1), HasSubstr("no FILE given"));
}

TEST(Options, UsageErrorsEndWithTwoOrAsMysqlbinlogWithOne) {
  error_of({"--nonsense", "file"}, 2);
  error_of({"--mysqlbinlog", "--nonsense", "file"}, 1);
  error_of({"--nonsense", "file", "--mysqlbinlog"}, 1);
  error_of({"--nonsense", "--", "--mysqlbinlog"}, 2);
  error_of({"--base64-output=bogus", "--mysqlbinlog", "file"}, 1);
}

TEST(Options, HyphenHIsHostAndNeverHelp) {
  EXPECT_THAT(options_of({"-h", "example"}).files, ElementsAre("file"));
  EXPECT_THAT(error_of({"-h"}), HasSubstr("'-h' needs a value"));
  EXPECT_THAT(error_of({"-h", "file"}), HasSubstr("no FILE given"));
}

/// Every option of mysqlbinlog's remote mode, in the spelling of its `--help`.
const Words kRemoteOptions = {"--bind-address=x",
                              "--character-sets-dir=x",
                              "--compress",
                              "-C",
                              "--compression-algorithms=x",
                              "--connection-server-id=1",
                              "--debug",
                              "--debug=x",
                              "-#",
                              "-#x",
                              "--debug-check",
                              "--debug-info",
                              "--default-auth=x",
                              "--get-server-public-key",
                              "--host=x",
                              "-hx",
                              "--login-path=x",
                              "--no-login-paths",
                              "--open-files-limit=9",
                              "--open_files_limit=9",
                              "--password",
                              "--password=x",
                              "-p",
                              "-px",
                              "--plugin-dir=x",
                              "--port=1",
                              "-P1",
                              "--protocol=tcp",
                              "--server-public-key-path=x",
                              "--socket=x",
                              "-Sx",
                              "--ssl-ca=x",
                              "--ssl-capath=x",
                              "--ssl-cert=x",
                              "--ssl-cipher=x",
                              "--ssl-crl=x",
                              "--ssl-crlpath=x",
                              "--ssl-fips-mode=OFF",
                              "--ssl-key=x",
                              "--ssl-mode=DISABLED",
                              "--ssl-session-data=x",
                              "--ssl-session-data-continue-on-failed-reuse",
                              "--stop-never",
                              "--stop-never-slave-server-id=1",
                              "--tls-ciphersuites=x",
                              "--tls-sni-servername=x",
                              "--tls-version=x",
                              "--to-last-log",
                              "-t",
                              "--user=x",
                              "-ux",
                              "--zstd-compression-level=3"};

TEST(Options, RemoteOptionsAreAcceptedAndIgnored) {
  for (const std::string& word : kRemoteOptions) {
    ParseResult result = parse_options("binlogdump", {word, "-H", "file"});
    ASSERT_TRUE(result.options) << word << result.errors;
    EXPECT_THAT(result.options->files, ElementsAre("file")) << word;
    EXPECT_TRUE(result.options->print.hexdump) << word;
    EXPECT_THAT(result.errors, IsEmpty()) << word;
  }
}

TEST(Options, ReadingFromAServerIsRefused) {
  for (const char* word : {"-R", "--read-from-remote-server", "--read-from-remote-server=0", "--raw",
                           "--read-from-remote-source=BINLOG-DUMP-GTIDS", "--read-from-remote-master=x"}) {
    EXPECT_THAT(error_of({word, "file"}), HasSubstr("reads files only")) << word;
    EXPECT_THAT(error_of({"--mysqlbinlog", word, "file"}, 1), HasSubstr("reads files only")) << word;
  }
  options_of({"--raw=0"});
  options_of({"--skip-raw"});
  options_of({"--raw", "--skip-raw"});
}

TEST(Options, NoDefaultsComesFirst) {
  for (const Words& words : {Words{"--no-defaults", "file"}, Words{"--mysqlbinlog", "--no-defaults", "file"}}) {
    ParseResult result = parse_options("binlogdump", words);
    EXPECT_TRUE(result.options) << testing::PrintToString(words);
    EXPECT_THAT(result.errors, IsEmpty());
  }
  EXPECT_THAT(error_of({"file", "-v", "--no-defaults"}), HasSubstr("before all other options"));
  EXPECT_THAT(error_of({"--mysqlbinlog", "-v", "--defaults-file=x", "file"}, 1), HasSubstr("before all other options"));
}

TEST(Options, Selection) {
  const SelectionOptions selection =
      mysqlbinlog_options_of({"-j", "5G", "--stop-position=200", "-o3", "-da", "-d", "b", "--server-id=5",
                              "--server-id-bits=3", "--skip-gtids", "--require-row-format"})
          .selection;
  EXPECT_EQ(selection.start_position, std::uint64_t{5} << 30);
  EXPECT_EQ(selection.stop_position, 200U);
  EXPECT_EQ(selection.offset, 3U);
  EXPECT_THAT(selection.databases, ElementsAre("a", "b"));
  EXPECT_EQ(selection.server_id, 5U);
  EXPECT_EQ(selection.server_id_bits, 7U);  // As mysqlbinlog, which has no fewer.
  EXPECT_TRUE(selection.skip_gtids);
  EXPECT_TRUE(selection.require_row_format);
  EXPECT_EQ(options_of({"--start-position=0"}).selection.start_position, 4U);
  EXPECT_EQ(options_of({"--server-id-bits=99"}).selection.server_id_bits, 32U);
}

TEST(Options, DatetimesAndGtidSetsMustBeSome) {
  EXPECT_EQ(options_of({"--start-datetime=20231114221502"}).start_datetime, (CalendarTime{2023, 11, 14, 22, 15, 2}));
  EXPECT_EQ(options_of({"--stop-datetime=2023-11-14 22"}).stop_datetime, (CalendarTime{2023, 11, 14, 22, 0, 0}));
  EXPECT_THAT(error_of({"--start-datetime=yesterday", "file"}), HasSubstr("--start-datetime: 'yesterday' is no date"));
  const std::string set = "5f3a1c00-0001-11ef-8000-000000000101:1-3";
  EXPECT_THAT(options_of({"--include-gtids=" + set}).selection.gtids, ElementsAre(set));
  EXPECT_THAT(options_of({"--exclude-gtids=" + set}).selection.exclude_gtids, ElementsAre(set));
  EXPECT_THAT(error_of({"--include-gtids=" + set + "-", "file"}), HasSubstr("a comma should stand at '-'"));
  EXPECT_THAT(error_of({"--mysqlbinlog", "--exclude-gtids=x", "file"}, 1), HasSubstr("hexadecimal digit"));
}

TEST(Options, MysqlbinlogRefusesAStopPositionForStandardInput) {
  const ParseResult refused = parse_options("binlogdump", {"--mysqlbinlog", "--stop-position=500", "-"});
  EXPECT_FALSE(refused.options);
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_TRUE(parse_options("binlogdump", {"--stop-position=500", "-"}).options);
  EXPECT_TRUE(parse_options("binlogdump", {"--mysqlbinlog", "--stop-position=500", "-", "file"}).options);
}

TEST(Options, RewriteDb) {
  const auto renames = options_of({"--rewrite-db=a -> b->c", "--rewrite-db", "d->e"}).print.rewrite_db;
  ASSERT_EQ(renames.size(), 2U);
  EXPECT_EQ(renames[0].from, "a");
  EXPECT_EQ(renames[0].to, "b->c");
  EXPECT_EQ(renames[1].from, "d");
  EXPECT_EQ(renames[1].to, "e");
  for (const char* wrong : {"", "a", "a->", "->b", "  ->x", "a->  "}) {
    error_of({"--mysqlbinlog", std::string("--rewrite-db=") + wrong, "file"}, 1);
  }
}

TEST(Options, WhatIsPrintedForAReplay) {
  const PrintOptions print = mysqlbinlog_options_of({"-D", "-i", "--set-charset="}).print;
  EXPECT_TRUE(print.disable_log_bin);
  EXPECT_TRUE(print.idempotent);
  EXPECT_EQ(print.set_charset, "");
  EXPECT_EQ(options_of({}).print.set_charset, std::nullopt);
  options_of({"--binlog-row-event-max-size=4096", "--open-files-limit=3"});
}

TEST(Options, LooseOptionsWarn) {
  ParseResult result = parse_options("binlogdump", {"--loose-nonsense=3", "file"});
  ASSERT_TRUE(result.options);
  EXPECT_EQ(result.errors, "binlogdump: warning: unknown option '--loose-nonsense=3', passed over\n");
}

TEST(Options, HelpAndVersion) {
  for (const Words& words : {Words{"--help"}, Words{"-?"}, Words{"-H?"}, Words{"--help", "--nonsense"},
                             Words{"--mysqlbinlog", "--help"}, Words{"file", "--help", "--version"}}) {
    ParseResult result = parse_options("binlogdump", words);
    EXPECT_FALSE(result.options);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.output, StartsWith("Reads MySQL binary log files"));
    EXPECT_THAT(result.errors, IsEmpty());
  }
  for (const Words& words : {Words{"--version"}, Words{"-V"}, Words{"-vV", "--help"}}) {
    ParseResult result = parse_options("binlogdump", words);
    EXPECT_FALSE(result.options);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.output, StartsWith("binlogdump " BINLOGDUMP_VERSION "\nfmt "));
    for (const char* part : {", zstd 1.", ", libdeflate 1.", ", CLI11 2.", "\nMIT License\n"}) {
      EXPECT_THAT(result.output, HasSubstr(part));
    }
  }
  error_of({"--nonsense", "--help"});
  error_of({"--help=1"});
}

TEST(Options, HelpIsCompleteGroupedAndNarrow) {
  std::string help = parse_options("binlogdump", {"--help"}).output;
  std::size_t at = 0;
  for (const char* part :
       {"\nUsage: binlogdump [OPTIONS] FILE...\n", "\nExamples:\n", "\nOutput:\n", "\nWhich events:\n",
        "\nFor a replay (--mysqlbinlog):\n", "\nFor people (not with --mysqlbinlog):\n", "\nReading:\n",
        "\nCompatibility with mysqlbinlog:\n", "\nAccepted and ignored", "\nHelp:\n", "\nExit codes:\n"}) {
    std::size_t found = help.find(part, at);
    ASSERT_NE(found, std::string::npos) << part;
    at = found + 1;
  }
  for (const char* option : {"-v, --verbose",
                             "--base64-output=",
                             "-s, --short-form",
                             "-H, --hexdump",
                             "-f, --force-read",
                             "--print-table-metadata",
                             "-l, --local-load=",
                             "-F, --force-if-open",
                             "--mysqlbinlog",
                             "-c, --verify-binlog-checksum",
                             "--no-defaults",
                             "-R, --read-from-remote-server",
                             "--raw",
                             "--format=NAME",
                             "--column-names=WHEN",
                             "--changed-only",
                             "--time-zone=NAME",
                             "--utc",
                             "--color[=WHEN]",
                             "--no-pager",
                             "--quiet",
                             "--keyring-file=FILE",
                             "--binlog-key=HEX|@FILE",
                             "--last=N",
                             "--follow",
                             "--read-from-remote-source=",
                             "--read-from-remote-master=",
                             "-?, --help",
                             "-V, --version"}) {
    EXPECT_THAT(help, HasSubstr(std::string("  ") + option));
  }
  for (const std::string& word : kRemoteOptions) {
    if (word.starts_with("--") && word.find('_') == word.npos) {
      EXPECT_THAT(help, HasSubstr(word.substr(0, word.find('='))));
    }
  }
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100u) << line;
}

}  // namespace
}  // namespace binlogdump
