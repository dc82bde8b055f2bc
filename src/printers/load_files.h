#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "binlogdump/bytes.h"

namespace binlogdump {

/// The files of LOAD DATA statements, taken out of the log so that the printed statement can read them. Never over an
/// existing file: the number at the end of the name counts up.
class LoadFiles {
 public:
  /// `folder` empty: the environment's TMPDIR, or /tmp.
  explicit LoadFiles(const std::string& folder);

  /// Makes a file for `file_id`. Throws SideFileError.
  void begin(std::uint32_t file_id, Bytes block);
  /// False if there is no such file. Throws SideFileError.
  bool append(std::uint32_t file_id, Bytes block);
  /// The file's name, for the statement that uses it up.
  std::optional<std::string> take(std::uint32_t file_id);

 private:
  std::string prefix_;
  std::map<std::uint32_t, std::string> names_;
};

}  // namespace binlogdump
