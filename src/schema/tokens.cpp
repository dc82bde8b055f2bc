#include "schema/tokens.h"

#include <fmt/format.h>

#include <algorithm>

namespace binlogdump {

namespace {

using Kind = SqlToken::Kind;

/// Letters, digits, _, $ and all that is not ASCII.
bool is_name_character(char c) {
  return is_digit(c) || is_letter(c) || c == '_' || c == '$' || !is_ascii(c);
}

/// What a backslash with this character stands for.
char unescaped(char c) {
  switch (c) {
    case '0':
      return '\0';
    case 'b':
      return '\b';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case 'Z':
      return '\x1a';
    default:
      return c;
  }
}

/// The text between quotes, which stand twice for themselves.
std::string unquoted(std::string_view quoted, bool backslash_escapes) {
  const char quote = quoted.front();
  std::string text;
  for (std::size_t i = 1; i < quoted.size(); ++i) {
    if (quoted[i] == quote && ++i >= quoted.size()) break;  // The closing one.
    if (backslash_escapes && quoted[i] == '\\' && i + 1 < quoted.size()) {
      text += unescaped(quoted[++i]);
    } else {
      text += quoted[i];
    }
  }
  return text;
}

}  // namespace

bool SqlToken::is_word(std::string_view keyword) const {
  return kind == Kind::kWord && same_name(text, keyword);
}

SqlTokens::SqlTokens(std::string_view text, bool backslash_escapes)
    : text_(text), backslash_escapes_(backslash_escapes) {
  // A mark that says that the text is UTF-8.
  if (text.starts_with("\xef\xbb\xbf")) at_ = 3;
}

bool SqlTokens::next_statement() {
  while (true) {
    while (!at_end()) advance();
    skip_space();
    if (at_ >= text_.size()) return false;
    if (at_delimiter()) {
      at_ += delimiter_.size();
      in_executable_comment_ = false;
      continue;
    }
    if (obey_delimiter()) continue;
    advance();
    if (!at_end()) return true;
  }
}

bool SqlTokens::obey_delimiter() {
  constexpr std::string_view kCommand = "DELIMITER ";
  if (!same_name(text_.substr(at_, kCommand.size()), kCommand)) return false;
  std::size_t begin = at_ + kCommand.size();
  while (begin < text_.size() && text_[begin] == ' ') ++begin;
  std::size_t end = begin;
  while (end < text_.size() && !is_space(text_[end])) ++end;
  if (end == begin) return false;
  delimiter_ = text_.substr(begin, end - begin);
  at_ = end;
  return true;
}

SqlToken SqlTokens::next() {
  const SqlToken taken = token_;
  if (!at_end()) {
    taken_end_ = at_;
    advance();
  }
  return taken;
}

void SqlTokens::advance() {
  skip_space();
  token_ = {.kind = Kind::kEnd, .text = text_.substr(at_, 0)};
  if (at_ >= text_.size() || at_delimiter()) return;
  const char first = text_[at_];
  if (first == '`') return read_quoted(first, Kind::kQuotedName);
  if (first == '\'' || first == '"') return read_quoted(first, Kind::kString);
  std::size_t end = at_ + 1;
  token_.kind = Kind::kSymbol;
  if (is_name_character(first)) {
    while (end < text_.size() && is_name_character(text_[end]) && !text_.substr(end).starts_with(delimiter_)) ++end;
    const std::string_view word = text_.substr(at_, end - at_);
    token_.kind = std::all_of(word.begin(), word.end(), is_digit) ? Kind::kNumber : Kind::kWord;
  }
  token_.text = text_.substr(at_, end - at_);
  at_ = end;
}

void SqlTokens::read_quoted(char quote, Kind kind) {
  const bool escapes = backslash_escapes_ && kind == Kind::kString;
  const char stops[] = {quote, '\\'};
  std::size_t end = at_ + 1;
  while (true) {
    end = text_.find_first_of(std::string_view(stops, escapes ? 2 : 1), end);
    if (end >= text_.size()) break;
    if (text_[end] == '\\') {
      end += 2;
    } else if (end + 1 < text_.size() && text_[end + 1] == quote) {
      end += 2;
    } else {
      break;
    }
  }
  end = end >= text_.size() ? text_.size() : end + 1;
  token_ = {.kind = kind, .text = text_.substr(at_, end - at_)};
  at_ = end;
}

void SqlTokens::skip_space() {
  while (true) {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    if (!skip_comment()) return;
  }
}

bool SqlTokens::skip_comment() {
  const std::string_view rest = text_.substr(at_, 4);
  if (in_executable_comment_ && rest.starts_with("*/")) {
    in_executable_comment_ = false;
    at_ += 2;
    return true;
  }
  if (rest.starts_with("/*!") || rest.starts_with("/*M!")) {
    at_ = text_.find('!', at_) + 1;
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    in_executable_comment_ = true;
    return true;
  }
  const bool to_line_end =
      rest.starts_with('#') || rest == "--" || (rest.starts_with("--") && static_cast<unsigned char>(rest[2]) <= ' ');
  if (!to_line_end && !rest.starts_with("/*")) return false;
  const std::size_t end = to_line_end ? text_.find('\n', at_) : text_.find("*/", at_ + 2);
  at_ = end == text_.npos ? text_.size() : end + (to_line_end ? 1 : 2);
  return true;
}

bool SqlTokens::accept(char symbol) {
  if (!token_.is_symbol(symbol)) return false;
  next();
  return true;
}

bool SqlTokens::accept(std::string_view keyword) {
  if (!token_.is_word(keyword)) return false;
  next();
  return true;
}

bool SqlTokens::accept(std::string_view first, std::string_view second) {
  if (!token_.is_word(first)) return false;
  SqlTokens ahead = *this;
  if (!ahead.accept(first) || !ahead.accept(second)) return false;
  *this = ahead;
  return true;
}

bool SqlTokens::accept(std::string_view first, std::string_view second, std::string_view third) {
  if (!token_.is_word(first)) return false;
  SqlTokens ahead = *this;
  if (!ahead.accept(first, second) || !ahead.accept(third)) return false;
  *this = ahead;
  return true;
}

void SqlTokens::expect(char symbol) {
  if (!accept(symbol)) fail(std::string_view(&symbol, 1));
}

void SqlTokens::expect(std::string_view keyword) {
  if (!accept(keyword)) fail(keyword);
}

std::string SqlTokens::name() {
  switch (token_.kind) {
    case Kind::kWord:
    case Kind::kNumber:  // Behind a dot a name may begin with digits, and be nothing else.
      return std::string(next().text);
    case Kind::kQuotedName:
      return unquoted(next().text, false);
    case Kind::kString:
      return string();  // As with ANSI_QUOTES.
    default:
      fail("a name");
  }
}

std::string SqlTokens::string() {
  if (token_.kind != Kind::kString) fail("a string");
  return unquoted(next().text, backslash_escapes_);
}

std::uint32_t SqlTokens::number(std::uint32_t most) {
  if (token_.kind != Kind::kNumber) fail("a number");
  std::uint64_t number = 0;
  for (const char digit : next().text) {
    number = std::min<std::uint64_t>(number * 10 + static_cast<std::uint64_t>(digit - '0'), most);
  }
  return static_cast<std::uint32_t>(number);
}

void SqlTokens::skip_parenthesis() {
  for (std::size_t depth = 1; depth > 0;) {
    if (at_end()) fail(")");
    const SqlToken token = next();
    if (token.is_symbol('(')) ++depth;
    if (token.is_symbol(')')) --depth;
  }
}

void SqlTokens::skip_item() {
  while (!at_end() && !token_.is_symbol(',') && !token_.is_symbol(')')) {
    if (next().is_symbol('(')) skip_parenthesis();
  }
}

void SqlTokens::fail(std::string_view wanted) const {
  constexpr std::size_t kMostShown = 40;
  if (at_end()) throw SqlError(fmt::format("{} expected at the end of the statement", wanted));
  throw SqlError(fmt::format("{} expected at \"{}\"", wanted, token_.text.substr(0, kMostShown)));
}

std::size_t SqlTokens::line() {
  const auto at = static_cast<std::size_t>(token_.text.data() - text_.data());
  line_ += static_cast<std::size_t>(std::count(text_.data() + counted_to_, text_.data() + at, '\n'));
  counted_to_ = at;
  return line_;
}

std::string_view SqlTokens::source_since(const SqlToken& from) const {
  const auto begin = static_cast<std::size_t>(from.text.data() - text_.data());
  return text_.substr(begin, taken_end_ - begin);
}

}  // namespace binlogdump
