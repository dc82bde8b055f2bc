#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "binlogdump/events/gtid_log_event.h"
#include "printers/readable_rows.h"

namespace binlogdump {

/// What a transaction has done so far.
struct TransactionSoFar {
  struct Table {
    std::string name;
    RowCounts counts;
  };

  bool open = false;
  std::string name;  ///< As given to TransactionText::begin(); empty without a GTID event.
  std::optional<std::uint64_t> commit_time;
  std::optional<std::uint64_t> first_time;
  bool first_time_is_exact = false;
  std::uint64_t statements = 0;
  bool damaged = false;
  std::vector<Table> tables;  ///< The first table_count ones; behind them room for more.
  std::size_t table_count = 0;

  /// Whether both are the same transaction, whatever was counted of it.
  bool is_same(const TransactionSoFar& other) const;
};

/// Follows a transaction from its GTID to its commit, for the line that sums it up.
class TransactionText {
 public:
  /// Without `wanted` no transaction is ever open.
  TransactionText(TextBuffer& out, const Palette& palette, bool wanted)
      : out_(out), palette_(palette), wanted_(wanted) {}

  bool is_open() const { return now_.open; }
  std::string_view name() const { return now_.name; }
  /// A GTID event; `name` is the GTID as text, or "anonymous".
  void begin(std::string_view name, const GtidFields& gtid);
  /// A transaction of a log without GTID events.
  void begin_unnamed();

  /// When an event that belongs to it began; the first counts. Many events have no `fraction` (microseconds).
  void note_time(std::uint32_t timestamp, std::uint32_t fraction) {
    constexpr std::uint64_t kSecond = 1'000'000;
    if (now_.first_time || timestamp == 0) return;
    now_.first_time = timestamp * kSecond + fraction;
    now_.first_time_is_exact = fraction != 0;
  }
  void add_statement() { ++now_.statements; }
  void add_rows(std::string_view table, const RowCounts& counts);
  /// Whether another table might not be counted by itself.
  bool is_full() const { return now_.table_count == kMaxTables; }
  /// Something of it is wrong or could not be decoded, so that the counts may not be right.
  void note_damage() { now_.damaged = true; }

  /// Prints the line at its commit, or, with `ending` such as "rolled back" or "not ended", at another end.
  void end(std::string_view ending = {});
  /// Ends it without a line.
  void forget() { now_.open = false; }

  const TransactionSoFar& so_far() const { return now_; }
  /// Goes on with a transaction that was begun elsewhere.
  void go_on_with(const TransactionSoFar& transaction) { now_ = transaction; }
  /// Counts from here on; add_counts_before() has the rest.
  void count_anew();
  void add_counts_before(const TransactionSoFar& before);

 private:
  // Tables beyond this are counted together, so that a hostile log can't make the list long.
  static constexpr std::size_t kMaxTables = 64;

  void begin_counts();
  void append_tables(ShortPieces& line);
  void append_duration(ShortPieces& line);

  TextBuffer& out_;
  const Palette& palette_;
  bool wanted_;
  TransactionSoFar now_;
};

/// "1.2 s", "3 min 5 s", "2 d 4 h": a duration in words, microseconds.
void append_duration_words(TextBuffer& out, std::uint64_t microseconds);

}  // namespace binlogdump
