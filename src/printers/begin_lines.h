#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "binlogdump/context.h"
#include "binlogdump/decode.h"
#include "binlogdump/text_buffer.h"
#include "printers/header_text.h"
#include "printers/position_text.h"

namespace binlogdump {

/// What mysqlbinlog prints of the BEGIN of transactions. Many of a second are the same but for where they stand, their
/// checksum and the fraction of the second: the text of the one before is copied, and those are written over.
class BeginLines {
 public:
  static constexpr std::size_t kMostText = 768;

  BeginLines(TextBuffer& out, HeaderText& header) : out_(out), header_(header) {}

  /// Appends the text if the one of such an event is kept. `session`: how often variables of the session were set.
  bool print_again(const EventView& event, std::uint64_t session, ChecksumAlgorithm algorithm);
  /// `text` is what was printed of a BEGIN that could be decoded, and that set no variables: its header lines, its
  /// timestamp and the statement.
  void keep(const EventView& event, std::uint64_t session, Bytes text);
  /// Forgets them: events with the same bytes may mean something else from now on.
  void clear();

 private:
  struct Kept {
    std::string body;                    ///< Empty: nothing is kept.
    std::size_t microseconds_begin = 0;  ///< Where they are in the body; at its end: there are none.
    std::uint32_t timestamp = 0;
    std::uint32_t server_id = 0;
    std::uint16_t flags = 0;
    std::uint64_t session = 0;

    HeaderPlaces header;
    NumberPlace fraction;
    std::size_t size = 0;
    std::array<char, kMostText> text;

    bool has_fraction() const { return microseconds_begin < body.size(); }
  };

  static bool is_same(const Kept& kept, const EventView& event, std::uint64_t session);

  TextBuffer& out_;
  HeaderText& header_;
  std::uint32_t timestamp_ = 0;  ///< Of the newest BEGIN that print_again() did not print.
  std::array<Kept, 16> kept_;    ///< See place_of().
};

}  // namespace binlogdump
