#include "verify/log_sequence.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <utility>

#include "printers/gtid_text.h"

namespace binlogdump {

namespace {

std::optional<std::uint64_t> number_of(const LogName& name) {
  std::uint64_t number = 0;
  const char* const end = name.number.data() + name.number.size();
  const auto [at, error] = std::from_chars(name.number.data(), end, number);
  if (name.number.empty() || error != std::errc() || at != end) return std::nullopt;
  return number;
}

/// With as many digits as `like` has.
std::string numbered(const LogName& like, std::uint64_t number) {
  return fmt::format("{}.{:0{}}", like.base, number, like.number.size());
}

std::string missing_logs(const LogName& like, std::uint64_t first, std::uint64_t last) {
  if (first == last) return fmt::format("{} is missing before it", numbered(like, first));
  return fmt::format("{} to {} are missing before it", numbered(like, first), numbered(like, last));
}

/// The set as text, if it is not very long.
std::string set_text(const GtidSet& set) {
  constexpr std::size_t kMostShown = 1000;
  std::string text = set.text(",");
  if (text.size() > kMostShown) text.replace(kMostShown, text.npos, " ...");
  return text;
}

std::string gtid_text(Bytes uuid, Bytes tag, std::int64_t gno) {
  TextBuffer text(nullptr, 128);
  append_gtid(text, uuid, tag, gno);
  return std::string(text.view());
}

}  // namespace

void LogSequence::begin_file(const std::string& path) {
  name_ = split_log_name(path);
  folder_ = std::filesystem::path(path).parent_path();
  rotated_to_.clear();
  previous_.reset();
  own_ = {};
  run_ = {};
  is_relay_log_ = told_order_ = false;
  is_complete_ = true;
  place_ = last_ ? find_place() : Place::kAlone;
  if (place_ == Place::kNext) check_rotation();
}

LogSequence::Place LogSequence::find_place() {
  const std::optional<std::uint64_t> before = number_of(last_->name);
  const std::optional<std::uint64_t> number = number_of(name_);
  if (!before || !number || last_->name.base != name_.base) {
    findings_.note(fmt::format("not compared with {}: its name is not of the same series", last_->name.text()));
    return Place::kAlone;
  }
  if (*number <= *before && last_->folder != folder_) {
    findings_.note(fmt::format("not compared with {}, which lies in another folder", last_->name.text()));
    return Place::kAlone;
  }
  if (*number <= *before) {
    findings_.fault(fmt::format("does not belong behind {}", last_->name.text()));
    return Place::kAlone;
  }
  if (*number - *before == 1) return Place::kNext;
  findings_.fault(missing_logs(name_, *before + 1, *number - 1));
  return Place::kLater;
}

void LogSequence::check_rotation() {
  if (last_->rotated_to.empty()) return;
  const LogName to = split_log_name(last_->rotated_to);
  if (to.text() == name_.text()) return;
  if (number_of(to) == number_of(name_)) {
    return findings_.note(fmt::format("by the log before it, its name is {}", to.text()));
  }
  findings_.fault(fmt::format("{} goes on in {}, not in this log", last_->name.text(), to.text()));
}

void LogSequence::note_previous(const EncodedGtidSet& set) {
  end_run();
  previous_.emplace();
  previous_->add(set);
  if (is_relay_log_ || place_ == Place::kAlone || !last_->gtids) return;
  if (const GtidSet missing = last_->gtids->minus(*previous_); !missing.empty()) {
    findings_.fault(fmt::format("lacks GTIDs of {} and the logs before it: {}", last_->name.text(), set_text(missing)));
  }
  if (place_ == Place::kLater || !last_->is_complete) return;
  if (const GtidSet surplus = previous_->minus(*last_->gtids); !surplus.empty()) {
    findings_.fault(fmt::format("has GTIDs that neither {} nor the logs before it have: {}", last_->name.text(),
                                set_text(surplus)));
  }
}

void LogSequence::note_gtid(Bytes uuid, Bytes tag, std::int64_t gno) {
  if (run_.goes_on_with(uuid, tag, gno)) {
    run_.newest = gno;
    return;
  }
  end_run();
  if (gno < 1 || gno > GtidSet::kMaxGno) return findings_.fault(fmt::format("gno: {} is none of a transaction", gno));
  if (own_.interval_count() >= kMostIntervals) return note_gap();
  if (!is_relay_log_) {
    if (own_.contains(uuid, tag, gno) || (previous_ && previous_->contains(uuid, tag, gno))) {
      findings_.fault(fmt::format("{} is in the log, or in one before it, already", gtid_text(uuid, tag, gno)));
    } else if (!told_order_ && gno < own_.highest(uuid, tag)) {
      findings_.note(fmt::format("{} comes behind {} of the same source (further cases are not mentioned)",
                                 gtid_text(uuid, tag, gno), own_.highest(uuid, tag)));
      told_order_ = true;
    }
  }
  own_.add(uuid, tag, gno);
  if (own_.interval_count() >= kMostIntervals || uuid.size() != run_.uuid.size()) return;
  std::copy(uuid.begin(), uuid.end(), run_.uuid.begin());
  run_.tag = tag;
  run_.newest = gno;
  run_.first_not_added = gno + 1;
  run_.end = own_.next_behind(uuid, tag, gno);
  if (previous_) run_.end = std::min(run_.end, previous_->next_behind(uuid, tag, gno));
}

void LogSequence::end_run() {
  if (run_.end != 0) own_.add(Bytes(run_.uuid.data(), run_.uuid.size()), run_.tag, run_.first_not_added, run_.newest);
  run_.end = 0;
}

void LogSequence::end_file() {
  end_run();
  last_ = Log();
  last_->name = std::move(name_);
  last_->folder = std::move(folder_);
  last_->rotated_to = std::move(rotated_to_);
  last_->is_complete = is_complete_;
  if (!previous_) return;
  previous_->add(own_);
  last_->gtids = std::move(previous_);
}

}  // namespace binlogdump
