#include "verify/verify_report.h"

#include <fmt/format.h>

#include "printers/event_text.h"
#include "printers/json_text.h"
#include "printers/readable_text.h"

namespace binlogdump {

namespace {

/// In place of a GTID.
constexpr std::string_view kAnonymousName = "anonymous";

/// What was not looked at, in quick.
constexpr std::string_view kNotChecked[] = {"event bodies", "rows",  "payloads",          "order of events",
                                            "transactions", "GTIDs", "the series of logs"};

/// "1 event", "2 events".
std::string counted(std::uint64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string_view verdict(const LogSummary& summary) {
  if (summary.events == 0) return "unusable";
  return summary.faults == 0 ? "whole" : "damaged";
}

}  // namespace

void VerifyReport::find(std::string_view kind, const Finding& finding) {
  if (format_ != Format::kJson) return find_in_text(kind, finding);
  begin_object(kind);
  const auto member = [this](std::string_view name, const std::optional<std::uint64_t>& value) {
    if (value) json_.member(name, *value);
  };
  member("offset", finding.position);
  member("end_offset", finding.end_position);
  member("payload_offset", finding.payload_position);
  if (finding.type_code) {
    json_.member("type", std::string_view(type_name(*finding.type_code)));
    json_.member("type_code", *finding.type_code);
  }
  json_.key("reason");
  append_json_lossy(out_, finding.reason);
  json_.end_line();
}

void VerifyReport::find_in_text(std::string_view kind, const Finding& finding) {
  append_visible(out_, path_, LineBreaks::kEscape);
  out_.append(": ");
  out_.append(kind);
  if (finding.position) out_.append(fmt::format(": offset {}", *finding.position));
  if (finding.end_position) {
    out_.append(
        fmt::format(" to {}, {}", *finding.end_position, counted(*finding.end_position - *finding.position, "byte")));
  }
  if (finding.payload_position) out_.append(fmt::format(", in the payload at {}", *finding.payload_position));
  out_.append(": ");
  if (finding.type_code) out_.append(type_name(*finding.type_code) + ": ");
  append_visible(out_, finding.reason, LineBreaks::kEscape);
  out_.append('\n');
}

void VerifyReport::begin_object(std::string_view kind) {
  json_.begin_object();
  json_.member("kind", kind);
  json_.key("file");
  append_json_lossy(out_, path_);
}

void VerifyReport::json_time(std::string_view name, std::uint32_t time) {
  if (time == 0) return;
  json_.key(name);
  out_.append('"');
  time_.append(out_, time);
  out_.append('"');
}

void VerifyReport::summarize(const LogSummary& summary) {
  if (format_ != Format::kJson) return summarize_in_text(summary);
  begin_object("file");
  json_.member("verdict", verdict(summary));
  json_.member("events", summary.events);
  if (!summary.quick) json_.member("payload_events", summary.payload_events);
  json_.member("bytes", summary.bytes);
  if (!summary.quick) json_.member("transactions", summary.transactions);
  json_time("first_time", summary.first_time);
  json_time("last_time", summary.last_time);
  if (summary.last_end != 0) {
    json_.key("last_transaction");
    json_.begin_object();
    json_.member("end_position", summary.last_end);
    if (!summary.last_gtid.empty()) {
      json_.key("gtid");
      append_json_lossy(out_, summary.last_gtid);
    }
    json_.end();
  }
  json_.member("in_use", summary.in_use);
  json_.member("faults", summary.faults);
  json_.member("notes", summary.notes);
  if (summary.quick) {
    json_.member("quick", true);
    json_.key("not_checked");
    json_.begin_array();
    for (const std::string_view what : kNotChecked) {
      json_.element();
      json_.text(what);
    }
    json_.end();
  }
  json_.end_line();
}

void VerifyReport::summarize_in_text(const LogSummary& summary) {
  append_visible(out_, path_, LineBreaks::kEscape);
  out_.append(fmt::format(": {}: {}", verdict(summary), counted(summary.events, "event")));
  if (summary.payload_events != 0) out_.append(fmt::format(" and {} in payloads", summary.payload_events));
  out_.append(fmt::format(", {}", counted(summary.bytes, "byte")));
  if (!summary.quick) out_.append(fmt::format(", {}", counted(summary.transactions, "transaction")));
  if (summary.first_time != 0) {
    out_.append(", ");
    time_.append(out_, summary.first_time);
    out_.append(" to ");
    time_.append(out_, summary.last_time);
  }
  if (summary.last_end != 0) out_.append(fmt::format("; the last one ends at {}", summary.last_end));
  if (!summary.last_gtid.empty()) {
    out_.append(summary.last_gtid == kAnonymousName ? ", " : ", GTID ");
    append_visible(out_, summary.last_gtid, LineBreaks::kEscape);
  }
  if (summary.in_use) out_.append("; in use");
  out_.append(fmt::format("; {}, {}", counted(summary.faults, "fault"), counted(summary.notes, "note")));
  if (summary.quick) out_.append(fmt::format("; quick: not checked: {}", fmt::join(kNotChecked, ", ")));
  out_.append('\n');
}

}  // namespace binlogdump
