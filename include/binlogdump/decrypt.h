#pragma once
// Encrypted logs: from a key of the server's keyring to the bytes of the log.
//
// The header (encryption_header.h) has a password of the file's own, encrypted with the master key. SHA-512 of the
// password gives the key of the data, which is encrypted by AES-256 in counter mode: any place can be read by itself.

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "binlogdump/byte_source.h"
#include "binlogdump/encryption_header.h"
#include "binlogdump/source_options.h"

struct evp_cipher_ctx_st;

namespace binlogdump {

/// What decrypts the data of one log.
struct FileKey {
  std::array<unsigned char, 32> key;
  std::array<unsigned char, 8> nonce;
};

/// The file's password, by a master key of 32 bytes.
std::string decrypt_file_password(const EncryptionHeader& header, Bytes master_key);
FileKey derive_file_key(Bytes password);

/// The key for a log, of those that the user gave: the one that makes the first bytes behind the header, `data`, those
/// of a binary log. Throws InputError that tells which key is needed.
FileKey find_file_key(const EncryptionHeader& header, Bytes data, const SourceOptions& options);

/// The library in use, as "OpenSSL 3.0.11".
std::string decryptor_version();

/// A place in a stream of AES-256-CTR.
class CounterCipher {
 public:
  explicit CounterCipher(const FileKey& key);
  /// Goes to `offset` of the data.
  void seek(std::uint64_t offset);
  /// Decrypts in place what comes next.
  void apply(char* bytes, std::size_t size);

 private:
  std::unique_ptr<evp_cipher_ctx_st, void (*)(evp_cipher_ctx_st*)> context_;
  FileKey key_;
};

/// An encrypted log as the server reads it. Its header is not part of it: offset 0 is behind that.
class DecryptingSource : public LogSource {
 public:
  /// `encrypted` goes on behind `header`, which has been read.
  DecryptingSource(std::unique_ptr<LogSource> encrypted, std::string header, const FileKey& key);

  std::size_t read(char* to, std::size_t size) override;
  bool seek(std::uint64_t offset) override;
  bool read_at(std::uint64_t offset, char* to, std::size_t size) const override;
  bool seekable() const override { return encrypted_->seekable(); }
  Bytes encryption_header() const override { return header_; }

 private:
  std::unique_ptr<LogSource> encrypted_;
  std::string header_;
  CounterCipher cipher_;
  mutable CounterCipher cipher_at_;  ///< Of read_at().
};

}  // namespace binlogdump
