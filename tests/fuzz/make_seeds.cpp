// fuzz_seeds FOLDER: writes the seeds, each target's into a folder of its name. For libFuzzer; the tests make them in
// memory.

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "fuzz/seeds.h"

int main(int argc, char** argv) {
  namespace fs = std::filesystem;
  if (argc != 2) {
    std::fputs("usage: fuzz_seeds FOLDER\n", stderr);
    return 2;
  }
  for (const auto& [target, inputs] : binlogdump::test::make_seeds()) {
    const fs::path folder = fs::path(argv[1]) / target;
    fs::create_directories(folder);
    std::size_t number = 0;
    for (const std::string& input : inputs) {
      std::ofstream out(folder / std::to_string(++number), std::ios::binary);
      if (!(out << input).flush()) {
        std::fprintf(stderr, "fuzz_seeds: can't write to %s\n", folder.c_str());
        return 1;
      }
    }
    std::printf("%s\t%zu\n", target.c_str(), number);
  }
  return 0;
}
