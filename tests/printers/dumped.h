#pragma once
// A log through the whole program but the command line.

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <string>

#include "pipeline/dump.h"
#include "quiet_stderr.h"
#include "temporary_path.h"

namespace binlogdump::test {

struct Dumped {
  std::string text;
  Outcome outcome = Outcome::kClean;
};

/// Prints a file in our own mode. What is said on stderr is not looked at.
inline Dumped dump_file(const std::string& path, const PrintOptions& options) {
  TextBuffer out;
  Dump dump(out, {.print = options, .quiet = true});
  const Outcome outcome = [&] {
    const QuietStderr quiet;
    return dump.run({path});
  }();
  return {.text = std::string(out.view()), .outcome = outcome};
}

inline Dumped dump_bytes(const std::string& log, const PrintOptions& options) {
  const std::string path =
      temporary_path(std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + ".binlog");
  std::ofstream(path, std::ios::binary) << log;
  Dumped dumped = dump_file(path, options);
  std::remove(path.c_str());
  return dumped;
}

}  // namespace binlogdump::test
