#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "binlogdump/events/gtid_log_event.h"
#include "printers/readable_rows.h"

namespace binlogdump {

/// Follows a transaction from its GTID to its commit, for the line that sums it up.
class TransactionText {
 public:
  /// Without `wanted` no transaction is ever open.
  TransactionText(TextBuffer& out, const Palette& palette, bool wanted)
      : out_(out), palette_(palette), wanted_(wanted) {}

  bool is_open() const { return open_; }
  /// As given to begin(); empty without one.
  std::string_view name() const { return name_; }
  /// A GTID event; `name` is the GTID as text, or "anonymous".
  void begin(std::string_view name, const GtidFields& gtid);
  /// A transaction of a log without GTID events.
  void begin_unnamed();

  /// When an event that belongs to it began; the first counts. Many events have no `fraction` (microseconds).
  void note_time(std::uint32_t timestamp, std::uint32_t fraction);
  void add_statement() { ++statements_; }
  void add_rows(std::string_view table, const RowCounts& counts);
  /// Something of it is wrong or could not be decoded, so that the counts may not be right.
  void note_damage() { damaged_ = true; }

  /// Prints the line at its commit, or, with `ending` such as "rolled back" or "not ended", at another end.
  void end(std::string_view ending = {});

 private:
  struct TableCounts {
    std::string table;
    RowCounts counts;
  };
  // Tables beyond this are counted together, so that a hostile log can't make the list long.
  static constexpr std::size_t kMaxTables = 64;

  void append_beginning();
  void append_duration();

  TextBuffer& out_;
  const Palette& palette_;
  bool wanted_;
  bool open_ = false;
  std::string name_;
  std::optional<std::uint64_t> commit_time_;
  std::optional<std::uint64_t> first_time_;
  bool first_time_is_exact_ = false;
  std::uint64_t statements_ = 0;
  bool damaged_ = false;
  std::vector<TableCounts> tables_;  ///< The first table_count_ ones; behind them room for more.
  std::size_t table_count_ = 0;
};

/// "1.2 s", "3 min 5 s", "2 d 4 h": a duration in words, microseconds.
void append_duration_words(TextBuffer& out, std::uint64_t microseconds);

}  // namespace binlogdump
