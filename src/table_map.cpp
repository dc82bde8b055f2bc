#include "binlogdump/table_map.h"

#include "binlogdump/schema.h"
#include "binlogdump/values/decimal.h"
#include "binlogdump/values/temporal.h"

namespace binlogdump {

namespace {

/// Reads the type metadata of one column. MYSQL_TYPE_STRING hides ENUM and SET, and the high bits of long CHARs.
void read_type_metadata(Cursor<NoTrace>& in, Column& column) {
  switch (column.type) {
    case MYSQL_TYPE_FLOAT:
    case MYSQL_TYPE_DOUBLE:
    case MYSQL_TYPE_BLOB:
    case MYSQL_TYPE_TINY_BLOB:
    case MYSQL_TYPE_MEDIUM_BLOB:
    case MYSQL_TYPE_LONG_BLOB:
    case MYSQL_TYPE_GEOMETRY:
    case MYSQL_TYPE_JSON:
    case MYSQL_TYPE_VECTOR:
    case MYSQL_TYPE_TIMESTAMP2:
    case MYSQL_TYPE_DATETIME2:
    case MYSQL_TYPE_TIME2:
      column.meta = in.u8("metadata");
      break;
    case MYSQL_TYPE_VARCHAR:
    case MYSQL_TYPE_VAR_STRING:
    case MYSQL_TYPE_BIT:
      column.meta = in.u16("metadata");
      break;
    case MYSQL_TYPE_NEWDECIMAL:
    case MYSQL_TYPE_STRING:
    case MYSQL_TYPE_ENUM:
    case MYSQL_TYPE_SET: {
      const std::uint8_t first = in.u8("metadata");
      column.meta = static_cast<std::uint16_t>(first << 8 | in.u8("metadata"));
      break;
    }
    case MYSQL_TYPE_TYPED_ARRAY: {
      // Element type, then its metadata, of which VARCHAR has three bytes here.
      Column element;
      element.type = static_cast<ColumnType>(in.u8("metadata"));
      if (element.type == MYSQL_TYPE_TYPED_ARRAY) in.fail("metadata", "an array of arrays");
      if (element.type == MYSQL_TYPE_VARCHAR) {
        in.u24("metadata");
      } else {
        read_type_metadata(in, element);
      }
      break;
    }
    default:
      break;
  }
}

void set_string_layout(Column& column) {
  const auto first = static_cast<std::uint8_t>(column.meta >> 8);
  const auto second = static_cast<std::uint8_t>(column.meta & 0xff);
  if (first == MYSQL_TYPE_ENUM || first == MYSQL_TYPE_SET) {
    column.type = static_cast<ColumnType>(first);
    column.fixed_size = second;
    column.size_known = second >= 1 && second <= (first == MYSQL_TYPE_ENUM ? 2 : 8);
    return;
  }
  // Two bits of a length above 255 are folded, inverted, into the type byte.
  column.max_length = second;
  if ((first & 0x30) != 0x30) column.max_length |= static_cast<std::uint32_t>((first & 0x30) ^ 0x30) << 4;
  column.length_bytes = column.max_length > 255 ? 2 : 1;
}

/// Works out how to find the end of a value.
void set_layout(Column& column) {
  switch (column.type) {
    case MYSQL_TYPE_NULL:
      break;
    case MYSQL_TYPE_TINY:
    case MYSQL_TYPE_YEAR:
      column.fixed_size = 1;
      break;
    case MYSQL_TYPE_SHORT:
      column.fixed_size = 2;
      break;
    case MYSQL_TYPE_INT24:
    case MYSQL_TYPE_DATE:
    case MYSQL_TYPE_NEWDATE:
    case MYSQL_TYPE_TIME:
      column.fixed_size = 3;
      break;
    case MYSQL_TYPE_LONG:
    case MYSQL_TYPE_FLOAT:
    case MYSQL_TYPE_TIMESTAMP:
      column.fixed_size = 4;
      break;
    case MYSQL_TYPE_LONGLONG:
    case MYSQL_TYPE_DOUBLE:
    case MYSQL_TYPE_DATETIME:
      column.fixed_size = 8;
      break;
    case MYSQL_TYPE_TIMESTAMP2:
      column.fixed_size = static_cast<std::uint32_t>(timestamp2_size(column.fraction_digits()));
      break;
    case MYSQL_TYPE_DATETIME2:
      column.fixed_size = static_cast<std::uint32_t>(datetime2_size(column.fraction_digits()));
      break;
    case MYSQL_TYPE_TIME2:
      column.fixed_size = static_cast<std::uint32_t>(time2_size(column.fraction_digits()));
      break;
    case MYSQL_TYPE_BIT:
      column.fixed_size = static_cast<std::uint32_t>((column.meta >> 8) + ((column.meta & 0xff) != 0 ? 1 : 0));
      break;
    case MYSQL_TYPE_NEWDECIMAL:
      column.size_known = is_decimal_type(column.decimal_precision(), column.decimal_scale());
      if (column.size_known) {
        column.fixed_size =
            static_cast<std::uint32_t>(decimal_size(column.decimal_precision(), column.decimal_scale()));
      }
      break;
    case MYSQL_TYPE_VARCHAR:
    case MYSQL_TYPE_VAR_STRING:
      column.max_length = column.meta;
      column.length_bytes = column.meta > 255 ? 2 : 1;
      break;
    case MYSQL_TYPE_STRING:
      set_string_layout(column);
      break;
    case MYSQL_TYPE_BLOB:
    case MYSQL_TYPE_TINY_BLOB:
    case MYSQL_TYPE_MEDIUM_BLOB:
    case MYSQL_TYPE_LONG_BLOB:
    case MYSQL_TYPE_JSON:
    case MYSQL_TYPE_GEOMETRY:
    case MYSQL_TYPE_VECTOR:
      column.size_known = column.meta >= 1 && column.meta <= 4;
      column.length_bytes = column.size_known ? static_cast<std::uint8_t>(column.meta) : 0;
      break;
    default:
      column.size_known = false;
      break;
  }
}

}  // namespace

std::uint64_t TableMetadata::Charsets::collation(std::size_t index) const {
  if (!has_default) return index < by_column.size() ? by_column[index] : 0;
  for (const auto& [exception, collation] : exceptions) {
    if (exception == index) return collation;
  }
  return default_collation;
}

std::size_t TableMetadata::cost() const {
  std::size_t labels = set_str_value.size() + enum_str_value.size();
  for (const auto* columns : {&set_str_value, &enum_str_value}) {
    for (const Labels& column : *columns) labels += column.size();
  }
  const std::size_t entries = labels + charsets.exceptions.size() + charsets.by_column.size() + column_names.size() +
                              geometry_types.size() + primary_key.size() + enum_and_set_charsets.exceptions.size() +
                              enum_and_set_charsets.by_column.size() + vector_dimensionality.size();
  return entries * sizeof(Labels);
}

const char* TableMetadata::field_name(std::uint8_t type) {
  static constexpr const char* kNames[] = {"unknown_metadata",
                                           "SIGNEDNESS",
                                           "DEFAULT_CHARSET",
                                           "COLUMN_CHARSET",
                                           "COLUMN_NAME",
                                           "SET_STR_VALUE",
                                           "ENUM_STR_VALUE",
                                           "GEOMETRY_TYPE",
                                           "SIMPLE_PRIMARY_KEY",
                                           "PRIMARY_KEY_WITH_PREFIX",
                                           "ENUM_AND_SET_DEFAULT_CHARSET",
                                           "ENUM_AND_SET_COLUMN_CHARSET",
                                           "COLUMN_VISIBILITY",
                                           "VECTOR_DIMENSIONALITY"};
  return kNames[type < std::size(kNames) ? type : 0];
}

TableMap::TableMap(Bytes event, std::size_t body_begin, std::size_t body_end, const DecodeContext& context)
    : bytes_(event.substr(body_begin, body_end - body_begin)),
      short_table_id_(TableMapEvent::has_short_table_id(context)) {
  // Decoded from the event here, so that offsets in errors count from its start; for use, from our own copy.
  Cursor<NoTrace> checked(event, body_begin, body_end);
  TableMapEvent::decode_columns(checked, short_table_id_);
  try {
    TableMetadata::decode(checked);
  } catch (const DecodeError& error) {
    metadata_error_ = error;
  }
}

TableMap::TableMap(const TableMap& other)
    : bytes_(other.bytes_),
      short_table_id_(other.short_table_id_),
      schema_(other.schema_),
      metadata_error_(other.metadata_error_) {}

void TableMap::decode() const {
  decoded_ = std::make_unique<Decoded>();
  Cursor<NoTrace> own(bytes_);
  decoded_->event = TableMapEvent::decode_columns(own, short_table_id_);
  TableMetadata& metadata = decoded_->event.optional_metadata;
  try {
    metadata.decode_fields(own);
  } catch (const DecodeError&) {
    // The fields before the fault are good; the constructor has noted it.
  }
  make_columns(*decoded_);
  add_metadata(*decoded_);
  if (schema_ != nullptr) schema_->complete(decoded_->columns, metadata);
  cost_ = sizeof(Decoded) + decoded_->columns.size() * (sizeof(Column) + kPlanCostPerColumn) + metadata.cost();
}

void TableMap::complete_from(std::shared_ptr<const TableSchema> schema) {
  schema_ = std::move(schema);
  release();
}

void TableMap::release() const {
  plan.reset();
  condition_plan.reset();
  decoded_.reset();
}

void TableMap::make_columns(Decoded& decoded) {
  const TableMapEvent& event = decoded.event;
  std::vector<Column>& columns = decoded.columns;
  Cursor<NoTrace> metadata(event.metadata);
  columns.resize(event.column_type.size());
  bool metadata_ended = false;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    Column& column = columns[i];
    column.type = static_cast<ColumnType>(event.column_type[i]);
    column.nullable = bit_low_first(event.null_bits.data(), i);
    try {
      if (!metadata_ended) read_type_metadata(metadata, column);
    } catch (const DecodeError&) {
      metadata_ended = true;  // This and the later columns keep metadata 0; most then have no known size.
    }
    set_layout(column);
    if (column.type == MYSQL_TYPE_JSON) column.json_index = static_cast<std::uint16_t>(decoded.json_column_count++);
  }
}

void TableMap::add_metadata(Decoded& decoded) {
  const TableMetadata& metadata = decoded.event.optional_metadata;
  std::vector<Column>& columns = decoded.columns;
  std::size_t numeric = 0, character = 0, enum_and_set = 0, enums = 0, sets = 0, vectors = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    Column& column = columns[i];
    if (i < metadata.column_names.size()) column.name = metadata.column_names[i];
    if (is_numeric_type(column.type)) {
      if (metadata.signedness && numeric / 8 < metadata.signedness->size()) {
        column.is_unsigned = bit_high_first(metadata.signedness->data(), numeric);
      }
      ++numeric;
    } else if (is_character_type(column.type)) {
      column.collation = metadata.charsets.collation(character++);
      if (column.type == MYSQL_TYPE_VECTOR && vectors < metadata.vector_dimensionality.size()) {
        column.vector_dimensions = metadata.vector_dimensionality[vectors++];
      }
    } else if (column.type == MYSQL_TYPE_ENUM || column.type == MYSQL_TYPE_SET) {
      column.collation = metadata.enum_and_set_charsets.collation(enum_and_set++);
      const bool is_enum = column.type == MYSQL_TYPE_ENUM;
      const std::vector<TableMetadata::Labels>& all = is_enum ? metadata.enum_str_value : metadata.set_str_value;
      const std::size_t index = is_enum ? enums++ : sets++;
      if (index < all.size()) column.labels = &all[index];
    }
  }
}

}  // namespace binlogdump
