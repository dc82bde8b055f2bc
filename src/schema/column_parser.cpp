#include "schema/column_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace binlogdump {

namespace {

/// What may stand in parentheses behind a type.
enum class Arguments : std::uint8_t {
  kNone,      ///< Nothing that counts, such as the width of an integer.
  kLength,    ///< One number; TypeName::value without it.
  kFraction,  ///< Fraction digits.
  kDecimal,   ///< Precision and scale.
  kFloat,     ///< Bits of precision, or digits, which do not count.
  kLob,       ///< What must fit at least; TypeName::value are the length bytes without it.
  kLabels,
  kGeometry,  ///< None; TypeName::value is the type as in the metadata.
};

constexpr std::uint64_t kUtf8mb3Collation = 33;

struct TypeName {
  std::string_view name;
  ColumnType type;
  Arguments arguments = Arguments::kNone;
  std::uint32_t value = 0;
  std::uint64_t collation = 0;  ///< Where the type says it.
};

constexpr TypeName kTypes[] = {
    {"TINYINT", MYSQL_TYPE_TINY},
    {"INT1", MYSQL_TYPE_TINY},
    {"BOOL", MYSQL_TYPE_TINY},
    {"BOOLEAN", MYSQL_TYPE_TINY},
    {"SMALLINT", MYSQL_TYPE_SHORT},
    {"INT2", MYSQL_TYPE_SHORT},
    {"MEDIUMINT", MYSQL_TYPE_INT24},
    {"MIDDLEINT", MYSQL_TYPE_INT24},
    {"INT3", MYSQL_TYPE_INT24},
    {"INT", MYSQL_TYPE_LONG},
    {"INTEGER", MYSQL_TYPE_LONG},
    {"INT4", MYSQL_TYPE_LONG},
    {"BIGINT", MYSQL_TYPE_LONGLONG},
    {"INT8", MYSQL_TYPE_LONGLONG},
    {"SERIAL", MYSQL_TYPE_LONGLONG},
    {"FLOAT", MYSQL_TYPE_FLOAT, Arguments::kFloat},
    {"FLOAT4", MYSQL_TYPE_FLOAT},
    {"DOUBLE", MYSQL_TYPE_DOUBLE},
    {"FLOAT8", MYSQL_TYPE_DOUBLE},
    {"REAL", MYSQL_TYPE_DOUBLE},
    {"DECIMAL", MYSQL_TYPE_NEWDECIMAL, Arguments::kDecimal},
    {"DEC", MYSQL_TYPE_NEWDECIMAL, Arguments::kDecimal},
    {"NUMERIC", MYSQL_TYPE_NEWDECIMAL, Arguments::kDecimal},
    {"FIXED", MYSQL_TYPE_NEWDECIMAL, Arguments::kDecimal},
    {"BIT", MYSQL_TYPE_BIT, Arguments::kLength, 1},
    {"DATE", MYSQL_TYPE_DATE},
    {"YEAR", MYSQL_TYPE_YEAR},
    {"TIME", MYSQL_TYPE_TIME2, Arguments::kFraction},
    {"DATETIME", MYSQL_TYPE_DATETIME2, Arguments::kFraction},
    {"TIMESTAMP", MYSQL_TYPE_TIMESTAMP2, Arguments::kFraction},
    {"CHAR", MYSQL_TYPE_STRING, Arguments::kLength, 1},
    {"CHARACTER", MYSQL_TYPE_STRING, Arguments::kLength, 1},
    {"NCHAR", MYSQL_TYPE_STRING, Arguments::kLength, 1, kUtf8mb3Collation},
    {"BINARY", MYSQL_TYPE_STRING, Arguments::kLength, 1, kBinaryCollation},
    {"VARCHAR", MYSQL_TYPE_VARCHAR, Arguments::kLength},
    {"VARCHARACTER", MYSQL_TYPE_VARCHAR, Arguments::kLength},
    {"NVARCHAR", MYSQL_TYPE_VARCHAR, Arguments::kLength, 0, kUtf8mb3Collation},
    {"VARBINARY", MYSQL_TYPE_VARCHAR, Arguments::kLength, 0, kBinaryCollation},
    {"TINYBLOB", MYSQL_TYPE_BLOB, Arguments::kLob, 1, kBinaryCollation},
    {"BLOB", MYSQL_TYPE_BLOB, Arguments::kLob, 2, kBinaryCollation},
    {"MEDIUMBLOB", MYSQL_TYPE_BLOB, Arguments::kLob, 3, kBinaryCollation},
    {"LONGBLOB", MYSQL_TYPE_BLOB, Arguments::kLob, 4, kBinaryCollation},
    {"TINYTEXT", MYSQL_TYPE_BLOB, Arguments::kLob, 1},
    {"TEXT", MYSQL_TYPE_BLOB, Arguments::kLob, 2},
    {"MEDIUMTEXT", MYSQL_TYPE_BLOB, Arguments::kLob, 3},
    {"LONGTEXT", MYSQL_TYPE_BLOB, Arguments::kLob, 4},
    {"ENUM", MYSQL_TYPE_ENUM, Arguments::kLabels},
    {"SET", MYSQL_TYPE_SET, Arguments::kLabels},
    {"JSON", MYSQL_TYPE_JSON},
    {"GEOMETRY", MYSQL_TYPE_GEOMETRY, Arguments::kGeometry, 0},
    {"POINT", MYSQL_TYPE_GEOMETRY, Arguments::kGeometry, 1},
    {"LINESTRING", MYSQL_TYPE_GEOMETRY, Arguments::kGeometry, 2},
    {"POLYGON", MYSQL_TYPE_GEOMETRY, Arguments::kGeometry, 3},
    {"MULTIPOINT", MYSQL_TYPE_GEOMETRY, Arguments::kGeometry, 4},
    {"MULTILINESTRING", MYSQL_TYPE_GEOMETRY, Arguments::kGeometry, 5},
    {"MULTIPOLYGON", MYSQL_TYPE_GEOMETRY, Arguments::kGeometry, 6},
    {"GEOMETRYCOLLECTION", MYSQL_TYPE_GEOMETRY, Arguments::kGeometry, 7},
    {"GEOMCOLLECTION", MYSQL_TYPE_GEOMETRY, Arguments::kGeometry, 7},
    {"VECTOR", MYSQL_TYPE_VECTOR, Arguments::kLength, 2048, kBinaryCollation},
};

const TypeName* find_type(std::string_view name) {
  const auto* found = std::find_if(std::begin(kTypes), std::end(kTypes),
                                   [&](const TypeName& type) { return same_name(type.name, name); });
  return found != std::end(kTypes) ? found : nullptr;
}

class ColumnParser {
 public:
  ColumnParser(SqlTokens& tokens, const StatementSettings& settings) : in_(tokens), settings_(settings) {}

  ParsedColumn parse(std::string name) {
    column_.name = std::move(name);
    parse_type();
    while (!in_.at_end() && !in_.peek().is_symbol(',') && !in_.peek().is_symbol(')')) parse_attribute();
    return std::move(parsed_);
  }

 private:
  void parse_type() {
    if (in_.peek().kind != SqlToken::Kind::kWord) in_.fail("a type");
    const SqlToken first = in_.peek();
    const TypeName* type = read_type_name();
    if (type == nullptr) {
      if (in_.accept('(')) in_.skip_parenthesis();
    } else {
      column_.type = type->type;
      if (type->collation != 0) set_collation(type->collation);
      if (type->arguments == Arguments::kGeometry) column_.geometry_type = type->value;
      if (type->arguments == Arguments::kLength) column_.length = type->value;
      if (type->arguments == Arguments::kLob) column_.length = type->value;
      if (type->arguments == Arguments::kLabels) column_.type_text = type->name;
      column_.is_unsigned = same_name(first.text, "SERIAL");
      parse_arguments(type->arguments);
    }
    constexpr std::size_t kMostShown = 64;
    if (column_.type_text.empty()) column_.type_text = in_.source_since(first).substr(0, kMostShown);
    for (char& c : column_.type_text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 0x20) : c;
  }

  /// nullptr for a type that is not known here.
  const TypeName* read_type_name() {
    if (in_.accept("LONG")) {
      if (in_.accept("VARBINARY")) return find_type("MEDIUMBLOB");
      if (in_.accept("CHAR") || in_.accept("CHARACTER")) in_.expect("VARYING");
      in_.accept("VARCHAR");
      return find_type("MEDIUMTEXT");
    }
    const bool national = in_.accept("NATIONAL");
    const TypeName* type = find_type(in_.next().text);
    if (type == nullptr) return nullptr;
    in_.accept("PRECISION");
    if (type->name == "REAL" && settings_.real_is_float) type = find_type("FLOAT4");
    if (type->name == "CHAR" || type->name == "CHARACTER" || type->name == "NCHAR") {
      const bool varying = in_.accept("VARYING") || in_.accept("VARCHAR");
      const bool is_national = national || type->name == "NCHAR";
      if (varying) return find_type(is_national ? "NVARCHAR" : "VARCHAR");
      if (is_national) return find_type("NCHAR");
    }
    return national && type->name == "VARCHAR" ? find_type("NVARCHAR") : type;
  }

  void parse_arguments(Arguments arguments) {
    constexpr std::uint32_t kDefaultPrecision = 10;
    if (arguments == Arguments::kDecimal) column_.length = kDefaultPrecision;
    if (!in_.accept('(')) {
      if (arguments == Arguments::kLabels) in_.fail("(");
      return;
    }
    if (arguments == Arguments::kLabels) return parse_labels();
    if (arguments == Arguments::kNone || arguments == Arguments::kGeometry) return in_.skip_parenthesis();
    const std::uint32_t first = in_.number();
    const bool has_second = in_.accept(',');
    const std::uint32_t second = has_second ? in_.number() : 0;
    in_.expect(')');
    switch (arguments) {
      case Arguments::kLob:
        if (first == 0) break;
        column_.length = 0;
        column_.least_room = first;
        break;
      case Arguments::kDecimal:
        column_.length = first == 0 ? kDefaultPrecision : first;
        column_.scale = second;
        break;
      case Arguments::kFloat: {
        constexpr std::uint32_t kFloatBits = 24;
        if (!has_second && first > kFloatBits) column_.type = MYSQL_TYPE_DOUBLE;
        break;
      }
      default:
        column_.length = first;
    }
  }

  void parse_labels() {
    do {
      if (column_.labels.size() == kMaxLabels) throw SqlError("more labels than an ENUM can have");
      // An introducer such as _utf8mb4 or N changes nothing here.
      if (in_.peek().kind == SqlToken::Kind::kWord) in_.next();
      column_.labels.push_back(in_.string());
      // As the server does: blanks at the end are no part of a label.
      column_.labels.back().erase(column_.labels.back().find_last_not_of(' ') + 1);
    } while (in_.accept(','));
    in_.expect(')');
  }

  void parse_attribute() {
    if (in_.accept("UNSIGNED") || in_.accept("ZEROFILL")) {
      column_.is_unsigned = true;
    } else if (in_.accept("CHARSET") || in_.accept("CHARACTER", "SET") || in_.accept("CHAR", "SET")) {
      set_collation(parse_charset(in_, settings_));
    } else if (in_.accept("COLLATE")) {
      // An unknown one leaves what CHARACTER SET said.
      if (const std::uint64_t collation = parse_collation(in_); collation != 0) set_collation(collation);
    } else if (in_.accept("BINARY")) {
      parsed_.binary_collation = true;
    } else if (in_.accept("BYTE")) {
      set_collation(kBinaryCollation);
    } else if (in_.accept("ASCII")) {
      set_collation(default_collation("latin1")->id);
    } else if (in_.accept("UNICODE")) {
      set_collation(default_collation("ucs2")->id);
    } else if (in_.accept("INVISIBLE")) {
      column_.visible = false;
    } else if (in_.accept("UNIQUE")) {
      in_.accept("KEY");
    } else if (in_.accept("PRIMARY", "KEY") || in_.accept("PRIMARY") || in_.accept("KEY")) {
      parsed_.is_primary_key = true;
    } else if (in_.accept("FIRST")) {
      parsed_.place = ParsedColumn::Place::kFirst;
    } else if (in_.accept("AFTER")) {
      parsed_.place = ParsedColumn::Place::kAfter;
      parsed_.after = in_.name();
    } else {
      skip_attribute();
    }
  }

  /// Another attribute, or a part of one; a default value goes with its word, as it may look like an attribute.
  void skip_attribute() {
    const SqlToken token = in_.next();
    if (token.is_symbol('(')) return in_.skip_parenthesis();
    if (!token.is_word("DEFAULT") && !token.is_word("REFERENCES")) return;
    const SqlToken& value = in_.peek();
    if (value.kind != SqlToken::Kind::kSymbol) in_.next();
  }

  void set_collation(std::uint64_t collation) {
    column_.collation = collation;
    parsed_.charset_given = true;
  }

  SqlTokens& in_;
  const StatementSettings& settings_;
  ParsedColumn parsed_;
  SchemaColumn& column_ = parsed_.column;
};

}  // namespace

ParsedColumn parse_column(SqlTokens& tokens, std::string name, const StatementSettings& settings) {
  return ColumnParser(tokens, settings).parse(std::move(name));
}

std::uint64_t parse_charset(SqlTokens& tokens, const StatementSettings& settings) {
  const std::string name = tokens.name();
  const Collation* collation = default_collation(name);
  if (collation == nullptr) return 0;
  return collation->charset == "utf8mb4" ? settings.utf8mb4_collation : collation->id;
}

std::uint64_t parse_collation(SqlTokens& tokens) {
  const Collation* collation = find_collation(tokens.name());
  return collation != nullptr ? collation->id : 0;
}

TableSchema::SharedColumn ParsedColumn::finish(std::uint64_t table_collation) const {
  auto finished = std::make_shared<SchemaColumn>(column);
  if (finished->is_text()) {
    if (!charset_given) finished->collation = table_collation;
    const Collation* collation = find_collation(finished->collation);
    if (binary_collation && collation != nullptr) {
      const Collation* binary = find_collation(fmt::format("{}_bin", collation->charset));
      if (binary != nullptr) finished->collation = binary->id;
    }
  }
  finished->encode_labels();
  return finished;
}

}  // namespace binlogdump
