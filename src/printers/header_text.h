#pragma once

#include "binlogdump/context.h"
#include "binlogdump/decode.h"
#include "binlogdump/events/query_event.h"
#include "binlogdump/text_buffer.h"
#include "binlogdump/time_text.h"
#include "printers/block_text.h"
#include "printers/hex_digits.h"
#include "printers/palette.h"
#include "printers/position_text.h"

namespace binlogdump {

/// The two lines that every event begins with in mysqlbinlog's layout.
class HeaderText {
 public:
  /// `hexdump`: the header line is followed by the event's bytes.
  HeaderText(TextBuffer& out, bool hexdump, const Palette& palette = Palette(false))
      : out_(out), hexdump_(hexdump), palette_(palette) {
    make_common_pieces();
    make_beginning({});
  }

  /// "# at 4"
  void print_at(const EventView& event);
  /// "#231114 22:15:01 server id 1  end_log_pos 127 CRC32 0x2b2a44de ", without a line's end. `algorithm` is that of
  /// the log, or the event's own if it is a FORMAT_DESCRIPTION_EVENT.
  void print_header(const EventView& event, ChecksumAlgorithm algorithm);
  /// Both.
  void print(const EventView& event, ChecksumAlgorithm algorithm);

  /// "\tQuery\tthread_id=8\texec_time=0\terror_code=0\tXid = 17": what stands behind the header of statements, without
  /// a line's end. Only atomic DDL has an Xid here.
  void print_query_title(std::string_view title, const QueryEvent& query);

  // For texts that are kept, see HeaderPlaces: where the event begins, and its log_pos.

  /// False if one of them has too many digits. Good until the next call of anything.
  bool pass(const EventView& event) {
    if (!position_.go_to(event.position)) return false;
    begin_ = position_.text();
    return position_.go_to(event.header.log_pos);
  }
  const PositionText::Text& begin() const { return begin_; }
  const PositionText::Text& log_pos() const { return position_.text(); }

  /// The time as it stands in header lines.
  std::string_view time(std::uint32_t timestamp) { return time_.text(timestamp); }

 private:
  inline void append_at(ShortPieces& line, const EventView& event);
  inline void append_fields(ShortPieces& line, const EventView& event, ChecksumAlgorithm algorithm);
  void make_common_pieces();
  void make_beginning(const EventHeader& header);
  void make_query_numbers(const QueryEvent& query);
  void print_hexdump(const EventView& event);

  TextBuffer& out_;
  TextBuffer text_{nullptr, 128};  ///< In which pieces are made.
  bool hexdump_;
  Palette palette_;
  HeaderTime time_;
  PositionText position_;
  PositionText::Text begin_;

  BlockText<16> at_;        ///< "# at "
  BlockText<8, 8> at_end_;  ///< The line's end.
  BlockText<8, 8> end_;     ///< Of the header line.
  /// All up to end_log_pos, which many events have in common: of this time and server.
  BlockText<64> beginning_;
  std::uint32_t timestamp_ = 0;
  std::uint32_t server_id_ = 0;

  /// "\tthread_id=8\texec_time=0\terror_code=0", of the newest statement.
  static constexpr std::size_t kMostQueryNumbers = 64;
  BlockText<kMostQueryNumbers> query_numbers_;
  std::uint32_t thread_id_ = 0;
  std::uint32_t exec_time_ = 0;
  std::uint16_t error_code_ = 0;
};

/// Where the numbers are in a text that is kept, and that begins with an event's two lines.
class HeaderPlaces {
 public:
  /// Of a text in which eight bytes follow each of them. False if it has no CRC32.
  bool keep(Bytes text);

  /// Whether the positions of the event that was passed have as many digits.
  bool fit(const HeaderText& header) const {
    return header.begin().size == position_size_ && header.log_pos().size == log_pos_size_;
  }
  void overwrite(char* text, const EventView& event, const HeaderText& header) const {
    position_.overwrite(text, header.begin());
    log_pos_.overwrite(text, header.log_pos());
    write_hex_number(text + checksum_, event.stored_checksum());
  }

 private:
  NumberPlace position_;
  NumberPlace log_pos_;
  std::size_t checksum_ = 0;
  std::size_t position_size_ = 0;
  std::size_t log_pos_size_ = 0;
};

}  // namespace binlogdump
