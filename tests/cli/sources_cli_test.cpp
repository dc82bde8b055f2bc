// Where logs come from: compressed and encrypted files, folders, index files, logs that grow.

#include <fstream>
#include <thread>

#include "cli/cli_fixture.h"
#include "io/compress.h"
#include "values/value_test.h"

namespace binlogdump::test {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

std::string encrypted(const std::string& name) {
  return fixture("encrypted/" + name);
}

const std::vector<std::string> kEncryptedLogs = {"binlog.000001", "binlog.000002", "binlog.000003", "binlog.000004"};

// --- compressed

class CliCompressed : public Cli {};

TEST_F(CliCompressed, PrintsWhatThePlainLogPrints) {
  for (const std::string& name : fixtures()) {
    const std::string bytes = read_file(fixture(name));
    const RunResult plain = run_with_stdin({"-"}, bytes);
    for (const Compression compression : {Compression::kZstd, Compression::kGzip}) {
      const RunResult result = run_with_stdin({"-"}, compress(compression, bytes));
      EXPECT_TRUE(result.out == plain.out) << name << ' ' << compression_name(compression);
      EXPECT_EQ(result.err, plain.err) << name;
      EXPECT_EQ(result.exit_code, plain.exit_code) << name;
    }
  }
}

TEST_F(CliCompressed, EveryFormatOfFilesAndOfOutput) {
  const std::string bytes = read_file(fixture("traps-strings.000001"));
  write("binlog.000001", bytes);
  for (const char* format : {"text", "events", "hex", "json"}) {
    const RunResult plain = run({"--format", format, "binlog.000001"});
    EXPECT_EQ(plain.exit_code, 0);
    for (const Compression compression : kCompressions) {
      make_folder("x");
      write("x/binlog.000001", compress(compression, bytes));
      RunOptions in_folder = options();
      in_folder.cwd = path("x");
      const RunResult result = run({"--format", format, "binlog.000001"}, in_folder);
      EXPECT_TRUE(result.out == plain.out) << format << ' ' << compression_name(compression);
      EXPECT_EQ(result.exit_code, 0);
    }
  }
}

TEST_F(CliCompressed, OfACutFileWhatCameBeforeAndAFault) {
  const std::string bytes = read_file(fixture("types-strings.000001"));
  const std::string compressed = compress(Compression::kGzip, bytes);
  const std::string file = write("cut.gz", compressed.substr(0, compressed.size() / 2));
  const RunResult result = run({file});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, AllOf(HasSubstr(file + ": offset "),
                                HasSubstr(fmt::format("gzip data that can't be decompressed behind offset {} of the "
                                                      "file: the file is cut",
                                                      compressed.size() / 2))));
  EXPECT_THAT(result.out, AllOf(HasSubstr("# at 127\n"), HasSubstr("# ERROR: offset ")));
  EXPECT_THAT(run({"-x", file}).out, HasSubstr("  undecoded "));
  EXPECT_EQ(run({write("short.gz", compressed.substr(0, 15))}).exit_code, 2);
}

TEST_F(CliCompressed, CompressedTwiceIsRefused) {
  const std::string bytes = read_file(fixture("file-stop.000001"));
  const RunResult result = run({write("twice", compress(Compression::kXz, compress(Compression::kGzip, bytes)))});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("gzip data inside of xz data"));
}

TEST_F(CliCompressed, IsNoLogForMysqlbinlog) {
  const RunResult result = run({kMysqlbinlog, write("log.gz", compress(Compression::kGzip, LogBuilder().bytes()))});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("gzip data"));
  EXPECT_THAT(result.out, Not(HasSubstr("# at ")));
}

// --- encrypted

class CliEncrypted : public Cli {};

TEST_F(CliEncrypted, PrintsWhatTheDecryptedLogPrints) {
  const Words key = {"--keyring-file", encrypted("keyring_file")};
  for (const std::string& name : kEncryptedLogs) {
    write("binlog", read_file(encrypted(name + ".decrypted")));
    make_folder("x");
    write("x/binlog", read_file(encrypted(name)));
    RunOptions in_folder = options();
    in_folder.cwd = path("x");
    for (const Words& words : {Words{}, Words{"--format=events"}, Words{kMysqlbinlog}, Words{kMysqlbinlog, "-vv"}}) {
      const RunResult plain = run(words + Words{"binlog"});
      const RunResult result = run(words + key + Words{"binlog"}, in_folder);
      EXPECT_EQ(result.out, plain.out) << name;
      EXPECT_THAT(result.err, IsEmpty());
      EXPECT_EQ(result.exit_code, 0);
    }
    // These two show the header, too, and then the same.
    for (const char* format : {"hex", "json"}) {
      const RunResult plain = run({"--format", format, "binlog"});
      const RunResult result = run(Words{"--format", format} + key + Words{"binlog"}, in_folder);
      EXPECT_THAT(result.out, HasSubstr("MySQLReplicationKey_5f3a1c00-0001-11ef-8000-000000000101_2"));
      const std::string events = std::string_view(format) == "json" ? plain.out : without_first_line(plain.out);
      EXPECT_THAT(result.out, EndsWith(events)) << name;
    }
    // All bytes of the file have a label: those of the header, too.
    const std::string size = std::to_string(fs::file_size(path("x/binlog")));
    EXPECT_THAT(run(Words{"--check-coverage"} + key + Words{"binlog"}, in_folder).out,
                EndsWith("\nbinlog\t" + size + '\t' + size + "\t0\t0\t0\t0\n"));
  }
}

TEST_F(CliEncrypted, TheHeaderInHexAndJson) {
  const Words words = {"--keyring-file", encrypted("keyring_file"), encrypted("binlog.000003")};
  EXPECT_THAT(run(Words{"-x"} + words).out,
              HasSubstr("00000000  fd 62 69 6e              magic                       of an encrypted binary log\n"
                        "00000004  01                       version                     1\n"
                        "00000005  01                       field_type                  1  KEY_ID\n"
                        "00000006  3a                       key_id_length               58\n"));
  EXPECT_THAT(run(Words{"--format=json"} + words).out,
              HasSubstr(R"("type":"ENCRYPTION_HEADER","body":{"version":1,"key_id":"MySQLReplicationKey_)"));
}

TEST_F(CliEncrypted, TheKeyItself) {
  const std::string key = "553C57113573BCA5FE09F3356F9B1C38AF401E3E5C6475FC9182E95CDC8B31DC";
  const std::string raw = from_hex("553c57113573bca5fe09f3356f9b1c38af401e3e5c6475fc9182e95cdc8b31dc");
  for (const std::string& value : {key, "@" + write("key.hex", key + "\n"), "@" + write("key", raw)}) {
    for (const Words& dress : kDresses) {
      const RunResult result = run(dress + Words{"--binlog-key", value, encrypted("binlog.000001")});
      EXPECT_EQ(result.exit_code, 0) << result.err;
      EXPECT_THAT(result.out, HasSubstr("end_log_pos 127"));
    }
  }
  for (const std::string& value : {key.substr(1), key + "00", "@" + path("none"), "@" + write("short", "00")}) {
    const RunResult result = run({"--binlog-key", value, encrypted("binlog.000001")});
    EXPECT_EQ(result.exit_code, 2) << value;
    EXPECT_THAT(result.err, StartsWith("binlogdump: --binlog-key: "));
  }
}

TEST_F(CliEncrypted, WithoutTheRightKeyItTellsWhatIsNeeded) {
  for (const Words& key : {Words{}, Words{"--binlog-key", std::string(64, '0')},
                           Words{"--keyring-file", encrypted("before-rotation/keyring_file")}}) {
    for (const Words& dress : kDresses) {
      const RunResult result = run(dress + key + Words{encrypted("binlog.000001")});
      EXPECT_EQ(result.exit_code, dress.empty() ? 2 : 1);
      EXPECT_THAT(result.out, Not(HasSubstr("# at ")));
      EXPECT_THAT(result.err, HasSubstr("MySQLReplicationKey_5f3a1c00-0001-11ef-8000-000000000101_2"));
    }
  }
}

// It may forbid what the logs need, or name modules that are not there.
TEST_F(CliEncrypted, DoesNotDependOnTheConfigurationOfOpenSsl) {
  const std::string configuration = write("openssl.cnf",
                                          "openssl_conf = all\n[all]\nalg_section = algorithms\n[algorithms]\n"
                                          "default_properties = fips=yes\n");
  RunOptions options = this->options();
  options.env.push_back("OPENSSL_CONF=" + configuration);
  const RunResult result = run({"--keyring-file", encrypted("keyring_file"), encrypted("binlog.000001")}, options);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("end_log_pos 127"));
}

TEST_F(CliEncrypted, CutInItsHeader) {
  const std::string log = read_file(encrypted("binlog.000001"));
  for (const std::size_t size : {4U, 5U, 7U, 100U, 115U, 511U}) {
    const RunResult result = run({"--keyring-file", encrypted("keyring_file"), write("cut", log.substr(0, size))});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.err, HasSubstr(fmt::format("cut in its header: it has {} of 512 bytes", size)));
  }
  for (const std::size_t size : {512U, 515U}) {
    const RunResult result = run({"--keyring-file", encrypted("keyring_file"), write("cut", log.substr(0, size))});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.err, HasSubstr("nothing is behind its header"));
  }
}

TEST_F(CliEncrypted, AnUnknownVersion) {
  std::string log = read_file(encrypted("binlog.000001"));
  log[4] = '\2';
  const RunResult result = run({"--keyring-file", encrypted("keyring_file"), write("new", log)});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("offset 5: version: only 1 is known, not 2"));
}

// --- several

class CliSeveral : public Cli {};

TEST_F(CliSeveral, AFolderStandsForItsLogs) {
  make_folder("logs");
  for (const char* name : {"logs/file-rotate-size.000001", "logs/file-rotate-size.000002"}) {
    fs::copy_file(fixture(fs::path(name).filename()), path(name));
  }
  const RunResult result = run({"logs"});
  EXPECT_EQ(result.out, run({"logs/file-rotate-size.000001", "logs/file-rotate-size.000002"}).out);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(run({"--last=1", "logs"}).out, run({"logs/file-rotate-size.000002"}).out);
  const RunResult as_mysqlbinlog = run({kMysqlbinlog, "logs"});
  EXPECT_EQ(as_mysqlbinlog.exit_code, 1);
  EXPECT_THAT(as_mysqlbinlog.err, HasSubstr("folder"));
}

TEST_F(CliSeveral, AnIndexStandsForTheLogsThatItNames) {
  fs::copy_file(fixture("file-stop.000001"), path("b.000001"));
  fs::copy_file(fixture("file-rotate-size.000002"), path("b.000003"));
  write("b.index", "./b.000001\n./b.000002\n./b.000003\n");
  const RunResult result = run({"b.index"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("b.000002: can't open: No such file or directory"));
  EXPECT_EQ(result.out, run({"./b.000001", "./b.000003"}).out);
}

// --- followed

class CliFollow : public Cli {
 protected:
  /// Runs a script of the shell in which $B is the program.
  RunResult run_script(const std::string& script) const {
    RunOptions with_shell = options();
    with_shell.program = "/bin/sh";
    with_shell.env.push_back("B=" BINLOGDUMP_BINARY);
    return run({"-c", script}, with_shell);
  }
  /// Follows b.000001 until it has printed what it is expected to print; then nobody reads its output any more.
  RunResult follow(const RunResult& expected, const Words& more = {}) const {
    RunOptions closing = options();
    closing.close_stdout_after = expected.out.size();
    return run(Words{"--follow"} + more + Words{"b.000001"}, closing);
  }
  /// Appends in pieces that have nothing to do with events.
  void append_in_pieces(const std::string& name, const std::string& bytes) const {
    std::size_t piece = 1;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
      piece = piece * 3 % 97 + 1;
      std::ofstream(path(name), std::ios::binary | std::ios::app) << bytes.substr(at, piece);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  /// What a run over these logs says that reads them when they are complete; afterwards they are not there any more.
  RunResult expect_of(const std::string& first, const std::string& second, const Words& more = {}) const {
    write("b.000001", first);
    write("b.000002", second);
    const RunResult result = run(more + Words{"b.000001", "b.000002"});
    fs::remove(path("b.000002"));
    write("b.000001", "");
    return result;
  }
  void expect_followed(const std::string& first, const std::string& second, const Words& more = {}) const {
    const RunResult expected = expect_of(first, second, more);
    std::thread writer([&] {
      append_in_pieces("b.000001", first);
      append_in_pieces("b.000002", second);
    });
    const RunResult result = follow(expected, more);
    writer.join();
    EXPECT_EQ(result.out, expected.out);
    EXPECT_THAT(result.err, IsEmpty());
    EXPECT_EQ(result.exit_code, 0);
  }
};

TEST_F(CliFollow, ALogThatGrowsAndTheOneItIsRotatedTo) {
  const std::string second = read_file(fixture("file-rotate-size.000002"));
  expect_followed(read_file(fixture("file-rotate-size.000001")), second);
}

TEST_F(CliFollow, TheLogBehindARestart) {
  expect_followed(read_file(fixture("file-stop.000001")), read_file(fixture("file-rotate-size.000002")));
}

TEST_F(CliFollow, EncryptedLogs) {
  expect_followed(read_file(encrypted("binlog.000001")), read_file(encrypted("binlog.000002")),
                  {"--format=json", "--keyring-file", encrypted("keyring_file")});
}

TEST_F(CliFollow, WithFilters) {
  const std::string first = read_file(fixture("file-rotate-size.000001"));
  const std::string second = read_file(fixture("file-rotate-size.000002"));
  expect_followed(first, second, {"--type=dml"});
  expect_followed(first, second, {"--table=fi.g", "--quiet"});
}

TEST_F(CliFollow, AnInterruptEndsItInOrder) {
  // The last event is cut: it is waited for, and no fault.
  write("b.000001", read_file(fixture("file-cut-at-1150.000001")));
  const RunResult result = run_script(
      "$B --follow b.000001 > out & until grep -q '^# at 1113$' out 2>/dev/null; do sleep 0.01; done; kill -INT $!; "
      "wait $!");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, IsEmpty());
  EXPECT_THAT(read_file(path("out")), Not(HasSubstr("# ERROR")));
}

TEST_F(CliFollow, ALogThatIsNotTheSameAnyMore) {
  struct Case {
    const char* change;
    const char* words;
  };
  for (const Case& change :
       {Case{"truncate -s 200 b.000001", "shrunk from 1144 to 200 bytes"},
        Case{"cp b.000001 c; mv c b.000001", "replaced by another one"}, Case{"rm b.000001", "removed or renamed"}}) {
    write("b.000001", read_file(fixture("file-in-use.000001")));
    const RunResult result =
        run_script("$B --follow b.000001 > out & until grep -q '^COMMIT' out 2>/dev/null; do sleep 0.01; done; " +
                   std::string(change.change) + "; wait $!");
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.err, AllOf(HasSubstr("b.000001: offset "), HasSubstr(change.words)));
    fs::remove(path("out"));
  }
}

TEST_F(CliFollow, CompressedLogsAreRefused) {
  const RunResult result = run({"--follow", write("log.gz", compress(Compression::kGzip, LogBuilder().bytes()))});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("can't be followed"));
}

TEST_F(CliFollow, APipeEndsByItself) {
  const std::string log = read_file(fixture("file-in-use.000001"));
  const RunResult result = run_with_stdin({"--follow", "-"}, log);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, run_with_stdin({"-"}, log).out);
  EXPECT_EQ(run_with_stdin({"--follow", "-"}, compress(Compression::kGzip, log)).out, result.out);
}

}  // namespace
}  // namespace binlogdump::test
