// The argument manners of mysqlbinlog. What is expected here was looked up in mysqlbinlog 9.7.4: options after
// `--help` show in its list of values. Only abbreviations are ours: that version takes none.

#include "cli/arguments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace binlogdump {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Words = std::vector<std::string>;
using Kind = OptionKind;

constexpr OptionSpec kTable[] = {
    {.name = "verbose", .letter = 'v', .kind = Kind::kCounter},
    {.name = "version", .letter = 'V', .kind = Kind::kFinal},
    {.name = "hexdump", .letter = 'H'},
    {.name = "short-form", .letter = 's'},
    {.name = "force-if-open", .letter = 'F'},
    {.name = "force-read", .letter = 'f'},
    {.name = "disable-log-bin", .letter = 'D'},
    {.name = "skip-gtids"},
    {.name = "get-key", .ignored = true},
    {.name = "debug", .letter = '#', .kind = Kind::kOptionalValue},
    {.name = "debug-check"},
    {.name = "local-load", .letter = 'l', .kind = Kind::kText},
    {.name = "base64-output", .kind = Kind::kChoice},
    {.name = "database", .letter = 'd', .kind = Kind::kText},
    {.name = "include-gtids", .kind = Kind::kList},
    {.name = "offset", .letter = 'o', .kind = Kind::kNumber},
    {.name = "host", .letter = 'h', .kind = Kind::kText, .ignored = true},
    {.name = "port", .letter = 'P', .kind = Kind::kNumber, .ignored = true},
    {.name = "password", .letter = 'p', .kind = Kind::kOptionalValue, .ignored = true},
};

PlainArguments plain(const Words& words) {
  return to_plain_arguments(kTable, words);
}

std::string error_of(const Words& words) {
  try {
    plain(words);
    return "no error";
  } catch (const UsageError& error) {
    return error.what();
  }
}

struct Case {
  Words given;
  Words options;
  Words files = {};
};

void expect_plain(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    SCOPED_TRACE(testing::PrintToString(c.given));
    PlainArguments got = plain(c.given);
    EXPECT_EQ(got.options, c.options);
    EXPECT_EQ(got.files, c.files);
    EXPECT_THAT(got.warnings, IsEmpty());
  }
}

TEST(Arguments, FlagsAreOnOrOff) {
  const Words on = {"--hexdump=true"};
  const Words off = {"--hexdump=false"};
  expect_plain({
      {{"--hexdump"}, on},
      {{"-H"}, on},
      {{"--hexdump=1"}, on},
      {{"--hexdump=on"}, on},
      {{"--hexdump=TRUE"}, on},
      {{"--hexdump=0"}, off},
      {{"--hexdump=Off"}, off},
      {{"--hexdump=false"}, off},
  });
}

TEST(Arguments, FlagWithAnyOtherValueIsPassedOver) {
  for (const char* word : {"--hexdump=2", "--hexdump=yes", "--hexdump=", "--hexdump= 1", "--loose-hexdump=x"}) {
    PlainArguments got = plain({word});
    EXPECT_THAT(got.options, IsEmpty()) << word;
    EXPECT_THAT(got.warnings, ElementsAre(HasSubstr("'--hexdump' passed over"))) << word;
  }
}

TEST(Arguments, PrefixesOfFlags) {
  const Words on = {"--hexdump=true"};
  const Words off = {"--hexdump=false"};
  expect_plain({
      {{"--skip-hexdump"}, off},
      {{"--disable-hexdump"}, off},
      {{"--enable-hexdump"}, on},
      {{"--maximum-hexdump"}, on},
      {{"--loose-hexdump"}, on},
      {{"--loose-hexdump=0"}, off},
      {{"--skip-hexdump=0"}, on},  // the double negation
      {{"--skip-hexdump=1"}, off},
      {{"--skip-hexdump=on"}, off},
      {{"--enable-hexdump=0"}, off},
      {{"--enable-hexdump=off"}, on},  // only 0 turns a prefix round
      {{"--loose-skip-hexdump"}, off},
  });
}

TEST(Arguments, InnermostPrefixDecides) {
  const Words on = {"--hexdump=true"};
  const Words off = {"--hexdump=false"};
  expect_plain({
      {{"--skip-skip-hexdump"}, off},
      {{"--skip-enable-hexdump"}, on},
      {{"--enable-skip-hexdump"}, off},
      {{"--skip-loose-hexdump"}, on},
      {{"--skip-disable-hexdump=0"}, on},
  });
}

TEST(Arguments, NamesThatBeginLikeAPrefixAreTakenAsTheyStand) {
  expect_plain({
      {{"--disable-log-bin"}, {"--disable-log-bin=true"}},
      {{"--skip-gtids"}, {"--skip-gtids=true"}},
      {{"--skip-gtids=0"}, {"--skip-gtids=false"}},
      {{"--skip-skip-gtids"}, {"--skip-gtids=false"}},
      {{"--disable-disable-log-bin"}, {"--disable-log-bin=false"}},
  });
  EXPECT_THAT(error_of({"--log-bin"}), HasSubstr("unknown option"));
  EXPECT_THAT(error_of({"--skip-log-bin"}), HasSubstr("unknown option"));
  EXPECT_THAT(error_of({"--disable-gtids"}), HasSubstr("unknown option"));
}

TEST(Arguments, UnderscoreForHyphenInNamesOnly) {
  expect_plain({
      {{"--force_if_open"}, {"--force-if-open=true"}},
      {{"--skip_force_if-open"}, {"--force-if-open=false"}},
      {{"--local_load=a_b"}, {"--local-load", "a_b"}},
      {{"a_b"}, {}, {"a_b"}},
  });
}

TEST(Arguments, CaseOfNamesMatters) {
  EXPECT_THAT(error_of({"--Hexdump"}), HasSubstr("unknown option '--Hexdump'"));
  EXPECT_THAT(error_of({"--SKIP-hexdump"}), HasSubstr("unknown option '--SKIP-hexdump'"));
}

TEST(Arguments, UnambiguousAbbreviations) {
  expect_plain({
      {{"--hex"}, {"--hexdump=true"}},
      {{"--he=0"}, {"--hexdump=false"}},
      {{"--local=x"}, {"--local-load", "x"}},
      {{"--loc", "x"}, {"--local-load", "x"}},
      {{"--skip-hex"}, {"--hexdump=false"}},
      {{"--loose_short_f"}, {"--short-form=true"}},
      {{"--skip-g"}, {"--skip-gtids=true"}},  // as it stands before without its prefix
      {{"--por", "3"}, {}},
  });
}

TEST(Arguments, ExactNameWinsOverAbbreviation) {
  expect_plain({
      {{"--debug"}, {"--debug", ""}},
      {{"--debug-check"}, {"--debug-check=true"}},
  });
}

TEST(Arguments, AmbiguousAbbreviationNamesTheCandidates) {
  EXPECT_EQ(error_of({"--force"}), "ambiguous option '--force': it may be --force-if-open --force-read");
  EXPECT_EQ(error_of({"--skip-force=0"}), "ambiguous option '--skip-force=0': it may be --force-if-open --force-read");
  EXPECT_EQ(error_of({"--ver"}), "ambiguous option '--ver': it may be --verbose --version");
}

TEST(Arguments, UnknownOptions) {
  for (const char* word :
       {"--nonsense", "--nonsense=3", "--skip-nonsense", "--maximum-nonsense", "--enable-", "--enable", "--loose",
        "---v", "--=x", "--hexdump_", "--_hexdump", "--key.hexdump", "-z", "-=", "-F=0"}) {
    EXPECT_THAT(error_of({word, "file"}), HasSubstr("unknown option '-")) << word;
  }
  EXPECT_EQ(error_of({"-z"}), "unknown option '-z'");
  EXPECT_EQ(error_of({"-vz"}), "unknown option '-z' in '-vz'");
}

TEST(Arguments, LooseMakesUnknownNamesAWarning) {
  for (const char* word : {"--loose-nonsense", "--loose-nonsense=3", "--loose_nonsense", "--loose-skip-nonsense",
                           "--skip-loose-nonsense", "--loose-loose-nonsense", "--loose-", "--loose-force"}) {
    PlainArguments got = plain({word, "3", "-H"});
    EXPECT_THAT(got.options, ElementsAre("--hexdump=true")) << word;
    EXPECT_THAT(got.files, ElementsAre("3")) << word << ": an unknown option takes no further word";
    EXPECT_THAT(got.warnings, ElementsAre(HasSubstr(word))) << word;
  }
  EXPECT_THAT(error_of({"--loose-local-load"}), HasSubstr("needs a value"));
}

TEST(Arguments, CountersTakeNoValue) {
  const Words once = {"--verbose=true"};
  expect_plain({
      {{"-v"}, once},
      {{"--verbose"}, once},
      {{"--loose-verbose"}, once},
      {{"--maximum-verbose"}, once},
      {{"-vvv"}, {"--verbose=true", "--verbose=true", "--verbose=true"}},
      {{"-v", "--verbose"}, {"--verbose=true", "--verbose=true"}},
  });
  for (const char* word : {"--verbose=2", "--verbose=", "--skip-verbose", "--enable-verbose", "--skip-version"}) {
    EXPECT_THAT(error_of({word}), HasSubstr("takes no value")) << word;
  }
}

TEST(Arguments, Values) {
  expect_plain({
      {{"--local-load=dir"}, {"--local-load", "dir"}},
      {{"--local-load", "dir"}, {"--local-load", "dir"}},
      {{"-ldir"}, {"--local-load", "dir"}},
      {{"-l", "dir"}, {"--local-load", "dir"}},
      {{"-l=dir"}, {"--local-load", "=dir"}},
      {{"-lHs"}, {"--local-load", "Hs"}},
      {{"--local-load=a=b"}, {"--local-load", "a=b"}},
      {{"--maximum-local-load=x"}, {"--local-load", "x"}},
      {{"--loose-local-load", "x"}, {"--local-load", "x"}},
      {{"-l", "a", "--local-load=b"}, {"--local-load", "a", "--local-load", "b"}},
      {{"--include-gtids=a", "--include-gtids=b"}, {"--include-gtids", "a", "--include-gtids", "b"}},
  });
}

TEST(Arguments, ValueMayBeAnyWord) {
  expect_plain({
      {{"-l", "-H"}, {"--local-load", "-H"}},
      {{"--local-load", "--", "-H"}, {"--local-load", "--", "--hexdump=true"}},
      {{"-l", ""}, {"--local-load", ""}},
  });
}

TEST(Arguments, EmptyValueDoesNotEatTheNextWord) {
  expect_plain({
      {{"--database=", "x"}, {"--database", ""}, {"x"}},
      {{"--base64-output=", "x"}, {"--base64-output", ""}, {"x"}},
  });
}

TEST(Arguments, MissingValue) {
  EXPECT_EQ(error_of({"file", "-l"}), "option '-l' needs a value");
  EXPECT_EQ(error_of({"file", "--local-load"}), "option '--local-load' needs a value");
  EXPECT_EQ(error_of({"file", "--maximum-offset"}), "option '--offset' needs a value");
  EXPECT_EQ(error_of({"-h"}), "option '-h' needs a value");
}

TEST(Arguments, PrefixesOfValues) {
  expect_plain({
      {{"--skip-local-load", "x"}, {"--local-load", "0"}, {"x"}},
      {{"--enable-local-load", "x"}, {}, {"x"}},
      {{"--skip-local-load=0"}, {}},
      {{"--skip-base64-output"}, {"--base64-output", "0"}},
      {{"--enable-base64-output"}, {"--base64-output", "1"}},
      {{"--skip-offset"}, {"--offset", "0"}},
      {{"--enable-offset"}, {"--offset", "1"}},
      {{"--skip-offset=0"}, {"--offset", "1"}},
  });
}

TEST(Arguments, OptionalValues) {
  expect_plain({
      {{"--debug", "x"}, {"--debug", ""}, {"x"}},
      {{"--debug=", "x"}, {"--debug", ""}, {"x"}},
      {{"--debug=d,x"}, {"--debug", "d,x"}},
      {{"-#", "x"}, {"--debug", ""}, {"x"}},
      {{"-#H"}, {"--debug", "H"}},
      {{"-H#"}, {"--hexdump=true", "--debug", ""}},
  });
}

TEST(Arguments, Numbers) {
  expect_plain({
      {{"--offset=10"}, {"--offset", "10"}},
      {{"--offset", "1k"}, {"--offset", "1024"}},
      {{"-o2M"}, {"--offset", "2097152"}},
      {{"-o", "0012"}, {"--offset", "12"}},
      {{"--offset=7", "-o9"}, {"--offset", "7", "--offset", "9"}},
  });
  for (const char* word : {"--offset=", "--offset=x", "--offset=16E", "-o5.", "--loose-offset=x"}) {
    EXPECT_THAT(error_of({word}), HasSubstr("is no number")) << word;
  }
}

TEST(Arguments, NegativeNumberIsZero) {
  PlainArguments got = plain({"-o", "-5k"});
  EXPECT_THAT(got.options, ElementsAre("--offset", "0"));
  EXPECT_THAT(got.warnings, ElementsAre("option '--offset': '-5k' is taken as 0"));
}

TEST(Arguments, Bundles) {
  expect_plain({
      {{"-vvH"}, {"--verbose=true", "--verbose=true", "--hexdump=true"}},
      {{"-Hldir"}, {"--hexdump=true", "--local-load", "dir"}},
      {{"-Hl", "dir"}, {"--hexdump=true", "--local-load", "dir"}},
  });
  EXPECT_THAT(error_of({"-vvv-"}), HasSubstr("unknown option '--' in '-vvv-'"));
}

TEST(Arguments, IgnoredOptionsAreDroppedWithTheirValues) {
  expect_plain({
      {{"-h", "example", "x"}, {}, {"x"}},
      {{"--host=example", "x"}, {}, {"x"}},
      {{"--host", "--", "-H"}, {"--hexdump=true"}},
      {{"-p", "x"}, {}, {"x"}},
      {{"-psecret", "x"}, {}, {"x"}},
      {{"--password", "-H"}, {"--hexdump=true"}},
      {{"-P", "no number"}, {}},
      {{"--get-key=zz", "--skip-get-key", "--skip-host"}, {}},
  });
}

TEST(Arguments, OptionsAndFilesMayBeMixed) {
  expect_plain({
      {{"a", "-v", "b", "--hexdump"}, {"--verbose=true", "--hexdump=true"}, {"a", "b"}},
      {{"-", "-v"}, {"--verbose=true"}, {"-"}},
      {{"", "[a,b]"}, {}, {"", "[a,b]"}},
  });
}

TEST(Arguments, TwoHyphensEndTheOptions) {
  expect_plain({
      {{"-H", "--", "a", "-v"}, {"--hexdump=true"}, {"a", "-v"}},
      {{"a", "--", "--", "-"}, {}, {"a", "--", "-"}},
      {{"--"}, {}},
  });
}

TEST(Arguments, NothingIsLookedAtBehindAFinalOption) {
  const Words final_only = {"--version=true"};
  expect_plain({
      {{"--version", "--nonsense", "x"}, final_only},
      {{"-V", "--nonsense"}, final_only},
      {{"-vVz"}, {"--verbose=true", "--version=true"}},
  });
  EXPECT_THAT(error_of({"--nonsense", "--version"}), HasSubstr("unknown option"));
}

TEST(ParseNumber, Values) {
  struct {
    const char* text;
    std::optional<std::uint64_t> number;
  } const cases[] = {
      {"0", 0},
      {"00012", 12},
      {"+3", 3},
      {" 5", 5},
      {"\t7", 7},
      {"18446744073709551615", ~0ull},
      {"18446744073709551616", {}},
      {"99999999999999999999", {}},
      {"1k", 1ull << 10},
      {"1K", 1ull << 10},
      {"2m", 2ull << 20},
      {"3G", 3ull << 30},
      {"1T", 1ull << 40},
      {"1P", 1ull << 50},
      {"15e", 15ull << 60},
      {"16E", {}},
      {"16383P", 16383ull << 50},
      {"16384P", {}},
      {"17179869183G", 17179869183ull << 30},
      {"0E", 0},
      // What follows the suffix does not matter, so this is no exponent.
      {"1kb", 1ull << 10},
      {"1e3", 1ull << 60},
      // No digits: the suffix has to be first.
      {"K", 0},
      {" K", {}},
      {"+K", {}},
      // Everything that begins with a minus is negative.
      {"-1", 0},
      {" -3", 0},
      {"--help", 0},
      {"", {}},
      {"  ", {}},
      {"x", {}},
      {"1x", {}},
      {"1 K", {}},
      {"5.", {}},
      {"0x10", {}},
      {"1_000", {}},
      {"+ 3", {}},
      {"+-3", {}},
  };
  for (const auto& c : cases) EXPECT_EQ(parse_number(c.text), c.number) << '"' << c.text << '"';
}

}  // namespace
}  // namespace binlogdump
