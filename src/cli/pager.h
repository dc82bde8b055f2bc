#pragma once
// Output to a terminal: what does not fit it goes through a pager.

#include <sys/types.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "binlogdump/text_buffer.h"
#include "terminal.h"

namespace binlogdump {

/// The command that shows long output: that of PAGER, without it `less -R`; empty for none (PAGER is empty or `cat`).
std::string pager_command();

/// Writes to a terminal; through a pager if it is more than fits there. Until that is known the text is kept, so
/// finish() has to be called at the end. A pager that can't be started is done without.
///
/// While a pager lives it has the terminal to itself: Ctrl-C is left to it, and what is written to stderr, if that is a
/// terminal, is kept and appears when it has ended.
class PagedSink : public Sink {
 public:
  /// `fd` is the terminal. The pager writes to stdout: it inherits our streams.
  explicit PagedSink(int fd, std::string command = pager_command());
  PagedSink(int fd, std::string command, TerminalSize size);
  PagedSink(const PagedSink&) = delete;
  PagedSink& operator=(const PagedSink&) = delete;
  /// Waits for the pager, as a terminal with two readers is of use to nobody. Does not write what was kept.
  ~PagedSink() override;

  /// Throws OutputError, with closed_pipe() if the pager was quit (it has ended then).
  void write(std::string_view text) override;
  /// Writes what was kept, and waits until the pager has ended. Throws OutputError.
  void finish();

 private:
  enum class State : unsigned char { kKeeping, kPaging, kDirect, kQuit };
  class Pager;

  void write_piece(std::string_view text);
  void keep(std::string_view text);
  void start();
  void page(std::string_view text);
  /// Waits for the pager. False if it was never there, so that what was kept is still to be shown.
  bool end_pager();
  void write_kept();

  int fd_;
  std::string command_;
  TerminalSize size_;
  ScreenLines lines_;
  State state_;
  /// What may still have to be written to the terminal: that a shell found no such command shows only in its exit code.
  std::string kept_;
  std::unique_ptr<Pager> pager_;
  bool pager_reads_ = false;  ///< It is there, as more was written than its pipe takes.
};

}  // namespace binlogdump
