#pragma once
// The tokens of MySQL's SQL, as far as CREATE TABLE and its like need them.

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "binlogdump/ascii.h"

namespace binlogdump {

/// A statement can't be understood; what() says what is wrong, in words that follow the statement's name.
class SqlError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// One token; `text` is part of the source. The end of a statement is a token too, with an empty text.
struct SqlToken {
  enum class Kind : std::uint8_t {
    kEnd,         ///< Of the statement.
    kWord,        ///< A name or keyword without quotes.
    kQuotedName,  ///< In backticks.
    kString,      ///< In ' or ".
    kNumber,      ///< Digits only.
    kSymbol,      ///< Any other character.
  };
  Kind kind = Kind::kEnd;
  std::string_view text;

  bool is_symbol(char symbol) const { return kind == Kind::kSymbol && text.front() == symbol; }
  /// Whether it is this keyword, which is given in capitals.
  bool is_word(std::string_view keyword) const;
};

/// Goes through a text of statements. Comments are passed over, but executable ones (/*!50100 ... */) count as if their
/// text stood there by itself, whatever the version. Copies are cheap, and go on from where the original was.
class SqlTokens {
 public:
  explicit SqlTokens(std::string_view text, bool backslash_escapes = true);

  /// Goes to the first token of the next statement that is not empty; false if there is none. DELIMITER commands of the
  /// client are obeyed.
  bool next_statement();
  /// The token that next() takes. At the end of a statement it stays the same.
  const SqlToken& peek() const { return token_; }
  SqlToken next();
  bool at_end() const { return token_.kind == SqlToken::Kind::kEnd; }

  /// Takes the next token if it is that.
  bool accept(char symbol);
  bool accept(std::string_view keyword);
  /// Takes two or three tokens if all are there.
  bool accept(std::string_view first, std::string_view second);
  bool accept(std::string_view first, std::string_view second, std::string_view third);
  /// Takes the next token; throws SqlError if it is another.
  void expect(char symbol);
  void expect(std::string_view keyword);

  /// A name, quoted in any way or not.
  std::string name();
  /// A string in quotes, with what its escapes stand for.
  std::string string();
  /// A number; what is larger than any that counts is `most`.
  std::uint32_t number(std::uint32_t most = 0xffffffff);

  /// Passes over what is in parentheses, the first of which has been taken.
  void skip_parenthesis();
  /// Passes over everything up to the next comma or closing parenthesis of this level.
  void skip_item();
  /// Throws SqlError that names the next token.
  [[noreturn]] void fail(std::string_view wanted) const;

  /// Line of the next token, from 1. Counts from where it was asked last.
  std::size_t line();
  /// The source from the token `from`, which was taken before, up to the token taken last.
  std::string_view source_since(const SqlToken& from) const;

 private:
  void advance();
  void skip_space();
  /// Behind a comment if one begins here.
  bool skip_comment();
  void read_quoted(char quote, SqlToken::Kind kind);
  bool obey_delimiter();
  bool at_delimiter() const { return text_.substr(at_).starts_with(delimiter_); }

  std::string_view text_;
  std::size_t at_ = 0;         ///< Behind token_.
  std::size_t taken_end_ = 0;  ///< Behind the token taken last.
  std::string_view delimiter_ = ";";
  std::size_t counted_to_ = 0;  ///< Up to where line() has counted.
  std::size_t line_ = 1;
  bool backslash_escapes_;
  bool in_executable_comment_ = false;
  SqlToken token_;
};

}  // namespace binlogdump
