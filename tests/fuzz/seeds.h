#pragma once
// What the fuzz targets begin with: made from the captured logs, and a few texts of our own.
//
// Environment: BINLOGDUMP_FIXTURES=FOLDER has the logs in that folder's folders taken as well.

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace binlogdump::test {

/// All files of testdata, and of BINLOGDUMP_FIXTURES if it is set.
std::set<std::filesystem::path> captured_files();

/// By the target's name in targets.def. Inputs that bring a target nowhere new are left out where that can be told.
std::map<std::string, std::vector<std::string>> make_seeds();

}  // namespace binlogdump::test
