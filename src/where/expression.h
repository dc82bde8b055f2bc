#pragma once
// An expression over columns as a tree.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace binlogdump::where {

/// Which image of a row a column is looked up in.
enum class Image : std::uint8_t {
  kEither,  ///< No qualifier: the whole expression is asked for each image.
  kBefore,
  kAfter,
};

struct ColumnName {
  std::string name;        ///< With its case folded; empty for @N.
  std::size_t number = 0;  ///< N of @N.
  std::string shown;       ///< As written, without qualifier.
};

struct Literal {
  enum class Kind : std::uint8_t {
    kNull,
    kNumber,  ///< `text` in plain notation, with its sign.
    kText,
    kBytes,
  };
  Kind kind = Kind::kNull;
  std::string text;
};

/// What is compared: a column, or a literal.
struct Operand {
  bool is_column = false;
  std::size_t column = 0;  ///< Index in Expression::columns.
  Image image = Image::kEither;
  Literal literal;
  std::string shown;  ///< As written.
};

enum class Relation : std::uint8_t {
  kEqual,
  kNotEqual,
  kLess,
  kLessOrEqual,
  kGreater,
  kGreaterOrEqual,
  kNullSafeEqual
};

struct Node {
  enum class Kind : std::uint8_t {
    kAnd,
    kOr,
    kNot,
    kCompare,  ///< The first operand with each of the others: whether it has the relation to one of them.
    kLike,     ///< The first operand with the pattern, which is the second.
    kIsNull,
  };
  Kind kind = Kind::kAnd;
  std::vector<Node> children = {};  ///< Of kAnd, kOr, kNot.
  Relation relation = Relation::kEqual;
  std::vector<Operand> operands = {};
  std::size_t predicate = 0;  ///< Number of a node that has operands.
};

struct Expression {
  Node root;
  std::vector<ColumnName> columns;  ///< Each once.
  std::size_t predicate_count = 0;
  bool has_either = false;  ///< Whether a column has no qualifier.
};

/// Parentheses may be nested this deep.
inline constexpr int kMaxDepth = 100;

/// Adds one more to the alternatives that are the root of `expression`. Throws ExpressionError.
void parse_alternative(std::string_view text, Expression& expression);

}  // namespace binlogdump::where
