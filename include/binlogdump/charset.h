#pragma once
// Text of a column, in any character set of the server, to UTF-8.
//
// The measure is the server: what it makes of CONVERT(text USING utf8mb4), down to the bytes that are no text. Its
// tables are those of src/charset_tables, made from its answers; they differ in many places from those of iconv.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "binlogdump/bytes.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// A character set of the server. There is one object for each, which lives as long as the program.
class Charset {
 public:
  /// What convert() did.
  struct Converted {
    std::size_t read;     ///< Bytes of the text that were taken, never 0 for a text that is not empty.
    std::size_t written;  ///< Bytes of UTF-8.
    bool decoded;         ///< False if some of the bytes stand for no character.
  };
  /// Least room that convert() works with.
  static constexpr std::size_t kLeastRoom = 64;

  constexpr explicit Charset(std::string_view name) : name_(name) {}
  Charset(const Charset&) = delete;
  Charset& operator=(const Charset&) = delete;

  /// The server's name: utf8mb4, latin1, …
  std::string_view name() const { return name_; }

  /// Transcodes from the beginning of `text` as much as `room` allows; always up to the end of a character.
  virtual Converted convert(Bytes text, char* to, std::size_t room) const = 0;
  /// How many of the first bytes are UTF-8 as they are, and stand for just that.
  virtual std::size_t utf8_prefix(Bytes text) const = 0;
  /// See the functions of the same names below.
  virtual bool is_valid(Bytes text) const = 0;
  virtual bool round_trips(Bytes text) const = 0;

 protected:
  ~Charset() = default;  // Never destroyed by way of this class.

 private:
  std::string_view name_;
};

/// By the server's name, in lower case; utf8 is utf8mb3, as the server has it. nullptr if there is none.
const Charset* find_charset(std::string_view name);

/// By the number of one of its collations; nullptr if no server up to 9.7 knows that.
const Charset* charset_of_collation(std::uint64_t collation);

/// Whether every byte belongs to a character, so that CONVERT(text USING utf8mb4) is all there is to know about the
/// text.
inline bool is_valid_text(Bytes text, const Charset& charset) {
  return charset.is_valid(text);
}

/// Appends the text in UTF-8, always valid; in pieces, whatever its length. False if some bytes stand for no character
/// (is_valid_text()). Then it is what the server gives: '?' for each sequence of bytes that means nothing, and nothing
/// for an incomplete character at the end. Where the server's answer is NULL (bytes that are no UTF-8 in ascii, binary
/// and utf8mb4 text; surrogates in ucs2 and utf32, numbers beyond 10FFFF in utf32), it is made by the same rule.
bool append_utf8(TextBuffer& out, Bytes text, const Charset& charset);

/// Whether the text is valid and CONVERT(CONVERT(text USING utf8mb4) USING charset) gives the same bytes again.
inline bool round_trips(Bytes text, const Charset& charset) {
  return charset.round_trips(text);
}

/// Next piece of the text in UTF-8: part of `text` itself where that is UTF-8 as it is, else made in `buffer` (of at
/// least Charset::kLeastRoom bytes). Takes it from the front of `text`; clears `decoded` if some bytes stood for no
/// character.
std::string_view next_utf8_piece(Bytes& text, const Charset& charset, char* buffer, std::size_t room, bool& decoded);

/// Calls take(std::string_view) with the text in UTF-8, piece by piece, without any allocation; no piece ends inside a
/// character. What it returns and what the pieces together are: see append_utf8().
template <class Take>
bool for_each_utf8_piece(Bytes text, const Charset& charset, Take take) {
  constexpr std::size_t kRoom = 2048;
  char buffer[kRoom];
  bool decoded = true;
  while (!text.empty()) take(next_utf8_piece(text, charset, buffer, kRoom, decoded));
  return decoded;
}

}  // namespace binlogdump
