#pragma once
// The captured logs in testdata, taken apart into events.
//
// Compile definition: BINLOGDUMP_TESTDATA, path of the folder testdata.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "binlogdump/decode.h"
#include "property/log_walk.h"

namespace binlogdump::test {

/// Part of an event's bytes.
struct Span {
  std::size_t offset = 0;
  std::size_t size = 0;
};

struct CorpusEvent {
  std::string bytes;
  std::uint8_t type_code = 0;
  std::size_t checksum_size = 0;
  std::vector<Span> integers;  ///< Fields of the body that hold a number: lengths, counts, ids.
};

/// Events that belong together, [first, last], and the FORMAT_DESCRIPTION_EVENT that they are read with.
struct Statement {
  std::size_t description = 0;
  std::size_t first = 0;
  std::size_t last = 0;
};

struct CorpusLog {
  std::string name;
  std::string bytes;
  std::vector<CorpusEvent> events;
  std::vector<Statement> statements;
};

/// Where an event of some type is: a statement of a log.
struct StatementPlace {
  std::size_t log = 0;
  std::size_t statement = 0;
};

struct Corpus {
  std::vector<CorpusLog> logs;
  /// For each type code that occurs: the statements with an event of it.
  std::vector<std::vector<StatementPlace>> by_type;
};

namespace detail {

/// Whether the event's meaning or text needs those behind it.
inline bool waits_for_more(const EventView& event, const DecodeContext& context) {
  switch (event.header.type()) {
    case EventType::INTVAR_EVENT:
    case EventType::RAND_EVENT:
    case EventType::USER_VAR_EVENT:
    case EventType::BEGIN_LOAD_QUERY_EVENT:
    case EventType::APPEND_BLOCK_EVENT:
    case EventType::ROWS_QUERY_LOG_EVENT:
    case EventType::TABLE_MAP_EVENT:
      return true;
    default:
      break;
  }
  if (!is_rows_event(event.header.type())) return false;
  Cursor<NoTrace> in(event.bytes, event.body_begin, event.body_end);
  return !RowsEvent::decode_post_header(in, context, event.header.type()).ends_statement();
}

/// Collects the events of a walk over a sound log; those inside payloads are left to their payload.
class CorpusVisitor {
 public:
  explicit CorpusVisitor(CorpusLog& log) : log_(log) {}

  void event(const EventView& event, const DecodeContext& context) {
    if (in_payload_) return;
    const std::size_t index = log_.events.size();
    log_.events.push_back({.bytes = std::string(event.bytes),
                           .type_code = event.header.type_code,
                           .checksum_size = event.bytes.size() - event.body_end,
                           .integers = integers_of(event, context)});
    if (event.header.type() == EventType::FORMAT_DESCRIPTION_EVENT) description_ = index;
    if (!waits_for_more(event, context)) {
      log_.statements.push_back({.description = description_, .first = first_, .last = index});
      first_ = index + 1;
    }
  }
  void begin_payload(const EventView&, const TransactionPayloadEvent&, const DecodeContext&) { in_payload_ = true; }
  void end_payload() { in_payload_ = false; }
  void fault(const EventView&, const DecodeContext&, const DecodeError&) { in_payload_ = false; }

 private:
  static std::vector<Span> integers_of(const EventView& event, const DecodeContext& context) {
    std::vector<Span> spans;
    for (const Field& field : trace_event(event, context).tape) {
      const bool number = field.kind == FieldKind::kUnsigned || field.kind == FieldKind::kSigned;
      const bool in_body = field.offset >= event.body_begin && field.offset < event.body_end;
      if (number && in_body) spans.push_back({.offset = field.offset, .size = field.size});
    }
    return spans;
  }

  CorpusLog& log_;
  std::size_t description_ = 0;
  std::size_t first_ = 0;
  bool in_payload_ = false;
};

}  // namespace detail

/// As far as the log can be read.
inline CorpusLog take_apart(const std::filesystem::path& path) {
  CorpusLog log{.name = path.filename().string(), .bytes = {}, .events = {}, .statements = {}};
  std::ifstream in(path, std::ios::binary);
  log.bytes.assign(std::istreambuf_iterator<char>(in), {});
  static WalkBuffers buffers;
  detail::CorpusVisitor visitor(log);
  LogWalk(buffers, visitor).run(log.bytes);
  return log;
}

namespace detail {

inline Corpus load_corpus() {
  namespace fs = std::filesystem;
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry : fs::directory_iterator(BINLOGDUMP_TESTDATA)) {
    const std::string number = entry.path().extension().string();
    if (number.size() == 7 && number.find_first_not_of("0123456789", 1) == std::string::npos) {
      paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  Corpus corpus;
  std::map<std::uint8_t, std::vector<StatementPlace>> by_type;
  for (const fs::path& path : paths) {
    const CorpusLog& log = corpus.logs.emplace_back(take_apart(path));
    for (std::size_t i = 0; i < log.statements.size(); ++i) {
      const Statement& statement = log.statements[i];
      for (std::size_t event = statement.first; event <= statement.last; ++event) {
        by_type[log.events[event].type_code].push_back({.log = corpus.logs.size() - 1, .statement = i});
      }
    }
  }
  for (auto& [type, places] : by_type) corpus.by_type.push_back(std::move(places));
  return corpus;
}

}  // namespace detail

inline const Corpus& corpus() {
  static const Corpus loaded = detail::load_corpus();
  return loaded;
}

}  // namespace binlogdump::test
