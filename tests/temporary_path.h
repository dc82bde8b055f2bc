#pragma once
// Where a test puts a file.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <string_view>

namespace binlogdump::test {

/// No other process's: tests run side by side, each in a process of its own.
inline std::string temporary_path(std::string_view name) {
  return fmt::format("{}binlogdump-{}-{}", testing::TempDir(), ::getpid(), name);
}

}  // namespace binlogdump::test
