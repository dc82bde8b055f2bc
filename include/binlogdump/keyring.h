#pragma once
// The keys of a MySQL server, as its keyring keeps them in a file.

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "binlogdump/bytes.h"

namespace binlogdump {

/// The keys of a keyring file: that of component_keyring_file (JSON), or that of the older plugin keyring_file (binary,
/// versions 1.0 and 2.0, as a little-endian machine with 64 bits writes it).
class Keyring {
 public:
  /// Larger files are refused.
  static constexpr std::size_t kMostBytes = 4 << 20;

  /// Throws InputError, with the file's name, if it can't be read or is no keyring.
  static Keyring load(const std::string& path);
  /// Throws InputError.
  static Keyring parse(Bytes file);

  /// The key of this name, or nullptr.
  const std::string* find(std::string_view key_id) const;

 private:
  void read_json(Bytes text);
  void read_plugin_file(Bytes file, bool has_digest);
  void add_plugin_key(Bytes record);

  std::map<std::string, std::string, std::less<>> keys_;
};

/// The bytes that pairs of hexadecimal digits stand for. False if there is anything else.
bool parse_hex(std::string_view digits, std::string& bytes);

}  // namespace binlogdump
