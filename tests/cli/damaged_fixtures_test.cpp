// What is told of the broken logs among the captured ones that are not in testdata.
//
// BINLOGDUMP_FIXTURES=FOLDER in the environment names the folder that has them, in its folder corpus.

#include <cstdlib>

#include "cli/cli_fixture.h"

namespace binlogdump::test {
namespace {

struct Report {
  const char* log;
  int exit_code;
  std::vector<const char*> lines;
};

const std::vector<Report>& reports() {
  static const std::vector<Report> all = {
      {"binlog_invalid_row_v2_tag.001",
       1,
       {"offset 4: FORMAT_DESCRIPTION_EVENT: checksum: stored 0x00000000, computed 0xb85aad66",
        "offset 256: WRITE_ROWS_EVENT: ndb_info_length: needs 1 byte, 0 left (byte 30 of the event)",
        "offset 287: WRITE_ROWS_EVENT: ndb_info_length: smaller than its head (byte 31 of the event)",
        "offset 320: WRITE_ROWS_EVENT: ndb_info: needs 253 bytes, 0 left (byte 32 of the event)"}},
      {"binlog_no_fd_event.000001",
       1,
       {"offset 4: the log does not begin with a FORMAT_DESCRIPTION_EVENT; read as version 4 without checksums",
        "offset 4: the FORMAT_DESCRIPTION_EVENT is damaged or missing: events have checksums, but none before 120 was "
        "verified"}},
      {"binlog_truncated_event.000001", 2, {"incomplete event at offset 4: 10 of the 19 bytes of its header"}},
      {"corrupt-relay-bin.000624",
       1,
       {"offset 235: QUERY_EVENT: the stored next position is 230243, but the event ends at 294; going by the file "
        "(further cases are not mentioned)",
        "offset 91204: QUERY_EVENT: status_vars: needs 16949 bytes, 139 left (byte 32 of the event)"}},
      {"duplicate_xid.000001", 1, {"offset 672: XID_EVENT: checksum: stored 0x993a46f5, computed 0x17b54116"}},
      {"duplicate_xid_ddl.000001", 1, {"offset 507: QUERY_EVENT: checksum: stored 0x129be4a8, computed 0x55881253"}},
      {"duplicate_xid_xa_prepare.000001",
       1,
       {"offset 884: XA_PREPARE_LOG_EVENT: checksum: stored 0x209be434, computed 0x579cd4a2"}},
      {"malformed_xid_xa_commit.000001",
       1,
       {"offset 889: QUERY_EVENT: checksum: stored 0x5b374397, computed 0x6a22714e"}},
      {"malformed_xid_xa_rollback.000001",
       1,
       {"offset 889: QUERY_EVENT: checksum: stored 0xce572215, computed 0xff4210cc"}},
      {"rpl_nogtid_encryption_keyring_master", 2, {"no binary log: begins with 4b 65 79 72 in place of fe 62 69 6e"}},
  };
  return all;
}

TEST(CliDamagedFixtures, AreReported) {
  const char* fixtures = std::getenv("BINLOGDUMP_FIXTURES");
  if (fixtures == nullptr) GTEST_SKIP() << "BINLOGDUMP_FIXTURES is not set";
  for (const Report& report : reports()) {
    const std::string path = fmt::format("{}/corpus/{}", fixtures, report.log);
    std::string expected;
    for (const char* line : report.lines) expected += fmt::format("binlogdump: {}: {}\n", path, line);
    const RunResult result = run_binary({path});
    EXPECT_EQ(result.exit_code, report.exit_code) << report.log;
    EXPECT_EQ(result.err, expected);
    EXPECT_EQ(run_binary({"--verify", path}).exit_code, report.exit_code) << report.log;
  }
}

}  // namespace
}  // namespace binlogdump::test
