// Whatever bytes a log has in its names, statements, values and messages: nothing reaches the terminal that it could
// act on. The output is UTF-8 without control characters but for line breaks and tabs.

#include "cli/cli_fixture.h"
#include "printers/dumped.h"
#include "printers/visible.h"
#include "values/value_test.h"

namespace binlogdump::test {
namespace {

/// Texts that a terminal, or a reader of lines, could take for something else.
const std::string kHostileTexts[] = {
    "\x1b[2J\x1b]0;owned\x07\x1b[31m",
    std::string("\0\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f", 16),
    "\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x7f",
    "\u0080\u0085\u008e\u0090\u009b31m\u009c\u009d\u009f",
    "\x80\x85\x8e\x90\x9b"
    "31m\x9c\x9d\x9f\xa0\xff",
    "\xc2\xc0\x9b\xe0\x82\x9b\xf0\x80\x82\x9b\xed\xa0\x80\xf4\x90\x80\x80\xe2\x80",
    "a\r# at 4\r\n### DELETE FROM `x`\n\x1b",
    "'\\`\"`'\\\x1b\\",
    "\u202aa\u202bb\u202cc\u202dd\u202ee\u2066f\u2067g\u2068h\u2069",
    "\xe2\x80\xe2\x81\xe2",
};

/// With plain bytes around them, so that they fall at other places of the blocks that text is looked at in.
std::vector<std::string> hostile_texts() {
  std::vector<std::string> all;
  for (const std::string& text : kHostileTexts) {
    for (const std::size_t before : {0U, 7U, 15U, 16U, 30U}) all.push_back(std::string(before, 'x') + text + "yy");
  }
  return all;
}

std::string short_text(const std::string& text) {
  return le(text.size(), 1) + text;
}

std::string metadata(std::uint8_t type, const std::string& value) {
  return le(type, 1) + le(0xfc, 1) + le(value.size(), 2) + value;
}

/// TABLE_MAP_EVENT: id, VARCHAR, BLOB, CHAR, ENUM, SET, JSON, VARCHAR, names and labels from `text`.
std::string table_map(const std::string& text, std::uint8_t collation) {
  const std::string types = from_hex("01 0f fc fe fe fe f5 0f");
  const std::string type_metadata = from_hex("ff00 02 feff f701 f801 04 ff00");
  std::string names;
  for (std::size_t i = 0; i < types.size(); ++i) names += short_text(text + std::to_string(i));
  const std::string labels = le(1, 1) + short_text(text);
  std::string body = le(1, 6) + le(1, 2) + short_text(text) + le(0, 1) + short_text(text) + le(0, 1);
  body += short_text(types) + short_text(type_metadata) + std::string(1, '\xff');
  body += metadata(2, le(collation, 1)) + metadata(4, names) + metadata(5, labels) + metadata(6, labels);
  return body + metadata(8, le(1, 1)) + metadata(10, le(collation, 1));
}

/// A JSON document {text: text}.
std::string json_document(const std::string& text) {
  const std::size_t key = 11;
  const std::size_t value = key + text.size();
  const std::string string = short_text(text);
  return le(0, 1) + le(1, 2) + le(value + string.size(), 2) + le(key, 2) + le(text.size(), 2) + le(12, 1) +
         le(value, 2) + text + string;
}

std::string row(const std::string& text) {
  const std::string json = json_document(text);
  return le(0, 1) + le(5, 1) + short_text(text) + le(text.size(), 2) + text + short_text(text) + le(1, 1) + le(1, 1) +
         le(json.size(), 4) + json + short_text(text);
}

void add_rows(LogBuilder& log, const std::string& text, std::uint8_t collation) {
  const std::string head = le(1, 6) + le(1, 2) + le(2, 2) + le(8, 1);
  log.add(EventType::TABLE_MAP_EVENT, table_map(text, collation));
  log.add(EventType::WRITE_ROWS_EVENT, head + "\xff" + row(text));
  log.add(EventType::UPDATE_ROWS_EVENT, head + "\xff\xff" + row(text) + row(text + "2"));
  // Cut in a value, whose column is named then.
  log.add(EventType::DELETE_ROWS_EVENT, head + "\xff" + row(text).substr(0, 6));
}

std::string hostile_query(const std::string& text, std::uint8_t collation) {
  const std::string vars = le(4, 1) + le(collation, 2) + le(collation, 2) + le(collation, 2) +  // charset
                           le(5, 1) + short_text(text) +                                        // time_zone
                           le(11, 1) + short_text(text) + short_text(text) +                    // invoker
                           le(0x90, 1) + text;                                                  // unknown
  std::string body = LogBuilder::query_body(text, text);
  constexpr std::size_t kLength = 11;
  body.replace(kLength, 2, le(vars.size(), 2));
  return body.insert(kLength + 2, vars);
}

std::string user_variable(const std::string& text, std::uint8_t type, std::uint8_t collation) {
  return le(text.size(), 4) + text + le(0, 1) + le(type, 1) + le(collation, 4) + le(text.size(), 4) + text + le(0, 1);
}

/// A log with `text` wherever an event has room for text.
std::string hostile_log(const std::string& text, std::uint8_t collation) {
  LogBuilder log;
  log.add(EventType::ROTATE_EVENT, le(4, 8) + text);
  log.add(EventType::INCIDENT_EVENT, le(1, 2) + short_text(text));
  log.add(EventType::GTID_TAGGED_LOG_EVENT,
          le(2, 1) + le((5 + text.size()) << 1, 1) + le(0, 1) + le(6, 1) + le(text.size() << 1, 1) + text);
  log.add(EventType::QUERY_EVENT, hostile_query(text, collation));
  log.add_query("BEGIN", text);
  add_rows(log, text, collation);
  log.add(EventType::ROWS_QUERY_LOG_EVENT, short_text(text));
  for (const std::uint8_t type : std::initializer_list<std::uint8_t>{0, 1, 2, 4, 9}) {
    log.add(EventType::USER_VAR_EVENT, user_variable(text, type, collation));
  }
  log.add(EventType::XA_PREPARE_LOG_EVENT, le(0, 1) + le(1, 4) + le(text.size(), 4) + le(text.size(), 4) + text + text);
  log.add(EventType::BEGIN_LOAD_QUERY_EVENT, le(3, 4) + text);
  log.add(EventType::EXECUTE_LOAD_QUERY_EVENT, le(8, 4) + le(0, 4) + le(text.size(), 1) + le(0, 2) + le(0, 2) +
                                                   le(3, 4) + le(1, 4) + le(3, 4) + le(0, 1) + text + le(0, 1) + text);
  log.add(EventType::HEARTBEAT_LOG_EVENT, text);
  log.add(EventType::VIEW_CHANGE_EVENT, (text + std::string(40, '\0')).substr(0, 40) + le(1, 8) + le(0, 4));
  log.add(EventType::TRANSACTION_CONTEXT_EVENT,
          le(text.size(), 1) + le(1, 4) + le(0, 1) + std::string(12, '\0') + text);
  for (const std::uint8_t type : std::initializer_list<std::uint8_t>{0, 6, 28, 200})
    log.add({.type_code = type, .body = text});
  for (const EventType type : {EventType::PREVIOUS_GTIDS_LOG_EVENT, EventType::XID_EVENT, EventType::TABLE_MAP_EVENT}) {
    log.add(type, text);
  }
  return log.bytes();
}

/// A hostile text as a name of a file.
std::string as_file_name(std::string text) {
  std::erase_if(text, [](char c) { return c == '\0' || c == '/'; });
  return text;
}

class HostileText : public Cli {
 protected:
  void expect_harmless(const Words& args) const {
    const RunResult result = run(args);
    EXPECT_EQ(hazard_in(result.out), "");
    EXPECT_EQ(hazard_in(result.err), "");
  }

  void expect_harmless(const Words& args, const std::string& log) const {
    const RunResult result = run_with_stdin(args + Words{"-"}, log);
    EXPECT_LE(result.exit_code, 1) << result.err;
    EXPECT_EQ(hazard_in(result.out), "");
    EXPECT_EQ(hazard_in(result.err), "");
  }

  const std::vector<Words> ways_ = {
      {}, {"-vv", "--changed-only", "--print-table-metadata"}, {"-H", "--base64-output=auto"}, {"-s"}};
  const std::vector<Words> other_formats_ = {{"--format=hex"},
                                             {"--format=hex", "--full"},
                                             {"--format=json"},
                                             {"--check-coverage"},
                                             {"--before-statement", "--type=WRITE_ROWS_EVENT"},
                                             {"--before-statement", "--type=ROWS_QUERY_LOG_EVENT", "--format=json"}};
};

// Collations: none known, binary, latin1, sjis, swe7, gbk, utf16, utf8mb3, utf8mb4.
constexpr std::uint8_t kCollations[] = {0, 63, 8, 13, 10, 28, 54, 33, 255};

TEST_F(HostileText, NeverReachesTheOutput) {
  for (const std::string& text : hostile_texts()) {
    for (const std::uint8_t collation : kCollations) {
      // Numbers above 250 have another form in the metadata; there is utf8mb4_bin, too.
      const std::string log = hostile_log(text, collation == 255 ? 46 : collation);
      expect_harmless(ways_[0], log);
      expect_harmless(ways_[1], log);
      if (HasFailure()) FAIL() << visible(text) << ", collation " << int{collation};
    }
    for (const Words& way : ways_) expect_harmless(way, hostile_log(text, 0));
  }
}

// The text is there, in its visible form: the property above is not met by leaving things out.
TEST_F(HostileText, IsShownEscaped) {
  const std::string text = "\x1b[2J\u009b\x9b\n\r`";
  const std::string shown = R"(\x1b[2J\u009b\x9b\n\r`)";
  const std::string name = R"(`\x1b[2J\u009b\x9b\n\r```)";
  const RunResult result = run_with_stdin({"-", "--print-table-metadata"}, hostile_log(text, 0));
  for (const std::string& part : {"\tRotate to " + shown, "# message: " + shown, "use " + name, "time_zone='" + shown,
                                  "# invoker: " + shown + '@', "### INSERT INTO " + name + "." + name,
                                  "# @" + name + "=", "# server_uuid=" + shown, "# view_id=" + shown}) {
    EXPECT_THAT(result.out, testing::HasSubstr(part));
  }
  EXPECT_THAT(result.out, testing::HasSubstr(R"(###   `\x1b[2J\u009b\x9b\n\r``6`='{)"));
}

TEST_F(HostileText, NeverReachesTheOutputOfOtherFormats) {
  for (const std::string& text : kHostileTexts) {
    for (const std::uint8_t collation : std::initializer_list<std::uint8_t>{0, 63, 8, 33}) {
      const std::string log = hostile_log(text, collation);
      for (const Words& format : other_formats_) expect_harmless(format, log);
      const RunResult real_ones_place = run_with_stdin({kMysqlbinlog, "-vv", "--print-table-metadata", "-"}, log);
      EXPECT_EQ(hazard_in(real_ones_place.err), "");
      if (HasFailure()) FAIL() << visible(text) << ", collation " << int{collation};
    }
  }
}

// A pipe gets what the server answers, byte for byte; a terminal does not.
TEST_F(HostileText, NeverReachesTheTerminalAsEvents) {
  PrintOptions options;
  options.format = Format::kEvents;
  options.escape_controls = true;
  for (const std::string& text : hostile_texts()) {
    EXPECT_EQ(hazard_in(dump_bytes(hostile_log(text, 33), options).text), "") << visible(text);
  }
  LogBuilder log;
  log.add_query("SELECT '\x1b[2J\u009b\u202e\x9b\r\n\t\\'", "b\x07");
  EXPECT_THAT(dump_bytes(log.bytes(), options).text,
              testing::HasSubstr(R"(use `b\x07`; SELECT '\x1b[2J\u009b\u202e\x9b\r\n\t\\')"));
  // What needs no escapes is the same.
  for (const std::string name :
       {"binlog.000024", "stmt-uservars.000001", "incident.000001", "file-cut-at-600.000001"}) {
    PrintOptions pipe;
    pipe.format = Format::kEvents;
    EXPECT_EQ(dump_file(fixture(name), options).text, dump_file(fixture(name), pipe).text) << name;
  }
}

TEST_F(HostileText, NamesOfFilesAreShownEscapedToo) {
  for (const std::string& text : kHostileTexts) {
    const std::string name = as_file_name(text);
    const std::string file = write("log " + name, hostile_log("x\x1b", 0));
    for (const Words& way : ways_) expect_harmless(way + Words{file});
    for (const Words& format : other_formats_) expect_harmless(format + Words{file});
    expect_harmless({path("missing " + name)});
    expect_harmless({kMysqlbinlog, path("missing " + name)});
    expect_harmless({make_folder("folder " + name)});
    expect_harmless({"--schema=" + path("missing " + name), file});
    expect_harmless({"--result-file=" + path("missing " + name) + "/x", file});
    expect_harmless({"--format=" + name, file});
    expect_harmless({"--" + name, file});
    expect_harmless({"--where=" + name, file});
    expect_harmless({"--keyring-file=" + path("missing " + name), fixture("encrypted/binlog.000001")});
    if (HasFailure()) FAIL() << visible(text);
  }
}

// The file of --schema is no less a stranger's than the log.
TEST_F(HostileText, SchemasAreShownEscapedToo) {
  for (const std::string& text : hostile_texts()) {
    const std::string schema = write("schema.sql", "CREATE TABLE `" + text + "` (`" + text + "` INT, e ENUM('" + text +
                                                       "') COLLATE '" + text + "');\nCREATE TABLE " + text + ";\n");
    expect_harmless({"--schema=" + schema, "-vv", fixture("dml-basic-minimal.000001")});
  }
}

TEST_F(HostileText, CapturedLogsAreHarmlessToo) {
  for (const std::string& name : fixtures()) {
    for (const Words& way : ways_) {
      const RunResult result = run(way + Words{fixture(name)});
      EXPECT_EQ(hazard_in(result.out), "") << name;
    }
  }
}

}  // namespace
}  // namespace binlogdump::test
