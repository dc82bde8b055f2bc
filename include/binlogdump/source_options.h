#pragma once
// What the user chose about where the logs' bytes come from. Names are those of the options.

#include <cstdint>
#include <optional>
#include <string>

namespace binlogdump {

/// Options about the files that are read.
struct SourceOptions {
  std::string keyring_file = {};  ///< --keyring-file: where the keys of encrypted logs are looked up.
  std::string binlog_key = {};    ///< --binlog-key: 32 bytes, or empty: a master key, or the password of a file.
  std::optional<std::uint64_t> last = {};              ///< --last: only so many of the newest logs.
  bool follow = false;                                 ///< --follow: go on as the last log grows, and to the next one.
  std::uint64_t max_payload = std::uint64_t{4} << 30;  ///< --max-payload: bytes of a payload, decompressed.
  bool decompress = true;  ///< Compressed files stand for what is in them; mysqlbinlog does not know them.
};

}  // namespace binlogdump
