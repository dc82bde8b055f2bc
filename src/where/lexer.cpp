#include "where/lexer.h"

#include <algorithm>
#include <array>

#include "binlogdump/ascii.h"
#include "binlogdump/row_condition.h"

namespace binlogdump::where {

namespace {

/// What may begin a name without backticks; digits may follow.
bool begins_word(char c) {
  return is_letter(c) || c == '_' || c == '$' || (c & '\x80') != 0;
}

}  // namespace

void Lexer::fail(std::string_view problem) const {
  throw ExpressionError(text_, std::min(position_, text_.size()), problem);
}

Token Lexer::next() {
  while (position_ < text_.size() && is_space(text_[position_])) ++position_;
  Token token;
  token.begin = position_;
  read_token(token);
  token.end = position_;
  return token;
}

void Lexer::read_token(Token& token) {
  if (position_ == text_.size()) return;
  const char c = at(position_);
  const char following = at(position_ + 1);
  if (following == '\'' && (to_lower(c) == 'x' || to_lower(c) == 'b')) return read_quoted_digits(token);
  if (c == '0' && (following == 'x' || following == 'b')) return read_prefixed_digits(token);
  if (begins_word(c)) return read_word(token);
  if (is_digit(c) || (c == '.' && is_digit(following))) return read_number(token);
  if (c == '\'' || c == '"') return read_text(token, c);
  if (c == '`') return read_name(token);
  if (c == '@') return read_index(token);
  read_symbol(token);
}

void Lexer::read_word(Token& token) {
  const std::size_t begin = position_;
  while (begins_word(at(position_)) || is_digit(at(position_))) ++position_;
  token.kind = TokenKind::kWord;
  token.value = text_.substr(begin, position_ - begin);
  if (at(position_) != '.') return;
  if (!same_name(token.value, "before") && !same_name(token.value, "after")) {
    fail("only before. and after. may stand before a column");
  }
  ++position_;
  token.kind = TokenKind::kQualifier;
}

void Lexer::read_index(Token& token) {
  ++position_;
  const std::size_t begin = position_;
  while (is_digit(at(position_))) ++position_;
  token.kind = TokenKind::kIndex;
  token.value = text_.substr(begin, position_ - begin);
  if (token.value.empty() || begins_word(at(position_))) fail("the number of a column is expected behind @");
}

void Lexer::read_number(Token& token) {
  const std::size_t begin = position_;
  const auto skip_digits = [this] {
    while (is_digit(at(position_))) ++position_;
  };
  skip_digits();
  if (at(position_) == '.') {
    ++position_;
    skip_digits();
  }
  if (to_lower(at(position_)) == 'e') {
    const bool has_sign = at(position_ + 1) == '-' || at(position_ + 1) == '+';
    position_ += has_sign ? 2 : 1;
    skip_digits();
  }
  token.kind = TokenKind::kNumber;
  token.value = text_.substr(begin, position_ - begin);
  if (!begins_word(at(position_))) return;
  position_ = begin;
  fail("neither a number nor a column; names that begin with a digit need `backticks`");
}

void Lexer::read_text(Token& token, char quote) {
  const std::size_t begin = position_++;
  token.kind = TokenKind::kText;
  while (true) {
    if (position_ >= text_.size()) {
      position_ = begin;
      fail("a quote without its end");
    }
    const char c = text_[position_++];
    if (c == '\\' && position_ < text_.size()) {
      read_escape(token.value);
    } else if (c != quote) {
      token.value += c;
    } else if (at(position_) == quote) {
      token.value += quote;
      ++position_;
    } else {
      return;
    }
  }
}

/// As MySQL has it: \% and \_ keep their backslash, which LIKE looks at; before other characters it means nothing.
void Lexer::read_escape(std::string& value) {
  constexpr std::string_view kLetters = "0bnrtZ";
  constexpr std::string_view kMeanings("\0\b\n\r\t\x1a", 6);
  const char c = text_[position_++];
  const std::size_t letter = kLetters.find(c);
  if (c == '%' || c == '_') value += '\\';
  value += letter == std::string_view::npos ? c : kMeanings[letter];
}

void Lexer::read_name(Token& token) {
  const std::size_t begin = position_++;
  token.kind = TokenKind::kName;
  while (position_ < text_.size()) {
    const char c = text_[position_++];
    if (c == '`' && at(position_) != '`') {
      if (token.value.empty()) break;
      return;
    }
    if (c == '`') ++position_;
    token.value += c;
  }
  position_ = begin;
  fail("a backtick without a name and its end");
}

void Lexer::read_quoted_digits(Token& token) {
  const std::size_t begin = position_ + 2;
  const std::size_t end = text_.find('\'', begin);
  if (end == std::string_view::npos) fail("a quote without its end");
  const bool hex = to_lower(text_[position_]) == 'x';
  const std::string_view digits = text_.substr(begin, end - begin);
  if (hex && digits.size() % 2 != 0) fail("an odd number of hexadecimal digits");
  set_bytes(token, hex, digits);
  position_ = end + 1;
}

void Lexer::read_prefixed_digits(Token& token) {
  const bool hex = at(position_ + 1) == 'x';
  std::size_t end = position_ + 2;
  while (begins_word(at(end)) || is_digit(at(end))) ++end;
  const std::string_view digits = text_.substr(position_ + 2, end - position_ - 2);
  if (digits.empty()) fail("no digits");
  set_bytes(token, hex, digits);
  position_ = end;
}

/// Digits that do not fill the first byte stand at its low end.
void Lexer::set_bytes(Token& token, bool hex, std::string_view digits) {
  const std::size_t per_byte = hex ? 2 : 8;
  const int base = hex ? 16 : 2;
  token.kind = TokenKind::kBytes;
  std::size_t left = digits.size();
  int byte = 0;
  for (const char c : digits) {
    const int digit = hex_value(c);
    if (digit < 0 || digit >= base) fail(hex ? "not only hexadecimal digits" : "not only digits 0 and 1");
    byte = byte * base + digit;
    if (--left % per_byte != 0) continue;
    token.value += static_cast<char>(byte);
    byte = 0;
  }
}

void Lexer::read_symbol(Token& token) {
  // Longer ones first.
  static constexpr std::array<std::string_view, 17> kSymbols = {"<=>", "==", "!=", "<>", "<=", ">=", "&&", "||", "=",
                                                                "<",   ">",  "!",  "(",  ")",  ",",  "-",  "+"};
  for (const std::string_view symbol : kSymbols) {
    if (!text_.substr(position_).starts_with(symbol)) continue;
    token.kind = TokenKind::kSymbol;
    token.value = symbol;
    position_ += symbol.size();
    return;
  }
  fail("a character that means nothing here");
}

}  // namespace binlogdump::where
