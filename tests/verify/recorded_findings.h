#pragma once

#include <string>
#include <vector>

#include "verify/findings.h"

namespace binlogdump::test {

/// Keeps what is found.
struct RecordedFindings : Findings {
  void fault(std::string_view reason) override { faults.emplace_back(reason); }
  void note(std::string_view reason) override { notes.emplace_back(reason); }

  std::vector<std::string> faults;
  std::vector<std::string> notes;
};

}  // namespace binlogdump::test
