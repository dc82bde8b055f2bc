#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "binlogdump/context.h"
#include "binlogdump/decode.h"
#include "binlogdump/events/gtid_log_event.h"
#include "binlogdump/print_options.h"
#include "binlogdump/text_buffer.h"
#include "binlogdump/time_text.h"
#include "printers/header_text.h"
#include "printers/position_text.h"

namespace binlogdump {

/// What mysqlbinlog prints of a GTID event, its header line included. Most are like the one before but for a few
/// numbers: that one's text is copied, and the numbers are written over.
class GtidLines {
 public:
  GtidLines(TextBuffer& out, HeaderText& header, const PrintOptions& options)
      : out_(out), header_(header), short_form_(options.short_form), keeps_(!options.short_form && !options.hexdump) {}

  /// What is printed, also where the event has it not.
  struct Values {
    Values() = default;
    Values(const GtidFields& gtid, Bytes gtid_uuid, Bytes gtid_tag);

    /// Reads the body of a GTID_LOG_EVENT or ANONYMOUS_GTID_LOG_EVENT if it is as servers since 8.0.14 write it of
    /// transactions of their own: faster than to decode it. False for others.
    bool read_usual(Bytes body);

    Bytes uuid;  ///< 16 bytes.
    Bytes tag;
    std::uint64_t last_committed;
    std::uint64_t sequence_number;
    std::uint64_t transaction_length;
    std::uint64_t gno;
    std::uint64_t original_time;
    std::uint64_t immediate_time;
    std::uint32_t original_version;
    std::uint32_t immediate_version;  ///< 0 in events without any of the newer fields.
    bool rbr_only;

    friend bool operator==(const Values&, const Values&) = default;
  };
  void print(const EventView& event, const Values& values, ChecksumAlgorithm algorithm);

 private:
  /// What texts have in common that differ in numbers only.
  struct Key {
    std::uint64_t time_and_server = 0;
    std::uint64_t versions = 0;
    std::uint64_t uuid_begin = 0;
    std::uint64_t uuid_end = 0;
    std::uint64_t rest = 0;  ///< 0: of no event.

    friend bool operator==(const Key&, const Key&) = default;
  };
  /// Where the numbers are. Of times the fraction of the second, with two characters before it.
  struct Places {
    HeaderPlaces header;
    NumberPlace last_committed;
    CounterPlace sequence_number;
    NumberPlace transaction_length;
    CounterPlace gno;  ///< Anonymous transactions have none.
    std::array<NumberPlace, 4> original_times;
    std::array<NumberPlace, 3> immediate_times;
    std::size_t tag = 0;
  };
  struct Kept {
    static constexpr std::size_t kMostText = 1024;

    /// Nothing if it can't be written over.
    void keep(const Key& text_key, const Places& text_places, const Values& values, Bytes printed);

    Key key;
    std::uint64_t original_second = 0;  ///< When it began, in microseconds.
    std::uint64_t immediate_second = 0;
    std::size_t size = 0;
    Places places;
    std::array<char, kMostText> text;
  };

  static constexpr std::size_t kCount = 64;

  /// Appends the text, and notes where in it the numbers are.
  Bytes print_pieces(const EventView& event, const Values& values, ChecksumAlgorithm algorithm, Places& places);
  class Pieces;
  static void append_fields(Pieces& line, std::string_view title, const Values& values, Places& places);
  void append_commit_times(Pieces& lines, const Values& values, Places& places);
  void append_gtid(Pieces& line, const Values& values, Places& places);

  TextBuffer& out_;
  HeaderText& header_;
  bool short_form_;
  bool keeps_;  ///< Texts have a header line, and no more than that of the header.
  CommitTime commit_time_;
  TextBuffer uuid_text_{nullptr, 64};
  std::uint32_t timestamp_ = 0;  ///< Of the newest event that was printed in pieces.
  /// By how many digits the two numbers have in which most texts differ: last_committed and transaction_length.
  std::array<Kept, kCount> kept_;
};

}  // namespace binlogdump
