#include <algorithm>
#include <array>

#include "binlogdump/charset.h"
#include "binlogdump/collation.h"
#include "binlogdump/schema.h"
#include "schema/tokens.h"

namespace binlogdump {

namespace {

constexpr std::uint64_t kUtf8mb4Collation = 255;
constexpr std::uint64_t kMariadbJsonCollation = 46;  // utf8mb4_bin: there JSON is a LONGTEXT.

/// Text in a character set of one byte a character; nullopt for characters that it does not have, and for other sets.
class Encoder {
 public:
  explicit Encoder(std::uint64_t collation) : charset_(charset_of_collation(collation)) {
    const Collation* found = find_collation(collation);
    if (charset_ == nullptr || found == nullptr || found->max_length != 1) return;
    for (std::size_t i = 0; i < characters_.size(); ++i) {
      const char byte = static_cast<char>(i);
      TextBuffer text;
      if (append_utf8(text, {&byte, 1}, *charset_)) characters_[i] = text.view();
    }
  }

  std::optional<std::string> encode(std::string_view utf8) const {
    // In most sets, and for most texts, they are the same bytes.
    if (charset_ == nullptr || charset_->utf8_prefix(utf8) == utf8.size()) return std::string(utf8);
    std::string encoded;
    while (!utf8.empty()) {
      const auto found = std::find_if(characters_.begin(), characters_.end(), [&](const std::string& character) {
        return !character.empty() && utf8.starts_with(character);
      });
      if (found == characters_.end()) return std::nullopt;
      encoded += static_cast<char>(found - characters_.begin());
      utf8.remove_prefix(found->size());
    }
    return encoded;
  }

 private:
  const Charset* charset_;
  std::array<std::string, 256> characters_{};  ///< In UTF-8, by their byte.
};

/// Whether `bytes` can be the length of a column of so many characters. What the log says of its character set decides
/// or, without that, what the schema does; without any, the most bytes of a character may be any number that there is.
bool is_length(std::uint64_t characters, std::uint32_t bytes, const Collation* collation) {
  if (collation != nullptr) return characters * collation->max_length == bytes;
  for (std::uint64_t most = 1; most <= 4; ++most) {
    if (characters * most == bytes) return true;
  }
  return false;
}

/// Bytes of a length that the server chooses for TEXT(n) and BLOB(n).
std::uint8_t length_bytes_for(std::uint64_t bytes) {
  if (bytes < 1 << 8) return 1;
  if (bytes < 1 << 16) return 2;
  return bytes < 1 << 24 ? 3 : 4;
}

bool is_lob_length(const SchemaColumn& column, std::uint8_t length_bytes, const Collation* collation) {
  if (column.length != 0) return length_bytes == column.length;
  if (column.least_room == 0) return true;
  const std::uint64_t least = std::uint64_t{column.least_room} * (collation != nullptr ? collation->max_length : 1);
  const std::uint64_t most = collation != nullptr ? least : least * 4;
  return length_bytes >= length_bytes_for(least) && length_bytes <= length_bytes_for(most);
}

bool strings_agree(const SchemaColumn& column, const Column& logged) {
  const Collation* ours = find_collation(column.collation);
  const Collation* theirs = find_collation(logged.collation);
  if (ours != nullptr && theirs != nullptr && ours->charset != theirs->charset) return false;
  const Collation* collation = theirs != nullptr ? theirs : ours;
  if (column.type == MYSQL_TYPE_BLOB) return is_lob_length(column, logged.length_bytes, collation);
  return is_length(column.length, logged.max_length, collation);
}

bool is_temporal(const SchemaColumn& column, const Column& logged, ColumnType old_type) {
  if (logged.type == column.type) return logged.meta == column.length;
  return logged.type == old_type && column.length == 0;
}

std::uint32_t set_size(std::size_t labels) {
  const auto bytes = static_cast<std::uint32_t>((labels + 7) / 8);
  return bytes > 4 ? 8 : bytes;
}

bool has_sign(std::uint8_t type) {
  return is_numeric_type(type) && type != MYSQL_TYPE_YEAR;
}

}  // namespace

bool SchemaColumn::is_text() const {
  return type == MYSQL_TYPE_STRING || type == MYSQL_TYPE_VARCHAR || type == MYSQL_TYPE_BLOB ||
         type == MYSQL_TYPE_ENUM || type == MYSQL_TYPE_SET;
}

void SchemaColumn::encode_labels() {
  if (labels.empty()) return;
  const Encoder encoder(collation);
  encoded_labels.clear();
  labels_collation = collation;
  for (const std::string& label : labels) {
    const std::optional<std::string> encoded = encoder.encode(label);
    if (!encoded) {
      encoded_labels = labels;
      labels_collation = kUtf8mb4Collation;
      return;
    }
    encoded_labels.push_back(*encoded);
  }
}

bool SchemaColumn::agrees_with(const Column& logged) const {
  if (type == MYSQL_TYPE_INVALID) return true;
  if (has_sign(type) && logged.is_unsigned && *logged.is_unsigned != is_unsigned) return false;
  switch (type) {
    case MYSQL_TYPE_NEWDECIMAL:
      return logged.type == type && logged.decimal_precision() == static_cast<int>(length) &&
             logged.decimal_scale() == static_cast<int>(scale);
    case MYSQL_TYPE_BIT:
      return logged.type == type && logged.bit_count() == static_cast<int>(length);
    case MYSQL_TYPE_DATE:
      return logged.type == type || logged.type == MYSQL_TYPE_NEWDATE;
    case MYSQL_TYPE_TIME2:
      return is_temporal(*this, logged, MYSQL_TYPE_TIME);
    case MYSQL_TYPE_DATETIME2:
      return is_temporal(*this, logged, MYSQL_TYPE_DATETIME);
    case MYSQL_TYPE_TIMESTAMP2:
      return is_temporal(*this, logged, MYSQL_TYPE_TIMESTAMP);
    case MYSQL_TYPE_VARCHAR:
      return (logged.type == type || logged.type == MYSQL_TYPE_VAR_STRING) && strings_agree(*this, logged);
    case MYSQL_TYPE_STRING:
    case MYSQL_TYPE_BLOB:
      return logged.type == type && strings_agree(*this, logged);
    case MYSQL_TYPE_ENUM:
      return logged.type == type && logged.fixed_size == (labels.size() < 256 ? 1U : 2U);
    case MYSQL_TYPE_SET:
      return logged.type == type && logged.fixed_size == set_size(labels.size());
    case MYSQL_TYPE_VECTOR:
      return logged.type == type && (logged.vector_dimensions == 0 || logged.vector_dimensions == length);
    case MYSQL_TYPE_JSON:
      // In MariaDB it is a LONGTEXT.
      return logged.type == type || (logged.type == MYSQL_TYPE_BLOB && logged.length_bytes == 4);
    default:
      return logged.type == type;
  }
}

std::optional<std::size_t> TableSchema::find(std::string_view name) const {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (same_name(columns[i]->name, name)) return i;
  }
  return std::nullopt;
}

std::optional<TableSchema::Disagreement> TableSchema::disagreement(const std::vector<Column>& logged) const {
  if (columns.size() != logged.size()) return Disagreement{};
  for (std::size_t i = 0; i < logged.size(); ++i) {
    if (!columns[i]->agrees_with(logged[i])) return Disagreement{.column = i};
  }
  return std::nullopt;
}

void TableSchema::prepare() {
  labels_.clear();
  visibility_.assign((columns.size() + 7) / 8, '\0');
  for (std::size_t i = 0; i < columns.size(); ++i) {
    labels_.emplace_back(columns[i]->encoded_labels.begin(), columns[i]->encoded_labels.end());
    if (columns[i]->visible) visibility_[i / 8] = static_cast<char>(visibility_[i / 8] | (0x80 >> (i % 8)));
  }
}

std::size_t TableSchema::cost() const {
  std::size_t cost = sizeof *this;
  for (const SharedColumn& column : columns) {
    cost += sizeof *column + column->name.size() + column->type_text.size();
    for (const std::string& label : column->labels) cost += 2 * (sizeof label + label.size()) + sizeof(Bytes);
  }
  return cost;
}

void TableSchema::complete(std::vector<Column>& logged, TableMetadata& metadata) const {
  const bool wants_geometry_types = metadata.geometry_types.empty();
  for (std::size_t i = 0; i < logged.size(); ++i) {
    Column& to = logged[i];
    const SchemaColumn& from = *columns[i];
    to.name = from.name;
    if (from.type == MYSQL_TYPE_INVALID) continue;
    if (is_numeric_type(to.type) && !to.is_unsigned) {
      to.is_unsigned = from.is_unsigned || to.type == MYSQL_TYPE_YEAR;
    }
    if (is_character_type(to.type) && to.collation == 0) {
      to.collation = from.type == MYSQL_TYPE_JSON ? kMariadbJsonCollation : from.collation;
    }
    if (from.type == MYSQL_TYPE_VECTOR && to.vector_dimensions == 0) to.vector_dimensions = from.length;
    if (!from.labels.empty() && to.labels == nullptr) {
      to.labels = &labels_[i];
      to.labels_collation = from.labels_collation;
      if (to.collation == 0) to.collation = from.collation;
    }
    if (to.type == MYSQL_TYPE_GEOMETRY && wants_geometry_types) metadata.geometry_types.push_back(from.geometry_type);
  }
  metadata.column_visibility = visibility_;
  if (!metadata.primary_key.empty()) return;
  for (const KeyPart& part : primary_key) {
    const std::optional<std::size_t> column = find(part.column);
    if (!column) return metadata.primary_key.clear();
    metadata.primary_key.push_back({.column = *column, .prefix_length = part.prefix_length});
  }
}

}  // namespace binlogdump
