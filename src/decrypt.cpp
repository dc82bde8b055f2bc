#include "binlogdump/decrypt.h"

#include <fmt/format.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "binlogdump/ascii.h"
#include "binlogdump/error.h"
#include "binlogdump/keyring.h"
#include "binlogdump/reader.h"
#include "openssl.h"

namespace binlogdump {

namespace {

constexpr std::size_t kKeySize = 32;

const unsigned char* as_unsigned(const char* bytes) {
  return reinterpret_cast<const unsigned char*>(bytes);
}

unsigned char* as_unsigned(char* bytes) {
  return reinterpret_cast<unsigned char*>(bytes);
}

/// Of OpenSSL's functions, which fail only where there is no memory or no such cipher.
void check(int result) {
  if (result != 1) throw InputError("OpenSSL can't decrypt");
}

using Context = std::unique_ptr<EVP_CIPHER_CTX, void (*)(EVP_CIPHER_CTX*)>;

Context make_context() {
  begin_openssl();
  Context context(EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
  if (context == nullptr) throw std::bad_alloc();
  return context;
}

std::string hex(Bytes bytes) {
  std::string digits(2 * bytes.size(), '\0');
  char* to = digits.data();
  for (const char byte : bytes) to = write_hex_byte(to, byte);
  return digits;
}

/// As it can be shown anywhere.
std::string printable(Bytes text) {
  std::string shown(text);
  for (char& c : shown) {
    if (c < ' ' || c > '~') c = '?';
  }
  return shown;
}

bool opens(const FileKey& key, Bytes data) {
  std::string start(data.substr(0, kBinlogMagic.size()));
  CounterCipher(key).apply(start.data(), start.size());
  return start == kBinlogMagic;
}

}  // namespace

std::string decrypt_file_password(const EncryptionHeader& header, Bytes master_key) {
  const Context context = make_context();
  check(EVP_DecryptInit_ex(context.get(), EVP_aes_256_cbc(), nullptr, as_unsigned(master_key.data()),
                           as_unsigned(header.iv_for_file_password.data())));
  check(EVP_CIPHER_CTX_set_padding(context.get(), 0));
  constexpr std::size_t kBlock = 16;
  std::string password(EncryptionHeader::kPasswordSize + kBlock, '\0');
  int size = 0;
  check(EVP_DecryptUpdate(context.get(), as_unsigned(password.data()), &size,
                          as_unsigned(header.encrypted_file_password.data()),
                          static_cast<int>(header.encrypted_file_password.size())));
  password.resize(EncryptionHeader::kPasswordSize);
  return password;
}

FileKey derive_file_key(Bytes password) {
  constexpr std::size_t kDigestSize = 64;
  std::array<unsigned char, kDigestSize> digest{};
  check(EVP_Digest(password.data(), password.size(), digest.data(), nullptr, EVP_sha512(), nullptr));
  FileKey key{};
  std::copy_n(digest.begin(), key.key.size(), key.key.begin());
  std::copy_n(digest.begin() + key.key.size(), key.nonce.size(), key.nonce.begin());
  return key;
}

FileKey find_file_key(const EncryptionHeader& header, Bytes data, const SourceOptions& options) {
  if (data.size() < kBinlogMagic.size()) throw InputError("an encrypted binary log: nothing is behind its header");
  const std::string id = printable(header.key_id);
  if (!options.binlog_key.empty()) {
    // Nobody should have to know which of the two it is: only the right one opens the log.
    FileKey key = derive_file_key(decrypt_file_password(header, options.binlog_key));
    if (!opens(key, data)) key = derive_file_key(options.binlog_key);
    if (opens(key, data)) return key;
    if (options.keyring_file.empty()) {
      throw InputError(fmt::format(
          "an encrypted binary log that --binlog-key does not open: it needs the key {} or the file's password", id));
    }
  }
  if (options.keyring_file.empty()) {
    throw InputError(
        fmt::format("an encrypted binary log: version {}, key_id {}, encrypted_file_password {}, "
                    "iv_for_file_password {}; give that key with --keyring-file or --binlog-key",
                    header.version, id, hex(header.encrypted_file_password), hex(header.iv_for_file_password)));
  }
  const Keyring keyring = Keyring::load(options.keyring_file);
  const std::string* master_key = keyring.find(header.key_id);
  if (master_key == nullptr || master_key->size() != kKeySize) {
    throw InputError(
        fmt::format("an encrypted binary log that needs the key {}, which {} does not have", id, options.keyring_file));
  }
  const FileKey key = derive_file_key(decrypt_file_password(header, *master_key));
  if (!opens(key, data)) {
    throw InputError(
        fmt::format("an encrypted binary log that needs the key {}, but the key of that name in {} does "
                    "not open it",
                    id, options.keyring_file));
  }
  return key;
}

std::string decryptor_version() {
  return fmt::format("OpenSSL {}", OpenSSL_version(OPENSSL_VERSION_STRING));
}

CounterCipher::CounterCipher(const FileKey& key) : context_(make_context()), key_(key) {
  check(EVP_DecryptInit_ex(context_.get(), EVP_aes_256_ctr(), nullptr, key_.key.data(), nullptr));
  seek(0);
}

void CounterCipher::seek(std::uint64_t offset) {
  constexpr std::size_t kBlock = 16;
  std::array<unsigned char, kBlock> counter{};
  std::copy(key_.nonce.begin(), key_.nonce.end(), counter.begin());
  for (std::size_t i = 0; i < 8; ++i) counter[kBlock - 1 - i] = static_cast<unsigned char>(offset / kBlock >> (8 * i));
  check(EVP_DecryptInit_ex(context_.get(), nullptr, nullptr, nullptr, counter.data()));
  std::array<char, kBlock> skipped{};
  apply(skipped.data(), offset % kBlock);
}

void CounterCipher::apply(char* bytes, std::size_t size) {
  constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;
  while (size > 0) {
    const std::size_t count = std::min(size, kMostAtOnce);
    int written = 0;
    check(EVP_DecryptUpdate(context_.get(), as_unsigned(bytes), &written, as_unsigned(bytes), static_cast<int>(count)));
    bytes += count;
    size -= count;
  }
}

DecryptingSource::DecryptingSource(std::unique_ptr<LogSource> encrypted, std::string header, const FileKey& key)
    : encrypted_(std::move(encrypted)), header_(std::move(header)), cipher_(key), cipher_at_(key) {}

std::size_t DecryptingSource::read(char* to, std::size_t size) {
  const std::size_t got = encrypted_->read(to, size);
  cipher_.apply(to, got);
  return got;
}

bool DecryptingSource::seek(std::uint64_t offset) {
  if (!encrypted_->seek(offset + header_.size())) return false;
  cipher_.seek(offset);
  return true;
}

bool DecryptingSource::read_at(std::uint64_t offset, char* to, std::size_t size) const {
  if (!encrypted_->read_at(offset + header_.size(), to, size)) return false;
  cipher_at_.seek(offset);
  cipher_at_.apply(to, size);
  return true;
}

}  // namespace binlogdump
