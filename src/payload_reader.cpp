#include "binlogdump/payload_reader.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>

namespace binlogdump {

/// Decompresses a view. Frames may follow each other.
class PayloadReader::ZstdSource : public ByteSource {
 public:
  ZstdSource() : context_(ZSTD_createDCtx(), &ZSTD_freeDCtx) {
    constexpr int kWindowLogMax = 27;
    if (context_ == nullptr) throw std::bad_alloc();
    ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, kWindowLogMax);
  }

  void open(Bytes compressed, std::uint64_t most_bytes) {
    compressed_ = compressed;
    most_bytes_ = most_bytes;
    block_by_block_ = false;
    delivered_ = 0;
    start();
  }

  std::size_t read(char* to, std::size_t size) override {
    if (delivered_ == most_bytes_) {
      char more;
      if (decompress(&more, 1) > 0)
        throw InputError(fmt::format("payload decompresses to more than {} bytes", most_bytes_));
    }
    size = static_cast<std::size_t>(std::min<std::uint64_t>(size, most_bytes_ - delivered_));
    std::size_t got = decompress(to, size);
    if (ZSTD_isError(hint_) != 0 && got == 0 && !block_by_block_) {
      // libzstd decodes a frame in one go if it fits: of a damaged one nothing comes out. Again, in small pieces, to
      // get what lies before the damage.
      block_by_block_ = true;
      start();
      std::uint64_t skipped = 0;
      while (skipped < delivered_) {
        const std::size_t again =
            decompress(to, static_cast<std::size_t>(std::min<std::uint64_t>(size, delivered_ - skipped)));
        if (again == 0) break;
        skipped += again;
      }
      got = decompress(to, size);
    }
    if (got == 0 && ZSTD_isError(hint_) != 0) {
      throw InputError(fmt::format("payload can't be decompressed: {}", ZSTD_getErrorName(hint_)));
    }
    if (got == 0 && hint_ != 0) throw InputError("compressed payload is cut short");
    delivered_ += got;
    return got;
  }

 private:
  static constexpr std::size_t kSmallPiece = 4096;

  void start() {
    ZSTD_DCtx_reset(context_.get(), ZSTD_reset_session_only);
    input_ = {.src = compressed_.data(), .size = compressed_.size(), .pos = 0};
    hint_ = 0;
  }

  /// 0 at the end, or if hint_ is not 0 at a fault or a cut.
  std::size_t decompress(char* to, std::size_t size) {
    if (block_by_block_) size = std::min(size, kSmallPiece);
    ZSTD_outBuffer output{.dst = to, .size = size, .pos = 0};
    while (output.pos == 0 && ZSTD_isError(hint_) == 0 && (input_.pos < input_.size || hint_ != 0)) {
      const std::size_t before = input_.pos;
      hint_ = ZSTD_decompressStream(context_.get(), &output, &input_);
      if (output.pos == 0 && input_.pos == before) break;
    }
    return output.pos;
  }

  std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context_;
  Bytes compressed_;
  ZSTD_inBuffer input_{};
  std::size_t hint_ = 0;  ///< 0: a frame is complete; else a hint of libzstd, or its error.
  bool block_by_block_ = false;
  std::uint64_t delivered_ = 0;
  std::uint64_t most_bytes_ = 0;  ///< That may be delivered.
};

PayloadReader::PayloadReader() = default;
PayloadReader::~PayloadReader() = default;

void PayloadReader::open(const TransactionPayloadEvent& event) {
  if (event.compression_type == TransactionPayloadEvent::kZstd) {
    if (zstd_ == nullptr) zstd_ = std::make_unique<ZstdSource>();
    zstd_->open(event.payload, most_bytes_);
    reader_.open(*zstd_);
  } else if (event.compression_type == TransactionPayloadEvent::kNone) {
    stored_.emplace(event.payload);
    reader_.open(*stored_);
  } else {
    throw DecodeError(0, "compression_type", fmt::format("{} is not known", event.compression_type));
  }
}

std::optional<EventView> PayloadReader::next(std::uint8_t common_header_len) {
  try {
    return reader_.next({.common_header_len = common_header_len, .has_checksum = false});
  } catch (const InputError& error) {
    throw FrameError(FrameError::Kind::kTruncated, reader_.position(), error.what());
  }
}

EventView PayloadReader::as_logged(const EventView& inner, const EventView& payload) {
  EventView view = payload.has_checksum() ? reader_.with_checksum(inner) : inner;
  view.header.log_pos = payload.header.log_pos;
  view.position = payload.header.log_pos;
  return view;
}

}  // namespace binlogdump
