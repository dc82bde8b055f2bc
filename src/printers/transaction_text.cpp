#include "printers/transaction_text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace binlogdump {

namespace {

constexpr std::uint64_t kSecond = 1'000'000;  // microseconds
/// Room for a few words or a number.
constexpr std::size_t kShort = 32;

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
void append_short_duration(TextBuffer& out, std::uint64_t microseconds) {
  ShortPieces text(out, kShort);
  if (microseconds < kSecond) {
    const std::uint64_t thousandths = rounded(microseconds, kSecond / 1000);
    text.append(thousandths < 1000 ? '0' : '1');
    text.append('.');
    text.append(static_cast<char>('0' + thousandths / 100 % 10));
    text.commit(write_2_digits(text.end(), static_cast<std::uint32_t>(thousandths % 100)));
  } else {
    const std::uint64_t tenths = rounded(microseconds, kSecond / 10);
    text.append_number(tenths / 10);
    text.append('.');
    text.append_number(tenths % 10);
  }
  text.append(" s");
}

}  // namespace

void append_duration_words(TextBuffer& out, std::uint64_t microseconds) {
  const std::uint64_t seconds = microseconds / kSecond;
  const auto append_two = [&](std::uint64_t large, std::string_view large_unit, std::uint64_t small,
                              std::string_view small_unit) {
    out.append_number(large);
    out.append(large_unit);
    out.append_number(small);
    out.append(small_unit);
  };
  if (seconds < 60) return append_short_duration(out, microseconds);
  if (seconds < 3600) return append_two(seconds / 60, " min ", seconds % 60, " s");
  if (seconds < 86400) return append_two(seconds / 3600, " h ", seconds / 60 % 60, " min");
  append_two(seconds / 86400, " d ", seconds / 3600 % 24, " h");
}

void TransactionText::begin(std::string_view name, const GtidFields& gtid) {
  begin_unnamed();
  now_.name = name;
  now_.commit_time = gtid.original_commit_timestamp;
}

void TransactionText::begin_unnamed() {
  now_.open = wanted_;
  now_.name.clear();
  now_.commit_time.reset();
  now_.first_time.reset();
  now_.statements = 0;
  now_.damaged = false;
  now_.table_count = 0;
}

void TransactionText::note_time(std::uint32_t timestamp, std::uint32_t fraction) {
  if (now_.first_time || timestamp == 0) return;
  now_.first_time = std::uint64_t{timestamp} * kSecond + fraction;
  now_.first_time_is_exact = fraction != 0;
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
    entry.name = table;
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

void TransactionText::append_duration() {
  // Timestamps may be set by the client: a commit before the first event tells nothing.
  if (!now_.commit_time || *now_.commit_time == 0 || !now_.first_time || *now_.commit_time < *now_.first_time) return;
  const std::uint64_t duration = *now_.commit_time - *now_.first_time;
  if (now_.first_time_is_exact) {
    out_.append(", ");
    append_duration_words(out_, duration);
  } else if (duration < kSecond) {
    // The first event's time is in whole seconds: the duration may be up to one less.
    out_.append(", less than 1 s");
  } else {
    out_.append(", up to ");
    append_duration_words(out_, duration);
  }
  out_.append(" from first event to commit");
}

void TransactionText::append_beginning() {
  ShortPieces line(out_, now_.name.size() + 3 * kShort);
  line.append(palette_.summary);
  line.append("# transaction ");
  line.append(now_.name.empty() ? "without GTID" : std::string_view(now_.name));
  line.append(": ");
  line.append_number(now_.statements);
  line.append(now_.statements == 1 ? " statement" : " statements");
}

void TransactionText::end(std::string_view ending) {
  if (!now_.open) return;
  now_.open = false;
  append_beginning();
  std::string_view separator = ", rows: ";
  for (std::size_t i = 0; i < now_.table_count; ++i) {
    const TransactionSoFar::Table& entry = now_.tables[i];
    constexpr std::size_t kMostBytes = 80;
    ShortPieces counts(out_, kMostBytes + entry.name.size());
    counts.append(separator);
    separator = ", ";
    counts.append(entry.name);
    counts.append(" +");
    counts.append_number(entry.counts.inserted);
    counts.append(" ~");
    counts.append_number(entry.counts.updated);
    counts.append(" -");
    counts.append_number(entry.counts.deleted);
  }
  if (now_.damaged) out_.append(", damaged");
  if (ending.empty()) {
    append_duration();
  } else {
    out_.append(", ");
    out_.append(ending);
  }
  ShortPieces line(out_, kShort);
  line.append(palette_.reset);
  line.append("\n\n");
}

}  // namespace binlogdump
