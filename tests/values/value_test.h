#pragma once
// What the tests of values share: bytes from hex, bytes on the heap with nothing around them (so that a sanitizer sees
// every read outside), and the text that an append function leaves.

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "binlogdump/bytes.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// "7efdfb ffd875" to six bytes; blanks are skipped.
inline std::string from_hex(std::string_view hex) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  std::string digits;
  for (char c : hex) {
    if (c != ' ') digits += c;
  }
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    bytes += static_cast<char>(digit(digits[i]) << 4 | digit(digits[i + 1]));
  }
  return bytes;
}

/// A copy of exactly its size on the heap.
class ExactBytes {
 public:
  explicit ExactBytes(std::string_view bytes) : data_(new char[bytes.size()]), size_(bytes.size()) {
    if (size_ > 0) std::memcpy(data_.get(), bytes.data(), size_);
  }
  const char* data() const { return data_.get(); }
  operator Bytes() const { return {data_.get(), size_}; }

 private:
  std::unique_ptr<char[]> data_;
  std::size_t size_;
};

/// A copy that ends where a page ends, behind which nothing can be read.
class PageEndBytes {
 public:
  /// `bytes`: less than a page.
  explicit PageEndBytes(std::string_view bytes) : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
    pages_ = static_cast<char*>(mmap(nullptr, 2 * page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(pages_ + page_, page_, PROT_NONE);
    bytes_ = {pages_ + page_ - bytes.size(), bytes.size()};
    bytes.copy(pages_ + page_ - bytes.size(), bytes.size());
  }
  PageEndBytes(const PageEndBytes&) = delete;
  PageEndBytes& operator=(const PageEndBytes&) = delete;
  ~PageEndBytes() { munmap(pages_, 2 * page_); }
  operator Bytes() const { return bytes_; }

 private:
  std::size_t page_;
  char* pages_;
  Bytes bytes_;
};

inline ExactBytes hex_bytes(std::string_view hex) {
  return ExactBytes(from_hex(hex));
}

/// What `append` leaves in a buffer that is given to it; a small one, so that it has to grow.
template <class Append>
std::string text_of(Append append) {
  TextBuffer out(nullptr, 64);
  append(out);
  return std::string(out.view());
}

/// What `write` writes where there is just `room` for it.
template <class Write>
std::string written(std::size_t room, Write write) {
  const std::unique_ptr<char[]> text(new char[room]);
  return std::string(text.get(), write(text.get()));
}

/// Length of the character of UTF-8 at the front, by the table of the Unicode standard; 0: none.
inline std::size_t character_size(std::string_view text, bool four_bytes = true) {
  const auto in = [&](std::size_t i, unsigned from, unsigned to) {
    return i < text.size() && load_u8(&text[i]) >= from && load_u8(&text[i]) <= to;
  };
  if (in(0, 0x00, 0x7f)) return 1;
  if (in(0, 0xc2, 0xdf) && in(1, 0x80, 0xbf)) return 2;
  const bool three = (in(0, 0xe0, 0xe0) && in(1, 0xa0, 0xbf)) || (in(0, 0xed, 0xed) && in(1, 0x80, 0x9f)) ||
                     (((in(0, 0xe1, 0xec)) || in(0, 0xee, 0xef)) && in(1, 0x80, 0xbf));
  if (three && in(2, 0x80, 0xbf)) return 3;
  const bool four = (in(0, 0xf0, 0xf0) && in(1, 0x90, 0xbf)) || (in(0, 0xf1, 0xf3) && in(1, 0x80, 0xbf)) ||
                    (in(0, 0xf4, 0xf4) && in(1, 0x80, 0x8f));
  return four_bytes && four && in(2, 0x80, 0xbf) && in(3, 0x80, 0xbf) ? 4 : 0;
}

/// Collects what passes through a buffer, and the largest piece.
class StringSink : public Sink {
 public:
  void write(std::string_view piece) override {
    text += piece;
    largest = piece.size() > largest ? piece.size() : largest;
  }
  std::string text;
  std::size_t largest = 0;
};

}  // namespace binlogdump
