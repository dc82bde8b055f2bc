// One thread and several give the same text, tell the same faults at the same places of it and end in the same way,
// wherever the parts that they print begin and end: on captured logs, and on damaged ones.

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "pipeline/dump.h"
#include "property/corpus.h"
#include "property/mutator.h"
#include "property/settings.h"
#include "temporary_path.h"
#include "values/value_test.h"

namespace binlogdump::test {
namespace {

/// While it lives, what is said on stderr through stdio is kept.
class StderrText {
 public:
  StderrText() : before_(stderr), stream_(::open_memstream(&text_, &size_)) { stderr = stream_; }
  StderrText(const StderrText&) = delete;
  StderrText& operator=(const StderrText&) = delete;
  ~StderrText() {
    stderr = before_;
    std::fclose(stream_);
    std::free(text_);
  }
  std::string text() {
    std::fflush(stream_);
    return std::string(text_, size_);
  }

 private:
  char* text_ = nullptr;
  std::size_t size_ = 0;
  std::FILE* before_;
  std::FILE* stream_;
};

struct Said {
  std::string text;  ///< With a mark where something was told on stderr.
  std::string errors;
  Outcome outcome = Outcome::kClean;
  bool operator==(const Said&) const = default;
};

Said run(const std::vector<std::string>& files, const PrintOptions& print, unsigned threads, std::size_t part_size) {
  StringSink sink;
  TextBuffer out(&sink);
  DumpOptions options{.print = print, .threads = threads, .part_size = part_size};
  options.before_message = [&sink] { sink.text += "<message>"; };
  StderrText errors;
  const Outcome outcome = Dump(out, options).run(files);
  return {.text = std::move(sink.text), .errors = errors.text(), .outcome = outcome};
}

const std::vector<PrintOptions>& all_formats() {
  static const std::vector<PrintOptions> kFormats = [] {
    std::vector<PrintOptions> formats(4);
    formats[1].format = Format::kJson;
    formats[2].format = Format::kHex;
    formats[3].changed_only = formats[3].hexdump = formats[3].color = true;
    return formats;
  }();
  return kFormats;
}

std::string difference(const Said& one, const Said& several) {
  if (one == several) return {};
  if (one.outcome != several.outcome) return "the outcome";
  if (one.text == several.text) return fmt::format("stderr: {}\nin place of: {}", several.errors, one.errors);
  const auto [at, other] = std::mismatch(one.text.begin(), one.text.end(), several.text.begin(), several.text.end());
  const auto offset = static_cast<std::size_t>(at - one.text.begin());
  const std::size_t from = offset - std::min<std::size_t>(offset, 60);
  return fmt::format("at {}: {}\nin place of: {}", offset, several.text.substr(from, 120), one.text.substr(from, 120));
}

std::vector<std::string> captured_logs() {
  std::vector<std::string> logs;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(BINLOGDUMP_TESTDATA)) {
    std::ifstream file(entry.path(), std::ios::binary);
    std::string magic(4, '\0');
    if (entry.is_regular_file() && file.read(magic.data(), 4) && magic == kBinlogMagic) logs.push_back(entry.path());
  }
  std::sort(logs.begin(), logs.end());
  return logs;
}

struct Setting {
  unsigned threads = 0;
  std::size_t part_size = 0;
};
constexpr Setting kSettings[] = {{3, 1}, {8, 1}, {2, 300}, {3, 1000}, {8, 5000}};

class Threads : public testing::TestWithParam<Setting> {};

TEST_P(Threads, CapturedLogs) {
  const std::vector<std::string> logs = captured_logs();
  ASSERT_GT(logs.size(), 80U);
  for (const PrintOptions& print : all_formats()) {
    for (const std::string& log : logs) {
      const Said one = run({log}, print, 1, 0);
      EXPECT_EQ(difference(one, run({log}, print, GetParam().threads, GetParam().part_size)), "") << log;
    }
  }
}

// Tables, sessions and transactions of one log mean nothing in the next.
TEST_P(Threads, AllLogsInOneRun) {
  const std::vector<std::string> logs = captured_logs();
  for (const PrintOptions& print : all_formats()) {
    const Said one = run(logs, print, 1, 0);
    EXPECT_EQ(difference(one, run(logs, print, GetParam().threads, GetParam().part_size)), "");
  }
}

TEST_P(Threads, DamagedLogs) {
  const std::string path = temporary_path("threads");
  const std::uint64_t count = mutation_count() / 400;
  int failures = 0;
  for (std::uint64_t seed = first_seed(); seed < first_seed() + count && failures < 5; ++seed) {
    std::ofstream(path, std::ios::binary) << Mutator(corpus(), seed).make().bytes;
    for (const PrintOptions& print : all_formats()) {
      const Said one = run({path}, print, 1, 0);
      const std::string problem = difference(one, run({path}, print, GetParam().threads, GetParam().part_size));
      failures += problem.empty() ? 0 : 1;
      EXPECT_EQ(problem, "") << "seed " << seed;
    }
  }
  std::filesystem::remove(path);
}

INSTANTIATE_TEST_SUITE_P(Settings, Threads, testing::ValuesIn(kSettings), [](const auto& setting) {
  return fmt::format("{}ThreadsPartsOf{}", setting.param.threads, setting.param.part_size);
});

/// Each log with one byte of one event changed, its checksum left as it was: the thread that finds it has others
/// behind it, whose work is in vain.
TEST(ThreadsOnDamage, WrongChecksums) {
  const std::string path = temporary_path("threads-checksums");
  for (const std::string& log : captured_logs()) {
    std::ifstream file(log, std::ios::binary);
    std::string bytes(std::istreambuf_iterator<char>(file), {});
    for (const std::size_t part : {2U, 3U, 4U}) {
      std::string damaged = bytes;
      damaged[bytes.size() / 5 * part] ^= 0x10;
      damaged[bytes.size() / 5 * (part - 1)] ^= 0x01;
      std::ofstream(path, std::ios::binary) << damaged;
      for (const PrintOptions& print : all_formats()) {
        EXPECT_EQ(difference(run({path}, print, 1, 0), run({path}, print, 3, 100)), "") << log << " part " << part;
      }
    }
  }
  std::filesystem::remove(path);
}

/// Writes a file to a named pipe in small pieces, for the one that opens it next.
std::thread write_slowly(const std::string& from, const std::string& pipe) {
  return std::thread([from, pipe] {
    std::ifstream file(from, std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    const int fd = ::open(pipe.c_str(), O_WRONLY | O_CLOEXEC);
    for (std::size_t at = 0; at < bytes.size();) {
      const ssize_t written = ::write(fd, &bytes[at], std::min<std::size_t>(700, bytes.size() - at));
      if (written <= 0) break;
      at += static_cast<std::size_t>(written);
    }
    ::close(fd);
  });
}

// What can't be read again.
TEST(ThreadsOnPipe, CapturedLogs) {
  const std::string pipe = temporary_path("threads-pipe");
  std::filesystem::remove(pipe);
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& log : captured_logs()) {
    for (const PrintOptions& print : all_formats()) {
      std::thread first = write_slowly(log, pipe);
      const Said one = run({pipe}, print, 1, 0);
      first.join();
      std::thread second = write_slowly(log, pipe);
      const Said several = run({pipe}, print, 3, 500);
      second.join();
      EXPECT_EQ(difference(one, several), "") << log;
    }
  }
  std::filesystem::remove(pipe);
}

}  // namespace
}  // namespace binlogdump::test
