#include "printers/transaction_text.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "printers/block_text.h"

namespace binlogdump {

namespace {

constexpr std::uint64_t kSecond = 1'000'000;  // microseconds
/// Room for what the line that sums it up says beside names and tables.
constexpr std::size_t kMostWords = 320;

/// Microseconds in whole `unit`s, as printf() rounds the number of seconds, which is no exact one as a rule.
std::uint64_t rounded(std::uint64_t microseconds, std::uint64_t unit) {
  const std::uint64_t units = microseconds / unit;
  const std::uint64_t rest = microseconds % unit;
  if (2 * rest != unit) return units + (2 * rest > unit ? 1 : 0);
  const auto exact = static_cast<double>(microseconds);
  const double excess = std::fma(exact / kSecond, static_cast<double>(kSecond), -exact);
  return units + (excess > 0 || (excess == 0 && units % 2 != 0) ? 1 : 0);
}

/// Less than a minute: "0.012 s", "1.2 s".
char* write_short_duration(char* to, std::uint64_t microseconds) {
  if (microseconds < kSecond) {
    const std::uint64_t thousandths = rounded(microseconds, kSecond / 1000);
    *to++ = thousandths < 1000 ? '0' : '1';
    *to++ = '.';
    *to++ = static_cast<char>('0' + thousandths / 100 % 10);
    to = write_2_digits(to, static_cast<std::uint32_t>(thousandths % 100));
  } else {
    const std::uint64_t tenths = rounded(microseconds, kSecond / 10);
    to = write_number(to, tenths / 10);
    *to++ = '.';
    to = write_number(to, tenths % 10);
  }
  *to++ = ' ';
  *to++ = 's';
  return to;
}

/// append_duration_words(), where there is room for kMostDuration.
constexpr std::size_t kMostDuration = 64;
char* write_duration_words(char* to, std::uint64_t microseconds) {
  const std::uint64_t seconds = microseconds / kSecond;
  const auto write_two = [to](std::uint64_t large, std::string_view large_unit, std::uint64_t small,
                              std::string_view small_unit) {
    char* end = write_number(to, large);
    end += large_unit.copy(end, large_unit.size());
    end = write_number(end, small);
    return end + small_unit.copy(end, small_unit.size());
  };
  if (seconds < 60) return write_short_duration(to, microseconds);
  if (seconds < 3600) return write_two(seconds / 60, " min ", seconds % 60, " s");
  if (seconds < 86400) return write_two(seconds / 3600, " h ", seconds / 60 % 60, " min");
  return write_two(seconds / 86400, " d ", seconds / 3600 % 24, " h");
}

}  // namespace

void append_duration_words(TextBuffer& out, std::uint64_t microseconds) {
  out.commit(write_duration_words(out.reserve(kMostDuration), microseconds));
}

void TransactionText::begin(std::string_view name, const GtidFields& gtid) {
  if (name.size() == now_.name.size()) {
    write_name(now_.name.data(), name);
  } else {
    now_.name = name;
  }
  begin_counts();
  now_.commit_time = gtid.original_commit_timestamp;
}

void TransactionText::begin_unnamed() {
  now_.name.clear();
  begin_counts();
}

void TransactionText::begin_counts() {
  now_.open = wanted_;
  now_.commit_time.reset();
  now_.first_time.reset();
  now_.statements = 0;
  now_.damaged = false;
  now_.table_count = 0;
}

void TransactionText::add_rows(std::string_view table, const RowCounts& counts) {
  const auto end = now_.tables.begin() + static_cast<std::ptrdiff_t>(now_.table_count);
  const auto known = std::find_if(
      now_.tables.begin(), end, [&](const TransactionSoFar::Table& entry) { return is_same_name(entry.name, table); });
  if (known != end) {
    known->counts += counts;
  } else if (now_.table_count == kMaxTables) {
    now_.tables.back().name = "other tables";
    now_.tables.back().counts += counts;
  } else {
    if (now_.table_count == now_.tables.size()) now_.tables.emplace_back();
    TransactionSoFar::Table& entry = now_.tables[now_.table_count++];
    if (!is_same_name(entry.name, table)) entry.name = table;  // Mostly that of the transaction before.
    entry.counts = counts;
  }
}

bool TransactionSoFar::is_same(const TransactionSoFar& other) const {
  if (!open || !other.open) return open == other.open;
  return name == other.name && commit_time == other.commit_time && first_time == other.first_time &&
         first_time_is_exact == other.first_time_is_exact;
}

void TransactionText::count_anew() {
  now_.statements = 0;
  now_.damaged = false;
  now_.table_count = 0;
}

void TransactionText::add_counts_before(const TransactionSoFar& before) {
  now_.statements += before.statements;
  now_.damaged = now_.damaged || before.damaged;
  const std::vector<TransactionSoFar::Table> tables = std::exchange(now_.tables, before.tables);
  const std::size_t count = std::exchange(now_.table_count, before.table_count);
  for (std::size_t i = 0; i < count; ++i) add_rows(tables[i].name, tables[i].counts);
}

/// ", 0.012 s from first event to commit"
void TransactionText::append_duration(ShortPieces& line) {
  // Timestamps may be set by the client: a commit before the first event tells nothing.
  if (!now_.commit_time || *now_.commit_time == 0 || !now_.first_time || *now_.commit_time < *now_.first_time) return;
  const std::uint64_t duration = *now_.commit_time - *now_.first_time;
  if (now_.first_time_is_exact) {
    line.append(", ");
    line.commit(write_duration_words(line.end(), duration));
  } else if (duration < kSecond) {
    // The first event's time is in whole seconds: the duration may be up to one less.
    line.append(", less than 1 s");
  } else {
    line.append(", up to ");
    line.commit(write_duration_words(line.end(), duration));
  }
  line.append(" from first event to commit");
}

/// ", rows: shop.orders +1 ~0 -0, shop.items +3 ~0 -0"
void TransactionText::append_tables(ShortPieces& line) {
  for (std::size_t i = 0; i < now_.table_count; ++i) {
    const TransactionSoFar::Table& entry = now_.tables[i];
    if (i == 0) {
      line.append(", rows: ");
    } else {
      line.append(", ");
    }
    line.append(entry.name);
    line.append(" +");
    line.append_number(entry.counts.inserted);
    line.append(" ~");
    line.append_number(entry.counts.updated);
    line.append(" -");
    line.append_number(entry.counts.deleted);
  }
}

void TransactionText::end(std::string_view ending) {
  if (!now_.open) return;
  now_.open = false;
  constexpr std::size_t kMostCounts = 80;
  std::size_t room = kMostWords + now_.name.size() + ending.size();
  for (std::size_t i = 0; i < now_.table_count; ++i) room += now_.tables[i].name.size() + kMostCounts;
  ShortPieces line(out_, room);
  line.append(palette_.summary);
  line.append("# transaction ");
  if (now_.name.empty()) {
    line.append("without GTID");
  } else {
    line.commit(write_name(line.end(), now_.name));
  }
  line.append(": ");
  line.append_number(now_.statements);
  line.append(" statement");
  if (now_.statements != 1) line.append('s');
  append_tables(line);
  if (now_.damaged) line.append(", damaged");
  if (ending.empty()) {
    append_duration(line);
  } else {
    line.append(", ");
    line.append(ending);
  }
  line.append(palette_.reset);
  line.append("\n\n");
}

}  // namespace binlogdump
