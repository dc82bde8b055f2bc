// The program as its users meet it: exit codes, messages, streams, files written.
//
// Compile definitions: BINLOGDUMP_BINARY, path of the program; BINLOGDUMP_TESTDATA, path of the folder testdata.

#include <sys/stat.h>

#include <csignal>
#include <string>
#include <string_view>
#include <vector>

#include "cli/cli_fixture.h"

namespace binlogdump::test {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Of mysqlbinlog's output when it came to its end, also after a fault.
constexpr const char* kTrailer = "# End of log file\n";

/// Whether an output came to its end, as far as its dress shows that.
testing::Matcher<const std::string&> is_ended(const Words& dress) {
  return dress.empty() ? testing::Matcher<const std::string&>(testing::_) : HasSubstr(kTrailer);
}

// --- inputs that can't be read

class CliInput : public Cli {
 protected:
  /// An input that can't be read at all.
  void expect_unusable(const std::string& file, std::string_view reason) const {
    for (const Words& dress : kDresses) {
      const RunResult result = run(dress + Words{file});
      EXPECT_EQ(result.exit_code, dress.empty() ? 2 : 1) << file;
      EXPECT_THAT(result.err, AllOf(HasSubstr(file), HasSubstr(std::string(reason))));
      EXPECT_THAT(result.out, AllOf(is_ended(dress), Not(HasSubstr("# at "))));
    }
  }
};

TEST_F(CliInput, Missing) {
  expect_unusable(path("no-such-file"), "No such file or directory");
}

TEST_F(CliInput, Folder) {
  expect_unusable(make_folder("logs"), "folder");
}

TEST_F(CliInput, TooShortForTheMagic) {
  expect_unusable(write("empty", ""), "0 bytes");
  expect_unusable(write("short", "\xfe\x62\x69"), "3 bytes");
  for (const Words& dress : kDresses) {
    const RunResult result = run_with_stdin(dress + Words{"-"}, "");
    EXPECT_EQ(result.exit_code, dress.empty() ? 2 : 1);
    EXPECT_THAT(result.err, HasSubstr("0 bytes"));
  }
}

TEST_F(CliInput, OnlyTheMagic) {
  const std::string file = write("magic", kBinlogMagic);
  const RunResult own = run({file});
  EXPECT_EQ(own.exit_code, 2);
  EXPECT_THAT(own.err, AllOf(HasSubstr(file), HasSubstr("no event")));
  const RunResult as_mysqlbinlog = run({kMysqlbinlog, file});
  EXPECT_EQ(as_mysqlbinlog.exit_code, 0);
  EXPECT_THAT(as_mysqlbinlog.out, HasSubstr(kTrailer));
}

TEST_F(CliInput, ForeignFilesAreNamed) {
  expect_unusable(write("log.gz", std::string_view("\x1f\x8b\x08\x00\x00\x00\x00\x00", 8)), "gzip");
  expect_unusable(write("log.zst", std::string_view("\x28\xb5\x2f\xfd\x04\x00\x00\x00", 8)), "zstd");
  expect_unusable(write("encrypted", std::string_view("\xfd\x62\x69\x6e\x01\x01\x00\x00", 8)), "encrypted");
  expect_unusable(write("log.ibb", std::string_view("\xfe\xfe\x0d\x01\x00\x00\x00\x00", 8)), "MariaDB");
  expect_unusable(write("picture.png", "\x89PNG\r\n\x1a\n"), "89 50 4e 47");
  expect_unusable(write("dump.sql", "-- MySQL dump 10.13\n"), "no binary log");
}

TEST_F(CliInput, TextOfMysqlbinlogIsNamed) {
  const RunResult text = run({kMysqlbinlog, fixture("binlog.000024")});
  expect_unusable(write("log.sql", text.out), "text printed by mysqlbinlog");
  expect_unusable(write("old.sql", "/*!50530 SET @@SESSION.PSEUDO_SLAVE_MODE=1*/;\n"), "text printed by mysqlbinlog");
}

/// Synthetic: the only event of a log of binlog version 1 (header of 13 bytes) or 3 (19 bytes).
std::string start_event_v3(std::uint16_t version, std::string_view server) {
  std::string text(server);
  text.resize(50);
  const std::string body = le(version, 2) + text + le(0, 4);
  const std::size_t header_size = version == 1 ? 13 : 19;
  std::string event = le(1000000000, 4) + le(1, 1) + le(1, 4) + le(header_size + body.size(), 4);
  if (version == 3) event += le(kBinlogMagic.size() + header_size + body.size(), 4) + le(0, 2);
  return std::string(kBinlogMagic) + event + body;
}

TEST_F(CliInput, BinlogVersions1And3AreNamed) {
  expect_unusable(write("v1", start_event_v3(1, "3.23.58-log")), "version 1 or 3");
  expect_unusable(write("v3", start_event_v3(3, "4.0.27-log")), "version 1 or 3");
}

// --- logs that are cut

class CliCut : public Cli {};

TEST_F(CliCut, SaysWhere) {
  struct Case {
    std::string name;
    std::size_t last;  ///< Offset of the incomplete event.
    int exit_code;
  };
  // In the first case nothing can be read.
  const std::vector<Case> cases = {{"file-cut-at-60.000001", 4, 2},
                                   {"file-cut-at-136.000001", 127, 1},
                                   {"file-cut-at-600.000001", 548, 1},
                                   {"file-cut-at-1060.000001", 1056, 1},
                                   {"file-cut-at-1150.000001", 1144, 1}};
  for (const Case& cut : cases) {
    const std::string file = fixture(cut.name);
    const std::string where = fmt::format("offset {}", cut.last);
    const RunResult own = run({file});
    EXPECT_EQ(own.exit_code, cut.exit_code) << cut.name;
    EXPECT_THAT(own.err, AllOf(HasSubstr(file), HasSubstr(where), HasSubstr("incomplete event")));
    const RunResult as_mysqlbinlog = run({kMysqlbinlog, file});
    EXPECT_EQ(as_mysqlbinlog.exit_code, 1) << cut.name;
    EXPECT_THAT(as_mysqlbinlog.err, AllOf(HasSubstr(file), HasSubstr(where)));
    EXPECT_THAT(own.out, AllOf(HasSubstr("# ERROR: "), HasSubstr("incomplete event"))) << cut.name;
    EXPECT_THAT(as_mysqlbinlog.out, HasSubstr(kTrailer)) << cut.name;
    for (const RunResult& result : {own, as_mysqlbinlog}) {
      EXPECT_THAT(result.out, Not(HasSubstr(at_line(cut.last)))) << cut.name;
    }
  }
}

TEST_F(CliCut, InsideOfTheLastEvent) {
  const std::string whole = read_file(fixture("file-stop.000001"));
  constexpr std::size_t kLast = 1144;
  for (std::size_t size = kLast; size <= whole.size(); ++size) {
    const bool complete = size == kLast || size == whole.size();
    const RunResult result = run({write("cut", std::string_view(whole).substr(0, size))});
    EXPECT_EQ(result.exit_code, complete ? 0 : 1) << size;
    EXPECT_EQ(count(result.out, at_line(kLast)), size == whole.size() ? 1 : 0) << size;
  }
}

// Its server may be in the midst of writing an event. mysqlbinlog counts that as the end of the file.
TEST_F(CliCut, LogInUse) {
  const std::string whole = read_file(fixture("file-in-use.000001"));
  const std::string file = write("in-use", std::string_view(whole).substr(0, whole.size() - 10));
  const std::string next = fixture("binlog.000024");
  const RunResult own = run({file});
  EXPECT_EQ(own.exit_code, 1);
  EXPECT_THAT(own.err, HasSubstr("incomplete event"));
  const RunResult as_mysqlbinlog = run({kMysqlbinlog, file, next});
  EXPECT_EQ(as_mysqlbinlog.exit_code, 0);
  EXPECT_THAT(as_mysqlbinlog.out, HasSubstr("Rotate to binlog.000025"));
}

TEST_F(CliCut, LogInUseIsRefusedIfToldSo) {
  const std::string file = fixture("file-in-use.000001");
  EXPECT_EQ(run({kMysqlbinlog, "--force-if-open", file}).exit_code, 0);
  const RunResult refused = run({kMysqlbinlog, "--skip-force-if-open", file});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.err, HasSubstr(file));
  EXPECT_THAT(refused.out, AllOf(HasSubstr(kTrailer), Not(HasSubstr("# at "))));
}

// --- checksums

class CliChecksum : public Cli {
 protected:
  CliChecksum() {
    LogBuilder log;
    before_ = log.add_query("CREATE DATABASE before_it");
    at_ = log.add_query("CREATE DATABASE at_it");
    after_ = log.add_query("CREATE DATABASE after_it");
    std::string bytes = log.bytes();
    bytes[after_ - 1] = static_cast<char>(bytes[after_ - 1] ^ 1);
    file_ = write("bad-checksum", bytes);
  }

  std::size_t before_ = 0;
  std::size_t at_ = 0;
  std::size_t after_ = 0;
  std::string file_;
};

TEST_F(CliChecksum, OwnModeShowsTheEventAndTheFault) {
  const RunResult result = run({file_});
  EXPECT_EQ(result.exit_code, 1);
  const std::string where = fmt::format("offset {}", at_);
  EXPECT_THAT(result.err, AllOf(HasSubstr(file_), HasSubstr(where), HasSubstr("QUERY_EVENT"), HasSubstr("checksum")));
  EXPECT_EQ(count(result.err, "\n"), 1) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("before_it"), HasSubstr("at_it"), HasSubstr("after_it")));
  EXPECT_EQ(count(result.out, "# ERROR: "), 1);
  EXPECT_LT(result.out.find("before_it"), result.out.find("# ERROR: "));
  EXPECT_LT(result.out.find("# ERROR: "), result.out.find("after_it"));
}

TEST_F(CliChecksum, MysqlbinlogIgnoresIt) {
  const RunResult result = run({kMysqlbinlog, file_});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, AllOf(HasSubstr("at_it"), HasSubstr("after_it"), Not(HasSubstr("# ERROR"))));
}

TEST_F(CliChecksum, MysqlbinlogStopsBeforeItIfToldToVerify) {
  for (const char* option : {"-c", "--verify-binlog-checksum"}) {
    const RunResult result = run({kMysqlbinlog, option, file_});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.err,
                AllOf(HasSubstr(file_), HasSubstr(fmt::format("offset {}", at_)), HasSubstr("QUERY_EVENT")));
    EXPECT_THAT(result.out, AllOf(HasSubstr("before_it"), Not(HasSubstr(at_line(at_))), Not(HasSubstr("after_it")),
                                  HasSubstr(kTrailer)));
  }
}

TEST_F(CliChecksum, FormatEventsIgnoresItLikeTheServerUnlessToldToVerify) {
  const RunResult ignored = run({"--format=events", file_});
  EXPECT_EQ(ignored.exit_code, 0);
  EXPECT_THAT(ignored.out, HasSubstr("at_it"));
  const RunResult verified = run({"--format=events", "-c", file_});
  EXPECT_EQ(verified.exit_code, 1);
  EXPECT_EQ(verified.out, ignored.out);
  EXPECT_THAT(verified.err, AllOf(HasSubstr(fmt::format("offset {}", at_)), HasSubstr("checksum")));
}

// The flag of a log in use is set after the checksum was computed.
TEST_F(CliChecksum, DoesNotCoverTheFlagOfALogInUse) {
  EXPECT_EQ(run({fixture("file-in-use.000001")}).exit_code, 0);
  EXPECT_EQ(run({kMysqlbinlog, "-c", fixture("file-in-use.000001")}).exit_code, 0);
}

// --- faults inside of events

class CliFault : public Cli {};

TEST_F(CliFault, FieldRunsPastItsEvent) {
  LogBuilder log;
  std::string body = LogBuilder::query_body("CREATE DATABASE at_it", "db");
  constexpr std::size_t kDbLength = 8;
  body[kDbLength] = static_cast<char>(200);
  const std::size_t at = log.add(EventType::QUERY_EVENT, body);
  log.add_query("CREATE DATABASE after_it");
  const std::string file = write("long-field", log.bytes());
  for (const Words& dress : kDresses) {
    const RunResult result = run(dress + Words{file});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.err, AllOf(HasSubstr(file), HasSubstr(fmt::format("offset {}", at)), HasSubstr("QUERY_EVENT"),
                                  HasSubstr("db: needs 200 bytes")));
    EXPECT_THAT(result.out, is_ended(dress));
    EXPECT_EQ(count(result.out, "# ERROR: "), dress.empty() ? 1 : 0);
    EXPECT_EQ(count(result.out, "after_it"), dress.empty() ? 1 : 0);
  }
}

TEST_F(CliFault, RowsWithoutTheirTableMap) {
  LogBuilder log;
  const LogEvent rows = first_event("binlog.000024", EventType::WRITE_ROWS_EVENT);
  const std::size_t at = log.add(rows);
  log.add_query("CREATE DATABASE after_it");
  const std::string file = write("no-table-map", log.bytes());
  const std::uint64_t table_id = load_u48(rows.body.data());
  for (const Words& dress : kDresses) {
    const RunResult result = run(dress + Words{"-v", "--base64-output=decode-rows", file});
    // mysqlbinlog counts it as nothing special.
    EXPECT_EQ(result.exit_code, dress.empty() ? 1 : 0);
    EXPECT_THAT(result.err, AllOf(HasSubstr(file), HasSubstr(fmt::format("offset {}", at)),
                                  HasSubstr("WRITE_ROWS_EVENT"), HasSubstr("table_id")));
    const std::string said = dress.empty() ? fmt::format("no table map for table id {}", table_id)
                                           : fmt::format("### Row event for unknown table #{}", table_id);
    EXPECT_THAT(result.out, AllOf(HasSubstr(said), HasSubstr("after_it"), is_ended(dress)));
  }
}

TEST_F(CliFault, UnknownEventTypesAreOneLabelledEventEach) {
  for (const std::uint8_t type : std::initializer_list<std::uint8_t>{43, 100, 200}) {
    for (const EventFlags flags : {EventFlags{}, LOG_EVENT_IGNORABLE_F}) {
      LogBuilder log;
      const std::size_t at = log.add({.type_code = type, .body = "new", .flags = flags});
      const std::size_t after = log.add_query("CREATE DATABASE after_it");
      const std::string file = write("unknown-type", log.bytes());
      for (const Words& dress : kDresses) {
        const RunResult result = run(dress + Words{file});
        EXPECT_EQ(result.exit_code, 0) << int{type};
        EXPECT_THAT(result.err, IsEmpty());
        EXPECT_EQ(count(result.out, fmt::format("Unknown event type {}\n", type)), 1) << result.out;
        EXPECT_EQ(count(result.out, at_line(at)), 1);
        EXPECT_EQ(count(result.out, at_line(after)), 1);
        EXPECT_THAT(result.out, HasSubstr("after_it"));
      }
    }
  }
}

/// Synthetic: a row event of version 2 without extra row info as one of version 1, which has no room for that.
LogEvent to_version_1(LogEvent event) {
  constexpr std::size_t kExtraRowInfo = 8;
  constexpr std::uint8_t kNewer = 30;
  constexpr std::uint8_t kOlder = 23;
  event.type_code = static_cast<std::uint8_t>(event.type_code - kNewer + kOlder);
  event.body.erase(kExtraRowInfo, 2);
  return event;
}

TEST_F(CliFault, RowEventsOfVersion1AreDecoded) {
  const std::string name = "dml-basic.000001";
  LogBuilder log;
  for (const LogEvent& event : events_of(read_file(fixture(name)))) {
    const bool rows = event.type() >= EventType::WRITE_ROWS_EVENT && event.type() <= EventType::DELETE_ROWS_EVENT;
    log.add(rows ? to_version_1(event) : event);
  }
  const std::string file = write("version-1-rows", log.bytes());
  for (const Words& dress : kDresses) {
    const Words verbose = dress + Words{"-vv", "--base64-output=decode-rows"};
    const RunResult result = run(verbose + Words{file});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.err, IsEmpty());
    EXPECT_THAT(result.out, AllOf(HasSubstr("\tWrite_rows_v1: "), HasSubstr("\tUpdate_rows_v1: "),
                                  HasSubstr("\tDelete_rows_v1: "), Not(HasSubstr("\tWrite_rows: "))));
    const std::string rows = lines_with(result.out, "###");
    EXPECT_FALSE(rows.empty());
    EXPECT_EQ(rows, lines_with(run(verbose + Words{fixture(name)}).out, "###"));
  }
}

// --- several files

class CliFiles : public Cli {
 protected:
  CliFiles() {
    LogBuilder sound;
    sound.add_query("CREATE DATABASE first_file");
    first_ = write("first", sound.bytes());
    cut_ = write("cut", sound.bytes().substr(0, sound.size() - 1));
    LogBuilder other;
    other.add_query("CREATE DATABASE last_file");
    last_ = write("last", other.bytes());
  }

  std::string first_;
  std::string cut_;
  std::string last_;
};

TEST_F(CliFiles, OwnModeGoesOnBehindABrokenOne) {
  struct Case {
    Words files;
    int exit_code;
  };
  const std::vector<Case> cases = {{{first_, last_}, 0},
                                   {{first_, cut_, last_}, 1},
                                   {{first_, path("missing"), last_}, 2},
                                   {{first_, path("missing"), cut_, last_}, 2}};
  for (const Case& files : cases) {
    const RunResult result = run(files.files);
    EXPECT_EQ(result.exit_code, files.exit_code);
    EXPECT_THAT(result.out, AllOf(HasSubstr("first_file"), HasSubstr("last_file")));
    EXPECT_EQ(count(result.err, "\n"), static_cast<int>(files.files.size()) - 2) << result.err;
  }
}

TEST_F(CliFiles, MysqlbinlogStopsAtABrokenOne) {
  EXPECT_EQ(run({kMysqlbinlog, first_, last_}).exit_code, 0);
  for (const std::string& broken : {cut_, path("missing")}) {
    const RunResult result = run({kMysqlbinlog, first_, broken, last_});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.err, HasSubstr(broken));
    EXPECT_THAT(result.out, AllOf(HasSubstr("first_file"), Not(HasSubstr("last_file")), HasSubstr(kTrailer)));
  }
}

// --- streams

class CliStreams : public Cli {};

TEST_F(CliStreams, StdinGivesWhatTheFileGives) {
  const std::vector<Words> ways = {{}, {"-vv", "--base64-output=auto"}, {kMysqlbinlog, "-vv"}};
  for (const std::string& name : fixtures()) {
    if (name.starts_with("stmt-loaddata")) continue;  // Prints the names of files that it makes.
    for (const Words& way : ways) {
      const RunResult from_file = run(way + Words{fixture(name)});
      const RunResult from_stdin = run_with_stdin(way + Words{"-"}, read_file(fixture(name)));
      EXPECT_EQ(from_file.exit_code, from_stdin.exit_code) << name;
      EXPECT_TRUE(without_first_line(from_file.out) == without_first_line(from_stdin.out)) << name;
    }
  }
}

TEST_F(CliStreams, StdinMayBeAFile) {
  const std::string file = fixture("binlog.000024");
  RunOptions shell = options();
  shell.program = "/bin/sh";
  const RunResult redirected = run({"-c", "\"$0\" - < \"$1\"", BINLOGDUMP_BINARY, file}, shell);
  EXPECT_EQ(redirected.exit_code, 0) << redirected.err;
  EXPECT_EQ(without_first_line(redirected.out), without_first_line(run({file}).out));
}

TEST_F(CliStreams, ClosedPipeIsNoFault) {
  // Far more text than a pipe holds.
  Words files;
  for (int i = 0; i < 200; ++i) files.push_back(fixture("types-strings.000001"));
  RunOptions head = options();
  head.close_stdout_after = 1000;
  const RunResult result = run(files, head);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, IsEmpty());
}

TEST_F(CliStreams, FullDiskIsAFault) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  RunOptions shell = options();
  shell.program = "/bin/sh";
  for (const Words& dress : kDresses) {
    const Words args = Words{"-c", "\"$@\" > /dev/full", "sh", BINLOGDUMP_BINARY} + dress;
    const RunResult result = run(args + Words{fixture("binlog.000024")}, shell);
    EXPECT_NE(result.exit_code, 0);
    EXPECT_THAT(result.err, HasSubstr("No space left"));
  }
}

// --- how it is called

class CliCall : public Cli {};

TEST_F(CliCall, LinkNamedMysqlbinlogStandsInForIt) {
  const std::string file = fixture("binlog.000024");
  fs::create_symlink(BINLOGDUMP_BINARY, path("mysqlbinlog"));
  RunOptions link = options();
  link.program = path("mysqlbinlog");
  EXPECT_EQ(run({file}, link).out, run({kMysqlbinlog, file}).out);
  EXPECT_NE(run({file}, link).out, run({file}).out);
  EXPECT_EQ(run({"--no-such-option", file}, link).exit_code, 1);
}

TEST_F(CliCall, RefusesToReadFromAServer) {
  const std::string file = fixture("binlog.000024");
  for (const char* option : {"-R", "--read-from-remote-server", "--read-from-remote-source=BINLOG-DUMP-GTIDS",
                             "--read-from-remote-master=BINLOG-DUMP-GTIDS", "--raw"}) {
    for (const Words& dress : kDresses) {
      const RunResult result = run(dress + Words{option, file});
      EXPECT_TRUE(result.exit_code >= 1 && result.exit_code <= 127) << option << ": " << result.exit_code;
      EXPECT_THAT(result.err, HasSubstr("reads files only")) << option;
      EXPECT_THAT(result.out, IsEmpty());
    }
  }
}

TEST_F(CliCall, HelpAndVersion) {
  for (const char* option : {"--help", "-?"}) {
    const RunResult help = run({option});
    EXPECT_EQ(help.exit_code, 0);
    EXPECT_THAT(help.out, AllOf(HasSubstr("Usage: binlogdump"), HasSubstr("--mysqlbinlog"), HasSubstr("Exit codes")));
    EXPECT_THAT(help.err, IsEmpty());
  }
  for (const char* option : {"--version", "-V"}) {
    const RunResult version = run({option});
    EXPECT_EQ(version.exit_code, 0);
    EXPECT_THAT(version.out, AllOf(HasSubstr("binlogdump "), HasSubstr("zstd "), HasSubstr("libdeflate ")));
    EXPECT_THAT(version.err, IsEmpty());
  }
}

TEST_F(CliCall, UsageErrors) {
  for (const Words& dress : kDresses) {
    for (const Words& wrong : {Words{}, Words{"--no-such-option", fixture("binlog.000024")}}) {
      const RunResult result = run(dress + wrong);
      EXPECT_EQ(result.exit_code, dress.empty() ? 2 : 1);
      EXPECT_THAT(result.err, HasSubstr("--help"));
      EXPECT_THAT(result.out, IsEmpty());
    }
  }
}

// --- files of LOAD DATA

class CliLoadData : public Cli {
 protected:
  /// What the events of `fixture_name` bring for `file_id`.
  static std::string loaded_data(const std::string& fixture_name, std::uint32_t file_id) {
    std::string data;
    for (const LogEvent& event : events_of(read_file(fixture(fixture_name)))) {
      const bool block =
          event.type() == EventType::BEGIN_LOAD_QUERY_EVENT || event.type() == EventType::APPEND_BLOCK_EVENT;
      if (block && load_u32(event.body.data()) == file_id) data += event.body.substr(4);
    }
    return data;
  }
  static unsigned mode_of(const std::string& file) {
    struct stat status {};
    return ::stat(file.c_str(), &status) == 0 ? status.st_mode & 07777U : 0;
  }
  static LogBuilder load_log(std::uint32_t file_id, std::string_view data) {
    LogBuilder log;
    log.add(EventType::BEGIN_LOAD_QUERY_EVENT, le(file_id, 4).append(data));
    const std::string query = "LOAD DATA INFILE '../../hostile' INTO TABLE t";
    constexpr std::size_t kFileNameBegin = 9;
    constexpr std::size_t kFileNameEnd = 37;
    log.add(EventType::EXECUTE_LOAD_QUERY_EVENT, le(8, 4) + le(0, 4) + le(2, 1) + le(0, 2) + le(0, 2) + le(file_id, 4) +
                                                     le(kFileNameBegin, 4) + le(kFileNameEnd, 4) + le(0, 1) +
                                                     std::string("db\0", 3) + query);
    return log;
  }
};

TEST_F(CliLoadData, OwnModeWritesNoneByItself) {
  // An id that no other log has: the folder would be /tmp, which others use, too.
  const std::uint32_t file_id = 0x7e57d00d;
  const std::string file = write("load", load_log(file_id, "1\n2\n").bytes());
  const Words before = entries(".");
  const RunResult result = run({file});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, IsEmpty());
  EXPECT_THAT(result.out, HasSubstr("\nLOAD DATA INFILE '../../hostile' INTO TABLE t;\n"));
  EXPECT_EQ(entries("."), before);
  EXPECT_THAT(entries("tmp"), IsEmpty());
  for (const fs::directory_entry& entry : fs::directory_iterator("/tmp")) {
    EXPECT_THAT(entry.path().string(), Not(HasSubstr("7e57d00d")));
  }
}

TEST_F(CliLoadData, LocalLoadSaysWhere) {
  const std::string name = "stmt-loaddata-append.000001";
  const std::uint32_t file_id = load_u32(first_event(name, EventType::BEGIN_LOAD_QUERY_EVENT).body.data());
  const std::string data = loaded_data(name, file_id);
  ASSERT_GT(data.size(), 8192U);
  for (const Words& dress : kDresses) {
    const std::string folder = make_folder(dress.empty() ? "own" : "mysqlbinlog");
    const RunResult result = run(dress + Words{"--local-load=" + folder, fixture(name)});
    EXPECT_EQ(result.exit_code, 0);
    const std::string expected = fmt::format("{}/SQL_LOAD_MB-{:x}-0", folder, file_id);
    EXPECT_THAT(result.out, HasSubstr("LOCAL INFILE '" + expected + "'"));
    EXPECT_TRUE(read_file(expected) == data);
    EXPECT_EQ(mode_of(expected), 0600U);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder), {}), 1);
  }
}

TEST_F(CliLoadData, NeverOverAnExistingFileOrThroughALink) {
  const std::string file = write("load", load_log(1, "1\n2\n").bytes());
  for (const Words& dress : kDresses) {
    const std::string name = dress.empty() ? "own" : "mysqlbinlog";
    const std::string folder = make_folder(name);
    write(name + "/SQL_LOAD_MB-1-0", "precious");
    fs::create_symlink(path(name + "-target"), folder + "/SQL_LOAD_MB-1-1");
    const RunResult result = run(dress + Words{"--local-load=" + folder, file});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.out, HasSubstr("'" + folder + "/SQL_LOAD_MB-1-2'"));
    EXPECT_EQ(read_file(folder + "/SQL_LOAD_MB-1-0"), "precious");
    EXPECT_FALSE(fs::exists(path(name + "-target")));
    EXPECT_EQ(read_file(folder + "/SQL_LOAD_MB-1-2"), "1\n2\n");
  }
}

TEST_F(CliLoadData, FolderThatIsNotThereIsAFault) {
  const std::string file = write("load", load_log(1, "1\n").bytes());
  for (const Words& dress : kDresses) {
    const RunResult result = run(dress + Words{"--local-load=" + path("missing"), file});
    EXPECT_NE(result.exit_code, 0);
    EXPECT_THAT(result.err, HasSubstr(path("missing")));
  }
}

TEST_F(CliLoadData, HostileNamesWriteNothing) {
  const std::string file = [&] {
    LogBuilder log = load_log(1, "1\n");
    const std::string target = path("hostile");
    log.add(EventType::ROTATE_EVENT, le(4, 8) + target);
    log.add(EventType::ROTATE_EVENT, le(4, 8) + "../../hostile");
    log.add_query("CREATE TABLE t (a INT)", target.substr(0, 200));
    log.add_query("LOAD DATA INFILE '" + target + "' INTO TABLE t", "..");
    return write("names", log.bytes());
  }();
  const std::string folder = make_folder("load");
  const Words before = entries(".");
  for (const Words& dress : kDresses) {
    const RunResult result = run(dress + Words{"--local-load=" + folder, file});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(entries("."), before);
    for (const std::string& name : entries("load")) EXPECT_THAT(name, testing::StartsWith("SQL_LOAD_MB-1-"));
  }
}

// --- statements larger than what is held in memory

class CliLargeStatement : public Cli {
 protected:
  /// One statement of about 5 MB: the rows of a captured event over and over, STMT_END_F on the last event only.
  static std::vector<LogEvent> statement() {
    constexpr std::size_t kSize = 5 << 20;
    constexpr std::size_t kFlagsOffset = 6;
    constexpr char kStmtEnd = 1;
    const std::string name = "types-strings.000001";
    LogEvent rows = first_event(name, EventType::WRITE_ROWS_EVENT);
    std::vector<LogEvent> events = {first_event(name, EventType::TABLE_MAP_EVENT)};
    if (load_u48(events[0].body.data()) != load_u48(rows.body.data())) throw std::runtime_error("another table");
    rows.body[kFlagsOffset] = static_cast<char>(rows.body[kFlagsOffset] & ~kStmtEnd);
    for (std::size_t size = 0; size < kSize; size += rows.body.size()) events.push_back(rows);
    events.back().body[kFlagsOffset] |= kStmtEnd;
    return events;
  }
  static std::string log() {
    LogBuilder log;
    log.add_query("BEGIN");
    for (const LogEvent& event : statement()) log.add(event);
    log.add(EventType::XID_EVENT, le(17, 8));
    return log.bytes();
  }
  /// Synthetic: the same as a payload that is not compressed.
  static std::string log_with_payload() {
    std::string payload;
    for (const LogEvent& event : statement()) {
      const std::size_t size = kEventHeaderSize + event.body.size();
      payload += le(1700000000, 4) + le(event.type_code, 1) + le(1, 4) + le(size, 4) + le(0, 4) + le(event.flags, 2);
      payload += event.body;
    }
    const std::string compression_none("\x02\x03\xfc\xff\x00", 5);
    const std::string payload_size = std::string("\x01\x09\xfe") + le(payload.size(), 8);
    LogBuilder log;
    log.add(EventType::TRANSACTION_PAYLOAD_EVENT, compression_none + payload_size + std::string(1, '\0') + payload);
    return log.bytes();
  }

  const std::vector<Words> ways_ = {{}, {kMysqlbinlog, "-v"}, {kMysqlbinlog, "-vv", "--base64-output=decode-rows"}};
};

TEST_F(CliLargeStatement, PipeGivesWhatTheFileGives) {
  const std::string bytes = log();
  const std::string file = write("large", bytes);
  for (const Words& way : ways_) {
    const RunResult from_file = run(way + Words{file});
    const RunResult from_pipe = run_with_stdin(way + Words{"-"}, bytes);
    EXPECT_EQ(from_file.exit_code, 0) << from_file.err;
    EXPECT_EQ(from_pipe.exit_code, 0) << from_pipe.err;
    EXPECT_GT(from_file.out.size(), bytes.size());
    EXPECT_TRUE(without_first_line(from_file.out) == without_first_line(from_pipe.out));
    EXPECT_THAT(entries("tmp"), IsEmpty());
  }
}

TEST_F(CliLargeStatement, PayloadHasTheSameRows) {
  const std::string file = write("large", log());
  const std::string with_payload = write("payload", log_with_payload());
  for (const Words& way : ways_) {
    const RunResult result = run(way + Words{with_payload});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_TRUE(lines_with(result.out, "###") == lines_with(run(way + Words{file}).out, "###"));
    EXPECT_THAT(entries("tmp"), IsEmpty());
  }
}

// The reader of the output leaves while rows come from the spool file: SIGPIPE ends the program.
TEST_F(CliLargeStatement, ASignalLeavesNoSpoolFile) {
  RunOptions left_early = options();
  left_early.stdin_bytes = log();
  left_early.close_stdout_after = left_early.stdin_bytes->size();
  for (const Words& way : {Words{"-v"}, Words{"-vv"}}) {
    EXPECT_EQ(run_binary(Words{kMysqlbinlog} + way + Words{"-"}, left_early).exit_code, -SIGPIPE);
    EXPECT_THAT(entries("tmp"), IsEmpty());
  }
}

// What is read again from a file needs no spool file; what comes from a pipe does.
TEST_F(CliLargeStatement, OnlyAPipeNeedsTheSpoolFile) {
  const std::string bytes = log();
  const std::string file = write("large", bytes);
  RunOptions no_folder = options();
  no_folder.env.push_back("TMPDIR=" + path("missing"));
  EXPECT_EQ(run({kMysqlbinlog, "-v", file}, no_folder).exit_code, 0);
  no_folder.stdin_bytes = bytes;
  const RunResult from_pipe = run({kMysqlbinlog, "-v", "-"}, no_folder);
  EXPECT_NE(from_pipe.exit_code, 0);
  EXPECT_THAT(from_pipe.err, HasSubstr(path("missing")));
}

}  // namespace
}  // namespace binlogdump::test
