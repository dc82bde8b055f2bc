// What servers of all versions wrote.

#include "pipeline/made_format.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <vector>

#include "binlogdump/decode.h"
#include "binlogdump/reader.h"

namespace binlogdump::test {
namespace {

using Lengths = std::vector<int>;

Lengths made_lengths(Bytes version) {
  const std::string body = make_format_body(version, ChecksumAlgorithm::kCrc32);
  Cursor<NoTrace> in(body);
  const auto format = FormatDescriptionEvent::decode(in, DecodeContext());
  EXPECT_EQ(format.server_version, version);
  EXPECT_EQ(format.checksum_alg.has_value(), ServerVersion::parse(version) >= kFirstVersionWithChecksums);
  Lengths lengths;
  for (const char& length : format.post_header_len) lengths.push_back(load_u8(&length));
  return lengths;
}

TEST(MadeFormat, IsThatOfACapturedLog) {
  std::ifstream in(BINLOGDUMP_TESTDATA "/dml-basic.000001", std::ios::binary);
  const std::string log{std::istreambuf_iterator<char>(in), {}};
  std::string body = log.substr(4 + kEventHeaderSize, load_u32(&log[4 + 9]) - kEventHeaderSize - kChecksumSize);
  constexpr std::size_t kCreated = 2 + FormatDescriptionEvent::kServerVersionSize;
  body.replace(kCreated, 4, 4, '\0');
  EXPECT_EQ(make_format_body("9.7.4-2", ChecksumAlgorithm::kCrc32), body);
}

TEST(MadeFormat, OfOlderServers) {
  EXPECT_EQ(made_lengths("5.1.63"),
            (Lengths{56, 13, 0, 8, 0, 18, 0, 4, 4, 4, 4, 18, 0, 0, 83, 0, 4, 26, 8, 0, 0, 0, 8, 8, 8, 2}));
  EXPECT_EQ(made_lengths("5.6.24"), (Lengths{56, 13, 0, 8, 0, 18, 0, 4, 4, 4, 4, 18, 0,  0,  92, 0,  4, 26,
                                             8,  0,  0, 0, 8, 8,  8, 2, 0, 0, 0, 10, 10, 10, 25, 25, 0}));
  EXPECT_EQ(made_lengths("5.7.22"), (Lengths{56, 13, 0, 8, 0, 18, 0, 4, 4, 4, 4,  18, 0,  0,  95, 0, 4,  26, 8,
                                             0,  0,  0, 8, 8, 8,  2, 0, 0, 0, 10, 10, 10, 42, 42, 0, 18, 52, 0}));
  EXPECT_EQ(made_lengths("8.0.30"), (Lengths{0, 13, 0, 8, 0, 0, 0, 0, 4,  0,  4,  0,  0,  0, 98, 0,  4, 26, 8,  0, 0,
                                             0, 8,  8, 8, 2, 0, 0, 0, 10, 10, 10, 42, 42, 0, 18, 52, 0, 10, 40, 0}));
}

}  // namespace
}  // namespace binlogdump::test
