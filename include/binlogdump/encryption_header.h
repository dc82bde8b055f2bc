#pragma once

#include "binlogdump/cursor.h"

namespace binlogdump {

/// What stands in front of an encrypted log (binlog_encryption=ON, MySQL 8.0.14 and later): by which key the log can be
/// decrypted. Always 512 bytes; the log itself, encrypted, follows. Source: Rpl_encryption_header_v1.
struct EncryptionHeader {
  static constexpr std::size_t kSize = 512;
  static constexpr std::uint8_t kVersion = 1;
  static constexpr std::size_t kPasswordSize = 32;
  static constexpr std::size_t kIvSize = 16;

  enum FieldType : std::uint8_t {
    kEnd = 0,  ///< Zeros up to the end of the header.
    kKeyId = 1,
    kEncryptedFilePassword = 2,
    kIvForFilePassword = 3,
  };

  std::uint8_t version = 0;
  Bytes key_id;  ///< Name of the key in the server's keyring: MySQLReplicationKey_<server uuid>_<number>.
  Bytes encrypted_file_password;  ///< By AES-256-CBC without padding, with that key.
  Bytes iv_for_file_password;     ///< Initialisation vector of that.

  static EncryptionHeader decode(EventCursor auto& in) {
    EncryptionHeader header;
    in.bytes(4, "magic");
    header.version = in.u8("version");
    if (header.version != kVersion) in.fail("version", "only 1 is known, not " + std::to_string(header.version));
    while (!in.at_end() && decode_field(in, header)) {
    }
    in.rest("padding");
    if (header.key_id.empty()) in.fail("key_id", "missing");
    if (header.encrypted_file_password.empty()) in.fail("encrypted_file_password", "missing");
    if (header.iv_for_file_password.empty()) in.fail("iv_for_file_password", "missing");
    return header;
  }

 private:
  /// False behind the last one.
  static bool decode_field(EventCursor auto& in, EncryptionHeader& header) {
    const std::uint8_t type = in.u8("field_type");
    switch (type) {
      case kEnd:
        return false;
      case kKeyId:
        header.key_id = in.u8_bytes("key_id_length", "key_id");
        return true;
      case kEncryptedFilePassword:
        header.encrypted_file_password = in.bytes(kPasswordSize, "encrypted_file_password");
        return true;
      case kIvForFilePassword:
        header.iv_for_file_password = in.bytes(kIvSize, "iv_for_file_password");
        return true;
      default:
        in.fail("field_type", std::to_string(type) + " is not known, nor is its length");
    }
  }
};

}  // namespace binlogdump
