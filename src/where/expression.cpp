#include "where/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "binlogdump/ascii.h"
#include "binlogdump/row_condition.h"
#include "where/case_folding.h"
#include "where/lexer.h"
#include "where/number.h"
#include "where/temporal_text.h"

namespace binlogdump {

namespace {

/// Characters of UTF-8.
std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & '\xc0') != '\x80'; }));
}

/// At most so many characters of UTF-8.
std::string shorten(std::string_view text, std::size_t characters) {
  std::size_t size = 0;
  while (size < text.size() && count_characters(text.substr(0, size + 1)) <= characters) ++size;
  return fmt::format("{}{}", text.substr(0, size), size == text.size() ? "" : "…");
}

std::string describe_place(std::string_view expression, std::size_t offset) {
  constexpr std::size_t kShown = 30;
  if (expression.empty()) return "the expression is empty";
  const std::string_view rest = expression.substr(offset);
  if (rest.empty()) return fmt::format("at the end of {}", shorten(expression, 4 * kShown));
  return fmt::format("at character {}, before {}", count_characters(expression.substr(0, offset)) + 1,
                     shorten(rest, kShown));
}

}  // namespace

ExpressionError::ExpressionError(std::string_view expression, std::size_t offset, std::string_view problem)
    : std::runtime_error(fmt::format("{}: {}", describe_place(expression, offset), problem)), offset_(offset) {}

namespace where {

namespace {

constexpr std::string_view kReserved[] = {"and", "or", "not", "like", "in", "between", "is", "null", "true", "false"};

bool is_reserved(std::string_view word) {
  return std::any_of(std::begin(kReserved), std::end(kReserved),
                     [&](std::string_view reserved) { return same_name(word, reserved); });
}

class Parser {
 public:
  Parser(std::string_view text, Expression& expression) : lexer_(text), expression_(expression) { advance(); }

  Node parse() {
    Node node = parse_or();
    if (token_.kind != TokenKind::kEnd) fail("AND, OR or the end is expected");
    return node;
  }

 private:
  [[noreturn]] void fail(std::string_view problem) const {
    throw ExpressionError(lexer_.text(), token_.begin, problem);
  }

  void advance() {
    end_ = token_.end;
    token_ = lexer_.next();
  }
  bool is_symbol(std::string_view symbol) const { return token_.kind == TokenKind::kSymbol && token_.value == symbol; }
  bool is_word(std::string_view word) const { return token_.kind == TokenKind::kWord && same_name(token_.value, word); }
  bool accept_symbol(std::string_view symbol) {
    if (!is_symbol(symbol)) return false;
    advance();
    return true;
  }
  bool accept_word(std::string_view word) {
    if (!is_word(word)) return false;
    advance();
    return true;
  }

  // --- conditions

  /// One of a list, or the list itself.
  template <class Separator, class Parse>
  Node parse_list(Node::Kind kind, Separator accept_separator, Parse parse_one) {
    Node first = parse_one();
    if (!accept_separator()) return first;
    Node list{.kind = kind};
    list.children.push_back(std::move(first));
    do {
      list.children.push_back(parse_one());
    } while (accept_separator());
    return list;
  }

  Node parse_or() {
    return parse_list(
        Node::Kind::kOr, [this] { return accept_word("or") || accept_symbol("||"); }, [this] { return parse_and(); });
  }

  Node parse_and() {
    return parse_list(
        Node::Kind::kAnd, [this] { return accept_word("and") || accept_symbol("&&"); }, [this] { return parse_not(); });
  }

  Node parse_not() {
    bool negated = false;
    while (accept_word("not") || accept_symbol("!")) negated = !negated;
    Node node = parse_primary();
    return negated ? negate(std::move(node)) : node;
  }

  static Node negate(Node node) {
    Node negation{.kind = Node::Kind::kNot};
    negation.children.push_back(std::move(node));
    return negation;
  }

  Node parse_primary() {
    if (!is_symbol("(")) return parse_predicate();
    if (++depth_ > kMaxDepth) fail("too many parentheses inside each other");
    advance();
    Node node = parse_or();
    if (!accept_symbol(")")) fail("AND, OR or a closing parenthesis is expected");
    --depth_;
    return node;
  }

  Node make_predicate(Node::Kind kind, std::vector<Operand> operands) {
    return {.kind = kind,
            .children = {},
            .relation = Relation::kEqual,
            .operands = std::move(operands),
            .predicate = expression_.predicate_count++};
  }

  Node make_comparison(Relation relation, std::vector<Operand> operands) {
    Node node = make_predicate(Node::Kind::kCompare, std::move(operands));
    node.relation = relation;
    return node;
  }

  Node parse_predicate() {
    Operand left = parse_operand();
    Relation relation{};
    if (accept_relation(relation)) return make_comparison(relation, {std::move(left), parse_operand()});
    if (accept_word("is")) {
      const bool negated = accept_word("not");
      if (!accept_word("null")) fail("NULL is expected");
      Node node = make_predicate(Node::Kind::kIsNull, {std::move(left)});
      return negated ? negate(std::move(node)) : node;
    }
    if (accept_word("not")) return negate(parse_ranged(std::move(left), "LIKE, IN or BETWEEN is expected"));
    if (is_word("like") || is_word("in") || is_word("between")) return parse_ranged(std::move(left), {});
    if (!left.is_column && left.literal.kind != Literal::Kind::kNumber && left.literal.kind != Literal::Kind::kNull) {
      fail("an operator is expected");
    }
    Operand zero;
    zero.literal = {.kind = Literal::Kind::kNumber, .text = "0"};
    zero.shown = "0";
    return make_comparison(Relation::kNotEqual, {std::move(left), std::move(zero)});
  }

  Node parse_ranged(Operand left, std::string_view otherwise) {
    if (accept_word("like")) {
      if (token_.kind != TokenKind::kText) fail("a quoted text is expected behind LIKE");
      return make_predicate(Node::Kind::kLike, {std::move(left), parse_operand()});
    }
    if (accept_word("in")) return make_comparison(Relation::kEqual, parse_members(std::move(left)));
    if (!accept_word("between")) fail(otherwise);
    Node range{.kind = Node::Kind::kAnd};
    range.children.push_back(make_comparison(Relation::kGreaterOrEqual, {left, parse_operand()}));
    if (!accept_word("and")) fail("AND is expected between the two ends of BETWEEN");
    range.children.push_back(make_comparison(Relation::kLessOrEqual, {std::move(left), parse_operand()}));
    return range;
  }

  std::vector<Operand> parse_members(Operand left) {
    if (!accept_symbol("(")) fail("( is expected behind IN");
    std::vector<Operand> operands = {std::move(left)};
    do {
      operands.push_back(parse_operand());
    } while (accept_symbol(","));
    if (!accept_symbol(")")) fail("a comma or ) is expected");
    return operands;
  }

  bool accept_relation(Relation& relation) {
    static constexpr std::pair<std::string_view, Relation> kRelations[] = {
        {"=", Relation::kEqual},
        {"==", Relation::kEqual},
        {"!=", Relation::kNotEqual},
        {"<>", Relation::kNotEqual},
        {"<", Relation::kLess},
        {"<=", Relation::kLessOrEqual},
        {">", Relation::kGreater},
        {">=", Relation::kGreaterOrEqual},
        {"<=>", Relation::kNullSafeEqual},
    };
    for (const auto& [symbol, meaning] : kRelations) {
      if (!accept_symbol(symbol)) continue;
      relation = meaning;
      return true;
    }
    return false;
  }

  // --- operands

  Operand parse_operand() {
    const std::size_t begin = token_.begin;
    Operand operand = parse_bare_operand();
    operand.shown = lexer_.text().substr(begin, end_ - begin);
    return operand;
  }

  Operand parse_bare_operand() {
    switch (token_.kind) {
      case TokenKind::kWord:
        return parse_word();
      case TokenKind::kQualifier: {
        const Image image = same_name(token_.value, "before") ? Image::kBefore : Image::kAfter;
        advance();
        if (token_.kind == TokenKind::kQualifier) fail("a column is expected");
        return parse_column(image);
      }
      case TokenKind::kName:
      case TokenKind::kIndex:
        return parse_column(Image::kEither);
      case TokenKind::kText:
        return take_literal(Literal::Kind::kText);
      case TokenKind::kBytes:
        return take_literal(Literal::Kind::kBytes);
      case TokenKind::kNumber:
        return parse_number_literal("");
      case TokenKind::kSymbol:
        if (accept_symbol("-")) return parse_number_literal("-");
        if (accept_symbol("+")) return parse_number_literal("");
        break;
      case TokenKind::kEnd:
        break;
    }
    fail("a column or a value is expected");
  }

  Operand take_literal(Literal::Kind kind) {
    Operand operand;
    operand.literal = {.kind = kind, .text = std::move(token_.value)};
    advance();
    return operand;
  }

  Operand parse_number_literal(std::string_view sign) {
    if (token_.kind != TokenKind::kNumber) fail("a number is expected behind the sign");
    Number number;
    if (!parse_number(token_.value, number)) fail("no number");
    token_.value = fmt::format("{}{}", sign, token_.value);
    return take_literal(Literal::Kind::kNumber);
  }

  Operand parse_word() {
    if (accept_word("null")) return {};
    if (is_word("true") || is_word("false")) {
      token_.value = std::string(1, is_word("true") ? '1' : '0');
      return take_literal(Literal::Kind::kNumber);
    }
    if (is_reserved(token_.value)) fail("a column or a value is expected; reserved words need `backticks`");
    // A column may have one of these names, too.
    for (const std::string_view type : {"date", "time", "timestamp"}) {
      if (is_word(type) && Lexer(lexer_).next().kind == TokenKind::kText) return parse_temporal(type);
    }
    return parse_column(Image::kEither);
  }

  Operand parse_temporal(std::string_view type) {
    advance();
    DateTime datetime;
    std::int64_t microseconds = 0;
    const bool sound = type == "time" ? parse_time(token_.value, microseconds) : parse_datetime(token_.value, datetime);
    if (!sound) fail(fmt::format("no {}", type));
    return take_literal(Literal::Kind::kText);
  }

  Operand parse_column(Image image) {
    ColumnName column;
    if (token_.kind == TokenKind::kIndex) {
      constexpr std::size_t kBeyondAll = 1'000'000'000;
      column.number = kBeyondAll;
      const std::string& digits = token_.value;
      std::from_chars(digits.data(), digits.data() + digits.size(), column.number);
      if (column.number == 0) fail("the first column is @1");
    } else if (token_.kind == TokenKind::kWord || token_.kind == TokenKind::kName) {
      column.name = folded(token_.value);
    } else {
      fail("a column is expected");
    }
    column.shown = lexer_.text().substr(token_.begin, token_.end - token_.begin);
    advance();
    if (image == Image::kEither) expression_.has_either = true;
    Operand operand;
    operand.is_column = true;
    operand.image = image;
    operand.column = index_of(std::move(column));
    return operand;
  }

  std::size_t index_of(ColumnName column) {
    std::vector<ColumnName>& columns = expression_.columns;
    const auto same = std::find_if(columns.begin(), columns.end(), [&](const ColumnName& known) {
      return known.name == column.name && known.number == column.number;
    });
    if (same != columns.end()) return static_cast<std::size_t>(same - columns.begin());
    columns.push_back(std::move(column));
    return columns.size() - 1;
  }

  Lexer lexer_;
  Expression& expression_;
  Token token_;
  std::size_t end_ = 0;  ///< Of the token before.
  int depth_ = 0;
};

}  // namespace

void parse_alternative(std::string_view text, Expression& expression) {
  expression.root.kind = Node::Kind::kOr;
  expression.root.children.push_back(Parser(text, expression).parse());
}

}  // namespace where

}  // namespace binlogdump
