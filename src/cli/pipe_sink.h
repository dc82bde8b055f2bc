#pragma once
// Output to a pipe.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// Writes to a pipe. To have the system copy text into the many small pages of a pipe takes longer than making the
/// text. So if there is much of it, it is made in huge pages, where the system has them, and these become the pipe's
/// (vmsplice). What the pipe has been given is not written to again, only what is behind it; a full page is let go of.
/// It lives on until its last reader has done so, too, be it one that passes pages on without reading them (splice).
class PipeSink : public Sink {
 public:
  /// The least output that is made in pages: what clearing them costs is to be earned.
  static constexpr std::uint64_t kMuch = 4 * 1024 * 1024;

  /// Whether `fd` is a pipe.
  static bool is_pipe(int fd);

  /// Makes room in the pipe for a few large pieces.
  explicit PipeSink(int fd);
  PipeSink(const PipeSink&) = delete;
  PipeSink& operator=(const PipeSink&) = delete;
  ~PipeSink() override;

  /// Throws OutputError, with closed_pipe() if nobody reads any more.
  void write(std::string_view text) override;
  std::span<char> room() override;

 private:
  void note_written(std::size_t size);
  void give(std::string_view text);
  void renew_page();

  int fd_;
  std::uint64_t written_ = 0;  ///< Until it is much.
  char* page_ = nullptr;
  bool uses_pages_ = false;  ///< There is a page, and nothing against it.
  std::size_t given_ = 0;    ///< Bytes of the page that are the pipe's.
};

}  // namespace binlogdump
