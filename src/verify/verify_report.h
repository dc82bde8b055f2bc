#pragma once
// What --verify prints: lines of text or of JSON. make_verify_printer() in printer.h documents both.

#include <cstdint>
#include <optional>
#include <string>

#include "binlogdump/print_options.h"
#include "binlogdump/text_buffer.h"
#include "binlogdump/time_text.h"
#include "printers/json_writer.h"

namespace binlogdump {

/// Something that was found.
struct Finding {
  std::optional<std::uint64_t> position = {};      ///< In the file; without one it is about the file as a whole.
  std::optional<std::uint64_t> end_position = {};  ///< Of bytes that are no events that can be read.
  std::optional<std::uint64_t> payload_position = {};
  std::optional<std::uint8_t> type_code = {};  ///< The event's.
  std::string_view reason = {};
};

/// What a file holds.
struct LogSummary {
  bool quick = false;  ///< What is in the events was not looked at.
  std::uint64_t events = 0;
  std::uint64_t payload_events = 0;  ///< Stored inside of others.
  std::uint64_t bytes = 0;
  std::uint64_t transactions = 0;  ///< That have an end.
  std::uint32_t first_time = 0;    ///< Seconds since 1970; 0: none.
  std::uint32_t last_time = 0;
  std::uint64_t last_end = 0;  ///< Where the last of these transactions ends; 0: there is none.
  std::string last_gtid = {};  ///< Its GTID, or "anonymous"; empty: it has none.
  bool in_use = false;
  std::uint64_t faults = 0;
  std::uint64_t notes = 0;
};

class VerifyReport {
 public:
  VerifyReport(TextBuffer& out, Format format) : out_(out), json_(out, JsonIntegers::kNumbers), format_(format) {}

  void begin_file(const std::string& path) { path_ = path; }
  void fault(const Finding& finding) { find("fault", finding); }
  void note(const Finding& finding) { find("note", finding); }
  void summarize(const LogSummary& summary);

 private:
  void find(std::string_view kind, const Finding& finding);
  void find_in_text(std::string_view kind, const Finding& finding);
  void summarize_in_text(const LogSummary& summary);
  void begin_object(std::string_view kind);
  void json_time(std::string_view name, std::uint32_t time);

  TextBuffer& out_;
  JsonWriter json_;
  Format format_;
  IsoTime time_;
  std::string path_;
};

}  // namespace binlogdump
