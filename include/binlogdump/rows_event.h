#pragma once
// What all row events share: their head, and the loop over their rows.

#include <array>
#include <bit>
#include <optional>
#include <vector>

#include "binlogdump/context.h"
#include "binlogdump/cursor.h"
#include "binlogdump/row_selection.h"
#include "binlogdump/table_map.h"

namespace binlogdump {

enum class RowImage : std::uint8_t { kBefore, kAfter };

/// The head of a row event and its rows as bytes; for_each_row() reads these.
/// Source: mysql::binlog::event::Rows_event.
struct RowsEvent {
  enum Flags : std::uint16_t {
    STMT_END_F = 1,  ///< Last row event of the statement.
    NO_FOREIGN_KEY_CHECKS_F = 2,
    RELAXED_UNIQUE_CHECKS_F = 4,
    COMPLETE_ROWS_F = 8,
    USE_SQL_FOREIGN_KEY_F = 16,  ///< Since 9.6.
  };
  /// What a kind of row event holds; the rest follows from it.
  struct Kind {
    bool before_image;
    bool after_image;
    bool has_extra_row_info;    ///< Version 2 (5.6 on).
    bool partial_json = false;  ///< PARTIAL_UPDATE_ROWS_EVENT.
  };
  struct PartitionInfo {
    std::uint16_t partition_id = 0;
    std::optional<std::uint16_t> source_partition_id;  ///< UPDATE only.
    friend bool operator==(const PartitionInfo&, const PartitionInfo&) = default;
  };
  struct NdbInfo {
    std::uint8_t format = 0;
    Bytes data;
    friend bool operator==(const NdbInfo&, const NdbInfo&) = default;
  };

  /// Extra row info of a kind that is not known, and all behind it.
  struct UnknownInfo {
    std::uint8_t type = 0;
    Bytes data;
    friend bool operator==(const UnknownInfo&, const UnknownInfo&) = default;
  };

  std::uint64_t table_id = 0;
  std::uint16_t flags = 0;
  std::optional<PartitionInfo> partition;
  std::optional<NdbInfo> ndb_info;
  std::optional<UnknownInfo> unknown_info;
  std::uint64_t width = 0;     ///< Columns of the table.
  Bytes columns_before_image;  ///< Bitmap of columns present, low bit first; empty where there is no such image.
  Bytes columns_after_image;
  Bytes rows;

  Bytes columns_present(RowImage image) const {
    return image == RowImage::kBefore ? columns_before_image : columns_after_image;
  }
  bool ends_statement() const { return (flags & STMT_END_F) != 0; }

  /// Which images a type has. Only for types that is_rows_event() accepts.
  static constexpr Kind kind_of(EventType type) {
    switch (type) {
      case EventType::WRITE_ROWS_EVENT_V1:
        return {.before_image = false, .after_image = true, .has_extra_row_info = false};
      case EventType::UPDATE_ROWS_EVENT_V1:
        return {.before_image = true, .after_image = true, .has_extra_row_info = false};
      case EventType::DELETE_ROWS_EVENT_V1:
        return {.before_image = true, .after_image = false, .has_extra_row_info = false};
      case EventType::WRITE_ROWS_EVENT:
        return {.before_image = false, .after_image = true, .has_extra_row_info = true};
      case EventType::DELETE_ROWS_EVENT:
        return {.before_image = true, .after_image = false, .has_extra_row_info = true};
      case EventType::PARTIAL_UPDATE_ROWS_EVENT:
        return {.before_image = true, .after_image = true, .has_extra_row_info = true, .partial_json = true};
      default:
        return {.before_image = true, .after_image = true, .has_extra_row_info = true};
    }
  }

  /// Table id and flags alone: all that a header line needs.
  static RowsEvent decode_post_header(EventCursor auto& in, const DecodeContext& context, EventType type) {
    RowsEvent event;
    event.table_id = context.format.has_short_table_id(type) ? in.u32("table_id") : in.u48("table_id");
    event.flags = in.u16("flags");
    return event;
  }

  static RowsEvent decode(EventCursor auto& in, const DecodeContext& context, EventType type) {
    const Kind kind = kind_of(type);
    RowsEvent event = decode_post_header(in, context, type);
    if (kind.has_extra_row_info) event.decode_extra_row_info(in, kind);
    event.width = in.packed("width");
    if (event.width == 0) in.fail("width", "no columns");
    if (event.width > kMaxColumns) in.fail("width", "more columns than a table can have");
    const auto bitmap_size = static_cast<std::size_t>((event.width + 7) / 8);
    if (kind.before_image) event.columns_before_image = in.bytes(bitmap_size, "columns_before_image");
    if (kind.after_image) event.columns_after_image = in.bytes(bitmap_size, "columns_after_image");
    event.rows = in.left();
    event.label_rows(in, context, kind);
    return event;
  }

  friend bool operator==(const RowsEvent&, const RowsEvent&) = default;

 private:
  void decode_extra_row_info(EventCursor auto& in, const Kind& kind) {
    constexpr std::uint16_t kOwnSize = 2;
    const std::uint16_t size = in.u16("var_header_len");
    if (size < kOwnSize) in.fail("var_header_len", "smaller than itself");
    if (size == kOwnSize) return;
    in.group("extra_row_info", size - kOwnSize, [&](auto& info) { decode_extra_fields(info, kind); });
  }

  void decode_extra_fields(EventCursor auto& in, const Kind& kind) {
    constexpr std::uint8_t kNdb = 0;
    constexpr std::uint8_t kPartition = 1;
    while (!in.at_end()) {
      const std::uint8_t type = in.u8("extra_row_info_type");
      if (type == kPartition) {
        PartitionInfo info{.partition_id = in.u16("partition_id"), .source_partition_id = std::nullopt};
        if (kind.before_image && kind.after_image) info.source_partition_id = in.u16("source_partition_id");
        partition = info;
      } else if (type == kNdb) {
        constexpr std::uint8_t kNdbHeadSize = 2;
        const std::uint8_t length = in.u8("ndb_info_length");
        if (length < kNdbHeadSize) in.fail("ndb_info_length", "smaller than its head");
        const std::uint8_t format = in.u8("ndb_info_format");
        const std::size_t size = in.checked(std::uint64_t{length} - kNdbHeadSize, "ndb_info");
        ndb_info = NdbInfo{.format = format, .data = in.unparsed(size)};
      } else {
        unknown_info = UnknownInfo{.type = type, .data = in.unparsed_rest()};
      }
    }
  }

  template <class Trace>
  void label_rows(Cursor<Trace>& in, const DecodeContext& context, const Kind& kind);
};

constexpr bool is_rows_event(EventType type) {
  switch (type) {
    case EventType::WRITE_ROWS_EVENT_V1:
    case EventType::UPDATE_ROWS_EVENT_V1:
    case EventType::DELETE_ROWS_EVENT_V1:
    case EventType::WRITE_ROWS_EVENT:
    case EventType::UPDATE_ROWS_EVENT:
    case EventType::DELETE_ROWS_EVENT:
    case EventType::PARTIAL_UPDATE_ROWS_EVENT:
      return true;
    default:
      return false;
  }
}

/// What transactions consist of, but for LOAD DATA: events that change neither the log's format nor its place.
constexpr bool is_event_of_transaction(EventType type) {
  switch (type) {
    case EventType::QUERY_EVENT:
    case EventType::INTVAR_EVENT:
    case EventType::RAND_EVENT:
    case EventType::USER_VAR_EVENT:
    case EventType::XID_EVENT:
    case EventType::TABLE_MAP_EVENT:
    case EventType::ROWS_QUERY_LOG_EVENT:
    case EventType::XA_PREPARE_LOG_EVENT:
    case EventType::TRANSACTION_PAYLOAD_EVENT:
      return true;
    default:
      return is_gtid_event(type) || is_rows_event(type);
  }
}

/// The fault of a row event, whose body begins at `offset`, that comes without its table's map.
inline DecodeError no_table_map(std::size_t offset, std::uint64_t table_id) {
  return DecodeError(offset, "table_id", "no table map for table id " + std::to_string(table_id));
}

namespace detail {

/// 0, 1, 2 …
inline constexpr std::array<std::uint16_t, kMaxColumns> kAllColumns = [] {
  std::array<std::uint16_t, kMaxColumns> indexes{};
  for (std::size_t i = 0; i < indexes.size(); ++i) indexes[i] = static_cast<std::uint16_t>(i);
  return indexes;
}();

/// Which columns an image has: the same for all rows of an event.
class PresentColumns {
 public:
  /// `column_count`: at most kMaxColumns.
  PresentColumns(Bytes bitmap, std::size_t column_count) : count_(count_bits(bitmap, column_count)) {
    if (count_ == column_count) return;
    some_.reserve(count_);
    for (std::size_t i = 0; i < column_count; ++i) {
      if (bit_low_first(bitmap.data(), i)) some_.push_back(static_cast<std::uint16_t>(i));
    }
    indexes_ = some_.data();
  }
  PresentColumns(const PresentColumns&) = delete;
  PresentColumns& operator=(const PresentColumns&) = delete;

  std::size_t size() const { return count_; }
  /// Indexes in the table of the columns that are present: size() of them.
  const std::uint16_t* indexes() const { return indexes_; }

 private:
  static std::size_t count_bits(Bytes bitmap, std::size_t count) {
    std::size_t set = 0;
    for (std::size_t i = 0; i < count / 8; ++i) set += static_cast<std::size_t>(std::popcount(load_u8(&bitmap[i])));
    if (count % 8 != 0) {
      const unsigned last = load_u8(&bitmap[count / 8]) & ((1U << (count % 8)) - 1);
      set += static_cast<std::size_t>(std::popcount(last));
    }
    return set;
  }

  std::size_t count_;
  std::vector<std::uint16_t> some_;  ///< Empty if all are present.
  const std::uint16_t* indexes_ = kAllColumns.data();
};

/// Visits nothing: for rows that are read for their fields or their end only.
struct IgnoreRows {
  void begin_row() {}
  void begin_image(RowImage) {}
  void null(std::size_t) {}
  void begin_value(std::size_t) {}
  void value(std::size_t, Bytes, bool) {}
  void end_row() {}
};

/// One image: null bitmap, then the values of the columns that are present and not NULL.
template <class Trace, class Visitor>
void read_image(Cursor<Trace>& in, const PresentColumns& present, const TableMap& table, RowImage image,
                bool partial_json, Visitor& visitor) {
  // Visitors write through pointers to characters, which could be anything in memory, for all that the compiler knows:
  // what is in local variables it need not load again for each value.
  const Column* const columns = table.columns().data();
  const std::uint16_t* const indexes = present.indexes();
  const std::size_t count = present.size();
  Bytes partial_bits;
  if (partial_json && image == RowImage::kAfter) {
    constexpr std::uint64_t kPartialJsonUpdates = 1;
    if ((in.packed("value_options") & kPartialJsonUpdates) != 0) {
      partial_bits = in.bytes((table.json_column_count() + 7) / 8, "partial_bits");
    }
  }
  const Bytes nulls = in.bytes((count + 7) / 8, "null_bits");
  visitor.begin_image(image);
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t i = indexes[k];
    const Column& column = columns[i];
    if (bit_low_first(nulls.data(), k)) {
      visitor.null(i);
      continue;
    }
    const bool partial = !partial_bits.empty() && column.type == MYSQL_TYPE_JSON &&
                         bit_low_first(partial_bits.data(), column.json_index);
    visitor.begin_value(i);
    visitor.value(i, in.column_value(column.fixed_size, column.length_bytes, column.size_known), partial);
  }
}

}  // namespace detail

/// Reads all rows. `in` covers event.rows; `table` is the map of event.table_id. The visitor's members, in order:
/// begin_row(), then for each image begin_image(RowImage) and for each present column, by index from 0, null(i) or
/// begin_value(i) and value(i, bytes, is_partial_json), then end_row(). Throws DecodeError where a value does not fit;
/// what was visited before stands. Rows that are not in `selected` are read like the others, but not visited.
template <class Trace, class Visitor>
void for_each_row(Cursor<Trace>& in, const RowsEvent& event, const TableMap& table, RowsEvent::Kind kind,
                  Visitor& visitor, const RowSelection* selected = nullptr) {
  if (event.width != table.columns().size()) {
    in.fail("width",
            std::to_string(event.width) + " columns, but the table map has " + std::to_string(table.columns().size()));
  }
  const auto present_in = [&](RowImage image) {
    const Bytes bitmap = event.columns_present(image);
    return detail::PresentColumns(bitmap, bitmap.empty() ? 0 : table.columns().size());
  };
  const detail::PresentColumns before = present_in(RowImage::kBefore);
  const detail::PresentColumns after = present_in(RowImage::kAfter);
  const auto read_row = [&](auto& row_visitor) {
    row_visitor.begin_row();
    in.group_rest("row", [&](auto& row) {
      if (kind.before_image) detail::read_image(row, before, table, RowImage::kBefore, kind.partial_json, row_visitor);
      if (kind.after_image) detail::read_image(row, after, table, RowImage::kAfter, kind.partial_json, row_visitor);
    });
    row_visitor.end_row();
  };
  std::size_t index = 0;
  do {  // Rows without any column present take no bytes: an empty event holds one of them.
    const std::size_t row_begin = in.offset();
    if (selected == nullptr || selected->contains(index++)) {
      read_row(visitor);
    } else {
      detail::IgnoreRows ignore;
      read_row(ignore);
    }
    if (in.offset() == row_begin && !in.at_end()) in.fail("rows", "no column is present, but there are bytes");
  } while (!in.at_end());
}

/// Takes the rows of a traced event one after the other: a visitor of for_each_row() that finds the fields read last at
/// the end of the tape.
class RowSink {
 public:
  virtual ~RowSink() = default;
  /// Before the first row. Here and in end_row() the tape may be cleared, between the two not.
  virtual void begin_rows(const RowsEvent& event, const TableMap& table) = 0;
  virtual void begin_row() = 0;
  virtual void begin_image(RowImage image) = 0;
  virtual void null(std::size_t column) = 0;
  virtual void begin_value(std::size_t column) = 0;
  virtual void value(std::size_t column, Bytes bytes, bool partial_json) = 0;
  virtual void end_row() = 0;
};

template <class Trace>
void RowsEvent::label_rows(Cursor<Trace>& in, const DecodeContext& context, const Kind& kind) {
  // Printers read the rows by themselves, with their own visitor; only the tape wants them here.
  const TableMap* table = Trace::kTraces ? context.table_map(table_id) : nullptr;
  if (table == nullptr) {
    in.rest("rows");
    return;
  }
  if constexpr (Trace::kTraces) {
    if (RowSink* sink = in.trace().rows; sink != nullptr) {
      sink->begin_rows(*this, *table);
      return for_each_row(in, *this, *table, kind, *sink);
    }
  }
  detail::IgnoreRows ignore;
  for_each_row(in, *this, *table, kind, ignore);
}

}  // namespace binlogdump
