#include "binlogdump/keyring.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/evp.h>

#include <string>

#include "binlogdump/error.h"
#include "cli/log_builder.h"
#include "core/log_files.h"

namespace binlogdump::test {
namespace {

using testing::HasSubstr;

constexpr const char* kKeyId = "MySQLReplicationKey_5f3a1c00-0001-11ef-8000-000000000101_2";
constexpr const char* kKey = "553c57113573bca5fe09f3356f9b1c38af401e3e5c6475fc9182e95cdc8b31dc";

std::string fault_of(Bytes file) {
  try {
    Keyring::parse(file);
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(Keyring, OfTheComponent) {
  const Keyring keyring = Keyring::load(log_path("encrypted/keyring_file"));
  ASSERT_NE(keyring.find(kKeyId), nullptr);
  EXPECT_EQ(*keyring.find(kKeyId), from_hex(kKey));
  EXPECT_EQ(keyring.find("MySQLReplicationKey_5f3a1c00-0001-11ef-8000-000000000101_1"), nullptr) << "it was purged";
}

TEST(Keyring, OtherTextIsNone) {
  for (const char* text : {"", "{", "[]", "{\"elements\":1}", "# a comment", "\xff\xfe"}) {
    EXPECT_THAT(fault_of(text), HasSubstr("no keyring file")) << text;
  }
  for (const char* element : {"1", "{}", R"({"data_id":1,"data":"00"})", R"({"data_id":"a","data":"0"})",
                              R"({"data_id":"a","data":"0g"})", R"({"data_id":"a"})", R"({"data_id":"a","data":[]})"}) {
    EXPECT_THAT(fault_of("{\"elements\":[" + std::string(element) + "]}"), HasSubstr("no key")) << element;
  }
}

TEST(Keyring, DeepNestingIsSurvived) {
  EXPECT_NE(fault_of(std::string(1 << 20, '[')), "");
  EXPECT_NE(fault_of("{\"elements\":[" + std::string(1 << 19, '[') + std::string(1 << 19, ']') + "]}"), "");
}

TEST(Keyring, LargeFilesAreRefused) {
  try {
    Keyring::load("/dev/zero");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("has more than 4194304 bytes"));
  }
}

// Synthetic: the records that the plugin keyring_file writes, which servers do not have any more since 8.4.

std::string record(const std::string& id, const std::string& key, const std::string& user = "") {
  constexpr std::string_view kMask = "*305=Ljt0*!@$Hnm(*-9-w;:";
  std::string body = le(id.size(), 8) + le(3, 8) + le(user.size(), 8) + le(key.size(), 8) + id + "AES" + user;
  for (std::size_t i = 0; i < key.size(); ++i) body += static_cast<char>(key[i] ^ kMask[i % kMask.size()]);
  body.resize((body.size() + 7) / 8 * 8);
  return le(body.size() + 8, 8) + body;
}

std::string with_digest(const std::string& records) {
  std::string digest(32, '\0');
  EVP_Digest(records.data(), records.size(), reinterpret_cast<unsigned char*>(digest.data()), nullptr, EVP_sha256(),
             nullptr);
  return "Keyring file version:2.0" + records + "EOF" + digest;
}

TEST(Keyring, SyntheticOfThePlugin) {
  const std::string records = record("INNODBKey-1", std::string(32, 'x'), "root@%") + record(kKeyId, from_hex(kKey));
  for (const std::string& file : {with_digest(records), "Keyring file version:1.0" + records + "EOF"}) {
    const Keyring keyring = Keyring::parse(file);
    ASSERT_NE(keyring.find(kKeyId), nullptr);
    EXPECT_EQ(*keyring.find(kKeyId), from_hex(kKey));
    EXPECT_EQ(*keyring.find("INNODBKey-1"), std::string(32, 'x'));
  }
  EXPECT_EQ(fault_of(with_digest("")), "");
}

TEST(Keyring, SyntheticPluginFileCutOrDamaged) {
  const std::string file = with_digest(record(kKeyId, from_hex(kKey)));
  for (std::size_t size = 24; size < file.size(); ++size) {
    EXPECT_THAT(fault_of(file.substr(0, size)), HasSubstr("cut or damaged")) << size;
  }
  std::string damaged = file;
  damaged[100] = '?';
  EXPECT_THAT(fault_of(damaged), HasSubstr("digest is wrong"));
}

TEST(Keyring, SyntheticPluginFileWhoseSizesLie) {
  const std::string huge = std::string(8, '\xff');
  const std::string good = record("name", "key");
  for (const std::size_t at : {0U, 8U, 16U, 24U, 32U}) {
    std::string records = good;
    records.replace(at, 8, huge);
    EXPECT_THAT(fault_of(with_digest(records)), HasSubstr("damaged keyring file")) << at;
  }
  EXPECT_THAT(fault_of(with_digest(le(7, 8))), HasSubstr("record size: too small"));
  EXPECT_THAT(fault_of(with_digest("four")), HasSubstr("record size"));
}

}  // namespace
}  // namespace binlogdump::test
