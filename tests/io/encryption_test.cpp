// Encrypted logs: header, keys, decryption. What the server sent of each of them lies beside it, as NAME.decrypted.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "binlogdump/decrypt.h"
#include "binlogdump/error.h"
#include "binlogdump/keyring.h"
#include "binlogdump/open_log.h"
#include "core/log_files.h"
#include "io/compress.h"
#include "temporary_path.h"

namespace binlogdump::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr const char* kKeyId = "MySQLReplicationKey_5f3a1c00-0001-11ef-8000-000000000101_2";
constexpr const char* kKey = "553c57113573bca5fe09f3356f9b1c38af401e3e5c6475fc9182e95cdc8b31dc";

std::string keyring_path(const std::string& folder = "encrypted/") {
  return log_path(folder + "keyring_file");
}

std::string header_of(const std::string& name) {
  return log_bytes(name).substr(0, EncryptionHeader::kSize);
}

std::string read_all(LogSource& source) {
  std::string all;
  char buffer[100];
  while (const std::size_t got = source.read(buffer, sizeof buffer)) all.append(buffer, got);
  return all;
}

TEST(EncryptionHeader, Decodes) {
  const std::string bytes = header_of("encrypted/binlog.000001");
  Cursor<NoTrace> in(bytes);
  const EncryptionHeader header = EncryptionHeader::decode(in);
  EXPECT_EQ(header.version, 1);
  EXPECT_EQ(header.key_id, kKeyId);
  EXPECT_EQ(header.encrypted_file_password,
            from_hex("c02369755db5c224626d686889068412 5e965409614bcff610773653d25069f6"));
  EXPECT_EQ(header.iv_for_file_password, from_hex("3e957d7413e78385cf9465b3bd298438"));
  EXPECT_TRUE(in.at_end());
}

TEST(EncryptionHeader, EachByteHasOneLabel) {
  const std::string bytes = header_of("encrypted/binlog.000001");
  FieldTape tape;
  Cursor<FieldTrace> in(bytes, FieldTrace{.tape = &tape});
  EncryptionHeader::decode(in);
  std::size_t end = 0;
  for (const Field& field : tape) {
    EXPECT_EQ(field.offset, end) << field.name;
    end += field.size;
  }
  EXPECT_EQ(end, 512U);
}

std::string header_fault(const std::string& bytes) {
  const ExactBytes exact(bytes);
  try {
    Cursor<NoTrace> in{Bytes(exact)};
    EncryptionHeader::decode(in);
    return "";
  } catch (const DecodeError& error) {
    return std::to_string(error.offset()) + ": " + error.what();
  }
}

TEST(EncryptionHeader, FaultsNameTheFieldAndItsPlace) {
  const std::string good = header_of("encrypted/binlog.000001");
  const auto with = [&](std::size_t at, char byte) {
    std::string bytes = good;
    bytes[at] = byte;
    return bytes;
  };
  EXPECT_EQ(header_fault(good), "");
  EXPECT_EQ(header_fault(with(4, 2)), "5: version: only 1 is known, not 2");
  EXPECT_EQ(header_fault(with(5, 9)), "6: field_type: 9 is not known, nor is its length");
  EXPECT_EQ(header_fault(with(5, 0)), "512: key_id: missing");
  EXPECT_EQ(header_fault(with(6, 0)), "8: field_type: 77 is not known, nor is its length") << "an empty name";
  EXPECT_EQ(header_fault(with(0x41, 0)), "512: encrypted_file_password: missing");
  EXPECT_EQ(header_fault(with(0x62, 0)), "512: iv_for_file_password: missing");
  // Two fields more, so that the last one has no room.
  std::string full = good.substr(0, 0x73);
  while (full.size() + 33 <= 512) full += '\2' + std::string(32, 'x');
  EXPECT_THAT(header_fault((full + std::string(512, '\2')).substr(0, 512)),
              HasSubstr("encrypted_file_password: needs"));
}

TEST(EncryptionHeader, AnyCutIsAFault) {
  const std::string good = header_of("encrypted/binlog.000001");
  for (std::size_t size = 0; size < 0x73; ++size) EXPECT_NE(header_fault(good.substr(0, size)), "") << size;
}

TEST(Decrypt, TheServersBytes) {
  for (const char* name : {"binlog.000001", "binlog.000002", "binlog.000003", "binlog.000004"}) {
    const std::string path = std::string("encrypted/") + name;
    const auto source = open_log(log_path(path), {.keyring_file = keyring_path()});
    EXPECT_TRUE(read_all(*source) == log_bytes(path + ".decrypted")) << name;
    EXPECT_EQ(source->encryption_header(), header_of(path));
  }
  // The same logs before the server's key was rotated: only their headers are others.
  for (const char* name : {"binlog.000001", "binlog.000002"}) {
    const std::string path = std::string("encrypted/before-rotation/") + name;
    const auto source = open_log(log_path(path), {.keyring_file = keyring_path("encrypted/before-rotation/")});
    EXPECT_TRUE(read_all(*source) == log_bytes(std::string("encrypted/") + name + ".decrypted")) << name;
  }
}

TEST(Decrypt, AtAnyPlace) {
  const std::string plain = log_bytes("encrypted/binlog.000001.decrypted");
  const auto source = open_log(log_path("encrypted/binlog.000001"), {.keyring_file = keyring_path()});
  ASSERT_TRUE(source->seekable());
  for (const std::size_t at : {0U, 1U, 15U, 16U, 17U, 500U, 880U}) {
    std::string there(7, '\0');
    ASSERT_TRUE(source->read_at(at, there.data(), there.size())) << at;
    EXPECT_EQ(there, plain.substr(at, 7)) << at;
    ASSERT_TRUE(source->seek(at)) << at;
    EXPECT_TRUE(read_all(*source) == plain.substr(at)) << at;
  }
  char beyond;
  EXPECT_FALSE(source->read_at(plain.size(), &beyond, 1));
}

TEST(Decrypt, CompressedLogsOneBehindTheOther) {
  const std::string path = temporary_path("encrypted-log");
  const std::string log = log_bytes("encrypted/binlog.000001");
  for (const Compression compression : kCompressions) {
    std::ofstream(path, std::ios::binary) << compress(compression, log);
    const auto source = open_log(path, {.keyring_file = keyring_path()});
    EXPECT_TRUE(read_all(*source) == log_bytes("encrypted/binlog.000001.decrypted"));
    EXPECT_FALSE(source->seekable());
  }
  std::filesystem::remove(path);
}

// --- keys

std::string open_fault(const std::string& path, const SourceOptions& options) {
  try {
    open_log(path, options);
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(FindFileKey, TheMasterKeyOrTheFilesPasswordItself) {
  const std::string log = log_path("encrypted/binlog.000001");
  EXPECT_EQ(open_fault(log, {.binlog_key = from_hex(kKey)}), "");
  const std::string header = header_of("encrypted/binlog.000001");
  Cursor<NoTrace> in(header);
  const std::string password = decrypt_file_password(EncryptionHeader::decode(in), from_hex(kKey));
  EXPECT_EQ(open_fault(log, {.binlog_key = password}), "");
  EXPECT_THAT(open_fault(log_path("encrypted/binlog.000002"), {.binlog_key = password}),
              AllOf(HasSubstr("--binlog-key does not open"), HasSubstr(kKeyId)));
  // Of both what fits is taken.
  EXPECT_EQ(open_fault(log, {.keyring_file = keyring_path(), .binlog_key = std::string(32, 'x')}), "");
  EXPECT_EQ(open_fault(log, {.keyring_file = "/dev/null", .binlog_key = from_hex(kKey)}), "");
}

TEST(FindFileKey, TellsWhichKeyIsNeeded) {
  const std::string log = log_path("encrypted/binlog.000001");
  EXPECT_THAT(open_fault(log, {}), AllOf(HasSubstr(kKeyId), HasSubstr("version 1"), HasSubstr("c02369755db5c224"),
                                         HasSubstr("3e957d74"), HasSubstr("--keyring-file")));
  EXPECT_THAT(open_fault(log, {.binlog_key = std::string(32, 'x')}), HasSubstr(kKeyId));
  // The keyring of another time.
  EXPECT_THAT(open_fault(log, {.keyring_file = keyring_path("encrypted/before-rotation/")}),
              AllOf(HasSubstr(kKeyId), HasSubstr("does not have")));
  EXPECT_THAT(open_fault(log, {.keyring_file = "/nowhere/keyring"}), HasSubstr("/nowhere/keyring: can't open"));
}

TEST(FindFileKey, AWrongKeyOfTheRightName) {
  const std::string path = temporary_path("wrong-keyring");
  std::ofstream(path) << R"({"version":"1.0","elements":[{"data_id":")" << kKeyId << R"(","data":")"
                      << std::string(64, '0') << "\"}]}";
  EXPECT_THAT(open_fault(log_path("encrypted/binlog.000001"), {.keyring_file = path}),
              AllOf(HasSubstr(kKeyId), HasSubstr("does not open it")));
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace binlogdump::test
