#pragma once
// Compressed files: what they are is told by their first bytes, never by their names.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "binlogdump/byte_source.h"

namespace binlogdump {

enum class Compression : std::uint8_t { kNone, kGzip, kZstd, kXz, kLz4, kBzip2 };

/// As many first bytes as compression_of() wants to see.
inline constexpr std::size_t kCompressionMagicSize = 6;

/// By the first bytes of a file.
Compression compression_of(Bytes head);
/// "gzip"; empty for kNone.
std::string_view compression_name(Compression compression);

/// The libraries in use besides libzstd, as "zlib 1.2.13, ...".
std::string decompressor_versions();

/// One format: turns compressed bytes into others, frame by frame.
class Decoder {
 public:
  struct Step {
    std::size_t written = 0;
    bool frame_ended = false;
    std::string fault = {};  ///< Why it can't go on behind what was written; empty if it can.
  };

  Decoder() = default;
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;
  virtual ~Decoder() = default;

  /// Before the first byte of each frame (gzip says member, xz and bzip2 say stream).
  virtual void begin_frame() = 0;
  /// Consumes bytes from the front of `in` and writes at most `size` bytes.
  virtual Step step(Bytes& in, char* to, std::size_t size) = 0;
};

/// A compressed source as what is in it. Frames may follow each other. Memory: what the format needs for one frame, at
/// most 128 MiB and some.
class DecompressingSource : public LogSource {
 public:
  DecompressingSource(std::unique_ptr<LogSource> compressed, Compression compression);

  /// Throws DamagedInput where the data is cut or damaged, after all bytes before that have been read.
  std::size_t read(char* to, std::size_t size) override;

 private:
  /// Goes to where the next frame begins; false if none does.
  bool find_frame();
  bool refill();

  std::unique_ptr<LogSource> compressed_;
  Compression compression_;
  std::unique_ptr<Decoder> decoder_;
  std::unique_ptr<char[]> buffer_;
  Bytes in_;                        ///< What of the buffer has not been consumed.
  std::uint64_t bytes_loaded_ = 0;  ///< Into the buffer, since the beginning.
  bool in_frame_ = false;
  bool had_frame_ = false;
  std::string fault_;
};

}  // namespace binlogdump
