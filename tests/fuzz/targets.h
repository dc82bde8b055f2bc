#pragma once
// What libFuzzer is let loose on, one function each, in a file of its name. Each tells what is
// wrong with what became of an input, or gives an empty text. Inputs are as small heap blocks as they can be.
//
// A new target is a file, a line in targets.def, and its seeds in seeds.cpp.

#include <string>

#include "binlogdump/bytes.h"

namespace binlogdump::test {

#define TARGET(name) std::string fuzz_##name(Bytes input);
#include "fuzz/targets.def"
#undef TARGET

}  // namespace binlogdump::test
