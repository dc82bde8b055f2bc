#include "pipeline/before_statement.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "printers/json_text.h"
#include "printers/readable_text.h"

namespace binlogdump {

namespace {

/// As a word of the shell.
std::string quoted(const std::string& word) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:,=+@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

/// Logs as words of the shell; what came through a pipe has no name.
std::string joined(auto begin, auto end) {
  std::string words;
  for (; begin != end; ++begin)
    words += ' ' + (*begin == "-" ? "LOG" : begin->starts_with('-') ? quoted("./" + *begin) : quoted(*begin));
  return words;
}

/// In the zone of TZ: "2026-11-29 17:56:35 UTC".
void append_second(TextBuffer& out, std::uint32_t timestamp) {
  const std::time_t time = timestamp;
  std::tm calendar{};
  localtime_r(&time, &calendar);
  char text[64];
  out.append(std::string_view(text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %Z", &calendar)));
}

}  // namespace

void BeforeStatement::begin_file(bool is_plain) {
  all_plain_ = all_plain_ && is_plain;
  executed_ = {};
  knows_previous_ = false;
}

void BeforeStatement::note_previous(const EncodedGtidSet& set) {
  executed_.add(set);
  knows_previous_ = true;
}

void BeforeStatement::find(Found found) {
  if (!found_) {
    found_ = std::move(found);
    knows_executed_before_ = knows_previous_;
    if (knows_previous_) executed_before_ = executed_;
    return;
  }
  ++further_count_;
  if (further_.size() < kMostFurther) further_.push_back(fmt::format("{}:{}", found.path, found.transaction));
}

void BeforeStatement::print(TextBuffer& out, const std::vector<std::string>& files, Format format) const {
  if (!found_) return;
  if (format == Format::kJson) {
    print_json(out, files);
  } else {
    print_text(out, files);
  }
}

void BeforeStatement::print_text(TextBuffer& out, const std::vector<std::string>& files) const {
  constexpr std::size_t kMostSql = 200;
  out.append("# ");
  append_visible(out, found_->path, LineBreaks::kEscape);
  out.append(fmt::format(" at {}: {}, ", found_->event, found_->type));
  append_second(out, found_->timestamp);
  if (!found_->sql.empty()) {
    out.append(": ");
    append_visible(out, Bytes(found_->sql).substr(0, kMostSql), LineBreaks::kEscape);
    if (found_->sql.size() > kMostSql) out.append("...");
  }
  out.append("\n# Its transaction");
  if (!found_->gtid.empty()) out.append(' '), append_visible(out, found_->gtid, LineBreaks::kEscape);
  out.append(fmt::format(" begins at {} and ends at {}.\n", found_->transaction, end_));
  if (further_count_ > 0) {
    out.append(fmt::format("# {} later transaction{} too, beginning at", further_count_,
                           further_count_ == 1 ? " matches" : "s match"));
    for (const std::string& place : further_) out.append(' '), append_visible(out, place, LineBreaks::kEscape);
    out.append(further_count_ > further_.size() ? " ...\n" : "\n");
  }
  out.append(fmt::format("\n# What leads up to it, and what was executed before it:\n--stop-position={}\n",
                         found_->transaction));
  if (!executed_before_.empty()) {
    out.append(fmt::format("--exclude-gtids={}\n", executed_before_.text(",")));
  } else if (!found_->gtid.empty() && !knows_executed_before_) {
    out.append("# What was executed before it is not known: no PREVIOUS_GTIDS_LOG_EVENT was read.\n");
  }
  const Commands commands = make_commands(files);
  out.append("\n# Point-in-time recovery: restore the backup, then replay the logs since then up to just before it:\n");
  append_visible(out, commands.up_to_it, LineBreaks::kEscape);
  out.append("\n# To go on without it, add the logs behind these:\n");
  append_visible(out, commands.behind_it, LineBreaks::kEscape);
  out.append('\n');
  if (all_plain_) return;
  out.append(
      "# mysqlbinlog reads files only that are neither compressed nor encrypted. Decompress the former first; for the "
      "latter put\n# binlogdump --mysqlbinlog --keyring-file=FILE in its place.\n");
}

BeforeStatement::Commands BeforeStatement::make_commands(const std::vector<std::string>& files) const {
  const auto place = std::find(files.begin(), files.end(), found_->path);
  const auto behind = place == files.end() ? place : place + 1;
  Commands commands;
  commands.up_to_it =
      fmt::format("mysqlbinlog --stop-position={}{} | mysql", found_->transaction, joined(files.begin(), behind));
  if (found_->gtid.empty() || !knows_executed_before_) {
    commands.behind_it = fmt::format("mysqlbinlog --start-position={}{} | mysql", end_, joined(place, files.end()));
  } else {
    GtidSet left_out = executed_before_;
    left_out.add(found_->uuid, found_->tag, found_->gno);
    commands.behind_it =
        fmt::format("mysqlbinlog --exclude-gtids={}{} | mysql", quoted(left_out.text(",")), joined(place, files.end()));
  }
  return commands;
}

void BeforeStatement::print_json(TextBuffer& out, const std::vector<std::string>& files) const {
  const auto member = [&out](std::string_view key, std::string_view text) {
    out.append(fmt::format(",\"{}\":", key));
    append_json_lossy(out, text);
  };
  out.append("{\"file\":");
  append_json_lossy(out, found_->path);
  out.append(
      fmt::format(",\"position\":{},\"type\":\"{}\",\"timestamp\":{}", found_->event, found_->type, found_->timestamp));
  if (!found_->sql.empty()) member("query", found_->sql);
  if (!found_->gtid.empty()) member("gtid", found_->gtid);
  out.append(fmt::format(",\"transaction_position\":{},\"transaction_end_position\":{}", found_->transaction, end_));
  member("gtids_before", executed_before_.text(","));
  out.append(fmt::format(",\"later_transactions\":{}", further_count_));
  const Commands commands = make_commands(files);
  member("command_before", commands.up_to_it);
  member("command_behind", commands.behind_it);
  out.append("}\n");
}

}  // namespace binlogdump
