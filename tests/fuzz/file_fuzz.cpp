// A whole log as a file, in every format.

#include "fuzz/logs.h"
#include "fuzz/targets.h"

namespace binlogdump::test {

std::string fuzz_file(Bytes input) {
  return log_problem(input, true);
}

}  // namespace binlogdump::test
