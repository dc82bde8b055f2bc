#include "printers/readable_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "binlogdump/old_temporal.h"
#include "binlogdump/rows_event.h"
#include "printers/block_text.h"
#include "printers/hexdump.h"
#include "printers/row_text.h"

namespace binlogdump {

namespace {

/// What is needed to write the lines of one column: worked out once for a table.
struct ReadableColumn : ColumnStyle {
  LongBlockText before;       ///< "###   `name`="
  LongBlockText after;        ///< Type comment of -vv, and the line's end.
  LongBlockText null_line;    ///< The whole line of a NULL.
  std::size_t line_room = 0;  ///< For all that a short value's line takes.
  bool is_string = false;     ///< Or bytes: what StringStyle writes.
  bool is_key = false;        ///< Part of the primary key.
};

/// Whether values are followed by more than the line's end.
bool has_type_comments(const PrintOptions& options) {
  return options.verbose > 1;
}

/// Type as in mysqlbinlog's comments, with the two that it does not know.
std::string readable_type_comment(const Column& column) {
  if (column.type == MYSQL_TYPE_GEOMETRY) return "GEOMETRY";
  const std::string type = type_comment(column);
  return type.empty() ? fmt::format("type {}", static_cast<int>(column.type)) : type;
}

bool is_string(const Column& column) {
  switch (column.type) {
    case MYSQL_TYPE_VARCHAR:
    case MYSQL_TYPE_VAR_STRING:
    case MYSQL_TYPE_STRING:
    case MYSQL_TYPE_TINY_BLOB:
    case MYSQL_TYPE_MEDIUM_BLOB:
    case MYSQL_TYPE_LONG_BLOB:
    case MYSQL_TYPE_BLOB:
      return true;
    default:
      return false;
  }
}

/// In backticks only where SQL needs them.
void append_name(TextBuffer& out, Bytes name) {
  const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
  });
  if (plain && !name.empty()) return out.append(name);
  append_visible_identifier(out, name);
}

}  // namespace

struct ReadableRows::Plan : TablePlan {
  std::string name;                  ///< "db.table"
  BasicLongBlockText<64> map_title;  ///< See print_table_map_title().
  std::string insert;                ///< "### INSERT INTO `db`.`table`", in colour.
  std::string update;
  std::string remove;
  BasicLongBlockText<64> insert_set;  ///< The same with the line that follows, which says what the image is.
  BasicLongBlockText<64> update_where;
  BasicLongBlockText<64> remove_where;
  std::vector<ReadableColumn> columns;
  bool has_key = false;
  bool has_old_temporal = false;  ///< See old_temporal.h.
};

/// Writes what for_each_row() finds; kChangedOnly: of an UPDATE only what it changed.
template <bool kChangedOnly>
class ReadableRows::Visitor {
 public:
  Visitor(ReadableRows& printer, const Plan& plan, const TableMap& table, const EventView& event)
      : printer_(printer),
        out_(printer.out_),
        values_(printer.values_),
        plan_(plan),
        readable_(plan.columns.data()),
        event_(event),
        columns_(table.columns().data()),
        column_count_(table.columns().size()),
        kind_(RowsEvent::kind_of(event.header.type())),
        has_comments_(has_type_comments(printer.options_)) {}

  const RowCounts& counts() const { return counts_; }
  /// The first value that could not be decoded, if there was one.
  const std::optional<DecodeError>& value_error() const { return value_error_; }

  /// Ends the line of a value that is not there, and says which column's it is.
  std::string describe_stop() {
    if (column_ == kNoColumn) return "rows";
    if (!kChangedOnly) {
      readable_[column_].before.append_to(out_);
      out_.append("?\n");
    }
    return fmt::format("column {} of type {}", readable_[column_].name, static_cast<int>(columns_[column_].type));
  }

  void begin_row() {
    if constexpr (kChangedOnly) before_.assign(column_count_, {});
  }

  void end_row() {
    if (!kind_.before_image) {
      ++counts_.inserted;
    } else if (kind_.after_image) {
      ++counts_.updated;
    } else {
      ++counts_.deleted;
    }
  }

  void begin_image(RowImage image) {
    image_ = image;
    if (image == RowImage::kAfter && kind_.before_image) {
      if constexpr (kChangedOnly) print_keys();
      out_.append("### SET\n");
      return;
    }
    if constexpr (kChangedOnly) return out_.append(plan_.update);
    const auto& beginning = image == RowImage::kAfter ? plan_.insert_set
                            : kind_.after_image       ? plan_.update_where
                                                      : plan_.remove_where;
    beginning.append_to(out_);
  }

  void null(std::size_t i) {
    if constexpr (kChangedOnly) {
      if (image_ == RowImage::kBefore) {
        before_[i].state = Before::kNull;
      } else if (before_[i].state != Before::kNull) {
        begin_change(i);
        out_.append("NULL");
        end_line(i);
      }
    } else {
      readable_[i].null_line.append_to(out_);
    }
  }

  void begin_value(std::size_t i) { column_ = i; }

  void value(std::size_t i, Bytes bytes, bool partial_json) {
    column_ = kNoColumn;
    if constexpr (kChangedOnly) {
      if (image_ == RowImage::kBefore) {
        before_[i] = {.state = Before::kValue, .bytes = bytes};
        return;
      }
      const bool same = partial_json ? bytes.empty() : before_[i].state == Before::kValue && before_[i].bytes == bytes;
      if (same) return;
      begin_change(i);
    } else {
      const ReadableColumn& readable = readable_[i];
      if (readable.is_short && write_line(readable, columns_[i], bytes.data())) return;
      if (readable.is_string && bytes.size() >= readable.pad_to) return string_line(i, bytes);
      readable.before.append_to(out_);
    }
    append_value(i, bytes, partial_json);
    end_line(i);
  }

 private:
  static constexpr std::size_t kNoColumn = ~std::size_t{0};

  /// A column of the before-image, kept until its after-image comes.
  struct Before {
    enum State : std::uint8_t { kAbsent, kNull, kValue };
    State state = kAbsent;
    Bytes bytes;
  };

  /// The whole line of a short value; false, with nothing written, if it is none.
  bool write_line(const ReadableColumn& readable, const Column& column, const char* value) {
    char* to = readable.before.write(out_.reserve(readable.line_room));
    to = ColumnText::write_short(to, column, readable, value);
    if (to == nullptr) return false;
    commit_line(readable, to);
    return true;
  }

  /// The whole line of a string, with one look at the room if it is plain.
  void string_line(std::size_t i, Bytes text) {
    const ReadableColumn& readable = readable_[i];
    const std::size_t room = readable.line_room + StringStyle::quoted_room(text);
    char* const value = readable.before.write(out_.reserve(room));
    char* const end = readable.strings.write_or_append(out_, value, text);
    if (end == nullptr) return end_line(i);
    commit_line(readable, end);
  }

  /// Ends a line that has been written up to `to`, with room for its end.
  void commit_line(const ReadableColumn& readable, char* to) {
    if (has_comments_) {
      to = readable.after.write(to);
    } else {
      *to++ = '\n';
    }
    out_.commit(to);
  }

  void end_line(std::size_t i) {
    if (has_comments_) {
      readable_[i].after.append_to(out_);
    } else {
      out_.append('\n');
    }
    if (!undecoded_.empty()) [[unlikely]]
      report_undecoded(i);
  }

  /// Which row was changed: its key, or where the log knows of none all that there is.
  void print_keys() {
    out_.append("### WHERE\n");
    for (std::size_t i = 0; i < before_.size(); ++i) {
      if (plan_.has_key && !readable_[i].is_key) continue;
      if (before_[i].state == Before::kNull) readable_[i].null_line.append_to(out_);
      if (before_[i].state != Before::kValue) continue;
      readable_[i].before.append_to(out_);
      append_value(i, before_[i].bytes, false);
      end_line(i);
    }
  }

  /// "###   `name`=old → "; what was absent has no old value.
  void begin_change(std::size_t i) {
    readable_[i].before.append_to(out_);
    if (before_[i].state == Before::kAbsent) return;
    if (before_[i].state == Before::kNull) {
      out_.append("NULL");
    } else {
      append_value(i, before_[i].bytes, false);
    }
    out_.append(" \u2192 ");
  }

  void append_value(std::size_t i, Bytes bytes, bool partial_json) {
    const std::string_view undecoded = values_.append(columns_[i], readable_[i], bytes, partial_json);
    if (undecoded.empty()) [[likely]]
      return;
    undecoded_ = undecoded;
    undecoded_bytes_ = bytes;
  }

  void report_undecoded(std::size_t i) {
    const auto offset = static_cast<std::size_t>(undecoded_bytes_.data() - event_.bytes.data());
    const DecodeError error(offset, "value", fmt::format("{} in column {}", undecoded_, readable_[i].name));
    undecoded_ = {};
    printer_.print_error(error.what(), event_, offset);
    if (!value_error_) value_error_ = error;
  }

  ReadableRows& printer_;
  TextBuffer& out_;
  ColumnText& values_;
  const Plan& plan_;
  const ReadableColumn* readable_;  ///< By the columns' indexes.
  const EventView& event_;
  const Column* columns_;
  std::size_t column_count_;
  RowsEvent::Kind kind_;
  bool has_comments_;
  std::size_t column_ = kNoColumn;  ///< Whose value is due.
  std::string_view undecoded_;      ///< Why a value of the line at hand could not be decoded.
  Bytes undecoded_bytes_;           ///< That value's.
  std::optional<DecodeError> value_error_;
  RowImage image_ = RowImage::kBefore;
  std::vector<Before> before_;
  RowCounts counts_;
};

inline const ReadableRows::Plan& ReadableRows::plan_of(const TableMap& table) {
  return table.plan != nullptr ? static_cast<const Plan&>(*table.plan) : make_plan(table);
}

const ReadableRows::Plan& ReadableRows::make_plan(const TableMap& table) {
  auto plan = std::make_unique<Plan>();
  TextBuffer name(nullptr, 256);
  append_visible_identifier(name, table.event().database_name);
  name.append('.');
  append_visible_identifier(name, table.event().table_name);
  TextBuffer plain_name(nullptr, 256);
  append_name(plain_name, table.event().database_name);
  plain_name.append('.');
  append_name(plain_name, table.event().table_name);
  plan->name = plain_name.view();
  plan->map_title.assign(fmt::format("\tTable_map: {} mapped to number {}\n", name.view(), table.event().table_id));
  plan->insert = fmt::format("{}### INSERT INTO {}{}\n", palette_.inserted, name.view(), palette_.reset);
  plan->update = fmt::format("{}### UPDATE {}{}\n", palette_.updated, name.view(), palette_.reset);
  plan->remove = fmt::format("{}### DELETE FROM {}{}\n", palette_.deleted, name.view(), palette_.reset);
  plan->insert_set.assign(plan->insert + "### SET\n");
  plan->update_where.assign(plan->update + "### WHERE\n");
  plan->remove_where.assign(plan->remove + "### WHERE\n");
  plan->columns.resize(table.columns().size());
  for (std::size_t i = 0; i < plan->columns.size(); ++i) {
    const Column& column = table.columns()[i];
    ReadableColumn& readable = plan->columns[i];
    plan->has_old_temporal = plan->has_old_temporal || is_old_temporal(column);
    static_cast<ColumnStyle&>(readable) = ColumnStyle(column, i, options_.column_names);
    const auto comment = [&](int is_null) {
      if (!has_type_comments(options_)) return std::string("\n");
      return fmt::format(" /* {} meta={} nullable={} is_null={} */\n", readable_type_comment(column), column.meta,
                         column.nullable ? 1 : 0, is_null);
    };
    readable.is_string = is_string(column);
    const std::string before = fmt::format("###   {}=", readable.name);
    readable.before = LongBlockText(before);
    readable.after = LongBlockText(comment(0));
    readable.line_room = readable.before.room() + ColumnText::kMostShort + readable.after.room();
    readable.null_line = LongBlockText(fmt::format("{}NULL{}", before, comment(1)));
  }
  for (const TableMetadata::PrimaryKeyPart& part : table.event().optional_metadata.primary_key) {
    if (part.column >= plan->columns.size()) continue;
    plan->columns[static_cast<std::size_t>(part.column)].is_key = true;
    plan->has_key = true;
  }
  table.plan = std::move(plan);
  return static_cast<const Plan&>(*table.plan);
}

const std::string& ReadableRows::table_name(const TableMap& table) {
  return plan_of(table).name;
}

void ReadableRows::print_table_map_title(const TableMap& table) {
  plan_of(table).map_title.append_to(out_);
}

void ReadableRows::print_extra_row_info(const RowsEvent& rows) {
  if (rows.ndb_info) {
    out_.append(fmt::format("# extra row info of NDB, format {}: ", rows.ndb_info->format));
    append_hex_value(out_, rows.ndb_info->data);
    out_.append('\n');
  }
  if (rows.unknown_info) {
    out_.append(fmt::format("# extra row info of unknown kind {}: ", rows.unknown_info->type));
    append_hex_value(out_, rows.unknown_info->data);
    out_.append('\n');
  }
  if (!rows.partition) return;
  if (rows.partition->source_partition_id) {
    out_.append(fmt::format("# partition {}, from partition {}\n", rows.partition->partition_id,
                            *rows.partition->source_partition_id));
  } else {
    out_.append(fmt::format("# partition {}\n", rows.partition->partition_id));
  }
}

void ReadableRows::print_selection(const RowSelection* selected) {
  if (selected == nullptr || selected->count() == selected->size()) return;
  out_.append(fmt::format("# {} of {} rows\n", selected->count(), selected->size()));
}

void ReadableRows::print_error(std::string_view text, const EventView& event, std::size_t offset) {
  out_.append(fmt::format("{}# ERROR: offset {}: {} (byte {} of the event){}\n", palette_.error, event.position, text,
                          offset, palette_.reset));
}

void ReadableRows::print_unread(const EventView& event, const DecodeError& error) {
  const std::size_t begin = std::min(error.offset(), event.body_end);
  append_hex_lines(out_, event.bytes.substr(begin, event.body_end - begin), event.position + begin);
}

ReadableRows::Result ReadableRows::print(const EventView& event, const RowsEvent& rows, const TableMap* table) {
  print_extra_row_info(rows);
  std::optional<DecodeError> error;
  if (table == nullptr) {
    error = no_table_map(event.body_begin, rows.table_id);
  } else {
    if (plan_of(*table).has_old_temporal) error = old_temporal_fault(event, rows, *table);
  }
  if (error) {
    print_error(error->what(), event, error->offset());
    print_unread(event, *error);
    return {.counts = {}, .error = std::move(error)};
  }
  print_selection(event.selected_rows);
  const RowsEvent::Kind kind = RowsEvent::kind_of(event.header.type());
  const Plan& plan = plan_of(*table);
  const std::size_t column_count = table->columns().size();
  if (rows.rows.empty() && !kind.before_image && rows.width == column_count &&
      detail::PresentColumns(rows.columns_after_image, column_count).size() == 0) {
    // An INSERT of nothing but defaults.
    if (event.selected_rows != nullptr && !event.selected_rows->contains(0)) return {};
    out_.append(Bytes(plan.insert).substr(0, plan.insert.size() - 1));
    out_.append(" VALUES ()\n");
    return {.counts = {.inserted = 1}, .error = std::nullopt};
  }
  const bool changed_only = options_.changed_only && kind.before_image && kind.after_image;
  return changed_only ? print_rows<true>(event, rows, *table) : print_rows<false>(event, rows, *table);
}

template <bool kChangedOnly>
ReadableRows::Result ReadableRows::print_rows(const EventView& event, const RowsEvent& rows, const TableMap& table) {
  std::optional<DecodeError> fault;
  Cursor<NoTrace> in(event.bytes, event.body_end - rows.rows.size(), event.body_end);
  Visitor<kChangedOnly> visitor(*this, plan_of(table), table, event);
  try {
    for_each_row(in, rows, table, RowsEvent::kind_of(event.header.type()), visitor, event.selected_rows);
  } catch (const DecodeError& error) {
    print_error(fmt::format("{}: {}", visitor.describe_stop(), error.what()), event, error.offset());
    print_unread(event, error);
    fault = error;
  }
  if (!fault) fault = visitor.value_error();
  return {.counts = visitor.counts(), .error = std::move(fault)};
}

}  // namespace binlogdump
