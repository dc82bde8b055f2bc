#pragma once

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace binlogdump::test {

/// While it lives, what is said on stderr through stdio is dropped. Sanitizers write past stdio.
class QuietStderr {
 public:
  QuietStderr() : before_(stderr), null_(std::fopen("/dev/null", "we")) {
    if (null_ == nullptr) throw std::system_error(errno, std::generic_category(), "/dev/null");
    stderr = null_;
  }
  QuietStderr(const QuietStderr&) = delete;
  QuietStderr& operator=(const QuietStderr&) = delete;
  ~QuietStderr() {
    stderr = before_;
    std::fclose(null_);
  }

 private:
  std::FILE* before_;
  std::FILE* null_;
};

}  // namespace binlogdump::test
