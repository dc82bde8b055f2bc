#include "binlogdump/decompress.h"

#include <bzlib.h>
#include <fmt/format.h>
#include <lz4.h>
#include <lz4frame.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <new>

#include "binlogdump/error.h"

namespace binlogdump {

namespace {

constexpr std::size_t kInputSize = 64 * 1024;
/// The libraries count in 32 bits.
constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;

unsigned clamp(std::size_t size) {
  return static_cast<unsigned>(std::min(size, kMostAtOnce));
}

class GzipDecoder : public Decoder {
 public:
  GzipDecoder() {
    constexpr int kGzipHeader = 16;
    if (inflateInit2(&stream_, MAX_WBITS + kGzipHeader) != Z_OK) throw std::bad_alloc();
  }
  ~GzipDecoder() override { inflateEnd(&stream_); }

  void begin_frame() override { inflateReset(&stream_); }

  Step step(Bytes& in, char* to, std::size_t size) override {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    stream_.avail_in = clamp(in.size());
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = clamp(size);
    const int result = inflate(&stream_, Z_NO_FLUSH);
    in.remove_prefix(clamp(in.size()) - stream_.avail_in);
    Step step{.written = clamp(size) - stream_.avail_out, .frame_ended = result == Z_STREAM_END};
    if (result == Z_MEM_ERROR) throw std::bad_alloc();
    if (result == Z_NEED_DICT) step.fault = "needs a dictionary";
    if (result == Z_DATA_ERROR) step.fault = stream_.msg != nullptr ? stream_.msg : "no valid data";
    return step;
  }

 private:
  z_stream stream_{};
};

class ZstdDecoder : public Decoder {
 public:
  ZstdDecoder() : context_(ZSTD_createDCtx(), &ZSTD_freeDCtx) {
    constexpr int kWindowLogMax = 27;
    if (context_ == nullptr) throw std::bad_alloc();
    ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, kWindowLogMax);
  }

  void begin_frame() override {
    ZSTD_DCtx_reset(context_.get(), ZSTD_reset_session_only);
    at_start_ = true;
  }

  Step step(Bytes& in, char* to, std::size_t size) override {
    // libzstd decodes a frame that it sees as a whole in one go, and of a damaged one nothing comes out. So it sees no
    // more than the beginning first.
    constexpr std::size_t kLongestFrameHeader = 18;
    const std::size_t shown = at_start_ ? std::min(in.size(), kLongestFrameHeader) : in.size();
    at_start_ = at_start_ && shown == 0;
    ZSTD_inBuffer input{.src = in.data(), .size = shown, .pos = 0};
    ZSTD_outBuffer output{.dst = to, .size = size, .pos = 0};
    const std::size_t result = ZSTD_decompressStream(context_.get(), &output, &input);
    in.remove_prefix(input.pos);
    Step step{.written = output.pos, .frame_ended = result == 0};
    if (ZSTD_isError(result) != 0) step.fault = ZSTD_getErrorName(result);
    if (ZSTD_getErrorCode(result) == ZSTD_error_frameParameter_windowTooLarge) {
      step.fault = "it needs a window of more than 128 MiB";
    }
    return step;
  }

 private:
  std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context_;
  bool at_start_ = true;
};

class XzDecoder : public Decoder {
 public:
  ~XzDecoder() override { lzma_end(&stream_); }

  void begin_frame() override {
    constexpr std::uint64_t kMostMemory = 128 << 20;
    if (lzma_stream_decoder(&stream_, kMostMemory, 0) != LZMA_OK) throw std::bad_alloc();
  }

  Step step(Bytes& in, char* to, std::size_t size) override {
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(in.data());
    stream_.avail_in = in.size();
    stream_.next_out = reinterpret_cast<std::uint8_t*>(to);
    stream_.avail_out = size;
    const lzma_ret result = lzma_code(&stream_, LZMA_RUN);
    in.remove_prefix(in.size() - stream_.avail_in);
    Step step{.written = size - stream_.avail_out, .frame_ended = result == LZMA_STREAM_END};
    if (result == LZMA_MEM_ERROR) throw std::bad_alloc();
    if (result == LZMA_MEMLIMIT_ERROR) step.fault = "needs more than 128 MiB of memory";
    if (result == LZMA_FORMAT_ERROR) step.fault = "no xz stream";
    if (result == LZMA_OPTIONS_ERROR) step.fault = "made with options that are not known";
    if (result == LZMA_DATA_ERROR) step.fault = "no valid data";
    return step;
  }

 private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
};

class Lz4Decoder : public Decoder {
 public:
  Lz4Decoder() {
    if (LZ4F_isError(LZ4F_createDecompressionContext(&context_, LZ4F_VERSION)) != 0) throw std::bad_alloc();
  }
  ~Lz4Decoder() override { LZ4F_freeDecompressionContext(context_); }

  void begin_frame() override { LZ4F_resetDecompressionContext(context_); }

  Step step(Bytes& in, char* to, std::size_t size) override {
    std::size_t consumed = in.size();
    std::size_t written = size;
    const std::size_t result = LZ4F_decompress(context_, to, &written, in.data(), &consumed, nullptr);
    if (LZ4F_isError(result) != 0) return {.fault = LZ4F_getErrorName(result)};
    in.remove_prefix(consumed);
    return {.written = written, .frame_ended = result == 0};
  }

 private:
  LZ4F_dctx* context_ = nullptr;
};

class Bzip2Decoder : public Decoder {
 public:
  ~Bzip2Decoder() override { BZ2_bzDecompressEnd(&stream_); }

  void begin_frame() override {
    BZ2_bzDecompressEnd(&stream_);
    stream_ = {};
    if (BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) throw std::bad_alloc();
  }

  Step step(Bytes& in, char* to, std::size_t size) override {
    stream_.next_in = const_cast<char*>(in.data());
    stream_.avail_in = clamp(in.size());
    stream_.next_out = to;
    stream_.avail_out = clamp(size);
    const int result = BZ2_bzDecompress(&stream_);
    in.remove_prefix(clamp(in.size()) - stream_.avail_in);
    Step step{.written = clamp(size) - stream_.avail_out, .frame_ended = result == BZ_STREAM_END};
    if (result == BZ_MEM_ERROR) throw std::bad_alloc();
    if (result == BZ_DATA_ERROR_MAGIC) step.fault = "no bzip2 stream";
    if (result == BZ_DATA_ERROR) step.fault = "no valid data";
    return step;
  }

 private:
  bz_stream stream_{};
};

std::unique_ptr<Decoder> make_decoder(Compression compression) {
  switch (compression) {
    case Compression::kNone:
      break;
    case Compression::kGzip:
      return std::make_unique<GzipDecoder>();
    case Compression::kZstd:
      return std::make_unique<ZstdDecoder>();
    case Compression::kXz:
      return std::make_unique<XzDecoder>();
    case Compression::kLz4:
      return std::make_unique<Lz4Decoder>();
    case Compression::kBzip2:
      return std::make_unique<Bzip2Decoder>();
  }
  return nullptr;
}

}  // namespace

Compression compression_of(Bytes head) {
  struct Known {
    Bytes magic;
    Compression compression;
  };
  static constexpr Known kKnown[] = {
      {Bytes("\x1f\x8b", 2), Compression::kGzip},
      {Bytes("\x28\xb5\x2f\xfd", 4), Compression::kZstd},
      {Bytes("\xfd\x37\x7a\x58\x5a\0", 6), Compression::kXz},
      {Bytes("\x04\x22\x4d\x18", 4), Compression::kLz4},
      {Bytes("BZh", 3), Compression::kBzip2},
  };
  for (const Known& known : kKnown) {
    if (head.starts_with(known.magic)) return known.compression;
  }
  // A frame to be skipped, as pzstd writes one before each other.
  constexpr std::uint32_t kSkippable = 0x184d2a50;
  if (head.size() >= 4 && (load_u32(head.data()) & ~std::uint32_t{0xf}) == kSkippable) return Compression::kZstd;
  return Compression::kNone;
}

std::string_view compression_name(Compression compression) {
  static constexpr std::array<std::string_view, 6> kNames{"", "gzip", "zstd", "xz", "lz4", "bzip2"};
  return kNames[static_cast<std::size_t>(compression)];
}

std::string decompressor_versions() {
  // That of bzip2 has its date behind a comma.
  const std::string_view bzip2 = BZ2_bzlibVersion();
  return fmt::format("zlib {}, liblzma {}, lz4 {}, bzip2 {}", zlibVersion(), lzma_version_string(), LZ4_versionString(),
                     bzip2.substr(0, bzip2.find(',')));
}

DecompressingSource::DecompressingSource(std::unique_ptr<LogSource> compressed, Compression compression)
    : compressed_(std::move(compressed)),
      compression_(compression),
      decoder_(make_decoder(compression)),
      buffer_(new char[kInputSize]) {}

std::size_t DecompressingSource::read(char* to, std::size_t size) {
  while (fault_.empty()) {
    if (!in_frame_) {
      if (!find_frame()) return 0;
      decoder_->begin_frame();
      in_frame_ = true;
      had_frame_ = true;
    }
    const std::size_t before = in_.size();
    Decoder::Step step = decoder_->step(in_, to, size);
    in_frame_ = !step.frame_ended;
    fault_ = std::move(step.fault);
    if (step.written > 0) return step.written;
    if (in_frame_ && fault_.empty() && in_.size() == before && !in_.empty()) fault_ = "no valid data";
    if (in_frame_ && fault_.empty() && in_.empty() && !refill()) fault_ = "the file is cut";
  }
  throw DamagedInput(fmt::format("{} data that can't be decompressed behind offset {} of the file: {}",
                                 compression_name(compression_), bytes_loaded_ - in_.size(), fault_));
}

bool DecompressingSource::find_frame() {
  // Tapes and block devices fill up with zero bytes. The tools of zstd and lz4 take no such files.
  const bool may_be_padded = had_frame_ && compression_ != Compression::kZstd && compression_ != Compression::kLz4;
  while (!in_.empty() || refill()) {
    if (may_be_padded) in_.remove_prefix(std::min(in_.find_first_not_of('\0'), in_.size()));
    if (!in_.empty()) return true;
  }
  return false;
}

bool DecompressingSource::refill() {
  const std::size_t got = compressed_->read(buffer_.get(), kInputSize);
  in_ = {buffer_.get(), got};
  bytes_loaded_ += got;
  return got > 0;
}

}  // namespace binlogdump
