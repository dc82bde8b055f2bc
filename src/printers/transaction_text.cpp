#include "printers/transaction_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace binlogdump {

namespace {

constexpr std::uint64_t kSecond = 1'000'000;  // microseconds

}  // namespace

std::string duration_words(std::uint64_t microseconds) {
  const std::uint64_t seconds = microseconds / kSecond;
  if (microseconds < kSecond) return fmt::format("{:.3f} s", static_cast<double>(microseconds) / kSecond);
  if (seconds < 60) return fmt::format("{:.1f} s", static_cast<double>(microseconds) / kSecond);
  if (seconds < 3600) return fmt::format("{} min {} s", seconds / 60, seconds % 60);
  if (seconds < 86400) return fmt::format("{} h {} min", seconds / 3600, seconds / 60 % 60);
  return fmt::format("{} d {} h", seconds / 86400, seconds / 3600 % 24);
}

void TransactionText::begin(std::string name, const GtidFields& gtid) {
  begin_unnamed();
  name_ = std::move(name);
  commit_time_ = gtid.original_commit_timestamp;
}

void TransactionText::begin_unnamed() {
  open_ = wanted_;
  name_.clear();
  commit_time_.reset();
  first_time_.reset();
  statements_ = 0;
  damaged_ = false;
  tables_.clear();
}

void TransactionText::note_time(std::uint32_t timestamp, std::uint32_t fraction) {
  if (first_time_ || timestamp == 0) return;
  first_time_ = std::uint64_t{timestamp} * kSecond + fraction;
  first_time_is_exact_ = fraction != 0;
}

void TransactionText::add_rows(const std::string& table, const RowCounts& counts) {
  const auto known =
      std::find_if(tables_.begin(), tables_.end(), [&](const TableCounts& entry) { return entry.table == table; });
  if (known != tables_.end()) {
    known->counts += counts;
  } else if (tables_.size() < kMaxTables) {
    tables_.push_back({table, counts});
  } else {
    tables_.back().table = "other tables";
    tables_.back().counts += counts;
  }
}

void TransactionText::append_duration() {
  // Timestamps may be set by the client: a commit before the first event tells nothing.
  if (!commit_time_ || *commit_time_ == 0 || !first_time_ || *commit_time_ < *first_time_) return;
  const std::uint64_t duration = *commit_time_ - *first_time_;
  out_.append(", ");
  if (first_time_is_exact_) {
    out_.append(duration_words(duration));
  } else {
    // The first event's time is in whole seconds: the duration may be up to one less.
    out_.append(duration < kSecond ? "less than 1 s" : "up to ");
    if (duration >= kSecond) out_.append(duration_words(duration));
  }
  out_.append(" from first event to commit");
}

void TransactionText::end(std::string_view ending) {
  if (!open_) return;
  open_ = false;
  out_.append(palette_.summary);
  out_.append("# transaction ");
  if (!name_.empty()) {
    out_.append(name_);
    out_.append(": ");
  } else {
    out_.append("without GTID: ");
  }
  out_.append_number(statements_);
  out_.append(statements_ == 1 ? " statement" : " statements");
  std::string_view separator = ", rows: ";
  for (const TableCounts& entry : tables_) {
    out_.append(separator);
    separator = ", ";
    out_.append(entry.table);
    out_.append(" +");
    out_.append_number(entry.counts.inserted);
    out_.append(" ~");
    out_.append_number(entry.counts.updated);
    out_.append(" -");
    out_.append_number(entry.counts.deleted);
  }
  if (damaged_) out_.append(", damaged");
  if (ending.empty()) {
    append_duration();
  } else {
    out_.append(", ");
    out_.append(ending);
  }
  out_.append(palette_.reset);
  out_.append("\n\n");
}

}  // namespace binlogdump
