#include "pipeline/statement_kind.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "binlogdump/ascii.h"
#include "printers/session_text.h"

namespace binlogdump {

namespace {

constexpr std::pair<std::string_view, StatementKind> kFirstWords[] = {{"INSERT", StatementKind::kInsert},
                                                                      {"REPLACE", StatementKind::kInsert},
                                                                      {"LOAD", StatementKind::kInsert},
                                                                      {"UPDATE", StatementKind::kUpdate},
                                                                      {"DELETE", StatementKind::kDelete},
                                                                      {"CREATE", StatementKind::kDdl},
                                                                      {"ALTER", StatementKind::kDdl},
                                                                      {"DROP", StatementKind::kDdl},
                                                                      {"RENAME", StatementKind::kDdl},
                                                                      {"TRUNCATE", StatementKind::kDdl},
                                                                      {"BEGIN", StatementKind::kTransaction},
                                                                      {"COMMIT", StatementKind::kTransaction},
                                                                      {"XA", StatementKind::kTransaction},
                                                                      {"ROLLBACK", StatementKind::kTransaction},
                                                                      {"SAVEPOINT", StatementKind::kTransaction}};

/// Letters, digits, _, $ and all that is not ASCII.
bool is_name_character(char c) {
  return is_letter(c) || is_digit(c) || c == '_' || c == '$' || (c & '\x80') != 0;
}

/// Hands out the words of a statement outside of comments, strings, quoted names and parentheses. (Of each statement of
/// a log one word is wanted, most often; SqlTokens take twice the time.)
class Words {
 public:
  explicit Words(Bytes sql) : sql_(sql) {}

  /// Empty at the end.
  Bytes next() {
    while (at_ < sql_.size()) {
      const char c = sql_[at_];
      if (is_name_character(c)) {
        const std::size_t begin = at_;
        while (at_ < sql_.size() && is_name_character(sql_[at_])) ++at_;
        if (depth_ == 0) return sql_.substr(begin, at_ - begin);
      } else if (c == '\'' || c == '"' || c == '`') {
        skip_quoted(c);
      } else if (starts_comment()) {
        skip_comment();
      } else {
        if (c == '(') ++depth_;
        if (c == ')' && depth_ > 0) --depth_;
        ++at_;
      }
    }
    return {};
  }

 private:
  bool starts_comment() const {
    const Bytes rest = sql_.substr(at_);
    return rest.starts_with("/*") || rest.starts_with("#") || rest.starts_with("-- ") || rest.starts_with("--\t") ||
           rest.starts_with("--\n");
  }

  void skip_comment() {
    const Bytes rest = sql_.substr(at_);
    if (rest.starts_with("/*!")) {
      // What is in it is executed; its version is no word.
      at_ = std::min(sql_.find_first_not_of("0123456789", at_ + 3), sql_.size());
      return;
    }
    const std::string_view ending = rest.starts_with("/*") ? "*/" : "\n";
    const std::size_t end = sql_.find(ending, at_ + (rest.starts_with("/*") ? 2 : 1));
    at_ = end == Bytes::npos ? sql_.size() : end + ending.size();
  }

  /// A quote that stands twice for itself looks like two strings, which comes to the same.
  void skip_quoted(char quote) {
    for (++at_; at_ < sql_.size() && sql_[at_] != quote; ++at_) {
      if (sql_[at_] == '\\' && quote != '`') ++at_;
    }
    if (at_ < sql_.size()) ++at_;
  }

  Bytes sql_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
};

StatementKind kind_of_word(Bytes word) {
  for (const auto& [first, kind] : kFirstWords) {
    if (same_name(word, first)) return kind;
  }
  return StatementKind::kOther;
}

}  // namespace

StatementKind statement_kind(Bytes sql) {
  if (is_transaction_keyword(sql)) return StatementKind::kTransaction;
  Words words(sql);
  Bytes word = words.next();
  if (!same_name(word, "WITH")) return kind_of_word(word);
  // The common table expressions stand in parentheses.
  for (word = words.next(); !word.empty(); word = words.next()) {
    const StatementKind kind = kind_of_word(word);
    if (kind == StatementKind::kInsert || kind == StatementKind::kUpdate || kind == StatementKind::kDelete) return kind;
  }
  return StatementKind::kOther;
}

}  // namespace binlogdump
