#include "fuzz/seeds.h"

#include <cstdlib>

#include "binlogdump/schema.h"
#include "cli/log_builder.h"
#include "core/log_files.h"
#include "property/corpus.h"

namespace binlogdump::test {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostBytes = 4096;

class SeedCollector {
 public:
  /// Not more than one with the same `kind`.
  void add(const std::string& target, std::string input, const std::string& kind) {
    if (input.size() <= kMostBytes && kinds_.insert(target + '/' + kind).second) {
      seeds_[target].push_back(std::move(input));
    }
  }
  void add(const std::string& target, const std::string& input) { add(target, input, input); }

  void take_log(const fs::path& path) {
    const CorpusLog log = take_apart(path);
    add("file", log.bytes);
    for (const Statement& statement : log.statements) add_statement(log, statement);
    static WalkBuffers buffers;
    LogWalk(buffers, *this).run(log.bytes);
  }

  std::map<std::string, std::vector<std::string>> take_seeds() { return std::move(seeds_); }

  // --- the visitor of a walk

  void event(const EventView& event, const DecodeContext& context) {
    add_event(event, context);
    const Bytes body = event.body();
    const EventType type = event.header.type();
    if (type == EventType::GTID_TAGGED_LOG_EVENT) add("tagged_gtid", std::string(body));
    if (type == EventType::PREVIOUS_GTIDS_LOG_EVENT) add("gtid_set", "\1" + std::string(body));
    if (type == EventType::QUERY_EVENT) add_query(event, context);
    if (is_rows_event(type)) add_rows(event, context);
  }
  void begin_payload(const EventView&, const TransactionPayloadEvent&, const DecodeContext&) {}
  void end_payload() {}
  void fault(const EventView&, const DecodeContext&, const DecodeError&) {}

 private:
  void add_statement(const CorpusLog& log, const Statement& statement) {
    std::string bytes(kBinlogMagic);
    std::string kind;
    if (statement.first > statement.description) bytes += log.events[statement.description].bytes;
    for (std::size_t i = statement.first; i <= statement.last; ++i) {
      bytes += log.events[i].bytes;
      kind += static_cast<char>(log.events[i].type_code);
    }
    add("file", bytes, kind);
  }

  void add_event(const EventView& event, const DecodeContext& context) {
    if (event.body_begin != kEventHeaderSize) return;
    constexpr char kOtherPostHeader = 1;
    std::string input{kOtherPostHeader, static_cast<char>(context.format.post_header_length(event.header.type()))};
    input += event.bytes.substr(0, event.body_end);
    std::string kind{static_cast<char>(event.header.type_code)};
    DecodeContext without_maps;
    without_maps.format = context.format;
    for (const Field& field : trace_event(event, without_maps).tape) kind += field.name;
    add("event", input, kind);
  }

  void add_query(const EventView& event, const DecodeContext& context) {
    try {
      const std::string query(decode_as<QueryEvent>(event, context).query);
      if (Schema::is_ddl(query)) add("schema", query + ";\n");
    } catch (const DecodeError&) {
    }
  }

  void add_rows(const EventView& event, const DecodeContext& context) {
    try {
      Cursor<NoTrace> in(event.bytes, event.body_begin, event.body_end);
      const RowsEvent rows = RowsEvent::decode(in, context, event.header.type());
      const TableMap* table = context.table_map(rows.table_id);
      if (table == nullptr) return;
      const std::string map(table->body());
      const char short_ids = context.format.has_short_table_id(EventType::TABLE_MAP_EVENT) ? 1 : 0;
      const std::string input = std::string{short_ids, static_cast<char>(event.header.type_code)} + le(map.size(), 2);
      add("rows", input + map + std::string(event.body()), static_cast<char>(event.header.type_code) + map);
      JsonCollector json{*this, *table};
      Cursor<NoTrace> values(event.bytes, event.body_end - rows.rows.size(), event.body_end);
      for_each_row(values, rows, *table, RowsEvent::kind_of(event.header.type()), json);
    } catch (const DecodeError&) {
    }
  }

  /// The values of JSON columns.
  struct JsonCollector {
    SeedCollector& seeds;
    const TableMap& table;

    void begin_row() {}
    void begin_image(RowImage) {}
    void null(std::size_t) {}
    void begin_value(std::size_t) {}
    void value(std::size_t i, Bytes bytes, bool partial_json) {
      if (table.columns()[i].type != MYSQL_TYPE_JSON) return;
      seeds.add(partial_json ? "json_diff" : "json", std::string(bytes));
    }
    void end_row() {}
  };

  std::set<std::string> kinds_;
  std::map<std::string, std::vector<std::string>> seeds_;
};

bool is_plain_log(const fs::path& path) {
  std::string head(kBinlogMagic.size(), '\0');
  std::ifstream(path, std::ios::binary).read(head.data(), static_cast<std::streamsize>(head.size()));
  return head == kBinlogMagic;
}

void add_schema_files(SeedCollector& seeds) {
  for (const auto& entry : fs::directory_iterator(log_path("schema"))) {
    const std::string sql = read_file(entry.path());
    seeds.add("schema", sql);
    // The tables' maps, to be completed, are in the log of the same name.
    const std::string log = entry.path().stem().string() + ".000001";
    for_each_event(log_bytes(log), [&](const EventView& event, const DecodeContext&) {
      if (event.header.type() != EventType::TABLE_MAP_EVENT) return;
      const std::string map(event.body());
      seeds.add("schema", sql + '\0' + map, entry.path().string() + map.substr(6));
    });
  }
}

void add_keys(SeedCollector& seeds) {
  for (const char* name : {"encrypted/keyring_file", "encrypted/before-rotation/keyring_file"}) {
    if (fs::exists(log_path(name))) seeds.add("keyring", log_bytes(name));
  }
  const std::string record = le(72, 8) + le(11, 8) + le(3, 8) + le(6, 8) + le(4, 8) + "INNODBKey-1AESroot@%\1\2\3\4";
  seeds.add("keyring", "Keyring file version:1.0" + record + std::string(8, '\0') + "EOF");
  for (const auto& entry : fs::directory_iterator(log_path("encrypted"))) {
    if (!entry.is_regular_file()) continue;
    const std::string bytes = read_file(entry.path());
    if (bytes.starts_with(kEncryptedMagic)) seeds.add("encryption", bytes.substr(0, kMostBytes));
  }
}

void add_texts(SeedCollector& seeds) {
  for (const char* set :
       {"", "5f3a1c00-0001-11ef-8000-000000000101:1-3:5:tag:1-2, 5f3a1c00-0001-11ef-8000-000000000102:7",
        "{5F3A1C00000111EF8000000000000101}:9-3:1-9223372036854775806,,\n", "uuid:1"}) {
    seeds.add("gtid_set", std::string(1, '\0') + set);
  }
  const std::vector<std::string> expressions = {"id = 2",
                                                "before.price != after.price and not qty is null",
                                                "@1 in (1, 2, 0x3, -4.5e1) or name like '%a\\_b_' ",
                                                "id between 1 and 3 and (name = 'x''y' or `na``me` <> \"q\")",
                                                "d > '2024-02-29 12:00:00.5' and t <= '-838:59:59'",
                                                "c is not null and c not like 'A%' and c not in ('a', null)",
                                                "doc = '{\"a\": 1}' or e = 'label' or s = 'a,b' or b = b'101'",
                                                "dec >= 123456789012345678901234567890.000000001",
                                                "f = 3.14 or f != 1e308 or true and false"};
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    for (const char log : {'\0', '\3', '\6'})
      seeds.add("where", static_cast<char>(log + static_cast<char>(i)) + expressions[i]);
  }
}

}  // namespace

std::set<fs::path> captured_files() {
  std::set<fs::path> paths;
  const auto take = [&](const fs::path& folder) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.is_regular_file()) paths.insert(entry.path());
    }
  };
  take(BINLOGDUMP_TESTDATA);
  const char* fixtures = std::getenv("BINLOGDUMP_FIXTURES");
  if (fixtures != nullptr && *fixtures != '\0') take(fixtures);
  return paths;
}

std::map<std::string, std::vector<std::string>> make_seeds() {
  SeedCollector seeds;
  for (const fs::path& path : captured_files()) {
    if (is_plain_log(path)) seeds.take_log(path);
  }
  add_schema_files(seeds);
  add_keys(seeds);
  add_texts(seeds);
  return seeds.take_seeds();
}

}  // namespace binlogdump::test
