#include "binlogdump/open_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "binlogdump/decompress.h"
#include "binlogdump/decrypt.h"
#include "binlogdump/error.h"
#include "binlogdump/reader.h"

namespace binlogdump {

namespace {

/// A source whose first bytes can be looked at before they are read.
class PeekedSource : public LogSource {
 public:
  explicit PeekedSource(std::unique_ptr<LogSource> below) : below_(std::move(below)) {}

  /// The first `size` bytes; fewer only if there are no more. To be called before read().
  Bytes peek(std::size_t size) {
    while (head_.size() < size) {
      const std::size_t before = head_.size();
      head_.resize(size);
      head_.resize(before + below_->read(&head_[before], size - before));
      if (head_.size() == before) break;
    }
    return Bytes(head_).substr(0, size);
  }

  std::size_t read(char* to, std::size_t size) override {
    const std::size_t count = std::min(size, head_.size() - given_);
    if (count == 0) return below_->read(to, size);
    std::memcpy(to, &head_[given_], count);
    given_ += count;
    return count;
  }
  bool seek(std::uint64_t offset) override {
    if (!below_->seek(offset)) return false;
    given_ = head_.size();
    return true;
  }
  bool read_at(std::uint64_t offset, char* to, std::size_t size) const override {
    return below_->read_at(offset, to, size);
  }
  bool seekable() const override { return below_->seekable(); }

 private:
  std::unique_ptr<LogSource> below_;
  std::string head_;
  std::size_t given_ = 0;  ///< Of head_, by read().
};

/// What is in a source, if it is compressed; else the source itself.
std::unique_ptr<PeekedSource> decompressed(std::unique_ptr<LogSource> source, bool may_decompress) {
  auto peeked = std::make_unique<PeekedSource>(std::move(source));
  const Compression outer = compression_of(peeked->peek(kCompressionMagicSize));
  if (outer == Compression::kNone) return peeked;
  if (!may_decompress) {
    throw InputError(fmt::format("{} data, and compressed data can't be followed", compression_name(outer)));
  }
  auto inside = std::make_unique<PeekedSource>(std::make_unique<DecompressingSource>(std::move(peeked), outer));
  const Compression inner = compression_of(inside->peek(kCompressionMagicSize));
  if (inner != Compression::kNone) {
    throw InputError(fmt::format("{} data inside of {} data; only one of them can be undone, decompress it first",
                                 compression_name(inner), compression_name(outer)));
  }
  return inside;
}

std::unique_ptr<LogSource> decrypted(std::unique_ptr<PeekedSource> source, const SourceOptions& options) {
  constexpr std::size_t kHeaderSize = EncryptionHeader::kSize;
  if (source->peek(kEncryptedMagic.size()) != kEncryptedMagic) return source;
  const Bytes head = source->peek(kHeaderSize + kBinlogMagic.size());
  if (head.size() < kHeaderSize) {
    throw InputError(fmt::format("an encrypted binary log that is cut in its header: it has {} of {} bytes",
                                 head.size(), kHeaderSize));
  }
  std::string header(head.substr(0, kHeaderSize));
  try {
    Cursor<NoTrace> in(header);
    const FileKey key = find_file_key(EncryptionHeader::decode(in), head.substr(kHeaderSize), options);
    std::string skipped(kHeaderSize, '\0');
    source->read(skipped.data(), skipped.size());
    return std::make_unique<DecryptingSource>(std::move(source), std::move(header), key);
  } catch (const DecodeError& error) {
    throw InputError(fmt::format("an encrypted binary log with a header that can't be read: offset {}: {}",
                                 error.offset(), error.what()));
  }
}

}  // namespace

std::unique_ptr<LogSource> open_log(const std::string& path, const SourceOptions& options, SourceHooks hooks) {
  auto file = std::make_unique<FileSource>(path);
  file->set_before_waiting(std::move(hooks.before_waiting));
  file->set_wait_for_more(std::move(hooks.wait_for_more));
  const bool follows = options.follow && file->seekable();
  try {
    auto source =
        options.decompress ? decompressed(std::move(file), !follows) : std::make_unique<PeekedSource>(std::move(file));
    return decrypted(std::move(source), options);
  } catch (const InputError& error) {
    const std::string text = error.what();
    if (text.starts_with(path + ": ")) throw;
    throw InputError(fmt::format("{}: {}", path, text));
  }
}

bool is_log(const std::string& path) {
  try {
    const auto source = decompressed(std::make_unique<FileSource>(path), true);
    const Bytes magic = source->peek(kBinlogMagic.size());
    return magic == kBinlogMagic || magic == kEncryptedMagic;
  } catch (const InputError&) {
    return false;
  }
}

bool is_compressed(const std::string& path) {
  try {
    PeekedSource source(std::make_unique<FileSource>(path));
    return compression_of(source.peek(kCompressionMagicSize)) != Compression::kNone;
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace binlogdump
