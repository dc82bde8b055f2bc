#include "binlogdump/keyring.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <nlohmann/json.hpp>

#include "binlogdump/ascii.h"
#include "binlogdump/byte_source.h"
#include "binlogdump/cursor.h"
#include "binlogdump/error.h"
#include "openssl.h"

namespace binlogdump {

namespace {

constexpr std::string_view kPluginVersion1 = "Keyring file version:1.0";
constexpr std::string_view kPluginVersion2 = "Keyring file version:2.0";
constexpr std::string_view kEndTag = "EOF";
constexpr std::size_t kDigestSize = 32;

Bytes sha256(Bytes bytes, std::array<unsigned char, kDigestSize>& digest) {
  begin_openssl();
  EVP_Digest(bytes.data(), bytes.size(), digest.data(), nullptr, EVP_sha256(), nullptr);
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

/// The plugin does not keep keys in the clear, but nothing secret is needed to read them.
std::string clear_key(Bytes stored) {
  constexpr std::string_view kMask = "*305=Ljt0*!@$Hnm(*-9-w;:";
  std::string key(stored);
  for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<char>(key[i] ^ kMask[i % kMask.size()]);
  return key;
}

}  // namespace

bool parse_hex(std::string_view digits, std::string& bytes) {
  bytes.clear();
  if (digits.size() % 2 != 0) return false;
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    const int high = hex_value(digits[i]);
    const int low = hex_value(digits[i + 1]);
    if (high < 0 || low < 0) return false;
    bytes += static_cast<char>(high << 4 | low);
  }
  return true;
}

Keyring Keyring::load(const std::string& path) {
  const std::string file = read_whole_file(path, kMostBytes);
  try {
    return parse(file);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", path, error.what()));
  }
}

Keyring Keyring::parse(Bytes file) {
  Keyring keyring;
  if (file.starts_with(kPluginVersion2)) {
    keyring.read_plugin_file(file.substr(kPluginVersion2.size()), true);
  } else if (file.starts_with(kPluginVersion1)) {
    keyring.read_plugin_file(file.substr(kPluginVersion1.size()), false);
  } else {
    keyring.read_json(file);
  }
  return keyring;
}

const std::string* Keyring::find(std::string_view key_id) const {
  const auto found = keys_.find(key_id);
  return found == keys_.end() ? nullptr : &found->second;
}

void Keyring::read_json(Bytes text) {
  using Json = nlohmann::json;
  // What lies deeper than anything in a keyring is not kept: nesting would take much more memory than its text.
  constexpr int kMostDepth = 4;
  const auto keep = [](int depth, Json::parse_event_t, Json&) { return depth <= kMostDepth; };
  const Json json = Json::parse(text, keep, false);
  if (!json.is_object() || !json.contains("elements") || !json["elements"].is_array()) {
    throw InputError(
        "no keyring file: neither the JSON of component_keyring_file nor a file of the plugin keyring_file");
  }
  for (const Json& element : json["elements"]) {
    std::string key;
    if (!element.is_object() || !element.contains("data_id") || !element["data_id"].is_string() ||
        !element.contains("data") || !element["data"].is_string() ||
        !parse_hex(element["data"].get_ref<const std::string&>(), key)) {
      throw InputError("a keyring file with an element that is no key");
    }
    keys_[element["data_id"].get<std::string>()] = std::move(key);
  }
}

void Keyring::read_plugin_file(Bytes file, bool has_digest) {
  const std::size_t tail_size = kEndTag.size() + (has_digest ? kDigestSize : 0);
  if (file.size() < tail_size || !file.substr(file.size() - tail_size).starts_with(kEndTag)) {
    throw InputError("a keyring file that does not end as one: it is cut or damaged");
  }
  const Bytes records = file.substr(0, file.size() - tail_size);
  std::array<unsigned char, kDigestSize> digest{};
  if (has_digest && sha256(records, digest) != file.substr(file.size() - kDigestSize)) {
    throw InputError("a damaged keyring file: its SHA-256 digest is wrong");
  }
  try {
    Cursor<NoTrace> in(records);
    while (!in.at_end()) {
      constexpr std::size_t kSizeOfSize = 8;
      const std::uint64_t size = in.u64("record size");
      if (size < kSizeOfSize) in.fail("record size", "too small");
      add_plugin_key(in.bytes(in.checked(size - kSizeOfSize, "record"), "record"));
    }
  } catch (const DecodeError& error) {
    throw InputError(fmt::format("a damaged keyring file: {}", error.what()));
  }
}

void Keyring::add_plugin_key(Bytes record) {
  Cursor<NoTrace> in(record);
  const std::uint64_t id_size = in.u64("size of the key's name");
  const std::uint64_t type_size = in.u64("size of the key's type");
  const std::uint64_t user_size = in.u64("size of the user's name");
  const std::uint64_t key_size = in.u64("size of the key");
  const Bytes id = in.bytes(in.checked(id_size, "name"), "name");
  in.bytes(in.checked(type_size, "type"), "type");
  in.bytes(in.checked(user_size, "user"), "user");
  keys_[std::string(id)] = clear_key(in.bytes(in.checked(key_size, "key"), "key"));
}

}  // namespace binlogdump
