// What command lines mean. What is said of mysqlbinlog here was looked up in its version 9.7.4.

#include "cli/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

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
  EXPECT_EQ(options.print.verbose, 1);
  EXPECT_EQ(options.print.base64_output, Base64Output::kDecodeRows);
  EXPECT_TRUE(options.verify_binlog_checksum);
  EXPECT_TRUE(options.force_if_open);
  EXPECT_FALSE(options.force_read);
  EXPECT_FALSE(options.print.short_form);
  EXPECT_FALSE(options.print.hexdump);
  EXPECT_FALSE(options.print.print_table_metadata);
  EXPECT_THAT(options.print.local_load, IsEmpty());
  EXPECT_THAT(options.files, ElementsAre("file"));
}

TEST(Options, OwnDefaultsYield) {
  EXPECT_EQ(options_of({"-vv"}).print.verbose, 2);
  EXPECT_EQ(options_of({"-v"}).print.verbose, 1);
  EXPECT_EQ(options_of({"--base64-output=auto"}).print.base64_output, Base64Output::kAuto);
  EXPECT_EQ(options_of({"--base64-output=unspec"}).print.base64_output, Base64Output::kDecodeRows);
}

TEST(Options, DefaultsOfMysqlbinlog) {
  Options options = mysqlbinlog_options_of({});
  EXPECT_TRUE(options.mysqlbinlog);
  EXPECT_EQ(options.print.verbose, 0);
  EXPECT_EQ(options.print.base64_output, Base64Output::kUnspec);
  EXPECT_FALSE(options.verify_binlog_checksum);
  EXPECT_TRUE(options.force_if_open);
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

TEST(Options, Files) {
  EXPECT_THAT(parse_options("binlogdump", {"a", "-v", "-", "[b,c]", "", "--", "-v", "--", "d"}).options->files,
              ElementsAre("a", "-", "[b,c]", "", "-v", "--", "d"));
}

TEST(Options, NoFileIsAnError) {
  for (const Words& words : {Words{}, Words{"-v"}, Words{"--"}}) {
    EXPECT_THAT(error_of(words), HasSubstr("no FILE given\nUsage: binlogdump [OPTIONS] FILE...\n"));
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

TEST(Options, NoDefaultsIsAcceptedAnywhere) {
  for (const Words& words : {Words{"--no-defaults", "file"}, Words{"file", "-v", "--no-defaults"},
                             Words{"--mysqlbinlog", "--no-defaults", "file", "--no_defaults"}}) {
    ParseResult result = parse_options("binlogdump", words);
    EXPECT_TRUE(result.options) << testing::PrintToString(words);
    EXPECT_THAT(result.errors, IsEmpty());
  }
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
       {"\nUsage: binlogdump [OPTIONS] FILE...\n", "\nExamples:\n", "\nOutput:\n", "\nReading:\n",
        "\nCompatibility with mysqlbinlog:\n", "\nAccepted and ignored", "\nHelp:\n", "\nExit codes:\n"}) {
    std::size_t found = help.find(part, at);
    ASSERT_NE(found, std::string::npos) << part;
    at = found + 1;
  }
  for (const char* option :
       {"-v, --verbose", "--base64-output=", "-s, --short-form", "-H, --hexdump", "-f, --force-read",
        "--print-table-metadata", "-l, --local-load=", "-F, --force-if-open", "--mysqlbinlog",
        "-c, --verify-binlog-checksum", "--no-defaults", "-R, --read-from-remote-server", "--raw",
        "--read-from-remote-source=", "--read-from-remote-master=", "-?, --help", "-V, --version"}) {
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
