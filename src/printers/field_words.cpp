#include "printers/field_words.h"

#include <algorithm>
#include <span>

#include "binlogdump/charset.h"
#include "printers/flag_names.h"
#include "printers/gtid_text.h"
#include "printers/session_words.h"
#include "printers/table_text.h"
#include "printers/user_var_text.h"

namespace binlogdump {

namespace {

/// Bytes of a text that is not folded.
constexpr std::size_t kMostText = 96;
/// Columns, intervals and the like that are listed before the list is folded.
constexpr std::size_t kMostListed = 16;

std::string_view status_var_name(std::uint64_t code) {
  static constexpr std::string_view kNames[] = {"Q_FLAGS2_CODE",
                                                "Q_SQL_MODE_CODE",
                                                "Q_CATALOG_CODE",
                                                "Q_AUTO_INCREMENT",
                                                "Q_CHARSET_CODE",
                                                "Q_TIME_ZONE_CODE",
                                                "Q_CATALOG_NZ_CODE",
                                                "Q_LC_TIME_NAMES_CODE",
                                                "Q_CHARSET_DATABASE_CODE",
                                                "Q_TABLE_MAP_FOR_UPDATE_CODE",
                                                "Q_MASTER_DATA_WRITTEN_CODE",
                                                "Q_INVOKER",
                                                "Q_UPDATED_DB_NAMES",
                                                "Q_MICROSECONDS",
                                                "",
                                                "",
                                                "Q_EXPLICIT_DEFAULTS_FOR_TIMESTAMP",
                                                "Q_DDL_LOGGED_WITH_XID",
                                                "Q_DEFAULT_COLLATION_FOR_UTF8MB4",
                                                "Q_SQL_REQUIRE_PRIMARY_KEY",
                                                "Q_DEFAULT_TABLE_ENCRYPTION",
                                                "Q_ENABLE_CASCADE_TRIGGERS"};
  return code < std::size(kNames) ? kNames[code] : std::string_view{};
}

/// Of the one byte in column_type.
std::string_view column_type_name(std::uint8_t type) {
  static constexpr std::string_view kOld[] = {
      "MYSQL_TYPE_DECIMAL",    "MYSQL_TYPE_TINY", "MYSQL_TYPE_SHORT",      "MYSQL_TYPE_LONG",      "MYSQL_TYPE_FLOAT",
      "MYSQL_TYPE_DOUBLE",     "MYSQL_TYPE_NULL", "MYSQL_TYPE_TIMESTAMP",  "MYSQL_TYPE_LONGLONG",  "MYSQL_TYPE_INT24",
      "MYSQL_TYPE_DATE",       "MYSQL_TYPE_TIME", "MYSQL_TYPE_DATETIME",   "MYSQL_TYPE_YEAR",      "MYSQL_TYPE_NEWDATE",
      "MYSQL_TYPE_VARCHAR",    "MYSQL_TYPE_BIT",  "MYSQL_TYPE_TIMESTAMP2", "MYSQL_TYPE_DATETIME2", "MYSQL_TYPE_TIME2",
      "MYSQL_TYPE_TYPED_ARRAY"};
  static constexpr std::string_view kNew[] = {"MYSQL_TYPE_VECTOR",    "MYSQL_TYPE_INVALID",    "MYSQL_TYPE_BOOL",
                                              "MYSQL_TYPE_JSON",      "MYSQL_TYPE_NEWDECIMAL", "MYSQL_TYPE_ENUM",
                                              "MYSQL_TYPE_SET",       "MYSQL_TYPE_TINY_BLOB",  "MYSQL_TYPE_MEDIUM_BLOB",
                                              "MYSQL_TYPE_LONG_BLOB", "MYSQL_TYPE_BLOB",       "MYSQL_TYPE_VAR_STRING",
                                              "MYSQL_TYPE_STRING",    "MYSQL_TYPE_GEOMETRY"};
  if (type < std::size(kOld)) return kOld[type];
  return type >= MYSQL_TYPE_VECTOR ? kNew[type - MYSQL_TYPE_VECTOR] : "unknown type";
}

/// What a column's type metadata says; false for a type that has none.
bool append_type_metadata(TextBuffer& out, const Column& column) {
  const auto say = [&out](std::string_view before, std::uint64_t number, std::string_view after = {}) {
    out.append(before);
    out.append_number(number);
    out.append(after);
    return true;
  };
  const auto say_size = [&](std::string_view before, std::uint64_t size) {
    return say(before, size, size == 1 ? " byte" : " bytes");
  };
  switch (column.type) {
    case MYSQL_TYPE_VARCHAR:
    case MYSQL_TYPE_VAR_STRING:
      say_size("at most ", column.max_length);
      return say_size(", length in ", column.length_bytes);
    case MYSQL_TYPE_STRING:
      say_size("CHAR or BINARY, at most ", column.max_length);
      return say_size(", length in ", column.length_bytes);
    case MYSQL_TYPE_ENUM:
      return say_size("ENUM, index in ", column.fixed_size);
    case MYSQL_TYPE_SET:
      return say_size("SET, one bit for each member, in ", column.fixed_size);
    case MYSQL_TYPE_NEWDECIMAL:
      say("precision ", static_cast<std::uint64_t>(column.decimal_precision()));
      return say(", scale ", static_cast<std::uint64_t>(column.decimal_scale()));
    case MYSQL_TYPE_BIT:
      return say("bits: ", static_cast<std::uint64_t>(column.bit_count()));
    case MYSQL_TYPE_FLOAT:
    case MYSQL_TYPE_DOUBLE:
      return say_size("", column.meta);
    case MYSQL_TYPE_TIMESTAMP2:
    case MYSQL_TYPE_DATETIME2:
    case MYSQL_TYPE_TIME2:
      return say("fraction digits: ", column.meta);
    case MYSQL_TYPE_TINY_BLOB:
    case MYSQL_TYPE_MEDIUM_BLOB:
    case MYSQL_TYPE_LONG_BLOB:
    case MYSQL_TYPE_BLOB:
    case MYSQL_TYPE_JSON:
    case MYSQL_TYPE_GEOMETRY:
    case MYSQL_TYPE_VECTOR:
      return say_size("length in ", column.meta);
    default:
      return false;
  }
}

void append_post_header_lengths(TextBuffer& out, Bytes lengths, std::string_view indentation) {
  std::uint64_t code = 0;
  for (const char length : lengths) {
    const std::string_view name = event_type_name(static_cast<std::uint8_t>(++code));
    out.append(indentation);
    out.append_number(code);
    out.append(' ');
    out.append(name.empty() ? "unknown" : name);
    out.append(": ");
    out.append_number(load_u8(&length));
    out.append('\n');
  }
}

}  // namespace

/// One function for each meaning; what they write stands behind two blanks.
struct FieldWords::Explainers {
  // --- building blocks

  static void say(FieldWords& w, std::string_view words) {
    w.out_.append("  ");
    w.out_.append(words);
  }

  static void say_flags(FieldWords& w, std::uint64_t flags, std::span<const FlagName> names) {
    if (flags == 0) return;
    w.out_.append(' ');
    append_flag_names(w.out_, flags, names);
  }

  static void say_name(FieldWords& w, std::uint64_t number, std::span<const std::string_view> names) {
    say(w, number < names.size() && !names[number].empty() ? names[number] : "unknown");
  }

  static void say_time(FieldWords& w, std::uint64_t seconds, std::uint32_t microsecond, int digits) {
    const Timestamp instant{.seconds = static_cast<std::int64_t>(seconds), .microsecond = microsecond};
    if (instant.seconds != w.second_) {
      w.second_ = instant.seconds;
      w.second_datetime_ = w.local_timestamps_ ? w.local_time_.datetime(instant) : utc_datetime(instant);
    }
    DateTime datetime = w.second_datetime_;
    datetime.time.microsecond = microsecond;
    w.out_.append("  ");
    append_datetime(w.out_, datetime, digits);
    w.out_.append(w.local_timestamps_ ? w.local_time_.zone() : " UTC");
  }

  static void say_microseconds(FieldWords& w, std::uint64_t microseconds) {
    constexpr std::uint64_t kPerSecond = 1'000'000;
    if (microseconds == 0) return;
    say_time(w, microseconds / kPerSecond, static_cast<std::uint32_t>(microseconds % kPerSecond), 6);
  }

  /// "words: @1 @3", or `none`; `has` tells of columns by index.
  template <class Has>
  static void say_columns(FieldWords& w, std::string_view words, std::string_view none, std::size_t count, Has has) {
    std::size_t listed = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (!has(i)) continue;
      if (listed == 0) w.out_.append(words);
      if (listed++ == kMostListed && !w.full_) return w.out_.append(" ...");
      w.out_.append(" @");
      w.out_.append_number(i + 1);
    }
    if (listed == 0) w.out_.append(none);
  }

  // --- all events

  static void timestamp(FieldWords& w, const Field& field) {
    if (field.value != 0) say_time(w, field.value, 0, 0);
  }

  static void type_code(FieldWords& w, const Field& field) {
    const std::string_view name = event_type_name(static_cast<std::uint8_t>(field.value));
    say(w, name.empty() ? "unknown" : name);
  }

  static void flags(FieldWords& w, const Field& field) {
    constexpr std::size_t kHeaderFlags = 17;
    static constexpr FlagName kUserVarFlags[] = {{UserVarEvent::kUnsignedFlag, "UNSIGNED_F"}};
    if (field.offset == kHeaderFlags) return say_flags(w, field.value, event_flag_names());
    if (w.event_->header.type() == EventType::TABLE_MAP_EVENT) return say_flags(w, field.value, table_map_flag_names());
    if (w.event_->header.type() == EventType::USER_VAR_EVENT) return say_flags(w, field.value, kUserVarFlags);
    say_flags(w, field.value, rows_flag_names());
  }

  static void checksum(FieldWords& w, const Field& field) {
    constexpr std::size_t kMostBytes = 64;
    ShortPieces words(w.out_, kMostBytes);
    words.append("0x");
    words.append_8_hex_digits(static_cast<std::uint32_t>(field.value));
    const bool description = w.event_->header.type() == EventType::FORMAT_DESCRIPTION_EVENT;
    if (!description && w.context_->format.checksum_alg != ChecksumAlgorithm::kCrc32) {
      return words.append("  of an unknown algorithm");
    }
    const std::uint32_t computed = compute_checksum(*w.event_);
    if (computed == field.value) return words.append("  CRC32, right");
    words.append("  CRC32, WRONG: computed 0x");
    words.append_8_hex_digits(computed);
  }

  static void collation(FieldWords& w, const Field& field) {
    const Collation* found = find_collation(field.value);
    say(w, found != nullptr ? found->name : "unknown");
  }

  static void padded_text(FieldWords& w, const Field& field) {
    const Bytes text = w.bytes_of(field);
    w.append_text(text.substr(0, text.find('\0')), {});
  }

  static void plain_text(FieldWords& w, const Field& field) { w.append_text(w.bytes_of(field), {}); }

  // --- the log itself

  static void created(FieldWords& w, const Field& field) {
    if (field.value == 0) return say(w, "not the first log after a server start");
    say_time(w, field.value, 0, 0);
    w.out_.append(", the first log after a server start");
  }

  static void checksum_alg(FieldWords& w, const Field& field) {
    static constexpr std::string_view kNames[] = {"none", "CRC32"};
    say_name(w, field.value, kNames);
  }

  static void incident(FieldWords& w, const Field& field) {
    static constexpr std::string_view kNames[] = {"NONE", "LOST_EVENTS"};
    say_name(w, field.value, kNames);
  }

  // --- statements

  static void seconds(FieldWords& w, const Field&) { w.out_.append(" s"); }

  static void status_var_code(FieldWords& w, const Field& field) {
    const std::string_view name = status_var_name(field.value);
    say(w, name.empty() ? "unknown, and so is its length" : name);
  }

  static void flags2(FieldWords& w, const Field& field) { say_flags(w, field.value, flags2_names()); }

  static void sql_mode(FieldWords& w, const Field& field) {
    if (field.value != w.sql_mode_ || w.sql_mode_names_.empty()) {
      w.sql_mode_ = field.value;
      w.sql_mode_names_ = sql_mode_names(field.value);
    }
    if (field.value != 0) say(w, w.sql_mode_names_);
  }

  static void character_set_client(FieldWords& w, const Field& field) {
    w.client_name_ = field.name.data();
    w.client_collation_ = field.value;
    collation(w, field);
  }

  static const StringStyle& client_style(FieldWords& w) {
    if (w.client_style_collation_ != w.client_collation_) {
      w.client_style_collation_ = w.client_collation_;
      w.client_style_ = w.client_collation_ ? StringStyle(*w.client_collation_) : StringStyle();
    }
    return w.client_style_;
  }

  static void mts_accessed_dbs(FieldWords& w, const Field& field) {
    say(w, field.value > QueryStatusVars::kMaxAccessedDbs ? "too many to be listed" : "databases changed");
  }

  static void query(FieldWords& w, const Field& field) {
    Bytes sql = w.bytes_of(field);
    const bool folded = !w.full_ && sql.size() > kMostText;
    if (folded) sql = sql.substr(0, kMostText);
    w.out_.append('\'');
    client_style(w).append_sql(w.out_, sql, LineBreaks::kEscape);
    w.out_.append(folded ? "'..." : "'");
  }

  static void dup_handling(FieldWords& w, const Field& field) {
    static constexpr std::string_view kNames[] = {"LOAD_DUP_ERROR", "LOAD_DUP_IGNORE", "LOAD_DUP_REPLACE"};
    say_name(w, field.value, kNames);
  }

  static void type(FieldWords& w, const Field& field) {
    static constexpr std::string_view kIntvar[] = {"", "LAST_INSERT_ID_EVENT", "INSERT_ID_EVENT"};
    static constexpr std::string_view kUserVar[] = {"STRING_RESULT", "REAL_RESULT", "INT_RESULT", "ROW_RESULT",
                                                    "DECIMAL_RESULT"};
    if (w.event_->header.type() == EventType::INTVAR_EVENT) return say_name(w, field.value, kIntvar);
    say_name(w, field.value, kUserVar);
  }

  static void val(FieldWords& w, const Field& field) {
    if (field.kind != FieldKind::kBytes) return w.append_plain(field);
    w.scratch_.clear();
    append_user_value(w.scratch_, decode_as<UserVarEvent>(*w.event_, *w.context_));
    w.append_made_text(w.scratch_.view());
  }

  // --- transactions

  static void gtid_flags(FieldWords& w, const Field& field) { say_flags(w, field.value, gtid_flag_names()); }

  /// In a GTID_TAGGED_LOG_EVENT each byte is a number by itself.
  static void uuid(FieldWords& w, const Field& field) {
    if (field.kind == FieldKind::kBytes) return append_uuid(w.out_, w.bytes_of(field));
    w.out_.append("0x");
    w.out_.append_hex(field.value, 2);
  }

  static void lt_type(FieldWords& w, const Field& field) {
    if (field.value == GtidLogEvent::kLogicalTimestampType) say(w, "logical timestamps follow");
  }

  /// Without the bit that tells of another field.
  static std::uint64_t append_without_top_bit(FieldWords& w, const Field& field, std::string_view other) {
    const bool has_bit = w.event_->header.type() != EventType::GTID_TAGGED_LOG_EVENT;
    const std::uint64_t top_bit = has_bit ? std::uint64_t{1} << (8 * field.size - 1) : 0;
    const std::uint64_t value = field.value & ~top_bit;
    w.out_.append_number(value);
    if ((field.value & top_bit) != 0) {
      w.out_.append(", and the top bit: ");
      w.out_.append(other);
      w.out_.append(" follows");
    }
    return value;
  }

  static void commit_timestamp(FieldWords& w, const Field& field) {
    say_microseconds(w, append_without_top_bit(w, field, "original_commit_timestamp"));
  }

  static void server_version(FieldWords& w, const Field& field) {
    const std::uint64_t version = append_without_top_bit(w, field, "original_server_version");
    if (version == GtidFields::kUndefinedVersion || version == 0) return say(w, "unknown");
    w.out_.append("  ");
    w.out_.append_number(version / 10000);
    w.out_.append('.');
    w.out_.append_number(version / 100 % 100);
    w.out_.append('.');
    w.out_.append_number(version % 100);
  }

  static void field_id(FieldWords& w, const Field& field) {
    static constexpr std::string_view kNames[] = {"gtid_flags",
                                                  "uuid",
                                                  "gno",
                                                  "tag",
                                                  "last_committed",
                                                  "sequence_number",
                                                  "immediate_commit_timestamp",
                                                  "original_commit_timestamp",
                                                  "transaction_length",
                                                  "immediate_server_version",
                                                  "original_server_version",
                                                  "commit_group_ticket"};
    say_name(w, field.value, kNames);
  }

  static void sid_count(FieldWords& w, const Field& field) {
    const bool tagged = field.value >> 56 != 0;
    w.out_.append_number(tagged ? field.value >> 8 & 0xffff'ffff'ffff : field.value);
    if (tagged) say(w, "in bytes 1 to 6; format 1, the last byte: with tags");
  }

  static void intervals(FieldWords& w, const Field& field) {
    const EncodedGtidSet::Entry entry{.uuid = {}, .tag = {}, .intervals = w.bytes_of(field)};
    const std::size_t count = entry.interval_count();
    const std::size_t listed = w.full_ ? count : std::min(count, kMostListed);
    for (std::size_t i = 0; i < listed; ++i) {
      if (i != 0) w.out_.append(", ");
      w.out_.append_number(entry.first(i));
      w.out_.append(" to ");
      w.out_.append_number(entry.end(i));
    }
    if (listed < count) w.out_.append(", ...");
    say(w, "the ends not included");
  }

  static void one_phase(FieldWords& w, const Field& field) {
    say(w, field.value == 0 ? "XA PREPARE" : "XA COMMIT ... ONE PHASE");
  }

  static void field_type(FieldWords& w, const Field& field) {
    static constexpr std::string_view kPayload[] = {"OTW_PAYLOAD_HEADER_END_MARK", "OTW_PAYLOAD_SIZE_FIELD",
                                                    "OTW_PAYLOAD_COMPRESSION_TYPE_FIELD",
                                                    "OTW_PAYLOAD_UNCOMPRESSED_SIZE_FIELD"};
    static constexpr std::string_view kHeartbeat[] = {"OTW_HB_HEADER_END_MARK", "OTW_HB_LOG_FILENAME_FIELD",
                                                      "OTW_HB_LOG_POSITION_FIELD"};
    const bool payload = w.event_->header.type() == EventType::TRANSACTION_PAYLOAD_EVENT;
    say_name(w, field.value, payload ? std::span<const std::string_view>(kPayload) : kHeartbeat);
  }

  static void compression_type(FieldWords& w, const Field& field) {
    say(w, field.value == TransactionPayloadEvent::kZstd   ? "ZSTD"
           : field.value == TransactionPayloadEvent::kNone ? "NONE"
                                                           : "unknown");
  }

  // --- tables and rows

  static void table_id(FieldWords& w, const Field& field) {
    const TableMap* table = w.table_ != nullptr ? w.table_ : w.context_->table_map(field.value);
    if (table == nullptr) return;
    w.out_.append("  ");
    append_visible_identifier(w.out_, table->event().database_name);
    w.out_.append('.');
    append_visible_identifier(w.out_, table->event().table_name);
  }

  /// The parts of these stand in notes below.
  static void nothing(FieldWords& w, const Field& field) {
    w.out_.append_number(field.size);
    w.out_.append(field.size == 1 ? " byte" : " bytes");
  }

  static void null_bits(FieldWords& w, const Field& field) {
    const Bytes bits = w.bytes_of(field);
    if (w.table_ == nullptr) return nothing(w, field);
    say_columns(w, "nullable:", "no column is nullable", w.table_->columns().size(),
                [&](std::size_t i) { return bit_low_first(bits.data(), i); });
  }

  static void signedness(FieldWords& w, const Field& field) {
    if (w.table_ == nullptr) return nothing(w, field);
    const std::vector<Column>& columns = w.table_->columns();
    say_columns(w, "one bit for each numeric column; unsigned:", "one bit for each numeric column; none is unsigned",
                columns.size(), [&](std::size_t i) { return columns[i].is_unsigned.value_or(false); });
  }

  static void column_visibility(FieldWords& w, const Field& field) {
    const Bytes bits = w.bytes_of(field);
    if (w.table_ == nullptr) return nothing(w, field);
    const std::size_t count = std::min(w.table_->columns().size(), 8 * bits.size());
    say_columns(w, "invisible:", "all are visible", count,
                [&](std::size_t i) { return !bit_high_first(bits.data(), i); });
  }

  static void column_index(FieldWords& w, const Field& field) {
    // In the other groups columns of some types only are counted.
    const bool of_key = w.group_ == "SIMPLE_PRIMARY_KEY" || w.group_ == "PRIMARY_KEY_WITH_PREFIX";
    if (!of_key) return say(w, "counted among the columns of this kind");
    w.out_.append("  @");
    w.out_.append_number(field.value + 1);
  }

  static void geometry_type(FieldWords& w, const Field& field) { say(w, geometry_type_name(field.value)); }

  static void extra_row_info_type(FieldWords& w, const Field& field) {
    static constexpr std::string_view kNames[] = {"NDB", "PART"};
    say_name(w, field.value, kNames);
  }

  static void width(FieldWords& w, const Field& field) { w.width_ = static_cast<std::size_t>(field.value); }

  /// Bits beyond the last column are set.
  static void image_columns(FieldWords& w, const Field& field) {
    const Bytes bits = w.bytes_of(field);
    const std::size_t count = std::min(w.width_, 8 * bits.size());
    const auto has = [&](std::size_t i) { return bit_low_first(bits.data(), i); };
    std::size_t present = 0;
    for (std::size_t i = 0; i < count; ++i) present += has(i) ? 1 : 0;
    if (present < count) return say_columns(w, "columns present:", "no column", count, has);
    w.out_.append("all columns");
  }

  static void value_options(FieldWords& w, const Field& field) {
    static constexpr FlagName kNames[] = {{1, "PARTIAL_JSON_UPDATES"}};
    say_flags(w, field.value, kNames);
  }

  static void partial_bits(FieldWords& w, const Field&) {
    w.out_.append("one bit for each JSON column: 1 is a difference, 0 a document");
  }

  static constexpr Entry kEntries[] = {
      {"timestamp", timestamp},
      {"type_code", type_code},
      {"flags", flags},
      {.name = "checksum", .explain = checksum, .whole = true, .varies = true},
      {"server_version", padded_text, true},
      {"view_id", padded_text, true},
      {"created", created},
      {"checksum_alg", checksum_alg},
      {.name = "post_header_len", .explain = nothing, .whole = true, .notes = true, .varies = true},
      {"incident", incident},
      {"query_exec_time", seconds},
      {"status_var_code", status_var_code},
      {"flags2", flags2},
      {"sql_mode", sql_mode},
      {"character_set_client", character_set_client},
      {"collation_connection", collation},
      {"collation_server", collation},
      {"charset_database_number", collation},
      {"default_collation_for_utf8mb4_number", collation},
      {"charset_number", collation},
      {"default_collation", collation},
      {"collation", collation},
      {"mts_accessed_dbs", mts_accessed_dbs},
      {"mts_accessed_db_name", padded_text, true},
      {.name = "query", .explain = query, .whole = true, .varies = true},
      {"rows_query", plain_text, true},
      {"dup_handling", dup_handling},
      {"type", type},
      {.name = "val", .explain = val, .whole = true, .varies = true},
      {"gtid_flags", gtid_flags},
      {"uuid", uuid, true},
      {"lt_type", lt_type},
      {.name = "immediate_commit_timestamp", .explain = commit_timestamp, .whole = true, .varies = true},
      {.name = "original_commit_timestamp", .explain = commit_timestamp, .whole = true, .varies = true},
      {"immediate_server_version", server_version, true},
      {"original_server_version", server_version, true},
      {"field_id", field_id},
      {"sid_count", sid_count, true},
      {"intervals", intervals, true},
      {"one_phase", one_phase},
      {"field_type", field_type},
      {"compression_type", compression_type},
      {.name = "payload", .raw = true, .varies = true},
      {.name = "rows", .raw = true, .varies = true},
      {.name = "unparsed", .raw = true, .varies = true},
      {.name = "undecoded", .raw = true, .varies = true},
      {.name = "table_id", .explain = table_id, .varies = true},
      {"database_name", plain_text, true},
      {"table_name", plain_text, true},
      {"column_name", plain_text, true},
      {.name = "column_type", .explain = nothing, .whole = true, .notes = true, .varies = true},
      {.name = "metadata", .explain = nothing, .whole = true, .notes = true, .varies = true},
      {.name = "null_bits", .explain = null_bits, .whole = true, .varies = true},
      {.name = "signedness", .explain = signedness, .whole = true, .varies = true},
      {.name = "column_visibility", .explain = column_visibility, .whole = true, .varies = true},
      {.name = "column_index", .explain = column_index, .varies = true},
      {"geometry_type", geometry_type},
      {"extra_row_info_type", extra_row_info_type},
      {.name = "width", .explain = width, .varies = true},
      {.name = "columns_before_image", .explain = image_columns, .whole = true, .varies = true},
      {.name = "columns_after_image", .explain = image_columns, .whole = true, .varies = true},
      {"value_options", value_options},
      {"partial_bits", partial_bits, true},
      {.name = "event_size", .varies = true},
      {.name = "log_pos", .varies = true},
      {.name = "gno", .varies = true},
      {.name = "last_committed", .varies = true},
      {.name = "sequence_number", .varies = true},
      {.name = "transaction_length", .varies = true},
      {.name = "microseconds", .varies = true},
      {.name = "xid", .varies = true},
      {.name = "ddl_xid", .varies = true},
  };
};

const FieldWords::Name& FieldWords::find(std::string_view name) {
  const auto [place, is_new] = names_.try_emplace(name.data());
  Name& known = place->second;
  if (is_new) {
    const auto& entries = Explainers::kEntries;
    const auto found =
        std::find_if(std::begin(entries), std::end(entries), [&](const Entry& e) { return e.name == name; });
    known = {.address = name.data(), .entry = found == std::end(entries) ? Entry{} : *found, .text = LabelText(name)};
  }
  return known;
}

void FieldWords::begin_event(const EventView& event, const DecodeContext& context, const TableMap* table) {
  event_ = &event;
  context_ = &context;
  table_ = table;
  group_ = {};
  client_collation_.reset();
}

void FieldWords::append_plain(const Field& field) {
  switch (field.kind) {
    case FieldKind::kUnsigned:
      return out_.append_number(field.value);
    case FieldKind::kSigned:
      return out_.append_number(static_cast<std::int64_t>(field.value));
    case FieldKind::kBytes:
      return append_text(bytes_of(field), binary_);
    case FieldKind::kGroup:
    case FieldKind::kUnparsed:
    case FieldKind::kUndecoded:
      out_.append_number(field.size);
      return out_.append(field.size == 1 ? " byte" : " bytes");
  }
}

void FieldWords::append_value(const Field& field, const Entry& entry) {
  if (field.kind == FieldKind::kGroup) group_ = field.name;
  if (!entry.whole) append_plain(field);
  if (entry.explain != nullptr) entry.explain(*this, field);
}

void FieldWords::append_text(Bytes bytes, const StringStyle& style) {
  if (full_ || bytes.size() <= kMostText) return style.append(out_, bytes);
  // Most bytes of a character: where one is cut, the rest of it is left out.
  constexpr std::size_t kMostCharacter = 4;
  std::size_t size = kMostText;
  while (size > kMostText - kMostCharacter && !style.is_text(bytes.substr(0, size))) --size;
  style.append(out_, bytes.substr(0, size));
  out_.append("...");
}

void FieldWords::append_made_text(std::string_view text) {
  if (full_ || text.size() <= kMostText) return out_.append(text);
  std::size_t size = kMostText;
  while (size > 0 && (load_u8(&text[size]) & 0xc0) == 0x80) --size;
  out_.append(text.substr(0, size));
  out_.append("...");
}

void FieldWords::append_notes(TextBuffer& out, const Field& field, std::string_view indentation) {
  if (field.name == "post_header_len") return append_post_header_lengths(out, bytes_of(field), indentation);
  if (table_ == nullptr) return;
  const bool types = field.name == "column_type";
  std::size_t listed = 0;
  for (std::size_t i = 0; i < table_->columns().size(); ++i) {
    scratch_.clear();
    if (types) {
      scratch_.append(column_type_name(load_u8(&table_->event().column_type[i])));
    } else if (!append_type_metadata(scratch_, table_->columns()[i])) {
      continue;
    }
    out.append(indentation);
    if (listed++ == kMostListed && !full_) return out.append("...\n");
    out.append('@');
    out.append_number(i + 1);
    out.append(' ');
    out.append(scratch_.view());
    out.append('\n');
  }
}

}  // namespace binlogdump
