#pragma once
// The words of an expression.

#include <cstdint>
#include <string>
#include <string_view>

namespace binlogdump::where {

enum class TokenKind : std::uint8_t {
  kEnd,
  kWord,       ///< A keyword or a column.
  kName,       ///< `column`
  kQualifier,  ///< before. or after.
  kIndex,      ///< @N
  kNumber,     ///< Without a sign.
  kText,       ///< 'text' or "text"
  kBytes,      ///< 0x.., x'..', 0b.., b'..'
  kSymbol,
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string value;  ///< Of a name, a text and bytes what they stand for, of @N the N, else as written.
};

/// Takes an expression apart. Throws ExpressionError where there is no word of any kind.
class Lexer {
 public:
  explicit Lexer(std::string_view expression) : text_(expression) {}
  Token next();
  /// Everything; the tokens' offsets count in it.
  std::string_view text() const { return text_; }

 private:
  char at(std::size_t position) const { return position < text_.size() ? text_[position] : '\0'; }
  void fail(std::string_view problem) const;
  void read_token(Token& token);
  void read_word(Token& token);
  void read_index(Token& token);
  void read_number(Token& token);
  void read_text(Token& token, char quote);
  void read_escape(std::string& value);
  void read_name(Token& token);
  void read_quoted_digits(Token& token);
  void read_prefixed_digits(Token& token);
  void set_bytes(Token& token, bool hex, std::string_view digits);
  void read_symbol(Token& token);

  std::string_view text_;
  std::size_t position_ = 0;
};

}  // namespace binlogdump::where
