// What a log may cost: limits that the user sets, memory that is refused.

#include <zstd.h>

#include "cli/cli_fixture.h"
#include "core/event_bytes.h"

namespace binlogdump::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class Limits : public Cli {
 protected:
  const std::string compressed_ = fixture("zstd-small.000001");
};

// The events of the first payload begin at 0, 68, 119 and 187; the one at 68 is its TABLE_MAP_EVENT.
TEST_F(Limits, APayloadBeyondItsLimitIsShownUpToThere) {
  const Words args = {"--stop-position=829", compressed_};
  const RunResult whole = run(args);
  const RunResult cut = run(Words{"--max-payload=130"} + args);
  EXPECT_EQ(whole.exit_code, 0);
  EXPECT_EQ(cut.exit_code, 1);
  EXPECT_EQ(cut.err,
            fmt::format("binlogdump: {}: offset 632: TRANSACTION_PAYLOAD_EVENT: payload: payload decompresses to "
                        "more than 130 bytes (decompressed offset 119) (byte 29 of the event)\n",
                        compressed_));
  EXPECT_THAT(cut.out, AllOf(HasSubstr("\tTable_map: "), Not(HasSubstr("\tWrite_rows: ")), HasSubstr("# ERROR: ")));
  EXPECT_THAT(whole.out, HasSubstr("\tWrite_rows: "));
}

TEST_F(Limits, APayloadWithinItsLimitIsShownWhole) {
  const std::string whole = run({compressed_}).out;
  for (const std::string size : {"1M", "4k", "2G", "100000"}) {
    const RunResult result = run({"--max-payload=" + size, compressed_});
    EXPECT_EQ(result.out, whole) << size;
    EXPECT_EQ(result.exit_code, 0) << size;
  }
}

// mysqlbinlog has no such limit.
TEST_F(Limits, TheLimitIsForPeople) {
  const RunResult result = run({kMysqlbinlog, "--max-payload=130", compressed_});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, IsEmpty());
}

// Synthetic. Eight megabytes of zero bytes claim to be one event of 1 GiB: nothing is put aside for it but what comes.
TEST_F(Limits, ABombIsReadUpToItsLimit) {
  const std::string inner = xid_event(1) + le(1700000000, 4) + le(2, 1) + le(1, 4) + le(1U << 30, 4) + le(0, 6);
  const std::string bytes = inner + std::string(std::size_t{8} << 20, '\0');
  std::string payload(ZSTD_compressBound(bytes.size()), '\0');
  payload.resize(ZSTD_compress(payload.data(), payload.size(), bytes.data(), bytes.size(), 19));
  ASSERT_LT(payload.size(), 2000U);
  LogBuilder log;
  log.add(EventType::TRANSACTION_PAYLOAD_EVENT, le(1, 1) + le(3, 1) + le(252, 1) + le(payload.size(), 2) + le(2, 1) +
                                                    le(1, 1) + le(0, 1) + le(0, 1) + payload);
  log.add_query("SELECT 'behind it'");
  const RunResult result = run_with_stdin({"--max-payload=1M", "-"}, log.bytes());
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("payload decompresses to more than 1048576 bytes"));
  EXPECT_THAT(result.out, AllOf(HasSubstr("\tXid = 1\n"), HasSubstr("SELECT 'behind it';\n")));
}

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kMemoryCanBeLimited = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr bool kMemoryCanBeLimited = false;
#else
constexpr bool kMemoryCanBeLimited = true;
#endif
#else
constexpr bool kMemoryCanBeLimited = true;
#endif

/// TRANSACTION_CONTEXT_EVENT with as many empty items: in memory each is eight times as large.
std::string many_items(std::uint32_t count) {
  std::string body = le(1, 1) + le(1, 4) + le(0, 1) + le(0, 4) + le(count, 4) + le(0, 4);
  body += 'u';
  return body + std::string(std::size_t{2} * count, '\0');
}

// Synthetic.
TEST_F(Limits, RefusedMemoryIsAFaultOfTheEventThatNeedsIt) {
  if (!kMemoryCanBeLimited) GTEST_SKIP() << "the sanitizer needs more addresses than there would be";
  LogBuilder log;
  log.add(EventType::TRANSACTION_CONTEXT_EVENT, many_items(12 << 20));
  log.add_query("SELECT 'behind it'");
  const std::string file = write("log", log.bytes());
  for (const std::string format : {"text", "events", "hex", "json"}) {
    RunOptions shell = options();
    shell.program = "/bin/sh";
    const std::string command = fmt::format("ulimit -v 262144; exec {} --format={} log", BINLOGDUMP_BINARY, format);
    const RunResult result = run({"-c", command}, shell);
    EXPECT_EQ(result.exit_code, 1) << format;
    EXPECT_EQ(result.err,
              "binlogdump: log: offset 127: TRANSACTION_CONTEXT_EVENT: event: there is not enough memory to show it "
              "(byte 19 of the event)\n")
        << format;
    EXPECT_THAT(result.out, HasSubstr("SELECT 'behind it'")) << format;
    if (format == "json") {
      EXPECT_THAT(result.out,
                  HasSubstr(R"("error":{"offset":19,"field":"event","reason":"there is not enough memory)"));
      EXPECT_EQ(count(result.out, "\n"), 3);
      EXPECT_EQ(count(result.out, "}\n{"), 2);
    }
  }
}

// Synthetic. The buffer grows with the data that arrives; where it is moved as it grows, there must not be two of it.
TEST_F(Limits, ALargeEventIsInMemoryOnce) {
  if (!kMemoryCanBeLimited) GTEST_SKIP() << "the sanitizer needs more addresses than there would be";
  LogBuilder log;
  log.add_query("SELECT '" + std::string(std::size_t{80} << 20, 'x') + "'");
  write("log", log.bytes());
  for (const std::string input : {"log", "- <log"}) {
    RunOptions shell = options();
    shell.program = "/bin/sh";
    const std::string command = fmt::format("ulimit -v 131072; exec {} --verify=quick {}", BINLOGDUMP_BINARY, input);
    const RunResult result = run({"-c", command}, shell);
    EXPECT_EQ(result.exit_code, 0) << input;
    EXPECT_EQ(result.err, "") << input;
  }
}

}  // namespace
}  // namespace binlogdump::test
