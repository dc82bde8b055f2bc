#include "printers/transaction_text.h"

#include <algorithm>
#include <charconv>

namespace binlogdump {

namespace {

constexpr std::uint64_t kSecond = 1'000'000;  // microseconds
/// Room for a few words or a number.
constexpr std::size_t kShort = 32;

}  // namespace

void append_duration_words(TextBuffer& out, std::uint64_t microseconds) {
  const std::uint64_t seconds = microseconds / kSecond;
  const auto append_decimal_seconds = [&](int digits) {
    constexpr std::size_t kMostBytes = 16;
    char* const to = out.reserve(kMostBytes);
    out.commit(std::to_chars(to, to + kMostBytes, static_cast<double>(microseconds) / kSecond, std::chars_format::fixed,
                             digits)
                   .ptr);
    out.append(" s");
  };
  const auto append_two = [&](std::uint64_t large, std::string_view large_unit, std::uint64_t small,
                              std::string_view small_unit) {
    out.append_number(large);
    out.append(large_unit);
    out.append_number(small);
    out.append(small_unit);
  };
  if (seconds < 1) return append_decimal_seconds(3);
  if (seconds < 60) return append_decimal_seconds(1);
  if (seconds < 3600) return append_two(seconds / 60, " min ", seconds % 60, " s");
  if (seconds < 86400) return append_two(seconds / 3600, " h ", seconds / 60 % 60, " min");
  append_two(seconds / 86400, " d ", seconds / 3600 % 24, " h");
}

void TransactionText::begin(std::string_view name, const GtidFields& gtid) {
  begin_unnamed();
  name_ = name;
  commit_time_ = gtid.original_commit_timestamp;
}

void TransactionText::begin_unnamed() {
  open_ = wanted_;
  name_.clear();
  commit_time_.reset();
  first_time_.reset();
  statements_ = 0;
  damaged_ = false;
  table_count_ = 0;
}

void TransactionText::note_time(std::uint32_t timestamp, std::uint32_t fraction) {
  if (first_time_ || timestamp == 0) return;
  first_time_ = std::uint64_t{timestamp} * kSecond + fraction;
  first_time_is_exact_ = fraction != 0;
}

void TransactionText::add_rows(std::string_view table, const RowCounts& counts) {
  const auto end = tables_.begin() + static_cast<std::ptrdiff_t>(table_count_);
  const auto known = std::find_if(tables_.begin(), end, [&](const TableCounts& entry) { return entry.table == table; });
  if (known != end) {
    known->counts += counts;
  } else if (table_count_ == kMaxTables) {
    tables_.back().table = "other tables";
    tables_.back().counts += counts;
  } else {
    if (table_count_ == tables_.size()) tables_.emplace_back();
    TableCounts& entry = tables_[table_count_++];
    entry.table = table;
    entry.counts = counts;
  }
}

void TransactionText::append_duration() {
  // Timestamps may be set by the client: a commit before the first event tells nothing.
  if (!commit_time_ || *commit_time_ == 0 || !first_time_ || *commit_time_ < *first_time_) return;
  const std::uint64_t duration = *commit_time_ - *first_time_;
  if (first_time_is_exact_) {
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
  ShortPieces line(out_, name_.size() + 3 * kShort);
  line.append(palette_.summary);
  line.append("# transaction ");
  line.append(name_.empty() ? "without GTID" : std::string_view(name_));
  line.append(": ");
  line.append_number(statements_);
  line.append(statements_ == 1 ? " statement" : " statements");
}

void TransactionText::end(std::string_view ending) {
  if (!open_) return;
  open_ = false;
  append_beginning();
  std::string_view separator = ", rows: ";
  for (std::size_t i = 0; i < table_count_; ++i) {
    const TableCounts& entry = tables_[i];
    constexpr std::size_t kMostBytes = 80;
    ShortPieces counts(out_, kMostBytes + entry.table.size());
    counts.append(separator);
    separator = ", ";
    counts.append(entry.table);
    counts.append(" +");
    counts.append_number(entry.counts.inserted);
    counts.append(" ~");
    counts.append_number(entry.counts.updated);
    counts.append(" -");
    counts.append_number(entry.counts.deleted);
  }
  if (damaged_) out_.append(", damaged");
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
