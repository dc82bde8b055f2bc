#include "binlogdump/decompress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>

#include "binlogdump/error.h"
#include "core/log_files.h"
#include "io/compress.h"

namespace binlogdump::test {
namespace {

using testing::HasSubstr;

/// Bytes that come in pieces of at most `piece`.
class PiecesSource : public LogSource {
 public:
  PiecesSource(std::string bytes, std::size_t piece) : bytes_(std::move(bytes)), piece_(piece) {}
  std::size_t read(char* to, std::size_t size) override {
    const std::size_t count = std::min({size, piece_, bytes_.size() - at_});
    std::memcpy(to, &bytes_[at_], count);
    at_ += count;
    return count;
  }

 private:
  std::string bytes_;
  std::size_t piece_;
  std::size_t at_ = 0;
};

struct Result {
  std::string bytes;
  std::string fault;
};

Result decompress(Compression compression, const std::string& compressed, std::size_t piece = 1 << 20,
                  std::size_t buffer_size = 4096) {
  Result result;
  DecompressingSource source(std::make_unique<PiecesSource>(compressed, piece), compression);
  std::string buffer(buffer_size, '\0');
  try {
    while (const std::size_t got = source.read(buffer.data(), buffer.size())) result.bytes.append(buffer, 0, got);
  } catch (const DamagedInput& error) {
    result.fault = error.what();
  }
  return result;
}

class Decompress : public testing::TestWithParam<Compression> {
 protected:
  const std::string log_ = log_bytes("types-strings.000001");
};

TEST_P(Decompress, IsKnownByItsFirstBytes) {
  const std::string compressed = compress(GetParam(), log_);
  EXPECT_EQ(compression_of(compressed), GetParam());
  EXPECT_EQ(compression_of(compressed.substr(0, kCompressionMagicSize)), GetParam());
  EXPECT_EQ(compression_of(Bytes(compressed).substr(0, 1)), Compression::kNone);
}

TEST_P(Decompress, GivesTheBytesInWhateverPiecesTheyAreRead) {
  const std::string compressed = compress(GetParam(), log_);
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, compressed.size()}) {
    for (const std::size_t buffer : {std::size_t{1}, std::size_t{100}, log_.size() + 1}) {
      const Result result = decompress(GetParam(), compressed, piece, buffer);
      EXPECT_TRUE(result.bytes == log_) << piece << ' ' << buffer;
      EXPECT_EQ(result.fault, "");
    }
  }
}

TEST_P(Decompress, FramesFollowEachOther) {
  std::string compressed;
  for (std::size_t at = 0; at < log_.size(); at += 1000) compressed += compress(GetParam(), log_.substr(at, 1000));
  compressed += compress(GetParam(), "");
  EXPECT_TRUE(decompress(GetParam(), compressed).bytes == log_);
  EXPECT_TRUE(decompress(GetParam(), compressed, 3).bytes == log_);
}

TEST_P(Decompress, ZeroBytesBehindTheEndArePassedOverAsByItsOwnTool) {
  const std::string compressed = compress(GetParam(), log_);
  const bool refused = GetParam() == Compression::kZstd || GetParam() == Compression::kLz4;
  for (const std::size_t zeros : {4U, 512U, 200'000U}) {
    for (const std::size_t piece : {3U, 1U << 20}) {
      const Result result = decompress(GetParam(), compressed + std::string(zeros, '\0'), piece);
      EXPECT_TRUE(result.bytes == log_) << zeros;
      EXPECT_EQ(!result.fault.empty(), refused) << zeros << ' ' << result.fault;
    }
  }
  // What else stands there is told, though.
  EXPECT_NE(decompress(GetParam(), compressed + std::string(8, '\0') + "rubbish").fault, "");
}

TEST_P(Decompress, OfACutFileTheBeginningAndWhereItEnds) {
  const std::string first = compress(GetParam(), log_.substr(0, 3000));
  const std::string compressed = first + compress(GetParam(), log_.substr(3000));
  for (std::size_t size = 1; size < compressed.size(); ++size) {
    const Result result = decompress(GetParam(), compressed.substr(0, size));
    EXPECT_TRUE(log_.starts_with(result.bytes)) << size;
    if (size >= first.size()) {
      EXPECT_GE(result.bytes.size(), 3000U) << size;
    }
    if (size == first.size()) continue;  // Nobody can know that there was more.
    EXPECT_THAT(result.fault, HasSubstr("the file is cut")) << size;
    EXPECT_THAT(result.fault, HasSubstr("offset " + std::to_string(size) + ' ')) << size;
  }
}

TEST_P(Decompress, DamageIsToldBehindWhatCameBefore) {
  const std::string first = compress(GetParam(), log_);
  const Result result = decompress(GetParam(), first + "no frame, this");
  EXPECT_TRUE(result.bytes == log_);
  EXPECT_THAT(result.fault, HasSubstr(std::string(compression_name(GetParam())) + " data"));
}

TEST_P(Decompress, AnyDamageOfAByteIsSurvived) {
  const std::string compressed = compress(GetParam(), log_);
  for (std::size_t at = 0; at < compressed.size(); ++at) {
    std::string damaged = compressed;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x41);
    // What is in a gzip header (its time, say) and in unused bits may change without a fault.
    const Result result = decompress(GetParam(), damaged);
    EXPECT_TRUE(!result.fault.empty() || result.bytes == log_ || GetParam() == Compression::kZstd ||
                GetParam() == Compression::kLz4)
        << at;
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, Decompress, testing::ValuesIn(kCompressions),
                         [](const auto& name) { return std::string(compression_name(name.param)); });

TEST(DecompressZstd, SkipsFramesToBeSkipped) {
  const std::string skipped = from_hex("502a4d18 03000000 616263");
  EXPECT_EQ(compression_of(skipped), Compression::kZstd);
  EXPECT_EQ(decompress(Compression::kZstd, skipped + compress(Compression::kZstd, "log")).bytes, "log");
}

TEST(DecompressZstd, OfADamagedBlockTheBlocksBefore) {
  std::string bytes;
  for (int i = 0; bytes.size() < 400'000; ++i) bytes += std::to_string(i * 7919);
  std::string compressed = compress(Compression::kZstd, bytes);
  compressed.resize(compressed.size() - 100);
  constexpr std::size_t kBlock = 128 << 10;
  EXPECT_EQ(decompress(Compression::kZstd, compressed, 1 << 20, 1 << 20).bytes.size(), 3 * kBlock);
}

TEST(DecompressZstd, WindowsBeyond128MiBAreRefused) {
  // Synthetic: the header of a frame whose window descriptor says 2^28 bytes; then an empty last block.
  const Result result = decompress(Compression::kZstd, from_hex("28b52ffd 00 90 010000"));
  EXPECT_THAT(result.fault, HasSubstr("128 MiB"));
  EXPECT_EQ(decompress(Compression::kZstd, from_hex("28b52ffd 00 88 010000")).fault, "") << "2^27 bytes";
}

}  // namespace
}  // namespace binlogdump::test
