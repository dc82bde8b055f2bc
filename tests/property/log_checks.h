#pragma once
// What must hold for every log, sound or damaged: see event_checks.h for its events; its text comes to an end and is
// not larger than such a log can explain; every line of JSON is JSON; and each of its bytes has a label.

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <system_error>
#include <unordered_set>
#include <utility>

#include "binlogdump/printer.h"
#include "pipeline/dump.h"
#include "property/event_checks.h"
#include "property/log_walk.h"
#include "quiet_stderr.h"

namespace binlogdump::test {

/// How people see a log (with -vv, or kBrief: without), how programs do, how mysqlbinlog shows it, each of its bytes,
/// and SHOW BINLOG EVENTS.
enum class Dress : std::uint8_t { kOwn, kJson, kMysqlbinlog, kHex, kBrief, kEvents };
inline constexpr std::array kUsualDresses = {Dress::kOwn, Dress::kJson, Dress::kMysqlbinlog, Dress::kHex};
inline constexpr std::array kEveryDress = {Dress::kOwn, Dress::kJson,  Dress::kMysqlbinlog,
                                           Dress::kHex, Dress::kBrief, Dress::kEvents};

/// The most text that a log with so many bytes of events (also inside of payloads) may give with -vv. One byte of a row
/// can be eight columns that are NULL, each with a line of its own, behind a line with the table's name. A small
/// damaged JSON document may be shown as larger than it is, within the bounds of JsonBudget.
inline std::uint64_t most_text(std::uint64_t event_bytes) {
  constexpr std::uint64_t kFrame = 1024 * 1024;
  constexpr std::uint64_t kPerByte = 1024;
  return kFrame + kPerByte * event_bytes;
}

/// Counts the text, and stops a printer that does not come to an end. Of JSON Lines each is checked.
class CountingSink : public Sink {
 public:
  void start(std::uint64_t limit, bool is_json) {
    limit_ = limit;
    size_ = 0;
    is_json_ = is_json;
    line_.clear();
  }
  void write(std::string_view text) override {
    size_ += text.size();
    if (size_ > limit_) throw std::length_error(fmt::format("more than {} bytes of text", limit_));
    if (is_json_) take_lines(text);
  }
  std::uint64_t size() const { return size_; }
  /// Whether the text ends where a line does.
  bool is_complete() const { return line_.empty(); }

 private:
  void take_lines(std::string_view text) {
    for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
      line_ += text.substr(0, end);
      text.remove_prefix(end + 1);
      check_line();
      line_.clear();
    }
    line_ += text;
  }

  void check_line() {
    // Logs that are made from the same one have most lines in common, and parsing is what takes the time.
    constexpr std::size_t kMostKnown = 10000;
    if (known_.size() > kMostKnown) known_.clear();
    if (!known_.insert(line_).second) return;
    // Also that its strings are UTF-8.
    if (nlohmann::json::accept(line_) && line_.starts_with('{')) return;
    throw std::domain_error("no JSON: " + line_.substr(0, 4000));
  }

  std::uint64_t limit_ = 0;
  std::uint64_t size_ = 0;
  bool is_json_ = false;
  std::string line_;
  std::unordered_set<std::string> known_;
};

/// A folder for the files of LOAD DATA.
class LoadFolder {
 public:
  LoadFolder() {
    std::string name = std::filesystem::temp_directory_path() / "binlogdump-property-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) throw std::system_error(errno, std::generic_category(), name);
    path_ = name;
  }
  LoadFolder(const LoadFolder&) = delete;
  LoadFolder& operator=(const LoadFolder&) = delete;
  ~LoadFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }
  void clear() {
    for (const auto& entry : std::filesystem::directory_iterator(path_)) std::filesystem::remove(entry.path());
  }

 private:
  std::filesystem::path path_;
};

/// A log as a file that the program can open and seek in, without a disk.
class LogFile {
 public:
  LogFile() : fd_(::memfd_create("binlog", MFD_CLOEXEC)) {
    if (fd_ < 0) throw std::system_error(errno, std::generic_category(), "memfd_create");
  }
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;
  ~LogFile() { ::close(fd_); }

  void set(Bytes log) {
    if (::ftruncate(fd_, 0) != 0 || ::pwrite(fd_, log.data(), log.size(), 0) != static_cast<ssize_t>(log.size())) {
      throw std::system_error(errno, std::generic_category(), "can't write the log");
    }
  }
  std::string path() const { return fmt::format("/proc/self/fd/{}", fd_); }

 private:
  int fd_;
};

/// Runs event_problem() on each event; keeps the first problem.
class CheckingVisitor {
 public:
  void event(const EventView& event, const DecodeContext& context) {
    const std::string problem = event_problem(event, context);
    if (problem.empty()) return;
    problem_ = fmt::format("event of type {} at {}: {}", event.header.type_code, event.position, problem);
    throw StopWalk{};
  }
  void begin_payload(const EventView&, const TransactionPayloadEvent&, const DecodeContext&) {}
  void end_payload() {}
  void fault(const EventView&, const DecodeContext&, const DecodeError&) {}

  const std::string& problem() const { return problem_; }

 private:
  std::string problem_;
};

/// Prints each event from its own allocation.
class PrintingVisitor {
 public:
  PrintingVisitor(TextBuffer& out, const PrintOptions& options, Dress dress) : dress_(dress) {
    PrinterMessages messages{.fault = [](const EventView&, const DecodeError&) {},
                             .warning = [](const std::string&) {}};
    const auto make = dress == Dress::kJson     ? make_json_printer
                      : dress == Dress::kHex    ? make_hex_printer
                      : dress == Dress::kEvents ? make_events_printer
                                                : make_text_printer;
    printer_ = dress == Dress::kMysqlbinlog ? make_mysqlbinlog_printer(out, options, {}, std::move(messages))
                                            : make(out, options, std::move(messages));
    printer_->begin();
  }

  void event(const EventView& event, DecodeContext& context) {
    if (event.header.type() == EventType::TRANSACTION_PAYLOAD_EVENT) return;
    try {
      printer_->print(event, context);
    } catch (const DecodeError& error) {
      fault(event, context, error);
    }
  }
  void begin_payload(const EventView& event, const TransactionPayloadEvent& payload, DecodeContext& context) {
    printer_->begin_payload(event, payload, nullptr, context);
  }
  void end_payload() { printer_->end_payload(); }
  void fault(const EventView& event, DecodeContext& context, const DecodeError& error) {
    if (dress_ == Dress::kMysqlbinlog) throw StopWalk{};
    printer_->print_damaged(event, context, error);
  }
  void end() { printer_->end(); }

 private:
  Dress dress_;
  std::unique_ptr<Printer> printer_;
};

class LogChecks {
 public:
  /// How the text is made: events one by one from allocations of their own, or the whole log as a file.
  enum class Printing : std::uint8_t { kEvents, kFile };

  /// What is wrong, or an empty text.
  std::string problem(Bytes log, Printing printing, std::span<const Dress> dresses = kUsualDresses) {
    try {
      CheckingVisitor visitor;
      LogWalk walk(buffers_, visitor);
      walked_ = walk.run(log);
      if (!visitor.problem().empty()) return visitor.problem();
      for (const Dress dress : dresses) {
        sink_.start(most_text(walked_.bytes + log.size()), dress == Dress::kJson);
        out_.clear();
        const std::string problem = printing == Printing::kEvents ? print_events(log, dress) : print_file(log, dress);
        if (!problem.empty()) return problem;
        if (!sink_.is_complete()) return "JSON does not end with a line's end";
      }
      return coverage_problem_of(log);
    } catch (const std::exception& error) {
      return fmt::format("stopped by an exception: {}", error.what());
    }
  }

  /// The walk over the log of the last problem().
  const WalkResult& walked() const { return walked_; }

 private:
  PrintOptions options(Dress dress) const {
    PrintOptions options;
    if (dress != Dress::kBrief) options.verbose = 2;
    if (dress == Dress::kOwn) options.base64_output = Base64Output::kDecodeRows;
    if (dress == Dress::kJson) options.format = Format::kJson;
    if (dress == Dress::kMysqlbinlog) options.local_load = load_folder_.path();
    if (dress == Dress::kHex) options.format = Format::kHex;
    if (dress == Dress::kEvents) options.format = Format::kEvents;
    return options;
  }

  std::string print_events(Bytes log, Dress dress) {
    PrintingVisitor visitor(out_, options(dress), dress);
    LogWalk walk(buffers_, visitor);
    walk.run(log);
    visitor.end();
    out_.flush();
    if (dress == Dress::kMysqlbinlog) load_folder_.clear();
    return "";
  }

  std::string print_file(Bytes log, Dress dress) {
    file_.set(log);
    const bool own = dress != Dress::kMysqlbinlog;
    Dump dump(out_,
              {.print = options(dress), .source = {.decompress = false}, .mysqlbinlog = !own, .verify_checksums = own});
    const Outcome outcome = [&] {
      const QuietStderr quiet;
      return dump.run({file_.path()});
    }();
    if (!own) load_folder_.clear();
    // For mysqlbinlog a log in use may be cut.
    const bool broken = own && walked_.end != WalkResult::End::kComplete;
    return broken && outcome == Outcome::kClean ? "a broken chain of events counts as clean" : "";
  }

  /// What --check-coverage counts: labels for as many bytes as the file has.
  std::string coverage_problem_of(Bytes log) {
    if (walked_.end == WalkResult::End::kNoLog) return "";
    file_.set(log);
    TextBuffer line;
    Dump dump(line, {.print = {.check_coverage = true}, .source = {.decompress = false}});
    {
      const QuietStderr quiet;
      dump.run({file_.path()});
    }
    const std::string expected = fmt::format("\n{}\t{}\t{}\t", file_.path(), log.size(), log.size());
    if (line.view().find(expected) != Bytes::npos) return "";
    return fmt::format("coverage of {} bytes: {}", log.size(), line.view());
  }

  LogFile file_;
  LoadFolder load_folder_;
  WalkBuffers buffers_;
  WalkResult walked_;
  CountingSink sink_;
  TextBuffer out_{&sink_};
};

}  // namespace binlogdump::test
