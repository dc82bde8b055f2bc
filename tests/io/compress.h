#pragma once
// Compresses bytes in the formats that are read.

#include <bzlib.h>
#include <libdeflate.h>
#include <lz4frame.h>
#include <lzma.h>
#include <zstd.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "binlogdump/decompress.h"

namespace binlogdump::test {

inline constexpr Compression kCompressions[] = {Compression::kGzip, Compression::kZstd, Compression::kXz,
                                                Compression::kLz4, Compression::kBzip2};

/// One frame.
inline std::string compress(Compression compression, std::string_view bytes) {
  constexpr int kLevel = 6;
  constexpr std::size_t kRoom = 4096;
  std::string out(2 * bytes.size() + kRoom, '\0');
  std::size_t size = 0;
  switch (compression) {
    case Compression::kNone:
      return std::string(bytes);
    case Compression::kGzip: {
      const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
          libdeflate_alloc_compressor(kLevel), &libdeflate_free_compressor);
      size = libdeflate_gzip_compress(compressor.get(), bytes.data(), bytes.size(), out.data(), out.size());
      break;
    }
    case Compression::kZstd:
      size = ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), kLevel);
      break;
    case Compression::kXz:
      lzma_easy_buffer_encode(0, LZMA_CHECK_CRC64, nullptr, reinterpret_cast<const std::uint8_t*>(bytes.data()),
                              bytes.size(), reinterpret_cast<std::uint8_t*>(out.data()), &size, out.size());
      break;
    case Compression::kLz4:
      size = LZ4F_compressFrame(out.data(), out.size(), bytes.data(), bytes.size(), nullptr);
      break;
    case Compression::kBzip2: {
      auto written = static_cast<unsigned>(out.size());
      BZ2_bzBuffToBuffCompress(out.data(), &written, const_cast<char*>(bytes.data()),
                               static_cast<unsigned>(bytes.size()), 1, 0, 0);
      size = written;
      break;
    }
  }
  out.resize(size);
  return out;
}

}  // namespace binlogdump::test
