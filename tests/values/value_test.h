#pragma once
// What the tests of values share: bytes from hex, bytes on the heap with nothing around them (so that a sanitizer sees
// every read outside), and the text that an append function leaves.

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
